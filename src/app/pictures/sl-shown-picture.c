/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-shown-picture.h"

#include "sl-scene-builder.h"

/* What is seen, but for the cursor that says where the steps are. */
static SlViewState *
dup_state (SlDocument *document)
{
  SlViewState *state = sl_document_get_state (document);

  return sl_step_mode_get_active (sl_document_get_step_mode (document))
             ? sl_view_state_with_cursor (state, SL_CURSOR_A, NULL)
             : sl_view_state_ref (state);
}

/**
 * sl_shown_picture_init:
 * @self: (out caller-allocates):
 * @timeline: whose headers have the right width
 * @document: what it shows
 * @style: must outlive @self
 * @width: of the picture, in pixels at scale 1
 *
 * The options may be changed before the picture is built.
 */
void
sl_shown_picture_init (SlShownPicture *self,
                       SlPictureWidget *timeline,
                       SlDocument *document,
                       SlPictureStyle *style,
                       int width)
{
  SlRows *rows = sl_document_get_rows (document);
  gboolean is_textbook =
      sl_view_state_get_style (sl_document_get_state (document)) == SL_STYLE_TEXTBOOK;

  *self = (SlShownPicture) {
    .options = { .width = width,
                 .header_width = is_textbook ? sl_textbook_get_margin (rows, style->measure)
                                             : sl_picture_widget_get_header_width (timeline),
                 .show_ruler = TRUE,
                 .show_cursors = TRUE,
                 .measure = style->measure },
    .state = dup_state (document),
    .rows = sl_rows_ref (rows),
  };
}

void
sl_shown_picture_clear (SlShownPicture *self)
{
  g_clear_pointer (&self->state, sl_view_state_unref);
  g_clear_pointer (&self->rows, sl_rows_unref);
}

/**
 * sl_shown_picture_build:
 *
 * Returns: (transfer full):
 */
SlScene *
sl_shown_picture_build (const SlShownPicture *self)
{
  return sl_scene_build (self->rows, self->state, &self->options);
}

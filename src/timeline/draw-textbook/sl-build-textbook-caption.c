/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Below a textbook picture: what it shows, in words. */

#include "sl-build-textbook-private.h"

#include "sl-text.h"
#include "sl-time-text.h"
#include <glib/gi18n-lib.h>

#define CAPTION_LINE 22

/* Headings of the parts say then how loaded the processors are. */
static gboolean
has_parts (const SlRows *rows)
{
  return sl_rows_get_count (rows) > 0 && sl_rows_get (rows, 0)->part == SL_ROW_HEADING;
}

static char *
make_caption (const SlTextbook *self)
{
  g_autofree char *load = NULL;
  GString *text = g_string_new (NULL);

  if (self->picture->options->title != NULL)
    g_string_append_printf (text, "%s. ", self->picture->options->title);
  if (!has_parts (self->picture->rows))
    load = sl_textbook_dup_load (self->picture, NULL);
  if (load != NULL)
    g_string_append_printf (text, "%s ", load);
  if (self->n_missed > 0 && self->n_jobs == 1)
    g_string_append (text, _ ("The only job missed its deadline. "));
  else if (self->n_missed > 0)
    /* Translators: the number of jobs that are late, of two jobs or more */
    g_string_append_printf (text,
                            g_dngettext (GETTEXT_PACKAGE, "%u of %u jobs missed its deadline. ",
                                         "%u of %u jobs missed their deadlines. ", self->n_missed),
                            self->n_missed, self->n_jobs);
  if (self->explained->len > 0)
    g_string_append_printf (text, SL_TEXTBOOK_R "%s.", self->explained->str);

  return g_string_free (text, FALSE);
}

/**
 * sl_textbook_add_caption:
 * @y: of the first line's letters
 *
 * Returns: y below it
 */
double
sl_textbook_add_caption (SlTextbook *self, double x, double y, double width)
{
  g_autofree char *text = make_caption (self);
  g_auto (GStrv) words = g_strsplit (text, " ", -1);
  g_autoptr (GString) line = g_string_new (NULL);

  for (guint i = 0; words[i] != NULL; i++)
    {
      gsize length = line->len;

      if (*words[i] == '\0')
        continue;
      if (length > 0)
        g_string_append_c (line, ' ');
      g_string_append (line, words[i]);
      if (length == 0 || sl_textbook_text_width (self, SL_TEXTBOOK_CAPTION, line->str) <= width)
        continue;

      g_string_truncate (line, length);
      sl_textbook_add_text (self,
                            &(SlTextbookText) { SL_LAYER_FRAME, 0, SL_TEXTBOOK_CAPTION, line->str,
                                                sl_paint (SL_PAINT_INK) },
                            (SlTextbookPlace) { SL_ANCHOR_LEFT, x, y });
      g_string_assign (line, words[i]);
      y += sl_textbook_scaled (self, CAPTION_LINE);
    }
  if (line->len == 0)
    return y - sl_textbook_scaled (self, CAPTION_LINE);

  sl_textbook_add_text (self,
                        &(SlTextbookText) { SL_LAYER_FRAME, 0, SL_TEXTBOOK_CAPTION, line->str,
                                            sl_paint (SL_PAINT_INK) },
                        (SlTextbookPlace) { SL_ANCHOR_LEFT, x, y });
  return y;
}

/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* What a timeline shows, with all its rows, as a picture of its own: to be exported, copied, dragged out or printed. */

#include "sl-document.h"
#include "sl-picture-widget.h"
#include "sl-scene-options.h"

G_BEGIN_DECLS

/* Holds what the options and the view point to. */
typedef struct
{
  SlSceneOptions options;
  SlViewState *state;
  SlRows *rows;
} SlShownPicture;

void sl_shown_picture_init (SlShownPicture *self,
                            SlPictureWidget *timeline,
                            SlDocument *document,
                            SlPictureStyle *style,
                            int width);
void sl_shown_picture_clear (SlShownPicture *self);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (SlShownPicture, sl_shown_picture_clear)

SlScene *sl_shown_picture_build (const SlShownPicture *self);

G_END_DECLS

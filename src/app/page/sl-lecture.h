/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <adwaita.h>

#include "sl-document.h"

G_BEGIN_DECLS

/* The timeline, or the sentence of a step, alone on the screen, and keys of its own for whoever
 * presents it. */
#define SL_TYPE_LECTURE (sl_lecture_get_type ())
G_DECLARE_FINAL_TYPE (SlLecture, sl_lecture, SL, LECTURE, AdwBin)

void sl_lecture_set_document (SlLecture *self, SlDocument *document);
void sl_lecture_set_content (SlLecture *self, GtkWidget *content);
void sl_lecture_set_active (SlLecture *self, gboolean active);
gboolean sl_lecture_get_active (SlLecture *self);
void sl_lecture_set_sentence (SlLecture *self, gboolean sentence);
gboolean sl_lecture_get_sentence (SlLecture *self);
GActionGroup *sl_lecture_get_actions (SlLecture *self);

G_END_DECLS

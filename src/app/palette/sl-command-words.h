/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* What is typed to find a command, as words that may come in any order. */
typedef struct _SlCommandWords SlCommandWords;

SlCommandWords *sl_command_words_new (const char *text) G_GNUC_WARN_UNUSED_RESULT;
void sl_command_words_free (SlCommandWords *self);
gboolean sl_command_words_are_any (const SlCommandWords *self);
gboolean sl_command_words_allow_mistakes (SlCommandWords *self);
guint sl_command_words_rank (const SlCommandWords *self, const char *text);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (SlCommandWords, sl_command_words_free)

G_END_DECLS

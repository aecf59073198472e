/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* Which action a word of a log probably means. */

#include "sl-log-meaning.h"

G_BEGIN_DECLS

SlLogMeaning sl_log_words_guess (const char *word);
gboolean sl_log_words_is_idle (const char *task);
gboolean sl_log_words_has (const char *name, const char *const *words);

G_END_DECLS

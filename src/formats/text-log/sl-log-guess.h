/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* A mapping for a log that nobody has described: what it probably is, to be corrected. */

#include "sl-log-draft.h"

G_BEGIN_DECLS

SlLogDraft *sl_log_guess (const char *data, gsize size);
void sl_log_guess_columns (SlLogDraft *draft, const char *data, gsize size);
void sl_log_guess_words (SlLogDraft *draft, const char *data, gsize size);
void sl_log_guess_rest (SlLogDraft *draft, const char *data, gsize size);

G_END_DECLS

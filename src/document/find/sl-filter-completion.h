/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* What can come next in a filter that is being typed: fields, operators, values, and names of kinds and
 * objects, as the traces have them. */

#include "sl-filter-vocabulary.h"

G_BEGIN_DECLS

GPtrArray *
sl_filter_completion_list (SlFilterVocabulary *self, const char *text, guint cursor, guint *begin);
gboolean
sl_filter_completion_expects_value (SlFilterVocabulary *self, const char *text, guint cursor);
char *sl_filter_completion_quote (const char *text) G_GNUC_WARN_UNUSED_RESULT;

G_END_DECLS

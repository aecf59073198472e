/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* The fields that a filter can ask for, raw ones as well. */

#include "sl-filter-lexer.h"
#include "sl-filter-private.h"

G_BEGIN_DECLS

SlFilterField sl_filter_field_find (const SlFilterToken *token);
gboolean sl_filter_field_means_flags (const SlFilterToken *token);
char *sl_filter_field_dup_raw_name (const SlFilterToken *token);
const char *sl_filter_field_get_id (SlFilterField field);
gboolean sl_filter_field_is_name (SlFilterField field);
gboolean sl_filter_field_find_operator (SlFilterField field,
                                        const SlFilterToken *token,
                                        SlFilterOperator *op);
gboolean sl_filter_field_check_value (const SlFilterNode *node,
                                      const char *text,
                                      guint column,
                                      GError **error);

gboolean sl_filter_parse_number (const char *text, guint64 *number);

G_END_DECLS

/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* The raw fields of records in filters: what their names and values may be. */

#include "sl-filter-lexer.h"
#include "sl-filter-private.h"

G_BEGIN_DECLS

char *sl_filter_raw_dup_name (const SlFilterToken *token);
gboolean sl_filter_raw_check_value (const SlFilterNode *node,
                                    const char *text,
                                    guint column,
                                    GError **error);

G_END_DECLS

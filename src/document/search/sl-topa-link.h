/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* Between the entries of tables of physical addresses and the times at which their regions were
 * written. */

#include "sl-document.h"
#include "sl-topa-layout.h"

G_BEGIN_DECLS

SlTopaLayout *sl_topa_link_find (SlDocument *document, guint *number);
gboolean sl_topa_link_get_span (SlDocument *document, guint number, guint entry, SlSpan *span);
guint sl_topa_link_get_picked (SlDocument *document, guint number);

G_END_DECLS

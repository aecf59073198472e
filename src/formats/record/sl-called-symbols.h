/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* Which functions of the kernel the records of some pages name by their address, such as those that timers call: a table of
 * all symbols would be larger than many a recording. */

#include "sl-tracing-data.h"

G_BEGIN_DECLS

GHashTable *sl_called_symbols_find (const SlTracingData *tracing,
                                    const guint8 *pages,
                                    gsize size) G_GNUC_WARN_UNUSED_RESULT;
char *sl_called_symbols_pick (const char *symbols, GHashTable *addresses) G_GNUC_WARN_UNUSED_RESULT;

G_END_DECLS

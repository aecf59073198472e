/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* One handler of SIGBUS for the process, which knows the mapped files. Whatever else faults is
 * passed on to the handler that was there before. */

#include <glib.h>
#include <stdatomic.h>

G_BEGIN_DECLS

typedef struct _SlBusFaultRange SlBusFaultRange;

SlBusFaultRange *sl_bus_fault_register (gconstpointer begin, gsize size, _Atomic (gsize) *intact);
void sl_bus_fault_unregister (SlBusFaultRange *range);

G_END_DECLS

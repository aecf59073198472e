/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* The functions that lanes of calls show, as objects. What lies at one address in two processes is two
 * functions. */

#include "sl-code-map.h"
#include "sl-object.h"

G_BEGIN_DECLS

typedef struct _SlCallFunctions SlCallFunctions;

SlCallFunctions *sl_call_functions_new (SlCodeMap *map, SlObjectTableBuilder *objects);
void sl_call_functions_free (SlCallFunctions *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (SlCallFunctions, sl_call_functions_free)

guint32 sl_call_functions_find (SlCallFunctions *self,
                                guint32 process,
                                guint64 address,
                                SlCodePlace *place);

G_END_DECLS

/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* Which symbols of the kernel a span needs: those that the addresses in its records are in. A word of a record counts as an
 * address if it is one of the kernel, whatever the format of the record says. */

#include "sl-ring-page.h"

G_BEGIN_DECLS

typedef struct _SlCutSymbols SlCutSymbols;

SlCutSymbols *sl_cut_symbols_new (const char *text);
void sl_cut_symbols_free (SlCutSymbols *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (SlCutSymbols, sl_cut_symbols_free)

void sl_cut_symbols_add_page (SlCutSymbols *self,
                              const SlRingLayout *layout,
                              const guint8 *bytes,
                              gsize size);
GString *sl_cut_symbols_pick (const SlCutSymbols *self) G_GNUC_WARN_UNUSED_RESULT;

G_END_DECLS

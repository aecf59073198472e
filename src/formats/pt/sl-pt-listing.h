/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* The instructions of an Intel PT stream. Only where libipt is built in. */

#include "sl-flow.h"
#include "sl-pt-stream-private.h"

G_BEGIN_DECLS

SlInstructions *sl_pt_listing_read (gpointer source_data,
                                    guint part,
                                    SlCodeMap *map,
                                    SlSpan span,
                                    guint most,
                                    GCancellable *cancellable);

G_END_DECLS

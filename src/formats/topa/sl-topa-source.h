/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* The events of a stream that was rebuilt from physical memory: those of the stream, of which it
 * also tells where they lay. */

#include "sl-source.h"
#include "sl-topa-layout.h"

G_BEGIN_DECLS

#define SL_TYPE_TOPA_SOURCE (sl_topa_source_get_type ())
G_DECLARE_FINAL_TYPE (SlTopaSource, sl_topa_source, SL, TOPA_SOURCE, SlSource)

SlSource *sl_topa_source_new (SlSource *stream, SlTopaLayout *layout);

G_END_DECLS

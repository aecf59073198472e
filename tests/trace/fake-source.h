/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* A source made of arithmetic: event number i is always the same, and blocks may be empty. */

#include "sl-source.h"

G_BEGIN_DECLS

#define FAKE_TYPE_SOURCE (fake_source_get_type ())
G_DECLARE_FINAL_TYPE (FakeSource, fake_source, FAKE, SOURCE, SlSource)

/* @n_events: G_MAXUINT64 for a source that never ends; @block_us: how long a block takes */
SlSource *fake_source_new (guint64 n_events, guint events_per_block, guint block_us);
void fake_source_set_clock (SlSource *source, SlClock *clock);
SlEvent fake_source_event (guint64 index);

G_END_DECLS

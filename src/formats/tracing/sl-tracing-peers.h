/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* What a trace.dat file says of other recordings that were made with it: a guest of its host's clock, a host of its guests.
 *
 * TIME_SHIFT  u64 TRACEID of the host, u32 flags (1: offsets are interpolated), u32 CPUs, for each: u32 n, n × i64 time,
 *             n × i64 offset, n × i64 scaling; then, where there is more, for each CPU n × i64 bits of fraction
 * GUEST       name NUL, u64 TRACEID of the guest, u32 n, n × (u32 CPU of the guest, u32 thread of the host) */

#include "sl-byte-reader.h"
#include "sl-note.h"
#include "sl-peer-clock.h"

G_BEGIN_DECLS

/**
 * SlTracingGuest:
 * @name: as the host calls it
 * @trace_id: of its recording
 * @cpus: thread → CPU of the guest
 */
typedef struct
{
  char *name;
  guint64 trace_id;
  GHashTable *cpus;
} SlTracingGuest;

/**
 * SlTracingPeers:
 * @host: TRACEID of the host's recording; 0 for none
 * @samples: (element-type SlPeerSample): of the first CPU; empty where they cannot be used
 * @interpolates: between two samples the offset changes evenly
 * @n_apart: CPUs whose samples are not those of the first
 * @guests: (element-type SlTracingGuest)
 */
typedef struct
{
  guint64 host;
  GArray *samples;
  gboolean interpolates;
  guint n_apart;
  GPtrArray *guests;
} SlTracingPeers;

SlTracingPeers *sl_tracing_peers_new (void);
void sl_tracing_peers_free (SlTracingPeers *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (SlTracingPeers, sl_tracing_peers_free)

void sl_tracing_peers_take_shift (SlTracingPeers *self, SlByteReader data, gboolean is_big);
void sl_tracing_peers_take_guest (SlTracingPeers *self, SlByteReader data, gboolean is_big);
void sl_tracing_peers_add_notes (const SlTracingPeers *self, SlNotes *notes);
SlPeerClock *
sl_tracing_peers_make_clock (const SlTracingPeers *self, guint64 trace_id, guint64 first);
char *sl_tracing_peers_name_thread (const SlTracingPeers *self, guint64 tid, const char *comm);

G_END_DECLS

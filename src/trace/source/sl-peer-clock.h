/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* How the clock of a recording fits that of another one, which was made at the same time on another machine: of a virtual
 * machine and its host. Recordings know each other by numbers. Times are as recorded, before an origin is taken off. */

#include "sl-time.h"

G_BEGIN_DECLS

/**
 * SlPeerSample:
 * @time: of the own clock, from which on the sample holds; the first one also before
 * @offset: to add
 * @scaling: times are multiplied by this, above 0
 * @fraction: and shifted right by this, below 64
 */
typedef struct
{
  gint64 time;
  gint64 offset;
  gint64 scaling;
  guint fraction;
} SlPeerSample;

/* Shared by count, and not changed any more once it is. */
typedef struct _SlPeerClock SlPeerClock;

SlPeerClock *sl_peer_clock_new (guint64 id, guint64 first);
SlPeerClock *sl_peer_clock_ref (SlPeerClock *self);
void sl_peer_clock_unref (SlPeerClock *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (SlPeerClock, sl_peer_clock_unref)

void sl_peer_clock_set_samples (SlPeerClock *self,
                                guint64 peer,
                                const SlPeerSample *samples,
                                guint n_samples,
                                gboolean interpolates);

gboolean sl_peer_clock_knows (const SlPeerClock *self, const SlPeerClock *other);
guint sl_peer_clock_get_n_samples (const SlPeerClock *self);
SlTime sl_peer_clock_get_tick (const SlPeerClock *self, guint sample);
SlTime sl_peer_clock_map (const SlPeerClock *self, const SlPeerClock *other, SlTime tick);
void sl_peer_clock_get_rate (const SlPeerClock *self,
                             guint sample,
                             gint64 *numerator,
                             gint64 *denominator);

G_END_DECLS

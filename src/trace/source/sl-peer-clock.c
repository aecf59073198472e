/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-peer-clock.h"

#include "sl-wide.h"

struct _SlPeerClock
{
  gatomicrefcount ref_count;
  guint64 id;
  guint64 first; /* the time of tick 0 */
  guint64 peer;  /* 0 for none */
  GArray *samples;
  gboolean interpolates;
};

/**
 * sl_peer_clock_new:
 * @id: of the recording; not 0
 * @first: the time of its tick 0
 *
 * Returns: (transfer full): a clock that others may know
 */
SlPeerClock *
sl_peer_clock_new (guint64 id, guint64 first)
{
  SlPeerClock *self = g_new0 (SlPeerClock, 1);

  g_return_val_if_fail (id != 0, NULL);

  g_atomic_ref_count_init (&self->ref_count);
  self->id = id;
  self->first = first;
  self->samples = g_array_new (FALSE, FALSE, sizeof (SlPeerSample));
  return self;
}

SlPeerClock *
sl_peer_clock_ref (SlPeerClock *self)
{
  g_atomic_ref_count_inc (&self->ref_count);
  return self;
}

void
sl_peer_clock_unref (SlPeerClock *self)
{
  if (!g_atomic_ref_count_dec (&self->ref_count))
    return;

  g_array_unref (self->samples);
  g_free (self);
}

/**
 * sl_peer_clock_set_samples:
 * @peer: the recording whose clock the samples lead to
 * @samples: (array length=n_samples): in order of time; at least one
 * @interpolates: between two samples the offset changes evenly; else it does with each
 *
 * Call it once, before the clock is shared.
 */
void
sl_peer_clock_set_samples (SlPeerClock *self,
                           guint64 peer,
                           const SlPeerSample *samples,
                           guint n_samples,
                           gboolean interpolates)
{
  g_return_if_fail (self->samples->len == 0 && n_samples > 0);

  self->peer = peer;
  self->interpolates = interpolates;
  g_array_append_vals (self->samples, samples, n_samples);
}

/**
 * sl_peer_clock_knows:
 *
 * Returns: whether times of @self can be mapped to those of @other
 */
gboolean
sl_peer_clock_knows (const SlPeerClock *self, const SlPeerClock *other)
{
  return self->samples->len > 0 && self->peer == other->id && self != other;
}

guint
sl_peer_clock_get_n_samples (const SlPeerClock *self)
{
  return self->samples->len;
}

static const SlPeerSample *
get_sample (const SlPeerClock *self, guint sample)
{
  return &g_array_index (self->samples, SlPeerSample, sample);
}

/**
 * sl_peer_clock_get_tick:
 *
 * Returns: from which tick on a sample holds
 */
SlTime
sl_peer_clock_get_tick (const SlPeerClock *self, guint sample)
{
  return sl_time_subtract (get_sample (self, sample)->time, (SlTime) self->first);
}

/* Behind the last sample the change between the last two goes on. */
static guint
find_next (const SlPeerClock *self, guint sample)
{
  return sample + 1 < self->samples->len ? sample + 1 : sample;
}

/* What is to be added at @time, where @sample holds. */
static __int128
get_offset (const SlPeerClock *self, guint sample, gint64 time)
{
  const SlPeerSample *one = get_sample (self, sample);
  const SlPeerSample *next = get_sample (self, find_next (self, sample));
  const SlPeerSample *from = one == next && sample > 0 ? get_sample (self, sample - 1) : one;
  gint64 length = next->time - from->time;

  if (!self->interpolates || length <= 0)
    return one->offset;

  return from->offset +
         ((__int128) (time - from->time) * (next->offset - from->offset) + length / 2) / length;
}

static guint
find_sample (const SlPeerClock *self, gint64 time)
{
  guint sample = 0;

  while (sample + 1 < self->samples->len && get_sample (self, sample + 1)->time <= time)
    sample++;
  return sample;
}

/**
 * sl_peer_clock_map:
 * @other: that @self knows
 * @tick: of @self
 *
 * Returns: the tick of @other at that time
 */
SlTime
sl_peer_clock_map (const SlPeerClock *self, const SlPeerClock *other, SlTime tick)
{
  gint64 time = sl_time_add (tick, (SlTime) self->first);
  guint number = find_sample (self, time);
  const SlPeerSample *sample = get_sample (self, number);
  __int128 scaled = ((__int128) time * sample->scaling) >> sample->fraction;
  __int128 mapped = scaled + get_offset (self, number, time) - (__int128) other->first;

  return (SlTime) CLAMP (mapped, (__int128) SL_TIME_MIN, (__int128) SL_TIME_MAX);
}

static __int128
find_common (__int128 one, __int128 other)
{
  while (other != 0)
    {
      __int128 rest = one % other;

      one = other;
      other = rest;
    }
  return one < 0 ? -one : one;
}

/**
 * sl_peer_clock_get_rate:
 * @numerator: (out): ticks of the peer in @denominator ticks, from the sample on; above 0
 * @denominator: (out): above 0
 */
void
sl_peer_clock_get_rate (const SlPeerClock *self,
                        guint number,
                        gint64 *numerator,
                        gint64 *denominator)
{
  const SlPeerSample *sample = get_sample (self, number);
  const SlPeerSample *next = get_sample (self, find_next (self, number));
  const SlPeerSample *from = sample == next && number > 0 ? get_sample (self, number - 1) : sample;
  gint64 length = self->interpolates ? next->time - from->time : 0;
  __int128 above = sample->scaling, below = (__int128) 1 << sample->fraction, common;

  if (length > 0)
    {
      /* As far as 128 bits have it: the rest is less than a tick in 146 years. */
      while (below > 1 && (above >> 62) > 0)
        {
          above >>= 1;
          below >>= 1;
        }
      above = above * length + (next->offset - from->offset) * below;
      below *= length;
    }
  common = find_common (above, below);
  above /= MAX (common, 1);
  below /= MAX (common, 1);
  while (above > G_MAXINT64 || below > G_MAXINT64)
    {
      above >>= 1;
      below >>= 1;
    }
  *numerator = (gint64) MAX (above, 1);
  *denominator = (gint64) MAX (below, 1);
}

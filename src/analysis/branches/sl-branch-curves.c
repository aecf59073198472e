/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-branch-curves.h"

/* A step of offsets that is not a packet: another piece of the stream. */
#define MOST_BYTES (1u << 24)

/* The curves count so many ticks or bytes. */
#define PER 1000

static gint64
get_rate (guint64 count, SlTime duration)
{
  return (gint64) ((double) count * PER / (double) MAX (duration, 1));
}

static void
write_bucket (SlBranchCurves *self, SlTime end)
{
  const SlBranchBucket *bucket = &self->bucket;
  SlTime duration = end - bucket->begin;
  guint64 n_bytes = bucket->last_offset - bucket->first_offset;

  sl_track_writer_add_value (self->branches, bucket->begin,
                             get_rate (bucket->n_branches, duration));
  if (bucket->n_branches > 0)
    sl_track_writer_add_value (self->taken, bucket->begin,
                               (gint64) (bucket->n_taken * 100 / bucket->n_branches));
  sl_track_writer_add_value (self->bytes, bucket->begin, get_rate (n_bytes, duration));
  self->has_bucket = FALSE;
}

/**
 * sl_branch_curves_add:
 * @bucket: that begins no earlier than the one before
 *
 * Adds to the curves. What took no time counts with what follows.
 */
void
sl_branch_curves_add (SlBranchCurves *self, const SlBranchBucket *bucket)
{
  guint64 step;

  if (self->has_bucket && bucket->begin > self->bucket.begin)
    {
      /* The bytes up to the next event, too. */
      step = bucket->first_offset - self->bucket.last_offset;
      if (step < MOST_BYTES)
        self->bucket.last_offset = bucket->first_offset;
      write_bucket (self, bucket->begin);
    }
  if (!self->has_bucket)
    {
      self->bucket = *bucket;
      self->has_bucket = TRUE;
      return;
    }

  self->bucket.n_branches += bucket->n_branches;
  self->bucket.n_taken += bucket->n_taken;
  if (bucket->last_offset - self->bucket.last_offset < MOST_BYTES)
    self->bucket.last_offset = bucket->last_offset;
}

/**
 * sl_branch_curves_finish:
 * @end: of the trace, in ticks
 *
 * Writes what is open.
 */
void
sl_branch_curves_finish (SlBranchCurves *self, SlTime end)
{
  if (self->has_bucket)
    write_bucket (self, end);
}

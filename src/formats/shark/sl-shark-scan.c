/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-shark-scan.h"

#include <glib/gi18n-lib.h>

#include "sl-error.h"
#include "sl-lower-bound.h"
#include "sl-shark-pass.h"
#include "sl-shark-seams.h"

/* No processor changes its clock so often; a damaged file must not fill the memory with rates. */
#define MAX_RATES 65536

/* What turns stretches into runs. */
typedef struct
{
  const SlSharkSegment *segments;
  SlNotes *notes;
  SlSharkScan *scan;
  guint64 tick;     /* of the last sound record */
  SlRecordRun *run; /* that may be continued; NULL for none */
  guint32 segment;  /* where it lies */
  guint64 latest;   /* TSC of all */
} Joiner;

static void
add_to_run (Joiner *self, const SlSharkStretch *stretch, guint64 offset, guint64 last_offset)
{
  const SlSharkSegment *segment = &self->segments[stretch->segment];

  if (self->run == NULL || self->segment != stretch->segment)
    {
      SlRecordRun run = { .file = segment->file, .offset = offset };

      g_array_append_val (self->scan->runs, run);
      self->run = &g_array_index (self->scan->runs, SlRecordRun, self->scan->runs->len - 1);
      self->segment = stretch->segment;
    }

  self->run->count = (last_offset - self->run->offset) / SL_SHARK_RECORD_SIZE + 1;
}

static void
add_damaged (Joiner *self, const SlSharkStretch *stretch, guint64 offset)
{
  SlSharkRepair repair = { SL_OFFSET (self->segments[stretch->segment].file, offset), self->tick,
                           SL_EVENT_BAD_TIME };

  g_array_append_val (self->scan->repairs, repair);
  sl_notes_add (
      self->notes, repair.offset, 1,
      N_ ("The time stamp counter is far from both neighbours; the record gets the previous tick"));
  add_to_run (self, stretch, offset, offset);
}

static void
add_stretch (Joiner *self, const SlSharkStretch *stretch)
{
  const SlSharkSegment *segment = &self->segments[stretch->segment];
  guint64 offset = stretch->first_damaged ? stretch->second_offset : stretch->offset;
  guint64 low;
  guint64 high;

  if (segment->after_loss && stretch->offset == segment->offset)
    {
      SlSharkRepair lost = { SL_OFFSET (segment->file, stretch->offset), stretch->first,
                             SL_EVENT_LOST };

      g_array_append_val (self->scan->repairs, lost);
    }

  if (stretch->first_damaged)
    add_damaged (self, stretch, stretch->offset);
  if (sl_shark_stretch_get_sound_span (stretch, &low, &high))
    {
      if (low < self->tick)
        {
          sl_notes_add (self->notes, SL_OFFSET (segment->file, offset), 1,
                        N_ ("Time goes back here: a cyclic chunk wrapped or another chunk follows; "
                            "the records were put in order"));
          self->run = NULL;
        }
      add_to_run (self, stretch, offset, stretch->last_offset);
      self->scan->origin = MIN (self->scan->origin, low);
      self->latest = MAX (self->latest, high);
      self->tick = high;
    }
  if (stretch->last_damaged && stretch->n_records > 1)
    add_damaged (self, stretch, stretch->last_offset);
}

static int
compare_repairs (gconstpointer a, gconstpointer b)
{
  const SlSharkRepair *one = a;
  const SlSharkRepair *other = b;

  return one->offset < other->offset ? -1 : one->offset > other->offset;
}

static void
join_stretches (SlSharkScan *scan, GArray *found, const SlSharkSegment *segments, SlNotes *notes)
{
  SlSharkStretch *stretches = (SlSharkStretch *) found->data;
  Joiner joiner = { .segments = segments, .notes = notes, .scan = scan };
  guint64 high;

  sl_shark_stretches_find_damage (stretches, found->len);

  /* Damaged records at the very start have no tick before them: they take the first sound one. */
  for (guint i = 0; i < found->len; i++)
    {
      if (sl_shark_stretch_get_sound_span (&stretches[i], &joiner.tick, &high))
        break;
    }

  scan->origin = G_MAXUINT64;
  for (guint i = 0; i < found->len; i++)
    add_stretch (&joiner, &stretches[i]);
  if (scan->origin == G_MAXUINT64)
    scan->origin = joiner.tick;
  sl_shark_seams_find (segments, found, scan->repairs, notes);
  g_array_sort (scan->repairs, compare_repairs);

  scan->has_late =
      joiner.latest > scan->origin && joiner.latest - scan->origin > SL_SHARK_LAST_TIME;
  if (scan->has_late)
    sl_notes_add (notes, SL_OFFSET_NONE, 1,
                  N_ ("Records more than 2⁶² cycles after the first are placed at that time"));
}

static int
compare_rates (gconstpointer a, gconstpointer b)
{
  const SlRate *one = a;
  const SlRate *other = b;

  return one->from < other->from ? -1 : one->from > other->from;
}

/* Two rates at one tick: the later record's holds. Returns FALSE where there is no room. */
static gboolean
add_rate (GArray *rates, const SlRate *rate)
{
  SlRate *last = rates->len > 0 ? &g_array_index (rates, SlRate, rates->len - 1) : NULL;

  if (last != NULL && last->numerator == rate->numerator)
    return TRUE;
  if (last != NULL && last->from == rate->from)
    {
      last->numerator = rate->numerator;
      return TRUE;
    }
  if (rates->len == MAX_RATES)
    return FALSE;

  g_array_append_val (rates, *rate);
  return TRUE;
}

static void
make_clock (SlSharkScan *scan, const GArray *found_rates, SlNotes *notes)
{
  g_autoptr (GArray) all = g_array_new (FALSE, FALSE, sizeof (SlRate));
  g_autoptr (GArray) rates = g_array_new (FALSE, FALSE, sizeof (SlRate));

  for (guint i = 0; i < found_rates->len; i++)
    {
      const SlSharkFoundRate *found = &g_array_index (found_rates, SlSharkFoundRate, i);
      const SlSharkRepair *repair = sl_shark_scan_first_repair (scan, found->offset);
      guint64 tsc = found->tsc;
      SlRate rate = { .numerator = found->khz * G_GUINT64_CONSTANT (1000), .denominator = 1 };

      if (repair != NULL && repair->offset == found->offset)
        tsc = repair->tsc;
      rate.from = MIN (tsc - scan->origin, SL_SHARK_LAST_TIME);
      g_array_append_val (all, rate);
    }

  g_array_sort (all, compare_rates);
  for (guint i = 0; i < all->len; i++)
    {
      if (add_rate (rates, &g_array_index (all, SlRate, i)))
        continue;

      sl_notes_add (
          notes, SL_OFFSET_NONE, all->len - i,
          N_ ("The clock rate changes more than 65536 times; later changes were ignored"));
      break;
    }
  if (rates->len == 0)
    sl_notes_add (
        notes, SL_OFFSET_NONE, 1,
        N_ ("No record gives the clock rate: times are counted in cycles until a rate is given"));
  scan->clock =
      sl_clock_new (SL_UNIT_CYCLES, scan->origin, (const SlRate *) rates->data, rates->len);
}

/**
 * sl_shark_scan_new:
 * @segments: (array length=n_segments): where records lie, in the order in which the kernel sent
 *   them
 * @notes: what was found is told here
 *
 * Goes over all records once.
 *
 * Returns: (transfer full) (nullable): %NULL with %SL_ERROR_EMPTY where there is no record, or
 *   %G_IO_ERROR_CANCELLED
 */
SlSharkScan *
sl_shark_scan_new (SlInput *input,
                   const SlSharkSegment *segments,
                   guint n_segments,
                   SlNotes *notes,
                   GCancellable *cancellable,
                   GError **error)
{
  g_autoptr (SlSharkScan) self = g_new0 (SlSharkScan, 1);
  g_autoptr (SlSharkPass) pass = NULL;

  self->runs = g_array_new (FALSE, FALSE, sizeof (SlRecordRun));
  self->repairs = g_array_new (FALSE, FALSE, sizeof (SlSharkRepair));
  pass = sl_shark_pass_new (input, segments, n_segments, notes, cancellable, error);
  if (pass == NULL)
    return NULL;

  if (pass->stretches->len == 0)
    {
      g_set_error (error, SL_ERROR, SL_ERROR_EMPTY,
                   "No event in %" G_GUINT64_FORMAT
                   " bytes: at least one record of %d bytes with a "
                   "code other than 0 is needed",
                   sl_input_get_size (input), SL_SHARK_RECORD_SIZE);
      return NULL;
    }

  join_stretches (self, pass->stretches, segments, notes);
  make_clock (self, pass->rates, notes);
  return g_steal_pointer (&self);
}

void
sl_shark_scan_free (SlSharkScan *self)
{
  g_array_unref (self->runs);
  g_array_unref (self->repairs);
  g_clear_pointer (&self->clock, sl_clock_unref);
  g_free (self);
}

/* Returns: (nullable): the first repair at or after @offset; the others follow it */
const SlSharkRepair *
sl_shark_scan_first_repair (const SlSharkScan *self, guint64 offset)
{
  guint first = sl_lower_bound (0, self->repairs->len, i,
                                g_array_index (self->repairs, SlSharkRepair, i).offset < offset);

  return first < self->repairs->len ? &g_array_index (self->repairs, SlSharkRepair, first) : NULL;
}

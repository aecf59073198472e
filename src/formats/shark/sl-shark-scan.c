/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-shark-scan.h"

#include "sl-error.h"
#include "sl-shark-seams.h"
#include "sl-shark-stretch.h"

/* Looks for a cancel each so many records. */
#define SLICE_RECORDS 1048576

/* No processor changes its clock so often; a damaged file must not fill the memory with rates. */
#define MAX_RATES 65536

typedef struct
{
  guint64 offset;
  guint64 tsc;
  guint32 khz;
} FoundRate;

typedef struct
{
  SlInput *input;
  const SlSharkSegment *segments;
  guint n_segments;
  SlNotes *notes;
  GArray *stretches;
  GArray *rates; /* of FoundRate */
} Pass;

/* A stretch as it grows; its last two records stay outside of it until it is closed. */
typedef struct
{
  SlSharkStretch stretch;
  guint64 last_but_one;
  guint64 last;
  guint64 last_offset;
  guint64 n_empty; /* all in the segment */
  guint64 first_empty;
} Cursor;

static void
close_stretch (Pass *pass, Cursor *cursor)
{
  SlSharkStretch *stretch = &cursor->stretch;

  if (stretch->n_records == 0)
    return;

  stretch->last = cursor->last;
  stretch->last_offset = cursor->last_offset;
  stretch->last_but_one = stretch->n_records > 1 ? cursor->last_but_one : cursor->last;
  if (stretch->n_records == 1)
    stretch->second = stretch->first;
  g_array_append_val (pass->stretches, *stretch);
  stretch->n_records = 0;
}

static void
find_rate (Pass *pass, guint32 file, guint64 offset, SlSharkRecord record)
{
  FoundRate rate = { SL_OFFSET (file, offset), record.tsc, record.parameter_2 };

  if (record.code != SL_SHARK_TRACE_START && record.code != SL_SHARK_CYCLES_PER_MSEC)
    return;

  if (rate.khz != 0)
    g_array_append_val (pass->rates, rate);
  else
    sl_notes_add (pass->notes, rate.offset, 1, "A clock rate of 0 was ignored");
}

/* Codes that need a look, all in one test: empty, cycles-per-msec, trace-start, trace-stop. */
static inline gboolean
is_special (guint64 head)
{
  return (head & 0xffcf) == 0;
}

static inline guint64
get_tsc (const guint8 *bytes, guint64 head)
{
  return (head & ~G_GUINT64_CONSTANT (0xffffffff)) | sl_bytes_u32_le (bytes + 8);
}

static inline gboolean
goes_on (guint64 last, guint64 tsc)
{
  return tsc >= last && tsc - last <= SL_SHARK_LEAP;
}

/* The hot loop: returns how many of the records at @data only go on with the stretch, which has
 * two already. */
static guint64
count_plain (Cursor *cursor, const guint8 *data, guint64 n_records)
{
  guint64 last_but_one = cursor->last_but_one;
  guint64 last = cursor->last;
  guint64 i;

  for (i = 0; i < n_records; i++)
    {
      const guint8 *bytes = data + i * SL_SHARK_RECORD_SIZE;
      guint64 head = sl_bytes_u64_le (bytes);
      guint64 tsc = get_tsc (bytes, head);

      if (G_UNLIKELY (is_special (head) || !goes_on (last, tsc)))
        break;
      last_but_one = last;
      last = tsc;
    }

  cursor->last_but_one = last_but_one;
  cursor->last = last;
  return i;
}

/* Any one record, at @offset. */
static void
scan_record (Pass *pass,
             Cursor *cursor,
             const SlSharkSegment *segment,
             const guint8 *bytes,
             guint64 offset)
{
  guint64 head = sl_bytes_u64_le (bytes);
  guint64 tsc = get_tsc (bytes, head);

  if (is_special (head))
    {
      if ((head & 0xffff) == SL_SHARK_EMPTY)
        {
          if (cursor->n_empty++ == 0)
            cursor->first_empty = offset;
          return;
        }
      find_rate (pass, segment->file, offset, sl_shark_record_read (bytes));
    }

  if (!goes_on (cursor->last, tsc))
    close_stretch (pass, cursor);
  if (cursor->stretch.n_records < 2)
    {
      if (cursor->stretch.n_records == 0)
        {
          cursor->stretch.first = tsc;
          cursor->stretch.offset = offset;
        }
      cursor->stretch.second = tsc;
      cursor->stretch.second_offset = offset;
    }

  cursor->stretch.n_records++;
  cursor->last_but_one = cursor->last;
  cursor->last = tsc;
  cursor->last_offset = offset;
}

/* @data are @n_records records of @segment at @offset. */
static void
scan_slice (Pass *pass,
            Cursor *cursor,
            const SlSharkSegment *segment,
            const guint8 *data,
            guint64 offset,
            guint64 n_records)
{
  guint64 i = 0;

  while (i < n_records)
    {
      guint64 n_plain = 0;

      if (cursor->stretch.n_records >= 2)
        n_plain = count_plain (cursor, data + i * SL_SHARK_RECORD_SIZE, n_records - i);
      if (n_plain > 0)
        {
          i += n_plain;
          cursor->stretch.n_records += n_plain;
          cursor->last_offset = offset + (i - 1) * SL_SHARK_RECORD_SIZE;
          continue;
        }

      scan_record (pass, cursor, segment, data + i * SL_SHARK_RECORD_SIZE,
                   offset + i * SL_SHARK_RECORD_SIZE);
      i++;
    }
}

static gboolean
scan_segment (Pass *pass, guint number, GCancellable *cancellable, GError **error)
{
  const SlSharkSegment *segment = &pass->segments[number];
  const guint8 *data = sl_mapping_get_data (sl_input_get_file (pass->input, segment->file));
  Cursor cursor = { .stretch = { .segment = number } };

  for (guint64 done = 0; done < segment->n_records; done += SLICE_RECORDS)
    {
      guint64 offset = segment->offset + done * SL_SHARK_RECORD_SIZE;

      if (g_cancellable_set_error_if_cancelled (cancellable, error))
        return FALSE;
      scan_slice (pass, &cursor, segment, data + offset, offset,
                  MIN (segment->n_records - done, SLICE_RECORDS));
    }

  close_stretch (pass, &cursor);
  if (cursor.n_empty > 0)
    sl_notes_add (pass->notes, SL_OFFSET (segment->file, cursor.first_empty), cursor.n_empty,
                  "Empty slots were skipped");
  return TRUE;
}

/* What turns stretches into runs. */
typedef struct
{
  Pass *pass;
  SlSharkScan *scan;
  guint64 tick;     /* of the last sound record */
  SlRecordRun *run; /* that may be continued; NULL for none */
  guint32 segment;  /* where it lies */
  guint64 latest;   /* TSC of all */
} Joiner;

static void
add_to_run (Joiner *self, const SlSharkStretch *stretch, guint64 offset, guint64 last_offset)
{
  const SlSharkSegment *segment = &self->pass->segments[stretch->segment];

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
  SlSharkRepair repair = { SL_OFFSET (self->pass->segments[stretch->segment].file, offset),
                           self->tick, SL_EVENT_BAD_TIME };

  g_array_append_val (self->scan->repairs, repair);
  sl_notes_add (self->pass->notes, repair.offset, 1,
                "The time stamp counter is far from both neighbours; "
                "the record takes the tick before it");
  add_to_run (self, stretch, offset, offset);
}

static void
add_stretch (Joiner *self, const SlSharkStretch *stretch)
{
  const SlSharkSegment *segment = &self->pass->segments[stretch->segment];
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
          sl_notes_add (self->pass->notes, SL_OFFSET (segment->file, offset), 1,
                        "Time goes back here: a cyclic chunk wrapped or another chunk follows; "
                        "the records were put in order");
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
join_stretches (Pass *pass, SlSharkScan *scan)
{
  SlSharkStretch *stretches = (SlSharkStretch *) pass->stretches->data;
  Joiner joiner = { .pass = pass, .scan = scan };
  guint64 high;

  sl_shark_stretches_find_damage (stretches, pass->stretches->len);

  /* Damaged records at the very start have no tick before them: they take the first sound one. */
  for (guint i = 0; i < pass->stretches->len; i++)
    {
      if (sl_shark_stretch_get_sound_span (&stretches[i], &joiner.tick, &high))
        break;
    }

  scan->origin = G_MAXUINT64;
  for (guint i = 0; i < pass->stretches->len; i++)
    add_stretch (&joiner, &stretches[i]);
  if (scan->origin == G_MAXUINT64)
    scan->origin = joiner.tick;
  sl_shark_seams_find (pass->segments, pass->stretches, scan->repairs, pass->notes);
  g_array_sort (scan->repairs, compare_repairs);

  scan->has_late =
      joiner.latest > scan->origin && joiner.latest - scan->origin > SL_SHARK_LAST_TIME;
  if (scan->has_late)
    sl_notes_add (pass->notes, SL_OFFSET_NONE, 1,
                  "Records more than 2⁶² cycles after the first are placed at that time");
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
make_clock (Pass *pass, SlSharkScan *scan)
{
  g_autoptr (GArray) all = g_array_new (FALSE, FALSE, sizeof (SlRate));
  g_autoptr (GArray) rates = g_array_new (FALSE, FALSE, sizeof (SlRate));

  for (guint i = 0; i < pass->rates->len; i++)
    {
      const FoundRate *found = &g_array_index (pass->rates, FoundRate, i);
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

      sl_notes_add (pass->notes, SL_OFFSET_NONE, all->len - i,
                    "The clock rate changes more than 65536 times; later changes were ignored");
      break;
    }
  if (rates->len == 0)
    sl_notes_add (
        pass->notes, SL_OFFSET_NONE, 1,
        "No record gives the clock rate: times are counted in cycles until a rate is given");
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
  g_autoptr (GArray) stretches = g_array_new (FALSE, FALSE, sizeof (SlSharkStretch));
  g_autoptr (GArray) rates = g_array_new (FALSE, FALSE, sizeof (FoundRate));
  Pass pass = { input, segments, n_segments, notes, stretches, rates };

  self->runs = g_array_new (FALSE, FALSE, sizeof (SlRecordRun));
  self->repairs = g_array_new (FALSE, FALSE, sizeof (SlSharkRepair));
  for (guint i = 0; i < n_segments; i++)
    {
      if (!scan_segment (&pass, i, cancellable, error))
        return NULL;
    }

  if (stretches->len == 0)
    {
      g_set_error (error, SL_ERROR, SL_ERROR_EMPTY,
                   "No event in %" G_GUINT64_FORMAT
                   " bytes: at least one record of %d bytes with a "
                   "code other than 0 is needed",
                   sl_input_get_size (input), SL_SHARK_RECORD_SIZE);
      return NULL;
    }

  join_stretches (&pass, self);
  make_clock (&pass, self);
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
  guint low = 0;
  guint high = self->repairs->len;

  while (low < high)
    {
      guint middle = low + (high - low) / 2;

      if (g_array_index (self->repairs, SlSharkRepair, middle).offset < offset)
        low = middle + 1;
      else
        high = middle;
    }

  return low < self->repairs->len ? &g_array_index (self->repairs, SlSharkRepair, low) : NULL;
}

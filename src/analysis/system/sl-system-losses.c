/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Which events were lost: a lane for each processor with gaps, and how many of them in one note of the whole trace. What the
 * recorder lost, by its counts and its own records, is kept apart from what the file lacks for other reasons. */

#include "sl-system-private.h"

/* Processors that a note names one by one. */
#define MOST_NAMED 8

static SlTrackWriter *
add_lane (SlSystem *self, guint cpu)
{
  SlCpuTracker *tracker = self->cpus->pdata[cpu];
  g_autofree char *name = g_strdup_printf ("trace/cpu:%u", cpu);
  SlLaneBuilder *lane =
      sl_trace_builder_add_lane (self->builder, SL_LANE_TRACE, name, tracker->object);

  return sl_lane_builder_add_track (lane, SL_ROLE_STATES, SL_TRACK_SLICES);
}

static void
write_loss (SlSystem *self, guint cpu)
{
  SlSystemLoss *loss = &g_array_index (self->losses, SlSystemLoss, cpu);

  if (!loss->is_open)
    return;

  if (loss->gaps == NULL)
    loss->gaps = add_lane (self, cpu);
  /* One that begins where another ends is one of its own. */
  if (sl_track_writer_get_end (loss->gaps) == loss->last.begin)
    sl_track_writer_add_slice (loss->gaps, loss->last.begin, loss->last.begin, SL_STATE_NONE, 0);
  sl_track_writer_add_slice (loss->gaps, loss->last.begin, loss->last.end, SL_STATE_GAP,
                             SL_GAP_LOST);
  loss->is_open = FALSE;
}

/* Whether nothing was recorded of the processor since it lost events. */
static gboolean
is_lost (const SlSystem *self, guint cpu)
{
  const SlSystemLoss *loss = &g_array_index (self->losses, SlSystemLoss, cpu);
  const SlCpuTracker *tracker = self->cpus->pdata[cpu];

  return loss->is_open && tracker->state_track.state == SL_STATE_UNKNOWN &&
         tracker->state_track.since <= loss->last.end;
}

/**
 * sl_system_write_losses:
 *
 * Writes what is certain.
 */
void
sl_system_write_losses (SlSystem *self)
{
  for (guint cpu = 0; cpu < self->losses->len; cpu++)
    if (!is_lost (self, cpu))
      write_loss (self, cpu);
}

/**
 * sl_system_close_losses:
 *
 * The trace is over: where nothing was recorded since, the gap goes on to the end.
 */
void
sl_system_close_losses (SlSystem *self)
{
  for (guint cpu = 0; cpu < self->losses->len; cpu++)
    {
      SlSystemLoss *loss = &g_array_index (self->losses, SlSystemLoss, cpu);

      if (is_lost (self, cpu))
        {
          sl_recording_add_gap (self->recording, loss->last.end, self->now, SL_GAP_LOST);
          loss->last.end = self->now;
        }
      write_loss (self, cpu);
    }
}

static void
count (SlSystem *self, SlSystemLoss *loss, const SlActed *acted)
{
  if (acted->value <= 0 && acted->kind == SL_KIND_ACTED_LOST)
    {
      if (self->n_missing++ == 0)
        self->first_missing = acted->offset;
      loss->n_missing++;
      return;
    }

  if (self->n_lost++ == 0)
    self->first_lost = acted->offset;
  if (acted->value > 0)
    loss->n_events += (guint64) acted->value;
  else
    loss->n_uncounted++;
}

/**
 * sl_system_count_loss:
 * @acted: a loss, of a processor that is followed
 * @since: the last that was recorded before it
 */
void
sl_system_count_loss (SlSystem *self, const SlActed *acted, SlTime since)
{
  SlSystemLoss *loss;

  if (acted->cpu >= self->losses->len)
    g_array_set_size (self->losses, acted->cpu + 1u);
  write_loss (self, acted->cpu);

  loss = &g_array_index (self->losses, SlSystemLoss, acted->cpu);
  count (self, loss, acted);
  loss->last = (SlSpan) { MAX (since, loss->last.end), self->now };
  loss->is_open = TRUE;
}

static void
append_processor (GString *text, guint cpu, guint64 n_events, guint n_gaps)
{
  g_string_append_printf (text, "%sCPU %u: ", text->len > 0 ? "; " : "", cpu);
  if (n_events > 0)
    g_string_append_printf (text, "%" G_GUINT64_FORMAT, n_events);
  if (n_gaps > 0)
    g_string_append_printf (text, "%s%u %s of unknown size", n_events > 0 ? " and " : "", n_gaps,
                            n_gaps == 1 ? "gap" : "gaps");
}

static char *
describe_processors (const SlSystem *self, gboolean is_missing)
{
  GString *text = g_string_new (NULL);
  guint n_named = 0;

  for (guint cpu = 0; cpu < self->losses->len; cpu++)
    {
      const SlSystemLoss *loss = &g_array_index (self->losses, SlSystemLoss, cpu);
      guint64 n_events = is_missing ? 0 : loss->n_events;
      guint n_gaps = is_missing ? loss->n_missing : loss->n_uncounted;

      if (n_events + n_gaps == 0)
        continue;
      if (n_named++ == MOST_NAMED)
        {
          g_string_append (text, "; others");
          break;
        }
      append_processor (text, cpu, n_events, n_gaps);
    }
  return g_string_free (text, FALSE);
}

static char *
dup_number (const SlSystem *self)
{
  guint64 n_events = 0;
  guint n_uncounted = 0;

  for (guint cpu = 0; cpu < self->losses->len; cpu++)
    {
      n_events += g_array_index (self->losses, SlSystemLoss, cpu).n_events;
      n_uncounted += g_array_index (self->losses, SlSystemLoss, cpu).n_uncounted;
    }
  return n_events > 0 ? g_strdup_printf ("%s%" G_GUINT64_FORMAT, n_uncounted > 0 ? "at least " : "",
                                         n_events)
                      : g_strdup ("how many is not known");
}

/**
 * sl_system_note_losses:
 *
 * Says once, of the whole trace, what was lost, and what else is missing; nothing where nothing is.
 */
void
sl_system_note_losses (SlSystem *self)
{
  SlNotes *notes = sl_source_get_notes (self->source);
  g_autofree char *lost = describe_processors (self, FALSE);
  g_autofree char *missing = describe_processors (self, TRUE);
  g_autofree char *number = dup_number (self);

  if (self->n_lost > 0)
    sl_notes_add (notes, self->first_lost, self->n_lost,
                  SL_RECORDING_LOST "%s (%s); what tasks did meanwhile is unknown", number, lost);
  if (self->n_missing > 0)
    sl_notes_add (notes, self->first_missing, self->n_missing,
                  SL_RECORDING_MISSING
                  "how many is not known (%s); what tasks did meanwhile is unknown",
                  missing);
}

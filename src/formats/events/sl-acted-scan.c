/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-acted-scan.h"

#include <glib/gi18n-lib.h>

#include "sl-acted-line.h"
#include "sl-error.h"
#include "sl-segment-source.h"
#include "sl-translator.h"

/* Lines with faults that have a note of their own. */
#define MOST_FAULTS 16

/* Up to here a double has each tick: numbers of the file stay what they are. */
#define EXACT_TICKS (G_GINT64_CONSTANT (1) << 53)

/* Events between two looks at whether somebody cancelled. */
#define EVENTS_A_LOOK 65536

#define FINE_PER_NS 1000

SlTime
sl_text_scale_to_ticks (const SlTextScale *self, SlFineTime time)
{
  return (SlTime) (time / self->fine_per_tick - (SlFineTime) self->origin);
}

SlFineTime
sl_text_scale_from_ticks (const SlTextScale *self, SlTime time)
{
  return ((SlFineTime) time + (SlFineTime) self->origin) * self->fine_per_tick;
}

/**
 * sl_acted_scan_new:
 * @notes: held; faults go there
 * @file: of the text, for their offsets
 *
 * Returns: (transfer full): a pass that has not begun
 */
SlActedScan *
sl_acted_scan_new (SlNotes *notes, guint file)
{
  SlActedScan *self = g_new0 (SlActedScan, 1);

  self->names = sl_text_names_new ();
  self->stretches = g_array_new (FALSE, FALSE, sizeof (SlTextStretch));
  self->notes = sl_notes_ref (notes);
  self->file = file;
  self->last = -1;
  self->least = (SlFineTime) SL_TEXT_MOST_TIME * FINE_PER_NS;
  return self;
}

void
sl_acted_scan_free (SlActedScan *self)
{
  g_clear_pointer (&self->names, sl_text_names_free);
  g_clear_pointer (&self->stretches, g_array_unref);
  g_clear_pointer (&self->notes, sl_notes_unref);
  g_free (self->first_fault);
  g_free (self);
}

static void
add_fault (SlActedScan *self, const SlTextRow *row)
{
  g_autofree char *fault = g_utf8_make_valid (row->fault, -1);
  guint64 offset = SL_OFFSET (self->file, row->offset);

  if (row->is_other)
    {
      sl_notes_add (self->notes, offset, 1,
                    N_ ("Lines that fit no action of the mapping are left out"));
      return;
    }
  if (self->first_fault == NULL)
    self->first_fault = g_strdup (fault);
  if (self->n_faults++ < MOST_FAULTS)
    sl_notes_add (self->notes, offset, 1, "%s; it is skipped", fault);
  else
    sl_notes_add (self->notes, offset, 1, N_ ("Further lines that cannot be read are skipped"));
}

static void
add_time (SlActedScan *self, SlFineTime time)
{
  if (time < 0)
    return;

  self->is_fine |= time % FINE_PER_NS != 0;
  self->most = MAX (self->most, time);
}

static gboolean
add_names (SlActedScan *self, SlTextRow *row, const SlActedLine *line)
{
  if ((line->task.type == SL_OBJECT_NONE || sl_text_names_add (self->names, &line->task)) &&
      (line->object.type == SL_OBJECT_NONE || line->object.number == SL_ACTED_NOTHING ||
       sl_text_names_add (self->names, &line->object)))
    return TRUE;

  sl_text_row_fail (row, 1, "There are more than %d names of objects", SL_TEXT_MOST_NAMES);
  return FALSE;
}

static void
add_line (SlActedScan *self, SlTextRow *row, const SlActedLine *line)
{
  guint64 offset = SL_OFFSET (self->file, row->offset);
  const SlTextCell *text = &row->cells[SL_ROW_TEXT];

  if (line->is_cut)
    sl_notes_add (self->notes, offset, 1,
                  N_ ("Digits of times behind the picosecond are left out"));
  if (line->time < self->last)
    sl_notes_add (self->notes, offset, 1,
                  N_ ("Times go back; the event takes the time of the one before"));
  self->last = MAX (self->last, line->time);
  add_time (self, line->time);
  add_time (self, line->deadline);
  add_time (self, line->nominal);
  add_time (self, line->span);
  self->least = MIN (self->least, line->time);
  if (line->deadline >= 0)
    self->least = MIN (self->least, line->deadline);
  if (line->action != SL_ACTION_NAME)
    self->tells |= sl_action_get_group (line->action);
  else
    self->has_names = TRUE;
  self->n_events++;
  if (line->action == SL_ACTION_NAME)
    sl_text_names_rename (self->names,
                          line->object.type != SL_OBJECT_NONE ? &line->object : &line->task,
                          self->last, text->begin, text->length);
}

/* Begins another stretch where the one before is large enough. */
static void
add_stretch (SlActedScan *self, const SlTextRow *row)
{
  guint n = self->stretches->len;
  SlTextStretch stretch = { row->offset, self->last };

  if (!row->is_first ||
      (n > 0 && row->offset - g_array_index (self->stretches, SlTextStretch, n - 1).offset <
                    SL_SEGMENT_SIZE / 4 * 3))
    return;

  g_array_append_val (self->stretches, stretch);
}

/* Ticks are ns, or ps where a time needs them and they reach that far; the origin is what the file says, else 0 unless times are
 * far from it. */
static void
set_scale (SlActedScan *self, const SlTextUnit *unit)
{
  gboolean is_ticks = unit->exponent == SL_TEXT_UNIT_TICKS;
  SlFineTime most = self->most;
  SlFineTime said = MIN (unit->origin, self->least);
  SlFineTime origin = said > 0 || most < EXACT_TICKS ? said : self->least;

  self->scale = (SlTextScale) { 1, 0 };
  if (!is_ticks && self->is_fine &&
      (most > (SlFineTime) G_MAXINT64 || most - origin >= SL_TEXT_MOST_TIME))
    sl_notes_add (
        self->notes, SL_OFFSET_NONE, 1,
        N_ ("Times reach too far to be kept in picoseconds; they are cut to nanoseconds"));
  else if (is_ticks || self->is_fine)
    {
      self->scale.origin = (guint64) origin;
      return;
    }

  self->scale.fine_per_tick = FINE_PER_NS;
  self->scale.origin = (guint64) (said / FINE_PER_NS);
  if (said <= 0 && most / FINE_PER_NS >= EXACT_TICKS)
    self->scale.origin = (guint64) (self->least / FINE_PER_NS);
}

static gboolean
finish (SlActedScan *self, const SlTextUnit *unit, GError **error)
{
  if (self->n_events == 0 && self->first_fault != NULL)
    g_set_error (error, SL_ERROR, SL_ERROR_MALFORMED, "No line is right: %s", self->first_fault);
  else if (self->n_events == 0)
    g_set_error_literal (error, SL_ERROR, SL_ERROR_EMPTY, "The file has a header but no events");
  if (self->n_events == 0)
    return FALSE;

  set_scale (self, unit);
  sl_text_names_seal (self->names);
  return TRUE;
}

/**
 * sl_acted_scan_run:
 * @begin: of the first line after the head
 *
 * Returns: %FALSE with %SL_ERROR_EMPTY or %SL_ERROR_MALFORMED where no line is right, or where it was cancelled
 */
gboolean
sl_acted_scan_run (SlActedScan *self,
                   const SlTextReader *reader,
                   gpointer data,
                   const SlTextUnit *unit,
                   const SlTextPlace *begin,
                   GCancellable *cancellable,
                   GError **error)
{
  SlTextPlace place = *begin;
  SlActedLine line;
  SlTextRow row;

  for (guint64 n_rows = 0; reader->next (data, &place, &row); n_rows++)
    {
      if (n_rows % EVENTS_A_LOOK == 0 && g_cancellable_set_error_if_cancelled (cancellable, error))
        return FALSE;

      add_stretch (self, &row);
      if (sl_acted_line_read (&line, &row, unit) && add_names (self, &row, &line))
        add_line (self, &row, &line);
      else
        add_fault (self, &row);
    }

  return finish (self, unit, error);
}

/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-ftrace-scan.h"

#include <glib/gi18n-lib.h>
#include <stdio.h>
#include <string.h>

#include "sl-error.h"
#include "sl-ftrace-describe.h"
#include "sl-ftrace-fields.h"
#include "sl-ftrace-learn.h"
#include "sl-linux-marks.h"
#include "sl-note-counts.h"

/* Lines between two looks at the cancellable. */
#define CANCEL_INTERVAL 65536

/* Bytes behind a loss in which the event that it is before is looked for. */
#define LOOK_AHEAD 65536

/* Processors, and losses, whose begins are known beforehand. */
#define MOST_CPUS   4096
#define MOST_LOSSES (1u << 20)

/* Names of tracepoints that a file may have. */
#define MOST_KINDS 65536

enum
{
  ODD_LINE,
  ODD_TIME,
  N_ODD,
};

static const char *const odd_texts[N_ODD] = {
  [ODD_LINE] = N_ ("A line is neither an event nor a comment; it is left out"),
  [ODD_TIME] = N_ ("An event is earlier than the previous one; it gets the time of that one"),
};

SlFtraceScan *
sl_ftrace_scan_new (void)
{
  SlFtraceScan *self = g_new0 (SlFtraceScan, 1);

  self->names = sl_linux_names_new ();
  self->kinds = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  self->timers = sl_ftrace_timers_new ();
  self->last_before_loss = g_hash_table_new (NULL, NULL);
  self->blocks = g_array_new (FALSE, FALSE, sizeof (SlFtraceBlock));
  sl_linux_states_init (&self->states);
  return self;
}

void
sl_ftrace_scan_free (SlFtraceScan *self)
{
  g_clear_pointer (&self->names, sl_linux_names_free);
  g_hash_table_unref (self->kinds);
  sl_ftrace_timers_free (self->timers);
  g_hash_table_unref (self->last_before_loss);
  g_array_unref (self->blocks);
  g_free (self);
}

/* Time of the first event at or after @offset: that of a loss. What was looked at before is not looked at again, so that any
 * number of losses takes no longer than as many other lines. */
static guint64
find_time (const char *data, gsize size, gsize offset, SlFtracePlace *place)
{
  gsize end = size - offset > LOOK_AHEAD ? offset + LOOK_AHEAD : size;
  SlFtraceLine line;

  if (place->event >= offset && place->event > 0)
    return place->event < end ? MAX (place->event_time, place->last) : place->last;

  for (offset = MAX (offset, place->clear); offset < end; offset = place->clear)
    {
      gsize next;
      gsize length = sl_ftrace_line_measure (data, size, offset, &next);

      place->clear = next;
      if (sl_ftrace_line_read (&line, data + offset, length) != SL_FTRACE_EVENT)
        continue;
      place->event = offset;
      place->event_time = line.time;
      return MAX (line.time, place->last);
    }

  return place->last;
}

static void
fill_loss (const SlFtraceLine *line, SlEvent *event)
{
  *event = (SlEvent) {
    .kind = SL_KIND_LINUX_LOST,
    .cpu = (guint16) line->cpu,
    .a = line->n_lost,
    .flags = SL_EVENT_LOST | (line->n_lost == 0 ? SL_EVENT_NO_A : 0u),
  };
}

static void
fill_event (SlFtraceScan *self, const SlFtraceLine *line, SlEvent *event)
{
  static const SlFtraceKind other = { SL_KIND_LINUX_EVENT, SL_LINUX_ROLE_NONE,
                                      SL_LINUX_SYSCALL_OTHER };
  const SlFtraceKind *kind = g_hash_table_lookup (self->kinds, line->name);

  sl_ftrace_event_fill (line, kind != NULL ? kind : &other, &self->states, event);
  sl_ftrace_timers_fill (self->timers, line, event);
}

/**
 * sl_ftrace_scan_next:
 * @place: moved behind the line
 * @line: (out caller-allocates): the next event or loss
 * @event: (out caller-allocates): the same; its time is not relative to the origin yet
 *
 * Safe from any thread once the pass is over.
 *
 * Returns: %FALSE at the end
 */
gboolean
sl_ftrace_scan_next (SlFtraceScan *self,
                     const char *data,
                     gsize size,
                     SlFtracePlace *place,
                     SlFtraceLine *line,
                     SlEvent *event)
{
  while (place->offset < size)
    {
      gsize offset = place->offset, next;
      gsize length = sl_ftrace_line_measure (data, size, offset, &next);
      SlFtraceLineType type = sl_ftrace_line_read (line, data + offset, length);

      place->offset = next;
      if (type != SL_FTRACE_EVENT && type != SL_FTRACE_LOST)
        continue;

      if (type == SL_FTRACE_LOST)
        {
          line->time = find_time (data, size, next, place);
          fill_loss (line, event);
        }
      else
        {
          fill_event (self, line, event);
          if (event->kind == SL_KIND_LINUX_SCHED_STAT_RUNTIME)
            continue;
        }
      if (line->time < place->last)
        event->flags |= SL_EVENT_BAD_TIME;
      place->last = MAX (place->last, line->time);
      event->time = (SlTime) MIN (place->last, (guint64) G_MAXINT64 / 2);
      event->offset = SL_OFFSET (0, offset);
      if (g_hash_table_contains (self->last_before_loss, GSIZE_TO_POINTER (offset + 1)))
        event->flags |= SL_LINUX_LOSS_FOLLOWS;
      if (event->kind == SL_KIND_LINUX_PRINT)
        {
          SlFtraceText text = sl_ftrace_get_mark (line);

          event->a = 0;
          sl_linux_mark_set (self->marks, text.begin, text.length, event);
        }
      return TRUE;
    }

  return FALSE;
}

/**
 * sl_ftrace_scan_knows_all_events:
 *
 * Returns: whether @kinds has each tracepoint of the text, once the pass is over
 */
gboolean
sl_ftrace_scan_knows_all_events (const SlFtraceScan *self)
{
  return g_hash_table_size (self->kinds) < MOST_KINDS;
}

static const SlFtraceKind *
learn_kind (SlFtraceScan *self, const char *name)
{
  SlFtraceKind *kind = g_hash_table_lookup (self->kinds, name);

  if (kind != NULL || g_hash_table_size (self->kinds) == MOST_KINDS)
    return kind;

  kind = g_new0 (SlFtraceKind, 1);
  kind->kind = sl_linux_find_kind (NULL, name);
  kind->role = sl_linux_find_role (name, &kind->syscall);
  g_hash_table_insert (self->kinds, g_strdup (name), kind);
  return kind;
}

/* Of raw states the bit of preempted tasks says which kernel it was. */
static guint64
get_raw_state (SlFtraceScan *self, const SlFtraceLine *line)
{
  gint64 state;

  if (!sl_ftrace_find_number (&line->rest, "prev_state", &state))
    return 0;

  self->has_raw_states = TRUE;
  return (guint64) state;
}

static void
choose_states (SlFtraceScan *self, guint64 seen)
{
  static const SlLinuxStates old = {
    .n_states = 11,
    .bits = { 1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024 },
    .letters = { 'S', 'D', 'T', 't', 'Z', 'X', 'x', 'K', 'W', 'P', 'N' },
  };

  if ((seen & 0x1c00) == 0)
    return;

  self->states = old;
  self->states.preempted = (seen & 0x1000) != 0 ? 0x1000 : (seen & 0x800) != 0 ? 0x800 : 0x400;
  if (self->states.preempted == 0x400)
    self->states.n_states--;
}

static void
learn (SlFtraceScan *self, const SlFtraceLine *line, const SlEvent *event)
{
  if (line->tgid != 0)
    sl_linux_names_set_tgid (self->names, line->pid, line->time, line->tgid);
  if (line->pid != 0 && line->comm.length > 0 && line->comm.begin[0] != '<')
    sl_linux_names_add_saved (self->names, line->pid, line->comm.begin, line->comm.length);
  sl_ftrace_learn (line, event, self->names);
  sl_ftrace_timers_learn (self->timers, line, event);
}

static void
read_comment (SlFtraceScan *self, const char *text, gsize length, guint64 offset, SlNotes *notes)
{
  static const char word[] = "# entries-in-buffer/entries-written: ";
  g_autofree char *line = g_strndup (text, MIN (length, 120));
  unsigned long kept, written;

  if (g_str_has_prefix (line, word) &&
      sscanf (line + strlen (word), "%lu/%lu", &kept, &written) == 2 && written > kept)
    {
      self->is_overwritten = TRUE;
      sl_notes_add (
          notes, offset, written - kept,
          N_ ("The beginning of the recording was overwritten: events are missing before the "
              "first"));
    }
}

/* Whether a line that is not an event goes on with the text of the one before. */
static gboolean
goes_on (guint16 kind)
{
  return kind == SL_KIND_LINUX_PRINT || kind == SL_KIND_LINUX_BPRINT;
}

/* One line of the pass. */
static void
take_line (SlFtraceScan *self,
           const SlFtraceLine *line,
           guint64 offset,
           guint64 *last,
           guint64 *states,
           SlEvent *event)
{
  if (line->type == SL_FTRACE_EVENT)
    {
      learn_kind (self, line->name);
      fill_event (self, line, event);
      learn (self, line, event);
      if (event->kind == SL_KIND_LINUX_SCHED_SWITCH)
        *states |= get_raw_state (self, line);
      if (event->kind == SL_KIND_LINUX_SCHED_STAT_RUNTIME)
        {
          self->n_runtime++;
          return;
        }
      self->is_whole |= line->is_whole;
    }
  else
    {
      fill_loss (line, event);
    }

  if (self->n_events % SL_BLOCK_EVENTS == 0)
    {
      SlFtraceBlock block = { offset, *last };

      g_array_append_val (self->blocks, block);
    }
  self->n_events++;
}

/* @lasts: (element-type guint64): by processor the offset of its last event so far, and 1 more */
static void
note_last (SlFtraceScan *self, const SlFtraceLine *line, guint64 offset, GArray *lasts)
{
  guint64 *last;

  if (line->cpu >= MOST_CPUS)
    return;
  if (line->cpu >= lasts->len)
    g_array_set_size (lasts, line->cpu + 1);

  last = &g_array_index (lasts, guint64, line->cpu);
  if (*last == 0)
    self->complete = MAX (self->complete, line->time);
  if (line->type == SL_FTRACE_LOST && *last != 0 &&
      g_hash_table_size (self->last_before_loss) < MOST_LOSSES)
    g_hash_table_add (self->last_before_loss, GSIZE_TO_POINTER (*last));
  *last = offset + 1;
}

/**
 * sl_ftrace_scan_run:
 *
 * Returns: %FALSE with %G_IO_ERROR_CANCELLED, or %SL_ERROR_EMPTY where there is no event
 */
gboolean
sl_ftrace_scan_run (SlFtraceScan *self,
                    const char *data,
                    gsize size,
                    SlNotes *notes,
                    GCancellable *cancellable,
                    GError **error)
{
  g_autoptr (SlNoteCounts) odd = sl_note_counts_new (odd_texts, N_ODD);
  guint64 last = 0, states = 0, n_lines = 0;
  gboolean is_html = size > 0 && data[0] == '<', has_origin = FALSE;
  SlEvent event = { .kind = SL_KIND_LINUX_EVENT };
  g_autoptr (GArray) lasts = g_array_new (FALSE, TRUE, sizeof (guint64));
  SlFtracePlace ahead = { 0 };
  SlFtraceLine line;
  gsize next;

  for (gsize offset = 0; offset < size; offset = next)
    {
      gsize length = sl_ftrace_line_measure (data, size, offset, &next);
      SlFtraceLineType type = sl_ftrace_line_read (&line, data + offset, length);

      if (++n_lines % CANCEL_INTERVAL == 0 &&
          g_cancellable_set_error_if_cancelled (cancellable, error))
        return FALSE;
      if (type == SL_FTRACE_COMMENT)
        read_comment (self, data + offset, length, SL_OFFSET (0, offset), notes);
      else if (type == SL_FTRACE_OTHER && !is_html && !goes_on (event.kind))
        sl_note_counts_add (odd, ODD_LINE, SL_OFFSET (0, offset));
      if (type != SL_FTRACE_EVENT && type != SL_FTRACE_LOST)
        continue;

      if (type == SL_FTRACE_LOST)
        {
          ahead.last = last;
          line.time = find_time (data, size, next, &ahead);
        }
      take_line (self, &line, offset, &last, &states, &event);
      if (event.kind == SL_KIND_LINUX_SCHED_STAT_RUNTIME)
        continue;
      note_last (self, &line, offset, lasts);
      if (line.time < last)
        sl_note_counts_add (odd, ODD_TIME, SL_OFFSET (0, offset));
      last = MAX (last, line.time);
      if (!has_origin)
        self->origin = line.time;
      has_origin = TRUE;
    }

  sl_note_counts_flush (odd, notes);
  choose_states (self, states);
  self->last = last;
  if (self->n_events > 0)
    return TRUE;

  g_set_error_literal (error, SL_ERROR, SL_ERROR_EMPTY, "No line is an event");
  return FALSE;
}

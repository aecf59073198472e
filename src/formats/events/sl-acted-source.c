/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-acted-source.h"

#include <string.h>

#include "sl-acted-line.h"
#include "sl-acted-scan.h"
#include "sl-kind-action.h"
#include "sl-segment-source.h"
#include "sl-source-extras.h"

#define PS_PER_US     1000000
#define PS_PER_SECOND G_GUINT64_CONSTANT (1000000000000)

/* Fields that are asked for by the translator alone, before the number of the event in its line. */
#define FIELD_VALUE    "acted-value/"
#define FIELD_NOMINAL  "acted-nominal/"
#define FIELD_LEFT     "acted-left/"
#define FIELD_DEADLINE "acted-deadline/"

/* Of the file, for good. */
typedef struct
{
  SlInput *input;
  guint file;
  const char *data;
  gsize size;
  const SlTextReader *reader;
  gpointer reader_data;
  SlTextUnit unit;
  SlTextNames *names;
  SlTextScale scale;
  guint16 kinds[SL_N_ACTIONS];
} Trace;

typedef struct
{
  SlTextPlace place;
  SlTime last;
} State;

static void
trace_free (gpointer data)
{
  Trace *self = data;

  if (self->reader->free != NULL)
    self->reader->free (self->reader_data);
  g_clear_pointer (&self->names, sl_text_names_free);
  sl_input_unref (self->input);
  g_free (self);
}

static SlTime
get_time (const Trace *self, SlFineTime time)
{
  return sl_text_scale_to_ticks (&self->scale, time);
}

static gint64
get_value (const Trace *self, const SlActedLine *line)
{
  return line->span >= 0 ? (gint64) (line->span / self->scale.fine_per_tick) : line->value;
}

/* The object, the value or the time in the second parameter; FALSE where there is none. */
static gboolean
get_b (const Trace *self, const SlActedLine *line, guint64 object, guint64 *b)
{
  SlActionParts parts = sl_action_get_parts (line->action);

  *b = 0;
  if ((parts & SL_ACTION_HAS_OBJECT) != 0)
    {
      *b = object != SL_ACTED_NOTHING ? object : 0;
      return line->object.type != SL_OBJECT_NONE && object != SL_ACTED_NOTHING;
    }
  if (line->action == SL_ACTION_RELEASE)
    {
      *b = line->deadline >= 0 ? (guint64) get_time (self, line->deadline) : 0;
      return line->deadline >= 0;
    }

  *b = (guint64) get_value (self, line);
  return line->has_value;
}

/* Of cycles and branches: the address, then what is known of it. */
static SlEvent
make_address_event (const Trace *self, const SlTextRow *row, const SlActedLine *line, SlTime time)
{
  gboolean is_space = line->action == SL_ACTION_SPACE;

  return (SlEvent) {
    .time = time,
    .a = is_space ? (guint64) line->value : line->address,
    .b = is_space ? 0 : (guint64) line->value,
    .offset = SL_OFFSET (self->file, row->offset),
    .flags = (!is_space && !line->has_address ? SL_EVENT_NO_A : 0u) |
             (!is_space && !line->has_value ? SL_EVENT_NO_B : 0u),
    .kind = self->kinds[line->action],
    .cpu = line->cpu,
  };
}

/* A name that is not in the table belongs to a line that was refused. */
static gboolean
make_event (const Trace *self,
            const SlTextRow *row,
            const SlActedLine *line,
            SlTime *last,
            SlEvent *event)
{
  SlActionParts parts = sl_action_get_parts (line->action);
  const SlKind *kind = sl_kind_get (self->kinds[line->action]);
  gboolean has_a = line->task.type != SL_OBJECT_NONE;
  gboolean is_late = (parts & SL_ACTION_HAS_TASK) == 0;
  gboolean has_more =
      line->nominal >= 0 || line->is_computed ||
      (!is_late && line->has_value &&
       ((parts & SL_ACTION_HAS_OBJECT) != 0 || line->action == SL_ACTION_RELEASE)) ||
      (line->deadline >= 0 && line->action != SL_ACTION_RELEASE);
  SlTime time = get_time (self, line->time);
  guint64 task = 0, object = 0, b;
  gboolean has_b;

  if (sl_action_is_of_addresses (line->action))
    {
      *event = make_address_event (self, row, line, MAX (time, *last));
      event->flags |= time < *last ? SL_EVENT_BAD_TIME : 0u;
      *last = event->time;
      return TRUE;
    }

  if ((has_a && !sl_text_names_find (self->names, &line->task, &task)) ||
      (line->object.type != SL_OBJECT_NONE &&
       !sl_text_names_find (self->names, &line->object, &object)))
    return FALSE;

  has_b = get_b (self, line, object, &b);
  if (is_late && (parts & SL_ACTION_HAS_OBJECT) != 0 && (parts & SL_ACTION_HAS_VALUE) != 0)
    {
      task = (guint64) get_value (self, line);
      has_a = TRUE;
    }
  *event = (SlEvent) {
    .time = MAX (time, *last),
    .a = task,
    .b = b,
    .offset = SL_OFFSET (self->file, row->offset),
    .flags = (time < *last ? SL_EVENT_BAD_TIME : 0u) |
             (!has_a && kind->a.form != SL_FIELD_NONE ? SL_EVENT_NO_A : 0u) |
             (!has_b && kind->b.form != SL_FIELD_NONE ? SL_EVENT_NO_B : 0u),
    .kind = self->kinds[line->action],
    .cpu = line->cpu,
    .detail = SL_DETAIL_MAKE (line->object.type, has_more, row->part),
  };
  *last = event->time;
  return TRUE;
}

static void
begin_segment (gpointer user_data, const SlSegment *segment, gpointer data)
{
  State *state = data;
  guint64 offset = SL_OFFSET_BYTE (segment->offset);

  *state = (State) { { offset, offset + segment->size, 0, 0 }, segment->a };
}

static guint
decode (gpointer user_data, gpointer data, SlEvent *events, guint room, SlNotes *notes)
{
  const Trace *self = user_data;
  State *state = data;
  guint n_events = 0;
  SlActedLine line;
  SlTextRow row;

  while (n_events < room && self->reader->next (self->reader_data, &state->place, &row))
    {
      if (sl_acted_line_read (&line, &row, &self->unit) &&
          make_event (self, &row, &line, &state->last, &events[n_events]))
        n_events++;
    }

  return n_events;
}

/* Reads the first event from number @part on of the line at @offset. */
static gboolean
read_line (const Trace *self, guint64 offset, guint part, SlTextRow *row, SlActedLine *line)
{
  guint64 byte = SL_OFFSET_BYTE (offset);
  SlTextPlace place = { byte, self->size, 0, part };

  if (SL_OFFSET_FILE (offset) != self->file || byte >= self->size ||
      (byte > 0 && self->data[byte - 1] != '\n'))
    return FALSE;

  while (self->reader->next (self->reader_data, &place, row) && row->offset == byte)
    {
      if (sl_acted_line_read (line, row, &self->unit))
        return TRUE;
    }

  return FALSE;
}

static gboolean
describe (gpointer user_data, guint64 offset, GArray *details)
{
  const Trace *self = user_data;
  SlActedLine line;
  SlTextRow row;

  if (!read_line (self, offset, 0, &row, &line))
    return FALSE;

  self->reader->describe (self->reader_data, SL_OFFSET_BYTE (offset), details);
  return TRUE;
}

static gboolean
read_field (gpointer user_data, guint64 offset, const char *field, SlFieldValue *value)
{
  const Trace *self = user_data;
  gboolean is_nominal = g_str_has_prefix (field, FIELD_NOMINAL);
  gboolean is_left = g_str_has_prefix (field, FIELD_LEFT);
  gboolean is_date = is_nominal || g_str_has_prefix (field, FIELD_DEADLINE);
  const char *number = strchr (field, '/');
  SlFineTime date;
  guint64 part;
  SlActedLine line;
  SlTextRow row;

  if (!is_date && !is_left && !g_str_has_prefix (field, FIELD_VALUE))
    return FALSE;
  if (!g_ascii_string_to_unsigned (number + 1, 10, 0, G_MAXUINT16, &part, NULL) ||
      !read_line (self, offset, (guint) part, &row, &line))
    return FALSE;

  if (is_left && line.is_computed)
    {
      *value = (SlFieldValue) { NULL, SL_ACTED_COMPUTED };
      return TRUE;
    }
  if (is_left)
    {
      /* In microseconds, of which there is at least one. */
      *value = (SlFieldValue) { NULL, (gint64) MAX (line.nominal / PS_PER_US, 1) };
      return line.nominal >= 0 && self->unit.exponent != SL_TEXT_UNIT_TICKS;
    }

  date = is_nominal ? line.nominal : line.deadline;
  *value = (SlFieldValue) { NULL, is_date ? get_time (self, date) : get_value (self, &line) };
  return is_date ? date >= 0 : line.has_value;
}

static char *
get_object_name (gpointer user_data, SlObjectType type, guint64 id, SlTime time)
{
  const Trace *self = user_data;

  return g_strdup (
      sl_text_names_get (self->names, type, id, sl_text_scale_from_ticks (&self->scale, time)));
}

/* Asks the line of @event for a number; FALSE where it has none. */
static gboolean
ask (SlSource *source, const SlEvent *event, const char *what, gint64 *number)
{
  char field[32];
  SlFieldValue value;

  g_snprintf (field, sizeof field, "%s%u", what, SL_DETAIL_PART (event->detail));
  if (!sl_source_read_field (source, event->offset, field, &value))
    return FALSE;

  *number = value.number;
  return TRUE;
}

/* What has no room in the event. */
static void
translate_more (SlSource *source, const SlEvent *event, SlActed *acted)
{
  if (sl_action_has_budget (acted->action))
    {
      ask (source, event, FIELD_VALUE, &acted->nominal);
      ask (source, event, FIELD_DEADLINE, &acted->deadline);
      ask (source, event, FIELD_LEFT, &acted->value);
    }
  else if (acted->action == SL_ACTION_RELEASE)
    {
      ask (source, event, FIELD_NOMINAL, &acted->nominal);
      if (ask (source, event, FIELD_VALUE, &acted->value))
        acted->value++;
    }
  else if (acted->action == SL_ACTION_LOST)
    ask (source, event, FIELD_NOMINAL, &acted->nominal);
  else
    ask (source, event, FIELD_VALUE, &acted->value);
}

static void
translate (gpointer state, SlSource *source, const SlEvent *events, gsize n_events, GArray *actions)
{
  for (gsize i = 0; i < n_events; i++)
    {
      const SlEvent *event = &events[i];
      SlAction action = sl_kind_get_action (event->kind);
      gboolean has_b = (event->flags & SL_EVENT_NO_B) == 0;
      SlActionParts parts;
      SlActed acted;

      if (action == SL_ACTION_NONE)
        continue;
      if (sl_action_is_of_addresses (action))
        {
          sl_translate_by_kinds (NULL, source, event, 1, actions);
          continue;
        }

      parts = sl_action_get_parts (action);
      sl_acted_init (&acted, event, action);
      if ((parts & SL_ACTION_HAS_TASK) == 0)
        acted.value = (gint64) event->a;
      else if ((event->flags & SL_EVENT_NO_A) == 0)
        acted.task = event->a;
      if (SL_DETAIL_TYPE (event->detail) != SL_OBJECT_NONE)
        {
          acted.object_type = SL_DETAIL_TYPE (event->detail);
          acted.object = has_b ? event->b : SL_ACTED_NOTHING;
        }
      else if (has_b && action == SL_ACTION_RELEASE)
        acted.deadline = (SlTime) event->b;
      else if (has_b)
        acted.value = (gint64) event->b + sl_action_has_job_number (action);
      if (SL_DETAIL_HAS_MORE (event->detail))
        translate_more (source, event, &acted);
      g_array_append_val (actions, acted);
    }
}

const SlTranslator sl_acted_translator = { .translate = translate };

static SlClock *
make_clock (const Trace *self)
{
  SlRate rate = { 0, self->unit.rate, self->unit.rate_denominator };
  guint64 origin = self->scale.origin;

  if (self->unit.exponent == SL_TEXT_UNIT_TICKS)
    return sl_clock_new (SL_UNIT_TICKS, origin, rate.numerator > 0 ? &rate : NULL,
                         rate.numerator > 0);
  if (self->scale.fine_per_tick > 1)
    return sl_clock_new (SL_UNIT_NS, origin, NULL, 0);

  rate = (SlRate) { 0, PS_PER_SECOND, 1 };
  return sl_clock_new (SL_UNIT_TICKS, origin, &rate, 1);
}

static GArray *
make_segments (const Trace *self, const SlActedScan *scan)
{
  GArray *segments = g_array_new (FALSE, FALSE, sizeof (SlSegment));

  for (guint i = 0; i < scan->stretches->len; i++)
    {
      const SlTextStretch *stretch = &g_array_index (scan->stretches, SlTextStretch, i);
      guint64 end = i + 1 < scan->stretches->len ? stretch[1].offset : self->size;
      SlSegment segment = { SL_OFFSET (self->file, stretch->offset), end - stretch->offset,
                            stretch->last >= 0 ? get_time (self, stretch->last) : 0, 0 };

      g_array_append_val (segments, segment);
    }

  return segments;
}

/**
 * sl_acted_source_new:
 * @input: held
 * @file: of the text in @input
 * @reader: static
 * @data: (transfer full): the reader's; freed on failure too
 * @unit: of the times
 * @more: %SL_TELLS_WAKEUPS, %SL_TELLS_PLACES and %SL_TELLS_JOBS, as far as the file says so
 * @begin: of the first line after the head; its end is that of the file
 *
 * Reads the text once.
 *
 * Returns: (transfer full) (nullable): the source, which tells what the text has; %NULL with %SL_ERROR_EMPTY or what
 *   is wrong with the first line where no line is right
 */
SlSource *
sl_acted_source_new (SlInput *input,
                     guint file,
                     const SlTextReader *reader,
                     gpointer data,
                     const SlTextUnit *unit,
                     SlActionGroups more,
                     const SlTextPlace *begin,
                     GCancellable *cancellable,
                     GError **error)
{
  static const SlSegmentFormat format = {
    .state_size = sizeof (State),
    .begin = begin_segment,
    .decode = decode,
    .describe = describe,
    .read_field = read_field,
    .get_object_name = get_object_name,
  };
  SlMapping *mapping = sl_input_get_file (input, file);
  g_autoptr (SlNotes) notes = sl_notes_new ();
  g_autoptr (SlActedScan) scan = sl_acted_scan_new (notes, file);
  g_autoptr (GArray) segments = NULL;
  g_autoptr (SlClock) clock = NULL;
  Trace *self = g_new0 (Trace, 1);
  SlSource *source;

  self->input = sl_input_ref (input);
  self->file = file;
  self->data = (const char *) sl_mapping_get_data (mapping);
  self->size = sl_mapping_get_size (mapping);
  self->reader = reader;
  self->reader_data = data;
  self->unit = *unit;
  for (guint i = SL_KIND_ACTED_RUN; i <= SL_KIND_ACTED_LOST; i++)
    self->kinds[sl_kind_get_action (i)] = (guint16) i;
  if (!sl_acted_scan_run (scan, reader, data, unit, begin, cancellable, error))
    {
      trace_free (self);
      return NULL;
    }

  self->scale = scan->scale;
  self->names = g_steal_pointer (&scan->names);
  segments = make_segments (self, scan);
  clock = make_clock (self);
  source = sl_segment_source_new (&format, input, segments, clock, self, trace_free);
  /* Where it is said what a job is, a name says no more than that there is a task. */
  if (scan->has_names && (more & SL_TELLS_JOBS) == 0)
    more |= SL_TELLS_SCHEDULING;
  sl_source_set_meaning (source, scan->tells | more, &sl_acted_translator);
  sl_notes_add_all (sl_source_get_notes (source), notes);
  if (sl_clock_get_unit (clock) == SL_UNIT_NS)
    sl_source_extras_set_wall_if_unix (sl_source_get_extras (source), sl_clock_get_origin (clock));
  return source;
}

/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-chrome-source.h"

#include <glib/gi18n-lib.h>

#include "sl-chrome-kinds.h"
#include "sl-chrome-scan.h"
#include "sl-kind-action.h"
#include "sl-source-extras.h"

/* Arguments of an event that are described. */
#define MOST_ARGUMENTS 256

struct _SlChromeSource
{
  SlSource parent_instance;

  SlInput *input;
  const char *data;
  gsize size;
  SlChromeScan *scan;
  SlTime origin;
  SlClock *clock;
};

G_DEFINE_FINAL_TYPE (SlChromeSource, sl_chrome_source, SL_TYPE_SOURCE)

/* The object at @offset; FALSE where none begins there. */
static gboolean
read_record (SlChromeSource *self, guint64 offset, SlChromeRecord *record)
{
  SlJsonCursor cursor;

  if (offset >= self->size || self->data[offset] != '{')
    return FALSE;

  sl_json_cursor_init (&cursor, self->data, self->size, offset);
  return sl_chrome_record_read (record, &cursor) && record->letter != '\0';
}

static void
set_thread (SlChromeSource *self, const SlChromeRecord *record, SlEvent *event)
{
  event->a = sl_chrome_names_get_thread (self->scan->names, record);
  if (event->a == G_MAXUINT64)
    {
      event->a = 0;
      event->flags |= SL_EVENT_NO_A;
    }
}

/* A span, its end or a mark: of a thread, but for those that none has. */
static void
fill_neutral (SlChromeSource *self,
              const SlChromeRecord *record,
              SlBuiltinKind kind,
              gboolean has_thread,
              SlEvent *event)
{
  guint32 label;

  event->kind = (guint16) kind;
  event->b = sl_chrome_names_get_label (self->scan->names, &record->name);
  event->detail = SL_DETAIL_MAKE (SL_OBJECT_USER_EVENT, FALSE, 0);
  if (has_thread)
    set_thread (self, record, event);
  else
    event->flags |= SL_EVENT_NO_A;

  /* The end of the span that began last need not say what that is. */
  if (kind != SL_KIND_ACTED_SPAN_END || record->name.length > 0)
    return;
  if (sl_chrome_ends_find (self->scan->ends, SL_OFFSET_BYTE (event->offset), &label))
    event->b = label;
  else
    {
      event->b = 0;
      event->flags |= SL_EVENT_NO_B;
      event->detail = 0;
    }
}

static void
fill_flow (SlChromeSource *self,
           const SlChromeRecord *record,
           SlBuiltinKind kind,
           guint64 flow,
           SlEvent *event)
{
  event->kind = kind;
  event->b = flow;
  set_thread (self, record, event);
}

static void
fill_value (SlChromeSource *self, const SlChromeRecord *record, guint part, SlEvent *event)
{
  SlJsonCursor arguments;
  SlJsonSpan key = { 0 }, value = { 0 };
  gint64 number = 0;
  int shift = 0;

  sl_chrome_record_enter_arguments (record, &arguments);
  for (guint i = 0; i <= part; i++)
    if (!sl_chrome_record_next_argument (&arguments, &key, &value))
      break;

  event->kind = SL_KIND_ACTED_VALUE;
  event->b = sl_chrome_names_get_series (self->scan->names, record, &key, &shift);
  event->detail = SL_DETAIL_MAKE (SL_OBJECT_USER_EVENT, FALSE, part);
  if (!sl_json_span_read_decimal (&value, shift, &number, NULL))
    event->flags |= SL_EVENT_NO_A;
  event->a = (guint64) number;
}

static void
fill_whole_span (SlChromeSource *self, const SlChromeRecord *record, guint part, SlEvent *event)
{
  gboolean goes_on = record->flow_in && record->flow_out;

  if (part == SL_CHROME_PART_FLOW)
    fill_flow (self, record,
               goes_on           ? SL_KIND_ACTED_FLOW_STEP
               : record->flow_in ? SL_KIND_ACTED_FLOW_END
                                 : SL_KIND_ACTED_FLOW_BEGIN,
               sl_chrome_record_get_bind (record), event);
  else
    fill_neutral (self, record,
                  part == SL_CHROME_PART_END || record->phase == SL_CHROME_END
                      ? SL_KIND_ACTED_SPAN_END
                      : SL_KIND_ACTED_SPAN_BEGIN,
                  TRUE, event);
}

static void
fill_record (SlChromeSource *self, const SlChromeRecord *record, guint part, SlEvent *event)
{
  switch (record->phase)
    {
    case SL_CHROME_COMPLETE:
    case SL_CHROME_BEGIN:
    case SL_CHROME_END:
      fill_whole_span (self, record, part, event);
      break;
    case SL_CHROME_COUNTER:
      fill_value (self, record, part, event);
      break;
    case SL_CHROME_INSTANT:
      fill_neutral (self, record, SL_KIND_ACTED_MARK, record->scope != 'g' && record->scope != 'p',
                    event);
      break;
    case SL_CHROME_ASYNC_STEP:
      fill_neutral (self, record, SL_KIND_ACTED_MARK, FALSE, event);
      break;
    case SL_CHROME_ASYNC_BEGIN:
      fill_neutral (self, record, SL_KIND_ACTED_SPAN_BEGIN, FALSE, event);
      break;
    case SL_CHROME_ASYNC_END:
      fill_neutral (self, record, SL_KIND_ACTED_SPAN_END, FALSE, event);
      break;
    case SL_CHROME_FLOW_BEGIN:
    case SL_CHROME_FLOW_STEP:
    case SL_CHROME_FLOW_END:
      fill_flow (self, record,
                 (SlBuiltinKind) (record->phase - SL_CHROME_FLOW_BEGIN + SL_KIND_ACTED_FLOW_BEGIN),
                 sl_chrome_record_get_id (record), event);
      break;
    case SL_CHROME_METADATA:
    case SL_CHROME_OTHER:
    default:
      event->kind = (guint16) (sl_chrome_kind_base + SL_CHROME_KIND_OTHER);
      set_thread (self, record, event);
      break;
    }
}

static void
fill_event (SlChromeSource *self, const SlChromeEntry *entry, SlEvent *event)
{
  guint64 offset = SL_CHROME_OFFSET (entry->place);
  SlChromeRecord record;

  *event = (SlEvent) {
    .time = entry->time - self->origin,
    .offset = SL_OFFSET (0, offset),
    .kind = (guint16) (sl_chrome_kind_base + SL_CHROME_KIND_OTHER),
  };
  /* The file may have shrunk since it was opened. */
  if (read_record (self, offset, &record))
    fill_record (self, &record, SL_CHROME_PART (entry->place), event);
  else
    event->flags = SL_EVENT_NO_A;
}

static guint64
sl_chrome_source_get_n_blocks (SlSource *source)
{
  return (SL_CHROME_SOURCE (source)->scan->n_entries + SL_BLOCK_EVENTS - 1) / SL_BLOCK_EVENTS;
}

static gssize
sl_chrome_source_read_block (SlSource *source, guint64 block, SlEvent *events)
{
  SlChromeSource *self = SL_CHROME_SOURCE (source);
  guint64 first = block * SL_BLOCK_EVENTS;
  gsize n_events;

  if (block >= sl_chrome_source_get_n_blocks (source))
    return -1;

  n_events = MIN (SL_BLOCK_EVENTS, self->scan->n_entries - first);
  for (gsize i = 0; i < n_events; i++)
    fill_event (self, &self->scan->entries[first + i], &events[i]);
  return (gssize) n_events;
}

static SlClock *
sl_chrome_source_get_clock (SlSource *source)
{
  return SL_CHROME_SOURCE (source)->clock;
}

static char *
sl_chrome_source_get_object_name (SlSource *source, SlObjectType type, guint64 id, SlTime time)
{
  return sl_chrome_names_dup (SL_CHROME_SOURCE (source)->scan->names, type, id);
}

static void
describe_span (GArray *details, const char *name, const SlJsonSpan *value)
{
  g_autofree char *text = NULL;

  if (value->type == SL_JSON_TYPE_NOTHING)
    return;

  text = sl_json_span_dup (value);
  sl_details_add (details, name, "%s", text);
}

static void
describe_argument (SlChromeSource *self,
                   GArray *details,
                   const SlJsonSpan *key,
                   const SlJsonSpan *value)
{
  const char *field = sl_chrome_fields_find (self->scan->fields, key);
  g_autofree char *name = sl_json_span_dup (key);
  g_autofree char *text = sl_json_span_dup (value);

  if (field != NULL)
    sl_details_add_field (details, name, field, text, "%s", text);
}

static gboolean
sl_chrome_source_describe (SlSource *source, guint64 offset, GArray *details)
{
  SlChromeSource *self = SL_CHROME_SOURCE (source);
  char phase[2] = "";
  SlChromeRecord record;
  SlJsonCursor arguments;
  SlJsonSpan key, value;

  if (SL_OFFSET_FILE (offset) != 0 || !read_record (self, SL_OFFSET_BYTE (offset), &record))
    return FALSE;

  phase[0] = g_ascii_isprint (record.letter) ? record.letter : '?';
  sl_details_add (details, "Phase", "%s", phase);
  describe_span (details, "Name", &record.name);
  describe_span (details, "Category", &record.category);
  describe_span (details, "Pid", &record.pid);
  describe_span (details, "Tid", &record.tid);
  describe_span (details, "Id", &record.id);
  describe_span (details, "Bind id", &record.bind);
  if (record.duration >= 0)
    sl_details_add_number (details, "Duration, ns", "duration", (guint64) record.duration,
                           "%" G_GINT64_FORMAT, record.duration);
  sl_chrome_record_enter_arguments (&record, &arguments);
  for (guint i = 0; i < MOST_ARGUMENTS && sl_chrome_record_next_argument (&arguments, &key, &value);
       i++)
    describe_argument (self, details, &key, &value);
  return TRUE;
}

static void
sl_chrome_source_finalize (GObject *object)
{
  SlChromeSource *self = SL_CHROME_SOURCE (object);

  g_clear_pointer (&self->scan, sl_chrome_scan_free);
  g_clear_pointer (&self->input, sl_input_unref);
  g_clear_pointer (&self->clock, sl_clock_unref);
  G_OBJECT_CLASS (sl_chrome_source_parent_class)->finalize (object);
}

static void
sl_chrome_source_class_init (SlChromeSourceClass *klass)
{
  SlSourceClass *source_class = SL_SOURCE_CLASS (klass);

  G_OBJECT_CLASS (klass)->finalize = sl_chrome_source_finalize;
  source_class->read_block = sl_chrome_source_read_block;
  source_class->get_n_blocks = sl_chrome_source_get_n_blocks;
  source_class->get_clock = sl_chrome_source_get_clock;
  source_class->describe = sl_chrome_source_describe;
  source_class->get_object_name = sl_chrome_source_get_object_name;
}

static void
sl_chrome_source_init (SlChromeSource *self)
{
  self->scan = sl_chrome_scan_new ();
}

static guint64
get_process_of (gpointer names, guint64 task)
{
  return sl_chrome_names_get_process (names, task);
}

static void
set_wall (SlChromeSource *self)
{
  SlSourceExtras *extras = sl_source_get_extras (SL_SOURCE (self));

  if (self->scan->epoch > 0 && self->origin >= 0)
    sl_source_extras_set_wall_shift (extras, self->scan->epoch);
  else
    sl_source_extras_set_wall_if_unix (extras, sl_clock_get_origin (self->clock));
}

/**
 * sl_chrome_source_open:
 * @input: held
 *
 * Reads the file once, to put its events in order.
 *
 * Returns: (transfer full) (nullable): the source; %NULL with %SL_ERROR_EMPTY or %SL_ERROR_MALFORMED where there is no
 *   event, or where @cancellable was cancelled
 */
SlSource *
sl_chrome_source_open (SlInput *input, GCancellable *cancellable, GError **error)
{
  g_autoptr (SlChromeSource) self = g_object_new (SL_TYPE_CHROME_SOURCE, NULL);
  SlMapping *mapping = sl_input_get_file (input, 0);
  SlNotes *notes = sl_source_get_notes (SL_SOURCE (self));

  self->input = sl_input_ref (input);
  self->data = (const char *) sl_mapping_get_data (mapping);
  self->size = sl_mapping_get_size (mapping);
  if (!sl_chrome_scan_run (self->scan, self->data, self->size, notes, cancellable, error))
    return NULL;

  sl_source_set_some_fields (SL_SOURCE (self), sl_chrome_fields_get_all (self->scan->fields));
  sl_source_extras_set_processes (sl_source_get_extras (SL_SOURCE (self)), get_process_of, NULL,
                                  self->scan->names);
  self->origin = self->scan->entries[0].time;
  if (self->origin < 0)
    sl_notes_add (notes, SL_OFFSET (0, SL_CHROME_OFFSET (self->scan->entries[0].place)), 1,
                  N_ ("Times are negative at first; they are counted from the first event"));
  self->clock = sl_clock_new (SL_UNIT_NS, (guint64) MAX (self->origin, 0), NULL, 0);
  set_wall (self);
  return SL_SOURCE (g_steal_pointer (&self));
}

/* What the events of one span have in common, so that its end is that of its begin and not of another one of its name; 0
 * where only their order says it. */
static gint64
get_identity (SlSource *source, const SlEvent *event)
{
  SlChromeRecord record;

  if (!read_record (SL_CHROME_SOURCE (source), SL_OFFSET_BYTE (event->offset), &record))
    return 0;
  if (record.phase == SL_CHROME_COMPLETE)
    return (gint64) SL_OFFSET_BYTE (event->offset) + 1;

  return record.phase >= SL_CHROME_ASYNC_BEGIN && record.phase <= SL_CHROME_ASYNC_END
             ? (gint64) sl_chrome_record_get_id (&record)
             : 0;
}

/* An end of a flow leads to the next span of its thread, if it is an event of its own that does not say otherwise. */
static gboolean
leads_to_next (SlSource *source, const SlEvent *event)
{
  SlChromeRecord record;

  return read_record (SL_CHROME_SOURCE (source), SL_OFFSET_BYTE (event->offset), &record) &&
         record.phase == SL_CHROME_FLOW_END && record.binding != 'e';
}

static void
set_flow (SlActed *acted, SlSource *source, const SlEvent *event)
{
  acted->value = (gint64) event->b;
  if (acted->action == SL_ACTION_FLOW_END && leads_to_next (source, event))
    acted->object_type = SL_OBJECT_SPAN;
}

static void
translate (gpointer state, SlSource *source, const SlEvent *events, gsize n_events, GArray *actions)
{
  for (gsize i = 0; i < n_events; i++)
    {
      const SlEvent *event = &events[i];
      SlAction action = sl_kind_get_action (event->kind);
      SlActed acted;

      if (action == SL_ACTION_NONE)
        continue;

      sl_acted_init (&acted, event, action);
      if (SL_DETAIL_TYPE (event->detail) != SL_OBJECT_NONE)
        {
          acted.object_type = SL_DETAIL_TYPE (event->detail);
          acted.object = event->b;
        }
      if (action == SL_ACTION_VALUE)
        acted.value = (gint64) event->a;
      else if ((event->flags & SL_EVENT_NO_A) == 0)
        acted.task = event->a;
      if (action == SL_ACTION_SPAN_BEGIN || action == SL_ACTION_SPAN_END)
        acted.value = get_identity (source, event);
      if (sl_action_is_of_flows (action))
        set_flow (&acted, source, event);
      g_array_append_val (actions, acted);
    }
}

const SlTranslator sl_chrome_translator = { .translate = translate };

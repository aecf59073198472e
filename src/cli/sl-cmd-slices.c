/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-cli-command.h"

#include <string.h>
#include <unistd.h>

#include "sl-cli-calls.h"
#include "sl-cli-error.h"
#include "sl-cli-lanes.h"
#include "sl-cli-table.h"
#include "sl-cli-traces.h"
#include "sl-cli-unit.h"
#include "sl-cli-words.h"
#include "sl-kind.h"
#include "sl-source-extras.h"
#include "sl-topa-layout.h"
#include "sl-track-merge.h"

static gboolean as_csv;
static char *from_text;
static char *to_text;
static char **lane_globs;
static char *state_text;
static gboolean with_calls;
static char *unit_text;

static const GOptionEntry entries[] = {
  { "csv", 0, 0, G_OPTION_ARG_NONE, &as_csv, "Print CSV (RFC 4180)", NULL },
  { "lane", 0, 0, G_OPTION_ARG_FILENAME_ARRAY, &lane_globs,
    "Only lanes whose name matches, such as 'task:*'; may be repeated", "GLOB" },
  { "state", 0, 0, G_OPTION_ARG_FILENAME, &state_text, "Only this state, such as running", "S" },
  { "calls", 0, 0, G_OPTION_ARG_NONE, &with_calls,
    "Decode function calls, from Intel PT and the programs that ran", NULL },
  { "from", 0, 0, G_OPTION_ARG_FILENAME, &from_text,
    "First instant of the span: 24305936302, +1000, 1.5ms", "T" },
  { "to", 0, 0, G_OPTION_ARG_FILENAME, &to_text, "First instant after the span", "T" },
  SL_CLI_UNIT_ENTRY (unit_text),
  G_OPTION_ENTRY_NULL,
};

static const SlCliColumn columns[] = {
  { "lane", 20, FALSE }, { "state", 12, FALSE },  { "begin", 16, TRUE },
  { "end", 16, TRUE },   { "detail", 16, FALSE }, { "name", 16, FALSE },
};

typedef struct
{
  SlCliTable table;
  const SlCliTraces *set;
  guint trace; /* the one at hand, of which: */
  char *prefix;
  SlCliNames *names;
  SlSpan span;
  SlObjectTable *objects;
  guint32 idle_task;
  gboolean every_life; /* whatever life the id of the idle task has */
  SlState state;       /* SL_STATE_NONE for all */
  char address[20];
} Printer;

/* The power state of a processor: C0 to C15. */
static const char *
get_c_state (guint32 number)
{
  static const char *const names[] = {
    "C0", "C1", "C2",  "C3",  "C4",  "C5",  "C6",  "C7",
    "C8", "C9", "C10", "C11", "C12", "C13", "C14", "C15",
  };

  return number < G_N_ELEMENTS (names) ? names[number] : "";
}

static const char *
get_address (Printer *self, guint32 address)
{
  g_snprintf (self->address, sizeof self->address, "0x%x", address);
  return self->address;
}

/* The region's base address for scripts, its name for people. */
static const char *
get_region (Printer *self, guint32 entry)
{
  SlTrace *trace = sl_cli_traces_get (self->set, self->trace)->trace;
  const SlTopaLayout *layout = sl_source_get_topa_layout (sl_trace_get_source (trace));
  g_autofree char *place = NULL;

  if (layout == NULL)
    return "";
  place = sl_topa_layout_dup_place (layout, entry);
  if (as_csv || place[0] == '\0')
    g_snprintf (self->address, sizeof self->address, "0x%" G_GINT64_MODIFIER "x",
                sl_topa_layout_get_entry (layout, entry)->base);
  else
    g_strlcpy (self->address, place, sizeof self->address);
  return self->address;
}

static const char *
get_detail (Printer *self, SlState state, guint32 detail)
{
  switch ((int) state)
    {
    case SL_STATE_GAP:
      return sl_gap_reason_get_id ((SlGapReason) detail);
    case SL_STATE_NOT_RECORDED:
      return sl_family_get_id (detail);
    case SL_STATE_BLOCKED:
      return detail != 0 ? sl_cli_names_get_text (self->names, detail, as_csv) : "unknown";
    case SL_STATE_IDLE:
      return "";
    case SL_STATE_CALL:
      return sl_object_table_get (self->objects, detail)->name;
    case SL_STATE_STRAIGHT:
      return detail != 0 ? get_address (self, detail) : "";
    case SL_STATE_WRITTEN:
      return get_region (self, detail);
    case SL_STATE_ASLEEP:
      return get_c_state (detail);
    default:
      return sl_cli_names_get_text (self->names, detail, as_csv);
    }
}

static gboolean
is_idle_task (const Printer *self, guint32 task)
{
  const SlObject *one = sl_object_table_get (self->objects, task);
  const SlObject *idle;

  if (task == self->idle_task)
    return TRUE;
  if (!self->every_life || self->idle_task == 0 || one == NULL)
    return FALSE;

  idle = sl_object_table_get (self->objects, self->idle_task);
  return one->type == idle->type && one->id == idle->id;
}

/* A processor is idle while the idle task runs, and the user may have said which task that is. */
static SlState
get_state (const Printer *self, const SlCliLane *lane, const SlItem *item)
{
  SlState state = (SlState) item->state;

  if (lane->lane->type != SL_LANE_CPU || item->detail == 0 ||
      (state != SL_STATE_RUNNING && state != SL_STATE_IDLE))
    return state;

  return is_idle_task (self, item->detail) ? SL_STATE_IDLE : SL_STATE_RUNNING;
}

/* On the axis. */
static void
print_tick (Printer *self, SlTime own)
{
  sl_cli_table_absolute (&self->table, sl_trace_set_get_clock (self->set->set),
                         sl_trace_set_to_reference (self->set->set, self->trace, own));
}

/* (transfer full): for scripts as "info" lists it; for people by the name of its object */
static char *
dup_lane (const Printer *self, const SlCliLane *lane)
{
  const char *name = sl_cli_names_get_name (self->names, lane->lane->object);

  if (as_csv || name[0] == '\0' || !g_str_has_prefix (lane->name, lane->lane->name))
    return g_strconcat (self->prefix, lane->name, NULL);

  return g_strconcat (self->prefix, name, lane->name + strlen (lane->lane->name), NULL);
}

static void
print_slice (Printer *self, const SlCliLane *lane, SlState state, const SlItem *item)
{
  g_autofree char *name = dup_lane (self, lane);

  sl_cli_table_text (&self->table, name);
  sl_cli_table_text (&self->table, sl_state_get_id (state));
  print_tick (self, item->begin);
  print_tick (self, item->end);
  sl_cli_table_text (&self->table, get_detail (self, state, item->detail));
  if (as_csv)
    sl_cli_table_text (&self->table, sl_cli_names_get_name (self->names, lane->lane->object));
}

/* What happened when a region of memory was full is known by instants alone: slices without a length,
 * whose state is the kind of what happened. */
static void
print_full (Printer *self, const SlLane *lane)
{
  const SlTrack *track = sl_lane_get_track (lane, SL_ROLE_MARKS);
  g_autofree char *name = g_strconcat (self->prefix, lane->name, NULL);
  SlTrackIter iter;
  SlItem item;

  if (track == NULL || self->state != SL_STATE_NONE)
    return;

  sl_track_iter_init (&iter, track, self->span.begin);
  while (sl_track_iter_next (&iter, &item) && item.begin < self->span.end)
    {
      if (item.begin < self->span.begin)
        continue;
      sl_cli_table_text (&self->table, name);
      sl_cli_table_text (&self->table, sl_kind_get ((guint16) item.state)->id);
      print_tick (self, item.begin);
      print_tick (self, item.begin);
      sl_cli_table_text (&self->table, get_region (self, item.detail));
      if (as_csv)
        sl_cli_table_text (&self->table, "");
    }
}

/* Whole slices that touch the span: where a slice really begins is worth more than a neat edge,
 * and cutting is easy for whoever wants it. */
static void
print_lane (Printer *self, const SlCliLane *lane)
{
  g_autoptr (SlTrackMerge) slices = sl_track_merge_new (lane->tracks, self->span.begin);
  SlItem item;

  while (sl_track_merge_next (slices, &item) && item.begin < self->span.end &&
         sl_cli_writer_is_open (self->table.writer))
    {
      SlState state = get_state (self, lane, &item);

      if (item.state == SL_STATE_NONE)
        continue;
      if (self->state == SL_STATE_NONE || state == self->state)
        print_slice (self, lane, state, &item);
    }
}

static gboolean
parse_state (const char *text, SlState *state, GError **error)
{
  *state = SL_STATE_NONE;
  if (text == NULL || (sl_state_find (text, state) && *state != SL_STATE_NONE))
    return TRUE;

  g_set_error (error, SL_CLI_ERROR, SL_CLI_STATUS_USAGE,
               "--state: unknown state “%s”; examples are running, ready and blocked", text);
  return FALSE;
}

/* Lanes of several traces are matched with and without the number of their trace. */
static void
print_trace (Printer *self, SlCliGlobs *globs)
{
  const SlCliTrace *trace = sl_cli_traces_get (self->set, self->trace);
  g_autoptr (GPtrArray) lanes = sl_cli_lanes_new (trace->trace);

  for (guint i = 0; i < lanes->len; i++)
    {
      const SlCliLane *lane = g_ptr_array_index (lanes, i);
      g_autofree char *name = g_strconcat (self->prefix, lane->name, NULL);

      gboolean is_meant = sl_cli_globs_match (globs, name);

      if (!sl_cli_globs_match (globs, lane->name) && !is_meant)
        continue;
      print_lane (self, lane);
      if (lane->tracks->len == 0)
        print_full (self, lane->lane);
    }
}

static gboolean
run (const SlCliRequest *request, GError **error)
{
  g_autoptr (SlCliWriter) writer = sl_cli_writer_new (STDOUT_FILENO, "standard output");
  g_autoptr (SlCliTraces) set = NULL;
  g_autoptr (SlCliGlobs) globs = NULL;
  Printer printer = { .table = { .writer = writer } };
  SlShownUnit unit;
  SlSpan span;

  if (!parse_state (state_text, &printer.state, error))
    return FALSE;

  set = sl_cli_traces_open (request, error);
  if (set == NULL || !sl_cli_traces_parse_span (set, from_text, to_text, &span, error) ||
      !sl_cli_unit_parse (unit_text, sl_trace_set_get_clock (set->set), &unit, error))
    return FALSE;
  if (with_calls && !sl_cli_calls_find (set, request, span, error))
    return FALSE;
  globs = sl_cli_globs_new (lane_globs, error);
  if (globs == NULL)
    return FALSE;

  sl_cli_table_init (&printer.table, writer, columns, G_N_ELEMENTS (columns) - (as_csv ? 0 : 1),
                     as_csv);
  sl_cli_table_set_unit (&printer.table, unit);
  printer.set = set;
  for (guint i = 0; i < set->traces->len; i++)
    {
      const SlCliTrace *trace = sl_cli_traces_get (set, i);
      const char *idle = sl_cli_numbered_find (request->idles, i);
      g_autofree char *prefix = sl_cli_traces_dup_prefix (set, i);
      g_autoptr (SlCliNames) names = sl_cli_names_new (trace->trace, trace->annotations, "");

      printer.trace = i;
      printer.prefix = prefix;
      printer.names = names;
      printer.span = sl_trace_set_own_span (set->set, i, span);
      printer.objects = sl_trace_get_objects (trace->trace);
      printer.every_life = idle != NULL && strchr (idle, '#') == NULL;
      printer.idle_task = sl_annotations_get_idle_task (trace->annotations, trace->trace);
      print_trace (&printer, globs);
    }
  /* A complete trace has no such lane, but asking for it is not a mistake. */
  sl_cli_globs_match (globs, "trace");
  sl_cli_globs_note_unmatched (globs);

  return sl_cli_writer_finish (writer, error);
}

const SlCliCommand sl_cmd_slices = {
  .id = "slices",
  .summary = "Print what each lane does and when: who runs, waits, holds",
  .reads_files = TRUE,
  .entries = entries,
  .run = run,
};

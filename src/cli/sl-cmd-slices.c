/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-cli-command.h"

#include <string.h>
#include <unistd.h>

#include "sl-cli-error.h"
#include "sl-cli-globs.h"
#include "sl-cli-lanes.h"
#include "sl-cli-names.h"
#include "sl-cli-table.h"
#include "sl-kind.h"

static gboolean as_csv;
static char *from_text;
static char *to_text;
static char **lane_globs;
static char *state_text;

static const GOptionEntry entries[] = {
  { "csv", 0, 0, G_OPTION_ARG_NONE, &as_csv, "Print CSV after RFC 4180", NULL },
  { "lane", 0, 0, G_OPTION_ARG_FILENAME_ARRAY, &lane_globs,
    "Only lanes whose name matches, such as 'task:*'; may be repeated", "GLOB" },
  { "state", 0, 0, G_OPTION_ARG_FILENAME, &state_text, "Only this state, such as running", "S" },
  { "from", 0, 0, G_OPTION_ARG_FILENAME, &from_text, "First instant: 24305936302, +1000, 1.5ms",
    "T" },
  { "to", 0, 0, G_OPTION_ARG_FILENAME, &to_text, "First instant after the last", "T" },
  G_OPTION_ENTRY_NULL,
};

static const SlCliColumn columns[] = {
  { "lane", 20, FALSE }, { "state", 12, FALSE },  { "begin", 16, TRUE },
  { "end", 16, TRUE },   { "detail", 16, FALSE },
};

typedef struct
{
  SlCliTable table;
  SlClock *clock;
  SlCliNames *names;
  SlSpan span;
  SlObjectTable *objects;
  guint32 idle_task;
  gboolean every_life; /* whatever life the id of the idle task has */
  SlState state;       /* SL_STATE_NONE for all */
} Printer;

static const char *
get_detail (const Printer *self, SlState state, guint32 detail)
{
  switch ((int) state)
    {
    case SL_STATE_GAP:
      return sl_gap_reason_get_id ((SlGapReason) detail);
    case SL_STATE_NOT_RECORDED:
      return sl_family_get_id (detail);
    case SL_STATE_BLOCKED:
      return detail != 0 ? sl_cli_names_get (self->names, detail) : "unknown";
    case SL_STATE_IDLE:
      return "";
    default:
      return sl_cli_names_get (self->names, detail);
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

static void
print_slice (Printer *self, const SlCliLane *lane, SlState state, const SlItem *item)
{
  sl_cli_table_text (&self->table, lane->name);
  sl_cli_table_text (&self->table, sl_state_get_id (state));
  sl_cli_table_decimal (&self->table, sl_clock_to_absolute (self->clock, item->begin));
  sl_cli_table_decimal (&self->table, sl_clock_to_absolute (self->clock, item->end));
  sl_cli_table_text (&self->table, get_detail (self, state, item->detail));
}

/* Whole slices that touch the span: where a slice really begins is worth more than a neat edge,
 * and cutting is easy for whoever wants it. */
static void
print_lane (Printer *self, const SlCliLane *lane)
{
  g_autoptr (SlCliLaneIter) iter = sl_cli_lane_iter_new (lane, self->span.begin);
  SlItem item;

  while (sl_cli_lane_iter_next (iter, &item) && item.begin < self->span.end &&
         sl_cli_writer_is_open (self->table.writer))
    {
      SlState state = get_state (self, lane, &item);

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
               "--state %s: There is no such state; running, ready and blocked are some", text);
  return FALSE;
}

static gboolean
print_slices (Printer *self, SlTrace *trace, GError **error)
{
  g_autoptr (GPtrArray) lanes = sl_cli_lanes_new (trace);
  g_autoptr (SlCliGlobs) globs = sl_cli_globs_new (lane_globs, error);

  if (globs == NULL)
    return FALSE;

  sl_cli_table_init (&self->table, self->table.writer, columns, G_N_ELEMENTS (columns), as_csv);
  for (guint i = 0; i < lanes->len; i++)
    {
      const SlCliLane *lane = g_ptr_array_index (lanes, i);

      if (sl_cli_globs_match (globs, lane->name))
        print_lane (self, lane);
    }

  return sl_cli_writer_finish (self->table.writer, error);
}

static gboolean
run (const SlCliRequest *request, GError **error)
{
  g_autoptr (SlCliWriter) writer = sl_cli_writer_new (STDOUT_FILENO, "standard output");
  g_autoptr (SlCliTrace) trace = NULL;
  g_autoptr (SlCliNames) names = NULL;
  Printer printer = { 0 };

  if (!parse_state (state_text, &printer.state, error))
    return FALSE;

  trace = sl_cli_open (request, error);
  if (trace == NULL || !sl_cli_trace_parse_span (trace, from_text, to_text, &printer.span, error))
    return FALSE;

  names = sl_cli_names_new (trace->trace);
  printer.table.writer = writer;
  printer.clock = trace->clock;
  printer.names = names;
  printer.objects = sl_trace_get_objects (trace->trace);
  printer.every_life = request->idle != NULL && strchr (request->idle, '#') == NULL;
  printer.idle_task = sl_overlay_get_idle_task (trace->overlay, trace->trace);

  return print_slices (&printer, trace->trace, error);
}

const SlCliCommand sl_cmd_slices = {
  .id = "slices",
  .summary = "Print what each lane does and when: who runs, waits, holds",
  .reads_files = TRUE,
  .entries = entries,
  .run = run,
};

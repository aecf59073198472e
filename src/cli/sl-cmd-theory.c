/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-cli-command.h"

#include <unistd.h>

#include "sl-cli-jobs.h"
#include "sl-cli-json.h"
#include "sl-cli-table.h"
#include "sl-cli-words.h"
#include "sl-schedulability.h"
#include "sl-text-excess.h"
#include "sl-text-theory.h"

static gboolean as_csv;
static gboolean as_json;
static SlCliDeadlines deadlines;

static const GOptionEntry entries[] = {
  { "csv", 0, 0, G_OPTION_ARG_NONE, &as_csv, "Print CSV (RFC 4180)", NULL },
  { "json", 0, 0, G_OPTION_ARG_NONE, &as_json, "Print JSON", NULL },
  SL_CLI_DEADLINE_ENTRIES (deadlines),
  G_OPTION_ENTRY_NULL,
};

static const SlCliColumn columns[] = {
  { "task", 16, FALSE },       { "kind", 9, FALSE },     { "wcet", 10, TRUE },
  { "period", 10, TRUE },      { "deadline", 10, TRUE }, { "jitter", 8, TRUE },
  { "utilisation", 11, TRUE }, { "blocking", 10, TRUE }, { "response", 10, TRUE },
  { "measured", 10, TRUE },    { "margin", 10, TRUE },   { "bound", 8, FALSE },
  { "verdict", 15, FALSE },    { "exceeds", 7, FALSE },  { "excess", 10, FALSE },
  { "estimated", 10, FALSE },  { "name", 0, FALSE },     { "cpu", 6, FALSE },
};

static const char *const kinds[] = {
  [SL_THEORY_TASK] = "task",        [SL_THEORY_SERVER] = "server",
  [SL_THEORY_BANDWIDTH] = "server", [SL_THEORY_INTERRUPT] = "interrupt",
  [SL_THEORY_SERVED] = "served",
};

static const struct
{
  SlEstimated what;
  const char *id;
} estimates[] = {
  { SL_ESTIMATED_WCET, "wcet" },
  { SL_ESTIMATED_PERIOD, "period" },
  { SL_ESTIMATED_DEADLINE, "deadline" },
  { SL_ESTIMATED_SECTIONS, "sections" },
};

typedef struct
{
  const SlCliTrace *trace;
  SlJobTable *jobs;
  SlCliNames *names;
  SlSchedulability *theory;
} Theory;

static void
theory_clear (gpointer data)
{
  Theory *self = data;

  g_clear_pointer (&self->names, sl_cli_names_free);
  g_clear_pointer (&self->theory, sl_schedulability_unref);
}

static void
print_ticks (SlCliTable *table, gboolean known, gint64 ticks)
{
  if (known)
    sl_cli_table_signed (table, ticks);
  else
    sl_cli_table_empty (table);
}

static void
print_excesses (const Theory *self, SlCliTable *table, const SlTaskTheory *task)
{
  g_autoptr (GString) text = g_string_new (NULL);

  for (guint i = 0; i < task->excesses->len; i++)
    {
      const SlExcess *excess = &g_array_index (task->excesses, SlExcess, i);

      g_string_append_printf (text, "%s%s", i > 0 ? ";" : "", sl_excess_kind_get_id (excess->kind));
      if (excess->object != 0)
        g_string_append_printf (text, ":%s",
                                sl_cli_names_get_text (self->names, excess->object, as_csv));
      g_string_append_printf (text, "=%" G_GINT64_FORMAT, excess->measured);
    }
  sl_cli_table_text (table, text->str);
}

static void
print_estimated (SlCliTable *table, guint estimated)
{
  g_autoptr (GString) text = g_string_new (NULL);

  for (guint i = 0; i < G_N_ELEMENTS (estimates); i++)
    if (estimated & estimates[i].what)
      g_string_append_printf (text, "%s%s", text->len > 0 ? "+" : "", estimates[i].id);
  sl_cli_table_text (table, text->str);
}

static void
print_task (const Theory *self, SlCliTable *table, const SlTaskTheory *task)
{
  char utilisation[G_ASCII_DTOSTR_BUF_SIZE];
  gboolean has_share = sl_theory_task_has_figures (&task->task);
  gboolean is_served = task->task.kind == SL_THEORY_SERVED;
  gint64 margin;
  gboolean has_margin = sl_task_theory_get_margin (task, &margin);

  sl_cli_table_text (table, sl_cli_names_get_text (self->names, task->object, as_csv));
  sl_cli_table_text (table, kinds[task->task.kind]);
  print_ticks (table, task->task.wcet > 0, task->task.wcet);
  print_ticks (table, task->task.period > 0, task->task.period);
  print_ticks (table, task->task.deadline > 0, task->task.deadline);
  print_ticks (table, TRUE, task->task.jitter);
  sl_cli_table_text (table, has_share ? g_ascii_formatd (utilisation, sizeof utilisation, "%.4f",
                                                         sl_utilisation_get (&task->task))
                                      : "");
  print_ticks (table, task->blocking.state == SL_BOUND_KNOWN && !is_served, task->blocking.ticks);
  print_ticks (table, task->response.state == SL_BOUND_KNOWN, task->response.ticks);
  print_ticks (table, task->measured >= 0, task->measured);
  print_ticks (table, has_margin, margin);
  sl_cli_table_text (table, sl_bound_state_get_id (task->response.state));
  sl_cli_table_text (table, sl_verdict_get_id (task->verdict));
  sl_cli_table_text (table, !has_margin ? "" : task->exceeds ? "yes" : "no");
  print_excesses (self, table, task);
  print_estimated (table, task->estimated);
  if (!as_csv)
    return;

  sl_cli_table_text (table, sl_cli_names_get_name (self->names, task->object));
  sl_cli_table_text (table, task->cpu != 0 ? sl_cli_names_get (self->names, task->cpu) : "");
}

/* Lines for people below the table. */
static void
print_sentences (const Theory *self, SlCliWriter *writer)
{
  g_autoptr (GPtrArray) totals =
      sl_text_theory_totals (self->theory, self->jobs, self->trace->annotations,
                             self->trace->clock);
  g_autofree char *estimated = sl_text_estimated (self->theory->estimated);

  for (guint i = 0; i < totals->len; i++)
    sl_cli_writer_format (writer, "%s\n", (const char *) g_ptr_array_index (totals, i));
  for (guint i = 0; i < self->theory->tasks->len; i++)
    {
      const SlTaskTheory *task = &g_array_index (self->theory->tasks, SlTaskTheory, i);
      g_autofree char *doubt =
          sl_text_theory_doubt (self->theory, self->jobs, self->trace->annotations, task);
      g_autofree char *why = NULL;

      if (task->exceeds)
        why =
            sl_text_theory_excess (self->jobs, self->trace->annotations, self->trace->clock, task);
      /* Above, for all tasks at once. */
      else if (doubt[0] != '\0' && task->response.state != SL_BOUND_NO_METHOD)
        why = g_strdup_printf ("%s: %s", sl_cli_names_get_text (self->names, task->object, FALSE),
                               doubt);
      if (why != NULL)
        sl_cli_writer_format (writer, "%s\n", why);
    }
  if (estimated[0] != '\0')
    sl_cli_writer_format (writer, "%s\n", estimated);
}

static void
print_table (GArray *all, SlCliWriter *writer)
{
  SlCliTable table;

  sl_cli_table_init (&table, writer, columns, G_N_ELEMENTS (columns) - (as_csv ? 0 : 2), as_csv);
  for (guint n = 0; n < all->len; n++)
    {
      const Theory *self = &g_array_index (all, Theory, n);

      for (guint i = 0; i < self->theory->tasks->len; i++)
        print_task (self, &table, &g_array_index (self->theory->tasks, SlTaskTheory, i));
    }
  for (guint n = 0; n < all->len && !as_csv; n++)
    {
      sl_cli_writer_char (writer, '\n');
      print_sentences (&g_array_index (all, Theory, n), writer);
    }
}

static void
add_ticks (JsonBuilder *builder, const char *name, gboolean known, gint64 ticks)
{
  json_builder_set_member_name (builder, name);
  if (known)
    json_builder_add_int_value (builder, ticks);
  else
    json_builder_add_null_value (builder);
}

static void
add_flag (JsonBuilder *builder, const char *name, gboolean flag)
{
  json_builder_set_member_name (builder, name);
  json_builder_add_boolean_value (builder, flag);
}

static void
add_estimated (JsonBuilder *builder, guint estimated)
{
  sl_cli_json_begin_array (builder, "estimated");
  for (guint i = 0; i < G_N_ELEMENTS (estimates); i++)
    if (estimated & estimates[i].what)
      json_builder_add_string_value (builder, estimates[i].id);
  json_builder_end_array (builder);
}

static void
add_excesses (const Theory *self, JsonBuilder *builder, const SlTaskTheory *task)
{
  sl_cli_json_begin_array (builder, "excess");
  for (guint i = 0; i < task->excesses->len; i++)
    {
      const SlExcess *excess = &g_array_index (task->excesses, SlExcess, i);

      json_builder_begin_object (builder);
      sl_cli_json_add_string (builder, "kind", sl_excess_kind_get_id (excess->kind));
      sl_cli_json_add_string (builder, "task",
                              excess->object != 0 ? sl_cli_names_get (self->names, excess->object)
                                                  : NULL);
      add_ticks (builder, "measured", TRUE, excess->measured);
      add_ticks (builder, "allowed", TRUE, excess->allowed);
      sl_cli_json_add_string (builder, "name",
                              excess->object != 0
                                  ? sl_cli_names_get_name (self->names, excess->object)
                                  : NULL);
      json_builder_end_object (builder);
    }
  json_builder_end_array (builder);
}

static void
add_task (const Theory *self, JsonBuilder *builder, const SlTaskTheory *task)
{
  gboolean is_served = task->task.kind == SL_THEORY_SERVED;
  gint64 margin;
  gboolean has_margin = sl_task_theory_get_margin (task, &margin);

  json_builder_begin_object (builder);
  sl_cli_json_add_string (builder, "task", sl_cli_names_get (self->names, task->object));
  sl_cli_json_add_string (builder, "kind", kinds[task->task.kind]);
  sl_cli_json_add_string (builder, "server",
                          task->server != 0 ? sl_cli_names_get (self->names, task->server) : NULL);
  add_ticks (builder, "wcet", task->task.wcet > 0, task->task.wcet);
  add_ticks (builder, "period", task->task.period > 0, task->task.period);
  add_ticks (builder, "deadline", task->task.deadline > 0, task->task.deadline);
  add_ticks (builder, "jitter", TRUE, task->task.jitter);
  sl_cli_json_add_fraction (builder, "utilisation", sl_utilisation_get (&task->task));
  add_ticks (builder, "blocking", task->blocking.state == SL_BOUND_KNOWN && !is_served,
             task->blocking.ticks);
  add_ticks (builder, "response", task->response.state == SL_BOUND_KNOWN, task->response.ticks);
  add_ticks (builder, "measured", task->measured >= 0, task->measured);
  add_ticks (builder, "job", task->job != G_MAXUINT,
             task->job != G_MAXUINT ? sl_job_table_get (self->jobs, task->job)->number : 0);
  add_ticks (builder, "margin", has_margin, margin);
  sl_cli_json_add_string (builder, "bound", sl_bound_state_get_id (task->response.state));
  sl_cli_json_add_string (builder, "verdict", sl_verdict_get_id (task->verdict));
  add_flag (builder, "exceeds", task->exceeds);
  add_excesses (self, builder, task);
  add_estimated (builder, task->estimated);
  sl_cli_json_add_string (builder, "name", sl_cli_names_get_name (self->names, task->object));
  sl_cli_json_add_string (builder, "cpu",
                          task->cpu != 0 ? sl_cli_names_get (self->names, task->cpu) : NULL);
  json_builder_end_object (builder);
}

static void
add_utilisation (JsonBuilder *builder, const SlUtilisation *load)
{
  sl_cli_json_begin_object (builder, "utilisation");
  sl_cli_json_add_fraction (builder, "total", load->total);
  sl_cli_json_add_count (builder, "tasks", load->n_tasks);
  sl_cli_json_add_count (builder, "left_out", load->n_left_out);
  add_flag (builder, "overload", load->is_overload);
  sl_cli_json_add_fraction (builder, "liu_layland", load->liu_layland);
  sl_cli_json_add_fraction (builder, "hyperbolic", load->product);
  add_flag (builder, "applies", load->applies);
  json_builder_end_object (builder);
}

static void
add_partitions (const Theory *self, JsonBuilder *builder)
{
  sl_cli_json_begin_array (builder, "partitions");
  for (guint i = 0; i < self->theory->partitions->len; i++)
    {
      const SlPartition *partition = &g_array_index (self->theory->partitions, SlPartition, i);
      gboolean is_analysed = partition->mover == 0 && !partition->shares_lock;

      json_builder_begin_object (builder);
      sl_cli_json_add_string (builder, "cpu", sl_cli_names_get (self->names, partition->cpu));
      sl_cli_json_add_count (builder, "tasks", partition->n_tasks);
      add_flag (builder, "analysed", is_analysed);
      sl_cli_json_add_string (builder, "mover",
                              partition->mover != 0
                                  ? sl_cli_names_get (self->names, partition->mover)
                                  : NULL);
      add_flag (builder, "shares_lock", partition->shares_lock);
      sl_cli_json_add_string (builder, "verdict", sl_verdict_get_id (partition->verdict));
      add_utilisation (builder, &partition->utilisation);
      json_builder_end_object (builder);
    }
  json_builder_end_array (builder);
}

static void
add_demand (JsonBuilder *builder, const SlSchedulability *theory)
{
  const SlDemandTest *test = &theory->demand;
  gboolean known = test->state == SL_BOUND_KNOWN;
  gboolean fails = known && !test->passes;

  if (theory->policy != SL_POLICY_EDF)
    {
      json_builder_set_member_name (builder, "demand");
      json_builder_add_null_value (builder);
      return;
    }

  sl_cli_json_begin_object (builder, "demand");
  sl_cli_json_add_string (builder, "bound", sl_bound_state_get_id (test->state));
  add_flag (builder, "passes", test->passes);
  add_ticks (builder, "horizon", known, test->horizon);
  add_ticks (builder, "interval", fails, test->interval);
  add_ticks (builder, "demand", fails, test->demand);
  add_ticks (builder, "blocking", fails, test->blocking);
  json_builder_end_object (builder);
}

static void
add_trace (const Theory *self, JsonBuilder *builder)
{
  json_builder_begin_object (builder);
  sl_cli_json_add_string (builder, "policy", sl_policy_get_id (self->theory->policy));
  sl_cli_json_add_string (builder, "protocol", sl_protocol_get_id (self->theory->protocol));
  sl_cli_json_add_string (builder, "verdict", sl_verdict_get_id (self->theory->verdict));
  add_utilisation (builder, &self->theory->utilisation);
  add_demand (builder, self->theory);
  add_estimated (builder, self->theory->estimated);
  add_partitions (self, builder);
  sl_cli_json_begin_array (builder, "tasks");
  for (guint i = 0; i < self->theory->tasks->len; i++)
    add_task (self, builder, &g_array_index (self->theory->tasks, SlTaskTheory, i));
  json_builder_end_array (builder);
  json_builder_end_object (builder);
}

/* One object for one trace, an array for several. */
static gboolean
print_json (GArray *all, SlCliWriter *writer, GError **error)
{
  g_autoptr (JsonBuilder) builder = json_builder_new ();

  if (all->len > 1)
    json_builder_begin_array (builder);
  for (guint i = 0; i < all->len; i++)
    add_trace (&g_array_index (all, Theory, i), builder);
  if (all->len > 1)
    json_builder_end_array (builder);

  return sl_cli_json_print (builder, writer, error);
}

static gboolean
run (const SlCliRequest *request, GError **error)
{
  g_autoptr (SlCliWriter) writer = sl_cli_writer_new (STDOUT_FILENO, "standard output");
  g_autoptr (SlCliTraces) set = sl_cli_traces_open (request, error);
  g_autoptr (GPtrArray) tables = set != NULL ? sl_cli_find_all_jobs (set, &deadlines, error) : NULL;
  g_autoptr (GArray) all = g_array_new (FALSE, TRUE, sizeof (Theory));

  if (tables == NULL)
    return FALSE;

  g_array_set_clear_func (all, theory_clear);
  g_array_set_size (all, tables->len);
  for (guint i = 0; i < tables->len; i++)
    {
      Theory *self = &g_array_index (all, Theory, i);
      g_autofree char *prefix = sl_cli_traces_dup_prefix (set, i);

      self->trace = sl_cli_traces_get (set, i);
      self->jobs = g_ptr_array_index (tables, i);
      self->names = sl_cli_names_new (self->trace->trace, self->trace->annotations, prefix);
      self->theory = sl_schedulability_new (self->jobs, NULL, error);
      if (self->theory == NULL)
        return FALSE;
    }

  if (as_json)
    return print_json (all, writer, error);
  print_table (all, writer);
  return sl_cli_writer_finish (writer, error);
}

const SlCliCommand sl_cmd_theory = {
  .id = "theory",
  .summary = "Print the bounds of schedulability analysis and the measured values",
  .reads_files = TRUE,
  .entries = entries,
  .deadlines = &deadlines,
  .run = run,
};

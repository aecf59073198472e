/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-cli-chain.h"

#include "sl-cli-table.h"
#include "sl-job-fields.h"
#include "sl-text-cause.h"
#include "sl-text-wake.h"
#include "sl-wake-chain.h"

static const SlCliColumn columns[] = {
  { "task", 16, FALSE },         { "job", 6, TRUE },
  { "link", 4, TRUE },           { "time", 14, TRUE },
  { "since_release", 13, TRUE }, { "waker", 20, FALSE },
  { "woken", 20, FALSE },        { "cpu", 4, TRUE },
  { "waker_name", 0, FALSE },    { "woken_name", 0, FALSE },
  { "name", 0, FALSE },
};

#define N_FOR_PEOPLE 8

/* One trace of the set. */
typedef struct
{
  const SlCliTraces *set;
  guint number;
  SlTrace *trace;
  SlAnnotations *annotations;
  SlJobTable *jobs;
  char *prefix;
  SlCliTable table;
} Printer;

static SlTime
get_time (const Printer *self, SlTime time)
{
  return sl_trace_set_to_reference (self->set->set, self->number, time);
}

static void
print_reference (Printer *self, guint32 object, const char *prefix)
{
  g_autofree char *text = self->table.csv ? sl_text_object (self->trace, NULL, object)
                                          : sl_text_object (self->trace, self->annotations, object);
  g_autofree char *whole = g_strconcat (prefix, text, NULL);

  sl_cli_table_text (&self->table, whole);
}

static void
print_name (Printer *self, guint32 object)
{
  g_autofree char *name =
      object != 0 && object != SL_WAKER_INTERRUPT
          ? sl_annotations_dup_given_name (self->annotations, self->trace, object)
          : NULL;

  sl_cli_table_text (&self->table, name != NULL ? name : "");
}

/* An interrupt that was not recorded has no number. */
static void
print_waker (Printer *self, const SlWake *wake)
{
  if (wake->waker != SL_WAKER_INTERRUPT)
    print_reference (self, wake->waker, self->prefix);
  else
    sl_cli_table_text (&self->table, wake->nominal != SL_TIME_MAX ? "timer" : "interrupt");
}

static void
print_cpu (Printer *self, const SlWake *wake)
{
  if (wake->cpu != 0)
    sl_cli_table_decimal (&self->table,
                          sl_object_table_get (sl_trace_get_objects (self->trace), wake->cpu)->id);
  else
    sl_cli_table_empty (&self->table);
}

static void
print_link (Printer *self, const SlJob *job, guint link, const SlWake *wake)
{
  print_reference (self, job->task, self->prefix);
  sl_cli_table_decimal (&self->table, job->number);
  sl_cli_table_decimal (&self->table, link);
  sl_cli_table_absolute (&self->table, sl_trace_set_get_clock (self->set->set),
                         get_time (self, wake->time));
  if (job->release != SL_JOB_NEVER)
    sl_cli_table_between (&self->table, sl_trace_set_get_clock (self->set->set),
                          get_time (self, sl_job_get_arrival (job)), get_time (self, wake->time));
  else
    sl_cli_table_empty (&self->table);
  print_waker (self, wake);
  print_reference (self, wake->task, self->prefix);
  print_cpu (self, wake);
  if (!self->table.csv)
    return;

  print_name (self, wake->waker);
  print_name (self, wake->task);
  print_name (self, job->task);
}

static void
print_trace (Printer *self)
{
  g_autoptr (SlJobFields) fields = sl_job_fields_new (self->jobs);
  g_autoptr (GArray) order = sl_job_fields_dup_order (fields);

  for (guint i = 0; i < order->len && sl_cli_writer_is_open (self->table.writer); i++)
    {
      guint number = g_array_index (order, guint, i), n_release;
      g_autoptr (GArray) chain = sl_wake_chain_find_job (self->jobs, number, &n_release);

      for (guint link = 0; link < chain->len; link++)
        print_link (self, sl_job_table_get (self->jobs, number), link + 1,
                    &g_array_index (chain, SlWake, link));
    }
  if (!sl_wake_are_recorded (self->trace))
    g_printerr ("slackline-cli: %sno event of this trace says who woke a task\n", self->prefix);
}

/**
 * sl_cli_chain_print:
 * @tables: (element-type SlJobTable): the jobs of each trace
 * @unit: of times; the clock of the axis must have a rate unless it is ticks
 *
 * Prints a row for each wake-up that led to a job or came in it, in the order of jobs of the command "jobs".
 */
void
sl_cli_chain_print (const SlCliTraces *set,
                    GPtrArray *tables,
                    SlCliWriter *writer,
                    gboolean as_csv,
                    SlShownUnit unit)
{
  Printer printer = { .set = set };

  sl_cli_table_init (&printer.table, writer, columns,
                     as_csv ? G_N_ELEMENTS (columns) : N_FOR_PEOPLE, as_csv);
  sl_cli_table_set_unit (&printer.table, unit);
  for (guint i = 0; i < tables->len; i++)
    {
      const SlCliTrace *trace = sl_cli_traces_get (set, i);
      g_autofree char *prefix = sl_cli_traces_dup_prefix (set, i);

      printer.number = i;
      printer.trace = trace->trace;
      printer.annotations = trace->annotations;
      printer.jobs = g_ptr_array_index (tables, i);
      printer.prefix = prefix;
      print_trace (&printer);
    }
}

/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-cli-sample.h"

#include "sl-cli-run.h"
#include "sl-shark-scenario.h"
#include "sl-shark-writer.h"

/* Codes of the tracer. */
#define TRACE_START    0x20
#define TRACE_STOP     0x30
#define FAST_IPOINT    0x8001
#define TASK_ACTIVATE  0x12
#define CONTEXT_SWITCH 0x15
#define MUTEX_LOCK     0x16
#define MUTEX_UNLOCK   0x36
#define MUTEX_WAIT     0x46
#define DATA_POINTER   0x1a
#define UNKNOWN        0x1f

/**
 * sl_cli_make_switches:
 * @n_events: above 0
 * @rate: cycles per ms; 0 for a trace that does not tell
 *
 * Tasks 256 and 264 switch each 1000 ticks.
 *
 * Returns: (transfer full): the path
 */
char *
sl_cli_make_switches (const char *folder, const char *name, guint n_events, guint32 rate)
{
  g_autoptr (SlSharkWriter) writer = sl_shark_writer_new ();
  g_autoptr (GBytes) bytes = NULL;

  if (rate > 0)
    sl_shark_writer_add (writer, TRACE_START, 256, SL_CLI_SAMPLE_ORIGIN, rate);
  for (guint i = rate > 0; i < n_events; i++)
    sl_shark_writer_add (writer, CONTEXT_SWITCH, i % 2 == 0 ? 256 : 264,
                         SL_CLI_SAMPLE_ORIGIN + 1000 * (guint64) i, 0);

  bytes = sl_shark_writer_get_bytes (writer);
  return sl_cli_write_file (folder, name, bytes);
}

/**
 * sl_cli_make_ties:
 * @n_together: events at each tick, which are 1000 apart
 *
 * Returns: (transfer full): the path
 */
char *
sl_cli_make_ties (const char *folder, const char *name, guint n_events, guint n_together)
{
  g_autoptr (SlSharkWriter) writer = sl_shark_writer_new ();
  g_autoptr (GBytes) bytes = NULL;

  for (guint i = 0; i < n_events; i++)
    sl_shark_writer_add (writer, CONTEXT_SWITCH, i % 2 == 0 ? 256 : 264,
                         SL_CLI_SAMPLE_ORIGIN + 1000 * (guint64) (i / n_together), 0);

  bytes = sl_shark_writer_get_bytes (writer);
  return sl_cli_write_file (folder, name, bytes);
}

/**
 * sl_cli_make_mixture:
 *
 * One record of each form in which parameters and objects print.
 *
 * Returns: (transfer full): the path
 */
char *
sl_cli_make_mixture (const char *folder, const char *name)
{
  static const struct
  {
    guint16 code;
    guint16 parameter_1;
    guint32 parameter_2;
  } records[] = {
    { TRACE_START, 256, 100000 }, { FAST_IPOINT, 7, 0xdeadbeef }, { TASK_ACTIVATE, 264, 0 },
    { CONTEXT_SWITCH, 264, 0 },   { MUTEX_LOCK, 264, 0x1720a40 }, { MUTEX_UNLOCK, 264, 0x1720a40 },
    { MUTEX_WAIT, 264, 3 },       { DATA_POINTER, 1, 0xABCDEF },  { UNKNOWN, 5, 6 },
    { TRACE_STOP, 0, 0 },
  };
  g_autoptr (SlSharkWriter) writer = sl_shark_writer_new ();
  g_autoptr (GBytes) bytes = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (records); i++)
    sl_shark_writer_add (writer, records[i].code, records[i].parameter_1,
                         SL_CLI_SAMPLE_ORIGIN + 300 * i, records[i].parameter_2);

  bytes = sl_shark_writer_get_bytes (writer);
  return sl_cli_write_file (folder, name, bytes);
}

/* The trace of the S.Ha.R.K. scenario @id, in @folder. Returns: its path */
char *
sl_cli_write_scenario (const char *folder, const char *id)
{
  g_autofree char *name = g_strconcat (id, ".dat", NULL);
  g_autoptr (SlSharkTruth) truth = sl_shark_truth_new ();
  g_autoptr (GPtrArray) files = sl_shark_scenario_make (sl_shark_scenarios_find (id), truth);

  return sl_cli_write_file (folder, name, g_ptr_array_index (files, 0));
}

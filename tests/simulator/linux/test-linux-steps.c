/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The steps through a recording of Linux: each decision is that of the switch that was recorded. */
#include <glib/gstdio.h>
#include <string.h>

#include "sl-analyses.h"
#include "sl-decision.h"
#include "sl-linux-kinds.h"
#include "sl-linux-machine.h"
#include "sl-linux-recording.h"
#include "sl-load.h"
#include "sl-step-laws.h"

#define N_MACHINES 6
#define N_CPUS     3
#define N_MS       60

static SlReplay *
make_replay (SlTrace *trace)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (SlTaskRules) rules = sl_task_rules_new ();
  g_autoptr (SlJobTable) jobs = sl_job_table_new (trace, 0, rules, NULL, &error);
  SlReplay *replay;

  g_assert_no_error (error);
  replay = sl_replay_new (jobs, SL_POLICY_UNKNOWN, NULL, &error);
  g_assert_no_error (error);
  return replay;
}

static guint64
get_id (SlTrace *trace, guint32 object)
{
  return object != 0 ? sl_object_table_get (sl_trace_get_objects (trace), object)->id : 0;
}

static guint
count_servers (SlTrace *trace)
{
  guint n_servers = 0;

  for (guint i = 0; i < sl_trace_get_n_lanes (trace); i++)
    n_servers += sl_trace_get_lane (trace, i)->type == SL_LANE_SERVER;
  return n_servers;
}

/* Whether the switch of the processor at that time was to that task. */
static gboolean
is_switch_to (SlTrace *trace, const SlDecision *decision, guint64 cpu)
{
  SlEvent event;

  for (guint64 i = sl_trace_index_at (trace, decision->time);
       sl_trace_read_event (trace, i, &event) && event.time == decision->time; i++)
    if (event.kind == SL_KIND_LINUX_SCHED_SWITCH && event.cpu == cpu)
      return event.a == get_id (trace, decision->task);

  /* Nobody recorded that switch: it follows from whom an event names. */
  return TRUE;
}

/* Returns: how many decisions were compared */
static guint
assert_decisions (SlReplay *replay)
{
  g_autoptr (SlDecisionSearch) search = sl_decision_search_new (replay);
  g_autoptr (GArray) decisions = g_array_new (FALSE, FALSE, sizeof (SlDecision));
  SlTrace *trace = sl_replay_get_recorded (replay);
  guint64 index = 0;
  guint n_compared = 0;

  while (sl_decision_search_find (search, index, 1, decisions))
    {
      for (guint i = 0; i < decisions->len; i++)
        {
          const SlDecision *decision = &g_array_index (decisions, SlDecision, i);

          if (decision->task != 0)
            g_assert_cmpint (sl_object_table_get (sl_trace_get_objects (trace), decision->task)
                                 ->type,
                             ==, SL_OBJECT_TASK);
          if (decision->kind != SL_DECISION_RUN && decision->kind != SL_DECISION_IDLE)
            continue;
          g_assert_true (is_switch_to (trace, decision,
                                       get_id (trace, sl_decision_get_cpu (replay, decision))));
          n_compared++;
        }
      index = g_array_index (decisions, SlDecision, 0).index;
    }
  return n_compared;
}

static void
test_real (gconstpointer data)
{
  g_autoptr (SlTrace) trace = sl_linux_recording_load (data);
  g_autoptr (SlReplay) replay = NULL;

  g_test_summary (
      "The task that a decision names is the one that its processor switched to in a real recording.");

  if (trace == NULL)
    {
      g_test_skip (SL_LINUX_NOT_HERE);
      return;
    }

  replay = make_replay (trace);
  g_assert_cmpuint (assert_decisions (replay), >, 500);
  g_assert_cmpuint (sl_step_laws_assert_told (replay), >, 1000);
}

static SlTrace *
load_machine (void)
{
  static const SlDatLayout layout = {
    .version = 7,
    .codec = "none",
    .long_size = 8,
    .page_size = 4096,
    .n_cpus = N_CPUS,
    .n_buffers = 1,
    .pages_a_chunk = 8,
    .clock = "mono",
    .seed = 1,
  };
  g_autoptr (SlLinuxMachine) machine =
      sl_linux_machine_run ((guint32) g_test_rand_int (), N_CPUS, N_MS);
  g_autoptr (GBytes) bytes = sl_linux_machine_write_dat (machine, &layout);
  g_autofree char *folder = g_dir_make_tmp ("slackline-steps-XXXXXX", NULL);
  g_autofree char *path = g_build_filename (folder, "a.dat", NULL);
  g_autoptr (SlSource) source = NULL;
  g_autoptr (GError) error = NULL;
  SlTrace *trace;

  g_assert_true (g_file_set_contents (path, g_bytes_get_data (bytes, NULL),
                                      (gssize) g_bytes_get_size (bytes), &error));
  source = sl_linux_recording_open (path);
  trace = sl_load_run (source, sl_analyses_get_all (), NULL, NULL, NULL, &error);
  g_assert_no_error (error);
  g_unlink (path);
  g_rmdir (folder);
  return trace;
}

static void
test_machines (void)
{
  guint n_servers = 0;

  g_test_summary (
      "Steps have the objects, the jobs and the states of the recording, also where it has servers, and decisions "
      "name whom its processors switched to.");

  for (guint i = 0; i < N_MACHINES; i++)
    {
      g_autoptr (SlTrace) trace = load_machine ();
      g_autoptr (SlReplay) replay = make_replay (trace);

      n_servers += count_servers (trace);
      g_assert_cmpuint (assert_decisions (replay), >, 100);
      g_assert_cmpuint (sl_step_laws_assert_told (replay), >, 1000);
    }
  g_assert_cmpuint (n_servers, >, 0);
}

int
main (int argc, char **argv)
{
  static const char *const real[] = { "tracedat/dl-timers.dat", "tracedat/pi-block.dat" };

  g_test_init (&argc, &argv, NULL);

  for (gsize i = 0; i < G_N_ELEMENTS (real); i++)
    {
      g_autofree char *path = g_strdup_printf ("/linux-steps/%s", real[i]);

      g_test_add_data_func (path, real[i], test_real);
    }
  g_test_add_func ("/linux-steps/machines", test_machines);

  return g_test_run ();
}

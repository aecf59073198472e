/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <string.h>

#include "sl-action-kinds.h"
#include "sl-analyses.h"
#include "sl-array-source.h"
#include "sl-event-script.h"
#include "sl-kind-action.h"
#include "sl-load.h"
#include "sl-task-load.h"
#include "sl-test.h"

/* A script of actions: each is 10 ticks after the one before, @500 puts the next one at tick 500. An action is
 * [CPU:]WORD[(TASK[,OBJECT OR VALUE])]; its kind is one of this test, as those of a plugin. The word "other" is an event that
 * is no action. */

static guint16 kind_base;

static SlEvent
parse_event (char *word)
{
  SlEvent event = { .flags = SL_EVENT_NO_A | SL_EVENT_NO_B };
  char *colon = strchr (word, ':');
  char *parameter;

  if (colon != NULL)
    {
      event.cpu = (guint16) g_ascii_strtoull (word, NULL, 10);
      word = colon + 1;
    }
  parameter = strchr (word, '(');
  if (parameter != NULL)
    {
      *parameter++ = '\0';
      if (*parameter != ',')
        {
          event.a = g_ascii_strtoull (parameter, &parameter, 0);
          event.flags &= ~SL_EVENT_NO_A;
        }
      if (*parameter == ',')
        {
          event.b = g_ascii_strtoull (parameter + 1, NULL, 0);
          event.flags &= ~SL_EVENT_NO_B;
        }
    }

  if (g_str_equal (word, "other"))
    {
      event.kind = SL_KIND_UNKNOWN;
      return event;
    }
  g_assert_cmpuint (sl_action_find (word), !=, SL_ACTION_NONE);
  event.kind = kind_base + sl_action_find (word) - 1;
  return event;
}

static SlTrace *
load_events (GArray *events, SlActionGroups tells)
{
  g_autoptr (SlSource) source = sl_array_source_new ("system-test", events);
  g_autoptr (GError) error = NULL;
  SlTrace *trace;

  sl_source_set_meaning (source, tells, NULL);
  trace = sl_load_run (source, sl_analyses_get_all (), NULL, NULL, NULL, &error);
  g_assert_no_error (error);
  return trace;
}

static SlTrace *
load_as (const char *script, SlActionGroups more)
{
  g_autoptr (GArray) events = g_array_new (FALSE, FALSE, sizeof (SlEvent));
  g_auto (GStrv) parts = g_strsplit (script, " ", -1);
  SlTime time = 0;

  for (gsize i = 0; parts[i] != NULL; i++)
    {
      SlEvent event;

      if (parts[i][0] == '\0')
        continue;
      if (parts[i][0] == '@')
        {
          time = g_ascii_strtoll (parts[i] + 1, NULL, 10);
          continue;
        }
      event = parse_event (parts[i]);
      event.time = time;
      event.offset = 16 * events->len;
      g_array_append_val (events, event);
      time += 10;
    }

  return load_events (events, SL_TELLS_SCHEDULING | SL_TELLS_JOBS | SL_TELLS_LOCKS |
                                  SL_TELLS_SERVERS | SL_TELLS_INTERRUPTS | SL_TELLS_RECORDING |
                                  more);
}

static SlTrace *
load (const char *script)
{
  return load_as (script, 0);
}

static gboolean
has_note (SlTrace *trace, const char *text)
{
  SlNotes *notes = sl_source_get_notes (sl_trace_get_source (trace));
  g_autoptr (GArray) all = sl_notes_snapshot (notes);

  for (guint i = 0; i < all->len; i++)
    if (strstr (g_array_index (all, SlNote, i).text, text) != NULL)
      return TRUE;

  return FALSE;
}

static void
test_two_processors (void)
{
  g_autoptr (SlTrace) trace = NULL;

  g_test_summary (
      "Who leaves a processor is ready, idle after its last job, or what was said of it; a task "
      "may go on elsewhere.");
  trace = load (
      "0:run(1) 1:run(2) @100 release(3) 0:run(3) @200 0:finish(3) 0:run(1) @300 1:sleep(2) 1:run "
      "@400 ready(2) 1:run(1) @500 0:run(2) @600 1:finish(1) 1:run");

  sl_event_script_check (trace, "task:1", SL_ROLE_STATES, "0 running, 110 ready, 210 running, 610");
  sl_event_script_check (trace, "task:2", SL_ROLE_STATES,
                         "10 running, 310 suspended, 400 ready, 500 running, 610");
  sl_event_script_check (trace, "task:3", SL_ROLE_STATES, "100 ready, 110 running, 210 idle, 610");
}

static double
get_share (SlTrace *trace, const char *name)
{
  SlSpan span = sl_trace_get_span (trace);
  const SlTrack *states;
  const SlLane *lane;
  guint number;

  g_assert_true (sl_trace_find_lane (trace, name, &number));
  lane = sl_trace_get_lane (trace, number);
  states = sl_lane_get_track (lane, SL_ROLE_STATES);
  return lane->type == SL_LANE_CPU
             ? sl_task_load_get_share_of_known (states, span, 0)
             : sl_task_load_get_share (states, span, sl_task_load_get_known (trace, span));
}

static void
test_late_start (void)
{
  g_autoptr (SlTrace) trace = NULL;

  g_test_summary (
      "Where other events come first, nobody knows what the processors do until the first action; the load of "
      "tasks and processors is of what is known.");
  trace = load ("other @300 0:run(1) @300 1:run(2) @350 0:run @400 1:run");

  sl_event_script_check (trace, "cpu:0", SL_ROLE_STATES,
                         "0 unknown, 300 running task:1, 350 idle, 400");
  sl_event_script_check (trace, "cpu:1", SL_ROLE_STATES, "0 unknown, 300 running task:2, 400");
  g_assert_cmpfloat_with_epsilon (get_share (trace, "cpu:0"), 0.5, 0.01);
  g_assert_cmpfloat_with_epsilon (get_share (trace, "cpu:1"), 1, 0.01);
  g_assert_cmpfloat_with_epsilon (get_share (trace, "task:1"), 0.5, 0.01);
  g_assert_cmpfloat_with_epsilon (get_share (trace, "task:2"), 1, 0.01);
}

static void
test_recorded_apart (void)
{
  g_autoptr (SlTrace) late = NULL;
  g_autoptr (SlTrace) apart = NULL;

  g_test_summary (
      "Where one processor is recorded for longer than the other, or at other times, no task has more than a "
      "processor.");
  late = load ("0:run(1) @300 1:run(2) @400 0:run 1:run @500 other");
  sl_event_script_check (late, "cpu:1", SL_ROLE_STATES,
                         "0 unknown, 300 running task:2, 410 idle, 500");
  g_assert_cmpfloat_with_epsilon (get_share (late, "task:1"), 0.8, 0.01);
  g_assert_cmpfloat_with_epsilon (get_share (late, "task:2"), 0.22, 0.01);

  /* Recorded in turn: 0 to 100 and 500 to 600, 200 to 400; nobody is recorded from 100 to 200 and from 400 to 500. */
  apart = load ("0:run(1) @100 0:lost @200 1:run(1) @400 1:lost @500 0:run(1) @600 other");
  g_assert_cmpfloat_with_epsilon (get_share (apart, "task:1"), 1, 0.03);
}

static void
test_places (void)
{
  g_autoptr (SlTrace) trace = NULL;

  g_test_summary (
      "Where each change of a state is said, a task that runs or is ready names its processor, which a "
      "migration changes, and a processor counts such tasks; after a loss that number is unknown.");
  trace = load_as ("0:run(1) 1:ready(2) @100 migrate(2,0) @200 0:ready(1) 0:run(2) @300 0:sleep(2) "
                   "0:run(1) @400 1:run(3) @500 1:lost @600 1:run(4)",
                   SL_TELLS_WAKEUPS | SL_TELLS_PLACES);

  sl_event_script_check (trace, "task:1", SL_ROLE_STATES,
                         "0 running cpu:0, 210 ready cpu:0, 310 running cpu:0, 600");
  sl_event_script_check (trace, "task:2", SL_ROLE_STATES,
                         "10 ready cpu:1, 100 ready cpu:0, 210 running cpu:0, 310 suspended, 600");
  sl_event_script_check (trace, "cpu:0", SL_ROLE_QUEUE, "0 1, 100 2, 310 1, ");
  sl_event_script_check (trace, "cpu:1", SL_ROLE_QUEUE, "10 1, 100 0, 400 1, 500 -1, 600 1, ");
}

static void
test_forgotten_processor (void)
{
  g_autoptr (SlTrace) trace = NULL;

  g_test_summary (
      "From when a processor is forgotten nobody knows who runs, but the task that ran does what was said "
      "of it; a task that has ended is over.");
  trace = load ("0:run(1) 1:run(2) 2:run(3) @100 0:ready(1) 0:forget 1:forget @200 2:end(3) "
                "2:forget @300 0:run(2) 0:end(9)");

  sl_event_script_check (trace, "cpu:0", SL_ROLE_STATES,
                         "0 running task:1, 110 unknown, 300 running task:2, 310");
  sl_event_script_check (trace, "task:1", SL_ROLE_STATES, "0 running, 110 ready, 310");
  sl_event_script_check (trace, "task:2", SL_ROLE_STATES,
                         "10 running, 120 unknown, 300 running, 310");
  sl_event_script_check (trace, "task:3", SL_ROLE_STATES, "20 running, 210");
  g_assert_cmpuint (sl_object_table_find (sl_trace_get_objects (trace), SL_OBJECT_TASK, 9, 0), ==,
                    0);
}

static void
test_locks (void)
{
  g_autoptr (SlTrace) trace = NULL;

  g_test_summary (
      "A task that leaves the processor after it asked for a lock that another one has waits for it "
      "until that one gives it back.");
  trace = load (
      "run(1) request(1,5) acquire(1,5) @100 release(2) run(2) request(2,5) run(1) @200 unlock(1,5) "
      "run(2) acquire(2,5) @300 unlock(2,5) finish(2) run(1) @400 run");

  sl_event_script_check (
      trace, "task:2", SL_ROLE_STATES,
      "100 ready, 110 running, 130 blocked mutex:0x5, 200 ready, 210 running, 320 idle, 400");
  sl_event_script_check (trace, "task:1", SL_ROLE_HOLDS, "20 held mutex:0x5, 200");
  sl_event_script_check (trace, "task:2", SL_ROLE_HOLDS, "220 held mutex:0x5, 300");
  sl_event_script_check (trace, "mutex:0x5", SL_ROLE_WAITERS, "120 waited task:2, 200");
}

static void
test_implicit_locks (void)
{
  g_autoptr (SlTrace) trace = NULL;

  g_test_summary ("Where nothing says who gets a lock, who asked and went on has got it.");
  trace = load (
      "run(1) request(1,5) @100 run(2) request(2,5) run(1) @200 unlock(1,5) run(2) @300 unlock(2,5) run");

  sl_event_script_check (trace, "task:1", SL_ROLE_HOLDS, "10 held mutex:0x5, 200");
  sl_event_script_check (trace, "task:2", SL_ROLE_STATES,
                         "100 running, 120 blocked mutex:0x5, 200 ready, 210 running, 310");
  sl_event_script_check (trace, "task:2", SL_ROLE_HOLDS, "210 held mutex:0x5, 300");
}

static void
test_servers (void)
{
  g_autoptr (SlTrace) trace = NULL;

  g_test_summary ("A task is throttled while its server has no budget.");
  trace = load (
      "server-create(1,9) server-activate(1,9) release(1) run(1) @100 exhaust(,9) run(2) @200 "
      "replenish(,9) run(1) @300 finish(1) run(2) @400 run");

  sl_event_script_check (
      trace, "task:1", SL_ROLE_STATES,
      "20 ready, 30 running, 110 throttled, 200 ready, 210 running, 310 idle, 400");
  sl_event_script_check (trace, "server:0x9", SL_ROLE_STATES,
                         "0 inactive, 10 active, 100 exhausted, 200 active, 300 inactive, 400");
}

static void
test_interrupts (void)
{
  g_autoptr (SlTrace) trace = NULL;

  g_test_summary ("Interrupts interrupt the task of their processor and no other, and nest.");
  trace = load (
      "0:run(1) 1:run(2) @100 0:enter(,3) 0:enter(,4) @200 0:leave(,4) 0:leave(,3) @300 0:run 1:run");

  sl_event_script_check (trace, "task:1", SL_ROLE_STATES,
                         "0 running, 100 interrupted, 210 running, 300 ready, 310");
  sl_event_script_check (trace, "task:2", SL_ROLE_STATES, "10 running, 310");
  sl_event_script_check (trace, "irq:4", SL_ROLE_STATES, "110 active, 200");
  sl_event_script_check (
      trace, "cpu:0", SL_ROLE_STATES,
      "0 running task:1, 100 interrupt irq:3, 210 running task:1, 300 idle, 310");
}

static void
test_names (void)
{
  g_autoptr (SlTrace) trace = NULL;

  g_test_summary (
      "A name begins no life: who is named first and created later has one, without a note.");
  trace = load ("name(1) name(,5) create(1) @100 release(1) run(1) @200 finish(1) run");

  sl_event_script_check (trace, "task:1", SL_ROLE_STATES,
                         "20 suspended, 100 ready, 110 running, 210");
  g_assert_false (has_note (trace, "has not ended"));
  g_assert_false (has_note (trace, "does not name one"));
}

static void
test_not_recorded (void)
{
  guint family = sl_kind_get_family (kind_base);
  g_autofree char *script = g_strdup_printf (
      "0:run(1) acquire(1,5) ready(2) enter(,3) leave(,3) server-activate(,7) @100 off(,%u) @150 "
      "acquire(4,6) @200 on(,%u) @300 run(2) @400 on(,%u)",
      family, family, family);
  g_autoptr (SlTrace) trace = NULL;

  g_test_summary (
      "What the events of a family say is unknown while they are not recorded; a family that showed before "
      "was recorded.");
  trace = load (script);

  sl_event_script_check (trace, "trace", SL_ROLE_NESTED, "100 not-recorded system-test, 200");
  sl_event_script_check (trace, "cpu:0", SL_ROLE_STATES,
                         "0 running task:1, 30 interrupt irq:3, 40 running task:1, 100 unknown, "
                         "300 running task:2, 400");
  sl_event_script_check (trace, "task:1", SL_ROLE_STATES,
                         "0 running, 30 interrupted, 40 running, 100 unknown, 400");
  sl_event_script_check (trace, "task:2", SL_ROLE_STATES,
                         "20 ready, 100 unknown, 300 running, 400");
  sl_event_script_check (trace, "mutex:0x5", SL_ROLE_STATES, "10 held task:1, 100 unknown, 200");
  sl_event_script_check (trace, "irq:3", SL_ROLE_STATES, "30 active, 40, 100 unknown, 200");
  sl_event_script_check (trace, "server:0x7", SL_ROLE_STATES, "50 active, 100 unknown, 400");
}

static void
test_contradictions (void)
{
  static const struct
  {
    const char *script;
    const char *note;
  } cases[] = {
    { "0:run(1) 1:run(1) run", "another one still runs it" },
    { "create(1) create(1) run", "has not ended" },
    { "create(1) release(1) run(1) finish(1) finish(1)",
      "all jobs that were released are finished" },
    { "release(1) finish(1)", "no processor runs its task" },
    { "run(1) unlock(1,5)", "no record shows that it has it" },
    { "run(1) acquire(1,5) run(2) acquire(2,5)", "has not released it" },
    { "run(1) leave(,3)", "never started" },
    { "run(1) enter(,3) enter(,4) leave(,3)", "end is missing" },
    { "release request(1) run", "does not name one" },
    { "off(,60000) run(1)", "unknown family" },
    { "mark(,1) run(1)", "does not declare" },
  };

  g_test_summary (
      "What contradicts the state is a note, and the state goes on from what was said.");
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (SlTrace) trace = load (cases[i].script);

      if (!has_note (trace, cases[i].note))
        g_error ("%s: no note on \"%s\"", cases[i].script, cases[i].note);
    }
}

static void
test_recorded_deadlines (void)
{
  g_autoptr (SlTrace) trace =
      load ("release(1,100) run(1) finish(1) run @100 release(1,200) run(1) finish(1) run");
  const SlTrack *track = NULL;
  SlTrackIter iter;
  SlItem item;

  g_test_summary ("The deadline that a release has is kept with its task.");
  for (guint i = 0; i < sl_trace_get_n_lanes (trace); i++)
    if (g_str_equal (sl_trace_get_lane (trace, i)->name, "task:1"))
      track = sl_lane_get_track (sl_trace_get_lane (trace, i), SL_ROLE_DEADLINES);
  g_assert_nonnull (track);
  sl_track_iter_init (&iter, track, SL_TIME_MIN);
  g_assert_true (sl_track_iter_next (&iter, &item));
  g_assert_cmpint (item.begin, ==, 0);
  g_assert_cmpint (item.value, ==, 100);
  g_assert_true (sl_track_iter_next (&iter, &item));
  g_assert_cmpint (item.begin, ==, 100);
  g_assert_cmpint (item.value, ==, 200);
}

/* Ticks in which a lane is in @state; with @of of a processor, on behalf of that task. */
static void
mark_ticks (const SlTrack *track, guint state, guint32 of, guint8 *ticks, guint n_ticks)
{
  SlTrackIter iter;
  SlItem item;

  if (track == NULL)
    return;

  sl_track_iter_init (&iter, track, SL_TIME_MIN);
  while (sl_track_iter_next (&iter, &item))
    if (item.state == state && (of == 0 || item.detail == of))
      for (SlTime time = item.begin; time < item.end; time++)
        {
          g_assert_cmpint (time, <, n_ticks);
          ticks[time]++;
        }
}

static void
check_law (SlTrace *trace, guint n_ticks)
{
  g_autofree guint8 *runs = g_new (guint8, n_ticks);
  g_autofree guint8 *has = g_new (guint8, n_ticks);

  for (guint i = 0; i < sl_trace_get_n_lanes (trace); i++)
    {
      const SlLane *lane = sl_trace_get_lane (trace, i);

      if (lane->type != SL_LANE_TASK)
        continue;
      memset (runs, 0, n_ticks);
      memset (has, 0, n_ticks);
      mark_ticks (sl_lane_get_track (lane, SL_ROLE_STATES), SL_STATE_RUNNING, 0, runs, n_ticks);
      for (guint j = 0; j < sl_trace_get_n_lanes (trace); j++)
        if (sl_trace_get_lane (trace, j)->type == SL_LANE_CPU)
          mark_ticks (sl_lane_get_track (sl_trace_get_lane (trace, j), SL_ROLE_STATES),
                      SL_STATE_RUNNING, lane->object, has, n_ticks);
      g_assert_cmpmem (runs, n_ticks, has, n_ticks);
    }
}

static void
test_random (void)
{
  const guint n_events = 300;

  g_test_summary (
      "Whatever actions come, a task runs in exactly the ticks in which one processor runs it. Replay "
      "with --seed.");
  for (guint run = 0; run < (g_test_thorough () ? 2000 : 60); run++)
    {
      g_autoptr (GArray) events = g_array_new (FALSE, FALSE, sizeof (SlEvent));
      g_autoptr (SlTrace) trace = NULL;
      SlTime time = 0;

      for (guint i = 0; i < n_events; i++)
        {
          SlEvent event = {
            .time = time,
            .a = (guint64) g_test_rand_int_range (1, 5),
            .b = (guint64) g_test_rand_int_range (1, 5),
            .cpu = (guint16) g_test_rand_int_range (0, 3),
            .flags = g_test_rand_int_range (0, 8) == 0 ? SL_EVENT_NO_A : 0,
            .offset = 16 * i,
          };

          event.kind = g_test_rand_bit () ? kind_base + SL_ACTION_RUN - 1
                                          : kind_base + g_test_rand_int_range (0, SL_N_ACTIONS - 1);
          time += g_test_rand_int_range (0, 4);
          g_array_append_val (events, event);
        }
      trace = load_events (events, G_MAXINT);
      check_law (trace, (guint) time + 4);
    }
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  kind_base = sl_action_kinds_register ("system-test");

  g_test_add_func ("/system/two-processors", test_two_processors);
  g_test_add_func ("/system/late-start", test_late_start);
  g_test_add_func ("/system/forgotten-processor", test_forgotten_processor);
  g_test_add_func ("/system/locks", test_locks);
  g_test_add_func ("/system/implicit-locks", test_implicit_locks);
  g_test_add_func ("/system/servers", test_servers);
  g_test_add_func ("/system/interrupts", test_interrupts);
  g_test_add_func ("/system/recorded-apart", test_recorded_apart);
  g_test_add_func ("/system/places", test_places);
  g_test_add_func ("/system/names", test_names);
  g_test_add_func ("/system/not-recorded", test_not_recorded);
  g_test_add_func ("/system/contradictions", test_contradictions);
  g_test_add_func ("/system/recorded-deadlines", test_recorded_deadlines);
  g_test_add_func ("/system/random", test_random);

  return g_test_run ();
}

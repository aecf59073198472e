/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <string.h>

#include "sl-cli-run.h"
#include "sl-test.h"

static char *folder;

/* b executes 0 to 3 ms in its section; a comes at 1 and wants m at once. */
#define SET                                                          \
  "[task a]\narrivals=1ms\nwcet=2ms\npriority=2\nsections=m@0+1ms\n" \
  "[task b]\narrivals=0\nwcet=4ms\npriority=1\nsections=m@0+3ms\n"

static char *
simulate (void)
{
  g_autofree char *set = sl_cli_write_text (folder, "set", SET);
  char *output = g_build_filename (folder, "out", NULL);
  g_auto (SlCliResult) given = sl_cli_run ("simulate", set, "--scheduler=fp", "--protocol=pip",
                                           "--until=7ms", "-o", output, NULL);

  sl_cli_assert_fine (&given);
  return output;
}

static void
test_sentences (void)
{
  g_autofree char *trace = simulate ();
  g_auto (SlCliResult) steps = sl_cli_run ("steps", trace, "--from=1ms", "--to=5ms", NULL);
  g_auto (SlCliResult) blind =
      sl_cli_run ("steps", trace, "--no-model", "--from=1ms", "--to=2ms", NULL);

  g_test_summary ("Decisions are told in order, with what the model tells, or that it is missing");

  sl_cli_assert_fine (&steps);
  g_assert_cmpstr (steps.output, ==,
                   "1 ms: a preempts b: its priority 2 is above 1\n"
                   "1 ms: a waits for m, which b holds; "
                   "b runs at a’s priority because it holds m\n"
                   "3 ms: b releases m; a preempts b: its priority 2 is above 1\n");
  sl_cli_assert_fine (&blind);
  g_assert_nonnull (strstr (blind.output, "neither the trace nor a task model says which policy"));
}

static void
test_csv (void)
{
  g_autofree char *trace = simulate ();
  g_auto (SlCliResult) steps = sl_cli_run ("steps", "--csv", trace, "--from=1ms", NULL);
  g_autoptr (GPtrArray) rows = NULL;

  g_test_summary ("The facts of each sentence stand in columns of their own");

  sl_cli_assert_fine (&steps);
  rows = sl_cli_parse_csv (steps.output);
  g_assert_cmpstr (sl_cli_cell (rows, 1, "tick"), ==, "1000000");
  g_assert_cmpstr (sl_cli_cell (rows, 1, "decision"), ==, "run");
  g_assert_cmpstr (sl_cli_cell (rows, 1, "task"), ==, "task:272");
  g_assert_cmpstr (sl_cli_cell (rows, 1, "left"), ==, "preempted");
  g_assert_cmpstr (sl_cli_cell (rows, 1, "reason"), ==, "priority");
  g_assert_cmpstr (sl_cli_cell (rows, 1, "measure"), ==, "2");
  g_assert_cmpstr (sl_cli_cell (rows, 1, "rival_measure"), ==, "1");
  g_assert_cmpstr (sl_cli_cell (rows, 2, "left"), ==, "waits");
  g_assert_cmpstr (sl_cli_cell (rows, 2, "lock"), ==, "mutex:0x1720a40");
  g_assert_cmpstr (sl_cli_cell (rows, 2, "holder"), ==, "task:280");
  g_assert_cmpstr (sl_cli_cell (rows, 2, "reason"), ==, "holds");
  g_assert_cmpstr (sl_cli_cell (rows, 2, "of"), ==, "task:272");
  g_assert_cmpstr (sl_cli_cell (rows, 2, "measure"), ==, "");
}

/* At 10 us CPU 0 is given to mid and, since high is released then, to high; CPU 1 to x. */
static const char *const instant =
    "# slackline-events 1, unit us\n"
    "time,cpu,action,task,object,value\n"
    "0,0,release,low,,\n0,0,run,low,,\n"
    "10,1,release,x,,\n10,1,run,x,,\n10,0,run,mid,,\n10,0,release,high,,\n10,0,run,high,,\n"
    "20,0,finish,high,,\n20,0,run,mid,,\n20,1,finish,x,,\n20,1,run,,,\n"
    "30,0,finish,mid,,\n30,0,run,low,,\n40,0,finish,low,,\n40,0,run,,,\n";

static void
test_processors (void)
{
  static const char *const wanted[][6] = {
    { "10000", "run", "task:4", "task:1", "preempted", "cpu:0" },
    { "10000", "run", "task:2", "", "", "cpu:1" },
    { "10000", "queue", "task:3", "task:4", "", "" },
    { "20000", "run", "task:3", "task:4", "finished", "cpu:0" },
    { "20000", "idle", "", "task:2", "finished", "cpu:1" },
    { "30000", "run", "task:1", "task:3", "finished", "cpu:0" },
  };
  static const char *const columns[] = { "tick", "decision", "task", "other", "left", "cpu" };
  g_autofree char *trace = sl_cli_write_text (folder, "instant.csv", instant);
  g_auto (SlCliResult) steps = sl_cli_run ("steps", "--csv", trace, "--from=5us", NULL);
  g_auto (SlCliResult) text = sl_cli_run ("steps", trace, "--from=15us", "--to=25us", NULL);
  g_autoptr (GPtrArray) rows = NULL;

  g_test_summary (
      "Each of several processors decides once at an instant, whatever lines say so, and is named");

  sl_cli_assert_fine (&steps);
  rows = sl_cli_parse_csv (steps.output);
  for (guint i = 0; i < G_N_ELEMENTS (wanted); i++)
    for (guint column = 0; column < G_N_ELEMENTS (columns); column++)
      g_assert_cmpstr (sl_cli_cell (rows, i + 1, columns[column]), ==, wanted[i][column]);

  sl_cli_assert_fine (&text);
  g_assert_nonnull (strstr (text.output, "CPU 0: high finishes its job; mid runs"));
  g_assert_nonnull (strstr (text.output, "CPU 1: x finishes its job; no task is ready"));
}

#define WOKEN(time, cpu, by, name, pid, prio)                                                   \
  " " by " [00" cpu "] d..2. 1.000" time ": sched_waking: comm=" name " pid=" pid " prio=" prio \
  " target_cpu=00" cpu "\n " by " [00" cpu "] d..2. 1.000" time ": sched_wakeup: comm=" name    \
  " pid=" pid " prio=" prio " target_cpu=00" cpu "\n"
#define SWITCH(time, cpu, prev, prev_pid, prev_prio, state, next, next_pid, next_prio)      \
  " " prev "-" prev_pid " [00" cpu "] d..2. 1.000" time ": sched_switch: prev_comm=" prev   \
  " prev_pid=" prev_pid " prev_prio=" prev_prio " prev_state=" state " ==> next_comm=" next \
  " next_pid=" next_pid " next_prio=" next_prio "\n"

/* Each time with what is decided then, as Linux's classes and priorities have it: 49 of the kernel is real-time priority 50. */
static const struct
{
  const char *line;
  const char *sentence;
} by_class[] = {
  { SWITCH ("000", "1", "x", "9", "120", "S", "swapper/1", "0", "120"), NULL },
  { SWITCH ("001", "0", "swapper/0", "0", "120", "R", "fair", "11", "120"),
    "CPU 0: fair runs: no other task is ready" },
  { WOKEN ("010", "0", "fair-11", "other", "12", "120"),
    "CPU 0: other is ready and waits: fair is a fair task as well, and the trace does not record in "
    "which order those run" },
  { WOKEN ("020", "0", "fair-11", "rt50", "13", "49"),
    "CPU 0: rt50 is ready and waits: it takes precedence over fair, but the processor has not switched "
    "yet" },
  { SWITCH ("030", "0", "fair", "11", "120", "R", "rt50", "13", "49"),
    "CPU 0: rt50 preempts fair: it has the real-time priority 50, and fair is a fair task" },
  { WOKEN ("040", "0", "rt50-13", "rt50b", "14", "49"),
    "CPU 0: rt50b is ready and waits: rt50 is as urgent" },
  { WOKEN ("050", "0", "rt50-13", "rt40", "15", "59"),
    "CPU 0: rt40 is ready and waits: its priority 40 is below rt50’s 50" },
  { WOKEN ("055", "0", "rt50-13", "nice", "21", "100"),
    "CPU 0: nice is ready and waits: it is a fair task, and rt50 has the real-time priority 50" },
  { SWITCH ("070", "0", "rt50", "13", "49", "R", "dl", "16", "-1"),
    "CPU 0: dl preempts rt50: it is a deadline task, and rt50 is not" },
  { WOKEN ("075", "0", "dl-16", "rt40b", "20", "59"),
    "CPU 0: rt40b is ready and waits: dl is a deadline task, and those go first" },
  { WOKEN ("080", "0", "dl-16", "dl2", "17", "-1"),
    "CPU 0: dl2 is ready and waits: dl is a deadline task as well, and the trace does not record the "
    "deadlines that those are scheduled by" },
  { WOKEN ("090", "0", "dl-16", "migration/0", "18", "0"),
    "CPU 0: migration/0 is ready and waits: whether a task of priority 99 precedes a deadline task "
    "depends on its class, which the trace does not record" },
  { SWITCH ("100", "0", "dl", "16", "-1", "S", "rt40", "15", "59"),
    "rt40 runs: according to the recorded priorities it should be otherwise" },
  { WOKEN ("200", "1", "<idle>-0", "late", "19", "120"),
    "CPU 1: late is ready and waits: its processor is idle, but has not switched to it yet" },
  { SWITCH ("300", "0", "rt40", "15", "59", "S", "dl2", "17", "-1"),
    "CPU 0: rt40 goes to sleep; dl2 runs: whether a task of priority 99 precedes a deadline task "
    "depends on its class, which the trace does not record" },
};

static void
test_classes (void)
{
  g_autoptr (GString) text = g_string_new ("# tracer: nop\n#\n");
  g_autoptr (GBytes) bytes = NULL;
  g_autofree char *trace = NULL;

  g_test_summary (
      "Where no model says the policy, the recorded priorities and classes of Linux do, and "
      "the order of fair tasks is left open.");

  for (guint i = 0; i < G_N_ELEMENTS (by_class); i++)
    g_string_append (text, by_class[i].line);
  bytes = g_bytes_new (text->str, text->len);
  trace = sl_cli_write_file (folder, "classes.txt", bytes);
  for (guint i = 0; i < G_N_ELEMENTS (by_class); i++)
    {
      const char *at = strstr (by_class[i].line, "] d..2. 1.000");
      g_autofree char *from = g_strdup_printf ("1000%.3s000", at + strlen ("] d..2. 1.000"));
      g_autofree char *to = g_strdup_printf ("1000%.3s999", at + strlen ("] d..2. 1.000"));
      g_autofree char *after = g_strconcat ("--from=", from, NULL);
      g_autofree char *before = g_strconcat ("--to=", to, NULL);
      g_auto (SlCliResult) steps = sl_cli_run ("steps", trace, after, before, NULL);

      sl_cli_assert_fine (&steps);
      if (by_class[i].sentence == NULL)
        continue;
      g_test_message ("%s", steps.output);
      g_assert_nonnull (strstr (steps.output, by_class[i].sentence));
    }
}

#define MARK(time, name, pid, rules)                                                        \
  " " name "-" pid " [000] ..... 1.000" time ": tracing_mark_write: task " name " tid " pid \
  " " rules "\n"

/* The servers of dl and dl2 are numbered before the tasks that come later. */
static const struct
{
  const char *line;
  const char *sentence;
} by_server[] = {
  { SWITCH ("000", "1", "x", "9", "120", "S", "swapper/1", "0", "120"), NULL },
  { SWITCH ("001", "0", "swapper/0", "0", "120", "R", "dl", "16", "-1"), "CPU 0: dl runs" },
  { MARK ("002", "dl", "16", "period 100000 deadline 100000 runtime 40000"), NULL },
  { SWITCH ("003", "0", "dl", "16", "-1", "S", "dl2", "17", "-1"), "dl2 runs" },
  { MARK ("004", "dl2", "17", "period 200000 deadline 200000 runtime 40000"), NULL },
  { SWITCH ("005", "0", "dl2", "17", "-1", "S", "fair", "11", "120"), "fair runs" },
  { WOKEN ("300", "0", "fair-11", "dl", "16", "-1"), NULL },
  { SWITCH ("302", "0", "fair", "11", "120", "R", "dl", "16", "-1"),
    "CPU 0: dl preempts fair: it is a deadline task, and fair is not" },
  { WOKEN ("310", "0", "dl-16", "dl2", "17", "-1"), "deadline 510 µs comes after" },
  { SWITCH ("320", "0", "dl", "16", "-1", "S", "dl2", "17", "-1"),
    "dl2 runs: it is a deadline task, and fair is not" },
  { " dl2-17 [000] d..2. 1.000330: hrtimer_start: hrtimer=ffff888100000700 function=dl_task_timer "
    "expires=510000 softexpires=510000 mode=ABS\n",
    NULL },
  { SWITCH ("331", "0", "dl2", "17", "-1", "S", "fair", "11", "120"), "fair runs" },
  { WOKEN ("340", "0", "fair-11", "dl2", "17", "-1"),
    "dl2 waits: its server dl2 has no budget now" },
};

static void
test_servers (void)
{
  g_autoptr (GString) text = g_string_new ("# tracer: nop\n#\n");
  g_autofree char *trace = NULL;
  g_autoptr (GPtrArray) rows = NULL;

  g_test_summary (
      "Servers of deadline tasks change nothing in who is named, and decide by their deadlines; who has no budget "
      "is not said to be ready.");

  for (guint i = 0; i < G_N_ELEMENTS (by_server); i++)
    g_string_append (text, by_server[i].line);
  trace = sl_cli_write_text (folder, "servers.txt", text->str);
  for (guint i = 0; i < G_N_ELEMENTS (by_server); i++)
    {
      g_autofree char *time =
          g_strndup (strstr (by_server[i].line, " 1.000") + strlen (" 1.000"), 3);
      g_autofree char *after = g_strdup_printf ("--from=1000%s000", time);
      g_autofree char *before = g_strdup_printf ("--to=1000%s999", time);
      g_auto (SlCliResult) steps = sl_cli_run ("steps", trace, after, before, NULL);

      sl_cli_assert_fine (&steps);
      g_test_message ("%s", steps.output);
      if (by_server[i].sentence != NULL)
        g_assert_nonnull (strstr (steps.output, by_server[i].sentence));
    }

  {
    g_auto (SlCliResult) csv = sl_cli_run ("steps", "--csv", trace, NULL);

    sl_cli_assert_fine (&csv);
    rows = sl_cli_parse_csv (csv.output);
    for (guint i = 1; i < rows->len; i++)
      g_assert_false (g_str_has_prefix (sl_cli_cell (rows, i, "task"), "server:"));
  }
}

static void
test_unseen (void)
{
  static const char text[] =
      "# tracer: nop\n#\n" SWITCH ("000", "0", "swapper/0", "0", "120", "R", "a", "11", "120")
          WOKEN ("010", "0", "a-11", "b", "12", "120")
              SWITCH ("030", "0", "b", "12", "120", "S", "swapper/0", "0", "120");
  g_autoptr (GBytes) bytes = g_bytes_new_static (text, sizeof text - 1);
  g_autofree char *trace = sl_cli_write_file (folder, "unseen.txt", bytes);
  g_auto (SlCliResult) steps = sl_cli_run ("steps", trace, NULL);
  g_auto (SlCliResult) csv = sl_cli_run ("steps", "--csv", trace, NULL);

  g_test_summary (
      "Where the next switch was not recorded nobody says that no task is ready, nor what the task before waits for.");

  sl_cli_assert_fine (&steps);
  g_test_message ("%s", steps.output);
  g_assert_nonnull (strstr (steps.output, "Who runs from here on was not recorded"));
  g_assert_null (strstr (steps.output, "waits for something"));
  sl_cli_assert_fine (&csv);
  g_assert_nonnull (strstr (csv.output, ",unseen,"));
}

static void
test_interrupted (void)
{
  /* The switch to c was not recorded, and d waits for the end of the interrupt. */
  static const char text[] =
      "# tracer: nop\n#\n"
      "a-1     [000] d..2.  1.000001: sched_switch: prev_comm=a prev_pid=1 prev_prio=120 prev_state=S ==> next_comm=swapper/0 next_pid=0 next_prio=120\n"
      "<idle>-0     [000] dNh2.  1.000010: sched_waking: comm=c pid=3 prio=120 target_cpu=000\n"
      "<idle>-0     [000] dNh2.  1.000011: sched_wakeup: comm=c pid=3 prio=120 target_cpu=000\n"
      "c-3     [000] d.h1.  1.000020: local_timer_entry: vector=236\n"
      "c-3     [000] d.h2.  1.000021: sched_waking: comm=d pid=4 prio=-1 target_cpu=000\n"
      "c-3     [000] dNh2.  1.000022: sched_wakeup: comm=d pid=4 prio=-1 target_cpu=000\n"
      "c-3     [000] dNh1.  1.000030: local_timer_exit: vector=236\n"
      "c-3     [000] d..2.  1.000031: sched_switch: prev_comm=c prev_pid=3 prev_prio=120 prev_state=R ==> next_comm=d next_pid=4 next_prio=-1\n"
      "d-4     [000] d..2.  1.000090: sched_switch: prev_comm=d prev_pid=4 prev_prio=-1 prev_state=S ==> next_comm=c next_pid=3 next_prio=120\n";
  g_autofree char *trace = sl_cli_write_text (folder, "interrupted.txt", text);
  g_auto (SlCliResult) csv = sl_cli_run ("steps", "--csv", trace, NULL);

  g_test_summary (
      "A task that is first seen as an interrupt is handled had its processor then, and not only since that ended.");

  sl_cli_assert_fine (&csv);
  g_test_message ("%s", csv.output);
  g_assert_nonnull (strstr (csv.output, "\n3,1000020000,run,task:3,"));
  g_assert_null (strstr (csv.output, ",1000030000,run,"));
  g_assert_null (strstr (csv.output, "unexplained"));
}

int
main (int argc, char *argv[])
{
  int status;

  g_test_init (&argc, &argv, NULL);
  folder = sl_cli_make_folder ();
  g_test_add_func ("/cli/steps/sentences", test_sentences);
  g_test_add_func ("/cli/steps/csv", test_csv);
  g_test_add_func ("/cli/steps/processors", test_processors);
  g_test_add_func ("/cli/steps/classes", test_classes);
  g_test_add_func ("/cli/steps/servers", test_servers);
  g_test_add_func ("/cli/steps/unseen", test_unseen);
  g_test_add_func ("/cli/steps/interrupted", test_interrupted);
  status = g_test_run ();
  sl_test_remove_folder (folder);
  g_free (folder);
  return status;
}

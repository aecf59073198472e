/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <string.h>

#include "sl-cli-run.h"
#include "sl-cli-sample.h"
#include "sl-test.h"

static char *folder;

static void
test_form (void)
{
  g_autofree char *trace = sl_cli_make_mixture (folder, "mixture");
  g_auto (SlCliResult) locks = sl_cli_run ("intervals", "--csv", "--from", "kind = mutex-lock",
                                           "--to", "kind = mutex-unlock", trace, NULL);
  g_auto (SlCliResult) of_cpu =
      sl_cli_run ("intervals", "--csv", "--same", "cpu", "--from", "family = mutex", "--to",
                  "kind ~ mutex-*", trace, NULL);

  sl_cli_assert_fine (&locks);
  g_assert_cmpstr (locks.output, ==,
                   "begin,end,length,from_index,to_index,object\n"
                   "5000001200,5000001500,300,4,5,mutex:0x1720a40\n");
  g_assert_cmpint (of_cpu.status, ==, 0);
  g_assert_cmpstr (of_cpu.output, ==,
                   "begin,end,length,from_index,to_index,object\n"
                   "5000001200,5000001500,300,4,5,cpu:0\n"
                   "5000001500,5000001800,300,5,6,cpu:0\n");
  g_assert_nonnull (strstr (of_cpu.errors, "without an event after them that ends it: 1"));
}

static void
test_people (void)
{
  g_autofree char *trace = sl_cli_make_mixture (folder, "people");
  g_auto (SlCliResult) result = sl_cli_run ("intervals", "--from", "kind = trace-start", "--to",
                                            "kind = context-switch", trace, NULL);

  g_auto (SlCliResult) in_us =
      sl_cli_run ("intervals", "--unit", "us", "--from", "kind = trace-start", "--to",
                  "kind = context-switch", trace, NULL);
  g_auto (SlCliResult) none =
      sl_cli_run ("intervals", "--from", "kind = trace-start", "--to", "kind = fetch", trace, NULL);

  g_test_summary (
      "Below the intervals are their number, extremes, mean and distribution, in the unit that was asked for; where no "
      "event matches, a note says so.");

  sl_cli_assert_fine (&result);
  g_assert_nonnull (strstr (in_us.output, "length_min"));
  g_assert_null (strstr (in_us.output, "ticks"));
  g_assert_nonnull (strstr (none.output, "\n0 intervals\n"));
  g_assert_nonnull (strstr (none.errors, "no event matches --to;"));
  g_assert_nonnull (strstr (result.output, "900"));
  g_assert_nonnull (strstr (result.output, "ctx 256"));
  g_assert_nonnull (strstr (result.output, "\n1 interval\n"));
  g_assert_nonnull (strstr (result.output, "length: min 900, mean 900.00, max 900 ticks"));
}

/* What --same asks of two rows of "events". */
static gboolean
is_same (GPtrArray *events, guint one, guint other, const char *same)
{
  if (same == NULL)
    return TRUE;

  return sl_cli_cell (events, one, same)[0] != '\0' &&
         strcmp (sl_cli_cell (events, one, same), sl_cli_cell (events, other, same)) == 0;
}

/* Of each event of kind @from the next one of kind @to, by looking at all of them. */
static guint
count_pairs (GPtrArray *events, GPtrArray *intervals, const char *same)
{
  guint n_pairs = 0;

  for (guint from = 1; from < events->len; from++)
    for (guint to = from + 1;
         strcmp (sl_cli_cell (events, from, "kind"), "mutex-lock") == 0 && to < events->len; to++)
      {
        if (strcmp (sl_cli_cell (events, to, "kind"), "mutex-unlock") != 0 ||
            !is_same (events, from, to, same))
          continue;

        n_pairs++;
        for (guint i = 1; i < intervals->len; i++)
          if (strcmp (sl_cli_cell (intervals, i, "from_index"),
                      sl_cli_cell (events, from, "index")) == 0)
            {
              g_assert_cmpstr (sl_cli_cell (intervals, i, "to_index"), ==,
                               sl_cli_cell (events, to, "index"));
              g_assert_cmpstr (sl_cli_cell (intervals, i, "begin"), ==,
                               sl_cli_cell (events, from, "tick"));
              g_assert_cmpstr (sl_cli_cell (intervals, i, "end"), ==,
                               sl_cli_cell (events, to, "tick"));
            }
        break;
      }

  return n_pairs;
}

static void
test_pairs (void)
{
  static const char *const sames[] = { NULL, "object", "cpu" };
  const char *set = g_test_get_filename (G_TEST_DIST, "..", "data", "samples", "course",
                                         "10-pathfinder.slackline-tasks", NULL);
  g_autofree char *trace = g_build_filename (folder, "locks", NULL);
  g_auto (SlCliResult) made = sl_cli_run ("simulate", set, "-o", trace, NULL);
  g_auto (SlCliResult) all = sl_cli_run ("events", "--csv", trace, NULL);
  g_autoptr (GPtrArray) events = sl_cli_parse_csv (all.output);

  g_test_summary ("Each event that begins an interval is paired with the next that ends one.");

  sl_cli_assert_fine (&made);
  for (guint i = 0; i < G_N_ELEMENTS (sames); i++)
    {
      g_auto (SlCliResult) result = sl_cli_run ("intervals", "--csv", "--from", "kind = mutex-lock",
                                                "--to", "kind = mutex-unlock", trace,
                                                sames[i] != NULL ? "--same" : NULL, sames[i], NULL);
      g_autoptr (GPtrArray) intervals = sl_cli_parse_csv (result.output);

      g_assert_cmpint (result.status, ==, 0);
      g_assert_cmpuint (intervals->len, >, 3);
      g_assert_cmpuint (count_pairs (events, intervals, sames[i]), ==, intervals->len - 1);
    }
}

static void
test_choice (void)
{
  g_autofree char *trace = sl_cli_make_switches (folder, "choice", 10, 100000);
  g_auto (SlCliResult) longer =
      sl_cli_run ("intervals", "--csv", "--from", "tick = 5000000000", "--to", "tick = 5000004000",
                  "--longer", "39us", trace, NULL);
  g_auto (SlCliResult) shorter =
      sl_cli_run ("intervals", "--csv", "--from", "tick = 5000000000", "--to", "tick = 5000004000",
                  "--longer", "4000", trace, NULL);
  g_auto (SlCliResult) longest =
      sl_cli_run ("intervals", "--csv", "--from", "tick in 5000001000..5000004000", "--to",
                  "tick = 5000007000", "--longest", "2", trace, NULL);

  g_test_summary ("Lengths can be asked for in units of time; the longest come first.");

  sl_cli_assert_fine (&longer);
  g_assert_nonnull (strstr (longer.output, "\n5000000000,5000004000,4000,0,4,"));
  sl_cli_assert_fine (&shorter);
  g_assert_cmpstr (shorter.output, ==, "begin,end,length,from_index,to_index,object\n");
  sl_cli_assert_fine (&longest);
  g_assert_nonnull (strstr (longest.output, "\n5000001000,5000007000,6000,1,7,"));
  g_assert_nonnull (strstr (longest.output, "\n5000002000,5000007000,5000,2,7,"));
  g_assert_null (strstr (longest.output, "\n5000003000"));
}

/* alpha twice wakes beta before events are lost, and once after it; later some are lost behind a switch. */
static const char loss_text[] =
    "# tracer: nop\n"
    " <idle>-0  [000] d..2. 1.000000: sched_switch: prev_comm=swapper/0 prev_pid=0 prev_prio=120 prev_state=R ==> "
    "next_comm=alpha next_pid=11 next_prio=120\n"
    " alpha-11  [000] d..2. 1.001000: sched_waking: comm=beta pid=12 prio=120 target_cpu=000\n"
    " alpha-11  [000] d..2. 1.002000: sched_waking: comm=beta pid=12 prio=120 target_cpu=000\n"
    "CPU:0 [LOST 23 EVENTS]\n"
    " alpha-11  [000] d..2. 1.010000: sched_waking: comm=beta pid=12 prio=120 target_cpu=000\n"
    " alpha-11  [000] d..2. 1.011000: sched_switch: prev_comm=alpha prev_pid=11 prev_prio=120 prev_state=S ==> "
    "next_comm=beta next_pid=12 next_prio=120\n"
    "CPU:0 [LOST 3 EVENTS]\n"
    " beta-12   [000] d..2. 1.020000: sched_waking: comm=alpha pid=11 prio=120 target_cpu=000\n"
    " beta-12   [000] d..2. 1.021000: sched_switch: prev_comm=beta prev_pid=12 prev_prio=120 prev_state=S ==> "
    "next_comm=alpha next_pid=11 next_prio=120\n";

static void
test_before_loss (void)
{
  g_autofree char *trace = sl_cli_write_text (folder, "loss.txt", loss_text);
  g_auto (SlCliResult) wakings =
      sl_cli_run ("intervals", "--csv", "--same", "task", "--from", "kind = sched-waking", "--to",
                  "kind = sched-waking", trace, NULL);
  g_auto (SlCliResult) alphas =
      sl_cli_run ("intervals", "--csv", "--same", "task", "--from", "kind = sched-switch", "--to",
                  "kind = sched-switch", trace, NULL);
  g_auto (SlCliResult) of_beta =
      sl_cli_run ("intervals", "--csv", "--same", "task", "--from", "kind = sched-switch", "--to",
                  "kind = sched-waking", trace, NULL);

  g_test_summary (
      "The last event before a loss, or of the trace, is of the task that ran up to it, or that it switched to.");

  g_assert_cmpint (wakings.status, ==, 0);
  g_assert_cmpstr (wakings.output, ==,
                   "begin,end,length,from_index,to_index,object\n"
                   "1001000000,1002000000,1000000,1,2,task:11\n"
                   "1002000000,1010000000,8000000,2,4,task:11\n");
  g_assert_nonnull (strstr (wakings.errors, "in 1 of the intervals recording was interrupted"));
  g_assert_cmpstr (of_beta.output, ==,
                   "begin,end,length,from_index,to_index,object\n"
                   "1000000000,1001000000,1000000,0,1,task:11\n"
                   "1011000000,1020000000,9000000,5,7,task:12\n");
  g_assert_nonnull (strstr (alphas.output, "\n1000000000,1021000000,21000000,0,8,task:11\n"));
}

static void
test_loss_elsewhere (void)
{
  g_autofree char *trace = sl_cli_write_text (
      folder, "elsewhere.txt",
      "# tracer: nop\n"
      " <idle>-0  [000] d..2. 1.000000: sched_switch: prev_comm=swapper/0 prev_pid=0 prev_prio=120 prev_state=R ==> "
      "next_comm=alpha next_pid=11 next_prio=120\n"
      " <idle>-0  [001] d..2. 1.001000: sched_switch: prev_comm=swapper/1 prev_pid=0 prev_prio=120 prev_state=R ==> "
      "next_comm=beta next_pid=12 next_prio=120\n"
      "CPU:1 [LOST 23 EVENTS]\n"
      " beta-12   [001] d..2. 1.002000: sched_switch: prev_comm=beta prev_pid=12 prev_prio=120 prev_state=S ==> "
      "next_comm=swapper/1 next_pid=0 next_prio=120\n"
      " alpha-11  [000] d..2. 1.003000: sched_switch: prev_comm=alpha prev_pid=11 prev_prio=120 prev_state=S ==> "
      "next_comm=swapper/0 next_pid=0 next_prio=120\n");
  g_auto (SlCliResult) of_cpu =
      sl_cli_run ("intervals", "--csv", "--same", "cpu", "--from", "kind = sched-switch", "--to",
                  "kind = sched-switch", trace, NULL);
  g_auto (SlCliResult) any =
      sl_cli_run ("intervals", "--csv", "--from", "cpu = 0", "--to", "cpu = 0", trace, NULL);

  g_test_summary ("Of one processor nothing is missing where another lost events.");

  g_assert_nonnull (strstr (of_cpu.output, "\n1000000000,1003000000,3000000,0,4,cpu:0\n"));
  g_assert_nonnull (strstr (of_cpu.errors, "in 1 of the intervals recording was interrupted"));
  g_assert_nonnull (strstr (any.errors, "in 1 of the intervals recording was interrupted"));
}

static void
test_mistakes (void)
{
  g_autofree char *trace = sl_cli_make_mixture (folder, "mistakes");
  g_auto (SlCliResult) no_end = sl_cli_run ("intervals", "--from", "a = 1", trace, NULL);
  g_auto (SlCliResult) no_kind =
      sl_cli_run ("intervals", "--from", "a = 1", "--to", "kind = mutexlock", trace, NULL);
  g_auto (SlCliResult) no_object =
      sl_cli_run ("intervals", "--from", "object = nobody", "--to", "a = 1", trace, NULL);
  g_auto (SlCliResult) no_same =
      sl_cli_run ("intervals", "--same", "lock", "--from", "a = 1", "--to", "a = 1", trace, NULL);
  g_auto (SlCliResult) no_number =
      sl_cli_run ("intervals", "--longest", "0", "--from", "a = 1", "--to", "a = 1", trace, NULL);
  g_auto (SlCliResult) no_length = sl_cli_run ("intervals", "--longer", "5 apples", "--from",
                                               "a = 1", "--to", "a = 1", trace, NULL);

  sl_cli_assert_fails (&no_end, 2, "--to is missing");
  sl_cli_assert_fails (&no_kind, 2, "--to: “mutexlock” in column 8");
  sl_cli_assert_fails (&no_object, 2, "--from: “nobody” in column 10");
  sl_cli_assert_fails (&no_same, 2, "“any”, “object”, “task” or “cpu”");
  sl_cli_assert_fails (&no_number, 2, "from 1 to 1000000");
  sl_cli_assert_fails (&no_length, 2, "--longer: ");
}

int
main (int argc, char **argv)
{
  int status;

  g_test_init (&argc, &argv, NULL);
  folder = sl_cli_make_folder ();

  g_test_add_func ("/cli-intervals/form", test_form);
  g_test_add_func ("/cli-intervals/people", test_people);
  g_test_add_func ("/cli-intervals/pairs", test_pairs);
  g_test_add_func ("/cli-intervals/choice", test_choice);
  g_test_add_func ("/cli-intervals/before-loss", test_before_loss);
  g_test_add_func ("/cli-intervals/loss-elsewhere", test_loss_elsewhere);
  g_test_add_func ("/cli-intervals/mistakes", test_mistakes);
  status = g_test_run ();

  sl_test_remove_folder (folder);
  g_free (folder);
  return status;
}

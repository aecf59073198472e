/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <string.h>

#include "sl-cli-run.h"
#include "sl-test.h"

static char *folder;

static char *
write_set (const char *text)
{
  return sl_cli_write_text (folder, "set", text);
}

/* a from 0 to 2, from 5 to 7 and from 10 to 12 ms; b from 2 to 5 and from 7 to 8, late by 1 ms. */
static void
test_jobs (void)
{
  g_autofree char *set = write_set ("[task a]\nperiod=5ms\nwcet=2ms\n"
                                    "[task b]\nperiod=7ms\nwcet=4ms\n");
  g_autofree char *output = g_build_filename (folder, "out", NULL);
  g_auto (SlCliResult) given = sl_cli_run ("simulate", set, "--until=14ms", "-o", output, NULL);
  g_auto (SlCliResult) jobs = sl_cli_run ("jobs", "--csv", output, NULL);
  g_auto (SlCliResult) other =
      sl_cli_run ("simulate", set, "--scheduler=edf", "--until=14ms", "-o", output, NULL);
  g_auto (SlCliResult) check = sl_cli_run ("check", output, NULL);
  g_autoptr (GPtrArray) rows = NULL;

  g_test_summary ("The trace that is written opens, with its model, as any other");

  sl_cli_assert_fine (&given);
  sl_cli_assert_fine (&jobs);
  g_assert_nonnull (strstr (given.output, "5 jobs, 1 finished late, 0 not finished"));
  rows = sl_cli_parse_csv (jobs.output);
  g_assert_cmpstr (sl_cli_cell (rows, 4, "task"), ==, "task:280");
  g_assert_cmpstr (sl_cli_cell (rows, 4, "finish"), ==, "8000000");
  g_assert_cmpstr (sl_cli_cell (rows, 4, "deadline"), ==, "7000000");
  g_assert_cmpstr (sl_cli_cell (rows, 4, "missed"), ==, "yes");
  g_assert_cmpstr (sl_cli_cell (rows, 4, "cause"), ==,
                   "execution=4000000;preempted:task:272=4000000");
  sl_cli_assert_fine (&other);
  sl_cli_assert_fine (&check);
}

static void
test_protocol_of_set (void)
{
  g_autofree char *set = write_set ("[task a]\nperiod=9ms\nwcet=2ms\nsections=m@0+1ms, n@1ms+1ms\n"
                                    "[lock m]\nprotocol=pip\n[lock n]\nprotocol=pcp\n");
  g_autofree char *output = g_build_filename (folder, "out", NULL);
  g_autofree char *model = g_strconcat (output, ".slackline-tasks", NULL);
  g_autofree char *text = NULL;
  g_auto (SlCliResult) both = sl_cli_run ("simulate", set, "-o", output, NULL);
  g_auto (SlCliResult) one = sl_cli_run ("simulate", set, "--protocol=srp", "-o", output, NULL);

  g_test_summary ("A run has one protocol: the option's, or that of all locks of the set");

  sl_cli_assert_fails (&both, 2, "Line 8, [lock n], protocol: “pcp” and “pip”");
  sl_cli_assert_fine (&one);
  g_assert_true (g_file_get_contents (model, &text, NULL, NULL));
  g_assert_nonnull (strstr (text, "protocol=srp"));
}

static void
test_scheduler_of_set (void)
{
  g_autofree char *set =
      write_set ("[scheduler]\npolicy=edf\nuntil=14ms\nseed=7\n[task a]\nperiod=9ms\nwcet=2ms\n");
  g_autofree char *output = g_build_filename (folder, "out", NULL);
  g_autofree char *model = g_strconcat (output, ".slackline-tasks", NULL);
  g_autofree char *text = NULL;
  g_auto (SlCliResult) fine =
      sl_cli_run ("simulate", set, "--seed=8", "--overrun=skip", "-o", output, NULL);
  g_autofree char *wrong_set =
      write_set ("[scheduler]\npolicy=llf\n[task a]\nperiod=9ms\nwcet=2ms\n");
  g_auto (SlCliResult) wrong = sl_cli_run ("simulate", wrong_set, "-o", output, NULL);

  g_test_summary ("What the set says of the scheduler holds where no option overrides it, and "
                  "what held stands in the model beside the trace");

  sl_cli_assert_fine (&fine);
  g_assert_true (g_file_get_contents (model, &text, NULL, NULL));
  g_assert_true (g_str_has_prefix (text, "[scheduler]\npolicy=edf\nuntil=14ms\nseed=8\n"));
  g_assert_nonnull (strstr (text, "\nprotocol=none\nquantum=1ms\n"));
  sl_cli_assert_fails (&wrong, 2, "Line 2, [scheduler], policy: “llf” is not one of: rm, dm");
}

typedef struct
{
  const char *name;
  const char *set;
  const char *budget; /* TIME:LEFT at the corners of its line, in milliseconds */
} Budget;

#define SERVED(policy)                                                                        \
  "[scheduler]\nuntil=20ms\n[task a]\nperiod=4ms\nwcet=1ms\n[task b]\nperiod=6ms\nwcet=2ms\n" \
  "[task c]\narrivals=2ms, 8ms, 12ms\nexecution=2ms, 1ms, 2ms\nserver=s\n[server s]\n"        \
  "policy=" policy "\nbudget=2ms\nperiod=5ms\n"

/* The schedules are those of tests/simulator/test-simulator-servers.c. */
static const Budget budgets[] = {
  { "ps", SERVED ("ps"), "0:2 0:0 5:0 5:2 7:0 10:0 10:2 11:1 11:0 15:0 15:2 16:1 17:1 18:0 20:0" },
  { "ds", SERVED ("ds"), "0:2 2:2 4:0 5:0 5:2 9:2 10:1 10:2 13:2 15:0 15:2 20:2" },
  { "ss", SERVED ("ss"), "0:2 2:2 4:0 7:0 7:2 9:2 10:1 13:1 13:2 15:0 17:0 17:2 20:2" },
  { "cbs",
    "[scheduler]\npolicy=edf\nuntil=12ms\n[task a]\nperiod=6ms\nwcet=3ms\n"
    "[task b]\narrivals=1ms, 7ms\nexecution=3ms, 1ms\nserver=s\n"
    "[server s]\npolicy=cbs\nbudget=2ms\nperiod=4ms\n",
    "0:2 1:2 3:0 3:2 5:2 6:1 7:1 7:2 8:1 12:1" },
};

/* The corners of the thick line that stands above its dotted scale, in which a slot is half a
 * millisecond and 1.5 slots are the whole budget. */
static char *
read_budget (const char *tex)
{
  const char *line = strstr (tex, "\\draw[dotted]");
  g_autoptr (GRegex) corner =
      g_regex_new ("sx\\*\\(([0-9.]+)\\+1\\)\\},\\{[^(]*\\(([0-9.]+)\\)", 0, 0, NULL);
  g_autoptr (GMatchInfo) match = NULL;
  g_autofree char *before = NULL;
  g_autofree char *path = NULL;
  g_autoptr (GString) text = g_string_new (NULL);

  g_assert_nonnull (line);
  line = strchr (line, '\n') + 1;
  path = g_strndup (line, strcspn (line, "\n"));
  for (g_regex_match (corner, path, 0, &match); g_match_info_matches (match);
       g_match_info_next (match, NULL))
    {
      g_autofree char *x = g_match_info_fetch (match, 1);
      g_autofree char *y = g_match_info_fetch (match, 2);
      char *word = g_strdup_printf ("%.0f:%.0f", g_ascii_strtod (x, NULL) / 2,
                                    g_ascii_strtod (y, NULL) / 1.5 * 2);

      if (g_strcmp0 (word, before) != 0)
        g_string_append_printf (text, "%s%s", text->len > 0 ? " " : "", word);
      g_free (before);
      before = word;
    }

  return g_string_free (g_steal_pointer (&text), FALSE);
}

static void
test_budget (gconstpointer data)
{
  const Budget *budget = data;
  g_autofree char *set = write_set (budget->set);
  g_autofree char *output = g_build_filename (folder, "out", NULL);
  g_autofree char *picture = g_build_filename (folder, "budget.tex", NULL);
  g_auto (SlCliResult) given = sl_cli_run ("simulate", set, "-o", output, NULL);
  g_auto (SlCliResult) drawn =
      sl_cli_run ("render", "--style=textbook", "--tex=rtsched", "-o", picture, output, NULL);
  g_autofree char *tex = NULL;
  g_autofree char *corners = NULL;

  g_test_summary ("The budget that is drawn is that of the schedule worked out by hand");

  sl_cli_assert_fine (&given);
  sl_cli_assert_fine (&drawn);
  g_assert_true (g_file_get_contents (picture, &tex, NULL, NULL));
  corners = read_budget (tex);
  g_assert_cmpstr (corners, ==, budget->budget);
}

static void
test_overhead (void)
{
  g_autofree char *set = write_set ("[scheduler]\noverhead=5us\n[task a]\nperiod=9ms\nwcet=2ms\n");
  g_autofree char *output = g_build_filename (folder, "out", NULL);
  g_auto (SlCliResult) kept = sl_cli_run ("simulate", set, "-o", output, NULL);
  g_auto (SlCliResult) jobs = sl_cli_run ("jobs", "--csv", output, NULL);
  g_auto (SlCliResult) ideal = sl_cli_run ("simulate", set, "--overhead=0", "-o", output, NULL);
  g_auto (SlCliResult) ideal_jobs = sl_cli_run ("jobs", "--csv", output, NULL);
  g_auto (SlCliResult) wrong = sl_cli_run ("simulate", set, "--overhead=2s", "-o", output, NULL);
  g_autoptr (GPtrArray) rows = NULL;
  g_autoptr (GPtrArray) ideal_rows = NULL;

  g_test_summary ("What the kernel takes is an option, and a key of the set");

  sl_cli_assert_fine (&kept);
  rows = sl_cli_parse_csv (jobs.output);
  /* Two records between release and start, and one before the finish. */
  g_assert_cmpstr (sl_cli_cell (rows, 1, "response"), ==, "2020000");
  sl_cli_assert_fine (&ideal);
  ideal_rows = sl_cli_parse_csv (ideal_jobs.output);
  g_assert_cmpstr (sl_cli_cell (ideal_rows, 1, "response"), ==, "2000000");
  sl_cli_assert_fails (&wrong, 2, "The overhead is not from 0 to 1 s");
}

static void
test_usage (void)
{
  g_autofree char *set = write_set ("[task a]\nperiod=9ms\nwcet=2 miles\n");
  g_auto (SlCliResult) nothing = sl_cli_run ("simulate", NULL);
  g_auto (SlCliResult) nowhere = sl_cli_run ("simulate", set, NULL);
  g_auto (SlCliResult) wrong = sl_cli_run ("simulate", set, "-o", "/dev/null", NULL);
  g_auto (SlCliResult) missing = sl_cli_run ("simulate", "/no/such", "-o", "/dev/null", NULL);
  g_autofree char *good = write_set ("[task a]\nperiod=9ms\nwcet=2ms\n");
  g_auto (SlCliResult) word =
      sl_cli_run ("simulate", good, "--scheduler=llf", "-o", "/dev/null", NULL);
  g_auto (SlCliResult) end = sl_cli_run ("simulate", good, "--until=0", "-o", "/dev/null", NULL);
  g_auto (SlCliResult) output =
      sl_cli_run ("simulate", good, "--until=1s", "-o", "/no/such/out", NULL);

  g_test_summary ("What cannot be done ends with the status that says why");

  sl_cli_assert_fails (&nothing, 2, "Give one task set");
  sl_cli_assert_fails (&nowhere, 2, "-o OUT");
  sl_cli_assert_fails (&wrong, 2, "Line 3, [task a], wcet");
  sl_cli_assert_fails (&missing, 3, "/no/such");
  sl_cli_assert_fails (&word, 2, "“llf” is not one of: rm, dm, fp, edf, fifo, rr");
  sl_cli_assert_fails (&end, 2, "--until: “0” is not accepted: give a time above 0");
  sl_cli_assert_fails (&output, 4, "/no/such/out");
}

int
main (int argc, char *argv[])
{
  int status;

  g_test_init (&argc, &argv, NULL);
  folder = sl_cli_make_folder ();
  g_test_add_func ("/simulate/jobs", test_jobs);
  g_test_add_func ("/simulate/protocol-of-set", test_protocol_of_set);
  g_test_add_func ("/simulate/scheduler-of-set", test_scheduler_of_set);
  for (guint i = 0; i < G_N_ELEMENTS (budgets); i++)
    {
      g_autofree char *path = g_strconcat ("/simulate/budget/", budgets[i].name, NULL);

      g_test_add_data_func (path, &budgets[i], test_budget);
    }
  g_test_add_func ("/simulate/overhead", test_overhead);
  g_test_add_func ("/simulate/usage", test_usage);
  status = g_test_run ();
  sl_test_remove_folder (folder);
  g_free (folder);
  return status;
}

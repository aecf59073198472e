/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The time of day where a file without a word about its clock has it: what the numbers say is compared with what `date`
 * makes of them. */

#include <string.h>

#include "sl-cli-run.h"
#include "sl-test.h"

static char *folder;

typedef struct
{
  const char *name;
  const char *text;
  const char *wall; /* NULL for none */
} Case;

/* date -u -d @1700000000 */
#define DAY "2023-11-14T22:13:20"

static const Case cases[] = {
  { "unix.json",
    "[{\"name\":\"a\",\"ph\":\"X\",\"ts\":1700000000000000.25,\"dur\":5,\"pid\":1,\"tid\":1}]",
    DAY ".000000250Z" },
  { "clang.json",
    "{\"traceEvents\":[{\"name\":\"a\",\"ph\":\"X\",\"ts\":1500,\"dur\":5,\"pid\":1,\"tid\":1}],"
    "\"beginningOfTime\":1700000000000000}",
    DAY ".001500000Z" },
  { "uptime.json",
    "[{\"name\":\"a\",\"ph\":\"X\",\"ts\":86400000000,\"dur\":5,\"pid\":1,\"tid\":1}]", NULL },
  /* 31 years and more of uptime in a picosecond's ticks are none. */
  { "small.json",
    "[{\"name\":\"a\",\"ph\":\"X\",\"ts\":999999999999999,\"dur\":5,\"pid\":1,\"tid\":1}]", NULL },
  { "unix.csv",
    "# slackline-events 1, unit s\ntime,action,task\n1700000000.5,release,a\n1700000001,finish,a\n",
    DAY ".500000000Z" },
  { "plain.csv", "# slackline-events 1, unit s\ntime,action,task\n1.5,release,a\n2,finish,a\n",
    NULL },
  { "ticks.csv",
    "# slackline-events 1, unit ticks\ntime,action,task\n1700000000000000000,release,a\n"
    "1700000000000000001,finish,a\n",
    NULL },
  { "kernel.log", "1700000000250 R a\n1700000000251 F a\n", DAY ".250000000Z" },
};

/* Beside the last one. */
static const char mapping[] = "[log]\nform=lines\nunit=ms\n"
                              "pattern=^(?<time>\\d+) (?<what>\\w) (?<task>\\S+)$\n"
                              "[columns]\ntime=time\ntask=task\n"
                              "[action release]\naction=release\nwhen=what=R\n"
                              "[action finish]\naction=finish\nwhen=what=F\n";

static void
test_info (void)
{
  G_GNUC_UNUSED g_autofree char *map =
      sl_cli_write_text (folder, "kernel.log.slackline-map", mapping);

  g_test_summary ("Times that only Unix time comes to, and times since a beginning that the file "
                  "says, have a date and a time of day; others have none.");

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *path = sl_cli_write_text (folder, cases[i].name, cases[i].text);
      g_auto (SlCliResult) result = sl_cli_run ("info", "--json", path, NULL);
      g_autofree char *expected =
          cases[i].wall != NULL ? g_strdup_printf ("\"%s\"", cases[i].wall) : g_strdup ("\"wall\"");

      sl_cli_assert_fine (&result);
      if ((strstr (result.output, expected) != NULL) != (cases[i].wall != NULL))
        g_error ("%s: %s", cases[i].name, result.output);
    }
}

static void
test_axis (void)
{
  g_autofree char *path = sl_cli_write_text (folder, cases[0].name, cases[0].text);
  g_autofree char *out = g_build_filename (folder, "axis.svg", NULL);
  g_autofree char *svg = NULL;
  g_auto (SlCliResult) result = { 0 };

  g_test_summary ("The axis counts the time of day, in the time zone of who looks.");

  g_setenv ("TZ", "UTC", TRUE);
  result = sl_cli_run ("render", "--axis", "wall", "-o", out, path, NULL);
  sl_cli_assert_fine (&result);
  g_assert_true (g_file_get_contents (out, &svg, NULL, NULL));
  g_assert_nonnull (strstr (svg, ">22:13:20."));
}

int
main (int argc, char **argv)
{
  int status;

  g_test_init (&argc, &argv, NULL);
  folder = sl_cli_make_folder ();
  g_test_add_func ("/cli/wall/info", test_info);
  g_test_add_func ("/cli/wall/axis", test_axis);
  status = g_test_run ();
  sl_test_remove_folder (folder);
  g_free (folder);
  return status;
}

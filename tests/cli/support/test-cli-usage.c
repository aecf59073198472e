/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <string.h>

#include <gio/gio.h>
#include <glib/gstdio.h>

#include "sl-cli-run.h"
#include "sl-cli-sample.h"
#include "sl-test.h"

static char *folder;

typedef struct
{
  const char *arguments[7]; /* FILE and CLOCKLESS stand for traces */
  const char *part;
} WrongUsage;

static const WrongUsage wrong_usage[] = {
  { { NULL }, "No command" },
  { { "draw", "FILE" }, "did you mean “render”" },
  { { "misses", "FILE" }, "did you mean “check”" },
  { { "event", "FILE" }, "did you mean “events”" },
  { { "events" }, "No file" },
  { { "events", "--frm", "1", "FILE" }, "--frm" },
  { { "events", "--limit", "-1", "FILE" }, "--limit" },
  { { "events", "--limit", "few", "FILE" }, "--limit" },
  { { "events", "--from", "soon", "FILE" }, "--from" },
  { { "events", "--from", "+9", "--to=+9", "FILE" }, "--from" },
  { { "slices", "--from", "5000000009", "--to=5000000001", "FILE" }, "--from" },
  { { "events", "--to", "1ms", "CLOCKLESS" }, "give --rate HZ" },
  { { "events", "--from=-5", "FILE" }, "joined" },
  { { "events", "--filter", "task = nosuch", "FILE" }, "column 8" },
  { { "events", "--filter", "a = 1 or object = bogus:3", "FILE" }, "column 19" },
  { { "render", "-o", "x.svg", "--filter", "lane = nosuch", "FILE" }, "column 8" },
  { { "jobs", "--model", "m", "--no-model", "FILE" }, "not both" },
  { { "render", "-o", "x.svg", "--tex", "rtsched", "FILE" }, "OUT.tex" },
  { { "render", "-o", "x.svg", "--addresses", "0x10..0x20", "FILE" }, "no map of memory" },
  { { "render", "-o", "x.svg", "--ports", "0x10..0x20", "FILE" }, "no map of ports" },
  { { "render", "-o", "x.svg", "--address-axis", "log", "FILE" }, "no map of addresses" },
  { { "info", "" }, "file name is empty" },
  { { "info", "-", "-" }, "read only once" },
  { { "slices", "--from", "10µs", "CLOCKLESS" }, "give --rate HZ" },
  { { "events", "--filter", "kind = = 3", "FILE" }, "olumn" },
  { { "events", "--filter", "kind = \xff", "FILE" }, "UTF-8" },
  { { "slices", "--state", "sleeping", "FILE" }, "--state" },
  { { "render", "-o", "x.svg", "--address-axis", "curved", "FILE" }, "--address-axis" },
  { { "render", "-o", "x.svg", "--addresses", "0x20..0x10", "FILE" }, "--addresses" },
  { { "render", "-o", "x.svg", "--ports", "70", "FILE" }, "--ports" },
  { { "slices", "--lane", "\xff", "FILE" }, "UTF-8" },
  { { "info", "--format", "no-such", "FILE" }, "no-such" },
  { { "info", "--rate", "fast", "FILE" }, "--rate" },
  { { "info", "--rate", "0", "FILE" }, "--rate" },
  { { "info", "--idle", "task:7777", "FILE" }, "--idle" },
  { { "info", "--unpack-limit", "0", "FILE" }, "--unpack-limit" },
  { { "info", "--unpack-limit", "16g", "FILE" }, "--unpack-limit" },
  { { "info", "--unpack-limit=1GB", "FILE" }, "--unpack-limit" },
  { { "info", "--unpack-limit=99999999999T", "FILE" }, "--unpack-limit" },
  { { "info", "--symbols", "vmlinux", "FILE" }, "--symbols" },
  { { "info", "-O", "novalue", "FILE" }, "KEY=VALUE" },
  { { "info", "-O", "no-such-option=1", "FILE" }, "no-such-option" },
  { { "events", "FILE", "CLOCKLESS" }, "info" },
  { { "info", "--offset", "1:5", "FILE", "CLOCKLESS" }, "--join" },
  { { "info", "--align", "absolute", "FILE" }, "--join" },
  { { "info", "--join", "--align=soon", "FILE", "CLOCKLESS" }, "--align" },
  { { "info", "--join", "--align=event:kind=", "FILE", "CLOCKLESS" }, "--align event" },
  { { "info", "--join", "--align=release", "FILE", "CLOCKLESS" }, "--align release" },
  { { "info", "--join", "--offset=5", "FILE", "CLOCKLESS" }, "N:T" },
  { { "info", "--join", "--offset=0:5", "FILE", "CLOCKLESS" }, "trace 0" },
  { { "info", "--join", "--offset=2:5", "FILE", "CLOCKLESS" }, "from 0 to 1" },
  { { "info", "--join", "--offset=1:-+5", "FILE", "CLOCKLESS" }, "not a duration" },
  { { "info", "--join", "--offset=1:5ms", "CLOCKLESS", "FILE" }, "give --rate HZ" },
  { { "info", "--rate=2:5", "FILE", "CLOCKLESS" }, "from 0 to 1" },
  { { "info", "--rate=99999999999:5", "FILE" }, "from 0 to 0" },
  { { "info", "--format=1:byu12", "FILE" }, "from 0 to 0" },
  { { "info", "--join", "--idle=1:task:7777", "FILE", "CLOCKLESS" }, "--idle" },
  { { "jobs", "--join", "--deadline=1:7777=5", "FILE", "CLOCKLESS" }, "--deadline" },
  { { "slices", "--join", "--idle=7777", "FILE", "CLOCKLESS" }, "--idle" },
  { { "formats", "FILE" }, "formats" },
};

static void
test_wrong_usage (void)
{
  g_autofree char *trace = sl_cli_make_switches (folder, "trace", 40, 100000);
  g_autofree char *clockless = sl_cli_make_switches (folder, "clockless", 40, 0);

  g_test_summary ("What cannot be meant ends with status 2 and one line that says what and why.");

  for (guint i = 0; i < G_N_ELEMENTS (wrong_usage); i++)
    {
      const char *arguments[G_N_ELEMENTS (wrong_usage[i].arguments) + 1] = { NULL };
      g_auto (SlCliResult) result = { 0 };

      for (guint j = 0; wrong_usage[i].arguments[j] != NULL; j++)
        arguments[j] = strcmp (wrong_usage[i].arguments[j], "FILE") == 0 ? trace
                       : strcmp (wrong_usage[i].arguments[j], "CLOCKLESS") == 0
                           ? clockless
                           : wrong_usage[i].arguments[j];

      result = sl_cli_run_argv (arguments, folder);
      sl_cli_assert_fails (&result, 2, wrong_usage[i].part);
      g_assert_cmpstr (result.output, ==, "");
    }
}

static void
test_as_given (void)
{
  g_autofree char *trace = sl_cli_make_switches (folder, "given", 40, 100000);
  const char *const missing[] = { "check", "--model", "no-such-model", trace, NULL };
  const char *const set[] = { "simulate", "no-such-set", "-o", "out", NULL };
  const char *const here[] = { "info", ".", NULL };
  g_auto (SlCliResult) model = sl_cli_run_argv (missing, folder);
  g_auto (SlCliResult) simulated = sl_cli_run_argv (set, folder);
  g_auto (SlCliResult) info = sl_cli_run_argv (here, folder);

  g_test_summary ("What cannot be read is told by the name that was given for it.");

  sl_cli_assert_fails (&model, 3, "slackline-cli: no-such-model: ");
  sl_cli_assert_fails (&simulated, 3, "slackline-cli: no-such-set: ");
  sl_cli_assert_fails (&info, 3, "slackline-cli: .: ");
}

/* Runs a line of the shell in the folder, with the program as "$CLI". */
static char *
run_shell (const char *line)
{
  g_autofree char *script =
      g_strdup_printf ("cd '%s' && CLI='%s' && %s", folder, g_getenv ("SLACKLINE_CLI"), line);
  const char *const arguments[] = { "/bin/sh", "-c", script, NULL };
  g_autoptr (GError) error = NULL;
  char *output = NULL;
  int status;

  g_spawn_sync (NULL, (char **) arguments, NULL, G_SPAWN_DEFAULT, NULL, NULL, &output, NULL,
                &status, &error);
  g_assert_no_error (error);
  g_assert_true (g_spawn_check_wait_status (status, NULL));
  return output;
}

static void
test_pipes (void)
{
  static const char *const ways[] = {
    "cat piped | \"$CLI\" events --csv -",
    "\"$CLI\" events --csv - < piped",
    "mkfifo fifo && (cat piped > fifo &) && \"$CLI\" events --csv fifo",
    "gzip -c piped | \"$CLI\" events --csv -",
  };
  g_autofree char *trace = sl_cli_make_switches (folder, "piped", 40, 100000);
  g_autofree char *temporary = g_build_filename (folder, "tmp", NULL);
  g_autofree char *model = NULL;
  g_auto (SlCliResult) plain = sl_cli_run ("events", "--csv", trace, NULL);

  g_test_summary ("Standard input and pipes are read like files, and leave nothing behind.");

  g_assert_cmpint (g_mkdir (temporary, 0700), ==, 0);
  for (guint i = 0; i < G_N_ELEMENTS (ways); i++)
    {
      g_autofree char *line = g_strdup_printf ("export TMPDIR=tmp; %s", ways[i]);
      g_autofree char *output = run_shell (line);

      g_assert_cmpstr (output, ==, plain.output);
    }
  model = run_shell (
      "printf '[task a]\\nperiod=5ms\\nwcet=1ms\\n' | \"$CLI\" simulate --until=10ms - -o "
      "simulated && \"$CLI\" jobs simulated");
  g_assert_nonnull (strstr (model, "\na "));
  g_assert_cmpint (g_rmdir (temporary), ==, 0);
}

static void
test_no_state (void)
{
  g_autofree char *trace = sl_cli_make_switches (folder, "stateless", 40, 100000);
  g_auto (SlCliResult) result = sl_cli_run ("events", "--filter", "state = running", trace, NULL);

  g_test_summary ("A filter by what events do not have is not an error, but is reported.");

  g_assert_cmpint (result.status, ==, 0);
  g_assert_nonnull (strstr (result.errors, "events have no state"));
}

static const char *const commands[] = {
  "check",  "compare",  "events", "formats", "info",  "instructions", "jobs",
  "render", "simulate", "slices", "stats",   "steps", "theory",       "topa",
};

static void
test_help (void)
{
  g_auto (SlCliResult) overview = sl_cli_run ("--help", NULL);
  g_auto (SlCliResult) version = sl_cli_run ("--version", NULL);

  g_test_summary ("Every command explains itself on standard output.");

  sl_cli_assert_fine (&overview);
  sl_cli_assert_fine (&version);
  for (guint i = 0; i < G_N_ELEMENTS (commands); i++)
    {
      g_auto (SlCliResult) help = sl_cli_run (commands[i], "--help", NULL);

      sl_cli_assert_fine (&help);
      g_assert_nonnull (strstr (overview.output, commands[i]));
      g_assert_nonnull (strstr (help.output, commands[i]));
    }
}

static char *
read_manual (const char *page)
{
  g_autofree char *name = g_strconcat (page, ".1", NULL);
  g_autofree char *path = g_build_filename (g_getenv ("SLACKLINE_MAN"), name, NULL);
  g_autoptr (GError) error = NULL;
  char *text;

  g_file_get_contents (path, &text, NULL, &error);
  g_assert_no_error (error);
  return text;
}

static void
test_manual (void)
{
  g_autofree char *whole = read_manual ("slackline-cli");

  g_test_summary ("Every option that a command's help names stands in its manual page and in that "
                  "of the whole; those of traces only where a command reads some.");

  for (guint i = 0; i < G_N_ELEMENTS (commands); i++)
    {
      g_autofree char *page_name = g_strconcat ("slackline-cli-", commands[i], NULL);
      g_autofree char *page = read_manual (page_name);
      g_auto (SlCliResult) help = sl_cli_run (commands[i], "--help", NULL);
      g_autoptr (GRegex) pattern = g_regex_new ("(?<=\\s)--[a-z-]+", 0, 0, NULL);
      g_autoptr (GMatchInfo) match = NULL;

      for (g_regex_match (pattern, help.output, 0, &match); g_match_info_matches (match);
           g_match_info_next (match, NULL))
        {
          g_autofree char *option = g_match_info_fetch (match, 0);
          g_auto (GStrv) words = g_strsplit (option, "-", -1);
          g_autofree char *roff = g_strjoinv ("\\-", words);

          g_test_message ("%s %s", commands[i], roff);
          g_assert_nonnull (strstr (page, roff));
          g_assert_nonnull (strstr (whole, roff));
        }
      g_assert_cmpint (strstr (help.output, "--join") != NULL, ==,
                       strstr (page, ".SH COMMON OPTIONS") != NULL);
    }
}

static void
write_bytes (const char *name, const void *data, gsize length)
{
  g_autoptr (GBytes) bytes = g_bytes_new (data, length);
  G_GNUC_UNUSED g_autofree char *path = sl_cli_write_file (folder, name, bytes);
}

static void
test_bad_input (void)
{
  static const char zeros[4096];
  static const char *const names[] = { "empty", "zeros", "fifteen", "missing", "odd\nname\x1b[1m" };

  g_test_summary ("A file that gives nothing ends with status 3, and the line names it.");

  write_bytes ("empty", "", 0);
  write_bytes ("zeros", zeros, sizeof zeros);
  write_bytes ("fifteen", "fifteen letters", 15);
  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      const char *arguments[] = { "info", names[i], NULL };
      g_auto (SlCliResult) result = sl_cli_run_argv (arguments, folder);

      sl_cli_assert_fails (&result, 3, i < 4 ? names[i] : "odd\\x0aname\\x1b[1m");
    }
}

static void
test_bad_output (void)
{
  g_autofree char *trace = sl_cli_make_switches (folder, "output", 40, 100000);
  g_auto (SlCliResult) full = { 0 };
  const char *script = "exec \"$SLACKLINE_CLI\" events --csv \"$0\" >/dev/full";
  const char *argv[] = { "sh", "-c", script, trace, NULL };
  int status;

  g_test_summary ("An output that cannot be written ends with status 4.");

  if (!g_file_test ("/dev/full", G_FILE_TEST_EXISTS))
    return;

  g_assert_true (g_spawn_sync (NULL, (char **) argv, NULL, G_SPAWN_SEARCH_PATH, NULL, NULL, NULL,
                               &full.errors, &status, NULL));
  full.status = WEXITSTATUS (status);
  sl_cli_assert_fails (&full, 4, "standard output");
}

static void
test_broken_pipe (void)
{
  g_autofree char *trace = sl_cli_make_switches (folder, "pipe", 50000, 100000);
  const char *script = "set -o pipefail; \"$SLACKLINE_CLI\" events --csv \"$0\" | head -n 1";
  const char *argv[] = { "bash", "-c", script, trace, NULL };
  g_autofree char *output = NULL;
  g_autofree char *errors = NULL;
  int status;

  g_test_summary ("A reader that has seen enough ends us quietly, and not as a failure.");

  g_assert_true (g_spawn_sync (NULL, (char **) argv, NULL, G_SPAWN_SEARCH_PATH, NULL, NULL, &output,
                               &errors, &status, NULL));
  g_assert_cmpint (WEXITSTATUS (status), ==, 0);
  g_assert_cmpstr (errors, ==, "");
  g_assert_true (g_str_has_prefix (output, "index,"));
}

static void
test_shrinking_input (void)
{
  g_autofree char *trace = sl_cli_make_switches (folder, "shrinks", 100000, 100000);
  const char *script = "\"$SLACKLINE_CLI\" events --csv \"$0\" | "
                       "{ head -n 1 >/dev/null; truncate -s 4096 \"$0\"; cat >/dev/null; }; "
                       "exit ${PIPESTATUS[0]}";
  const char *argv[] = { "bash", "-c", script, trace, NULL };
  g_auto (SlCliResult) result = { 0 };
  int status;

  g_test_summary ("Rows that can no longer be read, because the file shrank while a pipe held us "
                  "up, are told of: a script must not take the rest for the whole.");

  g_assert_true (g_spawn_sync (NULL, (char **) argv, NULL, G_SPAWN_SEARCH_PATH, NULL, NULL, NULL,
                               &result.errors, &status, NULL));
  result.status = WEXITSTATUS (status);
  sl_cli_assert_fails (&result, 3, "shrank while it was read");
}

static void
test_odd_names (void)
{
  static const char *const names[] = { "with space", "-o",     "quo\"te", "new\nline",
                                       "\xff\xfe",   "co:lon", "100%",    "ä,b" };

  g_test_summary ("A file may have any name.");

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      G_GNUC_UNUSED g_autofree char *path = sl_cli_make_switches (folder, names[i], 3, 100000);
      const char *arguments[] = { "info", "--json", "--", names[i], NULL };
      g_auto (SlCliResult) result = sl_cli_run_argv (arguments, folder);

      sl_cli_assert_fine (&result);
      g_assert_true (g_utf8_validate (result.output, -1, NULL));
    }
}

/* Writes @name, which holds what the file at @path does, packed with gzip. */
static void
pack (const char *path, const char *name)
{
  g_autoptr (GFile) file = g_file_new_build_filename (folder, name, NULL);
  g_autoptr (GFileOutputStream) plain =
      g_file_replace (file, NULL, FALSE, G_FILE_CREATE_NONE, NULL, NULL);
  g_autoptr (GZlibCompressor) gzip = g_zlib_compressor_new (G_ZLIB_COMPRESSOR_FORMAT_GZIP, -1);
  g_autoptr (GOutputStream) stream =
      g_converter_output_stream_new (G_OUTPUT_STREAM (plain), G_CONVERTER (gzip));
  g_autofree char *bytes = NULL;
  gsize size;

  g_assert_true (g_file_get_contents (path, &bytes, &size, NULL));
  g_assert_true (g_output_stream_write_all (stream, bytes, size, NULL, NULL, NULL));
  g_assert_true (g_output_stream_close (stream, NULL, NULL));
}

static void
test_unpack_limit (void)
{
  g_autofree char *path = sl_cli_make_switches (folder, "plain", 3000, 100000);
  const char *low[] = { "info", "--unpack-limit=1K", "packed.gz", NULL };
  const char *high[] = { "info", "--unpack-limit=1G", "packed.gz", NULL };
  g_auto (SlCliResult) refused = { 0 };
  g_auto (SlCliResult) result = { 0 };

  g_test_summary ("A packed file opens up to the limit that is given, and no further.");

  pack (path, "packed.gz");
  refused = sl_cli_run_argv (low, folder);
  sl_cli_assert_fails (&refused, 3, "the limit of 1024 bytes");
  result = sl_cli_run_argv (high, folder);
  sl_cli_assert_fine (&result);
}

int
main (int argc, char *argv[])
{
  int status;

  g_test_init (&argc, &argv, NULL);
  folder = sl_cli_make_folder ();
  g_test_add_func ("/usage/wrong", test_wrong_usage);
  g_test_add_func ("/usage/as-given", test_as_given);
  g_test_add_func ("/usage/pipes", test_pipes);
  g_test_add_func ("/usage/no-state", test_no_state);
  g_test_add_func ("/usage/help", test_help);
  g_test_add_func ("/usage/manual", test_manual);
  g_test_add_func ("/input/bad", test_bad_input);
  g_test_add_func ("/input/odd-names", test_odd_names);
  g_test_add_func ("/input/unpack-limit", test_unpack_limit);
  g_test_add_func ("/input/shrinking", test_shrinking_input);
  g_test_add_func ("/output/bad", test_bad_output);
  g_test_add_func ("/output/broken-pipe", test_broken_pipe);
  status = g_test_run ();

  sl_test_remove_folder (folder);
  g_free (folder);
  return status;
}

/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include <glib/gstdio.h>

#include "sl-cli-run.h"
#include "sl-cli-sample.h"
#include "sl-test.h"

/* What a command writes: never onto what it reads, and whole or not at all. */

#define SET "[task a]\nperiod = 10ms\nwcet = 3ms\n[task b]\nperiod = 7ms\nwcet = 2ms\n"

static char *folder;

static char *
checksum (const char *path)
{
  g_autofree char *bytes = NULL;
  gsize size;

  g_assert_true (g_file_get_contents (path, &bytes, &size, NULL));
  return g_compute_checksum_for_data (G_CHECKSUM_SHA256, (const guchar *) bytes, size);
}

static void
assert_kept (const char *path, const char *expected)
{
  g_autofree char *now = checksum (path);

  g_assert_cmpstr (now, ==, expected);
}

/* Runs the command, which must refuse to write onto @kept. */
static void
assert_refused (const char *kept, const char *const *arguments)
{
  g_autofree char *before = checksum (kept);
  g_auto (SlCliResult) result = sl_cli_run_argv (arguments, NULL);

  sl_cli_assert_fails (&result, 4, "It is the input");
  assert_kept (kept, before);
}

static void
test_onto_input (void)
{
  g_autofree char *made = sl_cli_make_mixture (folder, "mixture");
  g_autofree char *trace = g_build_filename (folder, "trace.svg", NULL);
  g_autofree char *beside =
      sl_cli_write_text (folder, "trace.svg.slackline-tasks", "[scheduler]\npolicy=rm\n");
  g_autofree char *given = sl_cli_write_text (folder, "given.svg", "[scheduler]\npolicy=rm\n");
  g_autofree char *linked = g_build_filename (folder, "link.svg", NULL);
  g_autofree char *set = sl_cli_write_text (folder, "run.slackline-tasks", SET);
  g_autofree char *run = g_build_filename (folder, "run", NULL);

  g_test_summary ("No command writes onto a file that it reads, by whatever name.");

  g_assert_cmpint (g_rename (made, trace), ==, 0);
  g_assert_cmpint (link (trace, linked), ==, 0);
  assert_refused (trace, (const char *[]) { "render", "-o", trace, trace, NULL });
  assert_refused (trace, (const char *[]) { "render", "-o", linked, trace, NULL });
  assert_refused (given, (const char *[]) { "render", "-o", given, "--model", given, trace, NULL });
  assert_refused (trace, (const char *[]) { "check", "--junit", trace, trace, NULL });
  assert_refused (beside, (const char *[]) { "check", "--junit", beside, trace, NULL });
  assert_refused (set, (const char *[]) { "simulate", set, "-o", set, NULL });
  assert_refused (set, (const char *[]) { "simulate", set, "-o", run, NULL });
  g_assert_false (g_file_test (run, G_FILE_TEST_EXISTS));
}

static void
test_onto_standard_input (void)
{
  g_autofree char *made G_GNUC_UNUSED = sl_cli_make_mixture (folder, "given-trace.svg");
  g_autofree char *set G_GNUC_UNUSED = sl_cli_write_text (folder, "given-set", SET);
  const char *script = "cd \"$0\" || exit 9\n"
                       "cp given-trace.svg trace-before && cp given-set set-before\n"
                       "\"$SLACKLINE_CLI\" render -o given-trace.svg - < given-trace.svg\n"
                       "[ $? = 4 ] && cmp given-trace.svg trace-before || exit 1\n"
                       "\"$SLACKLINE_CLI\" simulate -o given-set - < given-set\n"
                       "[ $? = 4 ] && cmp given-set set-before || exit 2\n"
                       "\"$SLACKLINE_CLI\" check --junit given-set --model "
                       "\"file://$0/given-set\" given-trace.svg\n"
                       "[ $? = 4 ] && cmp given-set set-before || exit 3\n"
                       "cat given-set | \"$SLACKLINE_CLI\" simulate -o made - && [ -s made ]\n";
  const char *argv[] = { "sh", "-c", script, folder, NULL };
  g_autofree char *errors = NULL;
  int status;

  g_test_summary ("A file that is read as standard input, or given as a URI, is kept as well.");

  g_assert_true (g_spawn_sync (NULL, (char **) argv, NULL,
                               G_SPAWN_SEARCH_PATH | G_SPAWN_STDOUT_TO_DEV_NULL, NULL, NULL, NULL,
                               &errors, &status, NULL));
  g_test_message ("%s", errors);
  g_assert_cmpint (status, ==, 0);
}

/* A state file and the dump that it names, phys.bin: one region of a page. */
static char *
make_memory (void)
{
  static const guint8 memory[4096 * 4] = { 0 };
  g_autoptr (GBytes) bytes = g_bytes_new_static (memory, sizeof memory);

  g_free (sl_cli_write_file (folder, "phys.bin", bytes));
  return sl_cli_write_text (folder, "state.txt",
                            "IA32_RTIT_CTL=0x1\nIA32_RTIT_OUTPUT_BASE=0x1000\n"
                            "IA32_RTIT_OUTPUT_MASK_PTRS=0x1000000fff\n"
                            "phys_file=phys.bin\n");
}

static void
test_onto_memory (void)
{
  g_autofree char *state = make_memory ();
  g_autofree char *memory = g_build_filename (folder, "phys.bin", NULL);
  g_autofree char *at = g_strconcat (memory, "@0", NULL);

  g_test_summary ("A rebuilt stream goes onto neither the state file nor a dump.");

  assert_refused (memory, (const char *[]) { "topa", "--state", state, "-o", memory, NULL });
  assert_refused (memory, (const char *[]) { "topa", "--state", state, "--memory", at, "-o", memory,
                                             NULL });
  assert_refused (state, (const char *[]) { "topa", "--state", state, "-o", state, NULL });
}

/* Each command that writes, onto files that are there, where nothing can be written; $0 is the folder of the inputs. */
static const char commands[] =
    "mkdir -p \"$0/out\" && cd \"$0/out\" || exit 9\n"
    "if [ \"$1\" = disk ]; then mount -t tmpfs -o size=64k tmpfs . && cd \"$0/out\" || exit 77; fi\n"
    "for f in o.svg o.pdf o.xml o.shark o.shark.slackline-tasks o.pt; do echo old > $f; done\n"
    "if [ \"$1\" = disk ]; then dd if=/dev/zero of=fill bs=4096 2>/dev/null; else ulimit -f 0; fi\n"
    "fails () {\n"
    "  \"$SLACKLINE_CLI\" \"$@\" >/dev/null; status=$?\n"
    "  [ $status = 4 ] || { echo \"$1: status $status\" >&2; exit 1; }\n"
    "}\n"
    "fails render -o o.svg ../trace\n"
    "fails render -o o.pdf ../trace\n"
    "fails check --junit o.xml ../trace\n"
    "fails simulate ../set.slackline-tasks --until 1s -o o.shark\n"
    "[ \"$1\" = limit ] || fails topa --state ../state.txt -o o.pt\n"
    "for f in o.*; do [ \"$(cat $f)\" = old ] || { echo \"$f: changed\" >&2; exit 2; }; done\n"
    "rm -f fill\n"
    "[ \"$(ls -A | wc -l)\" = 6 ] || { ls -A >&2; exit 3; }\n";

static void
test_no_space (gconstpointer data)
{
  const char *kind = data;
  gboolean is_disk = strcmp (kind, "disk") == 0;
  g_autofree char *trace G_GNUC_UNUSED = sl_cli_make_mixture (folder, "trace");
  g_autofree char *set G_GNUC_UNUSED = sl_cli_write_text (folder, "set.slackline-tasks", SET);
  g_autofree char *state G_GNUC_UNUSED = make_memory ();
  const char *limited[] = { "sh", "-c", commands, folder, kind, NULL };
  const char *apart[] = { "unshare", "-m", "sh", "-c", commands, folder, kind, NULL };
  g_autofree char *errors = NULL;
  g_autoptr (GError) error = NULL;
  int status;

  g_test_summary (
      "On a full disk, or beyond a limit, all outputs fail with status 4 and the old ones "
      "stay whole.");

  if (!g_spawn_sync (NULL, (char **) (is_disk ? apart : limited), NULL,
                     G_SPAWN_SEARCH_PATH | G_SPAWN_STDOUT_TO_DEV_NULL, NULL, NULL, NULL, &errors,
                     &status, &error) ||
      (is_disk && (WEXITSTATUS (status) == 77 || strstr (errors, "unshare:") != NULL)))
    {
      g_test_skip ("A small disk can only be mounted by root");
      return;
    }

  g_test_message ("%s", errors);
  g_assert_cmpint (status, ==, 0);
}

static void
test_pipe (void)
{
  g_autofree char *set G_GNUC_UNUSED = sl_cli_write_text (folder, "piped.slackline-tasks", SET);
  const char *script =
      "cd \"$0\" && mkfifo p.svg p && "
      "{ cat p.svg > got.svg & } && \"$SLACKLINE_CLI\" render -o p.svg trace && "
      "{ cat p > got & } && \"$SLACKLINE_CLI\" simulate piped.slackline-tasks -o p && "
      "wait && [ -p p ] && [ ! -e p.slackline-tasks ] && grep -q '</svg>' got.svg && "
      "\"$SLACKLINE_CLI\" simulate piped.slackline-tasks -o direct && cmp got direct && "
      "\"$SLACKLINE_CLI\" simulate piped.slackline-tasks -o /dev/stdout | cmp - direct && "
      "\"$SLACKLINE_CLI\" simulate piped.slackline-tasks -o /dev/stdout > to-file && cmp to-file direct";
  g_autofree char *trace G_GNUC_UNUSED = sl_cli_make_mixture (folder, "trace");
  const char *argv[] = { "sh", "-c", script, folder, NULL };
  int status;

  g_test_summary ("A pipe gets the same bytes as a file, and nothing beside it.");

  g_assert_true (g_spawn_sync (NULL, (char **) argv, NULL,
                               G_SPAWN_SEARCH_PATH | G_SPAWN_STDOUT_TO_DEV_NULL, NULL, NULL, NULL,
                               NULL, &status, NULL));
  g_assert_cmpint (status, ==, 0);
}

int
main (int argc, char *argv[])
{
  int status;

  g_test_init (&argc, &argv, NULL);
  folder = sl_cli_make_folder ();
  g_test_add_func ("/output/onto-input", test_onto_input);
  g_test_add_func ("/output/onto-memory", test_onto_memory);
  g_test_add_func ("/output/onto-standard-input", test_onto_standard_input);
  g_test_add_data_func ("/output/full-disk", "disk", test_no_space);
  g_test_add_data_func ("/output/size-limit", "limit", test_no_space);
  g_test_add_func ("/output/pipe", test_pipe);

  status = g_test_run ();
  sl_test_remove_folder (folder);
  g_free (folder);
  return status;
}

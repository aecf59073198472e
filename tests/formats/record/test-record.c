/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <glib/gstdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "sl-called-symbols.h"
#include "sl-dat-writer.h"
#include "sl-error.h"
#include "sl-event-sets.h"
#include "sl-file-writer.h"
#include "sl-instance-watcher.h"
#include "sl-own-tracefs.h"
#include "sl-pretended-tracefs.h"
#include "sl-record-run.h"
#include "sl-tracefs.h"

#define MOST_TRIES 500
#define TRY_US     20000

static gboolean has_tracefs;

static void
test_mounts (void)
{
  static const struct
  {
    const char *mounts;
    const char *found;
  } cases[] = {
    { "", NULL },
    { "36 35 98:0 / / rw - ext4 /dev/root rw\n", NULL },
    { "1 2 0:6 / /sys/kernel/debug rw - debugfs debugfs rw\n", "/sys/kernel/debug/tracing" },
    { "1 2 0:6 / /sys/kernel/debug rw - debugfs debugfs rw\n"
      "3 2 0:7 / /sys/kernel/debug/tracing rw - tracefs tracefs rw\n"
      "4 2 0:7 / /sys/kernel/tracing rw,nosuid shared:9 - tracefs tracefs rw\n",
      "/sys/kernel/tracing" },
    { "4 2 0:7 / /mnt/with\\040space rw - tracefs none rw", "/mnt/with space" },
    /* A file of a tracefs over another file is none. */
    { "5 2 0:7 /trace_marker /sys/x rw - tracefs none rw\n", NULL },
    { "not a mount - tracefs\n - tracefs ", NULL },
  };

  g_test_summary (
      "The table of mounts says where tracefs is, the usual place first, then in a debugfs.");

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *found = sl_tracefs_find_mount (cases[i].mounts);

      g_assert_cmpstr (found, ==, cases[i].found);
    }
}

static GBytes *
make_trace (void)
{
  const SlDatLayout layout = { .version = 6,
                               .codec = "none",
                               .long_size = 8,
                               .page_size = 4096,
                               .n_cpus = 1,
                               .n_buffers = 1,
                               .clock = "mono",
                               .is_plain = TRUE };
  g_autoptr (SlDatWriter) writer = sl_dat_writer_new (&layout);
  const SlDatEvent event = { SL_DAT_SWITCH, 1000, 0, 7, { 7, 120, 1, 8, 120 }, NULL };

  sl_dat_writer_add (writer, 0, 0, &event);
  return sl_dat_writer_finish (writer);
}

static void
test_sets (void)
{
  g_autoptr (GBytes) trace = make_trace ();
  g_autoptr (SlPretendedTracefs) tracefs = sl_pretended_tracefs_new (trace, 1, 0);
  g_autoptr (SlEventChoice) choice = NULL;
  g_autoptr (SlEventChoice) one = NULL;
  g_autoptr (GError) error = NULL;

  g_test_summary (
      "Sets have what the kernel has of them, each once; patterns add to them; what is missing is said.");

  choice = sl_event_choice_new (tracefs->path, "sched, marks,futex,sched:sched_*", &error);
  g_assert_no_error (error);
  g_assert_true (choice->has_marks);
  g_assert_true (
      g_ptr_array_find_with_equal_func (choice->events, "sched/sched_switch", g_str_equal, NULL));
  g_assert_true (g_ptr_array_find_with_equal_func (choice->events, "sched/sched_stat_runtime",
                                                   g_str_equal, NULL));
  for (guint i = 0; i < choice->events->len; i++)
    for (guint j = 0; j < i; j++)
      g_assert_cmpstr (g_ptr_array_index (choice->events, i), !=,
                       g_ptr_array_index (choice->events, j));

  one = sl_event_choice_new (tracefs->path, "sched", &error);
  g_assert_no_error (error);
  g_assert_false (one->has_marks);
  g_assert_false (g_ptr_array_find_with_equal_func (one->events, "sched/sched_stat_runtime",
                                                    g_str_equal, NULL));

  g_assert_null (sl_event_choice_new (tracefs->path, "sched,", &error));
  g_assert_error (error, SL_ERROR, SL_ERROR_USAGE);
  g_clear_error (&error);
  g_assert_null (sl_event_choice_new (tracefs->path, "", &error));
  g_assert_error (error, SL_ERROR, SL_ERROR_USAGE);
  g_clear_error (&error);
  g_assert_null (sl_event_choice_new (tracefs->path, "../events/sched:*", &error));
  g_assert_error (error, SL_ERROR, SL_ERROR_USAGE);
}

static void
test_symbols (void)
{
  static const char symbols[] = "0000000000000000 t hidden\n"
                                "0000000000001000 T exact\n"
                                "0000000000001000 t alias\t[module]\n"
                                "0000000000001008 t behind\n"
                                "0000000000001010 t hrtimer_wakeup\n"
                                "0000000000001020 t hrtimer_wakeup_other\n"
                                "0000000000001030 t tracing_mark_write\n"
                                "0000000000002000 d data\n"
                                "not a symbol\n"
                                "0000000000003000";
  static const guint64 wanted[] = { 0, 0x1000, 0x1004, 0x2000, 0x3000 };
  g_autoptr (GHashTable) addresses = g_hash_table_new (g_int64_hash, g_int64_equal);
  g_autofree char *picked = NULL, *known = NULL;

  g_test_summary (
      "Of the kernel’s symbols, those functions are kept that begin exactly at an address of a record, "
      "those of timers whose meaning is known, and the one that writes marks.");

  for (guint i = 0; i < G_N_ELEMENTS (wanted); i++)
    g_hash_table_add (addresses, (gpointer) &wanted[i]);
  picked = sl_called_symbols_pick (symbols, addresses);
  g_assert_cmpstr (picked, ==,
                   "0000000000001000 T exact\n0000000000001000 t alias\t[module]\n"
                   "0000000000001010 t hrtimer_wakeup\n"
                   "0000000000001030 t tracing_mark_write\n");
  known = sl_called_symbols_pick (symbols, NULL);
  g_assert_cmpstr (known, ==,
                   "0000000000001010 t hrtimer_wakeup\n0000000000001030 t tracing_mark_write\n");
  g_assert_null (sl_called_symbols_pick ("0000000000000000 t hrtimer_wakeup\n", NULL));
}

static void
test_watcher (void)
{
  g_autofree char *folder = g_dir_make_tmp ("slackline-watch-XXXXXX", NULL);
  g_autofree char *kept = g_dir_make_tmp ("slackline-watch-XXXXXX", NULL);
  pid_t child;

  g_test_summary (
      "A watched folder goes with the process that watches it, however that ends, and with its watcher.");

  child = fork ();
  if (child == 0)
    {
      SlInstanceWatcher *watcher = sl_instance_watcher_new (folder, NULL);

      kill (getpid (), watcher != NULL ? SIGKILL : SIGTERM);
    }
  g_assert_cmpint (waitpid (child, NULL, 0), ==, child);
  for (guint i = 0; i < MOST_TRIES && g_file_test (folder, G_FILE_TEST_EXISTS); i++)
    g_usleep (TRY_US);
  g_assert_false (g_file_test (folder, G_FILE_TEST_EXISTS));

  {
    g_autoptr (SlInstanceWatcher) watcher = sl_instance_watcher_new (kept, NULL);

    g_assert_nonnull (watcher);
    g_usleep (TRY_US);
    g_assert_true (g_file_test (kept, G_FILE_TEST_EXISTS));
  }
  g_assert_false (g_file_test (kept, G_FILE_TEST_EXISTS));
}

static gboolean
holds (const char *path, const char *text)
{
  g_autofree char *bytes = NULL;
  gsize size;

  g_assert_true (g_file_get_contents (path, &bytes, &size, NULL));
  return memmem (bytes, size, text, strlen (text)) != NULL;
}

/* Whether the file has the symbols of timers before anything is recorded: what is drawn meanwhile means the same as in the
 * end. */
static gboolean
begins_with_timers (int fd)
{
  g_autofree char *bytes = g_malloc (1 << 20);
  gssize size = pread (fd, bytes, 1 << 20, 0);

  return size > 0 && memmem (bytes, (gsize) size, " hrtimer_wakeup\n", 16) != NULL;
}

/* Records a program that writes a mark, into a file. */
static void
record_mark (const char *path, gboolean without_copies)
{
  static const char *const words[] = { "sh", "-c",
                                       "echo told-by-a-program > /sys/kernel/tracing/trace_marker",
                                       NULL };
  const SlRecorderSettings settings = { .events = "sched:sched_switch,marks",
                                        .clock = "mono",
                                        .buffer = 1 << 20,
                                        .without_copies = without_copies };
  g_autoptr (GFile) file = g_file_new_for_path (path);
  g_autoptr (SlFileWriter) writer = sl_file_writer_new (file, NULL, NULL);
  g_autoptr (SlRecorder) recorder = NULL;
  g_autoptr (SlRecordedCommand) command = NULL;
  g_autoptr (GError) error = NULL;
  const char *marker, *wanted;
  gboolean has_marks;
  int status;

  recorder = sl_recorder_new (&settings, sl_file_writer_get_fd (writer), &error);
  g_assert_no_error (error);
  g_assert_true (begins_with_timers (sl_file_writer_get_fd (writer)));
  marker = sl_recorder_get_marker (recorder, &wanted);
  if (without_copies)
    g_assert_nonnull (marker);
  command = sl_recorded_command_new ((char *const *) words, marker, wanted, &error);
  g_assert_no_error (error);
  sl_recorder_start (recorder, &error);
  g_assert_no_error (error);
  sl_recorded_command_start (command, &has_marks, &status, &error);
  g_assert_no_error (error);
  g_assert_true (has_marks);
  {
    const SlRecordRun run = { recorder, command, 10 * G_USEC_PER_SEC, FALSE, NULL, NULL };

    g_assert_cmpint (sl_record_run (&run, &error), ==, SL_RECORD_END_COMMAND);
  }
  g_assert_no_error (error);
  sl_recorder_finish (recorder, &error);
  g_assert_no_error (error);
  sl_file_writer_finish (writer, &error);
  g_assert_no_error (error);
}

static void
test_marks (void)
{
  g_autofree char *folder = g_dir_make_tmp ("slackline-record-XXXXXX", NULL);
  g_autofree char *path = g_build_filename (folder, "out.dat", NULL);

  g_test_summary (
      "What a program writes into trace_marker is recorded, whether the kernel can copy it or not.");

  if (!has_tracefs)
    {
      g_test_skip ("The kernel’s tracefs cannot be mounted here, which root may");
      g_rmdir (folder);
      return;
    }

  sl_record_run_catch_signals ();
  for (guint i = 0; i < 2; i++)
    {
      record_mark (path, i == 1);
      g_assert_true (holds (path, "told-by-a-program"));
      sl_own_tracefs_wait_clean ();
    }
  g_unlink (path);
  g_assert_cmpint (g_rmdir (folder), ==, 0);
}

int
main (int argc, char *argv[])
{
  has_tracefs = sl_own_tracefs_mount ();
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/record/mounts", test_mounts);
  g_test_add_func ("/record/sets", test_sets);
  g_test_add_func ("/record/symbols", test_symbols);
  g_test_add_func ("/record/watcher", test_watcher);
  g_test_add_func ("/record/marks", test_marks);

  return g_test_run ();
}

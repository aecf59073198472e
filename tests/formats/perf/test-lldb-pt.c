/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Bundles that LLDB saved: those of its own tests. */
#include <string.h>

#include <gio/gio.h>

#include "sl-format-registry.h"
#include "sl-kind.h"
#include "sl-lldb-bundle.h"
#include "sl-open.h"
#include "sl-pt-files.h"
#include "sl-test-source.h"
#include "sl-test.h"

#define FOLDER "lldb/intelpt-trace/"

static SlMapping *
map_text (const char *text, const char *name)
{
  g_autoptr (GBytes) bytes = g_bytes_new (text, strlen (text));

  return sl_mapping_new_for_bytes (bytes, name);
}

static SlSource *
open_files (SlMapping *const *files, guint n_files, GError **error)
{
  g_autoptr (SlInput) input = sl_input_new (files, n_files);

  return sl_formats_find ("lldb-pt")->open (input, NULL, NULL, error);
}

/* Opens a bundle of LLDB's tests, with the one stream that all of them name. */
static SlSource *
open_real (const char *name, GError **error)
{
  g_autofree char *path = g_strconcat (FOLDER, name, NULL);
  g_autoptr (GBytes) text = sl_pt_files_read (path);
  g_autoptr (GBytes) packets = sl_pt_files_read (FOLDER "3842849.trace");
  g_autoptr (SlMapping) bundle = sl_mapping_new_for_bytes (text, name);
  g_autoptr (SlMapping) trace = sl_mapping_new_for_bytes (packets, "3842849.trace");

  return open_files ((SlMapping *[]) { bundle, trace }, 2, error);
}

static gboolean
is_here (void)
{
  g_autoptr (GBytes) bytes = sl_pt_files_read (FOLDER "trace.json");

  if (bytes == NULL)
    g_test_skip ("The bundles are not here");
  return bytes != NULL;
}

static guint
count (GArray *events, guint16 kind, guint cpu)
{
  guint n = 0;

  for (guint i = 0; i < events->len; i++)
    n += g_array_index (events, SlEvent, i).kind == kind &&
         g_array_index (events, SlEvent, i).cpu == cpu;
  return n;
}

static void
test_real (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (SlSource) one = NULL;
  g_autoptr (SlSource) two = NULL;
  g_autoptr (GArray) events = NULL;
  g_autoptr (GArray) twice = NULL;

  g_test_summary ("The streams of one thread and of two are read from where the bundle says.");

  if (!is_here ())
    return;

  one = open_real ("trace.json", &error);
  g_assert_no_error (error);
  events = sl_test_read_all (one);
  g_assert_cmpuint (count (events, SL_KIND_PT_PSB, 0), ==, 4);
  g_assert_cmpuint (count (events, SL_KIND_PT_FUP, 0), ==, 4);
  g_assert_cmpuint (count (events, SL_KIND_PT_CBR, 0), ==, 4);
  g_assert_cmpint (sl_clock_get_unit (sl_source_get_clock (one)), ==, SL_UNIT_BYTES);

  two = open_real ("trace_2threads.json", &error);
  g_assert_no_error (error);
  twice = sl_test_read_all (two);
  g_assert_cmpuint (twice->len, ==, 2 * events->len);
  g_assert_cmpuint (count (twice, SL_KIND_PT_PSB, 1), ==, 4);
}

static void
test_refused (void)
{
  static const char *const bad[][2] = {
    { "trace_bad.json", "processes[0] is 123; an object is expected" },
    { "trace_bad2.json", "cpuInfo.family is \"123\"; a number from 0 to 270 is expected" },
    { "trace_bad3.json", "processes[1].pid is missing; a number from 0 to 4294967295 is expected" },
    { "trace_bad4.json", "cpuInfo.family is missing; a number from 0 to 270 is expected" },
    { "trace_bad5.json",
      "processes[0].modules[0].loadAddress is 400000; a multiple of 4096 is expected" },
    { "trace_bad_image.json",
      "processes[0].modules[0].loadAddress is 16777200; a multiple of 4096 is expected" },
    { "trace_wrong_cpu.json", "cpuInfo.family is 2123123; a number from 0 to 270 is expected" },
  };

  g_test_summary ("What makes no sense in a bundle is told with key, value and what is expected.");

  if (!is_here ())
    return;

  for (guint i = 0; i < G_N_ELEMENTS (bad); i++)
    {
      g_autoptr (GError) error = NULL;

      g_assert_null (open_real (bad[i][0], &error));
      g_assert_cmpstr (error->message, ==, bad[i][1]);
    }
}

static void
test_processors (void)
{
  static const char text[] =
      "{\"type\":\"intel-pt\",\"cpuInfo\":{\"vendor\":\"GenuineIntel\",\"family\":6,\"model\":85,"
      "\"stepping\":4},\"processes\":[{\"pid\":1,\"threads\":[{\"tid\":7}]}],\"cpus\":[{\"id\":51,"
      "\"iptTrace\":\"51.trace\",\"contextSwitchTrace\":\"51.switches\"}],"
      "\"tscPerfZeroConversion\":{\"timeMult\":1073741824,\"timeShift\":31,\"timeZero\":\"1000\"}}";
  static const guint8 packets[] = {
    2,    0x82, 2,    0x82, 2, 0x82, 2, 0x82, 2, 0x82, 2,    0x82, 2,    0x82, 2,
    0x82, 0x19, 0xa0, 0x0f, 0, 0,    0, 0,    0, 2,    0x23, 0x2d, 0x34, 0x12,
  };
  /* In at 3050 ns, which is tick 4100. */
  static const guint8 switches[32] = {
    15, 0, 0, 0, 0, 0, 32, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 7, 0, 0, 0, 0xea, 0x0b,
  };
  g_autoptr (SlMapping) bundle = map_text (text, "trace.json");
  g_autoptr (GBytes) packet_bytes = g_bytes_new_static (packets, sizeof packets);
  g_autoptr (GBytes) switch_bytes = g_bytes_new_static (switches, sizeof switches);
  g_autoptr (SlMapping) trace = sl_mapping_new_for_bytes (packet_bytes, "51.trace");
  g_autoptr (SlMapping) records = sl_mapping_new_for_bytes (switch_bytes, "51.switches");
  g_autoptr (GError) error = NULL;
  g_autoptr (SlSource) source = open_files ((SlMapping *[]) { bundle, trace, records }, 3, &error);
  g_autoptr (GArray) events = NULL;
  const SlEvent *last;

  g_test_summary ("Packets and context switches of a processor stand on one clock.");

  g_assert_no_error (error);
  events = sl_test_read_all (source);
  g_assert_cmpuint (events->len, ==, 5);
  last = &g_array_index (events, SlEvent, 4);
  g_assert_cmpuint (last->kind, ==, SL_KIND_LINUX_SWITCH_IN);
  g_assert_cmpuint (last->a, ==, 7);
  g_assert_cmpuint (last->cpu, ==, 51);
  g_assert_cmpuint (sl_clock_to_absolute (sl_source_get_clock (source), last->time), ==, 4100);
  g_assert_cmpuint (g_array_index (events, SlEvent, 0).cpu, ==, 51);
}

static void
test_missing_file (void)
{
  static const char text[] =
      "{\"type\":\"intel-pt\",\"cpuInfo\":{\"family\":6,\"model\":85,\"stepping\":4},"
      "\"processes\":[{\"pid\":1,\"threads\":[{\"tid\":7,\"iptTrace\":\"7.trace\"}]}]}";
  g_autoptr (SlMapping) bundle = map_text (text, "trace.json");
  g_autoptr (GPtrArray) names = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GError) error = NULL;

  g_test_summary ("A file that the bundle names and that is not there is told.");

  sl_formats_find ("lldb-pt")->companions (bundle, names);
  g_assert_cmpuint (names->len, ==, 1);
  g_assert_cmpstr (g_ptr_array_index (names, 0), ==, "7.trace");
  g_assert_null (open_files (&bundle, 1, &error));
  g_assert_nonnull (strstr (error->message, "7.trace"));
}

static void
write_file (const char *folder, const char *name, gconstpointer data, gssize size)
{
  g_autofree char *path = g_build_filename (folder, name, NULL);
  g_autofree char *parent = g_path_get_dirname (path);
  g_autoptr (GError) error = NULL;

  g_mkdir_with_parents (parent, 0700);
  g_file_set_contents (path, data, size, &error);
  g_assert_no_error (error);
}

static void
test_folders (void)
{
  static const char text[] =
      "{\"type\":\"intel-pt\",\"cpuInfo\":{\"family\":6,\"model\":85,\"stepping\":4},"
      "\"processes\":[{\"pid\":1,\"threads\":[{\"tid\":7,\"iptTrace\":\"threads/7/trace\"},"
      "{\"tid\":8,\"iptTrace\":\"threads/8/trace\"}]}]}";
  static const char outside[] =
      "{\"type\":\"intel-pt\",\"cpuInfo\":{\"family\":6,\"model\":85,\"stepping\":4},"
      "\"processes\":[{\"pid\":1,\"threads\":[{\"tid\":7,\"iptTrace\":\"../7/trace\"}]}]}";
  static const guint8 packets[] = {
    2,    0x82, 2,    0x82, 2,    0x82, 2,    0x82, 2,    0x82, 2,
    0x82, 2,    0x82, 2,    0x82, 2,    0x23, 0x2d, 0x34, 0x12,
  };
  g_autoptr (GError) error = NULL;
  g_autofree char *folder = g_dir_make_tmp ("slackline-lldb-XXXXXX", &error);
  g_autofree char *bundle = g_build_filename (folder, "trace.json", NULL);
  g_autofree char *inner = g_build_filename (folder, "threads", "trace.json", NULL);
  g_autoptr (GPtrArray) files = g_ptr_array_new_with_free_func (g_object_unref);
  SlOpenRequest request = { .files = files };
  g_autoptr (GPtrArray) sources = NULL;
  g_autoptr (GArray) events = NULL;

  g_test_summary (
      "Streams of one name in folders of their own are told apart; what lies outside of "
      "the bundle's folder is not reached for.");

  write_file (folder, "trace.json", text, -1);
  write_file (folder, "threads/trace.json", outside, -1);
  write_file (folder, "threads/7/trace", packets, sizeof packets);
  write_file (folder, "7/trace", packets, sizeof packets);
  write_file (folder, "threads/8/trace", packets, sizeof packets - 3);

  g_ptr_array_add (files, g_file_new_for_path (bundle));
  sources = sl_open (&request, NULL, NULL, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (sources->len, ==, 1);
  events = sl_test_read_all (g_ptr_array_index (sources, 0));
  g_assert_cmpuint (count (events, SL_KIND_PT_PSB, 0), ==, 1);
  g_assert_cmpuint (count (events, SL_KIND_PT_PSB, 1), ==, 1);
  g_assert_cmpuint (count (events, SL_KIND_PT_TIP, 0), ==, 1);
  g_assert_cmpuint (count (events, SL_KIND_PT_TIP, 1), ==, 0);

  g_ptr_array_set_size (files, 0);
  g_ptr_array_add (files, g_file_new_for_path (inner));
  g_assert_null (sl_open (&request, NULL, NULL, NULL, &error));
  g_assert_nonnull (strstr (error->message, "../7/trace"));

  sl_test_remove_folder (folder);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/formats/lldb-pt/real", test_real);
  g_test_add_func ("/formats/lldb-pt/refused", test_refused);
  g_test_add_func ("/formats/lldb-pt/processors", test_processors);
  g_test_add_func ("/formats/lldb-pt/missing-file", test_missing_file);
  g_test_add_func ("/formats/lldb-pt/folders", test_folders);

  return g_test_run ();
}

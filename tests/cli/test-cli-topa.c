/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <string.h>

#include <glib/gstdio.h>

#include "sl-cli-run.h"
#include "sl-test.h"

#define PAGE 4096

static char *folder;

/* Memory with a table at 0x1000 whose two regions are at 0x2000 and 0x3000; entry 1 is as asked. */
static char *
make_memory (const char *name, guint64 entry)
{
  g_autofree guint8 *memory = g_malloc0 (4 * PAGE);
  guint64 entries[] = { GUINT64_TO_LE (0x2000), GUINT64_TO_LE (entry) };
  g_autoptr (GBytes) bytes = NULL;

  memcpy (memory + PAGE, entries, sizeof entries);
  for (guint i = 0; i < 2 * PAGE; i++)
    memory[2 * PAGE + i] = (guint8) (i % 200 + 1);
  bytes = g_bytes_new (memory, 4 * PAGE);
  return sl_cli_write_file (folder, name, bytes);
}

static char *
make_state (const char *text)
{
  return sl_cli_write_text (folder, "state.txt", text);
}

static void
assert_output (const char *path, gsize expected_size)
{
  g_autofree char *bytes = NULL;
  gsize size;

  g_assert_true (g_file_get_contents (path, &bytes, &size, NULL));
  g_assert_cmpuint (size, ==, expected_size);
  for (gsize i = 0; i < size; i++)
    g_assert_cmpuint ((guint8) bytes[i], ==, i % 200 + 1);
}

#define STATE                                                                                      \
  "# a comment\nunknown=1\nIA32_RTIT_CTL=0x100\nIA32_RTIT_OUTPUT_BASE=0x%" G_GINT64_MODIFIER "x\n" \
  "IA32_RTIT_OUTPUT_MASK_PTRS=0x8000000ff\n"

static void
test_stream (void)
{
  g_autofree char *memory = make_memory ("phys.bin", 0x3010);
  g_autofree char *text =
      g_strdup_printf (STATE "wrapped=0\nphys_file=phys.bin\n", G_GUINT64_CONSTANT (0x1000));
  g_autofree char *state = make_state (text);
  g_autofree char *output = g_build_filename (folder, "out.pt", NULL);
  g_autofree char *at_zero = g_strconcat (memory, "@0x0", NULL);
  g_auto (SlCliResult) given = { 0 };
  g_auto (SlCliResult) named = { 0 };

  g_test_summary ("The stream comes out, of dumps that are given or that the state file names.");

  given = sl_cli_run ("topa", "--state", state, "--memory", at_zero, "-o", output, NULL);
  sl_cli_assert_fine (&given);
  assert_output (output, PAGE + 8);
  g_assert_nonnull (strstr (given.output, "contains no PSB"));

  g_unlink (output);
  named = sl_cli_run ("topa", "--state", state, "-o", output, NULL);
  sl_cli_assert_fine (&named);
  assert_output (output, PAGE + 8);
}

static void
test_outside (void)
{
  static const char *const names[] = { "../outside.bin", "sub/../../outside.bin", "./phys.bin" };
  g_autofree char *output = g_build_filename (folder, "never.pt", NULL);
  g_autofree char *absolute = g_build_filename (folder, "phys.bin", NULL);
  g_autofree char *memory G_GNUC_UNUSED = make_memory ("phys.bin", 0x3010);

  g_test_summary ("A state file names dumps in its folder or below it, and no others.");

  for (guint i = 0; i <= G_N_ELEMENTS (names); i++)
    {
      const char *name = i < G_N_ELEMENTS (names) ? names[i] : absolute;
      g_autofree char *text =
          g_strdup_printf (STATE "phys_file=%s\n", G_GUINT64_CONSTANT (0x1000), name);
      g_autofree char *state = make_state (text);
      g_auto (SlCliResult) result = sl_cli_run ("topa", "--state", state, "-o", output, NULL);

      sl_cli_assert_fails (&result, 3, "is not in the folder of the state file");
      g_assert_nonnull (strstr (result.errors, name));
      g_assert_false (g_file_test (output, G_FILE_TEST_EXISTS));
    }
}

/* A stream that decodes: a PSB and its end, and nothing but padding. */
static char *
make_packets (const char *name)
{
  g_autofree guint8 *memory = g_malloc0 (4 * PAGE);
  guint64 entries[] = { GUINT64_TO_LE (0x2000), GUINT64_TO_LE (0x3010) };
  g_autoptr (GBytes) bytes = NULL;

  memcpy (memory + PAGE, entries, sizeof entries);
  for (guint i = 0; i < 16; i++)
    memory[2 * PAGE + 16 + i] = i % 2 == 0 ? 0x02 : 0x82;
  memcpy (memory + 2 * PAGE + 32, "\x02\x23", 2);
  bytes = g_bytes_new (memory, 4 * PAGE);
  return sl_cli_write_file (folder, name, bytes);
}

static void
test_format (void)
{
  g_autofree char *memory = make_packets ("packets.bin");
  g_autofree char *text =
      g_strdup_printf (STATE "wrapped=0\nphys_file=packets.bin\n", G_GUINT64_CONSTANT (0x1000));
  g_autofree char *state = make_state (text);
  g_autofree char *picture = g_build_filename (folder, "topa.svg", NULL);
  g_autofree char *svg = NULL;
  g_auto (SlCliResult) info = sl_cli_run ("info", state, NULL);
  g_auto (SlCliResult) both = sl_cli_run ("events", "--csv", memory, state, NULL);
  g_auto (SlCliResult) view =
      sl_cli_run ("render", "--view", "topa", "-o", picture, state, memory, NULL);
  g_auto (SlCliResult) alone = { 0 };
  g_autoptr (GPtrArray) rows = NULL;

  g_test_summary ("A state file opens with the dumps that it names, given or not, as one trace.");

  sl_cli_assert_fine (&info);
  g_assert_nonnull (strstr (info.output, "(topa)"));
  sl_cli_assert_fine (&both);
  rows = sl_cli_parse_csv (both.output);
  g_assert_cmpstr (sl_cli_cell (rows, 1, "kind"), ==, "psb");
  g_assert_cmpstr (sl_cli_cell (rows, 1, "offset"), ==, "16");
  sl_cli_assert_fine (&view);
  g_assert_true (g_file_get_contents (picture, &svg, NULL, NULL));
  g_assert_nonnull (strstr (svg, "OutputRegion A0"));

  g_unlink (memory);
  alone = sl_cli_run ("info", state, NULL);
  sl_cli_assert_fails (&alone, 3, "packets.bin must be in the same folder");
}

static void
test_base (void)
{
  g_autofree char *memory = make_memory ("high.bin", 0x0);
  g_autofree char *text = g_strdup_printf (STATE, G_GUINT64_CONSTANT (0x100001000));
  g_autofree char *state = make_state (text);
  g_autofree char *output = g_build_filename (folder, "high.pt", NULL);
  g_autofree char *high = g_strconcat (memory, "@4294967296", NULL);
  g_auto (SlCliResult) result = { 0 };

  g_test_summary ("A dump lies where its base says: the regions of this one are missing.");

  result = sl_cli_run ("topa", "--state", state, "--memory", high, "-o", output, NULL);
  sl_cli_assert_fine (&result);
  g_assert_nonnull (strstr (result.output, "in no dump"));
  assert_output (output, 0);
}

static void
test_operational_error (void)
{
  g_autofree char *memory = make_memory ("bad.bin", 0x3002);
  g_autofree char *text = g_strdup_printf (STATE, G_GUINT64_CONSTANT (0x1000));
  g_autofree char *state = make_state (text);
  g_autofree char *output = g_build_filename (folder, "bad.pt", NULL);
  g_auto (SlCliResult) result = { 0 };

  g_test_summary ("An operational error ends with status 1 and keeps the bytes before it.");

  result = sl_cli_run ("topa", "--state", state, "--memory", memory, "-o", output, NULL);
  g_assert_cmpint (result.status, ==, 1);
  g_assert_nonnull (
      strstr (result.errors,
              "table 0x1000, entry 1, raw 0x0000000000003002: reserved bit 1 set (rule 1)\n"));
  g_assert_cmpuint (strcspn (result.errors, "\n") + 1, ==, strlen (result.errors));
  assert_output (output, PAGE);
}

static void
test_failures (void)
{
  g_autofree char *memory = make_memory ("phys.bin", 0x3010);
  g_autofree char *text = g_strdup_printf (STATE, G_GUINT64_CONSTANT (0x1000));
  g_autofree char *state = make_state (text);
  g_autofree char *output = g_build_filename (folder, "no-such", "out.pt", NULL);
  g_autofree char *odd = g_strconcat (memory, "@here", NULL);
  g_auto (SlCliResult) no_state = sl_cli_run ("topa", "-o", output, NULL);
  g_auto (SlCliResult) no_output = sl_cli_run ("topa", "--state", state, NULL);
  g_auto (SlCliResult) no_dump = sl_cli_run ("topa", "--state", state, "-o", output, NULL);
  g_auto (SlCliResult) no_base =
      sl_cli_run ("topa", "--state", state, "--memory", odd, "-o", output, NULL);
  g_auto (SlCliResult) twice = sl_cli_run ("topa", "--state", state, "--memory", memory, "--memory",
                                           memory, "-o", output, NULL);
  g_auto (SlCliResult) no_file =
      sl_cli_run ("topa", "--state", output, "--memory", memory, "-o", output, NULL);
  g_auto (SlCliResult) not_a_state =
      sl_cli_run ("topa", "--state", memory, "--memory", memory, "-o", output, NULL);
  g_auto (SlCliResult) unwritable =
      sl_cli_run ("topa", "--state", state, "--memory", memory, "-o", output, NULL);

  g_test_summary ("What is missing, odd, unreadable or unwritable has its exit status and a line.");

  sl_cli_assert_fails (&no_state, 2, "--state");
  sl_cli_assert_fails (&no_output, 2, "-o");
  sl_cli_assert_fails (&no_dump, 2, "--memory");
  sl_cli_assert_fails (&no_base, 2, "here");
  sl_cli_assert_fails (&twice, 3, "overlaps");
  sl_cli_assert_fails (&no_file, 3, "out.pt");
  sl_cli_assert_fails (&not_a_state, 3, "IA32_RTIT_OUTPUT_BASE");
  sl_cli_assert_fails (&unwritable, 4, "no-such");
}

/* Memory with a table at 0x1000 and, from 0x2000 on, two pages of a stream: a boundary, and then a
 * time stamp every 8 bytes from byte 18 on, number n of which says 1000 + 10 n. */
static char *
make_stream_memory (const char *name, guint64 first, guint64 second)
{
  static const guint8 head[] = { 2,    0x82, 2,    0x82, 2,    0x82, 2,    0x82, 2,
                                 0x82, 2,    0x82, 2,    0x82, 2,    0x82, 2,    0x23 };
  g_autofree guint8 *memory = g_malloc0 (4 * PAGE);
  guint64 entries[] = { GUINT64_TO_LE (first), GUINT64_TO_LE (second) };
  g_autoptr (GBytes) bytes = NULL;

  memcpy (memory + PAGE, entries, sizeof entries);
  memcpy (memory + 2 * PAGE, head, sizeof head);
  for (guint i = 0; sizeof head + 8 * (i + 1) <= 2 * PAGE; i++)
    {
      guint64 packet = GUINT64_TO_LE (G_GUINT64_CONSTANT (0x19) | (guint64) (1000 + 10 * i) << 8);

      memcpy (memory + 2 * PAGE + sizeof head + 8 * i, &packet, sizeof packet);
    }
  bytes = g_bytes_new (memory, 4 * PAGE);
  return sl_cli_write_file (folder, name, bytes);
}

#define REGISTERS                                                                       \
  "IA32_RTIT_CTL=0x300e78c\nIA32_RTIT_OUTPUT_BASE=0x1000\nIA32_RTIT_CR3_MATCH=0x5000\n" \
  "wrapped=0\nphys_file=stream.bin\n"

/* The first region raises an interrupt when it is full, the second one stops tracing. */
static char *
make_full (void)
{
  G_GNUC_UNUSED g_autofree char *memory = make_stream_memory ("stream.bin", 0x2004, 0x3010);

  return make_state (REGISTERS "IA32_RTIT_STATUS=0x1000000020\n"
                               "IA32_RTIT_OUTPUT_MASK_PTRS=0x1000000000ff\n");
}

static void
test_registers (void)
{
  static const char *const lines[] = {
    "stopped: table A, entry 1 was full", "MTC every 8 crystal ticks", "PSB every 16 KiB",
    "the page tables at 5000 are traced", "user code is traced",       "the region is full",
    "16 bytes since the last PSB",
  };
  g_autofree char *state = make_full ();
  g_autofree char *output = g_build_filename (folder, "registers.pt", NULL);
  g_autofree char *picture = g_build_filename (folder, "registers.svg", NULL);
  g_auto (SlCliResult) info = sl_cli_run ("info", state, NULL);
  g_auto (SlCliResult) topa = sl_cli_run ("topa", "--state", state, "-o", output, NULL);
  g_auto (SlCliResult) json = sl_cli_run ("info", "--json", state, NULL);
  g_auto (SlCliResult) render = sl_cli_run ("render", "--view=topa", "-o", picture, state, NULL);
  g_autofree char *svg = NULL;

  g_test_summary ("Each field of the registers says what it means, in lists and in the picture; a "
                  "region that stopped output is not one that would.");
  sl_cli_assert_fine (&info);
  sl_cli_assert_fine (&topa);
  sl_cli_assert_fine (&json);
  sl_cli_assert_fine (&render);
  g_assert_true (g_file_get_contents (picture, &svg, NULL, NULL));
  for (guint i = 0; i < G_N_ELEMENTS (lines); i++)
    {
      g_assert_nonnull (strstr (info.output, lines[i]));
      g_assert_nonnull (strstr (topa.output, lines[i]));
      g_assert_nonnull (strstr (svg, lines[i]));
    }
  g_assert_null (strstr (info.output, "stops when full"));
  g_assert_nonnull (strstr (json.output, "\"register\" : \"IA32_RTIT_CTL\""));
  g_assert_nonnull (strstr (json.output, "\"meaning\" : \"MTC every 8 crystal ticks\""));
}

static void
test_axis (void)
{
  g_autofree char *state = make_full ();
  g_autofree char *picture = g_build_filename (folder, "axis.svg", NULL);
  g_auto (SlCliResult) slices =
      sl_cli_run ("slices", "--csv", "--lane=output/regions", state, NULL);
  g_auto (SlCliResult) events =
      sl_cli_run ("events", "--csv", "--fields=physical-address",
                  "--filter=physical-address in 0x2ff0..0x3010", state, NULL);
  g_auto (SlCliResult) render =
      sl_cli_run ("render", "-o", picture, "--lane=output/*", state, NULL);
  g_autofree char *svg = NULL;
  g_autoptr (GPtrArray) rows = NULL, found = NULL;

  g_test_summary (
      "Which region was written when is a row, what happened when it was full are signs "
      "on the axis, and where in memory a packet lay can be asked for.");
  sl_cli_assert_fine (&slices);
  rows = sl_cli_parse_csv (slices.output);
  g_assert_cmpuint (rows->len, ==, 3);
  /* The first time stamp that begins in the second page is number 510. */
  g_assert_cmpstr (sl_cli_cell (rows, 1, "detail"), ==, "0x2000");
  g_assert_cmpstr (sl_cli_cell (rows, 1, "begin"), ==, "1000");
  g_assert_cmpstr (sl_cli_cell (rows, 1, "end"), ==, "6100");
  g_assert_cmpstr (sl_cli_cell (rows, 2, "detail"), ==, "0x3000");
  g_assert_cmpstr (sl_cli_cell (rows, 2, "begin"), ==, "6100");

  sl_cli_assert_fine (&events);
  found = sl_cli_parse_csv (events.output);
  g_assert_cmpuint (found->len, ==, 1 + 4);
  g_assert_cmpstr (sl_cli_cell (found, 1, "physical-address"), ==, "0x2ff2");
  g_assert_cmpstr (sl_cli_cell (found, 4, "physical-address"), ==, "0x300a");

  sl_cli_assert_fine (&render);
  g_assert_true (g_file_get_contents (picture, &svg, NULL, NULL));
  g_assert_nonnull (strstr (svg, "region-interrupt"));
  g_assert_nonnull (strstr (svg, "region-stop"));
  g_assert_nonnull (strstr (svg, "Output region"));
}

static void
test_full_regions (void)
{
  g_autofree char *state = make_full ();
  g_auto (SlCliResult) info = sl_cli_run ("info", "--json", state, NULL);
  g_auto (SlCliResult) slices = sl_cli_run ("slices", "--csv", "--lane=output/full", state, NULL);
  g_auto (SlCliResult) text = sl_cli_run ("slices", "--lane=output/*", state, NULL);
  g_auto (SlCliResult) stop =
      sl_cli_run ("events", "--csv", "--filter=kind = region-stop", state, NULL);
  g_auto (SlCliResult) second =
      sl_cli_run ("events", "--csv", "--fields=region", "--filter=region = A1", state, NULL);
  g_auto (SlCliResult) none = sl_cli_run ("events", "--csv", "--filter=region = B7", state, NULL);
  g_autoptr (GPtrArray) rows = NULL, found = NULL;

  g_test_summary (
      "Where output stopped and where a full region raised an interrupt is a lane without "
      "lengths; regions have the names of the picture, and a name that no region has is "
      "refused.");
  sl_cli_assert_fine (&info);
  g_assert_nonnull (strstr (info.output, "\"output/full\""));
  sl_cli_assert_fine (&slices);
  rows = sl_cli_parse_csv (slices.output);
  g_assert_cmpuint (rows->len, ==, 1 + 2);
  g_assert_cmpstr (sl_cli_cell (rows, 1, "state"), ==, "region-interrupt");
  g_assert_cmpstr (sl_cli_cell (rows, 1, "begin"), ==, "6100");
  g_assert_cmpstr (sl_cli_cell (rows, 1, "end"), ==, "6100");
  g_assert_cmpstr (sl_cli_cell (rows, 1, "detail"), ==, "0x2000");
  g_assert_cmpstr (sl_cli_cell (rows, 2, "state"), ==, "region-stop");
  g_assert_cmpstr (sl_cli_cell (rows, 2, "detail"), ==, "0x3000");
  sl_cli_assert_fine (&text);
  g_assert_nonnull (strstr (text.output, "A1"));
  g_assert_null (strstr (text.output, "0x3000"));

  sl_cli_assert_fails (&stop, 2, "slices --lane output/full");
  sl_cli_assert_fine (&second);
  found = sl_cli_parse_csv (second.output);
  g_assert_cmpuint (found->len, >, 1);
  for (guint i = 1; i < found->len; i++)
    g_assert_cmpstr (sl_cli_cell (found, i, "region"), ==, "A1");
  sl_cli_assert_fails (&none, 2, "possible values are A0, A1");
}

static void
test_damaged (void)
{
  G_GNUC_UNUSED g_autofree char *memory = make_stream_memory ("stream.bin", 0x2000, 0x3000);
  g_autofree char *state = make_state (REGISTERS "IA32_RTIT_OUTPUT_MASK_PTRS=0x80000000ff\n");
  g_autofree char *picture = g_build_filename (folder, "damaged.svg", NULL);
  g_auto (SlCliResult) info = sl_cli_run ("info", state, NULL);
  g_auto (SlCliResult) render = sl_cli_run ("render", "--view=topa", "-o", picture, state, NULL);
  g_autofree char *svg = NULL;

  g_test_summary ("A table whose rest is zeros is said to be damaged, once: its entries are no "
                  "regions at address 0.");
  sl_cli_assert_fine (&info);
  g_assert_nonnull (strstr (info.output, "1 table, 2 regions of 8 KiB in all"));
  g_assert_nonnull (
      strstr (info.output, "Table A is probably damaged: 510 entries from entry 2 on"));
  sl_cli_assert_fine (&render);
  g_assert_true (g_file_get_contents (picture, &svg, NULL, NULL));
  g_assert_nonnull (strstr (svg, "Table A is probably damaged"));
  g_assert_nonnull (strstr (svg, "510 entries of zeros: probably damaged"));
  g_assert_null (strstr (svg, "OutputRegion A2"));
  g_assert_null (strstr (svg, "OutputRegion A3"));
}

int
main (int argc, char *argv[])
{
  int status;

  g_test_init (&argc, &argv, NULL);
  folder = sl_cli_make_folder ();

  g_test_add_func ("/cli/topa/outside", test_outside);
  g_test_add_func ("/cli/topa/stream", test_stream);
  g_test_add_func ("/cli/topa/format", test_format);
  g_test_add_func ("/cli/topa/base", test_base);
  g_test_add_func ("/cli/topa/operational-error", test_operational_error);
  g_test_add_func ("/cli/topa/failures", test_failures);
  g_test_add_func ("/cli/topa/registers", test_registers);
  g_test_add_func ("/cli/topa/axis", test_axis);
  g_test_add_func ("/cli/topa/full-regions", test_full_regions);
  g_test_add_func ("/cli/topa/damaged", test_damaged);

  status = g_test_run ();
  sl_test_remove_folder (folder);
  g_free (folder);
  return status;
}

/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The code of several processes, and code that is missing, in what commands say of Intel PT. */
#include <string.h>

#include "sl-cli-run.h"
#include "sl-elf-writer.h"
#include "sl-perf-file.h"
#include "sl-pt-program.h"
#include "sl-test.h"

#ifdef SL_HAVE_IPT

#define ALPHA     10
#define BETA      20
#define ALPHA_CR3 0x10000
#define BETA_CR3  0x20000
#define GONE      0x7f0000000000
#define GONE_SIZE 0x10000

static char *folder;

static char *
write_program (const char *name, const guint8 *code, gsize size, const SlElfSymbol *symbols)
{
  SlElfPlan plan = { TRUE, FALSE, SL_PROGRAM_ADDRESS, code, size, symbols, 2 };
  g_autoptr (GBytes) file = sl_elf_write (&plan);

  return sl_cli_write_file (folder, name, file);
}

/* Both programs lie at one address, and neither can be decoded by the other's bytes. */
static char *
write_alpha (void)
{
  static const SlElfSymbol symbols[] = { { "alpha", 0, 0x10, 0x12 },
                                         { "inner_a", 0x20, 0x10, 0x12 } };
  guint8 code[0x40] = { 0 };

  sl_code_call (code, 0x00, 0x20);
  memcpy (code + 0x05, "\xff\xe0", 2); /* jmp *rax */
  memcpy (code + 0x20, "\x90\xc3", 2); /* nop; ret */
  return write_program ("alpha", code, sizeof code, symbols);
}

static char *
write_beta (void)
{
  static const SlElfSymbol symbols[] = { { "beta", 0, 0x10, 0x12 },
                                         { "inner_b", 0x30, 0x10, 0x12 } };
  guint8 code[0x40] = { 0 };

  memcpy (code, "\x74\x00", 2); /* je to the next */
  sl_code_call (code, 0x02, 0x30);
  memcpy (code + 0x07, "\xff\xe0", 2);
  memcpy (code + 0x30, "\x90\x90\xc3", 3);
  return write_program ("beta", code, sizeof code, symbols);
}

static void
put_pip (GByteArray *packets, guint64 cr3)
{
  guint8 bytes[8] = { 0x02, 0x43 };
  guint64 payload = GUINT64_TO_LE (cr3 >> 5 << 1);

  memcpy (bytes + 2, &payload, 6);
  g_byte_array_append (packets, bytes, sizeof bytes);
}

/* One turn of either program; it ends where tracing is switched off. */
static void
run_program (GByteArray *packets, guint64 tsc, gboolean is_beta, guint n_rounds)
{
  sl_packets_tsc (packets, tsc);
  sl_packets_ip (packets, SL_PACKET_PGE, SL_PROGRAM_ADDRESS);
  for (guint i = 0; i < n_rounds; i++)
    {
      sl_packets_tnt (packets, is_beta ? "NT" : "T");
      sl_packets_tsc (packets, tsc + 100 * (i + 1));
      if (i + 1 < n_rounds)
        sl_packets_ip (packets, SL_PACKET_TIP, SL_PROGRAM_ADDRESS);
    }
  sl_packets_ip (packets, SL_PACKET_PGD, 0x500000);
}

/* The processes take turns; switches are recorded, or only to be told by CR3. */
static GByteArray *
make_packets (gboolean with_cr3)
{
  GByteArray *packets = g_byte_array_new ();

  sl_packets_psb (packets, 1000, 0);
  for (guint turn = 0; turn < 6; turn++)
    {
      if (with_cr3)
        put_pip (packets, turn % 2 == 0 ? ALPHA_CR3 : BETA_CR3);
      run_program (packets, 2000 + 1000 * turn, turn % 2 != 0, 3);
    }
  return packets;
}

static char *
write_recording (const char *name, GByteArray *packets, const char *alpha, const char *beta)
{
  GByteArray *file = g_byte_array_new ();
  g_autoptr (GBytes) bytes = NULL;

  sl_perf_file_begin (file);
  sl_perf_file_add_mapping (file, ALPHA, SL_PROGRAM_ADDRESS, 0x1000, SL_ELF_CODE_OFFSET, alpha);
  sl_perf_file_add_mapping (file, ALPHA, GONE, GONE_SIZE, 0, "/nonexistent/gone.so");
  sl_perf_file_add_mapping (file, BETA, SL_PROGRAM_ADDRESS, 0x1000, SL_ELF_CODE_OFFSET, beta);
  for (guint turn = 0; turn < 6; turn++)
    sl_perf_file_add_switch (file, 1900 + 1000 * turn, 0, turn % 2 == 0 ? BETA : ALPHA,
                             turn % 2 == 0 ? ALPHA : BETA);
  sl_perf_file_add_packets (file, 0, packets);
  bytes = g_byte_array_free_to_bytes (file);
  return sl_cli_write_file (folder, name, bytes);
}

/* How many calls of a name there are. */
static guint
count_calls (const SlCliResult *result, const char *name)
{
  g_autofree char *wanted = g_strdup_printf (",%s,\n", name);
  guint count = 0;

  for (const char *at = strstr (result->output, wanted); at != NULL; at = strstr (at + 1, wanted))
    count++;
  return count;
}

static void
assert_turns (const SlCliResult *result)
{
  sl_cli_assert_fine (result);
  g_assert_cmpuint (count_calls (result, "alpha"), ==, 3);
  g_assert_cmpuint (count_calls (result, "beta"), ==, 3);
  g_assert_cmpuint (count_calls (result, "inner_a"), ==, 9);
  /* The last one ends with the trace: no time is known in it. */
  g_assert_cmpuint (count_calls (result, "inner_b"), ==, 8);
}

static void
test_processes (void)
{
  g_autofree char *alpha = write_alpha ();
  g_autofree char *beta = write_beta ();
  g_autoptr (GByteArray) with_cr3 = make_packets (TRUE);
  g_autoptr (GByteArray) without_cr3 = make_packets (FALSE);
  g_autofree char *both = write_recording ("both.data", with_cr3, alpha, beta);
  g_autofree char *switches = write_recording ("switches.data", without_cr3, alpha, beta);
  g_auto (SlCliResult) by_both =
      sl_cli_run ("slices", "--csv", "--calls", "--symbols-from-trace", both, NULL);
  g_auto (SlCliResult) by_switches =
      sl_cli_run ("slices", "--csv", "--calls", "--symbols-from-trace", switches, NULL);

  g_test_summary (
      "Each process runs the code that was mapped in it, whether packets tell whose address "
      "space it is or only the kernel's records who ran.");
  assert_turns (&by_both);
  assert_turns (&by_switches);
}

static void
test_given (void)
{
  g_autofree char *alpha = write_alpha ();
  g_autofree char *beta = write_beta ();
  g_autoptr (GByteArray) packets = make_packets (TRUE);
  g_autoptr (GBytes) bytes = g_bytes_new (packets->data, packets->len);
  g_autofree char *stream = sl_cli_write_file (folder, "stream.pt", bytes);
  g_autofree char *recording =
      write_recording ("given.data", packets, "/nonexistent/a", "/nonexistent/b");
  g_autofree char *alpha_cr3 = g_strdup_printf ("%s@,cr3=0x%x", alpha, ALPHA_CR3);
  g_autofree char *beta_cr3 = g_strdup_printf ("%s@0x400000,cr3=0x%x", beta, BETA_CR3);
  g_autofree char *alpha_pid = g_strdup_printf ("%s@,pid=%u", alpha, ALPHA);
  g_autofree char *beta_pid = g_strdup_printf ("%s@,pid=%u", beta, BETA);
  g_auto (SlCliResult) by_cr3 = sl_cli_run ("slices", "--csv", "--calls", "--symbols", alpha_cr3,
                                            "--symbols", beta_cr3, stream, NULL);
  g_auto (SlCliResult) by_pid = sl_cli_run ("slices", "--csv", "--calls", "--symbols", alpha_pid,
                                            "--symbols", beta_pid, recording, NULL);

  g_test_summary ("The user may say whose code a file is, by CR3 or by process.");
  assert_turns (&by_cr3);
  assert_turns (&by_pid);
}

/* alpha calls what no file is there for; then there is a boundary, and it runs again. */
static GByteArray *
make_stopping (void)
{
  GByteArray *packets = g_byte_array_new ();

  sl_packets_psb (packets, 1000, 0);
  put_pip (packets, ALPHA_CR3);
  sl_packets_tsc (packets, 2000);
  sl_packets_ip (packets, SL_PACKET_PGE, SL_PROGRAM_ADDRESS);
  sl_packets_tnt (packets, "T");
  sl_packets_tsc (packets, 2200);
  sl_packets_ip (packets, SL_PACKET_TIP, GONE + 0x1234);
  sl_packets_tsc (packets, 2400);
  sl_packets_tnt (packets, "TNTNTN");
  sl_packets_ip (packets, SL_PACKET_TIP, GONE + 0x2000);
  sl_packets_tnt (packets, "NN");
  sl_packets_ip (packets, SL_PACKET_PGD, 0x500000);
  sl_packets_psb (packets, 3200, 0);
  put_pip (packets, ALPHA_CR3);
  run_program (packets, 4000, FALSE, 3);
  return packets;
}

static void
test_missing (void)
{
  g_autofree char *alpha = write_alpha ();
  g_autofree char *beta = write_beta ();
  g_autoptr (GByteArray) packets = make_stopping ();
  g_autofree char *recording = write_recording ("missing.data", packets, alpha, beta);
  g_auto (SlCliResult) json =
      sl_cli_run ("info", "--json", "--symbols-from-trace", recording, NULL);
  g_auto (SlCliResult) text = sl_cli_run ("info", "--symbols-from-trace", recording, NULL);
  g_auto (SlCliResult) calls =
      sl_cli_run ("slices", "--csv", "--calls", "--symbols-from-trace", recording, NULL);
  g_auto (SlCliResult) plain = sl_cli_run ("info", recording, NULL);
  g_autoptr (JsonNode) node = NULL;
  JsonObject *missing, *range;

  g_test_summary (
      "Where decoding stops since no code is known, it is said which addresses lack code, which "
      "file the recording names for them, and how much is not decoded.");
  sl_cli_assert_fine (&json);
  node = sl_cli_parse_json (&json);
  missing = json_object_get_object_member (json_node_get_object (node), "missing_code");
  g_assert_nonnull (missing);

  /* One return and the jump; six, a jump, two; three returns and two jumps of the second turn. */
  g_assert_cmpint (json_object_get_int_member (missing, "branches"), ==, 2 + 9 + 5);
  g_assert_cmpint (json_object_get_int_member (missing, "branches_without_code"), ==, 9);
  g_assert_cmpint (json_object_get_int_member (missing, "stops_wrong_code"), ==, 0);
  g_assert_cmpuint (json_array_get_length (json_object_get_array_member (missing, "ranges")), ==,
                    1);
  range = json_array_get_object_element (json_object_get_array_member (missing, "ranges"), 0);
  g_assert_cmpstr (json_object_get_string_member (range, "begin"), ==, "0x7f0000000000");
  g_assert_cmpstr (json_object_get_string_member (range, "end"), ==, "0x7f0000010000");
  g_assert_cmpstr (json_object_get_string_member (range, "file"), ==, "/nonexistent/gone.so");
  g_assert_cmpint (json_object_get_int_member (range, "pid"), ==, ALPHA);
  g_assert_cmpint (json_object_get_int_member (range, "stops"), ==, 1);
  /* From the jump there to the boundary. */
  g_assert_cmpint (json_object_get_int_member (range, "ticks"), ==, 3200 - 2200);

  g_assert_nonnull (
      strstr (text.output,
              "The code of 56.2 % of the branches and 30.3 % of the time is not known"));
  g_assert_nonnull (strstr (text.output,
                            "/nonexistent/gone.so at 0x7f0000000000–0x7f0000010000 in process 10: "
                            "decoding stopped here 1 time, 9 branches not decoded"));
  g_assert_nonnull (strstr (calls.errors, "/nonexistent/gone.so"));
  g_assert_cmpuint (count_calls (&calls, "inner_a"), ==, 1 + 2);
  g_assert_null (strstr (plain.output, "  code "));
}

static void
test_wrong (void)
{
  static const SlElfSymbol symbols[] = { { "gamma", 0, 2, 0x12 }, { "rest", 2, 0x10, 0x12 } };
  static const guint8 code[0x40] = "\xff\xe0"; /* jmp *rax: not what the packets tell */
  g_autofree char *gamma = write_program ("gamma", code, sizeof code, symbols);
  g_autoptr (GByteArray) packets = make_stopping ();
  g_autofree char *recording =
      write_recording ("wrong.data", packets, "/nonexistent/a", "/nonexistent/b");
  g_autofree char *as_alpha = g_strdup_printf ("%s@,pid=%u", gamma, ALPHA);
  g_auto (SlCliResult) result = sl_cli_run ("info", "--symbols", as_alpha, recording, NULL);

  g_test_summary ("Code that is not what ran is told apart from code that is missing.");
  sl_cli_assert_fine (&result);
  g_assert_nonnull (
      strstr (result.output, "Decoding stopped 1 time where the code does not fit the packets"));
}

/* What alpha and beta execute in one turn, and again in the others. */
static void
test_instructions (void)
{
  static const struct
  {
    const char *address;
    const char *size;
    const char *type;
    const char *symbol;
    const char *bytes;
  } alpha_round[] = {
    { "0x401000", "5", "call", "alpha", "e81b000000" },
    { "0x401020", "1", "other", "inner_a", "90" },
    { "0x401021", "1", "return", "inner_a+0x1", "c3" },
    { "0x401005", "2", "jump", "alpha+0x5", "ffe0" },
  };
  g_autofree char *alpha = write_alpha ();
  g_autofree char *beta = write_beta ();
  g_autoptr (GByteArray) packets = make_packets (TRUE);
  g_autofree char *recording = write_recording ("listed.data", packets, alpha, beta);
  g_auto (SlCliResult) all =
      sl_cli_run ("instructions", "--csv", "--symbols-from-trace", recording, NULL);
  g_auto (SlCliResult) part =
      sl_cli_run ("instructions", "--csv", "--symbols-from-trace", "--limit", "5", "--from", "3000",
                  "--to", "4000", recording, NULL);
  g_auto (SlCliResult) none = sl_cli_run ("instructions", "--csv", recording, NULL);
  g_autoptr (GPtrArray) rows = NULL;
  g_autoptr (GPtrArray) few = NULL;

  g_test_summary (
      "Every instruction that ran is listed with its time, process, address, bytes and symbol, up to "
      "a limit.");
  sl_cli_assert_fine (&all);
  rows = sl_cli_parse_csv (all.output);
  /* The header; three turns of three rounds of four and of six instructions. */
  g_assert_cmpuint (rows->len, ==, 1 + 3 * 3 * (4 + 6));
  for (guint i = 0; i < 12; i++)
    {
      g_assert_cmpstr (sl_cli_cell (rows, i + 1, "address"), ==, alpha_round[i % 4].address);
      g_assert_cmpstr (sl_cli_cell (rows, i + 1, "size"), ==, alpha_round[i % 4].size);
      g_assert_cmpstr (sl_cli_cell (rows, i + 1, "class"), ==, alpha_round[i % 4].type);
      g_assert_cmpstr (sl_cli_cell (rows, i + 1, "symbol"), ==, alpha_round[i % 4].symbol);
      g_assert_cmpstr (sl_cli_cell (rows, i + 1, "bytes"), ==, alpha_round[i % 4].bytes);
      g_assert_cmpstr (sl_cli_cell (rows, i + 1, "pid"), ==, "10");
      g_assert_cmpstr (sl_cli_cell (rows, i + 1, "cpu"), ==, "0");
    }
  g_assert_cmpstr (sl_cli_cell (rows, 13, "symbol"), ==, "beta");
  g_assert_cmpstr (sl_cli_cell (rows, 13, "class"), ==, "branch");
  g_assert_cmpstr (sl_cli_cell (rows, 13, "pid"), ==, "20");

  few = sl_cli_parse_csv (part.output);
  g_assert_cmpuint (few->len, ==, 1 + 5);
  g_assert_cmpstr (sl_cli_cell (few, 1, "symbol"), ==, "beta");
  g_assert_nonnull (strstr (part.errors, "5 of 1"));
  g_assert_nonnull (strstr (part.errors, "instructions are printed"));
  g_assert_cmpint (none.status, ==, 2);
  g_assert_nonnull (strstr (none.errors, "instructions: Needs packets of Intel PT"));
}

/* However the boundaries cut the stream, nothing is listed twice and nothing is left out. */
static void
test_simulated (void)
{
  g_autoptr (SlPtProgram) program = sl_pt_program_new (4, 20000);
  g_autofree char *elf = sl_cli_write_file (folder, "program", program->elf);
  g_autofree char *stream = sl_cli_write_file (folder, "program.pt", program->stream);
  g_auto (SlCliResult) result =
      sl_cli_run ("instructions", "--csv", "--symbols", elf, stream, NULL);
  g_autoptr (GPtrArray) rows = NULL;

  g_test_summary ("As many instructions are listed as a simulated program executed.");
  sl_cli_assert_fine (&result);
  rows = sl_cli_parse_csv (result.output);
  g_assert_cmpuint (rows->len - 1, ==, program->n_instructions);
}

int
main (int argc, char *argv[])
{
  int status;

  g_test_init (&argc, &argv, NULL);
  folder = sl_cli_make_folder ();

  g_test_add_func ("/cli/code/processes", test_processes);
  g_test_add_func ("/cli/code/given", test_given);
  g_test_add_func ("/cli/code/missing", test_missing);
  g_test_add_func ("/cli/code/wrong", test_wrong);
  g_test_add_func ("/cli/code/instructions", test_instructions);
  g_test_add_func ("/cli/code/simulated", test_simulated);
  status = g_test_run ();

  sl_test_remove_folder (folder);
  g_free (folder);
  return status;
}

#else

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  return g_test_run ();
}

#endif

/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <string.h>
#include <sys/stat.h>

#include "sl-cli-run.h"
#include "sl-elf-writer.h"
#include "sl-test.h"

static char *folder;

/* A boundary with a time, and two targets. */
static char *
write_stream (void)
{
  static const guint8 bytes[] = {
    0x02, 0x82, 0x02, 0x82, 0x02, 0x82, 0x02, 0x82, 0x02, 0x82, 0x02, 0x82, 0x02,
    0x82, 0x02, 0x82, 0x19, 0x00, 0x10, 0x00, 0x00, 0x00, 0x00, 0x00, 0x02, 0x23, /* TSC 4096 */
    0x6d, 0x04, 0x10, 0x40, 0x00, 0x00, 0x00,                                     /* TIP 0x401004 */
    0x2d, 0x10, 0x20,                                                             /* TIP 0x402010 */
  };
  g_autoptr (GBytes) file = g_bytes_new_static (bytes, sizeof bytes);

  return sl_cli_write_file (folder, "stream.pt", file);
}

static char *
write_program (void)
{
  static const guint8 code[0x20] = { 0x90 };
  static const SlElfSymbol symbols[] = { { "main", 0, 0x10, 0x12 } };
  SlElfPlan plan = { TRUE, FALSE, 0x401000, code, sizeof code, symbols, 1 };
  g_autoptr (GBytes) file = sl_elf_write (&plan);

  return sl_cli_write_file (folder, "program", file);
}

static void
test_events (void)
{
  g_autofree char *stream = write_stream ();
  g_autofree char *program = write_program ();
  g_autofree char *moved = g_strconcat (program, "@0x401000", NULL);
  g_auto (SlCliResult) plain = sl_cli_run ("events", "--csv", "--filter=kind = tip", stream, NULL);
  g_auto (SlCliResult) named =
      sl_cli_run ("events", "--csv", "--filter=kind = tip", "--symbols", program, stream, NULL);
  g_auto (SlCliResult) both = sl_cli_run ("events", "--csv", "--filter=kind = tip", "--symbols",
                                          program, "--symbols", moved, stream, NULL);

  g_test_summary ("With symbols two more columns say what lies at the addresses of code.");
  sl_cli_assert_fine (&plain);
  g_assert_cmpstr (plain.output, ==,
                   "index,tick,delta,cpu,kind,object,a,b,offset,tick_max,flags,name\n"
                   "3,4096,0,0,tip,cpu:0,0x401004,,26,,,\n"
                   "4,4096,0,0,tip,cpu:0,0x402010,,33,,,\n");
  sl_cli_assert_fine (&named);
  g_assert_cmpstr (
      named.output, ==,
      "index,tick,delta,cpu,kind,object,a,b,offset,tick_max,flags,symbol_a,symbol_b,name\n"
      "3,4096,0,0,tip,cpu:0,0x401004,,26,,,main+0x4,,\n"
      "4,4096,0,0,tip,cpu:0,0x402010,,33,,,,,\n");
  sl_cli_assert_fine (&both);
  g_assert_nonnull (strstr (both.output, "0x402010,,33,,,[program]+0x10,"));
}

static void
test_refused (void)
{
  g_autofree char *stream = write_stream ();
  g_auto (SlCliResult) missing =
      sl_cli_run ("events", "--symbols", "/nonexistent/program", stream, NULL);
  g_auto (SlCliResult) unread = sl_cli_run ("events", "--symbols", stream, stream, NULL);
  g_auto (SlCliResult) wrong = sl_cli_run ("events", "--symbols", "program@here", stream, NULL);

  g_test_summary (
      "Files that cannot be read are an input that cannot be read; a wrong base is wrong "
      "usage.");
  sl_cli_assert_fails (&missing, 3, "/nonexistent/program");
  sl_cli_assert_fails (&unread, 3, "list of symbols");
  sl_cli_assert_fails (&wrong, 2, "program@here");
}

/* A bundle of LLDB of that stream, whose one module is that program. */
static char *
write_bundle (const char *program)
{
  g_autofree char *text = g_strdup_printf (
      "{\"type\":\"intel-pt\",\"cpuInfo\":{\"vendor\":\"GenuineIntel\",\"family\":6,\"model\":85,"
      "\"stepping\":4},\"processes\":[{\"pid\":1,\"threads\":[{\"tid\":7,\"iptTrace\":\"stream.pt\"}],"
      "\"modules\":[{\"file\":\"%s\",\"systemPath\":\"/nonexistent/program\","
      "\"loadAddress\":%u}]}]}",
      program, 0x400000);

  return sl_cli_write_text (folder, "bundle.json", text);
}

static void
test_from_trace (void)
{
  g_autofree char *stream G_GNUC_UNUSED = write_stream ();
  g_autofree char *program = write_program ();
  g_autofree char *bundle = write_bundle ("program");
  g_autofree char *picture = g_build_filename (folder, "picture.svg", NULL);
  g_autofree char *list = g_strconcat (program, ", /nonexistent/program; ", NULL);
  g_auto (SlCliResult) plain = sl_cli_run ("events", "--csv", bundle, NULL);
  g_auto (SlCliResult) named = sl_cli_run ("events", "--csv", "--symbols-from-trace", bundle, NULL);
  g_auto (SlCliResult) drawn = sl_cli_run ("render", "-o", picture, bundle, NULL);
  g_auto (SlCliResult) allowed =
      sl_cli_run ("render", "-o", picture, "--symbols-from-trace", bundle, NULL);

  g_test_summary (
      "What a trace names is read where that is allowed, and else listed where names would be "
      "seen.");
  sl_cli_assert_fine (&plain);
  g_assert_null (strstr (plain.output, "symbol"));
  sl_cli_assert_fine (&named);
  g_assert_nonnull (strstr (named.output, ",main+0x4,"));
  g_assert_cmpint (drawn.status, ==, 0);
  g_assert_nonnull (strstr (drawn.errors, list));
  g_assert_nonnull (strstr (drawn.errors, "--symbols-from-trace"));
  sl_cli_assert_fine (&allowed);
}

/* Whoever makes a trace may name any file in it. */
static void
test_traced_pipe (void)
{
  g_autofree char *stream G_GNUC_UNUSED = write_stream ();
  g_autofree char *pipe = g_build_filename (folder, "pipe", NULL);
  g_autofree char *bundle = write_bundle ("pipe");
  g_auto (SlCliResult) result = { 0 };

  g_test_summary ("A pipe that a trace names is not waited for, even where reading is allowed.");
  g_assert_cmpint (mkfifo (pipe, 0600), ==, 0);
  result = sl_cli_run ("events", "--csv", "--symbols-from-trace", bundle, NULL);
  sl_cli_assert_fine (&result);
}

int
main (int argc, char *argv[])
{
  int status;

  g_test_init (&argc, &argv, NULL);
  folder = sl_cli_make_folder ();

  g_test_add_func ("/cli/symbols/events", test_events);
  g_test_add_func ("/cli/symbols/refused", test_refused);
  g_test_add_func ("/cli/symbols/from-trace", test_from_trace);
  g_test_add_func ("/cli/symbols/traced-pipe", test_traced_pipe);
  status = g_test_run ();

  sl_test_remove_folder (folder);
  g_free (folder);
  return status;
}

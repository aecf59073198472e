/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Captures of branch trace messages, cycle by cycle, and what the commands say of them. */
#include <string.h>

#include <json-glib/json-glib.h>

#include "sl-cli-run.h"
#include "sl-test.h"

/* Between two messages of a pair, and between branches, in ns. */
#define SHORT 30
#define LONG  150

static char *folder;

typedef struct
{
  GString *text;
  guint64 time;
} Capture;

static void
capture_init (Capture *self)
{
  self->text = g_string_new ("time_ns,cpu,addr,be,mio,dc,wr,cache,lock,data\n");
  self->time = 0;
}

/* @pins: as digits, from M/IO# to LOCK# */
static void
add_cycle (Capture *self, guint32 address, guint be, const char *pins, guint64 data, guint after)
{
  g_string_append_printf (self->text,
                          "%" G_GUINT64_FORMAT ",0,%08X,%02X,%c,%c,%c,%c,%c,%016" G_GINT64_MODIFIER
                          "X\n",
                          self->time, address, be, pins[0], pins[1], pins[2], pins[3], pins[4],
                          data);
  self->time += after;
}

static void
add_message (Capture *self, guint32 linear, gboolean is_second, gboolean is_wide, guint after)
{
  add_cycle (self, (linear & ~0xfu) | (is_wide ? 8 : 0), 0xdf, "00111",
             (guint64) (linear & 0xf) << 60 | (guint64) is_second << 59, after);
}

static void
add_branch (Capture *self, guint32 source, guint32 target, guint after)
{
  add_message (self, target, FALSE, TRUE, SHORT);
  add_message (self, source, TRUE, TRUE, after);
}

static void
add_interrupt (Capture *self, guint vector)
{
  add_cycle (self, 4, 0xef, "00010", 0, SHORT);
  add_cycle (self, 0, 0xfe, "00010", vector, SHORT);
}

static char *
write_capture (Capture *self, const char *name)
{
  g_autoptr (GBytes) bytes = g_string_free_to_bytes (self->text);

  return sl_cli_write_file (folder, name, bytes);
}

static void
test_share (void)
{
  Capture capture;
  g_autofree char *path = NULL;
  g_auto (SlCliResult) json = { 0 }, text = { 0 };
  g_autoptr (JsonNode) root = NULL;
  JsonObject *bus, *gaps;

  g_test_summary (
      "Only bus cycles are cycles: 25 messages of 39 are 64 % of the bus, and no gap is "
      "0, though twelve branches follow from them.");
  capture_init (&capture);
  for (guint i = 0; i < 12; i++)
    add_branch (&capture, 0x1010 + 0x40 * i, 0x8000 - 0x40 * i, LONG);
  add_message (&capture, 0x9000, FALSE, TRUE, LONG);
  for (guint i = 0; i < 14; i++)
    add_cycle (&capture, 0x20000 + 8 * i, 0, "11011", 0, LONG);
  path = write_capture (&capture, "share.csv");
  json = sl_cli_run ("stats", "--json", path, NULL);
  text = sl_cli_run ("stats", path, NULL);

  root = sl_cli_parse_json (&json);
  bus = json_object_get_object_member (json_node_get_object (root), "bus");
  g_assert_cmpint (json_object_get_int_member (bus, "cycles"), ==, 39);
  gaps = json_object_get_object_member (bus, "gaps");
  g_assert_cmpint (json_object_get_int_member (gaps, "count"), ==, 38);
  g_assert_cmpint (json_object_get_int_member (gaps, "min"), ==, SHORT);
  g_assert_nonnull (strstr (text.output,
                            "branch trace messages: 25 of 39 cycles, 64.1 % of the bus; "
                            "13 branches, 12 of them pairs"));
  g_assert_null (strstr (text.output, "branch-target"));
}

/* An interrupt, the end of a halt, two that stall, one told three times. */
static char *
write_causes (const char *name)
{
  Capture capture;

  capture_init (&capture);
  add_branch (&capture, 0x1010, 0x1012, LONG);
  add_cycle (&capture, 0x2000, 0, "10001", 0, 2 * SHORT);
  add_branch (&capture, 0x1040, 0x2004, SHORT);
  add_branch (&capture, 0x2010, 0x1100, SHORT);
  add_branch (&capture, 0x1110, 0x1300, LONG);
  for (guint i = 0; i < 3; i++)
    add_branch (&capture, 0x1310, 0x1313, LONG);
  add_interrupt (&capture, 0x31);
  add_branch (&capture, 0x1320, 0x7000, LONG);
  add_cycle (&capture, 0, 0xfb, "00111", 0, 1000);
  add_branch (&capture, 0x7010, 0x7011, LONG);
  add_message (&capture, 0x600, FALSE, FALSE, SHORT);
  add_message (&capture, 0x7020, TRUE, TRUE, LONG);
  return write_capture (&capture, name);
}

static void
test_causes (void)
{
  static const struct
  {
    const char *name;
    int count;
  } causes[] = {
    { "jump", 4 },          { "serialising-or-short-jump", 4 },
    { "interrupt", 1 },     { "halt-exit", 1 },
    { "format-change", 0 },
  };
  g_autofree char *path = write_causes ("causes.csv");
  g_auto (SlCliResult) json = sl_cli_run ("stats", "--json", path, NULL);
  g_autoptr (JsonNode) root = sl_cli_parse_json (&json);
  JsonObject *bus = json_object_get_object_member (json_node_get_object (root), "bus");
  JsonObject *messages, *delay;

  g_test_summary ("Branches are counted by what they were; how late the bus heard of them where it "
                  "shows when they were taken.");
  messages = json_object_get_object_member (bus, "messages");
  for (guint i = 0; i < G_N_ELEMENTS (causes); i++)
    g_assert_cmpint (json_object_get_int_member (json_object_get_object_member (messages, "causes"),
                                                 causes[i].name),
                     ==, causes[i].count);
  g_assert_cmpint (json_object_get_int_member (messages, "repeated"), ==, 2);
  g_assert_cmpint (json_object_get_int_member (messages, "stalled"), ==, 2);

  /* From the read of 0x2000, and from the second acknowledge. */
  delay = json_object_get_object_member (messages, "delay");
  g_assert_cmpint (json_object_get_int_member (delay, "count"), ==, 2);
  g_assert_cmpint (json_object_get_int_member (delay, "min"), ==, SHORT);
  g_assert_cmpint (json_object_get_int_member (delay, "max"), ==, 2 * SHORT);
  delay = json_object_get_object_member (messages, "pair");
  g_assert_cmpint (json_object_get_int_member (delay, "count"), ==, 10);
  g_assert_cmpint (json_object_get_int_member (delay, "max"), ==, SHORT);
}

static void
test_picture (void)
{
  static const char *const texts[] = {
    "WRMSR? ", "stalled: ", "× 3: ", "interrupt 0x31: ", "end of halt: ", "Operand size", "32 bits"
  };
  g_autofree char *path = write_causes ("picture.csv");
  g_autofree char *output = g_build_filename (folder, "picture.svg", NULL);
  g_auto (SlCliResult) slices = sl_cli_run ("slices", "--csv", path, NULL);
  g_auto (SlCliResult) render =
      sl_cli_run ("render", "-o", output, "--width=6000", "--lane=cpu:0/*", path, NULL);
  g_autofree char *svg = NULL;

  g_test_summary ("The picture says what a branch was, and A3 is a strip on the axis.");
  sl_cli_assert_fine (&slices);
  g_assert_nonnull (strstr (slices.output, "cpu:0/operand-size,bits-32,30,"));
  g_assert_nonnull (strstr (slices.output, "cpu:0/operand-size,bits-16,"));
  sl_cli_assert_fine (&render);
  g_assert_true (g_file_get_contents (output, &svg, NULL, NULL));
  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    g_assert_nonnull (strstr (svg, texts[i]));
}

static void
test_fields (void)
{
  g_autofree char *path = write_causes ("fields.csv");
  g_auto (SlCliResult) all = sl_cli_run ("events", "--csv", "--fields=vector,a3,cause,delay",
                                         "--filter=kind = branch", path, NULL);
  g_auto (SlCliResult) some =
      sl_cli_run ("events", "--csv", "--filter=kind = branch and vector = 0x31", path, NULL);
  g_auto (SlCliResult) narrow = sl_cli_run ("events", "--csv", "--filter=a3 = 0", path, NULL);
  g_autoptr (GPtrArray) rows = NULL, found = NULL, messages = NULL;

  g_test_summary (
      "What a branch was, its vector, A3 and its delay are fields of lists and filters.");
  sl_cli_assert_fine (&all);
  rows = sl_cli_parse_csv (all.output);
  g_assert_cmpuint (rows->len, ==, 11);
  g_assert_cmpstr (sl_cli_cell (rows, 8, "vector"), ==, "0x31");
  g_assert_cmpstr (sl_cli_cell (rows, 8, "cause"), ==, "interrupt");
  g_assert_cmpstr (sl_cli_cell (rows, 8, "delay"), ==, "30");
  g_assert_cmpstr (sl_cli_cell (rows, 8, "a3"), ==, "1");
  g_assert_cmpstr (sl_cli_cell (rows, 9, "vector"), ==, "");
  g_assert_cmpstr (sl_cli_cell (rows, 9, "cause"), ==, "halt-exit");

  sl_cli_assert_fine (&some);
  found = sl_cli_parse_csv (some.output);
  g_assert_cmpuint (found->len, ==, 2);
  g_assert_cmpstr (sl_cli_cell (found, 1, "b"), ==, "0x7000");
  sl_cli_assert_fine (&narrow);
  messages = sl_cli_parse_csv (narrow.output);
  g_assert_cmpuint (messages->len, ==, 2);
  g_assert_cmpstr (sl_cli_cell (messages, 1, "kind"), ==, "branch-trace");
}

/* What @command prints as CSV of @path, which is freed with the result. */
static char *
print_csv (const char *command, const char *filter, const char *path)
{
  g_auto (SlCliResult) result = { 0 };

  if (filter != NULL)
    result = sl_cli_run (command, "--csv", "--filter", filter, path, NULL);
  else
    result = sl_cli_run (command, "--csv", path, NULL);
  sl_cli_assert_fine (&result);
  return g_steal_pointer (&result.output);
}

static void
test_actions (void)
{
  g_autofree char *path = write_causes ("actions.csv");
  g_auto (SlCliResult) actions = sl_cli_run ("events", "--actions", "--csv", path, NULL);
  g_auto (SlCliResult) again = { 0 };
  g_autofree char *text = NULL, *branches = NULL, *same = NULL;
  g_autoptr (GPtrArray) rows = NULL, others = NULL;
  g_autoptr (GBytes) bytes = NULL;

  g_test_summary ("The cycles and branches of a capture, printed as actions and opened again, are "
                  "the same actions and the same branches.");
  sl_cli_assert_fine (&actions);
  bytes = g_bytes_new (actions.output, strlen (actions.output));
  text = sl_cli_write_file (folder, "again.csv", bytes);
  again = sl_cli_run ("events", "--actions", "--csv", text, NULL);
  sl_cli_assert_fine (&again);
  g_assert_cmpstr (again.output, ==, actions.output);

  branches = print_csv ("events", "kind = branch", path);
  same = print_csv ("events", "kind = branch", text);
  rows = sl_cli_parse_csv (branches);
  others = sl_cli_parse_csv (same);
  g_assert_cmpuint (rows->len, >, 4);
  g_assert_cmpuint (others->len, ==, rows->len);
  for (guint i = 1; i < rows->len; i++)
    for (guint column = 0; column < 2; column++)
      g_assert_cmpstr (sl_cli_cell (others, i, column == 0 ? "a" : "b"), ==,
                       sl_cli_cell (rows, i, column == 0 ? "a" : "b"));
}

int
main (int argc, char *argv[])
{
  int status;

  g_test_init (&argc, &argv, NULL);
  folder = sl_cli_make_folder ();

  g_test_add_func ("/cli/btm/share", test_share);
  g_test_add_func ("/cli/btm/causes", test_causes);
  g_test_add_func ("/cli/btm/picture", test_picture);
  g_test_add_func ("/cli/btm/fields", test_fields);
  g_test_add_func ("/cli/btm/actions", test_actions);
  status = g_test_run ();

  sl_test_remove_folder (folder);
  g_free (folder);
  return status;
}

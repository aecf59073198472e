/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Format texts of tracepoints, records by them, pages of the ring buffer: also those that lie. */
#include <string.h>

#include "sl-error.h"
#include "sl-event-print.h"
#include "sl-event-values.h"
#include "sl-kernel-symbols.h"
#include "sl-ring-page.h"
#include "sl-tracing-data.h"

#define COMMON                                                                   \
  "\tfield:unsigned short common_type;\toffset:0;\tsize:2;\tsigned:0;\n"         \
  "\tfield:unsigned char common_flags;\toffset:2;\tsize:1;\tsigned:0;\n"         \
  "\tfield:unsigned char common_preempt_count;\toffset:3;\tsize:1;\tsigned:0;\n" \
  "\tfield:int common_pid;\toffset:4;\tsize:4;\tsigned:1;\n\n"

static SlEventFormat *
parse (const char *text)
{
  g_autoptr (GError) error = NULL;
  SlEventFormat *format = sl_event_format_parse ("test", text, strlen (text), &error);

  g_assert_no_error (error);
  return format;
}

static void
test_format (void)
{
  g_autoptr (SlEventFormat) format = parse (
      "name: An_Event\nID: 42\nformat:\n" COMMON
      "\tfield:char comm[16];\toffset:8;\tsize:16;\tsigned:0;\n"
      "\tfield:char other[TASK_COMM_LEN];\toffset:24;\tsize:16;\tsigned:0;\n"
      "\tfield:unsigned long args[6];\toffset:40;\tsize:48;\tsigned:0;\n"
      "\tfield:const struct page * Page;\toffset:88;\tsize:8;\tsigned:0;\n"
      "\tfield:__data_loc u16[] list;\toffset:96;\tsize:4;\tsigned:0;\n"
      "\tfield:__rel_loc char[] text;\toffset:100;\tsize:4;\tsigned:0;\n"
      "\tfield:gfp_t gfp_flags;\toffset:104;\tsize:4;\tsigned:0;\n"
      "\tfield:pid_t pid;\toffset:108;\tsize:4;\tsigned:1;\n"
      "\nprint fmt: \"comm=%s %08lx, pid=%d 100%% %#x\", REC->comm, (f(1, 2), REC->args[0]), "
      "REC->pid, REC->gfp_flags\n");
  const SlEventField *field;

  g_test_summary ("A format text says where each field is, what it is, and how it is printed");

  g_assert_cmpstr (format->name, ==, "An_Event");
  g_assert_cmpuint (format->id, ==, 42);
  g_assert_cmpuint (format->n_common, ==, 4);
  g_assert_cmpuint (format->n_fields, ==, 12);
  g_assert_cmpuint (format->least_size, ==, 112);
  g_assert_true (sl_event_format_find (format, "comm")->is_text);
  g_assert_true (sl_event_format_find (format, "other")->is_text);
  field = sl_event_format_find (format, "args");
  g_assert_true (field->is_array && !field->is_text && field->is_hex);
  g_assert_cmpuint (field->element, ==, 8);
  field = sl_event_format_find (format, "Page");
  g_assert_true (field->is_hex && !field->is_array);
  g_assert_cmpstr (field->field, ==, "page");
  field = sl_event_format_find (format, "list");
  g_assert_cmpint (field->place, ==, SL_EVENT_FIELD_DATA_LOC);
  g_assert_cmpuint (field->element, ==, 2);
  g_assert_true (sl_event_format_find (format, "text")->is_text);
  g_assert_true (sl_event_format_find (format, "gfp_flags")->is_hex);
  g_assert_false (sl_event_format_find (format, "pid")->is_hex);
  g_assert_true (sl_event_format_find (format, "pid")->is_signed);
  g_assert_null (sl_event_format_find (format, "nothing"));
}

static void
refuse (const char *text, gsize size)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (SlEventFormat) format = sl_event_format_parse ("test", text, size, &error);

  g_assert_null (format);
  g_assert_error (error, SL_ERROR, SL_ERROR_MALFORMED);
}

static void
test_refused (void)
{
  static const char *const texts[] = {
    "",
    "name: a\n",
    "name: a\nID: 70000\n",
    "ID: 3\n",
    "name: a\nID: 1\n\tfield:int x;\toffset:99999999999999999999;\tsize:4;\tsigned:1;\n",
    "name: a\nID: 1\n\tfield:int x;\toffset:4;\tsize:-4;\tsigned:1;\n",
    "name: a\nID: 1\n\tfield:x;\toffset:4;\tsize:4;\tsigned:1;\n",
    "name: a\nID: 1\n\tfield:int x];\toffset:4;\tsize:4;\tsigned:1;\n",
    "name: a\nID: 1\n\tfield:__data_loc char[] x;\toffset:4;\tsize:8;\tsigned:1;\n",
    "name: a\nID: 1\n\tfield:int x;\toffset:4;\n",
    "name: a\nID: 1\n\tfield",
  };
  g_autoptr (GString) many = g_string_new ("name: a\nID: 1\n");

  g_test_summary ("A format that says what cannot be is refused, with a sentence");

  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    refuse (texts[i], strlen (texts[i]));
  for (guint i = 0; i < 100000; i++)
    g_string_append_printf (many, "\tfield:int f%u;\toffset:%u;\tsize:4;\tsigned:1;\n", i, 4 * i);
  refuse (many->str, many->len);
}

static void
test_print_lies (void)
{
  g_autofree char *deep = g_strnfill (100000, '(');
  g_autofree char *print = g_strconcat ("\"%x %s\", ", deep, "REC->flags", NULL);
  static const char *const prints[] = {
    "",
    "\"",
    "\"%",
    "\"%x\"",
    "\"%x\",",
    "__print_flags(REC->flags",
    "__print_flags(REC->flags, \"|",
    "__print_flags(REC->flags, \"|\", { 1, \"",
    "__print_flags(REC->flags, \"|\", { 1, \"S",
    "__print_flags(REC->flags, \"|\", {",
    "__print_flags",
    "\"%*.*lx\", \"\\",
  };
  SlEventField field = { .name = "flags" };

  g_test_summary ("A print fmt may be anything: what is not understood says nothing");

  sl_event_print_mark_hex (print, &field, 1);
  for (guint i = 0; i < G_N_ELEMENTS (prints); i++)
    {
      g_autoptr (GArray) pairs = sl_event_print_find_pairs (prints[i], "flags", NULL);

      g_assert_cmpuint (pairs->len, ==, 0);
      sl_event_print_mark_hex (prints[i], &field, 1);
    }
}

static void
test_record_lies (void)
{
  g_autoptr (SlEventFormat) format =
      parse ("name: a\nID: 1\nformat:\n" COMMON
             "\tfield:__data_loc char[] far;\toffset:8;\tsize:4;\tsigned:0;\n"
             "\tfield:__rel_loc char[] rel;\toffset:12;\tsize:4;\tsigned:0;\n"
             "\tfield:int last;\toffset:16;\tsize:4;\tsigned:1;\n"
             "\nprint fmt: \"%s\", __print_symbolic(REC->last, { 7, \"seven\" })\n");
  guint8 bytes[20] = { 1, 0, 0, 0, 9, 0, 0, 0, 16, 0, 200, 0, 0xff, 0xff, 1, 0, 7, 0, 0, 0 };

  g_test_summary ("A field that is not in the record is left out, wherever its text is said to be");

  for (gsize size = 0; size <= sizeof bytes; size++)
    {
      g_autofree guint8 *exact = g_memdup2 (bytes, MAX (size, 1));
      SlEventRecord record = { format, exact, size, FALSE };
      g_autoptr (GArray) details = sl_details_new ();
      SlFieldValue value;

      sl_event_record_describe (&record, details);
      g_assert_null (sl_details_find (details, "far"));
      g_assert_null (sl_details_find (details, "rel"));
      g_assert_cmpint (sl_event_record_read_field (&record, "last", &value), ==, size == 20);
      if (size == 20)
        g_assert_cmpstr (sl_details_find (details, "last")->value, ==, "7 (seven)");
      g_assert_cmpint (sl_details_find (details, "common_pid") != NULL, ==, size >= 8);
    }
}

static void
assert_number (const SlEventRecord *record, const char *field, gint64 number, const char *text)
{
  g_autoptr (GArray) details = sl_details_new ();
  __int128 plain;
  SlFieldValue value;

  g_assert_true (sl_event_record_read_field (record, field, &value));
  g_assert_cmpint (value.number, ==, number);
  sl_event_record_describe (record, details);
  g_assert_cmpstr (sl_details_find (details, field)->value, ==, text);
  g_assert_true (sl_detail_parse_number (sl_details_find (details, field)->plain, &plain));
  g_assert_true (plain == number);
}

static void
test_signed (void)
{
  static const char text[] =
      "name: sys_exit_futex\nID: 1\nformat:\n" COMMON
      "\tfield:int flags;\toffset:8;\tsize:4;\tsigned:1;\n"
      "\tfield:unsigned int mask;\toffset:12;\tsize:4;\tsigned:0;\n"
      "\tfield:long ret;\toffset:16;\tsize:8;\tsigned:1;\n"
      "\tfield:short state;\toffset:24;\tsize:2;\tsigned:1;\n"
      "\nprint fmt: \"%x %x 0x%lx %x\", REC->flags, REC->mask, REC->ret, REC->state\n";
  g_autoptr (SlEventFormat) format = sl_event_format_parse ("syscalls", text, strlen (text), NULL);
  guint8 bytes[26] = { 1,    0,    0,    0,    9,    0,    0,    0,    0xfe, 0xff, 0xff, 0xff, 0xfe,
                       0xff, 0xff, 0xff, 0x92, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x10, 0 };
  SlEventRecord record = { format, bytes, sizeof bytes, FALSE };

  g_test_summary (
      "A signed number compares as one, also where the kernel prints it in hexadecimal; "
      "what a system call returns is decimal");

  assert_number (&record, "flags", -2, "0xfffffffe (-2)");
  assert_number (&record, "mask", 0xfffffffe, "0xfffffffe");
  assert_number (&record, "ret", -110, "-110");
  assert_number (&record, "state", 16, "0x10");
}

static void
assert_symbol (SlEventFormat *format,
               guint8 state,
               guint8 flags,
               const char *one,
               const char *other)
{
  guint8 bytes[16] = { 1, 0, 0, 0, 9, 0, 0, 0, state, 0, 0, 0, flags, 0, 0, 0 };
  SlEventRecord record = { format, bytes, sizeof bytes, FALSE };
  g_autoptr (GArray) details = sl_details_new ();

  sl_event_record_describe (&record, details);
  g_assert_cmpstr (sl_details_find (details, "prev_state")->symbol, ==, one);
  g_assert_cmpstr (sl_details_find (details, "flags")->symbol, ==, other);
  g_assert_null (sl_details_find (details, "common_pid")->symbol);
}

static void
test_names_of_numbers (void)
{
  g_autoptr (SlEventFormat) format = parse (
      "name: sched_switch\nID: 1\nformat:\n" COMMON
      "\tfield:int prev_state;\toffset:8;\tsize:4;\tsigned:1;\n"
      "\tfield:int flags;\toffset:12;\tsize:4;\tsigned:1;\n"
      "\nprint fmt: \"%s%s %s\", REC->prev_state & (128 - 1) ? __print_flags(REC->prev_state & "
      "(128 - 1), \"|\", { 1, \"S\"} , { 2, \"D\" }) : \"R\", REC->prev_state & 128 ? \"+\" : "
      "\"\", __print_flags(REC->flags, \"|\", { (1U << 0), \"SPIN\" }, { (1UL << 1), "
      "\"READ\" })\n");

  g_test_summary (
      "A number that the kernel prints by names is both: letters of states, names of bits");

  assert_symbol (format, 0, 1, "R", "SPIN");
  assert_symbol (format, 1, 3, "S", "SPIN|READ");
  assert_symbol (format, 2, 4, "D", NULL);
  assert_symbol (format, 3, 0, "S|D", NULL);
  assert_symbol (format, 128, 2, "R+", "READ");
}

static void
test_symbols (void)
{
  static const char text[] =
      "ffffffff81000000 T _text\nffffffff81000010 t one\t[module]\nnothing\n"
      "ffffffff81000010 t alias\nffffffff81000000 T\nffffffff81000020 t one_more";
  g_autoptr (SlKernelSymbols) symbols = sl_kernel_symbols_new (text, strlen (text));
  guint64 address;
  gsize length;

  g_test_summary (
      "Only the very address of a symbol has its name, unless no function is missing in the list");

  g_assert_true (sl_kernel_symbols_find_address (symbols, "one", &address));
  g_assert_cmpuint (address, ==, G_GUINT64_CONSTANT (0xffffffff81000010));
  g_assert_false (sl_kernel_symbols_find_address (symbols, "_tex", &address));
  g_assert_true (
      g_str_has_prefix (sl_kernel_symbols_find (symbols, G_GUINT64_CONSTANT (0xffffffff81000010),
                                                &length),
                        "one"));
  g_assert_cmpuint (length, ==, 3);
  g_assert_null (
      sl_kernel_symbols_find (symbols, G_GUINT64_CONSTANT (0xffffffff81000011), &length));
  g_assert_null (sl_kernel_symbols_find (symbols, 0, &length));

  g_assert_false (sl_kernel_symbols_is_whole (symbols));
  g_assert_null (
      sl_kernel_symbols_find_around (symbols, G_GUINT64_CONSTANT (0xffffffff81000030), &length));
  sl_kernel_symbols_trust_nearest (symbols);
  g_assert_true (
      g_str_has_prefix (sl_kernel_symbols_find_around (symbols,
                                                       G_GUINT64_CONSTANT (0xffffffff81000030),
                                                       &length),
                        "one_more"));
}

static void
test_page (void)
{
  static const SlRingLayout layout = { FALSE, 8, 16 };
  /* Time 1 << 60, commit 0xffffffffc0000018: 24 bytes, some lost, their number stored. */
  guint8 bytes[48] = { 0, 0, 0, 0, 0, 0, 0, 0x10, 0x18, 0, 0, 0xc0, 0xff, 0xff, 0xff, 0xff };
  SlRingPage page;
  guint32 size = 0;

  g_test_summary ("A page says its time, what was lost before it, and each record with its time");

  /* Stamp: 59 bits, the upper 5 are the page's. Then a record of 4 bytes 3 later, one that was discarded, the end. */
  memcpy (bytes + 16, (guint8[]) { 31 | (5 << 5), 0, 0, 0, 1, 0, 0, 0 }, 8);
  memcpy (bytes + 24, (guint8[]) { 1 | (3 << 5), 0, 0, 0, 0xaa, 0, 0, 0 }, 8);
  memcpy (bytes + 32, (guint8[]) { 29 | (1 << 5), 0, 0, 0, 4, 0, 0, 0 }, 8);
  bytes[40] = 77;
  sl_ring_page_open (&page, &layout, bytes, sizeof bytes);
  g_assert_true (page.has_lost);
  g_assert_cmpuint (page.n_lost, ==, 77);
  g_assert_cmpuint (page.time, ==, G_GUINT64_CONSTANT (1) << 60);
  g_assert_true (sl_ring_page_next (&page, FALSE, &size) == bytes + 28);
  g_assert_cmpuint (size, ==, 4);
  g_assert_cmpuint (page.time, ==, (G_GUINT64_CONSTANT (1) << 60) + (1 << 27) + 5 + 3);
  g_assert_null (sl_ring_page_next (&page, FALSE, &size));
  g_assert_false (page.is_damaged);

  /* Cut off anywhere. */
  for (gsize length = 0; length < sizeof bytes; length++)
    {
      g_autofree guint8 *cut = g_memdup2 (bytes, MAX (length, 1));

      sl_ring_page_open (&page, &layout, cut, length);
      while (sl_ring_page_next (&page, FALSE, &size) != NULL)
        g_assert_cmpuint (size, ==, 4);
      g_assert_cmpint (page.is_damaged, ==, length < 40);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/tracing/format", test_format);
  g_test_add_func ("/tracing/refused", test_refused);
  g_test_add_func ("/tracing/print-lies", test_print_lies);
  g_test_add_func ("/tracing/record-lies", test_record_lies);
  g_test_add_func ("/tracing/signed", test_signed);
  g_test_add_func ("/tracing/names-of-numbers", test_names_of_numbers);
  g_test_add_func ("/tracing/symbols", test_symbols);
  g_test_add_func ("/tracing/page", test_page);

  return g_test_run ();
}

/* SPDX-License-Identifier: GPL-3.0-or-later */

/* What lines of ftrace's text say, as fields of filters and lists. */
#include <string.h>

#include "sl-format-dump.h"
#include "sl-source.h"

static SlSource *
open_text (const char *text)
{
  g_autoptr (GBytes) bytes = g_bytes_new (text, strlen (text));
  g_autoptr (GError) error = NULL;
  const char *name = "trace";
  SlSource *source = sl_test_open_bytes (&bytes, &name, 1, "ftrace-text", &error);

  g_assert_no_error (error);
  return source;
}

/* What the field of the event of that number is; NULL where it has none. */
static char *
dup_field (SlSource *source, guint number, const char *field)
{
  g_autoptr (GArray) events = sl_test_read_events (source);
  g_autoptr (GArray) details = sl_details_new ();
  const SlDetail *detail;

  g_assert_cmpuint (number, <, events->len);
  g_assert_true (
      sl_source_describe (source, g_array_index (events, SlEvent, number).offset, details));
  detail = sl_details_find (details, field);
  return detail != NULL ? g_strdup (detail->plain) : NULL;
}

static void
assert_field (SlSource *source, guint number, const char *field, const char *wanted)
{
  g_autofree char *found = dup_field (source, number, field);

  g_assert_cmpstr (found, ==, wanted);
}

static void
test_returns (void)
{
  g_autoptr (SlSource) source = open_text (
      " a-7  [000] .....     1.000001: sys_futex -> 0xffffffffffffff92\n"
      " a-7  [000]     1.000002: sys_exit_futex:  __syscall_nr=202 ret=0xffffffffffffff92\n"
      " a-7  [000]     1.000003: sys_exit_futex:  0x1\n"
      " a-7  [000]     1.000004: some_event:  ret=0xffffffffffffff92\n");

  g_test_summary ("What a system call returns is a signed decimal number");

  assert_field (source, 0, "ret", "-110");
  assert_field (source, 1, "ret", "-110");
  assert_field (source, 2, "ret", "1");
  assert_field (source, 3, "ret", "0xffffffffffffff92");
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/ftrace-fields/returns", test_returns);

  return g_test_run ();
}

/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Text of ftrace that nobody recorded: reading it takes no longer than other text of its size, and what is right in it is
 * read. */
#include <string.h>

#include "sl-format-dump.h"
#include "sl-linux-kinds.h"
#include "sl-test-source.h"

#define LINE " a-1 [000] .... %u.%06u: sched_wakeup: comm=b pid=2 prio=120 target_cpu=000\n"

static GArray *
read_text (const char *text, gsize length, SlSource **source)
{
  g_autoptr (GBytes) bytes = g_bytes_new_static (text, length);
  const char *name = "trace.txt";
  g_autoptr (GError) error = NULL;

  *source = sl_test_open_bytes (&bytes, &name, 1, "ftrace-text", &error);
  g_assert_no_error (error);
  return sl_test_read_all (*source);
}

static void
test_losses (void)
{
  g_autoptr (GString) text = g_string_new (NULL);
  g_autoptr (SlSource) source = NULL;
  g_autoptr (GArray) events = NULL;

  g_test_summary ("Half a million losses with no event between them are half a million losses");
  g_string_append_printf (text, LINE, 1, 0);
  for (guint i = 0; i < 500000; i++)
    g_string_append_printf (text, "CPU:%u [LOST %u EVENTS]\n", i % 4, i);
  g_string_append_printf (text, LINE, 2, 0);
  events = read_text (text->str, text->len, &source);
  g_assert_cmpuint (events->len, ==, 500002);
  /* The last ones are as late as the event behind them. */
  g_assert_cmpint (g_array_index (events, SlEvent, 1).time, ==, 0);
  g_assert_cmpint (g_array_index (events, SlEvent, 500000).time, ==, 1000000000);
  sl_test_reread_at_random (source, events);
}

static void
test_times_back (void)
{
  g_autoptr (GString) text = g_string_new (NULL);
  g_autoptr (SlSource) source = NULL;
  g_autoptr (GArray) events = NULL;

  g_test_summary (
      "An event that is earlier than the one before is taken at that one's time, and says so");
  for (guint i = 0; i < 1000; i++)
    g_string_append_printf (text, LINE, 10 + (i * 7919) % 100, i);
  events = read_text (text->str, text->len, &source);
  g_assert_cmpuint (events->len, ==, 1000);
  for (guint i = 1; i < events->len; i++)
    g_assert_cmpint (g_array_index (events, SlEvent, i).time, >=,
                     g_array_index (events, SlEvent, i - 1).time);
  g_assert_true (
      sl_test_has_note (source,
                        "An event is earlier than the previous one; it gets the time of that one"));
}

static void
test_names (void)
{
  g_autoptr (GString) text = g_string_new (NULL);
  g_autoptr (SlSource) source = NULL;
  g_autoptr (GArray) events = NULL;

  g_test_summary ("Any number of tracepoints, tasks and marks may have names of their own");
  for (guint i = 0; i < 200000; i++)
    g_string_append_printf (text,
                            " t%u-%u [%03u] .... 1.%06u: point_%u: x=1\n"
                            " t%u-%u [%03u] .... 1.%06u: tracing_mark_write: mark%c%u\n",
                            i, i, i % 1000, i, i, i, i, i % 1000, i, 'a' + i % 26, i);
  events = read_text (text->str, text->len, &source);
  g_assert_cmpuint (events->len, ==, 400000);
}

static void
test_long_lines (void)
{
  gsize length = 16u << 20;
  g_autofree char *text = g_malloc (length + 200);
  g_autoptr (SlSource) source = NULL;
  g_autoptr (GArray) events = NULL;
  gsize at;

  g_test_summary (
      "A line of megabytes, without anything or with everything that lines are made of, is one line");
  at = (gsize) g_snprintf (text, 200, LINE, 1, 0);
  for (gsize i = at; i < at + length; i++)
    text[i] = "-1 [0] a:("[i % 10];
  text[at + length] = '\n';
  at += length + 1;
  at += (gsize) g_snprintf (text + at, 100, LINE, 2, 0);
  events = read_text (text, at, &source);
  g_assert_cmpuint (events->len, ==, 2);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/ftrace-text/hostile/losses", test_losses);
  g_test_add_func ("/ftrace-text/hostile/times-back", test_times_back);
  g_test_add_func ("/ftrace-text/hostile/names", test_names);
  g_test_add_func ("/ftrace-text/hostile/long-lines", test_long_lines);
  return g_test_run ();
}

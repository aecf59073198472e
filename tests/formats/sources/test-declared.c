/* SPDX-License-Identifier: GPL-3.0-or-later */

/* What a format declares of its kinds of events. */
#include <string.h>

#include "sl-formats.h"
#include "sl-list-source.h"
#include "sl-open.h"
#include "sl-test-source.h"
#include "sl-test.h"

#define UNDECLARED                                                                            \
  "The format's kinds of events say who runs, but it does not declare that, so there are no " \
  "rows of tasks: its author should add SL_TELLS_SCHEDULING to \"tells\""

static guint
probe (const SlProbe *probe)
{
  return 0;
}

static SlSource *
open (SlInput *input, SlFormatOptions *options, GCancellable *cancellable, GError **error)
{
  g_autoptr (GArray) events = g_array_new (FALSE, TRUE, sizeof (SlEvent));
  g_autoptr (SlClock) clock = sl_clock_new (SL_UNIT_NS, 0, NULL, 0);

  g_array_set_size (events, 3);
  return sl_list_source_new (events, clock, NULL, NULL, NULL);
}

static gboolean
is_noted (const SlFormat *format)
{
  g_autoptr (GBytes) bytes = g_bytes_new_static ("anything", 8);
  g_autoptr (GError) error = NULL;
  g_autoptr (SlSource) source = NULL;

  g_assert_true (sl_formats_add (format, &error));
  source = sl_open_bytes (bytes, "file", format->id, NULL, &error);
  g_assert_no_error (error);
  return sl_test_has_note (source, UNDECLARED);
}

static void
test_scheduling (void)
{
  static const SlKind kinds[][1] = {
    { { .id = "declared-one", .title = "One", .family = "own", .action = SL_ACTION_RUN } },
    { { .id = "declared-two", .title = "Two", .family = "own", .action = SL_ACTION_RUN } },
    { { .id = "declared-three", .title = "Three", .family = "own", .action = SL_ACTION_MARK } },
  };
  static guint16 bases[3];
  static const SlFormat formats[] = {
    { .struct_size = sizeof (SlFormat),
      .id = "test-forgot",
      .title = "Forgot it",
      .probe = probe,
      .open = open,
      .kinds = kinds[0],
      .n_kinds = 1,
      .kind_base = &bases[0],
      .tells = SL_TELLS_JOBS },
    { .struct_size = sizeof (SlFormat),
      .id = "test-declares",
      .title = "Declares it",
      .probe = probe,
      .open = open,
      .kinds = kinds[1],
      .n_kinds = 1,
      .kind_base = &bases[1],
      .tells = SL_TELLS_SCHEDULING | SL_TELLS_LOCKS },
    { .struct_size = sizeof (SlFormat),
      .id = "test-marks",
      .title = "Only marks",
      .probe = probe,
      .open = open,
      .kinds = kinds[2],
      .n_kinds = 1,
      .kind_base = &bases[2] },
  };

  g_test_summary (
      "A format whose kinds say who runs and that does not declare it is told so, once a "
      "trace is opened; one that declares more than a trace has is not.");
  g_assert_true (is_noted (&formats[0]));
  g_assert_false (is_noted (&formats[1]));
  g_assert_false (is_noted (&formats[2]));
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/declared/scheduling", test_scheduling);
  return g_test_run ();
}

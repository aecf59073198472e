/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-error.h"
#include "sl-filter.h"
#include "sl-test-trace.h"

#include <string.h>

static SlTrace *
make_trace (void)
{
  const SlRate rate = { 0, 1000000, 1 };
  const SlEvent event = { .time = 0 };
  g_autoptr (SlClock) clock = sl_clock_new (SL_UNIT_CYCLES, 1000, &rate, 1);

  return sl_test_trace_new (clock, &event, 1);
}

static SlFilterRun *
bind (SlTrace *trace, const char *text)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (SlFilter) filter = sl_filter_parse (text, &error);
  SlFilterRun *run;

  g_test_message ("“%s”", text);
  g_assert_no_error (error);
  g_assert_cmpstr (sl_filter_get_text (filter), ==, text);
  run = sl_filter_run_new (filter, trace, &error);
  g_assert_no_error (error);
  return run;
}

typedef struct
{
  const char *text;
  gboolean matches;
} Expected;

static void
check (SlTrace *trace, const Expected *expected, gsize n, const SlEvent *event, SlTime previous)
{
  for (gsize i = 0; i < n; i++)
    {
      g_autoptr (SlFilterRun) run = bind (trace, expected[i].text);

      g_assert_cmpint (sl_filter_run_match_event (run, event, previous), ==, expected[i].matches);
    }
}

static void
test_fields (void)
{
  static const Expected expected[] = {
    { "kind = mutex-lock", TRUE },
    { "kind = \"Mutex lock requested\"", TRUE },
    { "kind != mutex-lock", FALSE },
    { "kind ~ mutex-*", TRUE },
    { "kind ~ \"*-lock\"", TRUE },
    { "kind == mutex-lock", TRUE },
    { "kind==mutex-lock", TRUE },
    { "kind = mutex_lock", TRUE },
    { "kind != mutex_lock", FALSE },
    { "kind = mutex_unlock", FALSE },
    { "kind ~ mutex_*", TRUE },
    { "mutex_lock", TRUE },
    { "a == 24250944 or cpu == 1", FALSE },
    { "cpu == 0", TRUE },
    { "kind ~ task-*", FALSE },
    { "family = mutex", TRUE },
    { "family = Locks", TRUE },
    { "family != mutex", FALSE },
    { "object = mutex:0x1720a40", TRUE },
    { "object = mutex:24250944", TRUE },
    { "object = 0x1720a40", TRUE },
    { "object ~ mutex:*", TRUE },
    { "object = semaphore:3", FALSE },
    { "lane = mutex:0x1720a40", TRUE },
    { "task = 304", TRUE },
    { "task = task:304", TRUE },
    { "task = other", TRUE },
    { "task ~ oth*", TRUE },
    { "task = 296", FALSE },
    { "task != 296", TRUE },
    { "cpu = 0", TRUE },
    { "cpu < 1", TRUE },
    { "cpu > 0", FALSE },
    { "cpu in 0..1", TRUE },
    { "tick = 1120", TRUE },
    { "tick = +120", TRUE },
    { "tick = 120us", TRUE },
    { "tick in 1120..1121", TRUE },
    { "tick in 1119..1120", FALSE },
    { "tick in 0.1ms..0.12ms", FALSE },
    { "tick in \"0.1 ms\"..1s", TRUE },
    { "delta = 20", TRUE },
    { "delta <= 20us", TRUE },
    { "delta > 20", FALSE },
    { "a = 304", TRUE },
    { "a = 0x130", TRUE },
    { "a != 304", FALSE },
    { "b >= 0x1720a40", TRUE },
    { "b & 0x40", TRUE },
    { "b&0xbf", FALSE },
    { "b & 0x1000001", TRUE },
    { "b & 0", FALSE },
    { "cpu & 1", FALSE },
    { "colour = 3", FALSE },
    { "colour != 3", FALSE },
    { "not field.a & 1", TRUE },
    { "offset = 4096", TRUE },
    { "state = running", FALSE },
    { "state != running", FALSE },
    { "not state = running", TRUE },
    { "not a = 1 and b > 0", TRUE },
    { "a = 1 and b = 1 or cpu = 0", TRUE },
    { "a = 1 and (b = 1 or cpu = 0)", FALSE },
    { "not (a = 304 and cpu=0)", FALSE },
    { "not not a=304", TRUE },
  };
  const SlEvent event = { .kind = SL_KIND_MUTEX_LOCK,
                          .time = 120,
                          .a = 304,
                          .b = 0x1720a40,
                          .offset = SL_OFFSET (1, 4096) };
  g_autoptr (SlTrace) trace = make_trace ();

  g_test_summary ("Each field means what its name says, for each operator.");

  check (trace, expected, G_N_ELEMENTS (expected), &event, 100);
}

static void
test_no_value (void)
{
  static const Expected fast[] = { { "b = 7", FALSE },
                                   { "b != 7", FALSE },
                                   { "not b = 7", TRUE },
                                   { "delta >= 0", FALSE },
                                   { "object ~ *", FALSE } };
  static const Expected gap[] = { { "delta >= 0", FALSE },
                                  { "kind = unknown-0x1f", TRUE },
                                  { "kind ~ unknown*", TRUE },
                                  { "family = unknown", TRUE },
                                  { "task = 264", TRUE } };
  const SlEvent ipoint = { .kind = SL_KIND_IPOINT, .b = 7, .flags = SL_EVENT_FAST };
  const SlEvent after_gap = { .kind = SL_KIND_UNKNOWN + 0x1f, .time = 300, .flags = SL_EVENT_GAP };
  g_autoptr (SlTrace) trace = make_trace ();

  g_test_summary ("What has no value fails every comparison, and only \"not\" turns that round.");

  check (trace, fast, G_N_ELEMENTS (fast), &ipoint, SL_TIME_MIN);
  check (trace, gap, G_N_ELEMENTS (gap), &after_gap, 200);
}

static void
test_plain_words (void)
{
  static const Expected expected[] = {
    { "mutex", TRUE },
    { "MuTeX", TRUE },
    { "Lock Requested", TRUE },
    { "mutex_lock", TRUE },
    { "mutex_unlock", FALSE },
    { "'lock requested'", TRUE },
    { "'requested lock'", FALSE },
    { "1720a40", TRUE },
    { "mutex:0x17 lock", TRUE },
    { "task-schedule", FALSE },
    { "mutex task", FALSE },
    { "kind mutex", FALSE },
    { "\"kind\"", FALSE },
    { "not mutex", FALSE },
    { "worker or mutex lock", TRUE },
    { "mutex and a = 304", TRUE },
    { "mutex and a = 305", FALSE },
    { "lock in mutex", FALSE },
    { "a = 304 and lock and delta in 0..30", TRUE },
  };
  const SlEvent event = { .kind = SL_KIND_MUTEX_LOCK,
                          .time = 120,
                          .a = 304,
                          .b = 0x1720a40,
                          .offset = SL_OFFSET (1, 4096) };
  g_autoptr (SlTrace) trace = make_trace ();

  g_test_summary ("Plain words find names of kinds and objects that have each of them.");

  check (trace, expected, G_N_ELEMENTS (expected), &event, 100);
}

static void
test_words_of_nothing (void)
{
  static const char *const known[] = { "worker", "TASK:296", "\"cpu\"", "worker and a = 1" };
  static const char *const strange[] = { "colour", "worker colour", "not colour", "mutex-lock" };
  g_autoptr (SlTrace) trace = make_trace ();
  SlAnnotations *none = NULL;

  g_test_summary (
      "A plain word that nothing in the trace is called is a slip; a kind that never happens is one.");

  for (guint i = 0; i < G_N_ELEMENTS (known); i++)
    {
      g_autoptr (SlFilter) filter = sl_filter_parse (known[i], NULL);
      g_autoptr (GError) error = NULL;

      sl_filter_check_names (filter, &trace, &none, 1, &error);
      g_assert_no_error (error);
    }
  for (guint i = 0; i < G_N_ELEMENTS (strange); i++)
    {
      g_autoptr (SlFilter) filter = sl_filter_parse (strange[i], NULL);
      g_autoptr (GError) error = NULL;

      g_assert_false (sl_filter_check_names (filter, &trace, &none, 1, &error));
      g_assert_error (error, SL_ERROR, SL_ERROR_USAGE);
      g_assert_nonnull (strstr (error->message, "column"));
    }
}

static void
test_lives (void)
{
  static const Expected first[] = { { "object = task:296", TRUE },
                                    { "object = task:296#1", TRUE },
                                    { "object = task:296#2", FALSE },
                                    { "object = 296", TRUE } };
  static const Expected second[] = { { "object = task:296", TRUE },
                                     { "object = task:296#1", FALSE },
                                     { "object = task:296#2", TRUE },
                                     { "object = worker", TRUE } };
  const SlEvent early = { .kind = SL_KIND_TASK_ACTIVATE, .time = 10, .a = 296 };
  const SlEvent late = { .kind = SL_KIND_TASK_ACTIVATE, .time = 700, .a = 296 };
  g_autoptr (SlTrace) trace = make_trace ();

  g_test_summary ("Without a life every life is meant, resolved or not.");

  check (trace, first, G_N_ELEMENTS (first), &early, 0);
  check (trace, second, G_N_ELEMENTS (second), &late, 0);
}

typedef struct
{
  const char *text;
  guint column; /* that the message tells */
} Fault;

static const Fault faults[] = {
  { "", 1 },
  { "  ", 3 },
  { "colour = red", 1 },
  { "a = 1 and field.colour & 3", 11 },
  { "colour < red", 10 },
  { "colour in 3..red", 14 },
  { "colour & red", 10 },
  { "field. = 3", 1 },
  { "kind & 3", 6 },
  { "tick & 3", 6 },
  { "a & x", 5 },
  { "kind", 5 },
  { "mutex and kind", 15 },
  { "mutex a = 1", 7 },
  { "(mutex", 7 },
  { "\"\"", 1 },
  { "kind =", 7 },
  { "kind < a", 6 },
  { "a ~ 5", 3 },
  { "a = five", 5 },
  { "a = 18446744073709551616", 5 },
  { "a in 5", 7 },
  { "a in 5..", 9 },
  { "a in 5..x", 9 },
  { "a in 5..5", 6 },
  { "tick = 1h", 8 },
  { "tick in 9..5", 9 },
  { "(a = 1", 7 },
  { "a = 1)", 6 },
  { "a = 1 b = 2", 7 },
  { "a = 1 and", 10 },
  { "not", 4 },
  { "a ! 1", 3 },
  { "a === 1", 5 },
  { "kind = no_such", 8 },
  { "kind = \"task", 8 },
  { "kind = no-such", 8 },
  { "kind = \"µµ\" and a = x", 21 },
  { "family = no-such", 10 },
  { "state = no-such", 9 },
  { "kind = unknown-0x8000", 8 },
};

static gboolean
is_right (SlFilter *filter, SlTrace *trace, GError **error)
{
  g_autoptr (SlFilterRun) run = sl_filter_run_new (filter, trace, error);

  return run != NULL && sl_filter_check_fields (filter, &trace, 1, error);
}

static void
test_faults (void)
{
  g_autoptr (SlTrace) trace = make_trace ();

  g_test_summary ("Every mistake is refused with its column.");

  for (guint i = 0; i < G_N_ELEMENTS (faults); i++)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (SlFilter) filter = sl_filter_parse (faults[i].text, &error);
      g_autofree char *column = g_strdup_printf ("column %u", faults[i].column);
      const char *place;

      g_test_message ("“%s”", faults[i].text);
      if (filter != NULL)
        g_assert_false (is_right (filter, trace, &error));
      g_assert_error (error, SL_ERROR, SL_ERROR_USAGE);
      g_test_message ("%s", error->message);
      place = strstr (error->message, column);
      g_assert_nonnull (place);
      g_assert_false (g_ascii_isdigit (place[strlen (column)]));
    }
}

static void
test_names_of_lists (void)
{
  const SlEvent event = { .kind = SL_KIND_MUTEX_LOCK };
  g_autoptr (SlClock) clock = sl_clock_new (SL_UNIT_CYCLES, 1000, NULL, 0);
  g_autoptr (SlTrace) trace = sl_test_trace_new (clock, &event, 1);
  g_autoptr (SlFilter) filter = sl_filter_parse ("mutex = 3", NULL);
  g_autoptr (GError) error = NULL;

  g_test_summary ("Who takes the name of a value from a list is told what filters call it.");

  g_assert_false (is_right (filter, trace, &error));
  g_assert_cmpstr (
      error->message, ==,
      "“mutex” in column 1 of the filter is what lists call b of mutex-lock: write “b” for it");
}

static void
test_rate (void)
{
  const SlEvent event = { .time = 5 };
  g_autoptr (SlClock) clock = sl_clock_new (SL_UNIT_CYCLES, 0, NULL, 0);
  g_autoptr (SlTrace) trace = sl_test_trace_new (clock, &event, 1);
  g_autoptr (SlAnnotations) empty = sl_annotations_new ();
  g_autoptr (SlAnnotations) rated = sl_annotations_with_rate (empty, 1000, 1);
  g_autoptr (SlFilter) filter = sl_filter_parse ("tick = 5ms", NULL);
  g_autoptr (GError) error = NULL;
  g_autoptr (SlFilterRun) run = NULL;

  g_test_summary ("Times in units need a rate, which the user may give.");

  g_assert_null (sl_filter_run_new (filter, trace, &error));
  g_assert_error (error, SL_ERROR, SL_ERROR_USAGE);
  g_assert_nonnull (strstr (error->message, "column 8"));
  g_assert_nonnull (strstr (error->message, "give --rate HZ"));
  run = sl_filter_run_new_with_annotations (filter, trace, rated, NULL);
  g_assert_true (sl_filter_run_match_event (run, &event, SL_TIME_MIN));
}

static void
test_items (void)
{
  static const struct
  {
    const char *text;
    SlFilterMatch match;
  } items[] = {
    { "state = running", SL_FILTER_ALL },
    { "state ~ r*", SL_FILTER_ALL },
    { "state = held", SL_FILTER_NONE },
    { "task = 304", SL_FILTER_ALL },
    { "lane = task:304", SL_FILTER_ALL },
    { "lane ~ task:*", SL_FILTER_ALL },
    { "object = other", SL_FILTER_ALL },
    { "kind ~ *", SL_FILTER_SOME },
    { "a >= 0", SL_FILTER_SOME },
    { "tick = +150", SL_FILTER_ALL },
    { "tick < +100", SL_FILTER_NONE },
    { "tick in +0..+101", SL_FILTER_ALL },
    { "tick >= +200", SL_FILTER_NONE },
    { "cpu = 0", SL_FILTER_ALL },
    { "lane = cpu:0", SL_FILTER_NONE },
    { "not lane = cpu:0", SL_FILTER_ALL },
    /* Of kind, a, b, delta and offset a slice knows nothing: where they decide, its events do. */
    { "not a = 0", SL_FILTER_SOME },
    { "delta > 5 and state = running", SL_FILTER_SOME },
    { "delta > 5 and state = held", SL_FILTER_NONE },
    { "not (offset = 1 or state = running)", SL_FILTER_NONE },
    { "b = 3 or state = held", SL_FILTER_SOME },
    { "kind = task-activate and a = 0", SL_FILTER_SOME },
    { "family = mutex and state = held", SL_FILTER_NONE },
    { "family = mutex or state = running", SL_FILTER_ALL },
  };
  g_autoptr (SlTrace) trace = make_trace ();
  const SlItem slice = { .begin = 100, .end = 200, .state = SL_STATE_RUNNING };
  const SlItem held = { .begin = 120, .end = 150, .state = SL_STATE_HELD, .detail = SL_TEST_OTHER };
  const SlItem mark = { .begin = 120, .end = 120, .state = SL_KIND_SIGNAL };
  guint lane, lock;

  g_test_summary (
      "Slices go by state, lane and task, to plain words also by the name of their task; instants "
      "by their kind.");

  g_assert_true (sl_trace_find_lane (trace, "task:304", &lane));
  for (guint i = 0; i < G_N_ELEMENTS (items); i++)
    {
      g_autoptr (SlFilterRun) run = bind (trace, items[i].text);

      g_assert_cmpint (sl_filter_run_match_item (run, sl_trace_get_lane (trace, lane), &slice), ==,
                       items[i].match);
    }

  {
    g_autoptr (SlFilterRun) owner = bind (trace, "task = 304 and state = held");
    g_autoptr (SlFilterRun) kind = bind (trace, "kind = signal and not state ~ *");
    g_autoptr (SlFilterRun) word = bind (trace, "othe");
    g_autoptr (SlFilterRun) object = bind (trace, "object = other");
    const SlItem free = { .begin = 150, .end = 200, .state = SL_STATE_HELD };

    g_assert_true (sl_trace_find_lane (trace, "mutex:0x1720a40", &lock));
    g_assert_cmpint (sl_filter_run_match_item (owner, sl_trace_get_lane (trace, lock), &held), ==,
                     SL_FILTER_ALL);
    g_assert_cmpint (sl_filter_run_match_item (word, sl_trace_get_lane (trace, lock), &held), ==,
                     SL_FILTER_ALL);
    g_assert_cmpint (sl_filter_run_match_item (word, sl_trace_get_lane (trace, lock), &free), ==,
                     SL_FILTER_SOME);
    g_assert_cmpint (sl_filter_run_match_item (object, sl_trace_get_lane (trace, lock), &held), ==,
                     SL_FILTER_NONE);
    g_assert_cmpint (sl_filter_run_match_item (kind, sl_trace_get_lane (trace, lane), &mark), ==,
                     SL_FILTER_ALL);
  }
}

static const char *const comparisons[] = {
  "kind = task-activate",
  "kind != task-activate",
  "kind ~ *lock",
  "kind = unknown-0x1f",
  "kind ~ un*",
  "family = task",
  "family != mutex",
  "family = unknown",
  "object = task:296",
  "object ~ mutex:*",
  "task = 304",
  "task != 304",
  "cpu = 0",
  "cpu != 1",
  "cpu in 1..3",
  "cpu = 65",
  "lane ~ t*",
  "tick < +300",
  "tick != +10",
  "tick in +200..+400",
  "tick >= 0",
  "delta < 3",
  "delta != 0",
  "a = 296",
  "a != 296",
  "a < 300",
  "b = 3",
  "b > 100",
  "b != 3",
  "offset < 100",
  "state = running",
  "b in 3..256",
};

static void
append_expression (GString *text, guint depth)
{
  guint choice = depth == 0 ? 0 : g_test_rand_int_range (0, 4);

  if (choice == 0)
    {
      g_string_append (text, comparisons[g_test_rand_int_range (0, G_N_ELEMENTS (comparisons))]);
      return;
    }

  g_string_append (text, choice == 1 ? "not (" : "(");
  append_expression (text, depth - 1);
  g_string_append_c (text, ')');
  if (choice == 1)
    return;

  g_string_append (text, choice == 2 ? " and (" : " or (");
  append_expression (text, depth - 1);
  g_string_append_c (text, ')');
}

static SlEvent
random_event (SlTime time)
{
  static const guint16 kinds[] = { SL_KIND_TASK_ACTIVATE, SL_KIND_MUTEX_LOCK,
                                   SL_KIND_MUTEX_UNLOCK,  SL_KIND_IPOINT,
                                   SL_KIND_CLI,           SL_KIND_UNKNOWN + 0x1f,
                                   SL_KIND_UNKNOWN + 64 };
  static const guint64 values[] = { 0, 3, 255, 256, 264, 296, 304, 0x1720a40, G_MAXUINT64 };
  static const guint32 flags[] = { 0, 0, 0, SL_EVENT_FAST, SL_EVENT_NO_A, SL_EVENT_GAP };

  return (SlEvent) {
    .time = time,
    .a = values[g_test_rand_int_range (0, G_N_ELEMENTS (values))],
    .b = values[g_test_rand_int_range (0, G_N_ELEMENTS (values))],
    .offset = g_test_rand_int_range (0, 300),
    .flags = flags[g_test_rand_int_range (0, G_N_ELEMENTS (flags))],
    .kind = kinds[g_test_rand_int_range (0, G_N_ELEMENTS (kinds))],
    .cpu = g_test_rand_int_range (0, 4) * 22,
  };
}

static void
test_zones (void)
{
  g_autoptr (SlTrace) trace = make_trace ();
  guint n_skipped = 0, n_matched = 0;

  g_test_summary ("A zone with a match is never skipped, whatever the expression; some are.");

  for (guint round = 0; round < 2000; round++)
    {
      g_autoptr (GString) text = g_string_new (NULL);
      g_autoptr (SlFilterRun) run = NULL;
      SlEvent events[4];
      guint n_events = g_test_rand_int_range (1, G_N_ELEMENTS (events) + 1);
      SlTime time = g_test_rand_int_range (0, 800);
      gboolean matched = FALSE;
      SlZone zone;

      append_expression (text, 4);
      run = bind (trace, text->str);
      for (guint i = 0; i < n_events; i++)
        {
          SlTime previous = i == 0 ? SL_TIME_MIN : time;

          time += g_test_rand_int_range (0, 5);
          events[i] = random_event (time);
          matched |= sl_filter_run_match_event (run, &events[i], previous);
        }

      sl_zone_init (&zone, 0, 0);
      sl_zone_add (&zone, events, n_events);
      n_matched += matched;
      if (sl_filter_run_may_match_zone (run, &zone))
        continue;

      g_assert_false (matched);
      n_skipped++;
    }

  g_assert_cmpuint (n_matched, >, 100);
  g_assert_cmpuint (n_skipped, >, 100);
}

static void
test_negation (void)
{
  g_autoptr (SlTrace) trace = make_trace ();

  g_test_summary ("\"not\" is the opposite, and De Morgan's laws hold, for every event.");

  for (guint round = 0; round < 300; round++)
    {
      g_autoptr (GString) one = g_string_new (NULL);
      g_autoptr (GString) other = g_string_new (NULL);
      g_autofree char *both = NULL;
      g_autofree char *neither = NULL;
      g_autoptr (SlFilterRun) left = NULL;
      g_autoptr (SlFilterRun) right = NULL;
      SlEvent event = random_event (g_test_rand_int_range (0, 800));

      append_expression (one, 2);
      append_expression (other, 2);
      both = g_strdup_printf ("not ((%s) and (%s))", one->str, other->str);
      neither = g_strdup_printf ("not (%s) or not (%s)", one->str, other->str);
      left = bind (trace, both);
      right = bind (trace, neither);
      g_assert_cmpint (sl_filter_run_match_event (left, &event, 0), ==,
                       sl_filter_run_match_event (right, &event, 0));
    }
}

/* Some of @ids, which @text leaves out one by one. */
static GPtrArray *
choose_hidden (const char *field, const char *const *ids, guint n_ids, GString *text)
{
  GPtrArray *chosen = g_ptr_array_new ();

  for (guint i = 0; i < n_ids; i++)
    if (g_test_rand_int_range (0, 3) == 0)
      {
        g_ptr_array_add (chosen, (gpointer) ids[i]);
        g_string_append_printf (text, " and %s != %s", field, ids[i]);
      }
  g_ptr_array_add (chosen, NULL);
  return chosen;
}

static void
test_hidden_kinds (void)
{
  static const char *const family_ids[] = { "task", "mutex", "unknown", "cpu" };
  static const char *const kind_ids[] = { "ipoint", "unknown-0x1f", "mutex-lock", "cli" };
  g_autoptr (SlTrace) trace = make_trace ();
  guint n_matched = 0, n_hidden = 0;

  g_test_summary ("Hiding families and kinds is the same as a filter that excludes each of them.");

  for (guint round = 0; round < 1000; round++)
    {
      g_autoptr (GString) spelt = g_string_new (NULL);
      g_autoptr (GString) inner = g_string_new (NULL);
      g_autoptr (GPtrArray) families = NULL;
      g_autoptr (GPtrArray) kinds = NULL;
      g_autoptr (SlKindMask) mask = NULL;
      g_autoptr (SlFilter) filter = NULL;
      g_autoptr (SlFilter) hiding = NULL;
      g_autoptr (SlFilterRun) expected = NULL;
      g_autoptr (SlFilterRun) run = NULL;
      SlEvent event = random_event (g_test_rand_int_range (0, 800));
      gboolean matches;
      SlZone zone;

      append_expression (inner, 2);
      filter = round % 5 != 0 ? sl_filter_parse (inner->str, NULL) : NULL;
      g_string_printf (spelt, "(%s)", filter != NULL ? inner->str : "cpu >= 0");
      families = choose_hidden ("family", family_ids, G_N_ELEMENTS (family_ids), spelt);
      kinds = choose_hidden ("kind", kind_ids, G_N_ELEMENTS (kind_ids), spelt);
      mask = sl_kind_mask_new ((const char *const *) families->pdata,
                               (const char *const *) kinds->pdata);
      if (mask == NULL)
        continue;

      hiding = sl_filter_new_hiding (filter, mask);
      g_assert_cmpstr (sl_filter_get_text (hiding), ==, filter != NULL ? inner->str : "");
      expected = bind (trace, spelt->str);
      run = sl_filter_run_new (hiding, trace, NULL);
      matches = sl_filter_run_match_event (expected, &event, 0);
      g_assert_cmpint (sl_filter_run_match_event (run, &event, 0), ==, matches);
      n_hidden += sl_kind_mask_has (mask, event.kind);
      n_matched += matches;
      g_assert_false (matches && sl_kind_mask_has (mask, event.kind));

      sl_zone_init (&zone, 0, 0);
      sl_zone_add (&zone, &event, 1);
      g_assert_true (!matches || sl_filter_run_may_match_zone (run, &zone));
    }

  g_assert_cmpuint (n_matched, >, 50);
  g_assert_cmpuint (n_hidden, >, 50);
}

static void
test_binding (void)
{
  g_autoptr (SlTrace) trace = make_trace ();
  g_autoptr (SlAnnotations) annotations = sl_annotations_new ();
  g_autoptr (SlFilter) filter = sl_filter_parse ("task = other and tick = 120us", NULL);
  g_autoptr (SlFilter) same = sl_filter_parse ("task = other and tick = 120us", NULL);
  g_autoptr (SlFilterBinding) binding = sl_filter_bind (filter, trace, annotations, NULL);
  g_autoptr (SlFilterRun) one = sl_filter_run_new_bound (binding);
  g_autoptr (SlFilterRun) other = sl_filter_run_new_bound (binding);
  const SlEvent event = { .time = 1120, .kind = SL_KIND_CLI };

  g_test_summary ("What is bound once can be asked by several, and says what it was bound to.");

  g_assert_true (sl_filter_binding_is_of (binding, filter, trace, annotations));
  g_assert_false (sl_filter_binding_is_of (binding, same, trace, annotations));
  g_assert_false (sl_filter_binding_is_of (binding, filter, trace, NULL));
  g_assert_true (sl_filter_equal (filter, same));
  g_assert_false (sl_filter_equal (filter, NULL));
  g_clear_pointer (&binding, sl_filter_binding_unref);
  g_assert_cmpint (sl_filter_run_match_event (one, &event, 0), ==,
                   sl_filter_run_match_event (other, &event, 0));
}

static void
test_garbage (void)
{
  static const char *const pieces[] = { "a",    "=", "5",  "..", "(",    ")",  "not",  "and",
                                        "kind", "~", "\"", "'",  "\\",   "in", "tick", "µ",
                                        "0x",   "!", "<",  " ",  "\xff", "*",  "#",    "task:1" };

  g_test_summary ("Any text is either a filter or an error with a reason.");

  for (guint round = 0; round < 5000; round++)
    {
      g_autoptr (GString) text = g_string_new (NULL);
      g_autoptr (GError) error = NULL;
      g_autoptr (SlFilter) filter = NULL;

      for (guint i = g_test_rand_int_range (0, 12); i > 0; i--)
        {
          g_string_append (text, pieces[g_test_rand_int_range (0, G_N_ELEMENTS (pieces))]);
          if (g_test_rand_bit ())
            g_string_append_c (text, ' ');
        }

      filter = sl_filter_parse (text->str, &error);
      g_assert_true ((filter == NULL) == (error != NULL));
    }
}

static void
test_ends_early (void)
{
  static const struct
  {
    const char *text;
    gboolean ends_early;
  } texts[] = {
    { "task = ", TRUE },       { "task =", TRUE },      { "task = ctx and", TRUE },
    { "(task = ctx", TRUE },   { "not", TRUE },         { "tick in", TRUE },
    { "task = \"ct", TRUE },   { "task = ctx", FALSE }, { "task", TRUE },
    { "tick = soon", FALSE },  { "= 3", FALSE },        { "task = )", FALSE },
    { "task = ctx )", FALSE },
  };

  g_test_summary ("Of what is no filter, some only lacks its end.");

  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    if (sl_filter_ends_early (texts[i].text) != texts[i].ends_early)
      g_error ("“%s” ends early: not %d", texts[i].text, texts[i].ends_early);
}

static void
test_size (void)
{
  g_autoptr (GString) deep = g_string_new (NULL);
  g_autoptr (GString) wide = g_string_new ("a=1");
  g_autofree char *open = g_strnfill (50000, '(');

  g_test_summary ("Endless expressions are refused before they exhaust the stack.");

  for (guint i = 0; i < 5000; i++)
    {
      g_string_append (deep, "not ");
      g_string_append (wide, " or a=1");
    }
  g_string_append (deep, "a=1");
  g_assert_null (sl_filter_parse (deep->str, NULL));
  g_assert_null (sl_filter_parse (wide->str, NULL));
  g_assert_null (sl_filter_parse (open, NULL));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/model/filter/fields", test_fields);
  g_test_add_func ("/model/filter/no-value", test_no_value);
  g_test_add_func ("/model/filter/plain-words", test_plain_words);
  g_test_add_func ("/model/filter/words-of-nothing", test_words_of_nothing);
  g_test_add_func ("/model/filter/lives", test_lives);
  g_test_add_func ("/model/filter/faults", test_faults);
  g_test_add_func ("/model/filter/names-of-lists", test_names_of_lists);
  g_test_add_func ("/model/filter/rate", test_rate);
  g_test_add_func ("/model/filter/items", test_items);
  g_test_add_func ("/model/filter/zones", test_zones);
  g_test_add_func ("/model/filter/negation", test_negation);
  g_test_add_func ("/model/filter/hidden-kinds", test_hidden_kinds);
  g_test_add_func ("/model/filter/binding", test_binding);
  g_test_add_func ("/model/filter/garbage", test_garbage);
  g_test_add_func ("/model/filter/ends-early", test_ends_early);
  g_test_add_func ("/model/filter/size", test_size);
  return g_test_run ();
}

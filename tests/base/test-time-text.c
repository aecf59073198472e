/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-clock-shown.h"
#include "sl-error.h"
#include "sl-time-text.h"
#include "sl-wall-text.h"

#include <string.h>

#define THIN "\u202f"

typedef struct
{
  gint64 ns;
  gint64 resolution_ns;
  const char *text;
} Elapsed;

static const Elapsed elapsed[] = {
  { 0, 1, "0 ns" },
  { 999, 1, "999 ns" },
  { 1000, 1, "1.000 µs" },
  { 1250000, 10000, "1.25 ms" },
  { 1259999, 10000, "1.25 ms" },
  { -1250000, 10000, "−1.25 ms" },
  { 18070000000, 1000000, "18.070 s" },
  { 1234567891, 1, "1.234" THIN "567" THIN "891 s" },
  { 0, 1000000000, "0 s" },
  { 250, 1000, "0 µs" },
  { G_MAXINT64, 1000000000, "9" THIN "223" THIN "372" THIN "036 s" },
  { G_MININT64, 1000000000, "−9" THIN "223" THIN "372" THIN "036 s" },
};

static void
test_elapsed (void)
{
  g_autofree char *one_unit = sl_time_text_in_unit (250000, 10000, 1000000000);

  g_test_summary ("Times print in ns, µs, ms or s with the digits that the step asks for.");

  for (guint i = 0; i < G_N_ELEMENTS (elapsed); i++)
    {
      g_autofree char *text = sl_time_text_elapsed (elapsed[i].ns, elapsed[i].resolution_ns);

      g_assert_cmpstr (text, ==, elapsed[i].text);
    }
  g_assert_cmpstr (one_unit, ==, "0.000" THIN "25 s");
}

static void
test_distinct (void)
{
  g_test_summary ("Two times at least the resolution apart never share a text.");

  for (guint i = 0; i < 5000; i++)
    {
      gint64 resolution = 1 + g_test_rand_int_range (0, 1000000);
      gint64 ns = (gint64) g_test_rand_int () * 1000;
      g_autofree char *one = sl_time_text_elapsed (ns, resolution);
      g_autofree char *other = sl_time_text_elapsed (ns + resolution, resolution);

      g_assert_cmpstr (one, !=, other);
    }
}

static void
test_groups (void)
{
  static const char *const cases[][2] = {
    { "", "" },
    { "1", "1" },
    { "123", "123" },
    { "1234", "1" THIN "234" },
    { "-123456", "-123" THIN "456" },
    { "1234.5678", "1" THIN "234.567" THIN "8" },
    { "1234 M", "1" THIN "234 M" },
    { "x", "x" },
  };
  g_autofree char *ticks = sl_time_text_ticks (24305936302);
  g_autofree char *negative = sl_time_text_signed_ticks (G_MININT64);

  g_test_summary ("Digits stand in groups of three with a thin space.");

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *text = sl_time_text_group (cases[i][0]);

      g_assert_cmpstr (text, ==, cases[i][1]);
    }
  g_assert_cmpstr (ticks, ==, "24" THIN "305" THIN "936" THIN "302");
  g_assert_cmpstr (negative, ==,
                   "−9" THIN "223" THIN "372" THIN "036" THIN "854" THIN "775" THIN "808");
}

static void
test_duration_text (void)
{
  g_autoptr (SlClock) bare = sl_clock_new (SL_UNIT_CYCLES, 0, NULL, 0);
  g_autoptr (SlClock) rated = sl_clock_with_rate (bare, 1000000000, 1);
  g_autofree char *cycles = sl_time_text_duration (bare, (SlSpan) { 5, 23491 });
  g_autofree char *time = sl_time_text_duration (rated, (SlSpan) { 5, 63919 });
  g_autofree char *short_time = sl_time_text_duration (rated, (SlSpan) { 5, 6 });

  g_test_summary ("Without a rate a duration is in ticks: nothing claims seconds.");

  g_assert_cmpstr (cycles, ==, "23" THIN "486 cycles");
  g_assert_cmpstr (time, ==, "63.914 µs");
  g_assert_cmpstr (short_time, ==, "1 ns");
}

static void
test_point (void)
{
  g_autoptr (SlClock) bare = sl_clock_new (SL_UNIT_CYCLES, 0, NULL, 0);
  g_autoptr (SlClock) rated = sl_clock_with_rate (bare, 1000000000, 1);
  g_autofree char *early = sl_time_text_point (rated, 40711012);
  g_autofree char *late = sl_time_text_point (rated, G_GINT64_CONSTANT (1667687999));
  g_autofree char *next = sl_time_text_point (rated, G_GINT64_CONSTANT (1667688000));
  g_autofree char *cycles = sl_time_text_point (bare, G_GINT64_CONSTANT (1667688000));

  g_test_summary (
      "Points in time a microsecond apart read differently, also behind the first second.");

  g_assert_cmpstr (early, ==, "40.711 ms");
  g_assert_cmpstr (late, ==, "1.667" THIN "687 s");
  g_assert_cmpstr (next, ==, "1.667" THIN "688 s");
  g_assert_cmpstr (cycles, ==, "1" THIN "667" THIN "688" THIN "000 cycles");
}

typedef struct
{
  guint64 hz;
  gint64 ticks;
  const char *text;
} Duration;

static const Duration durations[] = {
  { 367483000, 36748, "100.00 µs" },
  { 367483000, 3675, "10.00 µs" },
  { 367483000, 100, "272 ns" },
  { 367483000, 734966000, "2.000 s" },
  { 1000000000, 99999, "99.999 µs" },
  { 1000000000, 999999600, "1.000 s" },
  { 1000000000, 1999999, "2.000 ms" },
  { 1000, 2, "2.00 ms" },
  { 3000000, 2, "667 ns" },
  { 1000000000, 0, "0 ns" },
};

static void
test_duration_rounding (void)
{
  g_test_summary ("A duration is rounded, to three decimals or to a tick: 100 µs of a clock that "
                  "has no such tick are not shown as 99.999 µs.");

  for (gsize i = 0; i < G_N_ELEMENTS (durations); i++)
    {
      g_autoptr (SlClock) bare = sl_clock_new (SL_UNIT_CYCLES, 0, NULL, 0);
      g_autoptr (SlClock) rated = sl_clock_with_rate (bare, durations[i].hz, 1);
      g_autofree char *text = sl_time_text_duration (rated, (SlSpan) { 7, 7 + durations[i].ticks });

      g_assert_cmpstr (text, ==, durations[i].text);
    }
}

/* The digits of a text, without point, groups and unit: what one adds up who reads them. */
static guint64
read_digits (const char *text, const char *unit)
{
  guint64 digits = 0;

  g_assert_true (g_str_has_suffix (text, unit));
  for (gsize i = 0; i < strlen (text) - strlen (unit); i++)
    if (g_ascii_isdigit (text[i]))
      digits = digits * 10 + (guint64) (text[i] - '0');
  return digits;
}

static void
test_shares (void)
{
  g_autoptr (SlClock) bare = sl_clock_new (SL_UNIT_CYCLES, 0, NULL, 0);
  g_autoptr (SlClock) rated = sl_clock_with_rate (bare, 367483000, 1);
  const gint64 thirds[] = { 1000000, 1000000, 1000000 };
  g_autoptr (SlClock) nanoseconds = sl_clock_with_rate (bare, 1000000000, 1);
  g_auto (GStrv) equal = sl_time_text_shares (nanoseconds, (SlSpan) { 0, 3000000 }, thirds, 3);
  const gint64 causes[] = { 25164495, 3928352, 90153, 75703, 12416, 4461, 3727, 5481 };
  g_auto (GStrv) inverted =
      sl_time_text_shares (nanoseconds, (SlSpan) { 0, 29284788 }, causes, G_N_ELEMENTS (causes));

  g_test_summary ("The parts of a duration add up to it, in the digits that one reads, each off by "
                  "less than one of the last.");

  g_assert_cmpstr (equal[0], ==, "1.000 ms");
  /* 25.164495 of 29.284788 ms: the large part reads as it does by itself, the small ones make up for it. */
  g_assert_cmpstr (inverted[0], ==, "25.164 ms");
  g_assert_cmpstr (inverted[1], ==, "3.928 ms");
  for (guint round = 0; round < 2000; round++)
    {
      gint64 parts[8], sum = 0;
      guint n = (guint) g_test_rand_int_range (1, 9);
      g_autofree char *whole = NULL;
      g_auto (GStrv) texts = NULL;
      guint64 read = 0, all;
      double per_tick;

      for (guint i = 0; i < n; i++)
        sum += parts[i] = (g_test_rand_int () & G_MAXINT32) >> g_test_rand_int_range (1, 31);
      if (sum <= 0)
        continue;

      whole = sl_time_text_duration (rated, (SlSpan) { 5, 5 + sum });
      texts = sl_time_text_shares (rated, (SlSpan) { 5, 5 + sum }, parts, n);
      all = read_digits (whole, strrchr (whole, ' '));
      per_tick = (double) all / (double) sum;
      g_assert_cmpuint (g_strv_length (texts), ==, n);
      for (guint i = 0; i < n; i++)
        {
          gboolean has_own_unit = !g_str_equal (strrchr (texts[i], ' '), strrchr (whole, ' '));
          guint64 digits = has_own_unit ? 0 : read_digits (texts[i], strrchr (whole, ' '));

          g_assert_true (parts[i] == 0 || strpbrk (texts[i], "123456789") != NULL);
          read += digits;
          g_assert_cmpfloat_with_epsilon ((double) digits, per_tick * (double) parts[i], 1.001);
        }
      g_assert_cmpuint (read, ==, all);
    }
}

static void
test_small_shares (void)
{
  static const struct
  {
    SlShownUnit unit;
    const char *text;
  } cases[] = {
    { SL_SHOWN_AUTO, "35 ns" },
    { SL_SHOWN_NS, "35 ns" },
    { SL_SHOWN_US, "0.035 µs" },
    { SL_SHOWN_MS, "0.000" THIN "035 ms" },
    { SL_SHOWN_S, "0.000" THIN "000" THIN "035 s" },
  };
  g_autoptr (SlClock) bare = sl_clock_new (SL_UNIT_NS, 0, NULL, 0);
  g_autoptr (SlClock) rated = sl_clock_with_rate (bare, 1000000000, 1);
  const gint64 parts[] = { 29284753, 35, 0 };

  g_test_summary (
      "A part that the digits of the whole would make nothing of is not said to be nothing.");

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (SlClock) clock = sl_clock_with_shown_unit (rated, cases[i].unit);
      g_auto (GStrv) texts = sl_time_text_shares (clock, (SlSpan) { 0, 29284788 }, parts, 3);

      g_assert_cmpstr (texts[1], ==, cases[i].text);
      g_assert_null (strpbrk (texts[2], "123456789"));
    }
}

static void
test_range (void)
{
  static const struct
  {
    gint64 least, most;
    const char *text;
  } cases[] = {
    { 2163000, 2436000, "2.163–2.436 ms" },
    { 974000, 1200000, "974.000 µs–1.200 ms" },
    { 0, 2300000, "0–2.300 ms" },
    { 5000, 5000, "5.000 µs" },
    { 0, 0, "0 ns" },
  };
  g_autoptr (SlClock) bare = sl_clock_new (SL_UNIT_CYCLES, 0, NULL, 0);
  g_autoptr (SlClock) rated = sl_clock_with_rate (bare, 1000000000, 1);
  g_autofree char *cycles = sl_time_text_range (bare, 0, 10, 2000);

  g_test_summary (
      "A range names its unit once, and is one duration where both ends read the same.");

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *text = sl_time_text_range (rated, 7, cases[i].least, cases[i].most);

      g_assert_cmpstr (text, ==, cases[i].text);
    }
  g_assert_cmpstr (cycles, ==, "10–2" THIN "000 cycles");
}

typedef struct
{
  const char *text;
  gboolean is_fine;
  SlTime time;
} Parsed;

/* The clock: origin 1000, 367.483 MHz. */
static const Parsed times[] = {
  { "1000", TRUE, 0 },
  { "0", TRUE, -1000 },
  { "0x3f0", TRUE, 8 },
  { "9223372036854776807", TRUE, SL_TIME_MAX },
  { "9223372036854776808", TRUE, SL_TIME_MAX },
  { "18446744073709551615", TRUE, SL_TIME_MAX },
  { "18446744073709551616", FALSE, 0 },
  { "0x1ffffffffffffffff", FALSE, 0 },
  { "+7", TRUE, 7 },
  { "+0x10", TRUE, 16 },
  { "+9223372036854775808", TRUE, SL_TIME_MAX },
  { "1s", TRUE, 367483000 },
  { "1 s", TRUE, 367483000 },
  { "1.000000000000000000000000s", TRUE, 367483000 },
  { "1ms", TRUE, 367483 },
  { "2.5ms", TRUE, 918708 }, /* 918707.5 */
  { "1us", TRUE, 367 },
  { "1µs", TRUE, 367 },
  { "1μs", TRUE, 367 },
  { "4ns", TRUE, 1 }, /* 1.47 */
  { "5ns", TRUE, 2 }, /* 1.84 */
  { "1" THIN "000 ms", TRUE, 367483000 },
  { "1 000 ms", TRUE, 367483000 },
  { "1 000.000 000 ms", TRUE, 367483000 },
  { "1 837 415", TRUE, 1836415 },
  { "+1 837 415", TRUE, 1837415 },
  { "-1 000", TRUE, -2000 },
  { "1 00 ms", FALSE, 0 },
  { "1000 000 ms", FALSE, 0 },
  { "1 000000 ms", FALSE, 0 },
  { "1.00 000 ms", FALSE, 0 },
  { "1  000 ms", FALSE, 0 },
  { "100000000000s", TRUE, SL_TIME_MAX },
  { "1.00000000001ns", FALSE, 0 },
  { "", FALSE, 0 },
  { "+", FALSE, 0 },
  { "s", FALSE, 0 },
  { "-5", TRUE, -1005 },
  { "-0x10", TRUE, -1016 },
  { "-0", TRUE, -1000 },
  { "-9223372036854774807", TRUE, -SL_TIME_MAX },
  { "-9223372036854774808", TRUE, SL_TIME_MIN },
  { "-18446744073709551615", TRUE, SL_TIME_MIN },
  { "-", FALSE, 0 },
  { "--5", FALSE, 0 },
  { "+-5", FALSE, 0 },
  { "-5ms", FALSE, 0 },
  { "+5ms", TRUE, 1837415 },
  { ".5ms", TRUE, 183742 }, /* 183741.5 */
  { "5.ms", TRUE, 1837415 },
  { "0X3F0", TRUE, 8 },
  { "01000", TRUE, 0 },
  { ".", FALSE, 0 },
  { ".ms", FALSE, 0 },
  { "1e3", FALSE, 0 },
  { "1.5", FALSE, 0 },
  { "1.2.3s", FALSE, 0 },
  { "0x5ms", FALSE, 0 },
  { "5 m", FALSE, 0 },
  { "5 ms ", FALSE, 0 },
  { "abc", FALSE, 0 },
  { "0x", FALSE, 0 },
};

static void
test_parse_time (void)
{
  SlRate rate = { 0, 367483000, 1 };
  g_autoptr (SlClock) clock = sl_clock_new (SL_UNIT_CYCLES, 1000, &rate, 1);

  g_test_summary ("All forms of a time are read, and nothing else. Times out of reach are the "
                  "farthest in reach, since spans are clamped to the trace.");

  for (guint i = 0; i < G_N_ELEMENTS (times); i++)
    {
      g_autoptr (GError) error = NULL;
      SlTime time = 0;
      gboolean fine = sl_time_parse (times[i].text, clock, &time, &error);

      g_test_message ("“%s”", times[i].text);
      g_assert_cmpint (fine, ==, times[i].is_fine);
      g_assert_cmpint (time, ==, times[i].time);
      if (!fine)
        g_assert_error (error, SL_ERROR, SL_ERROR_USAGE);
    }
}

static void
test_parse_far_before (void)
{
  g_autoptr (SlClock) clock = sl_clock_new (SL_UNIT_CYCLES, G_MAXUINT64, NULL, 0);
  SlTime time = 0;

  g_test_summary ("A tick too far before the origin is the farthest before it, never one after.");

  g_assert_true (sl_time_parse ("5", clock, &time, NULL));
  g_assert_cmpint (time, ==, SL_TIME_MIN);
}

static void
test_parse_without_rate (void)
{
  g_autoptr (SlClock) cycles = sl_clock_new (SL_UNIT_CYCLES, 1000, NULL, 0);
  g_autoptr (SlClock) records = sl_clock_new (SL_UNIT_RECORDS, 0, NULL, 0);
  g_autoptr (GError) error = NULL;
  g_autoptr (GError) timeless = NULL;
  gint64 ticks;

  g_test_summary ("A unit of time without a rate says how to give one, where that helps.");

  g_assert_true (sl_time_parse ("1001", cycles, &ticks, NULL));
  g_assert_cmpint (ticks, ==, 1);
  g_assert_false (sl_time_parse ("1ms", cycles, &ticks, &error));
  g_assert_error (error, SL_ERROR, SL_ERROR_USAGE);
  g_assert_nonnull (strstr (error->message, "give --rate HZ"));
  g_assert_false (sl_duration_parse ("1ms", records, &ticks, &timeless));
  g_assert_error (timeless, SL_ERROR, SL_ERROR_USAGE);
  g_assert_null (strstr (timeless->message, "--rate"));
}

static void
test_parse_duration (void)
{
  SlRate rate = { 0, 1000000000, 1 };
  g_autoptr (SlClock) clock = sl_clock_new (SL_UNIT_CYCLES, 1000, &rate, 1);
  gint64 ticks;

  g_test_summary ("A bare duration counts ticks, not from any origin.");

  g_assert_true (sl_duration_parse ("1000", clock, &ticks, NULL));
  g_assert_cmpint (ticks, ==, 1000);
  g_assert_true (sl_duration_parse ("1.5ms", clock, &ticks, NULL));
  g_assert_cmpint (ticks, ==, 1500000);
  g_assert_false (sl_duration_parse ("+5", clock, &ticks, NULL));
  g_assert_false (sl_duration_parse ("-5", clock, &ticks, NULL));
  g_assert_false (sl_duration_parse ("9223372036854775808", clock, &ticks, NULL));
}

static void
test_round_trip (void)
{
  g_autoptr (SlClock) clock = sl_clock_new (SL_UNIT_NS, 12345, NULL, 0);

  g_test_summary ("A time that is printed to the nanosecond is read as the same time.");

  for (guint i = 0; i < 5000; i++)
    {
      SlTime time = ((gint64) g_test_rand_int_range (0, G_MAXINT) << 31 |
                     g_test_rand_int_range (0, G_MAXINT)) >>
                    g_test_rand_int_range (0, 60);
      g_autofree char *elapsed_text = sl_time_text_elapsed (time, 1);
      g_autofree char *absolute = sl_time_text_ticks (sl_clock_to_absolute (clock, time));
      SlTime back = -1;

      g_assert_true (sl_time_parse (elapsed_text, clock, &back, NULL));
      g_assert_cmpint (back, ==, time);
      g_assert_true (sl_time_parse (absolute, clock, &back, NULL));
      g_assert_cmpint (back, ==, time);
    }
}

/* Of a clock of 2 MHz: how long from tick 100 to tick 127928 is, and what the tick 2500001 is called. */
static const struct
{
  SlShownUnit unit;
  const char *id;
  const char *duration;
  const char *since;
} shown[] = {
  { SL_SHOWN_AUTO, "auto", "63.914 ms", "1.250" THIN "000 s" },
  { SL_SHOWN_NS, "ns", "63" THIN "914" THIN "000 ns", "1" THIN "250" THIN "000" THIN "500 ns" },
  { SL_SHOWN_US, "us", "63" THIN "914 µs", "1" THIN "250" THIN "000 µs" },
  { SL_SHOWN_MS, "ms", "63.914 ms", "1" THIN "250.000 ms" },
  { SL_SHOWN_S, "s", "0.063" THIN "914 s", "1.250" THIN "000 s" },
  { SL_SHOWN_TICKS, "ticks", "127" THIN "828 cycles", "2" THIN "500" THIN "001" },
};

static void
test_shown_unit (void)
{
  const SlRate rate = { 0, 2000000, 1 };
  g_autoptr (SlClock) plain = sl_clock_new (SL_UNIT_CYCLES, 5, &rate, 1);
  g_autoptr (SlClock) rateless = sl_clock_new (SL_UNIT_CYCLES, 5, NULL, 0);
  const gint64 parts[] = { 100000, 27828 };

  g_test_summary (
      "A unit that is fixed changes the unit and no digit, for each way to write a time.");

  for (guint i = 0; i < G_N_ELEMENTS (shown); i++)
    {
      g_autoptr (SlClock) clock = sl_clock_with_shown_unit (plain, shown[i].unit);
      g_autoptr (SlClock) unknown = sl_clock_with_shown_unit (rateless, shown[i].unit);
      g_autoptr (SlClock) again = sl_clock_with_rate (clock, 2000000, 1);
      g_autofree char *duration = sl_time_text_duration (clock, (SlSpan) { 100, 127928 });
      g_autofree char *same = sl_time_text_duration (again, (SlSpan) { 100, 127928 });
      g_autofree char *ticks = sl_time_text_duration (unknown, (SlSpan) { 100, 127928 });
      g_autofree char *since = sl_time_text_since (clock, 0, 2500001, 1000);
      g_auto (GStrv) shares = sl_time_text_shares (clock, (SlSpan) { 100, 127928 }, parts, 2);
      SlShownUnit found;

      if (shown[i].unit == SL_SHOWN_NS)
        {
          g_free (since);
          since = sl_time_text_since (clock, 0, 2500001, 1);
        }
      g_assert_cmpstr (duration, ==, shown[i].duration);
      g_assert_cmpstr (same, ==, shown[i].duration);
      g_assert_cmpstr (ticks, ==, "127" THIN "828 cycles");
      g_assert_cmpstr (since, ==, shown[i].since);
      g_assert_cmpstr (strrchr (shares[0], ' '), ==, strrchr (shown[i].duration, ' '));
      g_assert_cmpstr (sl_shown_unit_get_id (shown[i].unit), ==, shown[i].id);
      g_assert_true (sl_shown_unit_find (shown[i].id, &found));
      g_assert_cmpint (found, ==, shown[i].unit);
      g_assert_cmpint (sl_clock_get_shown_unit (clock), ==, shown[i].unit);
    }
  g_assert_false (sl_shown_unit_find ("hours", &(SlShownUnit) { 0 }));
}

/* How long 35.002755 ms is written, of a clock of 1 GHz: the same in all units, and to the tick where that takes no digit after
 * the point. */
static void
test_shown_digits (void)
{
  static const struct
  {
    SlShownUnit unit;
    const char *duration;
  } digits[] = {
    { SL_SHOWN_AUTO, "35.003 ms" },          { SL_SHOWN_NS, "35" THIN "002" THIN "755 ns" },
    { SL_SHOWN_US, "35" THIN "002.755 µs" }, { SL_SHOWN_MS, "35.003 ms" },
    { SL_SHOWN_S, "0.035" THIN "003 s" },    { SL_SHOWN_TICKS, "35" THIN "002" THIN "755 ticks" },
  };
  const SlRate rate = { 0, 1000000000, 1 };
  g_autoptr (SlClock) plain = sl_clock_new (SL_UNIT_TICKS, 0, &rate, 1);

  g_test_summary (
      "A unit that is fixed does not put noughts in the place of digits that are known.");

  for (guint i = 0; i < G_N_ELEMENTS (digits); i++)
    {
      g_autoptr (SlClock) clock = sl_clock_with_shown_unit (plain, digits[i].unit);
      const gint64 parts[] = { 35002000, 755 };
      g_autofree char *duration = sl_time_text_duration (clock, (SlSpan) { 0, 35002755 });
      g_auto (GStrv) shares = sl_time_text_shares (clock, (SlSpan) { 0, 35002755 }, parts, 2);

      g_assert_cmpstr (duration, ==, digits[i].duration);
      if (digits[i].unit == SL_SHOWN_NS)
        g_assert_cmpstr (shares[1], ==, "755 ns");
    }
}

static void
test_frequency (void)
{
  static const struct
  {
    gint64 ns;
    const char *text;
  } periods[] = { { 4000000, "250" THIN "Hz" },
                  { 3, "333.3" THIN "MHz" },
                  { G_GINT64_CONSTANT (1000000000), "1" THIN "Hz" },
                  { 1000000, "1" THIN "kHz" },
                  { 1, "1" THIN "GHz" } };

  g_test_summary ("A period says how often that is.");

  for (guint i = 0; i < G_N_ELEMENTS (periods); i++)
    {
      g_autofree char *text = sl_time_text_frequency (periods[i].ns);

      g_assert_cmpstr (text, ==, periods[i].text);
    }
}

static void
test_wall (void)
{
  const gint64 day = SL_WALL_DAY_NS;
  const gint64 noon = G_GINT64_CONSTANT (1795953785) * 1000000000 + 250000000;
  const SlRate rate = { 0, 1000, 1 };
  g_autoptr (SlClock) plain = sl_clock_new (SL_UNIT_TICKS, 0, &rate, 1);
  g_autoptr (SlClock) clock = sl_clock_with_wall (plain, noon);
  g_autoptr (SlClock) far = sl_clock_with_wall (plain, G_MAXINT64 - 5);
  gint64 wall;

  g_test_summary ("Date and time of day are those of the zone of whoever looks, also before 1970.");

  for (guint i = 0; i < 500; i++)
    {
      gint64 ns = ((gint64) g_test_rand_int () - G_MAXINT32) * 1000000000 + g_test_rand_int ();
      gint64 seconds = ns / 1000000000 - (ns % 1000000000 < 0);
      g_autoptr (GDateTime) date = g_date_time_new_from_unix_local (seconds);
      g_autofree char *wanted = g_date_time_format (date, "%Y-%m-%d %H:%M:%S");
      g_autofree char *text = sl_wall_text (ns, 1000000000);
      gint64 midnight = sl_wall_find_midnight (ns);

      g_assert_cmpstr (text, ==, wanted);
      g_assert_cmpint (ns - midnight, >=, 0);
      g_assert_cmpint (ns - midnight, <, day);
    }

  g_assert_true (sl_clock_get_wall (clock, 1500, &wall));
  g_assert_cmpint (wall - noon, ==, 1500000000);
  g_assert_false (sl_clock_has_wall (plain));
  g_assert_false (sl_clock_get_wall (plain, 0, &wall));
  g_assert_false (sl_clock_get_wall (far, 1000000, &wall));
  g_assert_cmpint (sl_wall_round_step (7), ==, 10);
  g_assert_cmpint (sl_wall_round_step (61), ==, 120);
  g_assert_cmpint (sl_wall_round_step (86401), ==, 2 * 86400);
}

static void
test_wall_digits (void)
{
  g_autofree char *seconds = sl_wall_text_of_day (G_GINT64_CONSTANT (50585999999999), 1000000000);
  g_autofree char *all = sl_wall_text_of_day (G_GINT64_CONSTANT (50585120456789), 1);
  g_autofree char *next = sl_wall_text_of_day (SL_WALL_DAY_NS + 1000000, 1000000);

  g_test_summary ("A time of day has the digits that are asked for, and begins anew after a day.");

  g_assert_cmpstr (seconds, ==, "14:03:05");
  g_assert_cmpstr (all, ==, "14:03:05.120" THIN "456" THIN "789");
  g_assert_cmpstr (next, ==, "00:00:00.001");
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/model/time-text/elapsed", test_elapsed);
  g_test_add_func ("/model/time-text/distinct", test_distinct);
  g_test_add_func ("/model/time-text/groups", test_groups);
  g_test_add_func ("/model/time-text/duration", test_duration_text);
  g_test_add_func ("/model/time-text/point", test_point);
  g_test_add_func ("/model/time-text/duration-rounding", test_duration_rounding);
  g_test_add_func ("/model/time-text/shares", test_shares);
  g_test_add_func ("/model/time-text/small-shares", test_small_shares);
  g_test_add_func ("/model/time-text/range", test_range);
  g_test_add_func ("/model/time-text/shown-unit", test_shown_unit);
  g_test_add_func ("/model/time-text/shown-digits", test_shown_digits);
  g_test_add_func ("/model/time-text/frequency", test_frequency);
  g_test_add_func ("/model/time-text/wall", test_wall);
  g_test_add_func ("/model/time-text/wall-digits", test_wall_digits);
  g_test_add_func ("/model/time-text/parse-time", test_parse_time);
  g_test_add_func ("/model/time-text/parse-far-before", test_parse_far_before);
  g_test_add_func ("/model/time-text/parse-without-rate", test_parse_without_rate);
  g_test_add_func ("/model/time-text/parse-duration", test_parse_duration);
  g_test_add_func ("/model/time-text/round-trip", test_round_trip);
  return g_test_run ();
}

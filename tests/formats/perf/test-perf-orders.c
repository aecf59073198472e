/* SPDX-License-Identifier: GPL-3.0-or-later */

/* perf.data of machines of both byte orders. */
#include "sl-dat-random.h"
#include "sl-format-registry.h"
#include "sl-perf-maker.h"
#include "sl-test-source.h"
#include "sl-test.h"

/* IP, READ, CALLCHAIN, ID, PERIOD, STREAM_ID and IDENTIFIER, as bits of sample_type. */
static const SlPerfLayout layouts[] = {
  { .fields = 1 << 0 | 1 << 8 | 1 << 16, .round = 20000, .n_cpus = 2, .seed = 1 },
  { .fields = 1 << 16, .is_pipe = TRUE, .round = 5000, .n_cpus = 3, .seed = 2, .wall_shift = 9 },
  { .fields = 1 << 8,
    .has_one_attr = TRUE,
    .round = 1,
    .n_cpus = 1,
    .seed = 3,
    .of_command = TRUE },
  { .fields = 1 << 16, .packing = 81, .round = 30000, .n_cpus = 2, .seed = 4, .has_clock = TRUE },
  { .fields = 1 << 16, .packing = 83, .is_pipe = TRUE, .round = 9000, .n_cpus = 2, .seed = 5 },
  { .fields = 1 << 6 | 1 << 4 | 1 << 5 | 1 << 9,
    .read_format = 31,
    .round = 400,
    .n_cpus = 8,
    .seed = 6,
    .wall_shift = -7 },
};

static SlSource *
open_layout (SlPerfLayout layout, gboolean is_big)
{
  SlDatLayout same = { .version = 7,
                       .codec = "none",
                       .is_big = is_big,
                       .long_size = 8,
                       .page_size = 4096,
                       .n_cpus = layout.n_cpus,
                       .n_buffers = 1,
                       .pages_a_chunk = 1,
                       .clock = "perf",
                       .seed = layout.seed };
  g_autoptr (GArray) expected = NULL;
  g_autoptr (GBytes) bytes = NULL;
  g_autoptr (GBytes) dat = NULL;
  g_autoptr (SlPerfMaker) maker = NULL;
  g_autoptr (SlMapping) mapping = NULL;
  g_autoptr (SlInput) input = NULL;
  g_autoptr (GError) error = NULL;
  SlSource *source;
  guint64 n_quiet;

  layout.is_big = is_big;
  maker = sl_perf_maker_new (&layout);
  dat = sl_dat_random_write_also (&same, 3000, maker, &expected, &n_quiet);
  bytes = sl_perf_maker_finish (maker);
  mapping = sl_mapping_new_for_bytes (bytes, "perf.data");
  input = sl_input_new (&mapping, 1);
  source = sl_formats_find ("perf-data")->open (input, NULL, NULL, &error);
  g_assert_no_error (error);
  return source;
}

/* What is packed has an offset behind the file, which is not as long in both. */
static SlEvent
without_offset (const SlEvent *event)
{
  SlEvent same = *event;

  same.offset = 0;
  return same;
}

static void
check_details (SlSource *one, SlSource *other, const SlEvent *event, const SlEvent *same)
{
  g_autoptr (GArray) details = sl_details_new ();
  g_autoptr (GArray) others = sl_details_new ();

  g_assert_true (sl_source_describe (one, event->offset, details));
  g_assert_true (sl_source_describe (other, same->offset, others));
  g_assert_cmpuint (details->len, ==, others->len);
  for (guint i = 0; i < details->len; i++)
    {
      g_assert_cmpstr (g_array_index (details, SlDetail, i).name, ==,
                       g_array_index (others, SlDetail, i).name);
      g_assert_cmpstr (g_array_index (details, SlDetail, i).value, ==,
                       g_array_index (others, SlDetail, i).value);
    }
}

static void
test_orders (void)
{
  g_test_summary ("A recording of a big-endian machine says what one of a little-endian one says");

  for (guint i = 0; i < G_N_ELEMENTS (layouts); i++)
    {
      g_autoptr (SlSource) little = open_layout (layouts[i], FALSE);
      g_autoptr (SlSource) big = open_layout (layouts[i], TRUE);
      g_autoptr (GArray) events = sl_test_read_all (little);
      g_autoptr (GArray) others = sl_test_read_all (big);

      g_test_message ("layout %u", i);
      g_assert_cmpuint (events->len, >, 2000);
      g_assert_cmpuint (events->len, ==, others->len);
      g_assert_cmpuint (sl_clock_get_origin (sl_source_get_clock (little)), ==,
                        sl_clock_get_origin (sl_source_get_clock (big)));
      for (guint j = 0; j < events->len; j++)
        {
          SlEvent one = without_offset (&g_array_index (events, SlEvent, j));
          SlEvent other = without_offset (&g_array_index (others, SlEvent, j));

          sl_test_assert_same_event (&one, &other);
          check_details (little, big, &g_array_index (events, SlEvent, j),
                         &g_array_index (others, SlEvent, j));
        }
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/perf-orders/orders", test_orders);
  return g_test_run ();
}

/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The map of addresses of a branch trace, against what the stream was made of. */
#include "sl-analyses.h"
#include "sl-branch-lanes.h"
#include "sl-format-registry.h"
#include "sl-load.h"
#include "sl-page-group.h"
#include "sl-pt-program.h"

#define N_PACKETS    40000
#define PSB_EVERY    500
#define PSB_EVENTS   5 /* PSB, TSC, MODE.Exec, FUP, PSBEND */
#define PSB_FUP      3
#define USER_PAGES   300
#define KERNEL_PAGES 40
#define KERNEL       G_GUINT64_CONSTANT (0xffffffff81000000)

/* What an event touches: its page and group; neither where it touches nothing. */
typedef struct
{
  guint64 page;
  guint8 group;
} Touch;

static const Touch nothing = { 0, SL_PAGE_NO_GROUP };

static guint64
choose_address (void)
{
  guint64 offset = (guint64) g_test_rand_int_range (0, 4096);

  if (g_test_rand_bit ())
    return KERNEL + ((guint64) g_test_rand_int_range (0, KERNEL_PAGES) << SL_PAGE_SHIFT) + offset;

  return SL_PROGRAM_ADDRESS + ((guint64) g_test_rand_int_range (0, USER_PAGES) << SL_PAGE_SHIFT) +
         offset;
}

static void
add_touch (GArray *touches, guint64 address, guint8 group)
{
  Touch touch = { address >> SL_PAGE_SHIFT, group };

  g_array_append_val (touches, touch);
}

static void
add_boundary (GByteArray *bytes, GArray *touches, guint64 time)
{
  guint64 address = choose_address ();

  sl_packets_psb (bytes, time, address);
  for (guint i = 0; i < PSB_EVENTS; i++)
    {
      if (i == PSB_FUP)
        add_touch (touches, address, SL_PAGE_GROUP_EVENT);
      else
        g_array_append_val (touches, nothing);
    }
}

/* A packet with an address or, now and then, one that leaves it out; branches between them are not events. */
static void
add_packet (GByteArray *bytes, GArray *touches)
{
  static const struct
  {
    guint8 code;
    guint8 group;
  } packets[] = {
    { SL_PACKET_TIP, SL_PAGE_GROUP_TARGET }, { SL_PACKET_TIP, SL_PAGE_GROUP_TARGET },
    { SL_PACKET_PGE, SL_PAGE_GROUP_TRACED }, { SL_PACKET_PGD, SL_PAGE_GROUP_UNTRACED },
    { SL_PACKET_FUP, SL_PAGE_GROUP_EVENT },
  };
  guint chosen = (guint) g_test_rand_int_range (0, G_N_ELEMENTS (packets));
  guint64 address = choose_address ();

  if (g_test_rand_int_range (0, 10) == 0)
    {
      g_byte_array_append (bytes, &packets[chosen].code, 1);
      g_array_append_val (touches, nothing);
      return;
    }

  sl_packets_tnt (bytes, "TN");
  sl_packets_ip (bytes, packets[chosen].code, address);
  add_touch (touches, address, packets[chosen].group);
}

static SlTrace *
load (GByteArray *stream)
{
  g_autoptr (GBytes) bytes = g_bytes_new (stream->data, stream->len);
  g_autoptr (SlMapping) mapping = sl_mapping_new_for_bytes (bytes, "test.pt");
  g_autoptr (SlInput) input = sl_input_new (&mapping, 1);
  const char *const names[] = { "test.pt", NULL };
  g_autoptr (GError) error = NULL;
  g_autoptr (SlSource) source = sl_formats_find ("intel-pt")->open (input, NULL, NULL, &error);
  SlTrace *trace;

  g_assert_no_error (error);
  sl_source_set_identity (source, "intel-pt", "Intel PT", names);
  sl_source_set_traits (source, SL_TRAIT_PACKETS);
  trace = sl_load_run (source, sl_analyses_get_all (), NULL, NULL, NULL, &error);
  g_assert_no_error (error);
  return trace;
}

static void
count (GHashTable *counts, Touch touch, gint64 by)
{
  gint64 key = (gint64) (touch.page << 8 | touch.group);
  gint64 *found = g_hash_table_lookup (counts, &key);

  if (found == NULL)
    {
      found = g_new0 (gint64, 1);
      g_hash_table_insert (counts, g_memdup2 (&key, sizeof key), found);
    }
  *found += by;
}

static void
assert_all_zero (GHashTable *counts)
{
  GHashTableIter iter;
  gpointer value;

  g_hash_table_iter_init (&iter, counts);
  while (g_hash_table_iter_next (&iter, NULL, &value))
    g_assert_cmpint (*(gint64 *) value, ==, 0);
}

static void
take_tile (GHashTable *counts, const SlPageMap *map, const SlPageTile *tile)
{
  for (guint i = 0; i < tile->n_cells; i++)
    {
      SlPageCell cell = sl_page_tile_get_cell (tile, i);
      guint64 address = sl_page_map_get_page (map, sl_page_map_get_rank (map, cell.page));

      count (counts, (Touch) { address >> SL_PAGE_SHIFT, (guint8) cell.group },
             -(gint64) cell.count);
    }
}

/* Tiles of the lowest level are zones. */
static void
compare_with_zones (SlTrace *trace, const SlPageMap *map, const GArray *touches)
{
  g_assert_cmpuint (sl_trace_get_n_blocks (trace), >, 1);
  g_assert_cmpuint (sl_page_map_get_n_tiles (map, 0), ==, sl_trace_get_n_blocks (trace));
  for (guint number = 0; number < sl_trace_get_n_blocks (trace); number++)
    {
      const SlZone *zone = sl_trace_get_zone (trace, number);
      g_autoptr (GHashTable) counts =
          g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, g_free);

      for (guint64 i = zone->first; i < zone->first + zone->count; i++)
        if (g_array_index (touches, Touch, i).group != SL_PAGE_NO_GROUP)
          count (counts, g_array_index (touches, Touch, i), 1);
      take_tile (counts, map, sl_page_map_get_tile (map, 0, number));
      assert_all_zero (counts);
    }
}

static void
test_touched (void)
{
  g_autoptr (GByteArray) stream = g_byte_array_new ();
  g_autoptr (GArray) touches = g_array_new (FALSE, FALSE, sizeof (Touch));
  g_autoptr (SlTrace) trace = NULL;
  const SlLane *lane;
  guint64 n_touches = 0;
  guint number;

  g_test_summary (
      "The map has each address of a packet in its page, by what the packet says of it, when "
      "it was sent; addresses that packets leave out are in no page.");

  for (guint i = 0; i < N_PACKETS; i++)
    {
      if (i % PSB_EVERY == 0)
        add_boundary (stream, touches, 1000 + i);
      add_packet (stream, touches);
    }
  trace = load (stream);
  g_assert_cmpuint (sl_trace_get_n_events (trace), ==, touches->len);
  g_assert_true (sl_trace_find_lane (trace, SL_BRANCH_LANE_TARGETS, &number));
  lane = sl_trace_get_lane (trace, number);
  g_assert_nonnull (lane->map);

  for (guint i = 0; i < touches->len; i++)
    n_touches += g_array_index (touches, Touch, i).group != SL_PAGE_NO_GROUP;
  g_assert_cmpuint (sl_page_map_get_count (lane->map), ==, n_touches);
  compare_with_zones (trace, lane->map, touches);
}

static void
test_none (void)
{
  g_autoptr (GByteArray) stream = g_byte_array_new ();
  g_autoptr (SlTrace) trace = NULL;

  g_test_summary ("A stream without addresses has no map.");

  sl_packets_psb (stream, 1000, 0);
  sl_packets_tnt (stream, "TNT");
  sl_packets_tsc (stream, 2000);
  trace = load (stream);
  g_assert_false (sl_trace_find_lane (trace, SL_BRANCH_LANE_TARGETS, NULL));
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/branch-map/touched", test_touched);
  g_test_add_func ("/branch-map/none", test_none);
  return g_test_run ();
}

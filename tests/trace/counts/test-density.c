/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-density.h"
#include "sl-page-map.h"

#define ROUNDS 40

/* Kinds and processors at random, times that stand still, creep and jump. */
static GArray *
make_events (GRand *rand, guint n_events)
{
  GArray *events = g_array_new (FALSE, TRUE, sizeof (SlEvent));
  guint n_kinds = (guint) g_rand_int_range (rand, 1, 9);
  SlTime time = g_rand_int_range (rand, -1000, 1000);

  for (guint i = 0; i < n_events; i++)
    {
      SlEvent event = { .time = time };

      event.kind = (guint16) g_rand_int_range (rand, 0, (gint) n_kinds);
      event.cpu = (guint16) (g_rand_int_range (rand, 0, 50) == 0);
      event.a = (guint64) g_rand_int_range (rand, 0, 40) << (SL_PAGE_SHIFT + event.kind * 4);
      event.b = (guint64) g_rand_int_range (rand, 0, 33);
      g_array_append_val (events, event);
      if (g_rand_int_range (rand, 0, 200) == 0)
        time += g_rand_int_range (rand, 0, 1000000);
      if (g_rand_int_range (rand, 0, 3000) == 0)
        time += G_GINT64_CONSTANT (1) << g_rand_int_range (rand, 20, 40);
      time += g_rand_int_range (rand, 0, 30);
    }

  return events;
}

static SlDensity *
make_density (GRand *rand, GArray *events)
{
  g_autoptr (SlDensityWriter) writer = sl_density_writer_new ();

  for (guint first = 0, end; first < events->len; first = end)
    {
      end = first + (guint) g_rand_int_range (rand, 1, SL_BLOCK_EVENTS + 1);
      end = MIN (end, events->len);
      sl_density_writer_add (writer,
                             sl_density_block_new (writer, &g_array_index (events, SlEvent, first),
                                                   end - first, NULL));
    }

  return sl_density_writer_snapshot (writer);
}

/* What a fold has to count, one by one. */
static guint64
count (GArray *events, SlDensity *density, guint measure, SlTime begin, SlTime end)
{
  guint16 kind = 0, cpu = 0;
  guint64 sum = 0;

  if (measure < sl_density_get_n_codes (density))
    sl_density_get_code (density, measure, &kind, &cpu);
  for (guint i = 0; i < events->len; i++)
    {
      const SlEvent *event = &g_array_index (events, SlEvent, i);

      if (event->time < begin || event->time >= end)
        continue;
      if (measure == SL_DENSITY_EVENTS)
        sum++;
      else if (measure == SL_DENSITY_BYTES)
        sum += event->b;
      else
        sum += event->kind == kind && event->cpu == cpu;
    }

  return sum;
}

static guint
choose_measure (GRand *rand, SlDensity *density)
{
  guint choice = (guint) g_rand_int_range (rand, 0, (gint) sl_density_get_n_codes (density) + 2);

  if (choice == sl_density_get_n_codes (density))
    return SL_DENSITY_EVENTS;

  return choice > sl_density_get_n_codes (density) ? SL_DENSITY_BYTES : choice;
}

static void
check_fold (GRand *rand, GArray *events, SlDensity *density)
{
  SlSpan span = sl_density_get_span (density);
  guint n_columns = (guint) g_rand_int_range (rand, 1, 300);
  SlDensityQuery query = { span.begin - g_rand_int_range (rand, 0, 5000), 1, n_columns };
  g_autofree SlDensityColumn *columns = g_new (SlDensityColumn, n_columns);
  guint measure = choose_measure (rand, density);
  guint64 slack = measure == SL_DENSITY_BYTES ? 2 * 33 * SL_DENSITY_GROUP : 2 * SL_DENSITY_GROUP;
  guint64 sum = 0, whole = count (events, density, measure, SL_TIME_MIN, SL_TIME_MAX);

  query.width = (span.end - query.begin) / n_columns + 1;
  sl_density_fold (density, measure, &query, columns);
  for (guint i = 0; i < n_columns; i++)
    {
      SlTime begin = query.begin + query.width * i, end = begin + query.width;
      SlTime margin = query.width / 16;
      guint64 most = count (events, density, measure, begin - margin, end + margin);
      guint64 least = count (events, density, measure, begin + margin, end - margin);

      g_assert_cmpuint (columns[i].count, <=, most + slack);
      g_assert_cmpuint (columns[i].count + slack, >=, least);
      g_assert_cmpuint (columns[i].busiest, <=, columns[i].count);
      g_assert_cmpuint (columns[i].busiest * 8, >=, columns[i].count);
      sum += columns[i].count;
    }

  g_assert_cmpuint (sum, ==, whole);
  g_assert_cmpuint (sl_density_get_total (density, measure), ==, whole);
}

static void
test_fold (void)
{
  g_test_summary ("Counts add up to the truth over any columns, none is further from it than the "
                  "groups at its borders and what is within a sixteenth of a column, and nothing "
                  "vanishes.");

  for (guint seed = 0; seed < ROUNDS; seed++)
    {
      g_autoptr (GRand) rand = g_rand_new_with_seed (seed);
      g_autoptr (GArray) events = make_events (rand, (guint) g_rand_int_range (rand, 1, 20000));
      g_autoptr (SlDensity) density = make_density (rand, events);

      g_test_message ("seed %u", seed);
      for (guint i = 0; i < 5; i++)
        check_fold (rand, events, density);
    }
}

static void
test_many_codes (void)
{
  g_autoptr (GArray) events = g_array_new (FALSE, TRUE, sizeof (SlEvent));
  g_autoptr (GRand) rand = g_rand_new_with_seed (1);
  g_autoptr (SlDensity) density = NULL;
  guint64 sum = 0;

  g_test_summary ("A damaged trace with more codes than can be distinguished keeps its counts and "
                  "its bound of memory, and counts those that it distinguishes exactly.");

  for (guint i = 0; i < 100000; i++)
    {
      SlEvent event = { .time = i, .kind = (guint16) g_rand_int_range (rand, 0, 60000) };

      g_array_append_val (events, event);
    }
  density = make_density (rand, events);
  for (guint i = 0; i < sl_density_get_n_codes (density); i++)
    {
      guint16 kind, cpu;

      sl_density_get_code (density, i, &kind, &cpu);
      sum += sl_density_get_total (density, i);
      if (i < SL_DENSITY_CODES && i % 16 == 0)
        g_assert_cmpuint (sl_density_get_total (density, i), ==,
                          count (events, density, i, SL_TIME_MIN, SL_TIME_MAX));
      g_assert_true (i < SL_DENSITY_CODES || kind == SL_DENSITY_OTHERS);
    }

  g_assert_cmpuint (sl_density_get_n_codes (density), ==, SL_DENSITY_CODES + 1);
  g_assert_cmpuint (sum, ==, events->len);
  g_assert_cmpuint (sl_density_get_memory (density), <, 4 * events->len + 100000);
}

static void
test_generations (void)
{
  g_autoptr (SlDensityWriter) writer = sl_density_writer_new ();
  g_autoptr (GRand) rand = g_rand_new_with_seed (7);
  g_autoptr (GArray) events = make_events (rand, 5000);
  g_autoptr (SlDensity) early = NULL;
  g_autoptr (SlDensity) late = NULL;
  guint half = 2500;

  g_test_summary ("What was published stays as it was while more is added.");

  sl_density_writer_add (writer, sl_density_block_new (writer, &g_array_index (events, SlEvent, 0),
                                                       half, NULL));
  early = sl_density_writer_snapshot (writer);
  sl_density_writer_add (writer,
                         sl_density_block_new (writer, &g_array_index (events, SlEvent, half), half,
                                               NULL));
  late = sl_density_writer_snapshot (writer);

  g_assert_cmpuint (sl_density_get_total (early, SL_DENSITY_EVENTS), ==, half);
  g_assert_cmpuint (sl_density_get_total (late, SL_DENSITY_EVENTS), ==, events->len);
  g_assert_cmpint (sl_density_get_span (early).end, ==,
                   g_array_index (events, SlEvent, half - 1).time + 1);
}

static void
test_alone (void)
{
  SlEvent event = { .time = 5, .b = 8 };
  g_autoptr (SlDensityWriter) writer = sl_density_writer_new ();
  g_autoptr (SlDensity) density = NULL;
  SlDensityQuery query = { 0, 1, 10 };
  SlDensityColumn columns[10];

  g_test_summary ("A single event is in its own column; no events are in none.");

  density = sl_density_writer_snapshot (writer);
  sl_density_fold (density, SL_DENSITY_EVENTS, &query, columns);
  g_assert_cmpuint (columns[5].count, ==, 0);
  sl_density_unref (density);

  sl_density_writer_add (writer, sl_density_block_new (writer, &event, 1, NULL));
  density = sl_density_writer_snapshot (writer);
  sl_density_fold (density, SL_DENSITY_BYTES, &query, columns);
  for (guint i = 0; i < 10; i++)
    g_assert_cmpuint (columns[i].count, ==, i == 5 ? 8 : 0);
}

static guint8
group_of (guint16 kind)
{
  return kind == 0 ? SL_PAGE_NO_GROUP : (guint8) (kind % 3);
}

static guint64
sum_tile (const SlPageTile *tile)
{
  guint64 sum = 0;

  for (guint i = 0; i < tile->n_cells; i++)
    {
      g_assert_cmpuint (sl_page_tile_get_cell (tile, i).parts, !=, 0);
      sum += sl_page_tile_get_cell (tile, i).count;
    }

  return sum;
}

static guint64
count_in_map (GArray *events, SlSpan span)
{
  guint64 sum = 0;

  for (guint i = 0; i < events->len; i++)
    {
      const SlEvent *event = &g_array_index (events, SlEvent, i);

      sum += sl_span_contains (span, event->time) && event->kind != 0;
    }

  return sum;
}

static SlPageMap *
make_map (GArray *events, guint step)
{
  SlPageMapWriter *writer = sl_page_map_writer_new (SL_PAGE_SHIFT);
  SlPageMap *map;

  for (guint first = 0; first < events->len; first += step)
    sl_page_map_writer_add_events (writer, &g_array_index (events, SlEvent, first),
                                   MIN (step, events->len - first), group_of);
  map = sl_page_map_writer_snapshot (writer);
  sl_page_map_writer_free (writer);
  return map;
}

static void
test_map_levels (void)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (3);
  g_autoptr (GArray) events = make_events (rand, 30000);
  SlSpan all = { SL_TIME_MIN, SL_TIME_MAX };
  g_autoptr (SlPageMap) map = make_map (events, 100);

  g_test_summary ("Tiles of every level hold the counts of those below, and all of them those of "
                  "the events.");

  g_assert_cmpuint (sl_page_map_get_count (map), ==, count_in_map (events, all));
  for (guint level = 0; sl_page_map_get_n_tiles (map, level + 1) > 0; level++)
    {
      g_assert_cmpuint (sl_page_map_get_n_tiles (map, level + 1), ==,
                        sl_page_map_get_n_tiles (map, level) / 4);
      for (guint64 i = 0; i < sl_page_map_get_n_tiles (map, level + 1); i++)
        {
          guint64 sum = 0;

          for (guint j = 0; j < 4; j++)
            sum += sum_tile (sl_page_map_get_tile (map, level, 4 * i + j));
          g_assert_cmpuint (sum_tile (sl_page_map_get_tile (map, level + 1, i)), ==, sum);
        }
    }
}

static void
test_map_pages (void)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (4);
  g_autoptr (GArray) events = make_events (rand, 10000);
  g_autoptr (SlPageMap) map = make_map (events, 777);
  guint rank;

  g_test_summary (
      "Pages are in order, those of all events are among them, and pages in between are not.");

  for (guint i = 1; i < sl_page_map_get_n_pages (map); i++)
    g_assert_cmpuint (sl_page_map_get_page (map, i - 1), <, sl_page_map_get_page (map, i));
  for (guint i = 0; i < events->len; i++)
    {
      const SlEvent *event = &g_array_index (events, SlEvent, i);

      if (event->kind == 0)
        continue;
      g_assert_true (sl_page_map_find (map, event->a, &rank));
      g_assert_cmpuint (sl_page_map_get_page (map, rank), ==, event->a);
    }
  g_assert_false (sl_page_map_find (map, G_GUINT64_CONSTANT (1) << 60, &rank));
}

static void
test_map_parts (void)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (5);
  g_autoptr (GArray) events = make_events (rand, 1600);
  g_autoptr (SlPageMap) map = make_map (events, 1600);
  const SlPageTile *tile = sl_page_map_get_tile (map, 0, 0);

  g_test_summary ("A cell says in which sixteenth of its tile its page is touched.");

  for (guint i = 0; i < events->len; i++)
    {
      const SlEvent *event = &g_array_index (events, SlEvent, i);
      guint part = i / 100, found = 0, rank;

      g_assert_cmpint (tile->begins[part], <=, event->time);
      g_assert_cmpint (tile->begins[part + 1], >=, event->time);
      if (event->kind == 0 || !sl_page_map_find (map, event->a, &rank))
        continue;
      for (guint j = 0; j < tile->n_cells; j++)
        {
          SlPageCell cell = sl_page_tile_get_cell (tile, j);

          found += sl_page_map_get_rank (map, cell.page) == rank && (cell.parts >> part & 1) != 0 &&
                   cell.group == group_of (event->kind);
        }
      g_assert_cmpuint (found, ==, 1);
    }
}

static guint8
first_group (guint16 kind)
{
  return 0;
}

static void
test_map_too_many_pages (void)
{
  g_autoptr (SlPageMap) map = NULL;
  SlPageMapWriter *writer = sl_page_map_writer_new (SL_PAGE_SHIFT);
  guint n_blocks = SL_PAGE_MOST / SL_BLOCK_EVENTS + 2;
  g_autofree SlEvent *events = g_new0 (SlEvent, SL_BLOCK_EVENTS);
  guint64 n_in_map = 0;

  g_test_summary ("Pages beyond the most have no cells on any level, and are counted as left out.");
  for (guint block = 0; block < n_blocks; block++)
    {
      for (guint i = 0; i < SL_BLOCK_EVENTS; i++)
        {
          /* Page 0 comes in every block, also when there is no room for new ones any more. */
          events[i].a = (guint64) (i > 0 ? block * SL_BLOCK_EVENTS + i : 0) << SL_PAGE_SHIFT;
          events[i].time = block;
        }
      sl_page_map_writer_add_events (writer, events, SL_BLOCK_EVENTS, first_group);
    }
  map = sl_page_map_writer_snapshot (writer);

  g_assert_cmpuint (sl_page_map_get_n_pages (map), ==, SL_PAGE_MOST);
  g_assert_cmpuint (sl_page_map_get_count (map) + sl_page_map_writer_get_n_left_out (writer), ==,
                    (guint64) n_blocks * SL_BLOCK_EVENTS);
  for (guint64 tile = 0; tile < sl_page_map_get_n_tiles (map, 0); tile++)
    {
      const SlPageTile *cells = sl_page_map_get_tile (map, 0, tile);

      for (guint i = 0; i < cells->n_cells; i++)
        {
          SlPageCell cell = sl_page_tile_get_cell (cells, i);

          g_assert_cmpuint (cell.page, <, SL_PAGE_MOST);
          n_in_map += cell.count;
        }
    }
  g_assert_cmpuint (n_in_map, ==, sl_page_map_get_count (map));
  g_assert_cmpuint (n_in_map, ==, SL_PAGE_MOST - 1 + n_blocks);
  sl_page_map_writer_free (writer);
}

static guint8
group_of_kind (guint16 kind)
{
  return (guint8) kind;
}

/* @n_groups: which take turns among the events */
static void
check_full_row (guint n_groups)
{
  g_autoptr (SlPageMap) map = NULL;
  SlPageMapWriter *writer = sl_page_map_writer_new (SL_PAGE_SHIFT);
  SlPageSum *sum = sl_page_sum_new (writer);
  g_autofree SlEvent *events = g_new0 (SlEvent, SL_BLOCK_EVENTS);
  guint n_pages = SL_PAGE_SUM_BLOCKS * SL_BLOCK_EVENTS;
  guint rank;

  for (guint block = 0; block < SL_PAGE_SUM_BLOCKS; block++)
    {
      for (guint i = 0; i < SL_BLOCK_EVENTS; i++)
        {
          events[i].a = (guint64) (block * SL_BLOCK_EVENTS + i) << SL_PAGE_SHIFT;
          events[i].kind = (guint16) (i % n_groups);
          events[i].time = block;
        }
      sl_page_sum_add_events (sum, events, SL_BLOCK_EVENTS, group_of_kind);
    }
  sl_page_sum_end (sum);
  sl_page_map_writer_add (writer, sum);
  map = sl_page_map_writer_snapshot (writer);

  g_assert_cmpuint (sl_page_map_get_n_pages (map), ==, n_pages);
  g_assert_cmpuint (sl_page_map_get_count (map), ==, n_pages);
  for (guint block = 0; block < SL_PAGE_SUM_BLOCKS; block++)
    {
      const SlPageTile *tile = sl_page_map_get_tile (map, 0, block);

      g_assert_cmpuint (tile->n_cells, ==, SL_BLOCK_EVENTS);
      for (guint i = 0; i < tile->n_cells; i++)
        {
          SlPageCell cell = sl_page_tile_get_cell (tile, i);

          rank = sl_page_map_get_rank (map, cell.page);
          g_assert_cmpuint (cell.count, ==, 1);
          g_assert_cmpuint (rank / SL_BLOCK_EVENTS, ==, block);
          g_assert_cmpuint (rank % n_groups, ==, cell.group);
        }
    }
  sl_page_map_writer_free (writer);
}

static void
test_map_full_row (void)
{
  g_test_summary ("Each event of a row of blocks can touch another page, in any number of groups.");
  check_full_row (1);
  check_full_row (4);
  check_full_row (32);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/density/fold", test_fold);
  g_test_add_func ("/density/many-codes", test_many_codes);
  g_test_add_func ("/density/generations", test_generations);
  g_test_add_func ("/density/alone", test_alone);
  g_test_add_func ("/page-map/levels", test_map_levels);
  g_test_add_func ("/page-map/pages", test_map_pages);
  g_test_add_func ("/page-map/parts", test_map_parts);
  g_test_add_func ("/page-map/too-many-pages", test_map_too_many_pages);
  g_test_add_func ("/page-map/full-row", test_map_full_row);
  return g_test_run ();
}

/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-bus-recipe.h"

#include "sl-byu-writer.h"
#include "sl-formats.h"

static guint8
pick_type (SlByuRandom *random, const SlBusRecipe *recipe)
{
  static const guint8 timed[] = { 0, 0, 0, 1, 1, 3, 2, 0x10, 0x11, 0x20, 0x22 };
  static const guint8 pentium[] = { 0x80, 0x80, 0xc0, 0xd0, 0xf0, 0xe0, 0x50, 0x70, 0x90 };

  if (recipe->n_types > 0)
    return (guint8) sl_byu_random_below (random, recipe->n_types);
  if (sl_byu_random_below (random, 2000) == 0)
    return recipe->record_size == 6 ? 0x30 : 0x33;

  return recipe->record_size == 6 ? pentium[sl_byu_random_below (random, G_N_ELEMENTS (pentium))]
                                  : timed[sl_byu_random_below (random, G_N_ELEMENTS (timed))];
}

static guint64
pick_address (SlByuRandom *random, const SlBusRecipe *recipe)
{
  guint64 page = sl_byu_random_below (random, recipe->n_pages) * G_GUINT64_CONSTANT (0x9e3779b1);

  if (recipe->record_size < 16)
    page &= 0xfffff;

  return page << 12 | sl_byu_random_below (random, 4096);
}

static guint32
pick_step (SlByuRandom *random, const SlBusRecipe *recipe)
{
  if (recipe->no_times)
    return 0;
  if (recipe->gap_every > 0 && sl_byu_random_below (random, recipe->gap_every) == 0)
    return G_MAXUINT32;
  if (recipe->long_every > 0 && sl_byu_random_below (random, recipe->long_every) == 0)
    return sl_byu_random_below (random, 1u << 31);

  return sl_byu_random_below (random, 100);
}

static GBytes *
make_trace (const SlBusRecipe *recipe)
{
  SlByuRandom random;
  gsize size = (gsize) recipe->n_records * recipe->record_size;
  guint8 *bytes = g_malloc (size);

  sl_byu_random_init (&random, recipe->seed);
  for (guint i = 0; i < recipe->n_records; i++)
    {
      SlByuRecord record = {
        .type = pick_type (&random, recipe),
        .address = pick_address (&random, recipe),
        .size = (guint8) sl_byu_random_below (&random, 33),
        .attribute = (guint8) sl_byu_random_below (&random, 256),
        .processor = (guint8) sl_byu_random_below (&random, recipe->n_processors),
        .time = pick_step (&random, recipe),
      };

      if (recipe->record_size == 6)
        sl_byu_put_pentium (bytes + i * 6, (guint32) record.address,
                            (guint8) ~(1u << sl_byu_random_below (&random, 8)), record.type >> 4);
      else
        sl_byu_put (bytes + (gsize) i * recipe->record_size, recipe->record_size, &record);
    }

  return g_bytes_new_take (bytes, size);
}

/**
 * sl_bus_recipe_open:
 *
 * Returns: (transfer full): a source of the trace
 */
SlSource *
sl_bus_recipe_open (const SlBusRecipe *recipe)
{
  const SlFormat *format = recipe->record_size == 6    ? &sl_format_byu6
                           : recipe->record_size == 12 ? &sl_format_byu12
                                                       : &sl_format_byu16;
  static const char *const names[] = { "a.tr", NULL };
  g_autoptr (GBytes) bytes = make_trace (recipe);
  g_autoptr (SlMapping) mapping = sl_mapping_new_for_bytes (bytes, "a.tr");
  g_autoptr (SlInput) input = sl_input_new (&mapping, 1);
  g_autoptr (GHashTable) options = g_hash_table_new (g_str_hash, g_str_equal);
  g_autoptr (GError) error = NULL;
  SlSource *source;

  if (recipe->folds)
    g_hash_table_insert (options, (gpointer) "fold-second-packets", (gpointer) "yes");
  source = format->open (input, options, NULL, &error);
  g_assert_no_error (error);
  sl_source_set_identity (source, format->id, format->title, names);
  sl_source_set_traits (source, format->traits);
  sl_source_set_meaning (source, format->tells, format->translator);
  return source;
}

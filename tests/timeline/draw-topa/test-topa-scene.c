/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <string.h>

#include "sl-painter.h"
#include "sl-test.h"
#include "sl-topa-plan.h"
#include "sl-topa-scene.h"

#define KIB 1024

static void
add_entry (SlTopaLayout *layout,
           guint64 table,
           guint32 index,
           guint64 base,
           guint code,
           guint flags)
{
  SlTopaEntry entry = { .table = table,
                        .index = index,
                        .raw = base | (guint64) code << 6 | flags,
                        .base = base,
                        .size = (flags & SL_TOPA_ENTRY_END) != 0 ? 0 : (guint64) 4 * KIB << code,
                        .flags = flags };

  g_array_append_val (layout->entries, entry);
}

static void
add_piece (SlTopaLayout *layout, guint entry, guint64 length, SlTopaAge age, gboolean is_missing)
{
  guint64 begin = 0;
  SlTopaPiece piece = { .offset = layout->size,
                        .length = length,
                        .entry = entry,
                        .age = age,
                        .is_missing = is_missing };

  for (guint i = 0; i < layout->pieces->len; i++)
    {
      const SlTopaPiece *other = &g_array_index (layout->pieces, SlTopaPiece, i);

      begin += other->entry == entry ? other->length : 0;
    }

  piece.address = sl_topa_layout_get_entry (layout, entry)->base + begin;
  g_array_append_val (layout->pieces, piece);
  layout->size += is_missing ? 0 : length;
}

/* The manual's figure with one of each: a full region, one with the front in it, one without
 * bytes, a table that leads to another, STOP, and an entry that broke a rule. */
static SlTopaLayout *
make_figure (void)
{
  SlTopaLayout *layout = sl_topa_layout_new ();

  layout->uses_tables = TRUE;
  layout->table_base = 0x11a2b4000;
  layout->table_index = 1;
  layout->output_offset = 27200;
  add_entry (layout, 0x11a2b4000, 0, 0x130000000, 0, 0);
  add_entry (layout, 0x11a2b4000, 1, 0x123400000, 4, SL_TOPA_ENTRY_INT);
  add_entry (layout, 0x11a2b4000, 2, 0x118003000, 0, 0);
  add_entry (layout, 0x11a2b4000, 3, 0x117005000, 0, SL_TOPA_ENTRY_END);
  add_entry (layout, 0x117005000, 0, 0x13c000000, 1, SL_TOPA_ENTRY_STOP);
  add_entry (layout, 0x117005000, 1, 0x140000000, 0, 0x800);
  layout->current = 1;
  layout->filled = 27200;
  layout->bad_entry = 5;
  layout->rule = g_strdup ("reserved bit 11 set (rule 1)");
  add_piece (layout, 0, 3 * KIB, SL_TOPA_NEW, FALSE);
  add_piece (layout, 0, KIB, SL_TOPA_NEW, TRUE);
  add_piece (layout, 1, 27200, SL_TOPA_NEW, FALSE);
  return layout;
}

static SlTopaLayout *
make_ring (guint n_regions)
{
  SlTopaLayout *layout = sl_topa_layout_new ();

  layout->uses_tables = TRUE;
  layout->table_base = 0x1000;
  layout->table_index = n_regions / 2;
  for (guint i = 0; i < n_regions; i++)
    add_entry (layout, 0x1000, i, 0x100000 + (guint64) i * 0x3000, 0, 0);
  add_entry (layout, 0x1000, n_regions, 0x1000, 0, SL_TOPA_ENTRY_END);
  layout->current = n_regions / 2;
  layout->ring = 0;
  return layout;
}

static SlScene *
build (const SlTopaLayout *layout, guint selected)
{
  g_autoptr (SlTextMeasure) measure = sl_text_measure_new_fixed (7);
  SlTopaSceneOptions options = { .width = 1200, .selected = selected, .measure = measure };

  return sl_topa_scene_build (layout, &options);
}

static void
test_golden (void)
{
  g_autoptr (SlTopaLayout) layout = make_figure ();
  g_autoptr (SlScene) scene = build (layout, SL_TOPA_NO_ENTRY);
  g_autofree char *dump = sl_scene_dump (scene);
  g_autofree char *golden =
      g_test_build_filename (G_TEST_DIST, "timeline", "reftests", "topa.scene", NULL);

  g_test_summary ("The manual's figure: tables, regions, pointers and words are where they were.");

  sl_test_compare_text (dump, golden);
}

static const SlElement *
find_element (const SlScene *scene, SlElementType type, guint detail)
{
  for (guint i = 1; i < sl_scene_get_n_elements (scene); i++)
    {
      const SlElement *element = sl_scene_get_element (scene, i);

      if (element->type == type && element->detail == detail)
        return element;
    }

  return NULL;
}

static void
test_places (void)
{
  g_autoptr (SlTopaLayout) layout = make_figure ();
  g_autoptr (SlScene) scene = build (layout, SL_TOPA_NO_ENTRY);
  const SlElement *current = find_element (scene, SL_ELEMENT_TOPA_ENTRY, 1);
  const SlElement *later = find_element (scene, SL_ELEMENT_TOPA_ENTRY, 2);
  const SlElement *high = find_element (scene, SL_ELEMENT_TOPA_REGION, 0);
  const SlElement *low = find_element (scene, SL_ELEMENT_TOPA_REGION, 2);

  g_test_summary (
      "Higher addresses stand higher, tables grow upwards, and what is drawn is picked.");

  g_assert_nonnull (current);
  g_assert_nonnull (later);
  g_assert_cmpfloat (later->y + later->height, <=, current->y);
  g_assert_cmpfloat (high->y + high->height, <=, low->y);
  g_assert_true (sl_scene_pick (scene, current->x + 5, current->y + 5) == current);
  g_assert_true (sl_scene_pick (scene, low->x + 5, low->y + 5) == low);
  g_assert_nonnull (strstr (low->label, "not yet written"));
  g_assert_null (find_element (scene, SL_ELEMENT_TOPA_REGION, 5));
}

static void
test_large (void)
{
  static const guint counts[] = { 1, 15, 16, 17, 1000, 100000 };

  g_test_summary (
      "A ring of any number of pages fits into a picture, with what matters most, and no "
      "entry is neither shown nor counted.");

  for (guint i = 0; i < G_N_ELEMENTS (counts); i++)
    {
      g_autoptr (SlTopaLayout) layout = make_ring (counts[i]);
      guint selected = counts[i] / 3;
      g_autoptr (SlTopaPlan) plan = sl_topa_plan_new (layout, selected);
      g_autoptr (SlScene) scene = build (layout, selected);
      guint n = 0;

      for (guint j = 0; j < plan->rows->len; j++)
        {
          const SlTopaRow *row = &g_array_index (plan->rows, SlTopaRow, j);

          n += MAX (row->n_left_out, 1);
        }
      g_assert_cmpuint (n, ==, layout->entries->len);
      g_assert_cmpint (sl_scene_get_height (scene), <, 3000);
      g_assert_nonnull (find_element (scene, SL_ELEMENT_TOPA_ENTRY, 0));
      g_assert_nonnull (find_element (scene, SL_ELEMENT_TOPA_ENTRY, selected));
      g_assert_nonnull (find_element (scene, SL_ELEMENT_TOPA_ENTRY, counts[i] / 2));
      g_assert_nonnull (find_element (scene, SL_ELEMENT_TOPA_ENTRY, counts[i]));
    }
}

static void
test_empty (void)
{
  g_autoptr (SlTopaLayout) layout = sl_topa_layout_new ();
  g_autoptr (SlScene) scene = NULL;

  g_test_summary ("Where no table could be read, the picture says so.");

  layout->uses_tables = TRUE;
  layout->failure = g_strdup ("table 0x0, entry 0: is at 0x0, which is not in any dump");
  scene = build (layout, 7);
  g_assert_null (find_element (scene, SL_ELEMENT_TOPA_ENTRY, 0));
  g_assert_nonnull (find_element (scene, SL_ELEMENT_TOPA_POINTER, 0));
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/topa-scene/golden", test_golden);
  g_test_add_func ("/topa-scene/places", test_places);
  g_test_add_func ("/topa-scene/large", test_large);
  g_test_add_func ("/topa-scene/empty", test_empty);

  return g_test_run ();
}

/* SPDX-License-Identifier: GPL-3.0-or-later */

/* What points at memory: from the left each entry at its region or table, from the right the three
 * registers; and on the right what an entry's bits say, and the key. */
#include "sl-topa-scene-private.h"

#include <glib/gi18n-lib.h>

#include "sl-text-topa.h"

/* The arrows' upright stretches stand side by side, beyond the addresses. */
#define LANES_RIGHT   (SL_TOPA_COLUMN_X - 96)
#define LANES_LEFT    24
#define LANE_STEP     34
#define LANE_LABELLED 26

#define CARD_HEIGHT 66
#define CARD_STEP   82
#define ELBOW_X     (SL_TOPA_CARD_X - 18)

#define BIT_ROW_HEIGHT 28

typedef struct
{
  guint entry;
  double from, to;
} Arrow;

static int
compare_arrows (gconstpointer a, gconstpointer b)
{
  const Arrow *one = a, *other = b;
  double length = ABS (one->from - one->to), other_length = ABS (other->from - other->to);

  return length < other_length ? -1 : length > other_length;
}

static GArray *
list_arrows (SlTopaBuild *self)
{
  GArray *arrows = g_array_new (FALSE, FALSE, sizeof (Arrow));

  for (guint i = 0; i < self->plan->rows->len; i++)
    {
      const SlTopaRow *row = &g_array_index (self->plan->rows, SlTopaRow, i);
      const SlTopaEntry *entry = sl_topa_layout_get_entry (self->layout, row->entry);
      const SlTopaPart *part = (entry->flags & SL_TOPA_ENTRY_END) != 0
                                   ? sl_topa_plan_find_table (self->plan, entry->base)
                                   : sl_topa_plan_find_region (self->plan, row->entry);
      Arrow arrow = { row->entry, SL_TOPA_COLUMN_Y + row->y + row->height / 2, 0 };

      if (row->n_left_out > 0 || part == NULL)
        continue;

      arrow.to = SL_TOPA_COLUMN_Y + part->y + part->height;
      g_array_append_val (arrows, arrow);
    }

  g_array_sort (arrows, compare_arrows);
  return arrows;
}

static void
add_arrow (SlTopaBuild *self, const Arrow *arrow, double x, gboolean is_labelled)
{
  const SlTopaEntry *entry = sl_topa_layout_get_entry (self->layout, arrow->entry);
  SlPaintRole paint =
      (entry->flags & SL_TOPA_ENTRY_END) != 0 ? SL_PAINT_TABLE_EDGE : SL_PAINT_REGION_EDGE;
  const SlPoint points[] = {
    { SL_TOPA_COLUMN_X, (float) arrow->from },
    { (float) x, (float) arrow->from },
    { (float) x, (float) arrow->to },
    { SL_TOPA_COLUMN_X - 1, (float) arrow->to },
  };
  g_autofree char *name = NULL;
  SlShape *dot, *shape;

  sl_topa_build_line (self, 0, points, G_N_ELEMENTS (points), paint,
                      arrow->entry == self->layout->current ? 2 : 1.2, TRUE);
  dot = sl_scene_add_shape (self->scene, SL_LAYER_MARKS, SL_SHAPE_DISC, 0);
  dot->x = SL_TOPA_COLUMN_X;
  dot->y = (float) arrow->from;
  dot->radius = 3;
  dot->fill = sl_paint (paint);
  if (!is_labelled)
    return;

  name = sl_text_topa_target (self->layout, arrow->entry);
  shape = sl_topa_build_text (self, 0,
                              (SlTextSpot) { SL_FONT_RULER, SL_ANCHOR_LEFT, x + 6, arrow->to + 11 },
                              name, paint);
  shape->halo = sl_paint (SL_PAINT_VIEW);
  shape->radius = 3;
}

/**
 * sl_topa_build_arrows:
 *
 * Adds an arrow from each entry that is shown to the base of what it points to.
 */
void
sl_topa_build_arrows (SlTopaBuild *self)
{
  g_autoptr (GArray) arrows = list_arrows (self);
  double step = MIN (LANE_STEP, (LANES_RIGHT - LANES_LEFT) / (double) MAX (arrows->len, 1));

  /* The longest stand farthest out and are drawn first, so that shorter ones cross them. */
  for (guint i = arrows->len; i > 0; i--)
    add_arrow (self, &g_array_index (arrows, Arrow, i - 1), LANES_RIGHT - (i - 1) * step,
               step >= LANE_LABELLED);
}

typedef struct
{
  const char *name;
  const char *source;
  char *value;
  char *detail;
  double y; /* of what it points at; below 0 for nothing */
} Pointer;

static double
get_output_y (const SlTopaBuild *self)
{
  const SlTopaPart *part = self->layout->current != SL_TOPA_NO_ENTRY
                               ? sl_topa_plan_find_region (self->plan, self->layout->current)
                               : NULL;

  return part != NULL ? sl_topa_build_region_y (part, self->layout->filled) : -1;
}

static double
get_entry_y (const SlTopaBuild *self)
{
  const SlTopaRow *row = self->layout->current != SL_TOPA_NO_ENTRY
                             ? sl_topa_plan_find_row (self->plan, self->layout->current)
                             : NULL;

  return row != NULL ? SL_TOPA_COLUMN_Y + row->y + row->height / 2 : -1;
}

static double
get_table_y (const SlTopaBuild *self)
{
  const SlTopaPart *part = self->layout->uses_tables
                               ? sl_topa_plan_find_table (self->plan, self->layout->table_base)
                               : sl_topa_plan_find_region (self->plan, 0);

  return part != NULL ? SL_TOPA_COLUMN_Y + part->y + part->height : -1;
}

static char *
describe_offset (const SlTopaBuild *self)
{
  const SlTopaLayout *layout = self->layout;
  const SlTopaEntry *entry = layout->current != SL_TOPA_NO_ENTRY
                                 ? sl_topa_layout_get_entry (layout, layout->current)
                                 : NULL;
  g_autofree char *size = NULL;

  if (entry == NULL || entry->size == 0)
    return g_strdup (_ ("not in any region"));

  size = sl_text_topa_size (entry->size);
  return g_strdup_printf (_ ("%.0f %% of the region's %s"),
                          100.0 * (double) layout->filled / (double) entry->size, size);
}

static void
add_card (SlTopaBuild *self, const Pointer *pointer, guint number, double y)
{
  double width = MAX (SL_TOPA_CARD_WIDTH, sl_scene_get_width (self->scene) - SL_TOPA_CARD_X - 18);
  double middle = y + CARD_HEIGHT / 2.0;
  g_autofree char *label =
      g_strdup_printf ("%s %s: %s", pointer->name, pointer->value, pointer->detail);
  guint32 element;
  SlShape *box;

  width = MIN (width, 330);
  element = sl_topa_build_element (self, SL_ELEMENT_TOPA_POINTER, number, label,
                                   sl_box (SL_TOPA_CARD_X, y, width, CARD_HEIGHT));
  box = sl_topa_build_box (self, SL_LAYER_BOXES, element,
                           sl_box (SL_TOPA_CARD_X, y, width, CARD_HEIGHT), sl_paint (SL_PAINT_CARD),
                           sl_paint (SL_PAINT_ACCENT));
  box->radius = 8;
  sl_topa_build_text (self, element,
                      (SlTextSpot) { SL_FONT_RULER_BOLD, SL_ANCHOR_LEFT, SL_TOPA_CARD_X + 12,
                                     y + 16 },
                      pointer->name, SL_PAINT_INK);
  sl_topa_build_text (self, element,
                      (SlTextSpot) { SL_FONT_MONO, SL_ANCHOR_RIGHT, SL_TOPA_CARD_X + width - 12,
                                     y + 16 },
                      pointer->value, SL_PAINT_ACCENT);
  sl_topa_build_text (self, element,
                      (SlTextSpot) { SL_FONT_MONO, SL_ANCHOR_LEFT, SL_TOPA_CARD_X + 12, y + 34 },
                      pointer->source, SL_PAINT_SOFT);
  sl_topa_build_text (self, element,
                      (SlTextSpot) { SL_FONT_ROW, SL_ANCHOR_LEFT, SL_TOPA_CARD_X + 12, y + 51 },
                      pointer->detail, SL_PAINT_SOFT);

  if (pointer->y >= 0)
    {
      /* Elbows stand apart, so that the three lines can be told from each other. */
      float elbow = (float) (ELBOW_X - 8.0 * number);
      const SlPoint points[] = {
        { SL_TOPA_CARD_X, (float) middle },
        { elbow, (float) middle },
        { elbow, (float) pointer->y },
        { SL_TOPA_COLUMN_RIGHT + 1, (float) pointer->y },
      };

      sl_topa_build_line (self, element, points, G_N_ELEMENTS (points), SL_PAINT_ACCENT, 1.2, TRUE);
    }
}

static int
compare_pointers (gconstpointer a, gconstpointer b)
{
  const Pointer *one = a, *other = b;

  return one->y < other->y ? -1 : one->y > other->y;
}

/**
 * sl_topa_build_pointers:
 *
 * Adds the registers, each beside what it points at as near as there is room.
 *
 * Returns: y below the last
 */
double
sl_topa_build_pointers (SlTopaBuild *self)
{
  const SlTopaLayout *layout = self->layout;
  Pointer pointers[3] = {
    { "proc_trace_output_offset", "IA32_RTIT_OUTPUT_MASK_PTRS[63:32]",
      g_strdup_printf ("%08" G_GINT64_MODIFIER "x", layout->output_offset), describe_offset (self),
      get_output_y (self) },
    { layout->uses_tables ? "proc_trace_table_base" : "proc_trace_output_base",
      "IA32_RTIT_OUTPUT_BASE", sl_text_topa_address (layout->table_base),
      g_strdup (layout->uses_tables ? _ ("base of the current table") : _ ("base of the range")),
      get_table_y (self) },
    { "proc_trace_table_offset", "IA32_RTIT_OUTPUT_MASK_PTRS[31:7] × 8",
      g_strdup_printf ("%08" G_GINT64_MODIFIER "x", layout->table_index * 8),
      g_strdup_printf (_ ("entry %u of the current table"), (guint) layout->table_index),
      get_entry_y (self) },
  };
  guint n = layout->uses_tables ? 3 : 2;
  double y = SL_TOPA_COLUMN_Y;

  qsort (pointers, n, sizeof (Pointer), compare_pointers);
  for (guint i = 0; i < n; i++)
    {
      double wanted = MAX (y, pointers[i].y - CARD_HEIGHT / 2.0);

      add_card (self, &pointers[i], i, wanted);
      y = wanted + CARD_STEP;
    }
  for (guint i = 0; i < G_N_ELEMENTS (pointers); i++)
    {
      g_free (pointers[i].value);
      g_free (pointers[i].detail);
    }

  return y - (CARD_STEP - CARD_HEIGHT);
}

static void
add_bits_row (SlTopaBuild *self, double y, const char *bits, char *value, const char *meaning)
{
  double middle = y + BIT_ROW_HEIGHT / 2.0;

  sl_topa_build_text (self, 0,
                      (SlTextSpot) { SL_FONT_MONO, SL_ANCHOR_LEFT, SL_TOPA_CARD_X, middle }, bits,
                      SL_PAINT_SOFT);
  sl_topa_build_text (self, 0,
                      (SlTextSpot) { SL_FONT_MONO, SL_ANCHOR_RIGHT, SL_TOPA_CARD_X + 140, middle },
                      value, SL_PAINT_INK);
  sl_topa_build_text (self, 0,
                      (SlTextSpot) { SL_FONT_ROW, SL_ANCHOR_LEFT, SL_TOPA_CARD_X + 152, middle },
                      meaning, SL_PAINT_SOFT);
  g_free (value);
}

/**
 * sl_topa_build_bits:
 *
 * Adds what the selected entry says, bit by bit.
 *
 * Returns: y below it
 */
double
sl_topa_build_bits (SlTopaBuild *self, double y)
{
  const SlTopaEntry *entry;
  g_autofree char *table = NULL;
  g_autofree char *title = NULL;
  g_autofree char *region = NULL;
  g_autofree char *size = NULL;
  guint64 flags;

  if (self->selected == SL_TOPA_NO_ENTRY || !self->layout->uses_tables)
    return y;

  entry = sl_topa_layout_get_entry (self->layout, self->selected);
  table = sl_text_topa_table (self->layout, entry->table);
  title = g_strdup_printf (_ ("Entry %u of table %s, bit by bit"), entry->index, table);
  region = sl_text_topa_size (entry->size);
  size = g_strdup_printf (_ ("size: %s"), region);
  flags = entry->raw;
  sl_topa_build_text (self, 0,
                      (SlTextSpot) { SL_FONT_RULER_BOLD, SL_ANCHOR_LEFT, SL_TOPA_CARD_X, y + 10 },
                      title, SL_PAINT_INK);
  y += 24;

  add_bits_row (self, y, "63:12", g_strdup_printf ("%" G_GINT64_MODIFIER "x", entry->raw >> 12),
                (entry->flags & SL_TOPA_ENTRY_END) != 0 ? _ ("base of the next table, in 4 KiB")
                                                        : _ ("base of the region, in 4 KiB"));
  y += BIT_ROW_HEIGHT;
  add_bits_row (self, y, "11:10 5 3 1",
                g_strdup_printf ("%u %u %u %u", (guint) (flags >> 10 & 3), (guint) (flags >> 5 & 1),
                                 (guint) (flags >> 3 & 1), (guint) (flags >> 1 & 1)),
                _ ("reserved: 0"));
  y += BIT_ROW_HEIGHT;
  add_bits_row (self, y, "9:6", g_strdup_printf ("%u", (guint) (flags >> 6 & 0xf)),
                (entry->flags & SL_TOPA_ENTRY_END) != 0 ? _ ("size: not used") : size);
  y += BIT_ROW_HEIGHT;
  add_bits_row (self, y, "4 · 2 · 0",
                g_strdup_printf ("%u %u %u", (guint) (flags >> 4 & 1), (guint) (flags >> 2 & 1),
                                 (guint) (flags & 1)),
                "STOP · INT · END");
  return y + BIT_ROW_HEIGHT;
}

/**
 * sl_topa_build_key:
 *
 * Adds what the surfaces mean.
 *
 * Returns: y below it
 */
double
sl_topa_build_key (SlTopaBuild *self, double y)
{
  static const struct
  {
    SlPaintRole fill, stroke;
    double alpha;
    const char *text;
  } items[] = {
    { SL_PAINT_REGION_EDGE, SL_PAINT_REGION_EDGE, 0.47, N_ ("written last") },
    { SL_PAINT_REGION_EDGE, SL_PAINT_REGION_EDGE, 0.08, N_ ("written first") },
    { SL_PAINT_NONE, SL_PAINT_REGION_EDGE, 1, N_ ("unused") },
    { SL_PAINT_TABLE, SL_PAINT_TABLE_EDGE, 1, N_ ("table") },
  };
  double x = SL_TOPA_CARD_X;

  sl_topa_build_text (self, 0, (SlTextSpot) { SL_FONT_RULER_BOLD, SL_ANCHOR_LEFT, x, y + 10 },
                      _ ("Key"), SL_PAINT_INK);
  y += 26;
  for (guint i = 0; i < G_N_ELEMENTS (items); i++)
    {
      const char *text = _ (items[i].text);
      double row = y + i / 2 * 24.0;

      x = SL_TOPA_CARD_X + i % 2 * 140.0;
      sl_topa_build_box (self, SL_LAYER_BOXES, 0, sl_box (x, row, 26, 15),
                         sl_paint_alpha (items[i].fill, items[i].alpha),
                         sl_paint (items[i].stroke));
      if (items[i].fill == SL_PAINT_NONE)
        sl_topa_build_hatch (self, 0, SL_HATCH_DOTS, sl_box (x + 1, row + 1, 24, 13),
                             sl_paint_alpha (SL_PAINT_REGION_EDGE, 0.35));
      sl_topa_build_text (self, 0, (SlTextSpot) { SL_FONT_RULER, SL_ANCHOR_LEFT, x + 34, row + 8 },
                          text, SL_PAINT_SOFT);
    }

  return y + G_N_ELEMENTS (items) / 2 * 24.0;
}

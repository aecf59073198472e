/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Memory: tables with their entries, regions with their bytes, and what is left out between. */
#include "sl-topa-scene-private.h"

#include <glib/gi18n-lib.h>
#include <math.h>

#include "sl-text-topa.h"

/* Bytes are shaded by age in so many steps, from the palest to the fullest. */
#define AGE_STEPS 24
#define AGE_LEAST 0.05
#define AGE_MOST  0.47

/* Of the line that breaks the column: it juts out by 8 on both sides. */
#define N_TEETH      26
#define TOOTH_WIDTH  ((SL_TOPA_COLUMN_WIDTH + 16.0) / (N_TEETH / 2.0))
#define TOOTH_HEIGHT 4

static void
add_zigzag (SlTopaBuild *self, double y)
{
  SlPoint points[N_TEETH + 1];

  for (guint i = 0; i <= N_TEETH; i++)
    points[i] = (SlPoint) { (float) (SL_TOPA_COLUMN_X - 8 + i * TOOTH_WIDTH / 2),
                            (float) (y + (i % 2 == 0 ? TOOTH_HEIGHT : -TOOTH_HEIGHT)) };

  for (guint i = 0; i < 2; i++)
    {
      SlShape *shape = sl_scene_add_shape (self->scene, SL_LAYER_MARKS, SL_SHAPE_PATH, 0);

      for (guint j = 0; j <= N_TEETH; j++)
        points[j].y += i == 0 ? 0 : 9;
      sl_scene_add_points (self->scene, shape, points, G_N_ELEMENTS (points));
      shape->stroke = sl_paint (SL_PAINT_DIM);
      shape->line_width = 1;
    }
}

static void
add_address (SlTopaBuild *self, double y, guint64 address)
{
  g_autofree char *text = sl_text_topa_address (address);
  SlShape *shape = sl_topa_build_text (self, 0,
                                       (SlTextSpot) { SL_FONT_MONO, SL_ANCHOR_RIGHT,
                                                      SL_TOPA_COLUMN_X - 12, y - 10 },
                                       text, SL_PAINT_SOFT);

  shape->halo = sl_paint (SL_PAINT_VIEW);
  shape->radius = 3;
}

/* Where in the whole stream's time a byte was written, as a strength. */
static double
get_strength (const SlTopaLayout *layout, guint64 offset)
{
  double share = layout->size > 1 ? (double) offset / (double) (layout->size - 1) : 1;
  double step = floor (MIN (share, 1) * (AGE_STEPS - 1) + 0.5) / (AGE_STEPS - 1);

  return AGE_LEAST + (AGE_MOST - AGE_LEAST) * step;
}

static void
add_piece (SlTopaBuild *self, guint32 element, const SlTopaPart *part, const SlTopaPiece *piece)
{
  guint64 begin = piece->address - part->address;
  guint64 step = MAX (self->layout->size / AGE_STEPS, 1);

  if (piece->is_missing)
    {
      double y = sl_topa_build_region_y (part, begin + piece->length);

      sl_topa_build_hatch (self, element, SL_HATCH_GAP,
                           sl_box (SL_TOPA_COLUMN_X + 1, y, SL_TOPA_COLUMN_WIDTH - 2,
                                   sl_topa_build_region_y (part, begin) - y),
                           sl_paint (SL_PAINT_GAP_HATCH));
      return;
    }

  for (guint64 done = 0; done < piece->length; done += step)
    {
      guint64 length = MIN (step, piece->length - done);
      double top = sl_topa_build_region_y (part, begin + done + length);
      double bottom = sl_topa_build_region_y (part, begin + done);

      sl_topa_build_box (self, SL_LAYER_BOXES, element,
                         sl_box (SL_TOPA_COLUMN_X + 1, top, SL_TOPA_COLUMN_WIDTH - 2, bottom - top),
                         sl_paint_alpha (SL_PAINT_REGION_EDGE,
                                         get_strength (self->layout, piece->offset + done)),
                         sl_paint (SL_PAINT_NONE));
    }
}

/* The line between what the current lap wrote and what it did not. */
static void
add_front (SlTopaBuild *self, const SlTopaPart *part)
{
  double y = sl_topa_build_region_y (part, self->layout->filled);
  SlShape *shape = sl_scene_add_shape (self->scene, SL_LAYER_USER, SL_SHAPE_LINE, 0);

  shape->x = SL_TOPA_COLUMN_X;
  shape->y = (float) y;
  shape->width = SL_TOPA_COLUMN_WIDTH;
  shape->stroke = sl_paint (SL_PAINT_ACCENT);
  shape->line_width = 2;
}

static SlShape *
add_ring (SlTopaBuild *self, guint32 element, double y, double height)
{
  SlShape *ring =
      sl_topa_build_box (self, SL_LAYER_USER, element,
                         sl_box (SL_TOPA_COLUMN_X + 2, y + 2, SL_TOPA_COLUMN_WIDTH - 4, height - 4),
                         sl_paint (SL_PAINT_NONE), sl_paint (SL_PAINT_ACCENT));

  ring->line_width = 2;
  ring->radius = 4;
  return ring;
}

static void
add_region (SlTopaBuild *self, const SlTopaPart *part)
{
  double y = SL_TOPA_COLUMN_Y + part->y;
  g_autofree char *name = sl_text_topa_region (self->layout, part->entry);
  g_autofree char *size = sl_text_topa_size (part->size);
  g_autofree char *fill = sl_text_topa_fill (self->layout, part->entry);
  g_autofree char *label = g_strdup_printf ("%s, %s: %s", name, size, fill);
  guint32 element =
      sl_topa_build_element (self, SL_ELEMENT_TOPA_REGION, part->entry, label,
                             sl_box (SL_TOPA_COLUMN_X, y, SL_TOPA_COLUMN_WIDTH, part->height));

  sl_topa_build_hatch (self, element, SL_HATCH_DOTS,
                       sl_box (SL_TOPA_COLUMN_X + 1, y + 1, SL_TOPA_COLUMN_WIDTH - 2,
                               part->height - 2),
                       sl_paint_alpha (SL_PAINT_REGION_EDGE, 0.35));
  for (guint i = 0; i < self->layout->pieces->len; i++)
    {
      const SlTopaPiece *piece = &g_array_index (self->layout->pieces, SlTopaPiece, i);

      if (piece->entry == part->entry)
        {
          double top =
              sl_topa_build_region_y (part, piece->address - part->address + piece->length);
          double bottom = sl_topa_build_region_y (part, piece->address - part->address);

          /* Written bytes cover the dots of what is unused. */
          sl_topa_build_box (self, SL_LAYER_BOXES, element,
                             sl_box (SL_TOPA_COLUMN_X + 1, top, SL_TOPA_COLUMN_WIDTH - 2,
                                     bottom - top),
                             sl_paint (SL_PAINT_VIEW), sl_paint (SL_PAINT_NONE));
          add_piece (self, element, part, piece);
        }
    }

  sl_topa_build_box (self, SL_LAYER_BOXES, element,
                     sl_box (SL_TOPA_COLUMN_X, y, SL_TOPA_COLUMN_WIDTH, part->height),
                     sl_paint (SL_PAINT_NONE), sl_paint (SL_PAINT_REGION_EDGE));
  if (part->entry == self->layout->current)
    add_front (self, part);
  if (part->entry == self->selected)
    add_ring (self, element, y, part->height);
  sl_topa_build_text (self, element,
                      (SlTextSpot) { SL_FONT_NAME_BOLD, SL_ANCHOR_LEFT, SL_TOPA_COLUMN_X + 16,
                                     y + 18 },
                      name, SL_PAINT_INK);
  sl_topa_build_text (self, element,
                      (SlTextSpot) { SL_FONT_RULER, SL_ANCHOR_RIGHT, SL_TOPA_COLUMN_RIGHT - 16,
                                     y + 18 },
                      size, SL_PAINT_SOFT);
  sl_topa_build_text (self, element,
                      (SlTextSpot) { SL_FONT_RULER, SL_ANCHOR_LEFT, SL_TOPA_COLUMN_X + 16, y + 38 },
                      fill, SL_PAINT_INK);
}

static double
add_badge (SlTopaBuild *self, guint32 element, double x, double y, const char *text, SlPaint fill)
{
  double width = sl_text_measure_width (self->measure, SL_FONT_ROW_BOLD, text) + 14;
  SlShape *box = sl_topa_build_box (self, SL_LAYER_BOXES, element, sl_box (x, y - 9, width, 18),
                                    fill, sl_paint (SL_PAINT_NONE));

  box->radius = 9;
  sl_topa_build_text (self, element,
                      (SlTextSpot) { SL_FONT_ROW_BOLD, SL_ANCHOR_MIDDLE, x + width / 2, y }, text,
                      SL_PAINT_ON_ACCENT);
  return width + 8;
}

static double
add_badges (SlTopaBuild *self, guint32 element, double x, double y, guint flags)
{
  double width = 0;

  if ((flags & SL_TOPA_ENTRY_END) != 0)
    width += add_badge (self, element, x, y, "END", sl_paint (SL_PAINT_TABLE_EDGE));
  if ((flags & SL_TOPA_ENTRY_INT) != 0)
    width += add_badge (self, element, x + width, y, "INT", sl_paint (SL_PAINT_DIM));
  if ((flags & SL_TOPA_ENTRY_STOP) != 0)
    width += add_badge (self, element, x + width, y, "STOP", sl_paint (SL_PAINT_SOFT));
  return width;
}

static void
add_bad_row (SlTopaBuild *self, guint32 element, double y, double height)
{
  sl_topa_build_box (self, SL_LAYER_BOXES, element,
                     sl_box (SL_TOPA_COLUMN_X + 1, y + 0.5, SL_TOPA_COLUMN_WIDTH - 2, height - 1),
                     sl_paint (SL_PAINT_VIEW), sl_paint (SL_PAINT_NONE));
  sl_topa_build_box (self, SL_LAYER_BOXES, element,
                     sl_box (SL_TOPA_COLUMN_X + 1, y + 0.5, SL_TOPA_COLUMN_WIDTH - 2, height - 1),
                     sl_paint_alpha (SL_PAINT_MISS, 0.1), sl_paint (SL_PAINT_NONE));
  sl_topa_build_hatch (self, element, SL_HATCH_LATE,
                       sl_box (SL_TOPA_COLUMN_X + 1, y + 0.5, 34, height - 1),
                       sl_paint (SL_PAINT_MISS));
}

/* (nullable): What is wrong with an entry, in a few words. */
static char *
make_wrong (const SlTopaLayout *layout, guint entry)
{
  if (sl_topa_layout_is_damaged (layout, entry))
    return g_strdup_printf (_ ("%u entries of zeros: probably damaged"), layout->n_damaged);

  return entry == layout->bad_entry ? g_strdup (layout->rule) : NULL;
}

static void
add_entry (SlTopaBuild *self, const SlTopaRow *row)
{
  const SlTopaLayout *layout = self->layout;
  const SlTopaEntry *entry = sl_topa_layout_get_entry (layout, row->entry);
  gboolean is_damaged = sl_topa_layout_is_damaged (layout, row->entry);
  gboolean is_bad = row->entry == layout->bad_entry || is_damaged;
  gboolean is_current = row->entry == layout->current;
  double y = SL_TOPA_COLUMN_Y + row->y, middle = y + row->height / 2;
  g_autofree char *label = sl_text_topa_entry (layout, row->entry);
  g_autofree char *index = g_strdup_printf ("%u", entry->index);
  g_autofree char *target = sl_text_topa_target (layout, row->entry);
  g_autofree char *size = sl_text_topa_size (entry->size);
  g_autofree char *raw = g_strdup_printf ("%08x %08x", (guint32) (entry->raw >> 32),
                                          (guint32) (entry->raw & G_MAXUINT32));
  g_autofree char *wrong = make_wrong (layout, row->entry);
  g_autofree char *shown = NULL;
  guint32 element =
      sl_topa_build_element (self, SL_ELEMENT_TOPA_ENTRY, row->entry, label,
                             sl_box (SL_TOPA_COLUMN_X, y, SL_TOPA_COLUMN_WIDTH, row->height));
  double x = SL_TOPA_COLUMN_X + 42, room;

  sl_topa_build_box (self, SL_LAYER_BOXES, element,
                     sl_box (SL_TOPA_COLUMN_X, y, SL_TOPA_COLUMN_WIDTH, row->height),
                     sl_paint (SL_PAINT_TABLE), sl_paint (SL_PAINT_TABLE_EDGE));
  if (is_bad)
    add_bad_row (self, element, y, row->height);
  if (is_current || row->entry == self->selected)
    {
      SlShape *ring = add_ring (self, element, y, row->height);

      if (row->entry != self->selected)
        ring->dash[0] = ring->dash[1] = 3;
    }

  x += add_badges (self, element, x, middle, entry->flags);
  sl_topa_build_text (self, element,
                      (SlTextSpot) { SL_FONT_RULER, SL_ANCHOR_MIDDLE, SL_TOPA_COLUMN_X + 18,
                                     middle },
                      index, SL_PAINT_INK);
  sl_topa_build_text (self, element,
                      (SlTextSpot) { SL_FONT_MONO, SL_ANCHOR_RIGHT, SL_TOPA_COLUMN_RIGHT - 12,
                                     middle },
                      raw, SL_PAINT_INK);
  room = SL_TOPA_COLUMN_RIGHT - 12 - sl_text_measure_width (self->measure, SL_FONT_MONO, raw) - 12;
  if (entry->size > 0 && !is_bad)
    {
      sl_topa_build_text (self, element,
                          (SlTextSpot) { SL_FONT_RULER, SL_ANCHOR_RIGHT, room, middle }, size,
                          SL_PAINT_INK);
      room -= sl_text_measure_width (self->measure, SL_FONT_RULER, size) + 8;
    }
  shown = sl_text_measure_elide (self->measure, is_current ? SL_FONT_RULER_BOLD : SL_FONT_RULER,
                                 wrong != NULL ? wrong : target, room - x, FALSE);
  if (shown != NULL)
    sl_topa_build_text (self, element,
                        (SlTextSpot) { is_current ? SL_FONT_RULER_BOLD : SL_FONT_RULER,
                                       SL_ANCHOR_LEFT, x, middle },
                        shown, is_bad ? SL_PAINT_MISS : SL_PAINT_INK);
}

static void
add_left_out (SlTopaBuild *self, const SlTopaRow *row)
{
  double y = SL_TOPA_COLUMN_Y + row->y;
  g_autofree char *text = g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "%u more entry",
                                                        "%u more entries", row->n_left_out),
                                           row->n_left_out);

  sl_topa_build_box (self, SL_LAYER_BOXES, 0,
                     sl_box (SL_TOPA_COLUMN_X, y, SL_TOPA_COLUMN_WIDTH, row->height),
                     sl_paint (SL_PAINT_TABLE), sl_paint (SL_PAINT_TABLE_EDGE));
  sl_topa_build_text (self, 0,
                      (SlTextSpot) { SL_FONT_ROW, SL_ANCHOR_LEFT, SL_TOPA_COLUMN_X + 42,
                                     y + row->height / 2 },
                      text, SL_PAINT_INK);
}

static void
add_table (SlTopaBuild *self, guint number)
{
  const SlTopaPart *part = &g_array_index (self->plan->parts, SlTopaPart, number);
  g_autofree char *letters = sl_text_topa_table (self->layout, part->address);
  g_autofree char *name = g_strdup_printf (_ ("ToPA Table %s"), letters);
  SlShape *shape;

  for (guint i = 0; i < self->plan->rows->len; i++)
    {
      const SlTopaRow *row = &g_array_index (self->plan->rows, SlTopaRow, i);

      if (row->part != number)
        continue;
      if (row->n_left_out > 0)
        add_left_out (self, row);
      else
        add_entry (self, row);
    }

  shape = sl_topa_build_text (self, 0,
                              (SlTextSpot) { SL_FONT_RULER_BOLD, SL_ANCHOR_LEFT,
                                             SL_TOPA_COLUMN_RIGHT + 12,
                                             SL_TOPA_COLUMN_Y + part->y + 2 },
                              name, SL_PAINT_TABLE_EDGE);
  shape->halo = sl_paint (SL_PAINT_VIEW);
  shape->radius = 3;
}

/**
 * sl_topa_build_column:
 *
 * Adds memory, from address 0 at the bottom.
 */
void
sl_topa_build_column (SlTopaBuild *self)
{
  double height = self->plan->height, bottom = SL_TOPA_COLUMN_Y + height;

  sl_topa_build_box (self, SL_LAYER_PAGE, 0,
                     sl_box (0, 0, sl_scene_get_width (self->scene), 100000),
                     sl_paint (SL_PAINT_VIEW), sl_paint (SL_PAINT_NONE));
  sl_topa_build_box (self, SL_LAYER_PAGE, 0,
                     sl_box (SL_TOPA_COLUMN_X, SL_TOPA_COLUMN_Y, SL_TOPA_COLUMN_WIDTH, height),
                     sl_paint (SL_PAINT_VIEW), sl_paint (SL_PAINT_INK));
  add_zigzag (self, SL_TOPA_COLUMN_Y + SL_TOPA_PLAN_GAP / 2.0 - 5);

  for (guint i = 0; i < self->plan->parts->len; i++)
    {
      const SlTopaPart *part = &g_array_index (self->plan->parts, SlTopaPart, i);
      double end = SL_TOPA_COLUMN_Y + part->y + part->height;

      if (part->type == SL_TOPA_PART_REGION)
        add_region (self, part);
      else
        add_table (self, i);
      add_address (self, end, part->address);
      if (part->gap_below)
        add_zigzag (self, end + SL_TOPA_PLAN_GAP / 2.0 - 5);
    }

  if (self->plan->parts->len == 0 ||
      g_array_index (self->plan->parts, SlTopaPart, self->plan->parts->len - 1).gap_below)
    add_address (self, bottom + 9, 0);
  sl_topa_build_text (self, 0,
                      (SlTextSpot) { SL_FONT_RULER, SL_ANCHOR_MIDDLE,
                                     SL_TOPA_COLUMN_X + SL_TOPA_COLUMN_WIDTH / 2.0, bottom + 18 },
                      _ ("Physical memory, not to scale"), SL_PAINT_SOFT);
}

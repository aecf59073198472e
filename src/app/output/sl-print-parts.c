/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-print-parts.h"

/* Headings may be nested: these are their levels, the outermost first. An ordinary row comes last. */
enum
{
  RANK_TRACE,
  RANK_GROUP,
  RANK_LEVEL,
  RANK_ROW,
};

typedef struct
{
  SlRows *rows;
  const SlScene *scene; /* of the textbook look; else NULL */
} Picture;

/* Returns: whether the row is in the picture */
static gboolean
get_strip (const Picture *self, guint number, SlPrintStrip *strip)
{
  const SlRow *row = sl_rows_get (self->rows, number);
  float box[4] = { 0, (float) row->y, 0, (float) row->height };

  if (self->scene != NULL && !sl_scene_get_row_box (self->scene, number, box))
    return FALSE;

  *strip = (SlPrintStrip) { (int) box[1], (int) (box[1] + box[3]) };
  return TRUE;
}

static gboolean
is_heading (const Picture *self, guint number)
{
  return sl_rows_get (self->rows, number)->part == SL_ROW_HEADING;
}

/* Where the row begins and ends that is cut at @y; what lies between rows can be cut. */
static int
find_cut (const Picture *self, int y, int from)
{
  guint n_rows = sl_rows_get_count (self->rows);
  int cut = y;

  for (guint i = 0; i < n_rows; i++)
    {
      SlPrintStrip row, above;

      if (!get_strip (self, i, &row))
        continue;
      if (row.from < y && row.to > y)
        cut = row.from;
      /* A heading belongs to the row below it. */
      if (i > 0 && row.from == cut && is_heading (self, i - 1) && get_strip (self, i - 1, &above))
        cut = above.from;
    }

  return cut > from ? cut : y;
}

static guint
get_rank (const SlRow *row)
{
  if (row->part != SL_ROW_HEADING)
    return RANK_ROW;
  if (row->group == SL_GROUP_TRACE)
    return RANK_TRACE;

  return row->level >= 0 ? RANK_LEVEL : RANK_GROUP;
}

/* In the textbook look each heading is that of the rows up to the next one. */
static gboolean
has_row (const Picture *self, const SlRow *heading, const SlRow *row)
{
  return self->scene != NULL || heading->group == SL_GROUP_TRACE || heading->group == row->group;
}

/* Those above the first row that begins at @part->strip.from or below, whose group goes on there. */
static void
find_headings (const Picture *self, SlPrintPart *part)
{
  guint n_rows = sl_rows_get_count (self->rows);
  SlPrintStrip strip;
  const SlRow *row;
  guint first = 0, rank;

  part->n_headings = 0;
  while (first < n_rows && (!get_strip (self, first, &strip) || strip.to <= part->strip.from))
    first++;
  if (first == n_rows)
    return;

  row = sl_rows_get (self->rows, first);
  rank = get_rank (row);
  for (guint i = first; i-- > 0 && rank > RANK_TRACE;)
    {
      const SlRow *above = sl_rows_get (self->rows, i);

      if (get_rank (above) >= rank || !has_row (self, above, row) || !get_strip (self, i, &strip))
        continue;
      rank = self->scene != NULL ? RANK_TRACE : get_rank (above);
      for (guint j = part->n_headings++; j > 0; j--)
        part->headings[j] = part->headings[j - 1];
      part->headings[0] = strip;
    }
}

/**
 * sl_print_parts_divide:
 * @parts: (element-type SlPrintPart): to which they are added, the uppermost first
 * @scene: (nullable): of the textbook look
 * @height: of the whole picture, in pixels
 * @room: pixels that a page has, of which headings that are repeated take some
 */
void
sl_print_parts_divide (GArray *parts, SlRows *rows, const SlScene *scene, int height, int room)
{
  const Picture self = { rows, scene };

  for (int from = 0; from < height || parts->len == 0;)
    {
      SlPrintPart part = { .strip = { from, height } };
      int left = room;

      if (from > 0)
        find_headings (&self, &part);
      for (guint i = 0; i < part.n_headings; i++)
        left -= part.headings[i].to - part.headings[i].from;
      /* Paper that has room for little else has none for headings. */
      if (left < room / 2)
        {
          part.n_headings = 0;
          left = room;
        }

      if (height - from > left)
        part.strip.to = find_cut (&self, from + left, from);
      g_array_append_val (parts, part);
      from = MAX (part.strip.to, from + 1);
    }
}

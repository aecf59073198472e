/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-sheet-pages.h"

#include <glib/gi18n-lib.h>
#include <pango/pangocairo.h>

#define WORD_JOINER "\u2060"

#define POINTS_PER_PIXEL 0.75
#define POINTS_PER_MM    (72 / 25.4)

#define BOTTOM (SL_SHEET_PAGE_HEIGHT - SL_SHEET_MARGIN)

/* Of a picture: what it takes at most of a page. */
#define MAX_PICTURE (SL_SHEET_PAGE_HEIGHT - 2 * SL_SHEET_MARGIN - 60)

#define COLUMN_GAP 12.0
#define ROW_GAP    5.0
#define TABLE_SIZE 10.0
#define FOOT_SIZE  9.0

/* Lines of a paragraph of up to so many stay together; else two at either end do. */
#define MAX_TOGETHER 3

typedef struct
{
  double size; /* of letters, in points; 0 for what is not text */
  gboolean is_bold;
  gboolean is_italic;
  double gap;
  gboolean keeps;
} Look;

static const Look looks[] = {
  [SL_SHEET_TITLE] = { 17, TRUE, FALSE, 10, TRUE },
  [SL_SHEET_SUBJECT] = { 11.5, FALSE, TRUE, 2, TRUE },
  [SL_SHEET_NAME] = { 10, FALSE, FALSE, 0, TRUE },
  [SL_SHEET_HEADING] = { 12.5, TRUE, FALSE, 16, TRUE },
  [SL_SHEET_LABEL] = { 10.5, TRUE, FALSE, 9, TRUE },
  [SL_SHEET_PARAGRAPH] = { 11, FALSE, FALSE, 6, FALSE },
  [SL_SHEET_NOTE] = { 9.5, FALSE, FALSE, 4, FALSE },
  [SL_SHEET_TABLE] = { 0, FALSE, FALSE, 6, FALSE },
  [SL_SHEET_PICTURE] = { 0, FALSE, FALSE, 4, FALSE },
  [SL_SHEET_ROOM] = { 0, FALSE, FALSE, 0, FALSE },
};

struct _SlSheetPages
{
  const SlSheet *sheet;
  PangoContext *context;
  GArray *items; /* of SlSheetItem */
  guint n_pages;
};

static void
clear_item (gpointer data)
{
  SlSheetItem *item = data;

  g_clear_object (&item->layout);
}

void
sl_sheet_pages_free (SlSheetPages *self)
{
  g_array_unref (self->items);
  g_object_unref (self->context);
  g_free (self);
}

/* @width: in points; negative for as wide as it is */
static PangoLayout *
make_layout (const SlSheetPages *self,
             const char *text,
             double size,
             gboolean is_bold,
             gboolean is_italic,
             double width)
{
  PangoLayout *layout = pango_layout_new (self->context);
  PangoFontDescription *font = pango_font_description_from_string (SL_FONT_SERIF);

  pango_font_description_set_absolute_size (font, size * PANGO_SCALE);
  pango_font_description_set_weight (font, is_bold ? PANGO_WEIGHT_BOLD : PANGO_WEIGHT_NORMAL);
  pango_font_description_set_style (font, is_italic ? PANGO_STYLE_ITALIC : PANGO_STYLE_NORMAL);
  pango_layout_set_font_description (layout, font);
  pango_font_description_free (font);
  pango_layout_set_text (layout, text, -1);
  pango_layout_set_wrap (layout, PANGO_WRAP_WORD_CHAR);
  pango_layout_set_width (layout, width >= 0 ? (int) (width * PANGO_SCALE) : -1);
  return layout;
}

static void
add_item (SlSheetPages *self, const SlSheetItem *item)
{
  g_array_append_val (self->items, *item);
}

/* (transfer full): in which no line ends in a range such as 0–4 */
static char *
tie_ranges (const char *text)
{
  g_autoptr (GString) tied = g_string_new (text);

  g_string_replace (tied, "–", "–" WORD_JOINER, 0);
  g_string_replace (tied, "–" WORD_JOINER " ", "– ", 0);
  return g_string_free (g_steal_pointer (&tied), FALSE);
}

static void
add_text (SlSheetPages *self, const SlSheetBlock *block)
{
  const Look *look = &looks[block->type];
  g_autofree char *text = tie_ranges (block->text);
  g_autoptr (PangoLayout) layout =
      make_layout (self, text, look->size, look->is_bold, look->is_italic, SL_SHEET_TEXT_WIDTH);
  int n_lines = pango_layout_get_line_count (layout);

  for (int i = 0; i < n_lines; i++)
    {
      PangoRectangle box;
      SlSheetItem item = { .block = block, .layout = g_object_ref (layout), .line = i };
      gboolean is_end = i == 0 || i == n_lines - 2 || n_lines <= MAX_TOGETHER;

      pango_layout_line_get_extents (pango_layout_get_line_readonly (layout, i), NULL, &box);
      item.gap = i == 0 ? look->gap : 0;
      item.height = (double) box.height / PANGO_SCALE;
      item.keeps = i == n_lines - 1 ? look->keeps : is_end;
      add_item (self, &item);
    }
}

/**
 * sl_sheet_pages_make_cell:
 * @width: in points; negative for as wide as it is
 *
 * Returns: (transfer full): its text
 */
PangoLayout *
sl_sheet_pages_make_cell (const SlSheetPages *self,
                          const SlSheetTable *table,
                          guint row,
                          guint column,
                          double width)
{
  gboolean is_symbol = row == 0 && (table->symbols & 1u << column) != 0;

  return make_layout (self, sl_sheet_table_get (table, row, column), TABLE_SIZE,
                      row == 0 && !is_symbol, is_symbol, width);
}

static double
get_natural_width (const SlSheetPages *self, const SlSheetTable *table, guint column)
{
  double widest = 0;

  for (guint row = 0; row < sl_sheet_table_get_n_rows (table); row++)
    {
      g_autoptr (PangoLayout) cell = sl_sheet_pages_make_cell (self, table, row, column, -1);
      int width;

      pango_layout_get_size (cell, &width, NULL);
      widest = MAX (widest, (double) width / PANGO_SCALE);
    }

  return widest + 0.5;
}

/**
 * sl_sheet_pages_dup_columns:
 *
 * Returns: (transfer full) (element-type SlSheetColumn): as wide as their texts; where that is too
 *   wide for the page, the widest are narrowed and their texts wrapped
 */
GArray *
sl_sheet_pages_dup_columns (const SlSheetPages *self, const SlSheetTable *table)
{
  GArray *columns = g_array_sized_new (FALSE, TRUE, sizeof (SlSheetColumn), table->n_columns);
  double sum = COLUMN_GAP * (table->n_columns - 1);
  double x = 0;

  for (guint i = 0; i < table->n_columns; i++)
    {
      const SlSheetColumn column = { 0, get_natural_width (self, table, i) };

      g_array_append_val (columns, column);
      sum += column.width;
    }
  while (sum > SL_SHEET_TEXT_WIDTH)
    {
      SlSheetColumn *widest = &g_array_index (columns, SlSheetColumn, 0);

      for (guint i = 1; i < columns->len; i++)
        if (g_array_index (columns, SlSheetColumn, i).width > widest->width)
          widest = &g_array_index (columns, SlSheetColumn, i);
      widest->width -= 1;
      sum -= 1;
    }
  for (guint i = 0; i < columns->len; i++)
    {
      SlSheetColumn *column = &g_array_index (columns, SlSheetColumn, i);

      column->x = x;
      x += column->width + COLUMN_GAP;
    }

  return columns;
}

/* A page ends between two rows only where the table is longer than a page. */
static void
add_table (SlSheetPages *self, const SlSheetBlock *block)
{
  g_autoptr (GArray) columns = sl_sheet_pages_dup_columns (self, block->table);
  guint n_rows = sl_sheet_table_get_n_rows (block->table);

  for (guint row = 0; row < n_rows; row++)
    {
      SlSheetItem item = { .block = block, .row = row, .keeps = row + 1 < n_rows };

      for (guint i = 0; i < columns->len; i++)
        {
          const SlSheetColumn *column = &g_array_index (columns, SlSheetColumn, i);
          g_autoptr (PangoLayout) cell =
              sl_sheet_pages_make_cell (self, block->table, row, i, column->width);
          int height;

          pango_layout_get_size (cell, NULL, &height);
          item.height = MAX (item.height, (double) height / PANGO_SCALE + ROW_GAP);
        }
      item.gap = row == 0 ? looks[SL_SHEET_TABLE].gap : 0;
      add_item (self, &item);
    }
}

/* At its size, but scaled down where it is larger than the page. */
static void
add_picture (SlSheetPages *self, const SlSheetBlock *block)
{
  double width = sl_scene_get_width (block->scene);
  double height = sl_scene_get_height (block->scene);
  SlSheetItem item = { .block = block, .gap = looks[SL_SHEET_PICTURE].gap };

  item.scale = MIN (POINTS_PER_PIXEL, MIN (SL_SHEET_TEXT_WIDTH / width, MAX_PICTURE / height));
  item.height = height * item.scale;
  add_item (self, &item);
}

static void
add_block (SlSheetPages *self, const SlSheetBlock *block, const SlSheetBlock *next)
{
  SlSheetItem room = { .block = block, .height = SL_SHEET_ROOM_MM * POINTS_PER_MM };
  SlSheetItem *last;

  if (block->table != NULL)
    add_table (self, block);
  else if (block->scene != NULL)
    add_picture (self, block);
  else if (block->type == SL_SHEET_ROOM)
    add_item (self, &room);
  else
    add_text (self, block);

  /* A question stays with the room for its answer, a picture with what is to be seen in it. */
  last = &g_array_index (self->items, SlSheetItem, self->items->len - 1);
  if (next != NULL && (next->type == SL_SHEET_ROOM ||
                       (block->type == SL_SHEET_PICTURE && next->type == SL_SHEET_NOTE)))
    last->keeps = TRUE;
}

/* From @first on, what no page may end in; returns the first item behind. */
static guint
measure_group (const SlSheetPages *self, guint first, double *height)
{
  guint i = first;

  *height = 0;
  do
    {
      const SlSheetItem *item = &g_array_index (self->items, SlSheetItem, i);

      *height += item->height + (i > first ? item->gap : 0);
    }
  while (g_array_index (self->items, SlSheetItem, i++).keeps && i < self->items->len);

  return i;
}

static void
break_pages (SlSheetPages *self)
{
  double y = SL_SHEET_MARGIN;
  guint end = 0;

  self->n_pages = 1;
  for (guint i = 0; i < self->items->len; i++)
    {
      SlSheetItem *item = &g_array_index (self->items, SlSheetItem, i);
      gboolean is_top = y <= SL_SHEET_MARGIN;
      double height = item->height;

      if (i >= end)
        end = measure_group (self, i, &height);
      if (!is_top && y + item->gap + height > BOTTOM)
        {
          self->n_pages++;
          y = SL_SHEET_MARGIN;
          is_top = TRUE;
        }

      y += is_top ? 0 : item->gap;
      item->page = self->n_pages - 1;
      item->y = y;
      y += item->height;
    }
}

/**
 * sl_sheet_pages_new:
 * @sheet: must outlive it
 *
 * Returns: (transfer full)
 */
SlSheetPages *
sl_sheet_pages_new (const SlSheet *sheet)
{
  SlSheetPages *self = g_new0 (SlSheetPages, 1);
  guint n_blocks = sl_sheet_get_n_blocks (sheet);
  cairo_font_options_t *options = cairo_font_options_create ();

  self->sheet = sheet;
  self->context = pango_font_map_create_context (pango_cairo_font_map_get_default ());
  cairo_font_options_set_hint_style (options, CAIRO_HINT_STYLE_NONE);
  cairo_font_options_set_hint_metrics (options, CAIRO_HINT_METRICS_OFF);
  pango_cairo_context_set_font_options (self->context, options);
  cairo_font_options_destroy (options);
  self->items = g_array_new (FALSE, TRUE, sizeof (SlSheetItem));
  g_array_set_clear_func (self->items, clear_item);

  for (guint i = 0; i < n_blocks; i++)
    add_block (self, sl_sheet_get_block (sheet, i),
               i + 1 < n_blocks ? sl_sheet_get_block (sheet, i + 1) : NULL);
  break_pages (self);
  return self;
}

guint
sl_sheet_pages_get_count (const SlSheetPages *self)
{
  return self->n_pages;
}

guint
sl_sheet_pages_get_n_items (const SlSheetPages *self)
{
  return self->items->len;
}

/* Returns: (transfer none): in the order of pages */
const SlSheetItem *
sl_sheet_pages_get_item (const SlSheetPages *self, guint number)
{
  g_return_val_if_fail (number < self->items->len, NULL);

  return &g_array_index (self->items, SlSheetItem, number);
}

/* Returns: (transfer full): what stands below the text of @page */
PangoLayout *
sl_sheet_pages_make_foot (const SlSheetPages *self, guint page)
{
  g_autofree char *text = NULL;
  PangoLayout *layout;

  /* Translators: below a printed page: title, number of the page, how many there are */
  text = g_strdup_printf (_ ("%s · page %u of %u"), sl_sheet_get_title (self->sheet), page + 1,
                          self->n_pages);
  layout = make_layout (self, text, FOOT_SIZE, FALSE, FALSE, SL_SHEET_TEXT_WIDTH);
  pango_layout_set_alignment (layout, PANGO_ALIGN_CENTER);
  return layout;
}

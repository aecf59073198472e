/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-sheet-pdf.h"

#include <cairo-pdf.h>
#include <gio/gio.h>
#include <pango/pangocairo.h>

#include "sl-painter.h"
#include "sl-sheet-pages.h"

#define RULE_THICK 0.8
#define RULE_THIN  0.4
#define FOOT_DROP  24 /* below the text */
#define NAME_WIDTH 200
#define CELL_INSET 2.5

typedef struct
{
  const SlSheetPages *pages;
  SlPainter *painter;
  cairo_t *cr;
} Printer;

static cairo_status_t
append_cb (void *closure, const unsigned char *data, unsigned int length)
{
  g_byte_array_append (closure, data, length);
  return CAIRO_STATUS_SUCCESS;
}

static void
draw_rule (Printer *self, double x, double y, double width, double thick)
{
  cairo_set_line_width (self->cr, thick);
  cairo_move_to (self->cr, x, y);
  cairo_line_to (self->cr, x + width, y);
  cairo_stroke (self->cr);
}

static void
draw_line (Printer *self, const SlSheetItem *item)
{
  PangoLayoutLine *line = pango_layout_get_line_readonly (item->layout, item->line);
  double x = SL_SHEET_MARGIN;
  PangoRectangle box;

  pango_layout_line_get_extents (line, NULL, &box);
  if (item->block->type == SL_SHEET_NAME)
    {
      double end = SL_SHEET_MARGIN + SL_SHEET_TEXT_WIDTH;

      x = end - NAME_WIDTH - (double) box.width / PANGO_SCALE - 6;
      draw_rule (self, end - NAME_WIDTH, item->y + item->height - 2, NAME_WIDTH, RULE_THIN);
    }
  cairo_move_to (self->cr, x, item->y - (double) box.y / PANGO_SCALE);
  pango_cairo_show_layout_line (self->cr, line);
}

static void
draw_row (Printer *self, const SlSheetItem *item)
{
  const SlSheetTable *table = item->block->table;
  g_autoptr (GArray) columns = sl_sheet_pages_dup_columns (self->pages, table);
  const SlSheetColumn *last = &g_array_index (columns, SlSheetColumn, columns->len - 1);
  double width = last->x + last->width;

  for (guint i = 0; i < columns->len; i++)
    {
      const SlSheetColumn *column = &g_array_index (columns, SlSheetColumn, i);
      g_autoptr (PangoLayout) cell =
          sl_sheet_pages_make_cell (self->pages, table, item->row, i, column->width);

      cairo_move_to (self->cr, SL_SHEET_MARGIN + column->x, item->y + CELL_INSET);
      pango_cairo_show_layout (self->cr, cell);
    }
  if (item->row == 0)
    draw_rule (self, SL_SHEET_MARGIN, item->y, width, RULE_THICK);
  if (item->row == 0)
    draw_rule (self, SL_SHEET_MARGIN, item->y + item->height, width, RULE_THIN);
  if (item->row + 1 == sl_sheet_table_get_n_rows (table))
    draw_rule (self, SL_SHEET_MARGIN, item->y + item->height, width, RULE_THICK);
}

static void
draw_picture (Printer *self, const SlSheetItem *item)
{
  cairo_save (self->cr);
  cairo_translate (self->cr, SL_SHEET_MARGIN, item->y);
  cairo_scale (self->cr, item->scale, item->scale);
  sl_painter_draw (self->painter, self->cr, item->block->scene, sl_palette_get (SL_PALETTE_PRINT));
  cairo_restore (self->cr);
}

static void
draw_item (Printer *self, const SlSheetItem *item)
{
  cairo_set_source_rgb (self->cr, 0, 0, 0);
  if (item->layout != NULL)
    draw_line (self, item);
  else if (item->block->table != NULL)
    draw_row (self, item);
  else if (item->block->scene != NULL)
    draw_picture (self, item);
}

static void
end_page (Printer *self, guint page)
{
  g_autoptr (PangoLayout) foot = sl_sheet_pages_make_foot (self->pages, page);

  cairo_set_source_rgb (self->cr, 0, 0, 0);
  cairo_move_to (self->cr, SL_SHEET_MARGIN,
                 SL_SHEET_PAGE_HEIGHT - SL_SHEET_MARGIN + FOOT_DROP - 10);
  pango_cairo_show_layout (self->cr, foot);
  cairo_show_page (self->cr);
}

static void
draw_pages (Printer *self)
{
  guint page = 0;

  for (guint i = 0; i < sl_sheet_pages_get_n_items (self->pages); i++)
    {
      const SlSheetItem *item = sl_sheet_pages_get_item (self->pages, i);

      for (; page < item->page; page++)
        end_page (self, page);
      draw_item (self, item);
    }
  end_page (self, page);
}

/**
 * sl_sheet_to_pdf:
 * @error: %G_IO_ERROR if cairo fails
 *
 * Returns: (transfer full): the file's contents, in black and greys; %NULL on error
 */
GBytes *
sl_sheet_to_pdf (const SlSheet *self, GError **error)
{
  g_autoptr (GByteArray) bytes = g_byte_array_new ();
  g_autoptr (SlSheetPages) pages = sl_sheet_pages_new (self);
  SlFontSet fonts = SL_FONT_SET_DEFAULT;
  g_autoptr (SlPainter) painter = sl_painter_new (&fonts);
  cairo_surface_t *surface =
      cairo_pdf_surface_create_for_stream (append_cb, bytes, SL_SHEET_PAGE_WIDTH,
                                           SL_SHEET_PAGE_HEIGHT);
  cairo_t *cr = cairo_create (surface);
  Printer printer = { pages, painter, cr };
  cairo_status_t status;

  cairo_pdf_surface_set_metadata (surface, CAIRO_PDF_METADATA_TITLE, sl_sheet_get_title (self));
  cairo_pdf_surface_set_metadata (surface, CAIRO_PDF_METADATA_CREATOR, "Slackline " SL_VERSION);
  draw_pages (&printer);
  status = cairo_status (cr);
  cairo_destroy (cr);
  cairo_surface_finish (surface);
  if (status == CAIRO_STATUS_SUCCESS)
    status = cairo_surface_status (surface);
  cairo_surface_destroy (surface);

  if (status == CAIRO_STATUS_SUCCESS)
    return g_byte_array_free_to_bytes (g_steal_pointer (&bytes));

  g_set_error (error, G_IO_ERROR, G_IO_ERROR_FAILED, "The sheet cannot be drawn: %s",
               cairo_status_to_string (status));
  return NULL;
}

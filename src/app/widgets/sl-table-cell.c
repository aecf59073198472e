/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-table-cell.h"

#include <string.h>

/* Between the digits of long numbers; they take about a third of a letter's room. */
#define THIN_SPACE        0x2009
#define NARROW_SPACE      0x202f
#define SPACES_PER_LETTER 3

/* These take five thirds of it: short words of them, such as “mmap”, would be cut otherwise. */
#define WIDE_LETTERS "mwMW@%"

/* More than its column's width, a sentence gets what the others leave. */
#define SENTENCE_SHARE 3

#define NUMERIC "numeric"

/* What does not fit can be read all the same. */
static gboolean
query_tooltip_cb (GtkWidget *cell, int x, int y, gboolean is_by_keyboard, GtkTooltip *tooltip)
{
  const char *text = gtk_inscription_get_text (GTK_INSCRIPTION (cell));
  g_autoptr (PangoLayout) layout = gtk_widget_create_pango_layout (cell, text);
  int width;

  pango_layout_set_attributes (layout, gtk_inscription_get_attributes (GTK_INSCRIPTION (cell)));
  pango_layout_get_pixel_size (layout, &width, NULL);
  if (width <= gtk_widget_get_width (cell))
    return FALSE;

  gtk_tooltip_set_text (tooltip, g_str_has_prefix (text, SL_TABLE_BAR " ")
                                     ? text + strlen (SL_TABLE_BAR " ")
                                     : text);
  return TRUE;
}

/* Words begin where lines do, numbers end where they do, as their titles. Inscriptions are not mirrored by GTK. */
static void
align (GtkWidget *cell)
{
  gboolean is_number = gtk_widget_has_css_class (cell, NUMERIC);
  gboolean is_mirrored = gtk_widget_get_direction (cell) == GTK_TEXT_DIR_RTL;

  gtk_inscription_set_xalign (GTK_INSCRIPTION (cell), is_number != is_mirrored ? 1 : 0);
}

/**
 * sl_table_cell_new:
 * @longest: of the column's texts up to now, in letters
 *
 * Returns: (transfer floating): an empty cell
 */
GtkWidget *
sl_table_cell_new (const SlTableColumn *column, guint longest)
{
  /* The row says all of it to assistive technologies, which would be told of each cell besides. */
  GtkWidget *cell = g_object_new (GTK_TYPE_INSCRIPTION, "accessible-role",
                                  GTK_ACCESSIBLE_ROLE_PRESENTATION, NULL);

  /* A name may end with the number that tells it from others; sentences begin with what matters. */
  gtk_inscription_set_text_overflow (GTK_INSCRIPTION (cell),
                                     column->expands && !column->is_name
                                         ? GTK_INSCRIPTION_OVERFLOW_ELLIPSIZE_END
                                         : GTK_INSCRIPTION_OVERFLOW_ELLIPSIZE_MIDDLE);
  if (column->is_number)
    gtk_widget_add_css_class (cell, NUMERIC);
  align (cell);
  g_signal_connect (cell, "direction-changed", G_CALLBACK (align), NULL);
  gtk_widget_set_has_tooltip (cell, TRUE);
  g_signal_connect (cell, "query-tooltip", G_CALLBACK (query_tooltip_cb), NULL);
  sl_table_cell_fit (cell, column, longest);
  return cell;
}

/**
 * sl_table_cell_get_least:
 * @longest: of the column's texts up to now, in letters
 *
 * Numbers take what they need, and so do names that tell lines apart, up to the column's width; other
 * words take two thirds of that at least, and a sentence a third.
 *
 * Returns: letters that a cell of the column has room for at least
 */
guint
sl_table_cell_get_least (const SlTableColumn *column, guint longest)
{
  guint n_chars = (guint) column->n_chars;
  guint thirds = column->is_name ? 3 : column->expands ? 1 : 2;

  return column->is_number ? longest : MIN (longest, (thirds * n_chars + 2) / 3);
}

/**
 * sl_table_cell_fit:
 * @longest: of the column's texts up to now, in letters
 *
 * Gives the cell its least width, and as much as the text needs where there is room; a sentence takes what the other
 * columns leave.
 */
void
sl_table_cell_fit (GtkWidget *cell, const SlTableColumn *column, guint longest)
{
  guint share = column->expands && !column->is_name ? SENTENCE_SHARE : 1;
  guint wanted = column->is_number ? longest : MIN (longest, share * (guint) column->n_chars);

  gtk_inscription_set_min_chars (GTK_INSCRIPTION (cell), sl_table_cell_get_least (column, longest));
  gtk_inscription_set_nat_chars (GTK_INSCRIPTION (cell), wanted);
}

/**
 * sl_table_cell_measure:
 *
 * Returns: about how many letters wide the cell's text is
 */
guint
sl_table_cell_measure (GtkWidget *cell)
{
  const char *text = gtk_inscription_get_text (GTK_INSCRIPTION (cell));
  guint n_letters = 0, n_spaces = 0, n_wide = 0;

  for (const char *at = text; at != NULL && *at != '\0'; at = g_utf8_next_char (at))
    {
      gunichar letter = g_utf8_get_char (at);

      if (letter == THIN_SPACE || letter == NARROW_SPACE)
        n_spaces++;
      else
        n_letters++;
      n_wide += letter < 0x80 && strchr (WIDE_LETTERS, (int) letter) != NULL;
    }
  return n_letters + (2 * n_wide + 2) / 3 + (n_spaces + SPACES_PER_LETTER - 1) / SPACES_PER_LETTER;
}

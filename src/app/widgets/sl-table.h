/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* What the tables below the timeline have in common: columns as wide as what is in them, numbers at
 * the right, rows that have names of their own. */

/* Before a name, in its object's colour; no part of the text. */
#define SL_TABLE_BAR "▌"

typedef struct
{
  const char *title; /* to be translated */
  int n_chars;       /* of names at most; a number takes what it needs */
  gboolean is_number;
  gboolean expands; /* a sentence, which takes what the others leave */
  guint yields;     /* where the table is too narrow: the first to go is 1; 0 for none that goes */
  gboolean is_name; /* tells lines apart: cut only beyond @n_chars, which count the bar before it */
} SlTableColumn;

/* Why a column is not shown. */
typedef enum
{
  SL_COLUMN_EMPTY = 1 << 0,  /* the table has nothing to say there */
  SL_COLUMN_HIDDEN = 1 << 1, /* the user does not want to see it */
  SL_COLUMN_YIELDED = 1 << 2 /* it has no room beside more important ones */
} SlColumnAbsence;

/* @cell is a GtkInscription. */
typedef void (*SlTableBindFunc) (GtkWidget *cell, guint column, gpointer item, gpointer user_data);

/* @column: what to sort by; the number of columns for no order */
typedef void (*SlTableSortFunc) (guint column, gboolean descending, gpointer user_data);

void sl_table_add_columns (GtkColumnView *view,
                           const SlTableColumn *columns,
                           guint n_columns,
                           SlTableBindFunc bind,
                           gpointer user_data);
void sl_table_move_columns (GtkColumnView *view, guint first, guint n_columns, guint to);
void sl_table_set_title (GtkColumnView *view, guint column, const char *title);
void sl_table_set_absent (GtkColumnViewColumn *column, SlColumnAbsence reason, gboolean is_absent);
gboolean sl_table_is_absent (GtkColumnViewColumn *column, SlColumnAbsence reasons);
void sl_table_show_column (GtkColumnView *view, guint column, gboolean is_shown);
void sl_table_add_sorters (GtkColumnView *view, SlTableSortFunc sort, gpointer user_data);
guint sl_table_get_sorted (GtkColumnView *view, gboolean *descending);
guint sl_table_get_yields (GtkColumnViewColumn *column);
char *sl_table_dup_cell (GtkColumnViewColumn *column, gpointer item) G_GNUC_WARN_UNUSED_RESULT;
guint sl_table_get_number (GtkColumnViewColumn *column);
gboolean sl_table_is_of_numbers (GtkColumnViewColumn *column);
guint sl_table_find_line (GtkColumnView *view, double x, double y);
void sl_table_set_class (GtkWidget *cell, const char *name, gboolean present);
/* Returns: (transfer full): what @item says in a column */
typedef char *(*SlTableTextFunc) (gpointer user_data, guint column, gpointer item);

void sl_table_append_columns (GString *name,
                              GtkColumnView *view,
                              guint64 said,
                              SlTableTextFunc dup_text,
                              gpointer user_data,
                              gpointer item);
void sl_table_name_row (GtkWidget *cell, const char *name);
GtkWidget *sl_table_find_row (GtkColumnView *view, guint position);
void sl_table_bind_again (GtkColumnView *view);

G_END_DECLS

/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* The lines of a table as text: those that are shown in its columns, in their order. */

#include <gtk/gtk.h>

G_BEGIN_DECLS

/**
 * SlTableRows:
 * @count: how many lines the list has, over all its pages
 * @dup_item: (transfer full) (nullable): what is in one of them
 * @dup_text: (transfer full) (nullable): what it says in a column; @item is of @dup_item or of the table's model
 * @get_stamp: another number once other items may be in lines that were there
 *
 * Lines of a list that comes in pages, and text that needs no cell. All are called with user data.
 */
typedef struct
{
  guint64 (*count) (gpointer user_data);
  gpointer (*dup_item) (gpointer user_data, guint64 row);
  char *(*dup_text) (gpointer user_data, guint column, gpointer item);
  guint (*get_stamp) (gpointer user_data);
} SlTableRows;

typedef enum
{
  SL_TABLE_TABS, /* as it is shown */
  SL_TABLE_CSV,  /* for programs: each column in one unit, which its title has, and times exact */
} SlTableFormat;

typedef struct _SlTableText SlTableText;

void sl_table_set_rows (GtkColumnView *view, const SlTableRows *rows, gpointer user_data);

SlTableText *sl_table_text_new (GtkColumnView *view, SlTableFormat format);
void sl_table_text_free (SlTableText *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (SlTableText, sl_table_text_free)
guint64 sl_table_text_get_n_lines (SlTableText *self);
guint sl_table_text_get_stamp (SlTableText *self);
void sl_table_text_append_titles (SlTableText *self, GString *text);
void sl_table_text_append_line (SlTableText *self, GString *text, guint64 line);
void sl_table_text_append_selected (SlTableText *self, GString *text, guint position);

G_END_DECLS

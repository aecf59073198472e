/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-table-text.h"

#include <string.h>

#include "sl-csv.h"
#include "sl-table.h"
#include "sl-time-text.h"

typedef struct
{
  SlTableRows rows;
  gpointer user_data;
} Source;

struct _SlTableText
{
  GtkColumnView *view;
  GListModel *model;
  SlTableFormat format;
  GPtrArray
      *columns; /* of GtkColumnViewColumn: those that are wanted, be there room for them or not */
  const Source *source; /* NULL where the model is all there is */
  guint stamp;          /* of the model */
};

/**
 * sl_table_set_rows:
 * @rows: static
 * @user_data: must live as long as @view
 *
 * Lines beyond those of the model of @view, which is one page of them.
 */
void
sl_table_set_rows (GtkColumnView *view, const SlTableRows *rows, gpointer user_data)
{
  Source *source = g_new (Source, 1);

  *source = (Source) { *rows, user_data };
  g_object_set_data_full (G_OBJECT (view), "rows", source, g_free);
}

static void
items_changed_cb (SlTableText *self, guint position, guint removed, guint added)
{
  if (removed > 0 || position + added < g_list_model_get_n_items (self->model))
    self->stamp++;
}

/**
 * sl_table_text_new:
 * @view: must outlive the text
 *
 * Returns: (transfer full): for the columns that it has now, whatever the width of the window
 */
SlTableText *
sl_table_text_new (GtkColumnView *view, SlTableFormat format)
{
  SlTableText *self = g_new0 (SlTableText, 1);
  GListModel *columns = gtk_column_view_get_columns (view);
  GtkSelectionModel *model = gtk_column_view_get_model (view);

  self->view = view;
  self->format = format;
  self->source = g_object_get_data (G_OBJECT (view), "rows");
  self->columns = g_ptr_array_new_with_free_func (g_object_unref);
  for (guint i = 0; i < g_list_model_get_n_items (columns); i++)
    {
      g_autoptr (GtkColumnViewColumn) column = g_list_model_get_item (columns, i);

      if (!sl_table_is_absent (column, SL_COLUMN_EMPTY | SL_COLUMN_HIDDEN))
        g_ptr_array_add (self->columns, g_steal_pointer (&column));
    }
  if (model != NULL)
    {
      self->model = G_LIST_MODEL (g_object_ref (model));
      g_signal_connect_swapped (model, "items-changed", G_CALLBACK (items_changed_cb), self);
    }
  return self;
}

void
sl_table_text_free (SlTableText *self)
{
  if (self->model != NULL)
    g_signal_handlers_disconnect_by_func (self->model, items_changed_cb, self);
  g_clear_object (&self->model);
  g_ptr_array_unref (self->columns);
  g_free (self);
}

/**
 * sl_table_text_get_n_lines:
 *
 * Returns: of the whole list
 */
guint64
sl_table_text_get_n_lines (SlTableText *self)
{
  if (self->source != NULL)
    return self->source->rows.count (self->source->user_data);

  return self->model != NULL ? g_list_model_get_n_items (self->model) : 0;
}

/**
 * sl_table_text_get_stamp:
 *
 * Returns: another number once lines that were there may be others
 */
guint
sl_table_text_get_stamp (SlTableText *self)
{
  return self->source != NULL ? self->source->rows.get_stamp (self->source->user_data)
                              : self->stamp;
}

/* A cell between tabs has neither tabs nor ends of lines. */
static void
append_plain (GString *text, const char *cell)
{
  for (const char *at = cell; *at != '\0'; at++)
    g_string_append_c (text, *at == '\t' || *at == '\n' || *at == '\r' ? ' ' : *at);
}

/* (transfer full): a cell as other programs read its numbers: without the spaces between groups of digits, and with the minus
 * of a keyboard. Anything else stays as it is. */
static char *
dup_machine (const char *cell)
{
  GString *text = g_string_new (NULL);

  for (const char *at = cell; *at != '\0';)
    {
      gboolean is_space = g_str_has_prefix (at, SL_GROUP_SPACE);
      gsize size = is_space ? strlen (SL_GROUP_SPACE) : strlen (SL_MINUS);

      if ((is_space && at > cell && g_ascii_isdigit (at[-1]) && g_ascii_isdigit (at[size])) ||
          (g_str_has_prefix (at, SL_MINUS) && g_ascii_isdigit (at[size])))
        {
          if (!is_space)
            g_string_append_c (text, '-');
          at += size;
        }
      else
        g_string_append_c (text, *at++);
    }
  return g_string_free (text, FALSE);
}

static void
append_cell (SlTableText *self, GString *text, guint number, const char *cell)
{
  if (number > 0)
    g_string_append_c (text, self->format == SL_TABLE_CSV ? ',' : '\t');
  if (self->format == SL_TABLE_CSV)
    {
      g_autofree char *machine = dup_machine (cell != NULL ? cell : "");

      sl_csv_append (text, machine);
    }
  else
    append_plain (text, cell != NULL ? cell : "");
}

void
sl_table_text_append_titles (SlTableText *self, GString *text)
{
  for (guint i = 0; i < self->columns->len; i++)
    append_cell (self, text, i, gtk_column_view_column_get_title (self->columns->pdata[i]));
  g_string_append_c (text, '\n');
}

/* Ends the line. */
static void
append_item (SlTableText *self, GString *text, gpointer item)
{
  for (guint i = 0; i < self->columns->len; i++)
    {
      GtkColumnViewColumn *column = self->columns->pdata[i];
      g_autofree char *cell = NULL;

      if (self->source != NULL)
        cell = self->source->rows.dup_text (self->source->user_data, sl_table_get_number (column),
                                            item);
      else
        cell = sl_table_dup_cell (column, item);
      append_cell (self, text, i, cell);
    }
  g_string_append_c (text, '\n');
}

/**
 * sl_table_text_append_line:
 * @line: number in the whole list
 */
void
sl_table_text_append_line (SlTableText *self, GString *text, guint64 line)
{
  g_autoptr (GObject) item = NULL;

  if (self->source != NULL)
    item = self->source->rows.dup_item (self->source->user_data, line);
  else
    item = g_list_model_get_item (self->model, (guint) line);
  if (item != NULL)
    append_item (self, text, item);
}

/**
 * sl_table_text_append_selected:
 * @position: of a line of the model
 */
void
sl_table_text_append_selected (SlTableText *self, GString *text, guint position)
{
  g_autoptr (GObject) item = g_list_model_get_item (self->model, position);

  if (item != NULL)
    append_item (self, text, item);
}

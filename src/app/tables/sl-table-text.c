/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-table-text.h"

#include <string.h>

#include "sl-csv.h"
#include "sl-document-widget.h"
#include "sl-table.h"
#include "sl-time-text.h"

/* The unit of a column is looked for in so many lines at most. */
#define LINES_WITH_UNIT 1000

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
  GPtrArray *units;     /* of the columns, in CSV; NULL elements for those without */
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
  g_clear_pointer (&self->units, g_ptr_array_unref);
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

/* (transfer none): where the unit begins of a number with one; NULL for other cells */
static const char *
find_unit (const char *cell)
{
  const char *space = strrchr (cell, ' ');

  if (space == NULL || space[1] == '\0' || g_ascii_isdigit (space[1]))
    return NULL;

  for (const char *at = cell; at < space;)
    {
      if (g_ascii_isdigit (*at) || *at == '.' || *at == '+')
        at++;
      else if (g_str_has_prefix (at, SL_GROUP_SPACE))
        at += strlen (SL_GROUP_SPACE);
      else if (g_str_has_prefix (at, SL_MINUS))
        at += strlen (SL_MINUS);
      else
        return NULL;
    }
  return space > cell ? space + 1 : NULL;
}

static void
append_cell (SlTableText *self, GString *text, guint number, const char *cell)
{
  if (number > 0)
    g_string_append_c (text, self->format == SL_TABLE_CSV ? ',' : '\t');
  if (self->format == SL_TABLE_CSV)
    {
      const char *unit = cell != NULL ? find_unit (cell) : NULL;
      g_autofree char *machine = NULL;
      g_autofree char *bare = NULL;

      if (unit != NULL && self->units != NULL &&
          g_strcmp0 (unit, g_ptr_array_index (self->units, number)) == 0)
        bare = g_strndup (cell, (gsize) (unit - 1 - cell));
      machine = dup_machine (bare != NULL ? bare : cell != NULL ? cell : "");
      sl_csv_append (text, machine);
    }
  else
    append_plain (text, cell != NULL ? cell : "");
}

/* Of the table's document; NULL where times are shown as they are stored, or there are none. */
static SlTraceSet *
find_set (SlTableText *self)
{
  GtkWidget *owner = gtk_widget_get_ancestor (GTK_WIDGET (self->view), SL_TYPE_DOCUMENT_WIDGET);
  SlDocument *document = owner != NULL ? ((SlDocumentWidget *) owner)->document : NULL;

  if (self->format != SL_TABLE_CSV || document == NULL ||
      sl_clock_get_shown_unit (sl_document_get_clock (document)) == SL_SHOWN_TICKS)
    return NULL;

  return sl_document_get_trace_set (document);
}

/* (transfer full) (nullable): what it says in column @number. In CSV a time is in whole nanoseconds, which are not rounded. */
static char *
dup_cell (SlTableText *self, guint number, gpointer item)
{
  GtkColumnViewColumn *column = self->columns->pdata[number];
  SlTraceSet *set = sl_table_is_of_numbers (column) ? find_set (self) : NULL;
  SlShownUnit unit = SL_SHOWN_AUTO;
  char *cell;

  if (set != NULL)
    {
      unit = sl_clock_get_shown_unit (sl_trace_set_get_clock (set));
      sl_trace_set_show_unit (set, SL_SHOWN_NS);
    }
  if (self->source != NULL)
    cell =
        self->source->rows.dup_text (self->source->user_data, sl_table_get_number (column), item);
  else
    cell = sl_table_dup_cell (column, item);
  if (set != NULL)
    sl_trace_set_show_unit (set, unit);
  return cell;
}

/* (transfer full) (nullable): of that number in the whole list */
static gpointer
dup_item (SlTableText *self, guint64 line)
{
  return self->source != NULL ? self->source->rows.dup_item (self->source->user_data, line)
                              : g_list_model_get_item (self->model, (guint) line);
}

/* (transfer full) (nullable): the unit of the first line that says something in that column */
static char *
dup_unit (SlTableText *self, guint number)
{
  guint64 n_lines = MIN (sl_table_text_get_n_lines (self), LINES_WITH_UNIT);

  if (!sl_table_is_of_numbers (self->columns->pdata[number]))
    return NULL;

  for (guint64 line = 0; line < n_lines; line++)
    {
      g_autoptr (GObject) item = dup_item (self, line);
      g_autofree char *cell = item != NULL ? dup_cell (self, number, item) : NULL;

      if (cell != NULL && cell[0] != '\0')
        return g_strdup (find_unit (cell));
    }
  return NULL;
}

static void
find_units (SlTableText *self)
{
  self->units = g_ptr_array_new_with_free_func (g_free);
  for (guint i = 0; i < self->columns->len; i++)
    g_ptr_array_add (self->units, dup_unit (self, i));
}

void
sl_table_text_append_titles (SlTableText *self, GString *text)
{
  if (self->format == SL_TABLE_CSV && self->units == NULL)
    find_units (self);
  for (guint i = 0; i < self->columns->len; i++)
    {
      const char *title = gtk_column_view_column_get_title (self->columns->pdata[i]);
      const char *unit = self->units != NULL ? g_ptr_array_index (self->units, i) : NULL;
      g_autofree char *whole = unit != NULL ? g_strdup_printf ("%s (%s)", title, unit) : NULL;

      append_cell (self, text, i, whole != NULL ? whole : title);
    }
  g_string_append_c (text, '\n');
}

/* Ends the line. */
static void
append_item (SlTableText *self, GString *text, gpointer item)
{
  for (guint i = 0; i < self->columns->len; i++)
    {
      g_autofree char *cell = dup_cell (self, i, item);

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
  g_autoptr (GObject) item = dup_item (self, line);

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

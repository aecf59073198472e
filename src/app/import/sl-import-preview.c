/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-import-private.h"

#include <glib/gi18n.h>

#include "sl-table-menu.h"
#include "sl-table.h"

/* A column of the log that is shown, in characters. */
#define CELL_CHARS 14

/* Columns of the log that are shown. */
#define MOST_COLUMNS 32

/* Before those of the log. */
static const SlTableColumn first_columns[] = {
  { N_ ("Line"), 6, TRUE, FALSE, 0, FALSE },
  { N_ ("Actions"), 34, FALSE, FALSE, 0, FALSE },
};

static const SlTableColumn log_column = { " ", CELL_CHARS, FALSE, FALSE, 0, FALSE };

#define N_FIRST G_N_ELEMENTS (first_columns)

/* A line of the table. */
#define SL_TYPE_IMPORT_LINE (sl_import_line_get_type ())
G_DECLARE_FINAL_TYPE (SlImportLine, sl_import_line, SL, IMPORT_LINE, GObject)

struct _SlImportLine
{
  GObject parent_instance;

  guint64 number;
  GStrv cells;
  char *text;       /* what is said of it */
  gboolean is_tail; /* its first cell, the whole line, comes last */
  gboolean is_read;
  gboolean is_fault;
};

G_DEFINE_FINAL_TYPE (SlImportLine, sl_import_line, G_TYPE_OBJECT)

static void
sl_import_line_finalize (GObject *object)
{
  SlImportLine *self = SL_IMPORT_LINE (object);

  g_strfreev (self->cells);
  g_free (self->text);

  G_OBJECT_CLASS (sl_import_line_parent_class)->finalize (object);
}

static void
sl_import_line_class_init (SlImportLineClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = sl_import_line_finalize;
}

static void
sl_import_line_init (SlImportLine *self)
{
}

static char *
describe (const SlLogPreviewLine *line, gboolean is_tried)
{
  if (!is_tried)
    return g_strdup ("");
  if (line->fault != NULL && line->actions != NULL)
    return g_strdup_printf ("%s — %s", line->actions, line->fault);
  if (line->fault != NULL || line->actions != NULL)
    return g_strdup (line->fault != NULL ? line->fault : line->actions);

  return g_strdup (_ ("Not read: no action fits"));
}

static SlImportLine *
make_line (const SlLogPreviewLine *line, gboolean is_tried, gboolean is_tail)
{
  SlImportLine *self = g_object_new (SL_TYPE_IMPORT_LINE, NULL);

  self->number = line->line;
  self->cells = g_strdupv (line->cells);
  self->text = describe (line, is_tried);
  self->is_tail = is_tail;
  self->is_read = line->actions != NULL;
  self->is_fault = line->fault != NULL;
  return self;
}

static char *
make_name (const SlImportLine *line)
{
  g_autofree char *number = g_strdup_printf ("%" G_GUINT64_FORMAT, line->number);
  g_autofree char *cells = g_strjoinv (", ", line->cells);

  if (line->text[0] == '\0')
    /* Translators: number of a line, and its columns */
    return g_strdup_printf (_ ("Line %s: %s"), number, cells);

  /* Translators: number of a line, what it means, its columns */
  return g_strdup_printf (_ ("Line %s: %s; %s"), number, line->text, cells);
}

/* The text in a column of the log, from 0. */
static const char *
get_cell (const SlImportLine *line, guint column, guint n_columns)
{
  guint at = line->is_tail ? (column + 1) % n_columns : column;

  return at < g_strv_length (line->cells) ? line->cells[at] : "";
}

static void
bind_cb (GtkWidget *cell, guint column, gpointer item, gpointer user_data)
{
  SlImportDialog *self = user_data;
  const SlImportLine *line = item;
  GtkInscription *inscription = GTK_INSCRIPTION (cell);
  g_autofree char *number = g_strdup_printf ("%" G_GUINT64_FORMAT, line->number);

  sl_table_set_class (cell, "error", column == 1 && line->is_fault);
  sl_table_set_class (cell, "dim-label", column == 1 && !line->is_fault && !line->is_read);
  if (column == 1)
    gtk_widget_set_tooltip_text (cell, line->text);
  if (column == 0)
    {
      g_autofree char *name = make_name (line);

      gtk_inscription_set_text (inscription, number);
      sl_table_name_row (cell, name);
    }
  else if (column == 1)
    gtk_inscription_set_text (inscription, line->text);
  else
    gtk_inscription_set_text (inscription, get_cell (line, column - N_FIRST,
                                                     g_strv_length (self->preview_columns)));
}

void
sl_import_preview_init (SlImportDialog *self)
{
  G_GNUC_UNUSED g_autoptr (SlTableSelection) selection = NULL;

  self->preview_lines = g_list_store_new (SL_TYPE_IMPORT_LINE);
  selection =
      sl_table_make_selection (self->preview_view, G_LIST_MODEL (self->preview_lines), "preview");
}

void
sl_import_preview_clear (SlImportDialog *self)
{
  g_clear_object (&self->preview_lines);
  g_clear_pointer (&self->preview_columns, g_strfreev);
}

/* The table has the log's own columns. */
static void
make_columns (SlImportDialog *self, GStrv columns)
{
  static SlTableColumn all[N_FIRST + MOST_COLUMNS];
  GListModel *old = gtk_column_view_get_columns (self->preview_view);
  guint n_all = g_strv_length (columns);
  guint n_columns = MIN (n_all, MOST_COLUMNS);
  gboolean is_tail = !sl_log_draft_is_table (self->draft);

  g_strfreev (self->preview_columns);
  self->preview_columns = g_strdupv (columns);

  for (guint i = 0; i < G_N_ELEMENTS (all); i++)
    all[i] = i < N_FIRST ? first_columns[i] : log_column;
  while (g_list_model_get_n_items (old) > 0)
    {
      g_autoptr (GtkColumnViewColumn) column = g_list_model_get_item (old, 0);

      gtk_column_view_remove_column (self->preview_view, column);
    }
  sl_table_add_columns (self->preview_view, all, N_FIRST + n_columns, bind_cb, self);
  for (guint i = 0; i < n_columns; i++)
    sl_table_set_title (self->preview_view, N_FIRST + i, columns[is_tail ? (i + 1) % n_all : i]);
}

static char *
describe_counts (const SlLogPreview *preview)
{
  /* Translators: numbers of lines; the last three add up to the first */
  if (preview->is_whole)
    return g_strdup_printf (ngettext ("%u line: %u read, %u without an action, %u with an error",
                                      "%u lines: %u read, %u without an action, %u with an error",
                                      preview->n_lines),
                            preview->n_lines, preview->n_read, preview->n_other, preview->n_faults);

  return g_strdup_printf (
      /* Translators: numbers of lines; the last three add up to the first */
      ngettext ("First %u line of the log: %u read, %u without an action, %u with an error",
                "First %u lines of the log: %u read, %u without an action, %u with an error",
                preview->n_lines),
      preview->n_lines, preview->n_read, preview->n_other, preview->n_faults);
}

/* What is missing, in the words of the choices; else what is wrong with the mapping, in those of its file. */
static const char *
describe_error (SlImportDialog *self, const SlLogPreview *preview)
{
  if (preview->error == NULL)
    return "";
  if (preview->columns == NULL)
    return preview->error->message;
  if (sl_log_draft_get_cell (self->draft, preview->columns, SL_ROW_TIME) == SL_LOG_NO_COLUMN)
    return _ ("Choose the column that has the time");
  if (!sl_log_draft_has_actions (self->draft) &&
      sl_log_draft_get_cell (self->draft, preview->columns, SL_ROW_ACTION) == SL_LOG_NO_COLUMN)
    return _ ("Choose what the words mean: nothing is read yet");

  return preview->error->message;
}

static void
fill_counts (SlImportDialog *self, const SlLogPreview *preview)
{
  g_autofree char *counts = describe_counts (preview);
  g_autofree char *alone =
      g_strdup_printf (ngettext ("%u line", "%u lines", preview->n_lines), preview->n_lines);

  gtk_label_set_label (self->count_label, preview->error != NULL ? alone : counts);
  gtk_widget_set_visible (GTK_WIDGET (self->fault_label), preview->error != NULL);
  gtk_label_set_label (self->fault_label, describe_error (self, preview));
}

void
sl_import_preview_fill (SlImportDialog *self)
{
  const SlLogPreview *preview = sl_log_import_get_preview (self->import);
  g_autoptr (GPtrArray) lines = g_ptr_array_new_with_free_func (g_object_unref);

  fill_counts (self, preview);
  /* Lines that are cut as before say more than none. */
  if (preview->columns == NULL)
    return;

  if (self->preview_columns == NULL || !g_strv_equal ((const char *const *) self->preview_columns,
                                                      (const char *const *) preview->columns))
    make_columns (self, preview->columns);
  for (guint i = 0; i < preview->lines->len; i++)
    g_ptr_array_add (lines,
                     make_line (g_ptr_array_index (preview->lines, i), preview->error == NULL,
                                !sl_log_draft_is_table (self->draft)));
  g_list_store_splice (self->preview_lines, 0,
                       g_list_model_get_n_items (G_LIST_MODEL (self->preview_lines)), lines->pdata,
                       lines->len);
}

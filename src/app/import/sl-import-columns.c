/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-import-private.h"

#include <glib/gi18n.h>

#include "sl-log-meaning.h"
#include "sl-widget-util.h"

/* In the order in which they are asked for; each cell has one. */
static const struct
{
  SlRowCell cell;
  const char *title;
  const char *subtitle;
} rows[] = {
  { SL_ROW_TIME, N_ ("Time"), NULL },
  { SL_ROW_ACTION, N_ ("What Happened"), N_ ("Its words determine what a line means") },
  { SL_ROW_TASK, N_ ("Task"), NULL },
  { SL_ROW_CPU, N_ ("Processor"), NULL },
  { SL_ROW_OBJECT, N_ ("Object"), N_ ("Lock, interrupt line, mark…") },
  { SL_ROW_DEADLINE, N_ ("Absolute Deadline"), NULL },
  { SL_ROW_NOMINAL, N_ ("Nominal Release"), NULL },
  { SL_ROW_VALUE, N_ ("Value"), N_ ("A whole number") },
  { SL_ROW_TEXT, N_ ("Text"), N_ ("The name of a task") },
};

static int
get_column (SlImportDialog *self, SlRowCell cell)
{
  return cell == SL_ROW_ACTION ? sl_log_draft_get_words_column (self->draft, self->columns)
                               : sl_log_draft_get_cell (self->draft, self->columns, cell);
}

/* Of the line "None", the columns, and maybe what the mapping has besides. */
static void
chosen_cb (AdwComboRow *row, GParamSpec *spec, SlImportDialog *self)
{
  SlRowCell cell = GPOINTER_TO_UINT (g_object_get_data (G_OBJECT (row), "cell"));
  guint selected = adw_combo_row_get_selected (row);
  guint n_columns = self->columns != NULL ? g_strv_length (self->columns) : 0;
  int column = (int) selected - 1;
  g_autofree char *idle_name = NULL;

  if (self->is_filling || self->draft == NULL || selected > n_columns ||
      column == get_column (self, cell))
    return;

  if (cell == SL_ROW_ACTION)
    {
      sl_log_draft_set_words_column (self->draft, self->columns, column);
      sl_import_dialog_try (self, SL_LOG_GUESS_WORDS);
      return;
    }

  /* The name of the idle task is one of the column that has the tasks. */
  idle_name = cell == SL_ROW_TASK ? sl_log_draft_get_idle_name (self->draft, self->columns) : NULL;
  if (idle_name != NULL)
    sl_log_draft_set_idle_name (self->draft, self->columns, NULL);
  sl_log_draft_set_cell (self->draft, self->columns, cell, column);
  if (idle_name != NULL)
    sl_log_draft_set_idle_name (self->draft, self->columns, idle_name);
  sl_import_dialog_try (self, SL_LOG_GUESS_NOTHING);
}

static void
idle_cb (SlImportDialog *self)
{
  const char *name = gtk_editable_get_text (GTK_EDITABLE (self->idle_row));

  if (self->is_filling || self->draft == NULL || self->columns == NULL)
    return;

  sl_log_draft_set_idle_name (self->draft, self->columns, name);
  sl_import_dialog_try (self, SL_LOG_GUESS_NOTHING);
}

void
sl_import_columns_init (SlImportDialog *self)
{
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      AdwComboRow *row = ADW_COMBO_ROW (adw_combo_row_new ());

      sl_combo_value_keep (row);
      adw_preferences_row_set_title (ADW_PREFERENCES_ROW (row), _ (rows[i].title));
      if (rows[i].subtitle != NULL)
        adw_action_row_set_subtitle (ADW_ACTION_ROW (row), _ (rows[i].subtitle));
      g_object_set_data (G_OBJECT (row), "cell", GUINT_TO_POINTER (rows[i].cell));
      g_signal_connect (row, "notify::selected", G_CALLBACK (chosen_cb), self);
      adw_preferences_group_add (self->columns_group, GTK_WIDGET (row));
      self->cell_rows[rows[i].cell] = row;
    }

  self->idle_row = ADW_ENTRY_ROW (adw_entry_row_new ());
  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (self->idle_row),
                                 _ ("Name of the Task When Idle"));
  g_signal_connect_swapped (self->idle_row, "changed", G_CALLBACK (idle_cb), self);
  adw_preferences_group_add (self->columns_group, GTK_WIDGET (self->idle_row));
}

static gboolean
is_same (GListModel *one, GListModel *other)
{
  guint n_items = g_list_model_get_n_items (one);

  if (n_items != g_list_model_get_n_items (other))
    return FALSE;
  for (guint i = 0; i < n_items; i++)
    if (!g_str_equal (gtk_string_list_get_string (GTK_STRING_LIST (one), i),
                      gtk_string_list_get_string (GTK_STRING_LIST (other), i)))
      return FALSE;
  return TRUE;
}

static void
fill_row (SlImportDialog *self, SlRowCell cell)
{
  AdwComboRow *row = self->cell_rows[cell];
  GListModel *old = adw_combo_row_get_model (row);
  g_autoptr (GtkStringList) names = gtk_string_list_new (NULL);
  g_autofree char *text = sl_log_draft_get_cell_text (self->draft, cell);
  int column = get_column (self, cell);

  gtk_string_list_append (names, _ ("None"));
  for (guint i = 0; self->columns[i] != NULL; i++)
    gtk_string_list_append (names, self->columns[i]);
  if (column == SL_LOG_OTHER_COLUMN)
    gtk_string_list_append (names, text);

  /* A list that is open stays. */
  if (old == NULL || !is_same (old, G_LIST_MODEL (names)))
    adw_combo_row_set_model (row, G_LIST_MODEL (names));
  adw_combo_row_set_selected (row, column == SL_LOG_OTHER_COLUMN
                                       ? g_list_model_get_n_items (G_LIST_MODEL (names)) - 1
                                       : (guint) (column + 1));
}

void
sl_import_columns_fill (SlImportDialog *self)
{
  g_autofree char *idle_name = NULL;

  gtk_widget_set_sensitive (GTK_WIDGET (self->columns_group), self->columns != NULL);
  if (self->columns == NULL)
    return;

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    fill_row (self, rows[i].cell);

  idle_name = sl_log_draft_get_idle_name (self->draft, self->columns);
  gtk_widget_set_sensitive (GTK_WIDGET (self->idle_row), get_column (self, SL_ROW_TASK) >= 0);
  /* A name that was typed is kept for the first word that runs a task. */
  if (idle_name != NULL &&
      !g_str_equal (gtk_editable_get_text (GTK_EDITABLE (self->idle_row)), idle_name))
    gtk_editable_set_text (GTK_EDITABLE (self->idle_row), idle_name);
}

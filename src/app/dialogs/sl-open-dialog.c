/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-open-dialog.h"

#include <glib/gi18n.h>

#include "sl-file-chooser.h"
#include "sl-format-registry.h"

/* Asks which files are a trace. */

static GtkFileFilter *
make_trace_filter (void)
{
  GtkFileFilter *filter = gtk_file_filter_new ();

  gtk_file_filter_set_name (filter, _ ("Traces"));
  for (guint i = 0; i < sl_formats_get_count (); i++)
    {
      const SlFormat *format = sl_formats_get (i)->format;

      if (format == NULL || format->extensions == NULL)
        continue;
      for (guint j = 0; format->extensions[j] != NULL; j++)
        gtk_file_filter_add_suffix (filter, format->extensions[j]);
    }
  return filter;
}

/**
 * sl_open_dialog_new:
 *
 * Returns: (transfer full): a dialog for one or several files, not yet shown
 */
GtkFileChooserNative *
sl_open_dialog_new (GtkWindow *parent)
{
  g_autoptr (GtkFileFilter) traces = make_trace_filter ();
  g_autoptr (GtkFileFilter) all = gtk_file_filter_new ();
  GtkFileChooserNative *dialog =
      sl_file_chooser_new (parent, _ ("Open a Trace"), GTK_FILE_CHOOSER_ACTION_OPEN, _ ("_Open"));

  gtk_file_chooser_set_select_multiple (GTK_FILE_CHOOSER (dialog), TRUE);

  /* Traces often have names of no format: all files come first. */
  gtk_file_filter_set_name (all, _ ("All files"));
  gtk_file_filter_add_pattern (all, "*");
  gtk_file_chooser_add_filter (GTK_FILE_CHOOSER (dialog), all);
  gtk_file_chooser_add_filter (GTK_FILE_CHOOSER (dialog), traces);
  return dialog;
}

/**
 * sl_open_dialog_new_for_text:
 *
 * Returns: (transfer full): a dialog for one text file, not yet shown
 */
GtkFileChooserNative *
sl_open_dialog_new_for_text (GtkWindow *parent)
{
  return sl_file_chooser_new (parent, _ ("Import a Text Log"), GTK_FILE_CHOOSER_ACTION_OPEN,
                              _ ("_Import…"));
}

/**
 * sl_open_dialog_get_files:
 *
 * Returns: (transfer full) (element-type GFile): what was chosen; empty where it was cancelled
 */
GPtrArray *
sl_open_dialog_get_files (GtkFileChooserNative *dialog, int response)
{
  GPtrArray *files = g_ptr_array_new_with_free_func (g_object_unref);
  g_autoptr (GListModel) chosen = NULL;

  if (response != GTK_RESPONSE_ACCEPT)
    return files;

  chosen = gtk_file_chooser_get_files (GTK_FILE_CHOOSER (dialog));
  for (guint i = 0; i < g_list_model_get_n_items (chosen); i++)
    g_ptr_array_add (files, g_list_model_get_item (chosen, i));
  return files;
}

/**
 * sl_open_dialog_make_format_menu:
 *
 * Returns: (transfer full): all formats, for opening a file as one of them
 */
GMenuModel *
sl_open_dialog_make_format_menu (void)
{
  GMenu *menu = g_menu_new ();

  for (guint i = 0; i < sl_formats_get_count (); i++)
    {
      const SlFormat *format = sl_formats_get (i)->format;
      g_autoptr (GMenuItem) item = NULL;

      if (format == NULL)
        continue;

      item = g_menu_item_new (_ (format->title), NULL);
      g_menu_item_set_action_and_target (item, "win.open-as", "s", format->id);
      g_menu_append_item (menu, item);
    }
  return G_MENU_MODEL (menu);
}

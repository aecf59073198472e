/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-dialogs.h"

#include <glib/gi18n.h>

#include "sl-code-load.h"
#include "sl-code-loader.h"
#include "sl-file-chooser.h"
#include "sl-source-extras.h"
#include "sl-widget-util.h"

/* Asks which files name the code of a trace, and where in memory they lay. A file is chosen while the
 * dialog is away: a chooser over a dialog breaks with assistive programs. */

typedef struct
{
  char *path;
  GtkWidget *box;
  GtkEditable *base; /* NULL once the file was taken out */
} Row;

typedef struct
{
  SlDocument *document;
  guint trace;
  GtkWindow *parent;
  GArray *rows; /* of Row */
  GtkBox *list;
} Asking;

static void
row_clear (gpointer data)
{
  Row *self = data;

  g_free (self->path);
}

static void
asking_free (gpointer data)
{
  Asking *self = data;

  g_object_unref (self->document);
  g_clear_weak_pointer (&self->parent);
  g_array_unref (self->rows);
  g_free (self);
}

static void
asking_closed (gpointer data, GClosure *closure)
{
  asking_free (data);
}

static void
remove_cb (Asking *self, GtkWidget *button)
{
  for (guint i = 0; i < self->rows->len; i++)
    {
      Row *row = &g_array_index (self->rows, Row, i);

      if (row->base == NULL || gtk_widget_get_parent (button) != row->box)
        continue;

      row->base = NULL;
      gtk_box_remove (self->list, row->box);
      return;
    }
}

static void
add_row (Asking *self, const char *text)
{
  g_autofree char *name = NULL;
  g_autofree char *base_name = NULL;
  GtkWidget *label, *base, *button;
  g_autoptr (SlCodeFile) file = sl_code_load_parse (text, NULL);
  g_autofree char *place = NULL;
  Row row = { 0 };

  if (file == NULL)
    return;

  row.path = g_strdup (file->path);
  place = sl_code_load_dup_place (file);
  name = g_filename_display_basename (row.path);
  label = gtk_label_new (name);
  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_MIDDLE);
  gtk_widget_set_hexpand (label, TRUE);
  base = gtk_entry_new ();
  gtk_entry_set_placeholder_text (GTK_ENTRY (base), _ ("As linked"));
  gtk_editable_set_max_width_chars (GTK_EDITABLE (base), 18);
  base_name = g_strdup_printf (_ ("Address of %s in memory"), name);
  gtk_accessible_update_property (GTK_ACCESSIBLE (base), GTK_ACCESSIBLE_PROPERTY_LABEL, base_name,
                                  -1);
  gtk_widget_set_tooltip_text (base, base_name);
  gtk_editable_set_text (GTK_EDITABLE (base), place);
  button = gtk_button_new_from_icon_name ("list-remove-symbolic");
  gtk_widget_set_tooltip_text (button, _ ("Remove"));
  gtk_widget_add_css_class (button, "flat");
  g_signal_connect_swapped (button, "clicked", G_CALLBACK (remove_cb), self);

  row.box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);
  row.base = GTK_EDITABLE (base);
  gtk_box_append (GTK_BOX (row.box), label);
  gtk_box_append (GTK_BOX (row.box), base);
  gtk_box_append (GTK_BOX (row.box), button);
  gtk_box_append (self->list, row.box);
  g_array_append_val (self->rows, row);
}

/* What the dialog says now. */
static GPtrArray *
read_rows (Asking *self)
{
  GPtrArray *files = g_ptr_array_new_with_free_func (g_free);

  for (guint i = 0; i < self->rows->len; i++)
    {
      const Row *row = &g_array_index (self->rows, Row, i);
      const char *base = row->base != NULL ? gtk_editable_get_text (row->base) : NULL;

      if (base != NULL)
        g_ptr_array_add (files, base[0] != '\0' ? g_strconcat (row->path, "@", base, NULL)
                                                : g_strdup (row->path));
    }
  g_ptr_array_add (files, NULL);
  return files;
}

static void
chosen_cb (GtkNativeDialog *chooser, int response, Asking *self)
{
  g_autoptr (GFile) file = response == GTK_RESPONSE_ACCEPT
                               ? gtk_file_chooser_get_file (GTK_FILE_CHOOSER (chooser))
                               : NULL;
  g_autofree char *path = file != NULL ? g_file_get_path (file) : NULL;
  const char *const *files = sl_annotations_get_code_files (
      sl_trace_set_get_annotations (sl_document_get_trace_set (self->document), self->trace));
  g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();
  g_auto (GStrv) all = NULL;

  for (guint i = 0; files != NULL && files[i] != NULL; i++)
    g_strv_builder_add (builder, files[i]);
  if (path != NULL)
    g_strv_builder_add (builder, path);
  all = g_strv_builder_end (builder);
  sl_document_set_code_files (self->document, self->trace, (const char *const *) all);
  if (self->parent != NULL)
    sl_symbols_dialog_present (self->document, self->trace, self->parent);
  g_object_unref (chooser);
}

static Asking *
asking_new (SlDocument *document, guint trace, GtkWindow *parent)
{
  Asking *self = g_new0 (Asking, 1);

  self->document = g_object_ref (document);
  self->trace = trace;
  g_set_weak_pointer (&self->parent, parent);
  self->rows = g_array_new (FALSE, FALSE, sizeof (Row));
  g_array_set_clear_func (self->rows, row_clear);
  return self;
}

/* The dialog has gone; it comes back with what was chosen. */
static void
choose (SlDocument *document, guint trace, GtkWindow *parent)
{
  GtkFileChooserNative *chooser =
      sl_file_chooser_new (parent, _ ("Add Symbols"), GTK_FILE_CHOOSER_ACTION_OPEN, _ ("_Add"));

  g_signal_connect_data (chooser, "response", G_CALLBACK (chosen_cb),
                         asking_new (document, trace, parent), asking_closed, 0);
  gtk_native_dialog_show (GTK_NATIVE_DIALOG (chooser));
}

static void
response_cb (AdwMessageDialog *dialog, const char *response, Asking *self)
{
  g_autoptr (GPtrArray) files = read_rows (self);

  if (strcmp (response, "cancel") == 0)
    return;
  if (strcmp (response, "trace") == 0)
    {
      sl_code_loader_ask_again (self->document, self->trace);
      return;
    }

  sl_document_set_code_files (self->document, self->trace, (const char *const *) files->pdata);
  if (strcmp (response, "add") == 0 && self->parent != NULL)
    choose (self->document, self->trace, self->parent);
}

/* What the trace itself names, and what of it is there. */
static char *
dup_traced (SlDocument *document, guint trace)
{
  SlTraceSet *set = sl_document_get_trace_set (document);
  SlCodeMap *map = sl_annotations_get_code_map (sl_trace_set_get_annotations (set, trace));
  guint count = map != NULL ? sl_code_map_get_count (map) : 0;

  if (sl_source_get_code_files (sl_trace_get_source (sl_trace_set_get_trace (set, trace))) == NULL)
    return g_strdup (
        _ ("Programs, libraries and lists of symbols (System.map, nm) give names to the addresses "
           "of code."));
  if (sl_code_loader_is_refused (document, trace))
    return g_strdup (_ ("The trace itself names files, which you chose not to read."));

  return g_strdup_printf (
      g_dngettext (
          GETTEXT_PACKAGE,
          "The trace itself names files. Together with the files added here, %u piece of code is "
          "known.",
          "The trace itself names files. Together with the files added here, %u pieces of code "
          "are known.",
          count),
      count);
}

static char *
dup_body (SlDocument *document, guint trace, gboolean has_rows)
{
  g_autofree char *traced = dup_traced (document, trace);

  if (!has_rows)
    return g_steal_pointer (&traced);

  return g_strconcat (traced, " ",
                      _ ("If a program was loaded at a different address than it was linked for, "
                         "enter that address."),
                      NULL);
}

/* Only what there is something to do for. */
static void
add_responses (AdwMessageDialog *dialog, SlDocument *document, guint trace, gboolean has_rows)
{
  adw_message_dialog_add_response (dialog, "cancel", _ ("_Cancel"));
  if (sl_code_loader_is_refused (document, trace))
    adw_message_dialog_add_response (dialog, "trace", _ ("_Files of the Trace…"));
  adw_message_dialog_add_response (dialog, "add", _ ("_Add File…"));
  if (has_rows)
    adw_message_dialog_add_response (dialog, "set", _ ("_Set"));
  sl_dialog_suggest (dialog, has_rows ? "set" : "add");
}

/**
 * sl_symbols_dialog_present:
 * @trace: number in the document's set
 *
 * Asks for the files that name the trace's code, and gives them to @document.
 */
void
sl_symbols_dialog_present (SlDocument *document, guint trace, GtkWindow *parent)
{
  const char *const *files = sl_annotations_get_code_files (
      sl_trace_set_get_annotations (sl_document_get_trace_set (document), trace));
  gboolean has_rows = files != NULL && files[0] != NULL;
  g_autofree char *body = dup_body (document, trace, has_rows);
  GtkWidget *dialog = adw_message_dialog_new (parent, _ ("Symbols"), body);
  Asking *asking = asking_new (document, trace, parent);
  GtkWidget *list = gtk_box_new (GTK_ORIENTATION_VERTICAL, 6);

  asking->list = GTK_BOX (list);
  for (guint i = 0; files != NULL && files[i] != NULL; i++)
    add_row (asking, files[i]);
  adw_message_dialog_set_extra_child (ADW_MESSAGE_DIALOG (dialog), list);
  add_responses (ADW_MESSAGE_DIALOG (dialog), document, trace, has_rows);
  g_signal_connect_data (dialog, "response", G_CALLBACK (response_cb), asking, asking_closed, 0);
  gtk_window_present (GTK_WINDOW (dialog));
}

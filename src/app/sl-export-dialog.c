/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-export-dialog.h"

#include <glib/gi18n.h>

#include "sl-export.h"
#include "sl-picture-style.h"
#include "sl-scene-builder.h"
#include "sl-window.h"

/* Writes what is shown, with all its rows, as a picture. */

typedef struct
{
  GtkFileChooserNative *chooser;
  SlTracePage *page; /* weak: the window may be closed first */
} Exporting;

static void
exporting_free (gpointer data, GClosure *closure)
{
  Exporting *exporting = data;

  g_clear_weak_pointer (&exporting->page);
  g_free (exporting);
}

static GBytes *
make_picture (SlTracePage *page, SlExportType type, GError **error)
{
  SlTimelineWidget *timeline = sl_trace_page_get_timeline (page);
  SlDocument *document = sl_trace_page_get_document (page);
  g_autoptr (SlPictureStyle) style = sl_picture_style_new (GTK_WIDGET (timeline), FALSE);
  g_autoptr (SlScene) scene = NULL;
  gboolean colour_blind;
  SlSceneOptions options = { 0 };
  SlExportOptions export = { 0 };

  g_object_get (timeline, "colour-blind", &colour_blind, NULL);
  options.width = gtk_widget_get_width (GTK_WIDGET (timeline));
  options.header_width = sl_timeline_widget_get_header_width (timeline);
  options.show_ruler = TRUE;
  options.show_cursors = TRUE;
  options.measure = style->measure;
  scene =
      sl_scene_build (sl_document_get_rows (document), sl_document_get_state (document), &options);

  /* On paper and slides the page is white, whatever the desktop is. */
  export.type = type;
  export.palette = sl_palette_get (colour_blind ? SL_PALETTE_COLOUR_BLIND : SL_PALETTE_LIGHT);
  export.fonts = &style->fonts;
  export.title = gtk_window_get_title (GTK_WINDOW (gtk_widget_get_root (GTK_WIDGET (page))));
  export.scale = type == SL_EXPORT_PNG ? 2 : 1;
  return sl_export_to_bytes (scene, &export, error);
}

static gboolean
write_picture (SlTracePage *page, GFile *file, GError **error)
{
  g_autofree char *name = g_file_get_basename (file);
  g_autoptr (GBytes) picture = NULL;
  SlExportType type;

  if (!sl_export_type_find (name, &type))
    {
      g_set_error (error, G_IO_ERROR, G_IO_ERROR_INVALID_FILENAME,
                   _ ("“%s” ends in none of .svg, .pdf, .png and .tex"), name);
      return FALSE;
    }

  picture = make_picture (page, type, error);
  return picture != NULL && g_file_replace_contents (file, g_bytes_get_data (picture, NULL),
                                                     g_bytes_get_size (picture), NULL, FALSE,
                                                     G_FILE_CREATE_NONE, NULL, NULL, error);
}

static void
response_cb (GtkNativeDialog *dialog, int response, Exporting *exporting)
{
  g_autoptr (GtkFileChooserNative) chooser = GTK_FILE_CHOOSER_NATIVE (dialog);
  g_autoptr (GFile) file = NULL;
  g_autoptr (GError) error = NULL;
  g_autofree char *text = NULL;
  SlWindow *window;

  if (response != GTK_RESPONSE_ACCEPT || exporting->page == NULL)
    return;

  window = SL_WINDOW (gtk_widget_get_root (GTK_WIDGET (exporting->page)));
  file = gtk_file_chooser_get_file (GTK_FILE_CHOOSER (chooser));
  if (write_picture (exporting->page, file, &error))
    {
      g_autofree char *name = g_file_get_basename (file);

      text = g_strdup_printf (_ ("Wrote “%s”"), name);
    }
  else
    text = g_strdup_printf (_ ("The picture was not written: %s"), error->message);
  sl_window_toast (window, text);
}

static void
add_filter (GtkFileChooser *chooser, const char *name, const char *suffix)
{
  g_autoptr (GtkFileFilter) filter = gtk_file_filter_new ();

  gtk_file_filter_set_name (filter, name);
  gtk_file_filter_add_suffix (filter, suffix);
  gtk_file_chooser_add_filter (chooser, filter);
}

/**
 * sl_export_dialog_present:
 *
 * Asks where to, and writes the picture: SVG, PDF, PNG or LaTeX by the name's ending.
 */
void
sl_export_dialog_present (SlTracePage *page, GtkWindow *parent)
{
  Exporting *exporting = g_new0 (Exporting, 1);
  GtkFileChooserNative *chooser =
      gtk_file_chooser_native_new (_ ("Export Picture"), parent, GTK_FILE_CHOOSER_ACTION_SAVE,
                                   _ ("_Export"), _ ("_Cancel"));
  g_autofree char *title = g_strdup (gtk_window_get_title (parent));
  g_autofree char *name = g_strdup_printf ("%s.svg", title);

  gtk_native_dialog_set_modal (GTK_NATIVE_DIALOG (chooser), TRUE);
  gtk_file_chooser_set_current_name (GTK_FILE_CHOOSER (chooser), g_strdelimit (name, "/", '-'));
  add_filter (GTK_FILE_CHOOSER (chooser), _ ("SVG, to be edited and scaled"), "svg");
  add_filter (GTK_FILE_CHOOSER (chooser), _ ("PDF, for papers"), "pdf");
  add_filter (GTK_FILE_CHOOSER (chooser), _ ("PNG, of pixels"), "png");
  add_filter (GTK_FILE_CHOOSER (chooser), _ ("TikZ, for LaTeX"), "tex");

  exporting->chooser = chooser;
  g_set_weak_pointer (&exporting->page, page);
  g_signal_connect_data (chooser, "response", G_CALLBACK (response_cb), exporting, exporting_free,
                         0);
  gtk_native_dialog_show (GTK_NATIVE_DIALOG (chooser));
}

/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-dialogs.h"

#include <glib/gi18n.h>
#include <math.h>

#include "sl-export.h"
#include "sl-file-chooser.h"
#include "sl-message.h"
#include "sl-open-files.h"
#include "sl-paper-colours.h"
#include "sl-picture-copy.h"
#include "sl-picture-style.h"
#include "sl-scene-builder.h"
#include "sl-shown-picture.h"
#include "sl-time-text.h"
#include "sl-widget-util.h"

/* Writes what is shown, with all its rows, as a picture or as a table, after a look at it. */
struct _SlExportDialog
{
  AdwWindow parent_instance;

  GtkWidget *export_button;
  GtkDrawingArea *preview;
  GtkLabel *size_label;
  AdwComboRow *format_row;
  AdwComboRow *colours_row;
  GtkSpinButton *width_spin;
  GtkWidget *scale_row;
  GtkSpinButton *scale_spin;

  SlTimelineWidget *timeline; /* weak: the window may be closed first */
  SlDocument *document;
  SlPictureStyle *style;
  SlScene *scene; /* NULL where it must be made anew */
  GtkFileChooserNative *chooser;
  guint closing;
};

G_DEFINE_FINAL_TYPE (SlExportDialog, sl_export_dialog, ADW_TYPE_WINDOW)

/* Names of formats are the same in every language. */
static const struct
{
  SlExportType type;
  SlTexType tex;
  const char *title;
  const char *explanation;
} formats[] = {
  { SL_EXPORT_SVG, SL_TEX_TIKZ, "SVG", N_ ("Editable at any size") },
  { SL_EXPORT_PDF, SL_TEX_TIKZ, "PDF", N_ ("For printing") },
  { SL_EXPORT_PNG, SL_TEX_TIKZ, "PNG", N_ ("Pixel image") },
  { SL_EXPORT_TEX, SL_TEX_TIKZ, "TikZ", N_ ("For LaTeX; needs only TikZ") },
  { SL_EXPORT_TEX, SL_TEX_RTSCHED, "rtsched", N_ ("For LaTeX with the rtsched package") },
  { SL_EXPORT_TEX, SL_TEX_BEAMER, N_ ("Slides"), N_ ("For beamer, step by step") },
  { SL_EXPORT_CSV, SL_TEX_TIKZ, "CSV", N_ ("The contents as a table") },
};

static SlExportOptions
get_options (SlExportDialog *self)
{
  guint format = MIN (adw_combo_row_get_selected (self->format_row), G_N_ELEMENTS (formats) - 1);
  GtkWindow *window = gtk_window_get_transient_for (GTK_WINDOW (self));

  return (SlExportOptions) {
    .type = formats[format].type,
    .tex = formats[format].tex,
    .palette = sl_paper_colours_get (adw_combo_row_get_selected (self->colours_row)),
    .fonts = &self->style->fonts,
    .title = window != NULL ? gtk_window_get_title (window) : NULL,
    .scale = gtk_spin_button_get_value (self->scale_spin),
  };
}

static void
ensure_scene (SlExportDialog *self)
{
  g_auto (SlShownPicture) picture = { 0 };

  if (self->scene != NULL || self->timeline == NULL || self->style == NULL)
    return;

  sl_shown_picture_init (&picture, SL_PICTURE_WIDGET (self->timeline), self->document, self->style,
                         gtk_spin_button_get_value_as_int (self->width_spin));
  self->scene = sl_shown_picture_build (&picture);
}

static char *
describe_size (SlExportDialog *self, const SlExportOptions *options)
{
  int width = sl_scene_get_width (self->scene), height = sl_scene_get_height (self->scene);
  g_autofree char *across = NULL;
  g_autofree char *down = NULL;

  if (options->type == SL_EXPORT_CSV)
    return g_strdup (_ ("One row for each box and mark in this picture"));
  if (options->type == SL_EXPORT_PNG)
    return g_strdup_printf (_ ("%.0f × %.0f pixels"), ceil (width * options->scale),
                            ceil (height * options->scale));
  if (options->type == SL_EXPORT_TEX && options->tex == SL_TEX_RTSCHED)
    return g_strdup (_ ("15 cm wide; the first line of the file sets this"));

  across = sl_time_text_decimal ("%.1f", width * options->scale / 96 * 2.54);
  down = sl_time_text_decimal ("%.1f", height * options->scale / 96 * 2.54);
  return g_strdup_printf (_ ("%s × %s cm"), across, down);
}

/* The scale is written as all numbers are, with a point in every locale; a comma is understood. */
static gboolean
scale_output_cb (GtkSpinButton *spin)
{
  g_autofree char *text = sl_time_text_decimal ("%.1f", gtk_spin_button_get_value (spin));

  if (!g_str_equal (gtk_editable_get_text (GTK_EDITABLE (spin)), text))
    gtk_editable_set_text (GTK_EDITABLE (spin), text);
  return TRUE;
}

static int
scale_input_cb (GtkSpinButton *spin, double *value)
{
  g_autofree char *text = g_strdup (gtk_editable_get_text (GTK_EDITABLE (spin)));
  char *end;

  g_strstrip (g_strdelimit (text, ",", '.'));
  *value = g_ascii_strtod (text, &end);
  return end == text || *end != '\0' ? GTK_INPUT_ERROR : TRUE;
}

/* What cannot be exported is said now, and not after a file was chosen. */
static void
update (SlExportDialog *self)
{
  SlExportOptions options;
  g_autofree char *text = NULL;
  const char *obstacle;
  gboolean can_export;

  ensure_scene (self);
  if (self->scene == NULL)
    return;

  options = get_options (self);
  adw_action_row_set_subtitle (ADW_ACTION_ROW (self->format_row),
                               _ (formats[MIN (adw_combo_row_get_selected (self->format_row),
                                               G_N_ELEMENTS (formats) - 1)]
                                      .explanation));
  can_export = options.type != SL_EXPORT_TEX || options.tex != SL_TEX_RTSCHED ||
               sl_scene_get_unit (self->scene) != NULL;
  obstacle = sl_style_get_obstacle (SL_STYLE_TEXTBOOK, sl_document_get_trace_set (self->document));
  if (can_export)
    text = describe_size (self, &options);
  else if (obstacle != NULL)
    text = g_strdup (obstacle);
  else
    text = g_strdup (
        _ ("rtsched supports only the textbook look, and only spans in which its symbols fit"));
  gtk_label_set_label (self->size_label, text);
  gtk_widget_set_sensitive (self->export_button, can_export);
  gtk_widget_set_sensitive (self->scale_row,
                            options.type != SL_EXPORT_CSV &&
                                (options.type != SL_EXPORT_TEX || options.tex != SL_TEX_RTSCHED));
  gtk_widget_queue_draw (GTK_WIDGET (self->preview));
}

static void
changed_cb (SlExportDialog *self)
{
  g_clear_pointer (&self->scene, sl_scene_unref);
  update (self);
}

static void
draw_cb (GtkDrawingArea *area, cairo_t *cr, int width, int height, gpointer user_data)
{
  SlExportDialog *self = user_data;
  SlExportOptions options;
  double scale, page_width, page_height;

  ensure_scene (self);
  if (self->scene == NULL)
    return;

  options = get_options (self);
  page_width = sl_scene_get_width (self->scene);
  page_height = MAX (sl_scene_get_height (self->scene), 1);
  scale = MIN (width / page_width, height / page_height);
  cairo_translate (cr, (width - page_width * scale) / 2, (height - page_height * scale) / 2);
  cairo_scale (cr, scale, scale);
  cairo_rectangle (cr, 0, 0, page_width, page_height);
  cairo_clip (cr);
  sl_painter_draw (self->style->painter, cr, self->scene, options.palette);
}

/* What the preview shows is dragged out of it. */
static SlScene *
get_dragged (gpointer user_data, SlExportOptions *options)
{
  SlExportDialog *self = user_data;

  ensure_scene (self);
  *options = get_options (self);
  return self->scene != NULL ? sl_scene_ref (self->scene) : NULL;
}

static gboolean
write_file (SlExportDialog *self, GFile *file, GError **error)
{
  SlExportOptions options = get_options (self);
  g_autoptr (GBytes) bytes = NULL;

  ensure_scene (self);
  if (self->scene == NULL)
    {
      g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_CLOSED, _ ("The trace was closed"));
      return FALSE;
    }

  bytes = sl_export_to_bytes (self->scene, &options, error);
  return bytes != NULL &&
         sl_open_files_save (file, g_bytes_get_data (bytes, NULL), g_bytes_get_size (bytes), error);
}

static gboolean
close_cb (gpointer user_data)
{
  SlExportDialog *self = user_data;

  self->closing = 0;
  gtk_window_close (GTK_WINDOW (self));
  return G_SOURCE_REMOVE;
}

/* The dialog stays until the file chooser, which belongs to it, is gone. */
static void
chosen_cb (SlExportDialog *self, int response)
{
  g_autoptr (GtkFileChooserNative) chooser = g_steal_pointer (&self->chooser);
  g_autoptr (GFile) file = NULL;
  g_autoptr (GError) error = NULL;
  g_autofree char *name = NULL;
  g_autofree char *text = NULL;

  if (response != GTK_RESPONSE_ACCEPT)
    return;

  file = gtk_file_chooser_get_file (GTK_FILE_CHOOSER (chooser));
  name = g_file_get_basename (file);
  if (write_file (self, file, &error))
    text = g_strdup_printf (_ ("Wrote “%s”"), name);
  else
    text = g_strdup_printf (_ ("The picture was not written: %s"), error->message);
  if (self->timeline != NULL)
    sl_message_show (GTK_WIDGET (self->timeline), text);
  if (error == NULL)
    self->closing = g_idle_add (close_cb, self);
  else
    gtk_label_set_label (self->size_label, text);
}

static void
export_cb (SlExportDialog *self)
{
  SlExportOptions options = get_options (self);
  const char *extension = sl_export_type_get_extension (options.type);
  g_autofree char *pattern = g_strconcat ("*.", extension, NULL);
  g_autofree char *name =
      g_strdup_printf ("%s.%s", options.title != NULL ? options.title : "trace", extension);

  self->chooser = sl_file_chooser_new (GTK_WINDOW (self), _ ("Export Picture"),
                                       GTK_FILE_CHOOSER_ACTION_SAVE, _ ("_Export"));
  gtk_file_chooser_set_current_name (GTK_FILE_CHOOSER (self->chooser),
                                     g_strdelimit (name, "/", '-'));
  sl_file_chooser_add_suffix (self->chooser, pattern, extension);
  g_signal_connect_object (self->chooser, "response", G_CALLBACK (chosen_cb), self,
                           G_CONNECT_SWAPPED);
  gtk_native_dialog_show (GTK_NATIVE_DIALOG (self->chooser));
}

static void
sl_export_dialog_dispose (GObject *object)
{
  SlExportDialog *self = SL_EXPORT_DIALOG (object);

  g_clear_weak_pointer (&self->timeline);
  g_clear_object (&self->document);
  g_clear_handle_id (&self->closing, g_source_remove);
  g_clear_object (&self->chooser);
  g_clear_pointer (&self->scene, sl_scene_unref);
  g_clear_pointer (&self->style, sl_picture_style_free);

  G_OBJECT_CLASS (sl_export_dialog_parent_class)->dispose (object);
}

static void
sl_export_dialog_class_init (SlExportDialogClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = sl_export_dialog_dispose;

  gtk_widget_class_set_template_from_resource (
      widget_class, "/io/github/slackline/Slackline/sl-export-dialog.ui");
  gtk_widget_class_bind_template_child (widget_class, SlExportDialog, export_button);
  gtk_widget_class_bind_template_child (widget_class, SlExportDialog, preview);
  gtk_widget_class_bind_template_child (widget_class, SlExportDialog, size_label);
  gtk_widget_class_bind_template_child (widget_class, SlExportDialog, format_row);
  gtk_widget_class_bind_template_child (widget_class, SlExportDialog, colours_row);
  gtk_widget_class_bind_template_child (widget_class, SlExportDialog, width_spin);
  gtk_widget_class_bind_template_child (widget_class, SlExportDialog, scale_row);
  gtk_widget_class_bind_template_child (widget_class, SlExportDialog, scale_spin);
  gtk_widget_class_bind_template_callback (widget_class, changed_cb);
  gtk_widget_class_bind_template_callback (widget_class, export_cb);
  gtk_widget_class_bind_template_callback (widget_class, scale_input_cb);
  gtk_widget_class_bind_template_callback (widget_class, scale_output_cb);
}

static void
sl_export_dialog_init (SlExportDialog *self)
{
  g_autoptr (GtkStringList) format_names = gtk_string_list_new (NULL);
  g_autoptr (GListModel) colour_names = sl_paper_colours_make_list ();

  gtk_widget_init_template (GTK_WIDGET (self));
  sl_combo_value_keep (self->format_row);
  sl_combo_value_keep (self->colours_row);
  for (guint i = 0; i < G_N_ELEMENTS (formats); i++)
    gtk_string_list_append (format_names, _ (formats[i].title));
  adw_combo_row_set_model (self->format_row, G_LIST_MODEL (format_names));
  adw_combo_row_set_model (self->colours_row, colour_names);
  gtk_drawing_area_set_draw_func (self->preview, draw_cb, self, NULL);
  sl_picture_copy_add_drag (GTK_WIDGET (self->preview), get_dragged, self);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->preview), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("Preview of the picture"), -1);
}

/**
 * sl_export_dialog_present:
 * @timeline: whose width and colours the picture begins with
 * @document: what it shows
 *
 * Shows the picture that would be written, asks for its format and size, then where to.
 */
void
sl_export_dialog_present (SlTimelineWidget *timeline, SlDocument *document, GtkWindow *parent)
{
  SlExportDialog *self =
      g_object_new (SL_TYPE_EXPORT_DIALOG, "transient-for", parent, SL_WINDOW_ROLE, NULL);
  gboolean colour_blind;

  g_set_weak_pointer (&self->timeline, timeline);
  self->document = g_object_ref (document);
  self->style = sl_picture_style_new (GTK_WIDGET (timeline), FALSE);
  g_object_get (timeline, "colour-blind", &colour_blind, NULL);
  adw_combo_row_set_selected (self->colours_row, colour_blind ? 2 : 0);
  gtk_spin_button_set_value (self->width_spin, gtk_widget_get_width (GTK_WIDGET (timeline)));
  changed_cb (self);
  gtk_window_set_default_widget (GTK_WINDOW (self), self->export_button);
  sl_button_names_give (GTK_WIDGET (self));
  sl_window_present_at (GTK_WINDOW (self), GTK_WIDGET (self->format_row));
}

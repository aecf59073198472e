/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-picture-print.h"

#include <glib/gi18n.h>

#include "sl-message.h"
#include "sl-paper-colours.h"
#include "sl-print-parts.h"
#include "sl-shown-picture.h"

/* Of the page, in mm. */
#define MARGIN 12.0

/* Of the lines above and below the picture, in points. */
#define TITLE_SIZE  13.0
#define FOOTER_SIZE 8.0
#define LINE_HEIGHT 1.6

/* Pixels of the picture for each point of its width: text of 13 pixels becomes one of 7.5 points. */
#define PIXELS_A_POINT 1.75

/* Paper that is this small has no room for a picture. */
#define LEAST_ROOM 60.0

/* A picture in the textbook look is made smaller rather than cut, up to here. */
#define LEAST_SCALE 0.6

typedef struct
{
  SlTimelineWidget *timeline;
  SlDocument *document;
  SlShownPicture picture;
  SlPictureStyle *style;
  SlScene *scene; /* of the textbook look; else NULL */
  char *title;
  GArray *parts; /* of SlPrintPart */
  double scale;  /* points a pixel */
  guint colours; /* position among those for paper */
} Job;

static void
job_free (gpointer data)
{
  Job *job = data;

  g_object_unref (job->timeline);
  g_object_unref (job->document);
  sl_shown_picture_clear (&job->picture);
  g_clear_pointer (&job->scene, sl_scene_unref);
  sl_picture_style_free (job->style);
  g_array_unref (job->parts);
  g_free (job->title);
  g_free (job);
}

/* What is above the rows on each page. */
static int
get_ruler_height (const Job *job)
{
  return sl_ruler_get_height (job->picture.rows, job->picture.state) +
         sl_band_get_height (job->picture.rows);
}

static double
get_room (GtkPrintContext *context)
{
  return gtk_print_context_get_height (context) - (TITLE_SIZE + FOOTER_SIZE) * LINE_HEIGHT;
}

static void
divide_textbook (Job *job, double width, double room)
{
  double height;

  job->scene = sl_shown_picture_build (&job->picture);
  height = sl_scene_get_height (job->scene);
  job->scale = MIN (job->scale, width / sl_scene_get_width (job->scene));
  if (room / height < job->scale)
    job->scale = MAX (room / height, LEAST_SCALE * job->scale);
  sl_print_parts_divide (job->parts, job->picture.rows, job->scene, (int) height,
                         (int) (room / job->scale));
}

static void
begin_cb (GtkPrintOperation *operation, GtkPrintContext *context, Job *job)
{
  double width = gtk_print_context_get_width (context);
  double room = get_room (context);

  g_array_set_size (job->parts, 0);
  g_clear_pointer (&job->scene, sl_scene_unref);
  job->scale = 1 / PIXELS_A_POINT;
  job->picture.options.width = (int) (width * PIXELS_A_POINT);
  if (width < LEAST_ROOM || room < LEAST_ROOM)
    {
      gtk_print_operation_set_n_pages (operation, 1);
      return;
    }

  if (sl_view_state_get_style (job->picture.state) == SL_STYLE_TEXTBOOK)
    divide_textbook (job, width, room);
  else
    sl_print_parts_divide (job->parts, job->picture.rows, NULL,
                           sl_rows_get_height (job->picture.rows),
                           MAX ((int) (room * PIXELS_A_POINT) - get_ruler_height (job), 1));
  gtk_print_operation_set_n_pages (operation, (int) job->parts->len);
}

static void
draw_line (GtkPrintContext *context,
           const Job *job,
           const char *text,
           double size,
           double y,
           PangoAlignment align)
{
  cairo_t *cr = gtk_print_context_get_cairo_context (context);
  g_autoptr (PangoLayout) layout = gtk_print_context_create_pango_layout (context);
  g_autoptr (PangoFontDescription) font = pango_font_description_from_string (job->style->family);

  pango_font_description_set_absolute_size (font, size * PANGO_SCALE);
  pango_layout_set_font_description (layout, font);
  pango_layout_set_width (layout, (int) (gtk_print_context_get_width (context) * PANGO_SCALE));
  pango_layout_set_ellipsize (layout, PANGO_ELLIPSIZE_MIDDLE);
  pango_layout_set_alignment (layout, align);
  pango_layout_set_text (layout, text, -1);
  cairo_set_source_rgb (cr, 0, 0, 0);
  cairo_move_to (cr, 0, y);
  pango_cairo_show_layout (cr, layout);
}

/* Of the compact look each strip is a picture of its own, the uppermost with the ruler above its rows. */
static void
draw_strip (Job *job, cairo_t *cr, SlPrintStrip strip, gboolean is_first)
{
  const SlPalette *palette = sl_paper_colours_get (job->colours);
  int height = strip.to - strip.from;
  g_autoptr (SlScene) scene = NULL;
  int top;

  cairo_save (cr);
  if (job->scene != NULL)
    {
      cairo_rectangle (cr, 0, 0, sl_scene_get_width (job->scene), height);
      cairo_clip (cr);
      cairo_translate (cr, 0, -strip.from);
      sl_painter_draw (job->style->painter, cr, job->scene, palette);
    }
  else
    {
      top = get_ruler_height (job);
      job->picture.options.scroll_y = strip.from;
      job->picture.options.height = top + height;
      scene = sl_shown_picture_build (&job->picture);
      cairo_rectangle (cr, 0, is_first ? 0 : top, sl_scene_get_width (scene),
                       is_first ? top + height : height);
      cairo_clip (cr);
      sl_painter_draw (job->style->painter, cr, scene, palette);
    }
  cairo_restore (cr);
}

static void
draw_part (Job *job, cairo_t *cr, const SlPrintPart *part)
{
  for (guint i = 0; i < part->n_headings; i++)
    {
      draw_strip (job, cr, part->headings[i], i == 0);
      cairo_translate (cr, 0, part->headings[i].to - part->headings[i].from);
    }
  draw_strip (job, cr, part->strip, part->n_headings == 0);
}

static void
draw_cb (GtkPrintOperation *operation, GtkPrintContext *context, int number, Job *job)
{
  cairo_t *cr = gtk_print_context_get_cairo_context (context);
  g_autofree char *footer = NULL;

  draw_line (context, job, job->title, TITLE_SIZE, 0, PANGO_ALIGN_LEFT);
  if ((guint) number >= job->parts->len)
    {
      draw_line (context, job, _ ("The paper is too small for the picture"), FOOTER_SIZE,
                 TITLE_SIZE * LINE_HEIGHT, PANGO_ALIGN_LEFT);
      return;
    }

  cairo_save (cr);
  cairo_translate (cr, 0, TITLE_SIZE * LINE_HEIGHT);
  cairo_scale (cr, job->scale, job->scale);
  draw_part (job, cr, &g_array_index (job->parts, SlPrintPart, number));
  cairo_restore (cr);

  if (job->parts->len == 1)
    return;
  /* Translators: number of a printed page, and how many there are */
  footer = g_strdup_printf (_ ("Page %d of %u"), number + 1, job->parts->len);
  draw_line (context, job, footer, FOOTER_SIZE,
             gtk_print_context_get_height (context) - FOOTER_SIZE * LINE_HEIGHT, PANGO_ALIGN_RIGHT);
}

/* In the dialog that asks for a printer. */
static GtkWidget *
make_choice_cb (GtkPrintOperation *operation, Job *job)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 12);
  GtkWidget *label = gtk_label_new_with_mnemonic (_ ("_Colours"));
  g_autoptr (GListModel) titles = sl_paper_colours_make_list ();
  GtkWidget *drop = gtk_drop_down_new (g_object_ref (titles), NULL);

  gtk_drop_down_set_selected (GTK_DROP_DOWN (drop), job->colours);
  gtk_widget_set_valign (drop, GTK_ALIGN_START);
  gtk_widget_set_valign (label, GTK_ALIGN_START);
  gtk_widget_set_margin_top (label, 8);
  gtk_label_set_mnemonic_widget (GTK_LABEL (label), drop);
  gtk_widget_set_margin_top (box, 12);
  gtk_widget_set_margin_start (box, 12);
  gtk_box_append (GTK_BOX (box), label);
  gtk_box_append (GTK_BOX (box), drop);
  return box;
}

static void
take_choice_cb (GtkPrintOperation *operation, GtkWidget *box, Job *job)
{
  job->colours = gtk_drop_down_get_selected (GTK_DROP_DOWN (gtk_widget_get_last_child (box)));
}

static GtkPageSetup *
make_setup (void)
{
  GtkPageSetup *setup = gtk_page_setup_new ();

  gtk_page_setup_set_orientation (setup, GTK_PAGE_ORIENTATION_LANDSCAPE);
  gtk_page_setup_set_left_margin (setup, MARGIN, GTK_UNIT_MM);
  gtk_page_setup_set_right_margin (setup, MARGIN, GTK_UNIT_MM);
  gtk_page_setup_set_top_margin (setup, MARGIN, GTK_UNIT_MM);
  gtk_page_setup_set_bottom_margin (setup, MARGIN, GTK_UNIT_MM);
  return setup;
}

/* Who prints to a file is offered its name. */
static GtkPrintSettings *
make_settings (const char *title)
{
  GtkPrintSettings *settings = gtk_print_settings_new ();
  g_autofree char *name = g_strdelimit (g_strdup (title), "/", '-');

  if (name[0] != '\0')
    gtk_print_settings_set (settings, GTK_PRINT_SETTINGS_OUTPUT_BASENAME, name);
  return settings;
}

/* GTK starts a program for a look at the pages, and says nothing where that is not there. */
static gboolean
has_preview_program (void)
{
  g_autofree char *command = NULL;
  g_autofree char *program = NULL;
  g_auto (GStrv) words = NULL;

  g_object_get (gtk_settings_get_default (), "gtk-print-preview-command", &command, NULL);
  if (command != NULL && g_shell_parse_argv (command, NULL, &words, NULL))
    program = g_find_program_in_path (words[0]);
  return program != NULL;
}

/* Writes the pages into a file, which the next look at pages overwrites. */
static char *
write_pages (const Job *job, GtkPageSetup *setup, GError **error)
{
  g_autoptr (GtkPrintOperation) operation =
      sl_picture_print_new (job->timeline, job->document, job->title);
  g_autofree char *folder = g_build_filename (g_get_user_cache_dir (), "slackline", NULL);
  g_autofree char *path = g_build_filename (folder, "preview.pdf", NULL);
  Job *other = g_object_get_data (G_OBJECT (operation), "job");

  g_mkdir_with_parents (folder, 0700);
  other->colours = job->colours;
  if (setup != NULL)
    gtk_print_operation_set_default_page_setup (operation, setup);
  gtk_print_operation_set_export_filename (operation, path);
  if (gtk_print_operation_run (operation, GTK_PRINT_OPERATION_ACTION_EXPORT, NULL, error) ==
      GTK_PRINT_OPERATION_RESULT_ERROR)
    return NULL;

  return g_filename_to_uri (path, NULL, error);
}

static gboolean
end_preview_cb (gpointer preview)
{
  gtk_print_operation_preview_end_preview (preview);
  return G_SOURCE_REMOVE;
}

/* GTK lays out the pages of every look at them, also of one that it does not show. */
static void
give_surface (GtkPrintContext *context)
{
  cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_A8, 1, 1);
  cairo_t *cr = cairo_create (surface);

  gtk_print_context_set_cairo_context (context, cr, 72, 72);
  cairo_destroy (cr);
  cairo_surface_destroy (surface);
}

/* Where that program is missing, whatever shows PDF shows the pages. */
static gboolean
preview_cb (GtkPrintOperation *operation,
            GtkPrintOperationPreview *preview,
            GtkPrintContext *context,
            GtkWindow *parent,
            Job *job)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *uri = NULL;
  g_autofree char *text = NULL;

  if (has_preview_program ())
    return FALSE;

  uri = write_pages (job, gtk_print_context_get_page_setup (context), &error);
  if (uri == NULL || !g_app_info_launch_default_for_uri (uri, NULL, &error))
    {
      text =
          g_strdup_printf (_ ("No program shows the pages; Export Picture saves them as PDF: %s"),
                           error != NULL ? error->message : "?");
      sl_message_show (GTK_WIDGET (job->timeline), text);
    }
  give_surface (context);
  g_idle_add_full (G_PRIORITY_DEFAULT, end_preview_cb, g_object_ref (preview), g_object_unref);
  return TRUE;
}

/**
 * sl_picture_print_new:
 * @timeline: whose fonts and headers the picture has
 * @document: what it shows; it is printed as it is now
 * @title: above the picture
 *
 * All rows that the view has, folded groups as one, on as many pages in landscape as they need; in black and white, unless the
 * user chooses other colours.
 *
 * Returns: (transfer full):
 */
GtkPrintOperation *
sl_picture_print_new (SlTimelineWidget *timeline, SlDocument *document, const char *title)
{
  GtkPrintOperation *operation = gtk_print_operation_new ();
  g_autoptr (GtkPageSetup) setup = make_setup ();
  g_autoptr (GtkPrintSettings) settings = make_settings (title != NULL ? title : "");
  Job *job = g_new0 (Job, 1);

  job->timeline = g_object_ref (timeline);
  job->document = g_object_ref (document);
  job->style = sl_picture_style_new (GTK_WIDGET (timeline), FALSE);
  job->parts = g_array_new (FALSE, FALSE, sizeof (SlPrintPart));
  job->title = g_strdup (title != NULL ? title : "");
  sl_shown_picture_init (&job->picture, SL_PICTURE_WIDGET (timeline), document, job->style, 0);
  g_object_set_data_full (G_OBJECT (operation), "job", job, job_free);
  gtk_print_operation_set_default_page_setup (operation, setup);
  gtk_print_operation_set_print_settings (operation, settings);
  gtk_print_operation_set_job_name (operation, job->title);
  gtk_print_operation_set_unit (operation, GTK_UNIT_POINTS);
  gtk_print_operation_set_embed_page_setup (operation, TRUE);
  job->colours = sl_paper_colours_find (SL_PALETTE_PRINT);
  gtk_print_operation_set_custom_tab_label (operation, _ ("Picture"));
  g_signal_connect (operation, "create-custom-widget", G_CALLBACK (make_choice_cb), job);
  g_signal_connect (operation, "custom-widget-apply", G_CALLBACK (take_choice_cb), job);
  g_signal_connect (operation, "begin-print", G_CALLBACK (begin_cb), job);
  g_signal_connect (operation, "draw-page", G_CALLBACK (draw_cb), job);
  g_signal_connect (operation, "preview", G_CALLBACK (preview_cb), job);
  return operation;
}

static void
done_cb (GtkPrintOperation *operation, GtkPrintOperationResult result, GtkWidget *timeline)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *text = NULL;

  if (result != GTK_PRINT_OPERATION_RESULT_ERROR)
    return;

  gtk_print_operation_get_error (operation, &error);
  text =
      g_strdup_printf (_ ("The picture was not printed: %s"), error != NULL ? error->message : "?");
  sl_message_show (timeline, text);
}

/**
 * sl_picture_print_ask:
 *
 * Asks for a printer, or for a look at the pages, and prints.
 */
void
sl_picture_print_ask (SlTimelineWidget *timeline, SlDocument *document, GtkWindow *parent)
{
  g_autoptr (GtkPrintOperation) operation =
      sl_picture_print_new (timeline, document, gtk_window_get_title (parent));

  gtk_print_operation_set_allow_async (operation, TRUE);
  g_signal_connect_object (operation, "done", G_CALLBACK (done_cb), timeline, 0);
  gtk_print_operation_run (operation, GTK_PRINT_OPERATION_ACTION_PRINT_DIALOG, parent, NULL);
}

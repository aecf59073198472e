/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-picture-copy.h"

#include <glib/gi18n.h>
#include <glib/gstdio.h>

#include "sl-background.h"
#include "sl-export.h"
#include "sl-file-writer.h"
#include "sl-message.h"
#include "sl-shown-picture.h"

/* Pictures are put into texts and slides, where they are looked at from near. */
#define SHARPNESS 2.0

/* More than this nobody looks at; many rows get fewer pixels each. */
#define MOST_PIXELS 60e6

/* What is dragged has this file in a folder of its own, for programs that take only files. */
#define FOLDER "dragged"

#define COPYING "picture-that-is-copied"

/* What is dragged is about this large under the pointer. */
#define ICON_WIDTH 320.0

typedef struct
{
  SlPictureFunc get;
  gpointer user_data;
  GdkTexture *texture; /* of the last drag */
} Drag;

/* What @timeline shows; weak. */
typedef struct
{
  SlPictureWidget *timeline;
  SlDocument *document;
} Shown;

/* What programs can be given of a picture. */
typedef struct
{
  GBytes *png;
  GBytes *svg;
  GdkTexture *texture;
} Forms;

/* A picture that is drawn in a thread, with all that it is drawn of. */
typedef struct
{
  SlPictureStyle *style;
  SlScene *scene;
  SlExportOptions options;
  char *title;
  Forms forms;
} Copy;

static void
forms_clear (Forms *self)
{
  g_clear_pointer (&self->png, g_bytes_unref);
  g_clear_pointer (&self->svg, g_bytes_unref);
  g_clear_object (&self->texture);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Forms, forms_clear)

/* The picture as it is seen, in the colours of paper and slides, where the page is white, whatever the desktop is. The
 * fonts of the options are those of @style. */
static SlScene *
build_shown (SlPictureWidget *timeline,
             SlDocument *document,
             SlPictureStyle *style,
             SlExportOptions *options)
{
  GtkRoot *root = gtk_widget_get_root (GTK_WIDGET (timeline));
  g_auto (SlShownPicture) picture = { 0 };
  gboolean colour_blind;
  SlScene *scene;

  g_object_get (timeline, "colour-blind", &colour_blind, NULL);
  *options = (SlExportOptions) {
    .palette = sl_palette_get (colour_blind ? SL_PALETTE_COLOUR_BLIND : SL_PALETTE_LIGHT),
    .fonts = &style->fonts,
    .title = GTK_IS_WINDOW (root) ? gtk_window_get_title (GTK_WINDOW (root)) : NULL,
    .scale = SHARPNESS,
  };
  sl_shown_picture_init (&picture, timeline, document, style,
                         gtk_widget_get_width (GTK_WIDGET (timeline)));
  scene = sl_shown_picture_build (&picture);
  if ((double) sl_scene_get_width (scene) * sl_scene_get_height (scene) * SHARPNESS * SHARPNESS >
      MOST_PIXELS)
    options->scale = 1;
  return scene;
}

static SlScene *
get_shown (gpointer user_data, SlExportOptions *options)
{
  Shown *shown = user_data;
  SlPictureStyle *style;

  if (shown->timeline == NULL)
    return NULL;

  style = sl_picture_style_new (GTK_WIDGET (shown->timeline), FALSE);
  g_object_set_data_full (G_OBJECT (shown->timeline), "style-of-drag", style,
                          (GDestroyNotify) sl_picture_style_free);
  return build_shown (shown->timeline, shown->document, style, options);
}

/* All forms of the picture; %FALSE with @error where it is too large. In any thread. */
static gboolean
draw (SlScene *scene, SlExportOptions options, Forms *forms, GError **error)
{
  options.type = SL_EXPORT_PNG;
  forms->png = sl_export_to_bytes (scene, &options, error);
  if (forms->png == NULL)
    return FALSE;

  options.type = SL_EXPORT_SVG;
  options.scale = 1;
  forms->svg = sl_export_to_bytes (scene, &options, error);
  if (forms->svg == NULL)
    return FALSE;

  forms->texture = gdk_texture_new_from_bytes (forms->png, error);
  return forms->texture != NULL;
}

static void
say_not_copied (GtkWidget *widget, const GError *error)
{
  g_autofree char *text = g_strdup_printf (_ ("The picture was not copied: %s"), error->message);

  sl_message_show (widget, text);
}

static GdkContentProvider *
make_content (const Forms *forms)
{
  GdkContentProvider *providers[] = {
    gdk_content_provider_new_typed (GDK_TYPE_TEXTURE, forms->texture),
    gdk_content_provider_new_for_bytes ("image/svg+xml", forms->svg),
  };

  return gdk_content_provider_new_union (providers, G_N_ELEMENTS (providers));
}

static void
copy_free (gpointer data)
{
  Copy *copy = data;

  forms_clear (&copy->forms);
  sl_scene_unref (copy->scene);
  g_free (copy->title);
  sl_picture_style_free (copy->style);
  g_free (copy);
}

static gpointer
draw_copy (gpointer request, GCancellable *cancellable, SlBackgroundRun *run, GError **error)
{
  Copy *copy = request;

  return draw (copy->scene, copy->options, &copy->forms, error) ? copy : NULL;
}

static void
drawn_cb (gpointer timeline, gpointer found, const GError *error)
{
  Copy *copy = found;
  g_autoptr (GdkContentProvider) content = NULL;

  if (copy == NULL)
    {
      say_not_copied (timeline, error);
      return;
    }

  content = make_content (&copy->forms);
  gdk_clipboard_set_content (gtk_widget_get_clipboard (timeline), content);
  sl_message_show (timeline, _ ("The picture is on the clipboard"));
  copy_free (copy);
}

static const SlBackgroundKind copy_kind = {
  .work = draw_copy,
  .free = copy_free,
  .free_found = copy_free,
  .priority = G_PRIORITY_DEFAULT,
};

/* It is with the timeline, and goes with it. */
static SlBackground *
get_background (SlPictureWidget *timeline)
{
  SlBackground *background = g_object_get_data (G_OBJECT (timeline), COPYING);

  if (background == NULL)
    {
      background = sl_background_new (&copy_kind, drawn_cb, timeline);
      g_object_set_data_full (G_OBJECT (timeline), COPYING, background,
                              (GDestroyNotify) sl_background_free);
    }
  return background;
}

/**
 * sl_picture_copy:
 * @document: what @timeline shows
 *
 * Puts the picture on the clipboard, in pixels and as SVG, and says so. It is what is seen now, and is drawn in the
 * background; copying again gives up what is not drawn yet.
 */
void
sl_picture_copy (SlPictureWidget *timeline, SlDocument *document)
{
  Copy *copy = g_new0 (Copy, 1);

  copy->style = sl_picture_style_new (GTK_WIDGET (timeline), FALSE);
  copy->scene = build_shown (timeline, document, copy->style, &copy->options);
  copy->title = g_strdup (copy->options.title);
  copy->options.title = copy->title;
  sl_background_start (get_background (timeline), copy);
}

/* Returns: (transfer full) (nullable): where the file is; what was dragged before is there no more. */
static GFile *
write_file (GBytes *png, const char *title)
{
  g_autofree char *folder = g_build_filename (g_get_user_cache_dir (), "slackline", FOLDER, NULL);
  g_autofree char *name = g_strdup_printf ("%s.png", title != NULL ? title : "trace");
  g_autoptr (GDir) dir = NULL;
  g_autoptr (GFile) file = NULL;
  const char *old;

  g_mkdir_with_parents (folder, 0700);
  dir = g_dir_open (folder, 0, NULL);
  while (dir != NULL && (old = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *path = g_build_filename (folder, old, NULL);

      g_unlink (path);
    }

  file = g_file_new_build_filename (folder, g_strdelimit (name, "/", '-'), NULL);
  return sl_file_write (file, NULL, g_bytes_get_data (png, NULL), g_bytes_get_size (png), NULL)
             ? g_steal_pointer (&file)
             : NULL;
}

static GdkContentProvider *
prepare_cb (GtkDragSource *source, double x, double y, Drag *drag)
{
  SlExportOptions options;
  g_autoptr (SlScene) scene = drag->get (drag->user_data, &options);
  g_auto (Forms) forms = { 0 };
  g_autoptr (GError) error = NULL;
  g_autoptr (GFile) file = NULL;
  GdkContentProvider *providers[2];

  if (scene == NULL)
    return NULL;
  if (!draw (scene, options, &forms, &error))
    {
      say_not_copied (gtk_event_controller_get_widget (GTK_EVENT_CONTROLLER (source)), error);
      return NULL;
    }

  g_set_object (&drag->texture, forms.texture);
  file = write_file (forms.png, options.title);
  if (file == NULL)
    return make_content (&forms);

  providers[0] = gdk_content_provider_new_typed (G_TYPE_FILE, file);
  providers[1] = make_content (&forms);
  return gdk_content_provider_new_union (providers, G_N_ELEMENTS (providers));
}

static void
begin_cb (GtkDragSource *source, GdkDrag *gdk_drag, Drag *drag)
{
  g_autoptr (GtkSnapshot) snapshot = gtk_snapshot_new ();
  double width = MIN (gdk_texture_get_width (drag->texture), ICON_WIDTH);
  double height = width * gdk_texture_get_height (drag->texture) /
                  MAX (gdk_texture_get_width (drag->texture), 1);
  g_autoptr (GdkPaintable) icon = NULL;

  gtk_snapshot_append_texture (snapshot, drag->texture,
                               &GRAPHENE_RECT_INIT (0, 0, (float) width, (float) height));
  icon = gtk_snapshot_to_paintable (snapshot, NULL);
  gtk_drag_source_set_icon (source, icon, 0, 0);
}

static void
drag_free (gpointer data, GClosure *closure)
{
  Drag *drag = data;

  g_clear_object (&drag->texture);
  g_free (drag);
}

/**
 * sl_picture_copy_add_drag:
 * @handle: from which the picture can be dragged
 * @get: called with @user_data, which must live as long as @handle, as a drag begins
 *
 * Other programs get the picture, or a file of it.
 */
void
sl_picture_copy_add_drag (GtkWidget *handle, SlPictureFunc get, gpointer user_data)
{
  GtkDragSource *source = gtk_drag_source_new ();
  Drag *drag = g_new0 (Drag, 1);

  drag->get = get;
  drag->user_data = user_data;
  g_signal_connect_data (source, "prepare", G_CALLBACK (prepare_cb), drag, drag_free, 0);
  g_signal_connect (source, "drag-begin", G_CALLBACK (begin_cb), drag);
  gtk_widget_add_controller (handle, GTK_EVENT_CONTROLLER (source));
}

static void
shown_free (gpointer data)
{
  Shown *shown = data;

  g_clear_weak_pointer (&shown->timeline);
  g_object_unref (shown->document);
  g_free (shown);
}

/**
 * sl_picture_copy_add_drag_of:
 * @handle: from which the picture can be dragged
 * @document: what @timeline shows
 */
void
sl_picture_copy_add_drag_of (GtkWidget *handle, SlPictureWidget *timeline, SlDocument *document)
{
  Shown *shown = g_new0 (Shown, 1);

  g_set_weak_pointer (&shown->timeline, timeline);
  shown->document = g_object_ref (document);
  g_object_set_data_full (G_OBJECT (handle), "shown-picture", shown, shown_free);
  sl_picture_copy_add_drag (handle, get_shown, shown);
}

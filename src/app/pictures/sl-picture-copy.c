/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-picture-copy.h"

#include <glib/gi18n.h>
#include <glib/gstdio.h>

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

/* The picture as it is seen, in the colours of paper and slides, where the page is white, whatever the desktop is. */
static SlScene *
get_shown (gpointer user_data, SlExportOptions *options)
{
  Shown *shown = user_data;
  SlPictureStyle *style;
  g_auto (SlShownPicture) picture = { 0 };
  GtkRoot *root;
  gboolean colour_blind;
  SlScene *scene;

  if (shown->timeline == NULL)
    return NULL;

  root = gtk_widget_get_root (GTK_WIDGET (shown->timeline));
  /* The fonts of the options are its own. */
  style = sl_picture_style_new (GTK_WIDGET (shown->timeline), FALSE);
  g_object_set_data_full (G_OBJECT (shown->timeline), "style-of-copy", style,
                          (GDestroyNotify) sl_picture_style_free);
  g_object_get (shown->timeline, "colour-blind", &colour_blind, NULL);
  *options = (SlExportOptions) {
    .palette = sl_palette_get (colour_blind ? SL_PALETTE_COLOUR_BLIND : SL_PALETTE_LIGHT),
    .fonts = &style->fonts,
    .title = GTK_IS_WINDOW (root) ? gtk_window_get_title (GTK_WINDOW (root)) : NULL,
    .scale = SHARPNESS,
  };
  sl_shown_picture_init (&picture, shown->timeline, shown->document, style,
                         gtk_widget_get_width (GTK_WIDGET (shown->timeline)));
  scene = sl_shown_picture_build (&picture);
  if ((double) sl_scene_get_width (scene) * sl_scene_get_height (scene) * SHARPNESS * SHARPNESS >
      MOST_PIXELS)
    options->scale = 1;
  return scene;
}

/* Both forms of the picture; %FALSE with @error where it is too large. */
static gboolean
draw (SlScene *scene, SlExportOptions options, GBytes **png, GBytes **svg, GError **error)
{
  options.type = SL_EXPORT_PNG;
  *png = sl_export_to_bytes (scene, &options, error);
  if (*png == NULL)
    return FALSE;

  options.type = SL_EXPORT_SVG;
  options.scale = 1;
  *svg = sl_export_to_bytes (scene, &options, error);
  if (*svg == NULL)
    g_clear_pointer (png, g_bytes_unref);
  return *svg != NULL;
}

/* Returns: (transfer full) (nullable): the picture in all forms; %NULL, with the reason in the window, where it cannot be drawn */
static GdkContentProvider *
make_content (GtkWidget *widget,
              SlScene *scene,
              const SlExportOptions *options,
              GBytes **png,
              GdkTexture **texture)
{
  g_autoptr (GBytes) svg = NULL;
  g_autoptr (GError) error = NULL;
  g_autofree char *text = NULL;
  GdkContentProvider *forms[2];

  *texture = NULL;
  *png = NULL;
  if (draw (scene, *options, png, &svg, &error))
    *texture = gdk_texture_new_from_bytes (*png, &error);
  if (*texture == NULL)
    {
      text = g_strdup_printf (_ ("The picture was not copied: %s"), error->message);
      sl_message_show (widget, text);
      g_clear_pointer (png, g_bytes_unref);
      return NULL;
    }

  forms[0] = gdk_content_provider_new_typed (GDK_TYPE_TEXTURE, *texture);
  forms[1] = gdk_content_provider_new_for_bytes ("image/svg+xml", svg);
  return gdk_content_provider_new_union (forms, G_N_ELEMENTS (forms));
}

/**
 * sl_picture_copy:
 * @document: what @timeline shows
 *
 * Puts the picture on the clipboard, in pixels and as SVG, and says so.
 */
void
sl_picture_copy (SlPictureWidget *timeline, SlDocument *document)
{
  Shown shown = { timeline, document };
  SlExportOptions options;
  g_autoptr (SlScene) scene = get_shown (&shown, &options);
  g_autoptr (GBytes) png = NULL;
  g_autoptr (GdkTexture) texture = NULL;
  g_autoptr (GdkContentProvider) content =
      make_content (GTK_WIDGET (timeline), scene, &options, &png, &texture);

  if (content == NULL)
    return;

  gdk_clipboard_set_content (gtk_widget_get_clipboard (GTK_WIDGET (timeline)), content);
  sl_message_show (GTK_WIDGET (timeline), _ ("The picture is on the clipboard"));
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
  g_autoptr (GBytes) png = NULL;
  g_autoptr (GFile) file = NULL;
  GdkContentProvider *content;
  GdkContentProvider *forms[2];

  if (scene == NULL)
    return NULL;

  g_clear_object (&drag->texture);
  content = make_content (gtk_event_controller_get_widget (GTK_EVENT_CONTROLLER (source)), scene,
                          &options, &png, &drag->texture);
  file = content != NULL ? write_file (png, options.title) : NULL;
  if (file == NULL)
    return content;

  forms[0] = gdk_content_provider_new_typed (G_TYPE_FILE, file);
  forms[1] = content;
  return gdk_content_provider_new_union (forms, G_N_ELEMENTS (forms));
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

/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-start-page.h"

#include <glib/gi18n.h>

#include "sl-course-group.h"
#include "sl-exercise.h"
#include "sl-install.h"
#include "sl-recent-files.h"
#include "sl-widget-util.h"

#define N_RECENT 5

/* What an empty window shows: where to begin. Emits "open" with the file that was chosen. */
struct _SlStartPage
{
  AdwBin parent_instance;

  AdwPreferencesGroup *recent_group;
  AdwPreferencesGroup *views_group;
  AdwPreferencesGroup *samples_group;
  SlCourseGroup *course_group;
  GtkButton *open_button;

  GPtrArray *recent_rows; /* of GtkWidget, owned by the group */
  GPtrArray *view_rows;   /* in the same way */
};

G_DEFINE_FINAL_TYPE (SlStartPage, sl_start_page, ADW_TYPE_BIN)

enum
{
  SIGNAL_OPEN,
  N_SIGNALS,
};

static guint signals[N_SIGNALS];

static void
row_activated_cb (AdwActionRow *row, SlStartPage *self)
{
  GFile *file = g_object_get_data (G_OBJECT (row), "file");

  g_signal_emit (self, signals[SIGNAL_OPEN], 0, file);
}

static GtkWidget *
make_row (SlStartPage *self, GFile *file, const char *title, const char *subtitle)
{
  GtkWidget *row = adw_action_row_new ();

  /* File names are not markup. */
  adw_preferences_row_set_use_markup (ADW_PREFERENCES_ROW (row), FALSE);
  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (row), title);
  adw_action_row_set_subtitle (ADW_ACTION_ROW (row), subtitle);
  adw_action_row_set_subtitle_lines (ADW_ACTION_ROW (row), 1);
  adw_action_row_set_title_lines (ADW_ACTION_ROW (row), 1);
  adw_action_row_add_suffix (ADW_ACTION_ROW (row), sl_decoration_new ("go-next-symbolic"));
  gtk_list_box_row_set_activatable (GTK_LIST_BOX_ROW (row), TRUE);
  g_object_set_data_full (G_OBJECT (row), "file", g_object_ref (file), g_object_unref);
  g_signal_connect (row, "activated", G_CALLBACK (row_activated_cb), self);
  return row;
}

static char *
dup_folder_name (GFile *file)
{
  g_autoptr (GFile) folder = g_file_get_parent (file);
  const char *home = g_get_home_dir ();
  g_autofree char *name = NULL;

  if (folder == NULL)
    return g_strdup ("");

  name = g_file_get_parse_name (folder);
  if (g_str_equal (name, home))
    return g_strdup (_ ("Home"));
  if (g_str_has_prefix (name, home) && name[strlen (home)] == '/')
    return g_strconcat ("~", name + strlen (home), NULL);

  return g_steal_pointer (&name);
}

static void
show_recent (SlStartPage *self, SlRecentKind kind, AdwPreferencesGroup *group, GPtrArray *rows)
{
  g_autoptr (GPtrArray) files = sl_recent_files_list (kind, N_RECENT);

  for (guint i = 0; i < rows->len; i++)
    adw_preferences_group_remove (group, g_ptr_array_index (rows, i));
  g_ptr_array_set_size (rows, 0);

  for (guint i = 0; i < files->len; i++)
    {
      GtkRecentInfo *info = g_ptr_array_index (files, i);
      g_autoptr (GFile) file = g_file_new_for_uri (gtk_recent_info_get_uri (info));
      g_autofree char *folder = dup_folder_name (file);
      GtkWidget *row = make_row (self, file, gtk_recent_info_get_display_name (info), folder);

      adw_preferences_group_add (group, row);
      g_ptr_array_add (rows, row);
    }

  gtk_widget_set_visible (GTK_WIDGET (group), rows->len > 0);
}

static void
recent_changed_cb (SlStartPage *self)
{
  show_recent (self, SL_RECENT_TRACES, self->recent_group, self->recent_rows);
  show_recent (self, SL_RECENT_VIEWS, self->views_group, self->view_rows);
}

/* Where the program's own files lie: beside the sources while developing. */
static GFile *
get_samples_folder (void)
{
  g_autofree char *data = sl_install_dup_data ();

  return g_file_new_build_filename (data, "samples", NULL);
}

static int
compare_names (gconstpointer one, gconstpointer other)
{
  return g_strcmp0 (g_file_info_get_name (*(GFileInfo **) one),
                    g_file_info_get_name (*(GFileInfo **) other));
}

static char *
dup_sample_title (const char *name)
{
  const char *dot = strrchr (name, '.');
  char *title = g_strndup (name, dot != NULL ? (gsize) (dot - name) : strlen (name));

  g_strdelimit (title, "-_", ' ');
  title[0] = g_ascii_toupper (title[0]);
  return title;
}

static void
add_samples (SlStartPage *self)
{
  g_autoptr (GFile) folder = get_samples_folder ();
  g_autoptr (GFileEnumerator) children =
      g_file_enumerate_children (folder,
                                 G_FILE_ATTRIBUTE_STANDARD_NAME
                                 "," G_FILE_ATTRIBUTE_STANDARD_DISPLAY_NAME,
                                 G_FILE_QUERY_INFO_NONE, NULL, NULL);
  g_autoptr (GPtrArray) infos = g_ptr_array_new_with_free_func (g_object_unref);
  GFileInfo *info;

  /* Not installed: then there are none to offer. */
  if (children == NULL)
    return;

  while ((info = g_file_enumerator_next_file (children, NULL, NULL)) != NULL)
    g_ptr_array_add (infos, info);

  g_ptr_array_sort (infos, compare_names);
  for (guint i = 0; i < infos->len; i++)
    {
      GFileInfo *sample = g_ptr_array_index (infos, i);
      g_autoptr (GFile) file = g_file_get_child (folder, g_file_info_get_name (sample));
      g_autofree char *title = dup_sample_title (g_file_info_get_display_name (sample));

      /* The list of sources that stands beside the samples is none of them. */
      if (!g_str_has_suffix (g_file_info_get_name (sample), ".shark"))
        continue;

      adw_preferences_group_add (self->samples_group,
                                 make_row (self, file, title,
                                           g_file_info_get_display_name (sample)));
      gtk_widget_set_visible (GTK_WIDGET (self->samples_group), TRUE);
    }
}

static void
add_course (SlStartPage *self)
{
  g_autoptr (GFile) folder = sl_exercise_dup_course_folder ();

  sl_course_group_set_folder (self->course_group, folder);
}

static void
course_open_cb (SlStartPage *self, GFile *file)
{
  g_signal_emit (self, signals[SIGNAL_OPEN], 0, file);
}

static gboolean
sl_start_page_grab_focus (GtkWidget *widget)
{
  return gtk_widget_grab_focus (GTK_WIDGET (SL_START_PAGE (widget)->open_button));
}

static void
sl_start_page_finalize (GObject *object)
{
  SlStartPage *self = SL_START_PAGE (object);

  g_clear_pointer (&self->recent_rows, g_ptr_array_unref);
  g_clear_pointer (&self->view_rows, g_ptr_array_unref);

  G_OBJECT_CLASS (sl_start_page_parent_class)->finalize (object);
}

static void
sl_start_page_class_init (SlStartPageClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->finalize = sl_start_page_finalize;
  widget_class->grab_focus = sl_start_page_grab_focus;

  /**
   * SlStartPage::open:
   * @file: what was chosen
   */
  signals[SIGNAL_OPEN] = g_signal_new ("open", SL_TYPE_START_PAGE, G_SIGNAL_RUN_LAST, 0, NULL, NULL,
                                       NULL, G_TYPE_NONE, 1, G_TYPE_FILE);

  g_type_ensure (SL_TYPE_COURSE_GROUP);
  gtk_widget_class_set_template_from_resource (widget_class,
                                               "/io/github/slackline/Slackline/sl-start-page.ui");
  gtk_widget_class_bind_template_child (widget_class, SlStartPage, open_button);
  gtk_widget_class_bind_template_child (widget_class, SlStartPage, recent_group);
  gtk_widget_class_bind_template_child (widget_class, SlStartPage, views_group);
  gtk_widget_class_bind_template_child (widget_class, SlStartPage, samples_group);
  gtk_widget_class_bind_template_child (widget_class, SlStartPage, course_group);
  gtk_widget_class_bind_template_callback (widget_class, course_open_cb);
}

static void
sl_start_page_init (SlStartPage *self)
{
  self->recent_rows = g_ptr_array_new ();
  self->view_rows = g_ptr_array_new ();
  gtk_widget_init_template (GTK_WIDGET (self));

  add_samples (self);
  add_course (self);
  recent_changed_cb (self);
  g_signal_connect_object (gtk_recent_manager_get_default (), "changed",
                           G_CALLBACK (recent_changed_cb), self, G_CONNECT_SWAPPED);
}

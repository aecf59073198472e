/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-course-group.h"

#include <glib/gi18n.h>

#include "sl-exercise.h"
#include "sl-settings.h"
#include "sl-widget-util.h"

/* The exercises of a folder, each with a mark where its answer was looked at. Hidden where there
 * are none. Emits "open" with the one that was chosen. */
struct _SlCourseGroup
{
  AdwPreferencesGroup parent_instance;

  GSettings *settings;
  GPtrArray *marks; /* of GtkWidget, owned by the rows */
};

G_DEFINE_FINAL_TYPE (SlCourseGroup, sl_course_group, ADW_TYPE_PREFERENCES_GROUP)

enum
{
  SIGNAL_OPEN,
  N_SIGNALS,
};

static guint signals[N_SIGNALS];

static void
row_activated_cb (AdwActionRow *row, SlCourseGroup *self)
{
  g_signal_emit (self, signals[SIGNAL_OPEN], 0, g_object_get_data (G_OBJECT (row), "file"));
}

static void
show_marks (SlCourseGroup *self)
{
  g_auto (GStrv) done = g_settings_get_strv (self->settings, "exercises-done");

  for (guint i = 0; i < self->marks->len; i++)
    {
      GtkWidget *mark = g_ptr_array_index (self->marks, i);
      const char *name = g_object_get_data (G_OBJECT (mark), "name");

      gtk_widget_set_visible (mark, g_strv_contains ((const char *const *) done, name));
    }
}

/* The mark of a row. */
static GtkWidget *
make_mark (GFile *file)
{
  GtkWidget *mark = gtk_image_new_from_icon_name ("object-select-symbolic");

  gtk_widget_set_tooltip_text (mark, _ ("You have viewed the answer"));
  gtk_accessible_update_property (GTK_ACCESSIBLE (mark), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("You have viewed the answer"), -1);
  g_object_set_data_full (G_OBJECT (mark), "name", g_file_get_basename (file), g_free);
  return mark;
}

static void
add_row (SlCourseGroup *self, const SlExercise *exercise)
{
  GFile *file = sl_exercise_get_file (exercise);
  GtkWidget *row = adw_action_row_new ();
  GtkWidget *mark = make_mark (file);

  adw_preferences_row_set_use_markup (ADW_PREFERENCES_ROW (row), FALSE);
  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (row), sl_exercise_get_title (exercise));
  adw_action_row_set_subtitle (ADW_ACTION_ROW (row), sl_exercise_get_subject (exercise));
  adw_action_row_add_suffix (ADW_ACTION_ROW (row), mark);
  adw_action_row_add_suffix (ADW_ACTION_ROW (row), sl_decoration_new ("go-next-symbolic"));
  gtk_list_box_row_set_activatable (GTK_LIST_BOX_ROW (row), TRUE);
  g_object_set_data_full (G_OBJECT (row), "file", g_object_ref (file), g_object_unref);
  g_signal_connect (row, "activated", G_CALLBACK (row_activated_cb), self);
  g_ptr_array_add (self->marks, mark);
  adw_preferences_group_add (ADW_PREFERENCES_GROUP (self), row);
}

static void
sl_course_group_dispose (GObject *object)
{
  SlCourseGroup *self = SL_COURSE_GROUP (object);

  g_clear_object (&self->settings);
  g_clear_pointer (&self->marks, g_ptr_array_unref);

  G_OBJECT_CLASS (sl_course_group_parent_class)->dispose (object);
}

static void
sl_course_group_class_init (SlCourseGroupClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = sl_course_group_dispose;

  /**
   * SlCourseGroup::open:
   * @file: the exercise that was chosen
   */
  signals[SIGNAL_OPEN] = g_signal_new ("open", SL_TYPE_COURSE_GROUP, G_SIGNAL_RUN_LAST, 0, NULL,
                                       NULL, NULL, G_TYPE_NONE, 1, G_TYPE_FILE);
}

static void
sl_course_group_init (SlCourseGroup *self)
{
  self->settings = sl_settings_new ();
  self->marks = g_ptr_array_new ();
  gtk_widget_set_visible (GTK_WIDGET (self), FALSE);
  g_signal_connect_object (self->settings, "changed::exercises-done", G_CALLBACK (show_marks), self,
                           G_CONNECT_SWAPPED);
}

/**
 * sl_course_group_set_folder:
 *
 * Once. What is not an exercise is left out: who opens it hears why.
 */
void
sl_course_group_set_folder (SlCourseGroup *self, GFile *folder)
{
  g_autoptr (GPtrArray) files = sl_exercise_list (folder);

  g_return_if_fail (SL_IS_COURSE_GROUP (self));

  for (guint i = 0; i < files->len; i++)
    {
      g_autoptr (SlExercise) exercise = sl_exercise_load (g_ptr_array_index (files, i), NULL);

      if (exercise != NULL)
        add_row (self, exercise);
    }

  gtk_widget_set_visible (GTK_WIDGET (self), self->marks->len > 0);
  show_marks (self);
}

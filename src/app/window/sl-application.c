/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-application.h"

#include <glib/gi18n.h>

#include "sl-consumed-keys.h"
#include "sl-help-window.h"
#include "sl-key-list.h"
#include "sl-palette-choice.h"
#include "sl-preferences.h"
#include "sl-setting-table.h"
#include "sl-settings.h"
#include "sl-task-set-window.h"
#include "sl-timeline-font.h"
#include "sl-window.h"

/* The application: opens windows and tabs, one for each trace, and gives keys to their actions. */
struct _SlApplication
{
  AdwApplication parent_instance;

  GSettings *settings;
};

G_DEFINE_FINAL_TYPE (SlApplication, sl_application, ADW_TYPE_APPLICATION)

enum
{
  PROP_SETTINGS = 1,
};

static void
new_window_cb (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  gtk_window_present (GTK_WINDOW (sl_window_new (GTK_APPLICATION (user_data))));
}

static void
new_set_cb (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  gtk_window_present (GTK_WINDOW (sl_task_set_window_new (user_data)));
}

static void
quit_cb (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  g_autoptr (GList) windows = g_list_copy (gtk_application_get_windows (user_data));

  /* Closing, not just leaving: each window keeps its size, stops its loader, and asks where it
   * holds what is not saved. The application ends with the last of them. */
  for (GList *item = windows; item != NULL; item = item->next)
    if (SL_IS_WINDOW (item->data) || SL_IS_TASK_SET_WINDOW (item->data))
      gtk_window_close (item->data);
}

static void
preferences_cb (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  sl_preferences_present (gtk_application_get_active_window (user_data),
                          SL_APPLICATION (user_data)->settings);
}

static void
about_cb (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  static const char *const developers[] = { N_ ("The Slackline developers"), NULL };

  adw_show_about_window (
      gtk_application_get_active_window (user_data), "application-name", "Slackline",
      "application-icon", SL_APP_ID, "version", SL_VERSION, "developer-name",
      _ ("The Slackline developers"), "developers", developers, "license-type", GTK_LICENSE_GPL_3_0,
      "website", "https://slackline.github.io/", "comments",
      _ ("Shows scheduling traces of real-time systems on one timeline: who ran, who waited for "
         "whom, and where a deadline was missed."),
      NULL);
}

/* Made when they are asked for, and not with each window: that takes longer than the window itself. */
static void
shortcuts_cb (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  GtkWindow *window = gtk_application_get_active_window (user_data);
  GtkApplicationWindow *shown;

  while (window != NULL && !GTK_IS_APPLICATION_WINDOW (window))
    window = gtk_window_get_transient_for (window);
  if (window == NULL)
    return;

  shown = GTK_APPLICATION_WINDOW (window);
  if (gtk_application_window_get_help_overlay (shown) == NULL)
    gtk_application_window_set_help_overlay (shown, sl_key_list_new (sl_key_map_get_default (),
                                                                     gtk_widget_get_height (
                                                                         GTK_WIDGET (shown))));
  /* By itself it begins with any of them. */
  g_object_set (gtk_application_window_get_help_overlay (shown), "section-name", "general", NULL);
  gtk_window_present (GTK_WINDOW (gtk_application_window_get_help_overlay (shown)));
}

static void
help_cb (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  sl_help_window_present (gtk_application_get_active_window (user_data));
}

static const GActionEntry actions[] = {
  { .name = "new-window", .activate = new_window_cb },
  { .name = "new-set", .activate = new_set_cb },
  { .name = "quit", .activate = quit_cb },
  { .name = "preferences", .activate = preferences_cb },
  { .name = "shortcuts", .activate = shortcuts_cb },
  { .name = "help", .activate = help_cb },
  { .name = "about", .activate = about_cb },
};

static void
colour_blind_cb (GSettings *settings)
{
  sl_palette_choice_set_colour_blind (sl_palette_choice_get_default (),
                                      g_settings_get_boolean (settings, "colour-blind"));
}

/* Each setting is an action, which sets it. */
static void
add_settings (SlApplication *self)
{
  guint n_settings;
  const SlSetting *settings = sl_setting_table_get (&n_settings);

  for (guint i = 0; i < n_settings; i++)
    {
      g_autoptr (GAction) action = g_settings_create_action (self->settings, settings[i].key);

      g_action_map_add_action (G_ACTION_MAP (self), action);
    }
}

static void
keys_changed_cb (SlApplication *self)
{
  GList *windows = gtk_application_get_windows (GTK_APPLICATION (self));

  sl_key_map_set_accels (sl_key_map_get_default (), GTK_APPLICATION (self));
  /* Their lists of keys are made anew when they are asked for. */
  for (GList *item = windows; item != NULL; item = item->next)
    if (GTK_IS_APPLICATION_WINDOW (item->data))
      gtk_application_window_set_help_overlay (item->data, NULL);
}

/* Runs one simulation, or two side by side, in a window of its own. */
static void
open_simulation_cb (SlApplication *self, SlSimulation *simulation, SlSimulation *other)
{
  SlWindow *window = sl_window_new (GTK_APPLICATION (self));

  if (other != NULL)
    sl_trace_tab_compare_simulations (sl_window_get_tab (window), simulation, other);
  else
    sl_window_open_simulation (window, simulation);
  gtk_window_present (GTK_WINDOW (window));
}

static void
sl_application_startup (GApplication *application)
{
  SlApplication *self = SL_APPLICATION (application);

  G_APPLICATION_CLASS (sl_application_parent_class)->startup (application);

  self->settings = sl_settings_new ();
  g_signal_connect (self->settings, "changed::colour-blind", G_CALLBACK (colour_blind_cb), NULL);
  colour_blind_cb (self->settings);
  sl_timeline_font_follow (self->settings);
  gtk_window_set_default_icon_name (SL_APP_ID);
  g_action_map_add_action_entries (G_ACTION_MAP (self), actions, G_N_ELEMENTS (actions), self);
  add_settings (self);
  sl_key_map_follow (sl_key_map_get_default (), self->settings);
  g_signal_connect_object (sl_key_map_get_default (), "changed", G_CALLBACK (keys_changed_cb), self,
                           G_CONNECT_SWAPPED);
  keys_changed_cb (self);
}

static void
close_window_cb (GSimpleAction *action, GVariant *parameter, gpointer window)
{
  gtk_window_close (window);
}

/* The key that closes a tab closes a window that has none. */
static void
let_close (GtkWindow *window)
{
  static const GActionEntry entry = { .name = "close", .activate = close_window_cb };
  g_autoptr (GSimpleActionGroup) group = g_simple_action_group_new ();

  g_action_map_add_action_entries (G_ACTION_MAP (group), &entry, 1, window);
  gtk_widget_insert_action_group (GTK_WIDGET (window), "tab", G_ACTION_GROUP (group));
}

static void
sl_application_window_added (GtkApplication *application, GtkWindow *window)
{
  if (!SL_IS_WINDOW (window))
    let_close (window);
  gtk_widget_add_controller (GTK_WIDGET (window),
                             sl_key_map_make_controller (sl_key_map_get_default (),
                                                         SL_KEY_SCOPE_WINDOW));
  gtk_widget_add_controller (GTK_WIDGET (window),
                             sl_consumed_keys_make_controller (sl_key_map_get_default ()));
  GTK_APPLICATION_CLASS (sl_application_parent_class)->window_added (application, window);
}

static void
sl_application_activate (GApplication *application)
{
  GtkWindow *window = gtk_application_get_active_window (GTK_APPLICATION (application));

  gtk_window_present (window != NULL ? window
                                     : GTK_WINDOW (sl_window_new (GTK_APPLICATION (application))));
}

/* (nullable): the window of traces that was used last */
static SlWindow *
find_window (GtkApplication *application)
{
  for (GList *item = gtk_application_get_windows (application); item != NULL; item = item->next)
    if (SL_IS_WINDOW (item->data) && sl_window_get_tab (item->data) != NULL)
      return item->data;

  return NULL;
}

/* An empty tab for what comes from outside: a new window, or a tab of the one that is there. */
static SlTraceTab *
make_place (SlApplication *self)
{
  SlWindow *window = find_window (GTK_APPLICATION (self));

  if (window == NULL)
    return sl_window_get_tab (sl_window_new (GTK_APPLICATION (self)));
  if (g_settings_get_boolean (self->settings, "open-in-tabs") &&
      sl_trace_tab_is_empty (sl_window_get_tab (window)))
    return sl_window_get_tab (window);

  return sl_window_make_place (window);
}

static void
sl_application_open (GApplication *application, GFile **files, int n_files, const char *hint)
{
  g_autoptr (GPtrArray) list = g_ptr_array_new ();
  SlTraceTab *tab;

  for (int i = 0; i < n_files; i++)
    g_ptr_array_add (list, files[i]);
  sl_task_set_window_take_sets (GTK_APPLICATION (application), list);
  if (list->len == 0)
    return;

  tab = make_place (SL_APPLICATION (application));
  sl_trace_tab_open (tab, list);
  gtk_window_present (GTK_WINDOW (gtk_widget_get_root (GTK_WIDGET (tab))));
}

static int
sl_application_handle_local_options (GApplication *application, GVariantDict *options)
{
  if (!g_variant_dict_contains (options, "version"))
    return -1;

  g_print ("slackline %s\n", SL_VERSION);
  return 0;
}

static void
sl_application_get_property (GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  if (id == PROP_SETTINGS)
    g_value_set_object (value, SL_APPLICATION (object)->settings);
  else
    G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
}

static void
sl_application_finalize (GObject *object)
{
  g_clear_object (&SL_APPLICATION (object)->settings);

  G_OBJECT_CLASS (sl_application_parent_class)->finalize (object);
}

static void
sl_application_class_init (SlApplicationClass *klass)
{
  GApplicationClass *application_class = G_APPLICATION_CLASS (klass);

  G_OBJECT_CLASS (klass)->finalize = sl_application_finalize;
  G_OBJECT_CLASS (klass)->get_property = sl_application_get_property;

  GTK_APPLICATION_CLASS (klass)->window_added = sl_application_window_added;

  application_class->startup = sl_application_startup;
  application_class->activate = sl_application_activate;
  application_class->open = sl_application_open;
  application_class->handle_local_options = sl_application_handle_local_options;

  /**
   * SlApplication:settings:
   *
   * What the user set, once the application has started.
   */
  g_object_class_install_property (G_OBJECT_CLASS (klass), PROP_SETTINGS,
                                   g_param_spec_object ("settings", NULL, NULL, G_TYPE_SETTINGS,
                                                        G_PARAM_READABLE | G_PARAM_STATIC_STRINGS));

  /**
   * SlApplication::open-simulation:
   * @simulation: an #SlSimulation
   * @other: (nullable): another one, to be put beside it
   *
   * Asks for a window that runs and shows them.
   */
  g_signal_new_class_handler ("open-simulation", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST,
                              G_CALLBACK (open_simulation_cb), NULL, NULL, NULL, G_TYPE_NONE, 2,
                              G_TYPE_POINTER, G_TYPE_POINTER);
}

static void
sl_application_init (SlApplication *self)
{
  g_set_application_name ("Slackline");
  g_application_add_main_option_entries (G_APPLICATION (self),
                                         (GOptionEntry[]) { { "version", 0, 0, G_OPTION_ARG_NONE,
                                                              NULL, N_ ("Print the version"),
                                                              NULL },
                                                            G_OPTION_ENTRY_NULL });
}

SlApplication *
sl_application_new (void)
{
  return g_object_new (SL_TYPE_APPLICATION, "application-id", SL_APP_ID, "flags",
                       G_APPLICATION_HANDLES_OPEN, "resource-base-path",
                       "/io/github/slackline/Slackline", NULL);
}

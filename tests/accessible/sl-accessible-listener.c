/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-accessible-listener.h"

struct _SlAccessibleListener
{
  SlAccessibleProgram *program;
  GMainContext *context; /* of the messages, which are handled when something is asked */
  guint subscription;
  guint n_active;  /* how many windows came to be active up to now */
  guint n_before;  /* of them before what has the focus got it */
  guint n_focused; /* how many things got the focus up to now */
  char *focused;   /* path of the last of them; NULL before there is one */
  GString *
      changed; /* what is said of it again since then: the descriptions that it got, that it is pressed; a line each */
};

static void
event_cb (GDBusConnection *bus,
          const char *sender,
          const char *path,
          const char *interface,
          const char *event,
          GVariant *arguments,
          gpointer user_data)
{
  SlAccessibleListener *self = user_data;
  g_autoptr (GVariant) value = NULL;
  const char *detail;
  gint32 is_on;

  if (!g_variant_check_format_string (arguments, "(siiva{sv})", FALSE))
    return;

  g_variant_get (arguments, "(&siiva{sv})", &detail, &is_on, NULL, &value, NULL);
  if (g_str_equal (event, "StateChanged") && g_str_equal (detail, "focused") && is_on != 0)
    {
      g_free (self->focused);
      self->focused = g_strdup (path);
      g_string_truncate (self->changed, 0);
      self->n_focused++;
      self->n_before = self->n_active;
    }
  else if (g_str_equal (event, "StateChanged") && g_str_equal (detail, "active") && is_on != 0)
    self->n_active++;
  else if (g_str_equal (event, "StateChanged") && g_str_equal (detail, "pressed") && is_on != 0 &&
           g_strcmp0 (path, self->focused) == 0)
    g_string_append (self->changed, "pressed\n");
  else if (g_str_equal (event, "PropertyChange") &&
           g_str_equal (detail, "accessible-description") && g_strcmp0 (path, self->focused) == 0 &&
           g_variant_is_of_type (value, G_VARIANT_TYPE_STRING) &&
           g_variant_get_string (value, NULL)[0] != '\0')
    g_string_append_printf (self->changed, "%s\n", g_variant_get_string (value, NULL));
}

/**
 * sl_accessible_listener_new:
 *
 * Returns: (transfer full): a listener to what the program tells from now on
 */
SlAccessibleListener *
sl_accessible_listener_new (SlAccessibleProgram *program)
{
  SlAccessibleListener *self = g_new0 (SlAccessibleListener, 1);

  self->program = sl_accessible_program_ref (program);
  self->context = g_main_context_new ();
  self->changed = g_string_new (NULL);
  g_main_context_push_thread_default (self->context);
  self->subscription = sl_accessible_program_listen (program, event_cb, self);
  g_main_context_pop_thread_default (self->context);
  return self;
}

void
sl_accessible_listener_free (SlAccessibleListener *self)
{
  sl_accessible_program_ignore (self->program, self->subscription);
  g_main_context_unref (self->context);
  sl_accessible_program_unref (self->program);
  g_string_free (self->changed, TRUE);
  g_free (self->focused);
  g_free (self);
}

static void
handle_events (SlAccessibleListener *self)
{
  while (g_main_context_iteration (self->context, FALSE))
    continue;
}

/* How many things got the focus up to now. */
guint
sl_accessible_listener_count_focused (SlAccessibleListener *self)
{
  handle_events (self);
  return self->n_focused;
}

/* How many windows came to be active up to now. */
guint
sl_accessible_listener_count_active (SlAccessibleListener *self)
{
  handle_events (self);
  return self->n_active;
}

/* How many windows had come to be active when what has the focus got it. */
guint
sl_accessible_listener_count_active_before_focus (SlAccessibleListener *self)
{
  handle_events (self);
  return self->n_before;
}

/**
 * sl_accessible_listener_get_changed:
 *
 * Returns: the descriptions that what has the focus got since it has it, and “pressed” where it was told of that, a line each
 */
const char *
sl_accessible_listener_get_changed (SlAccessibleListener *self)
{
  handle_events (self);
  return self->changed->str;
}

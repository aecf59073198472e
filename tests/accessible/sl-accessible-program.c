/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-accessible-program.h"

#define REGISTRY      "org.a11y.atspi.Registry"
#define REGISTRY_PATH "/org/a11y/atspi/registry"
#define DESKTOP_PATH  "/org/a11y/atspi/accessible/root"
#define DBUS          "org.freedesktop.DBus"
#define DBUS_PATH     "/org/freedesktop/DBus"

/* A program that is busy answers late, and must not be taken for one that has nothing to show. But
 * of what goes just then GTK 4.8 may never answer at all. So who gives no answer in the short time
 * is asked again, each time with more patience, when the program has answered for itself. */
#define SHORT_MS 800
#define LONG_MS  8000

struct _SlAccessibleProgram
{
  GDBusConnection *bus; /* owned by nobody: one for the whole run */
  char *owner;          /* its name on the bus */
  char *root;           /* path of the program itself */
};

static char *
dup_bus_address (void)
{
  g_autoptr (GDBusConnection) session = g_bus_get_sync (G_BUS_TYPE_SESSION, NULL, NULL);
  g_autoptr (GVariant) reply = NULL;
  char *address = NULL;

  if (session == NULL)
    return NULL;

  reply = g_dbus_connection_call_sync (session, "org.a11y.Bus", "/org/a11y/bus", "org.a11y.Bus",
                                       "GetAddress", NULL, G_VARIANT_TYPE ("(s)"),
                                       G_DBUS_CALL_FLAGS_NONE, -1, NULL, NULL);
  if (reply != NULL)
    g_variant_get (reply, "(s)", &address);
  return address;
}

/* Asks the registry for something, so that it is there before anybody else needs it: where it
 * starts because a program and its test both ask at once, the three may wait for one another. */
static gboolean
start_registry (GDBusConnection *bus)
{
  g_autoptr (GVariant) reply =
      g_dbus_connection_call_sync (bus, REGISTRY, REGISTRY_PATH, REGISTRY, "GetRegisteredEvents",
                                   NULL, NULL, G_DBUS_CALL_FLAGS_NONE, SL_ACCESSIBLE_PATIENCE_MS,
                                   NULL, NULL);

  return reply != NULL;
}

/* NULL where there is none. */
static GDBusConnection *
get_bus (void)
{
  static gsize once;
  static GDBusConnection *bus;

  if (g_once_init_enter (&once))
    {
      g_autofree char *address = dup_bus_address ();

      if (address != NULL)
        bus = g_dbus_connection_new_for_address_sync (
            address,
            G_DBUS_CONNECTION_FLAGS_AUTHENTICATION_CLIENT |
                G_DBUS_CONNECTION_FLAGS_MESSAGE_BUS_CONNECTION,
            NULL, NULL, NULL);
      if (bus != NULL && !start_registry (bus))
        g_clear_object (&bus);
      g_once_init_leave (&once, 1);
    }
  return bus;
}

/**
 * sl_accessible_program_is_possible:
 *
 * Returns: whether there is an accessibility bus, with a registry of programs
 */
gboolean
sl_accessible_program_is_possible (void)
{
  return get_bus () != NULL;
}

static guint
ask_pid (GDBusConnection *bus, const char *owner)
{
  guint32 pid = 0;
  g_autoptr (GVariant) reply =
      g_dbus_connection_call_sync (bus, DBUS, DBUS_PATH, DBUS, "GetConnectionUnixProcessID",
                                   g_variant_new ("(s)", owner), G_VARIANT_TYPE ("(u)"),
                                   G_DBUS_CALL_FLAGS_NONE, SL_ACCESSIBLE_PATIENCE_MS, NULL, NULL);

  if (reply != NULL)
    g_variant_get (reply, "(u)", &pid);
  return pid;
}

/**
 * sl_accessible_program_find:
 * @pid: of the program's process
 *
 * Returns: (transfer full) (nullable): the program, or %NULL where it is not on the bus yet
 */
SlAccessibleProgram *
sl_accessible_program_find (guint pid)
{
  GDBusConnection *bus = get_bus ();
  g_autoptr (GVariant) reply = NULL;
  g_autoptr (GVariantIter) programs = NULL;
  const char *owner, *path;

  g_return_val_if_fail (bus != NULL, NULL);

  reply =
      g_dbus_connection_call_sync (bus, REGISTRY, DESKTOP_PATH, SL_ACCESSIBLE_INTERFACE,
                                   "GetChildren", NULL, G_VARIANT_TYPE ("(a(so))"),
                                   G_DBUS_CALL_FLAGS_NONE, SL_ACCESSIBLE_PATIENCE_MS, NULL, NULL);
  if (reply == NULL)
    return NULL;

  g_variant_get (reply, "(a(so))", &programs);
  while (g_variant_iter_next (programs, "(&s&o)", &owner, &path))
    if (ask_pid (bus, owner) == pid)
      {
        SlAccessibleProgram *self = g_rc_box_new0 (SlAccessibleProgram);

        self->bus = bus;
        self->owner = g_strdup (owner);
        self->root = g_strdup (path);
        return self;
      }
  return NULL;
}

SlAccessibleProgram *
sl_accessible_program_ref (SlAccessibleProgram *self)
{
  return g_rc_box_acquire (self);
}

static void
clear (gpointer data)
{
  SlAccessibleProgram *self = data;

  g_free (self->owner);
  g_free (self->root);
}

void
sl_accessible_program_unref (SlAccessibleProgram *self)
{
  g_rc_box_release_full (self, clear);
}

/* Path of the accessible that all windows of the program are children of. */
const char *
sl_accessible_program_get_root (SlAccessibleProgram *self)
{
  return self->root;
}

/* @is_silent: (out): whether there is neither an answer nor a refusal */
static GVariant *
send (SlAccessibleProgram *self,
      const char *path,
      const char *interface,
      const char *method,
      GVariant *arguments,
      const GVariantType *reply_type,
      int patience_ms,
      gboolean *is_silent)
{
  g_autoptr (GError) error = NULL;
  GVariant *reply =
      g_dbus_connection_call_sync (self->bus, self->owner, path, interface, method, arguments,
                                   reply_type, G_DBUS_CALL_FLAGS_NONE, patience_ms, NULL, &error);

  *is_silent = reply == NULL && (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_TIMED_OUT) ||
                                 g_error_matches (error, G_DBUS_ERROR, G_DBUS_ERROR_NO_REPLY));
  return reply;
}

static void
wait_until_awake (SlAccessibleProgram *self)
{
  gboolean is_silent;
  G_GNUC_UNUSED g_autoptr (GVariant) reply =
      send (self, self->root, SL_ACCESSIBLE_INTERFACE, "GetRole", NULL, G_VARIANT_TYPE ("(u)"),
            SL_ACCESSIBLE_PATIENCE_MS, &is_silent);

  if (is_silent)
    g_error ("the program does not answer any more");
}

/**
 * sl_accessible_program_ask:
 * @path: of one of its accessibles
 * @arguments: (nullable): a tuple; taken where it is floating
 * @reply_type: what the answer must be
 *
 * Waits while the program is busy, and fails the test where it does not answer for a minute.
 *
 * Returns: (transfer full) (nullable): the answer, or %NULL where there is nothing at that path any
 *   more
 */
GVariant *
sl_accessible_program_ask (SlAccessibleProgram *self,
                           const char *path,
                           const char *interface,
                           const char *method,
                           GVariant *arguments,
                           const char *reply_type)
{
  g_autoptr (GVariant) kept = arguments != NULL ? g_variant_ref_sink (arguments) : NULL;
  const GVariantType *type = G_VARIANT_TYPE (reply_type);
  gboolean is_silent;
  GVariant *reply = send (self, path, interface, method, kept, type, SHORT_MS, &is_silent);

  for (int patience_ms = SHORT_MS; is_silent && patience_ms <= LONG_MS; patience_ms *= 3)
    {
      wait_until_awake (self);
      reply = send (self, path, interface, method, kept, type, patience_ms, &is_silent);
    }
  return reply;
}

/* The registry has programs tell only of what somebody wants to know. */
static void
want (SlAccessibleProgram *self, const char *event)
{
  G_GNUC_UNUSED g_autoptr (GVariant) reply =
      g_dbus_connection_call_sync (self->bus, REGISTRY, REGISTRY_PATH, REGISTRY, "RegisterEvent",
                                   g_variant_new ("(sass)", event, NULL, ""), NULL,
                                   G_DBUS_CALL_FLAGS_NONE, SL_ACCESSIBLE_PATIENCE_MS, NULL, NULL);
}

/**
 * sl_accessible_program_listen:
 * @heard: called with @user_data, in the main context that is the default now, for changes of the focus and of
 *   descriptions
 *
 * Returns: for sl_accessible_program_ignore()
 */
guint
sl_accessible_program_listen (SlAccessibleProgram *self,
                              GDBusSignalCallback heard,
                              gpointer user_data)
{
  want (self, "object:state-changed:focused");
  want (self, "object:property-change:accessible-description");
  return g_dbus_connection_signal_subscribe (self->bus, self->owner, "org.a11y.atspi.Event.Object",
                                             NULL, NULL, NULL, G_DBUS_SIGNAL_FLAGS_NONE, heard,
                                             user_data, NULL);
}

void
sl_accessible_program_ignore (SlAccessibleProgram *self, guint subscription)
{
  g_dbus_connection_signal_unsubscribe (self->bus, subscription);
}

/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-accessible-tree.h"

#include <dbus/dbus.h>

#define ACCESSIBLE "org.a11y.atspi.Accessible"
#define MAX_DEPTH  64

/* A program that is busy answers late, and must not be taken for one that has nothing to show. But
 * of what goes just then GTK 4.8 may never answer at all. So who gives no answer in the short time
 * is asked again, each time with more patience, when the program has answered for itself. */
#define SHORT_MS  800
#define LONG_MS   8000
#define ANSWER_MS (60 * 1000)

struct _SlAccessibleTree
{
  guint pid;
  AtspiAccessible *application; /* once it is on the bus */
  GHashTable *roles;            /* of paths, which are never used again for anything else */
};

typedef struct
{
  SlAccessibleTree *tree;
  AtspiRole role;
  GPatternSpec *name;
  gboolean counts; /* goes on after the first */
  char *found;     /* path of the first */
  guint count;
} Search;

SlAccessibleTree *
sl_accessible_tree_new (guint pid)
{
  SlAccessibleTree *self = g_new0 (SlAccessibleTree, 1);

  self->pid = pid;
  self->roles = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  return self;
}

void
sl_accessible_tree_free (SlAccessibleTree *self)
{
  g_clear_object (&self->application);
  g_hash_table_unref (self->roles);
  g_free (self);
}

static AtspiAccessible *
get_application (SlAccessibleTree *self)
{
  g_autoptr (AtspiAccessible) desktop = NULL;
  int n_children;

  if (self->application != NULL)
    return self->application;

  desktop = atspi_get_desktop (0);
  atspi_accessible_clear_cache (desktop);
  n_children = atspi_accessible_get_child_count (desktop, NULL);
  for (int i = 0; i < n_children && self->application == NULL; i++)
    {
      g_autoptr (AtspiAccessible) child = atspi_accessible_get_child_at_index (desktop, i, NULL);

      if (child != NULL && atspi_accessible_get_process_id (child, NULL) == self->pid)
        self->application = g_steal_pointer (&child);
    }
  return self->application;
}

/* NULL where there is no answer; @is_silent then tells whether there is no refusal either. */
static DBusMessage *
send (DBusMessage *question, int patience_ms, gboolean *is_silent)
{
  DBusMessage *copy = dbus_message_copy (question);
  DBusMessage *answer;
  DBusError error;

  dbus_error_init (&error);
  answer =
      dbus_connection_send_with_reply_and_block (atspi_get_a11y_bus (), copy, patience_ms, &error);
  *is_silent = answer == NULL && dbus_error_has_name (&error, DBUS_ERROR_NO_REPLY);
  dbus_error_free (&error);
  dbus_message_unref (copy);
  return answer;
}

static void
wait_until_awake (SlAccessibleTree *self)
{
  const AtspiObject *root = &self->application->parent;
  DBusMessage *question =
      dbus_message_new_method_call (root->app->bus_name, root->path, ACCESSIBLE, "GetRole");
  gboolean is_silent;
  DBusMessage *answer = send (question, ANSWER_MS, &is_silent);

  if (is_silent)
    g_error ("the program does not answer any more");
  if (answer != NULL)
    dbus_message_unref (answer);
  dbus_message_unref (question);
}

/* The answer, or NULL where there is nothing at that path any more. */
static DBusMessage *
ask (SlAccessibleTree *self,
     const char *path,
     const char *interface,
     const char *method,
     int type,
     ...)
{
  DBusMessage *question = dbus_message_new_method_call (self->application->parent.app->bus_name,
                                                        path, interface, method);
  DBusMessage *answer;
  gboolean is_silent;
  va_list arguments;

  va_start (arguments, type);
  dbus_message_append_args_valist (question, type, arguments);
  va_end (arguments);

  answer = send (question, SHORT_MS, &is_silent);
  for (int patience_ms = SHORT_MS; is_silent && patience_ms <= LONG_MS; patience_ms *= 3)
    {
      wait_until_awake (self);
      answer = send (question, patience_ms, &is_silent);
    }
  dbus_message_unref (question);
  return answer;
}

/* Paths of what lies below one of the program's accessibles, in order. */
static GPtrArray *
ask_children (SlAccessibleTree *self, const char *path)
{
  GPtrArray *children = g_ptr_array_new_with_free_func (g_free);
  DBusMessage *answer = ask (self, path, ACCESSIBLE, "GetChildren", DBUS_TYPE_INVALID);
  DBusMessageIter iter, list, reference;

  if (answer == NULL)
    return children;

  dbus_message_iter_init (answer, &iter);
  for (dbus_message_iter_recurse (&iter, &list);
       dbus_message_iter_get_arg_type (&list) == DBUS_TYPE_STRUCT; dbus_message_iter_next (&list))
    {
      const char *bus_name, *child;

      dbus_message_iter_recurse (&list, &reference);
      dbus_message_iter_get_basic (&reference, &bus_name);
      dbus_message_iter_next (&reference);
      dbus_message_iter_get_basic (&reference, &child);
      /* A reference to nothing names nobody. */
      if (bus_name[0] != '\0')
        g_ptr_array_add (children, g_strdup (child));
    }
  dbus_message_unref (answer);
  return children;
}

static AtspiRole
ask_role (SlAccessibleTree *self, const char *path)
{
  gpointer known;
  DBusMessage *answer;
  dbus_uint32_t role = ATSPI_ROLE_INVALID;

  if (g_hash_table_lookup_extended (self->roles, path, NULL, &known))
    return GPOINTER_TO_UINT (known);

  answer = ask (self, path, ACCESSIBLE, "GetRole", DBUS_TYPE_INVALID);
  if (answer == NULL)
    return ATSPI_ROLE_INVALID;

  if (dbus_message_get_args (answer, NULL, DBUS_TYPE_UINT32, &role, DBUS_TYPE_INVALID))
    g_hash_table_insert (self->roles, g_strdup (path), GUINT_TO_POINTER (role));
  dbus_message_unref (answer);
  return role;
}

static char *
ask_name (SlAccessibleTree *self, const char *path)
{
  const char *interface = ACCESSIBLE, *property = "Name", *name = NULL;
  DBusMessage *answer = ask (self, path, DBUS_INTERFACE_PROPERTIES, "Get", DBUS_TYPE_STRING,
                             &interface, DBUS_TYPE_STRING, &property, DBUS_TYPE_INVALID);
  DBusMessageIter iter, value;
  char *copy;

  if (answer == NULL)
    return NULL;

  dbus_message_iter_init (answer, &iter);
  dbus_message_iter_recurse (&iter, &value);
  if (dbus_message_iter_get_arg_type (&value) == DBUS_TYPE_STRING)
    dbus_message_iter_get_basic (&value, &name);
  copy = g_strdup (name);
  dbus_message_unref (answer);
  return copy;
}

static gboolean
ask_state (SlAccessibleTree *self, const char *path, AtspiStateType state)
{
  DBusMessage *answer = ask (self, path, ACCESSIBLE, "GetState", DBUS_TYPE_INVALID);
  const dbus_uint32_t *words;
  int n_words = 0;
  gboolean is_set;

  if (answer == NULL)
    return FALSE;

  is_set = dbus_message_get_args (answer, NULL, DBUS_TYPE_ARRAY, DBUS_TYPE_UINT32, &words, &n_words,
                                  DBUS_TYPE_INVALID) &&
           (guint) n_words > state / 32 && (words[state / 32] >> (state % 32) & 1) != 0;
  dbus_message_unref (answer);
  return is_set;
}

/* @otherwise: for what has no place at all */
static gboolean
has_size (SlAccessibleTree *self, const char *path, gboolean otherwise)
{
  dbus_uint32_t coordinates = ATSPI_COORD_TYPE_WINDOW;
  DBusMessage *answer = ask (self, path, "org.a11y.atspi.Component", "GetExtents", DBUS_TYPE_UINT32,
                             &coordinates, DBUS_TYPE_INVALID);
  DBusMessageIter iter, extents;
  dbus_int32_t numbers[4] = { 0 };

  if (answer == NULL)
    return otherwise;

  dbus_message_iter_init (answer, &iter);
  dbus_message_iter_recurse (&iter, &extents);
  for (guint i = 0; i < G_N_ELEMENTS (numbers); i++, dbus_message_iter_next (&extents))
    dbus_message_iter_get_basic (&extents, &numbers[i]);
  dbus_message_unref (answer);
  return numbers[2] > 0 && numbers[3] > 0;
}

/* GTK 4.8 sets the state "showing" on windows alone, and "visible" also on the pages of a stack
 * that are turned away; those have no size. */
static gboolean
is_showing (SlAccessibleTree *self, const char *path)
{
  return ask_state (self, path, ATSPI_STATE_VISIBLE) && has_size (self, path, FALSE);
}

static gboolean
matches (Search *search, const char *path)
{
  g_autofree char *name = ask_name (search->tree, path);

  return name != NULL && g_pattern_spec_match_string (search->name, name) &&
         is_showing (search->tree, path);
}

/* Whether what is sought may lie below something of this role: a table holds thousands of
 * accessibles, and so do the pages that are turned away. */
static gboolean
may_hold (Search *search, const char *path, AtspiRole role)
{
  static const AtspiRole leaves[] = { ATSPI_ROLE_ENTRY,      ATSPI_ROLE_IMAGE,
                                      ATSPI_ROLE_LABEL,      ATSPI_ROLE_PROGRESS_BAR,
                                      ATSPI_ROLE_ROW_HEADER, ATSPI_ROLE_SCROLL_BAR,
                                      ATSPI_ROLE_SEPARATOR };

  if (role == ATSPI_ROLE_TREE_TABLE)
    return search->role == ATSPI_ROLE_TABLE_ROW;
  if (role == ATSPI_ROLE_LIST_ITEM && search->role == ATSPI_ROLE_COMBO_BOX)
    return TRUE;
  if (role == ATSPI_ROLE_LIST_ITEM || role == ATSPI_ROLE_TABLE_ROW)
    return search->role == ATSPI_ROLE_LABEL || search->role == ATSPI_ROLE_IMAGE;

  for (guint i = 0; i < G_N_ELEMENTS (leaves); i++)
    if (role == leaves[i])
      return FALSE;

  return role != ATSPI_ROLE_FILLER || has_size (search->tree, path, TRUE);
}

static gboolean
is_over (const Search *search)
{
  return !search->counts && search->found != NULL;
}

static void
search_from (Search *search, const char *path, guint depth)
{
  AtspiRole role = ask_role (search->tree, path);
  g_autoptr (GPtrArray) children = NULL;

  if (role == search->role && matches (search, path))
    {
      search->count++;
      if (search->found == NULL)
        search->found = g_strdup (path);
    }
  if (is_over (search) || depth >= MAX_DEPTH || !may_hold (search, path, role))
    return;

  children = ask_children (search->tree, path);
  for (guint i = 0; i < children->len && !is_over (search); i++)
    search_from (search, g_ptr_array_index (children, i), depth + 1);
}

/* No answer says nothing of how many there are. */
static int
count_windows (AtspiAccessible *application)
{
  const gulong pause_us = 20 * 1000;
  gint64 give_up = g_get_monotonic_time () + ANSWER_MS * G_TIME_SPAN_MILLISECOND;

  for (;;)
    {
      int n_windows;

      atspi_accessible_clear_cache (application);
      n_windows = atspi_accessible_get_child_count (application, NULL);
      if (n_windows >= 0 || g_get_monotonic_time () > give_up)
        return n_windows;
      g_usleep (pause_us);
    }
}

/* One window after the other: GTK 4.8 falls where it is asked for all of them while one comes or
 * goes. */
static void
run_search (Search *search)
{
  AtspiAccessible *application = get_application (search->tree);
  int n_windows = application != NULL ? count_windows (application) : 0;

  for (int i = 0; i < n_windows && !is_over (search); i++)
    {
      g_autoptr (AtspiAccessible) window =
          atspi_accessible_get_child_at_index (application, i, NULL);

      if (window != NULL)
        search_from (search, window->parent.path, 0);
    }
}

/* The library gives those alone that it was led to, child by child. */
static AtspiAccessible *
make_accessible (SlAccessibleTree *self, const char *path)
{
  AtspiAccessible *accessible = g_object_new (ATSPI_TYPE_ACCESSIBLE, NULL);

  accessible->parent.app = g_object_ref (self->application->parent.app);
  accessible->parent.path = g_strdup (path);
  return accessible;
}

/**
 * sl_accessible_tree_find:
 * @name_pattern: glob for the accessible name
 *
 * Returns: (transfer full) (nullable): the first showing accessible of that role and name
 */
AtspiAccessible *
sl_accessible_tree_find (SlAccessibleTree *self, AtspiRole role, const char *name_pattern)
{
  g_autoptr (GPatternSpec) pattern = g_pattern_spec_new (name_pattern);
  Search search = { .tree = self, .role = role, .name = pattern };
  g_autofree char *found = NULL;

  run_search (&search);
  found = search.found;
  return found != NULL ? make_accessible (self, found) : NULL;
}

/**
 * sl_accessible_tree_count:
 * @name_pattern: glob for the accessible name
 *
 * Returns: how many showing accessibles there are of that role and name
 */
guint
sl_accessible_tree_count (SlAccessibleTree *self, AtspiRole role, const char *name_pattern)
{
  g_autoptr (GPatternSpec) pattern = g_pattern_spec_new (name_pattern);
  Search search = { .tree = self, .role = role, .name = pattern, .counts = TRUE };

  run_search (&search);
  g_free (search.found);
  return search.count;
}

static void
dump_below (SlAccessibleTree *self, AtspiAccessible *accessible, GString *text, guint depth)
{
  int n_children = atspi_accessible_get_child_count (accessible, NULL);
  g_autofree char *role = atspi_accessible_get_role_name (accessible, NULL);
  g_autofree char *name = atspi_accessible_get_name (accessible, NULL);
  g_autofree char *description = atspi_accessible_get_description (accessible, NULL);

  g_string_append_printf (text, "%*s%s “%s” (%s)%s\n", (int) depth * 2, "", role, name, description,
                          is_showing (self, accessible->parent.path) ? "" : " hidden");
  for (int i = 0; i < n_children && depth < MAX_DEPTH; i++)
    {
      g_autoptr (AtspiAccessible) child = atspi_accessible_get_child_at_index (accessible, i, NULL);

      if (child != NULL)
        dump_below (self, child, text, depth + 1);
    }
}

/**
 * sl_accessible_tree_dump:
 *
 * Returns: the tree of accessibles as text, a line each: what a screen reader can reach
 */
char *
sl_accessible_tree_dump (SlAccessibleTree *self)
{
  AtspiAccessible *application = get_application (self);
  GString *text = g_string_new (NULL);

  if (application != NULL)
    dump_below (self, application, text, 0);

  return g_string_free (text, FALSE);
}

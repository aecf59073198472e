/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-accessible.h"

struct _SlAccessible
{
  SlAccessibleProgram *program;
  char *path; /* never used again for anything else */
};

/**
 * sl_accessible_new:
 * @path: of the accessible; %NULL for the program itself
 */
SlAccessible *
sl_accessible_new (SlAccessibleProgram *program, const char *path)
{
  SlAccessible *self = g_new0 (SlAccessible, 1);

  self->program = sl_accessible_program_ref (program);
  self->path = g_strdup (path != NULL ? path : sl_accessible_program_get_root (program));
  return self;
}

SlAccessible *
sl_accessible_copy (SlAccessible *self)
{
  return sl_accessible_new (self->program, self->path);
}

void
sl_accessible_free (SlAccessible *self)
{
  if (self == NULL)
    return;

  sl_accessible_program_unref (self->program);
  g_free (self->path);
  g_free (self);
}

const char *
sl_accessible_get_path (SlAccessible *self)
{
  return self->path;
}

static GVariant *
ask (SlAccessible *self, const char *method, GVariant *arguments, const char *reply_type)
{
  return sl_accessible_program_ask (self->program, self->path, SL_ACCESSIBLE_INTERFACE, method,
                                    arguments, reply_type);
}

/* NULL where the accessible has gone, or the property is of another type. */
static GVariant *
ask_property (SlAccessible *self, const char *property, const GVariantType *type)
{
  g_autoptr (GVariant) reply =
      sl_accessible_program_ask (self->program, self->path, "org.freedesktop.DBus.Properties",
                                 "Get", g_variant_new ("(ss)", SL_ACCESSIBLE_INTERFACE, property),
                                 "(v)");
  g_autoptr (GVariant) value = NULL;

  if (reply == NULL)
    return NULL;

  g_variant_get (reply, "(v)", &value);
  return g_variant_is_of_type (value, type) ? g_steal_pointer (&value) : NULL;
}

static char *
ask_text (SlAccessible *self, const char *property)
{
  g_autoptr (GVariant) value = ask_property (self, property, G_VARIANT_TYPE_STRING);

  return value != NULL ? g_variant_dup_string (value, NULL) : NULL;
}

/* @owner: as a reference to nothing has none */
static SlAccessible *
make_other (SlAccessible *self, const char *owner, const char *path)
{
  return owner[0] != '\0' ? sl_accessible_new (self->program, path) : NULL;
}

/**
 * sl_accessible_get_children:
 *
 * Returns: (transfer full) (element-type SlAccessible): what is in it, in order
 */
GPtrArray *
sl_accessible_get_children (SlAccessible *self)
{
  g_autoptr (GVariant) reply = ask (self, "GetChildren", NULL, "(a(so))");
  g_autoptr (GVariantIter) references = NULL;
  GPtrArray *children = g_ptr_array_new_with_free_func ((GDestroyNotify) sl_accessible_free);
  const char *owner, *path;

  if (reply == NULL)
    return children;

  g_variant_get (reply, "(a(so))", &references);
  while (g_variant_iter_next (references, "(&s&o)", &owner, &path))
    {
      SlAccessible *child = make_other (self, owner, path);

      if (child != NULL)
        g_ptr_array_add (children, child);
    }
  return children;
}

/* How many there are; -1 where there is no answer. */
int
sl_accessible_count_children (SlAccessible *self)
{
  g_autoptr (GVariant) value = ask_property (self, "ChildCount", G_VARIANT_TYPE_INT32);

  return value != NULL ? g_variant_get_int32 (value) : -1;
}

/**
 * sl_accessible_get_child:
 *
 * Returns: (transfer full) (nullable): the child, or %NULL where there are not so many
 */
SlAccessible *
sl_accessible_get_child (SlAccessible *self, int index)
{
  g_autoptr (GVariant) reply =
      ask (self, "GetChildAtIndex", g_variant_new ("(i)", index), "((so))");
  const char *owner, *path;

  if (reply == NULL)
    return NULL;

  g_variant_get (reply, "((&s&o))", &owner, &path);
  return make_other (self, owner, path);
}

/* ATSPI_ROLE_INVALID where it has gone. */
AtspiRole
sl_accessible_get_role (SlAccessible *self)
{
  g_autoptr (GVariant) reply = ask (self, "GetRole", NULL, "(u)");
  guint32 role = ATSPI_ROLE_INVALID;

  if (reply != NULL)
    g_variant_get (reply, "(u)", &role);
  return role;
}

/**
 * sl_accessible_get_role_name:
 *
 * Returns: (transfer full) (nullable): the role in words
 */
char *
sl_accessible_get_role_name (SlAccessible *self)
{
  g_autoptr (GVariant) reply = ask (self, "GetRoleName", NULL, "(s)");
  char *name = NULL;

  if (reply != NULL)
    g_variant_get (reply, "(s)", &name);
  return name;
}

/**
 * sl_accessible_get_name:
 *
 * Returns: (transfer full) (nullable): its name, or %NULL where it has gone
 */
char *
sl_accessible_get_name (SlAccessible *self)
{
  return ask_text (self, "Name");
}

/**
 * sl_accessible_get_description:
 *
 * Returns: (transfer full) (nullable): what is said of it beside its name
 */
char *
sl_accessible_get_description (SlAccessible *self)
{
  return ask_text (self, "Description");
}

gboolean
sl_accessible_has_state (SlAccessible *self, AtspiStateType state)
{
  g_autoptr (GVariant) reply = ask (self, "GetState", NULL, "(au)");
  g_autoptr (GVariant) list = NULL;
  const guint32 *words;
  gsize n_words;

  if (reply == NULL)
    return FALSE;

  g_variant_get (reply, "(@au)", &list);
  words = g_variant_get_fixed_array (list, &n_words, sizeof *words);
  return n_words > state / 32 && (words[state / 32] >> (state % 32) & 1) != 0;
}

/**
 * sl_accessible_get_extents:
 * @extents: (out): in pixels of its window
 *
 * Returns: whether it has a place at all
 */
gboolean
sl_accessible_get_extents (SlAccessible *self, SlAccessibleExtents *extents)
{
  g_autoptr (GVariant) reply =
      sl_accessible_program_ask (self->program, self->path, "org.a11y.atspi.Component",
                                 "GetExtents",
                                 g_variant_new ("(u)", (guint32) ATSPI_COORD_TYPE_WINDOW),
                                 "((iiii))");

  if (reply == NULL)
    return FALSE;

  g_variant_get (reply, "((iiii))", &extents->x, &extents->y, &extents->width, &extents->height);
  return TRUE;
}

/* GTK 4.8 sets the state "showing" on windows alone, and "visible" also on the pages of a stack
 * that are turned away; those have no size. */
gboolean
sl_accessible_is_showing (SlAccessible *self)
{
  SlAccessibleExtents extents;

  return sl_accessible_has_state (self, ATSPI_STATE_VISIBLE) &&
         sl_accessible_get_extents (self, &extents) && extents.width > 0 && extents.height > 0;
}

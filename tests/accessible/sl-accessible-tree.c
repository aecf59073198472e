/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-accessible-tree.h"

#define MAX_DEPTH 64

struct _SlAccessibleTree
{
  guint pid;
  SlAccessible *application; /* once it is on the bus */
  GHashTable *roles;         /* of paths, which are never used again for anything else */
};

typedef struct
{
  SlAccessibleTree *tree;
  AtspiRole role;
  GPatternSpec *name;
  const char *description; /* glob; NULL for any */
  gboolean counts;         /* goes on after the first */
  SlAccessible *found;     /* the first */
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
  sl_accessible_free (self->application);
  g_hash_table_unref (self->roles);
  g_free (self);
}

static SlAccessible *
get_application (SlAccessibleTree *self)
{
  g_autoptr (SlAccessibleProgram) program = NULL;

  if (self->application != NULL)
    return self->application;

  program = sl_accessible_program_find (self->pid);
  if (program != NULL)
    self->application = sl_accessible_new (program, NULL);
  return self->application;
}

static AtspiRole
get_role (SlAccessibleTree *self, SlAccessible *accessible)
{
  const char *path = sl_accessible_get_path (accessible);
  gpointer known;
  AtspiRole role;

  if (g_hash_table_lookup_extended (self->roles, path, NULL, &known))
    return GPOINTER_TO_UINT (known);

  role = sl_accessible_get_role (accessible);
  if (role != ATSPI_ROLE_INVALID)
    g_hash_table_insert (self->roles, g_strdup (path), GUINT_TO_POINTER (role));
  return role;
}

/* Where lines may break is of no matter for what a text says. */
static char *
dup_plain (const char *text)
{
  g_autoptr (GString) plain = g_string_new (text);

  g_string_replace (plain, "\u00a0", " ", 0);
  g_string_replace (plain, "\u2060", "", 0);
  return g_strdup (plain->str);
}

static GPatternSpec *
make_pattern (const char *name_pattern)
{
  g_autofree char *plain = dup_plain (name_pattern);

  return g_pattern_spec_new (plain);
}

static gboolean
is_described (const Search *search, SlAccessible *accessible)
{
  g_autofree char *description = NULL;

  if (search->description == NULL)
    return TRUE;

  description = sl_accessible_get_description (accessible);
  return description != NULL && g_pattern_match_simple (search->description, description);
}

static gboolean
matches (Search *search, SlAccessible *accessible)
{
  g_autofree char *name = sl_accessible_get_name (accessible);
  g_autofree char *plain = name != NULL ? dup_plain (name) : NULL;

  return plain != NULL && g_pattern_spec_match_string (search->name, plain) &&
         sl_accessible_is_showing (accessible) && is_described (search, accessible);
}

/* Whether what is sought may be inside something of this role: a table holds thousands of
 * accessibles, and so do the pages that are turned away. */
static gboolean
may_hold (Search *search, SlAccessible *accessible, AtspiRole role)
{
  static const AtspiRole leaves[] = { ATSPI_ROLE_ENTRY,        ATSPI_ROLE_LABEL,
                                      ATSPI_ROLE_PROGRESS_BAR, ATSPI_ROLE_ROW_HEADER,
                                      ATSPI_ROLE_SCROLL_BAR,   ATSPI_ROLE_SEPARATOR };
  SlAccessibleExtents extents;

  /* Its menu is in it beside the rows. */
  if (role == ATSPI_ROLE_TREE_TABLE)
    return search->role == ATSPI_ROLE_TABLE_ROW || search->role == ATSPI_ROLE_MENU_ITEM;
  if (role == ATSPI_ROLE_LIST_ITEM &&
      (search->role == ATSPI_ROLE_COMBO_BOX || search->role == ATSPI_ROLE_PUSH_BUTTON ||
       search->role == ATSPI_ROLE_TOGGLE_BUTTON || search->role == ATSPI_ROLE_CHECK_BOX))
    return TRUE;
  if (role == ATSPI_ROLE_LIST_ITEM || role == ATSPI_ROLE_TABLE_ROW)
    return search->role == ATSPI_ROLE_LABEL || search->role == ATSPI_ROLE_IMAGE;

  for (guint i = 0; i < G_N_ELEMENTS (leaves); i++)
    if (role == leaves[i])
      return FALSE;

  /* What has no place at all may hold what has one. */
  return role != ATSPI_ROLE_FILLER || !sl_accessible_get_extents (accessible, &extents) ||
         (extents.width > 0 && extents.height > 0);
}

static gboolean
is_over (const Search *search)
{
  return !search->counts && search->found != NULL;
}

static void
search_from (Search *search, SlAccessible *accessible, guint depth)
{
  AtspiRole role = get_role (search->tree, accessible);
  g_autoptr (GPtrArray) children = NULL;

  if (role == search->role && matches (search, accessible))
    {
      search->count++;
      if (search->found == NULL)
        search->found = sl_accessible_copy (accessible);
    }
  if (is_over (search) || depth >= MAX_DEPTH || !may_hold (search, accessible, role))
    return;

  children = sl_accessible_get_children (accessible);
  for (guint i = 0; i < children->len && !is_over (search); i++)
    search_from (search, g_ptr_array_index (children, i), depth + 1);
}

/* No answer says nothing of how many there are. */
static int
count_windows (SlAccessible *application)
{
  const gulong pause_us = 20 * 1000;
  gint64 give_up = g_get_monotonic_time () + SL_ACCESSIBLE_PATIENCE_MS * G_TIME_SPAN_MILLISECOND;

  for (;;)
    {
      int n_windows = sl_accessible_count_children (application);

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
  SlAccessible *application = get_application (search->tree);
  int n_windows = application != NULL ? count_windows (application) : 0;

  for (int i = 0; i < n_windows && !is_over (search); i++)
    {
      g_autoptr (SlAccessible) window = sl_accessible_get_child (application, i);

      if (window != NULL)
        search_from (search, window, 0);
    }
}

/**
 * sl_accessible_tree_find:
 * @name_pattern: glob for the accessible name
 *
 * Returns: (transfer full) (nullable): the first showing accessible of that role and name
 */
SlAccessible *
sl_accessible_tree_find (SlAccessibleTree *self, AtspiRole role, const char *name_pattern)
{
  g_autoptr (GPatternSpec) pattern = make_pattern (name_pattern);
  Search search = { .tree = self, .role = role, .name = pattern };

  run_search (&search);
  return search.found;
}

/**
 * sl_accessible_tree_find_described:
 * @name_pattern: glob for the accessible name
 * @description_pattern: glob for what is said beside it
 *
 * Returns: (transfer full) (nullable): the first showing accessible of that role, name and description
 */
SlAccessible *
sl_accessible_tree_find_described (SlAccessibleTree *self,
                                   AtspiRole role,
                                   const char *name_pattern,
                                   const char *description_pattern)
{
  g_autoptr (GPatternSpec) pattern = make_pattern (name_pattern);
  Search search = { .tree = self,
                    .role = role,
                    .name = pattern,
                    .description = description_pattern };

  run_search (&search);
  return search.found;
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
  g_autoptr (GPatternSpec) pattern = make_pattern (name_pattern);
  Search search = { .tree = self, .role = role, .name = pattern, .counts = TRUE };

  run_search (&search);
  sl_accessible_free (search.found);
  return search.count;
}

static void
dump_below (SlAccessible *accessible, GString *text, guint depth)
{
  int n_children = sl_accessible_count_children (accessible);
  g_autofree char *role = sl_accessible_get_role_name (accessible);
  g_autofree char *name = sl_accessible_get_name (accessible);
  g_autofree char *description = sl_accessible_get_description (accessible);

  g_string_append_printf (text, "%*s%s “%s” (%s)%s\n", (int) depth * 2, "",
                          role != NULL ? role : "?", name != NULL ? name : "",
                          description != NULL ? description : "",
                          sl_accessible_is_showing (accessible) ? "" : " hidden");
  for (int i = 0; i < n_children && depth < MAX_DEPTH; i++)
    {
      g_autoptr (SlAccessible) child = sl_accessible_get_child (accessible, i);

      if (child != NULL)
        dump_below (child, text, depth + 1);
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
  SlAccessible *application = get_application (self);
  GString *text = g_string_new (NULL);

  if (application != NULL)
    dump_below (application, text, 0);

  return g_string_free (text, FALSE);
}

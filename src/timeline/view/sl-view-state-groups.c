/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The groups that the user makes of rows. They are in the order in which they got their first row. */
#include <string.h>

#include "sl-view-state-private.h"

/**
 * sl_view_state_get_row_group:
 * @place: (out) (optional): of the group among the user's, from 0
 *
 * Returns: (transfer none) (nullable): the name of the group in which the user put the row; %NULL for none
 */
const char *
sl_view_state_get_row_group (const SlViewState *self, const char *row, guint *place)
{
  for (guint i = 0; i < self->row_groups->len; i++)
    {
      const SlViewRowGroup *entry = &g_array_index (self->row_groups, SlViewRowGroup, i);

      if (!g_str_equal (entry->row, row))
        continue;

      /* Numbered by the first row of a group: places of others between them are left out. */
      for (guint first = 0; place != NULL && first <= i; first++)
        if (g_array_index (self->row_groups, SlViewRowGroup, first).group == entry->group)
          {
            *place = first;
            break;
          }
      return entry->group;
    }

  return NULL;
}

/**
 * sl_view_state_dup_groups:
 *
 * Returns: (transfer container) (element-type utf8): the names of the user's groups, in their order
 */
GPtrArray *
sl_view_state_dup_groups (const SlViewState *self)
{
  GPtrArray *groups = g_ptr_array_new ();

  for (guint i = 0; i < self->row_groups->len; i++)
    {
      const char *group = g_array_index (self->row_groups, SlViewRowGroup, i).group;

      if (!g_ptr_array_find (groups, group, NULL))
        g_ptr_array_add (groups, (gpointer) group);
    }

  return groups;
}

/**
 * sl_view_state_with_row_group:
 * @group: (nullable): its name, not empty; %NULL to put the row back to where it belongs
 *
 * Returns: (transfer full): @self with the row in that group
 */
SlViewState *
sl_view_state_with_row_group (SlViewState *self, const char *row, const char *group)
{
  SlViewRowGroup entry = { g_intern_string (row), g_intern_string (group) };
  GArray *groups = g_array_new (FALSE, FALSE, sizeof (SlViewRowGroup));
  guint place = 0; /* behind the last row of the group */

  for (guint i = 0; i < self->row_groups->len; i++)
    {
      const SlViewRowGroup *old = &g_array_index (self->row_groups, SlViewRowGroup, i);

      if (old->row == entry.row)
        continue;

      g_array_append_val (groups, *old);
      if (old->group == entry.group)
        place = groups->len;
    }
  if (group != NULL)
    g_array_insert_val (groups, place > 0 ? place : groups->len, entry);

  return sl_view_state_with_row_groups (self, groups);
}

/**
 * sl_view_state_groups_equal:
 */
gboolean
sl_view_state_groups_equal (const GArray *one, const GArray *other)
{
  return one->len == other->len &&
         (one->len == 0 ||
          memcmp (one->data, other->data, one->len * sizeof (SlViewRowGroup)) == 0);
}

/* SPDX-License-Identifier: GPL-3.0-or-later */

/* What has a number or a name and no state: levels, what the traced program logs; names of servers and of what
 * a simulation has. */

#include "sl-object-lane.h"
#include "sl-shark-private.h"

/**
 * sl_shark_name_simulated:
 *
 * Names the two tasks that a simulation has beside those of its task set.
 */
void
sl_shark_name_simulated (SlSharkStates *self)
{
  guint32 idle_task = sl_shark_guess_idle_task (self);

  if (self->boot_task == 0)
    return;

  sl_object_table_builder_name (self->system.objects, self->boot_task, "boot");
  if (idle_task != 0)
    sl_object_table_builder_name (self->system.objects, idle_task, "idle");
}

/**
 * sl_shark_see_number:
 * @event: any
 *
 * Puts the number under which the traced program logged @event into the table; its lane is one of marks.
 */
void
sl_shark_see_number (SlSharkStates *self, const SlEvent *event)
{
  SlObjectType type;
  guint64 id;

  if (!sl_event_get_logged_number (event, &type, &id) ||
      self->n_numbers == SL_OBJECT_LANE_MAX_NUMBERS ||
      sl_object_table_builder_current (self->system.objects, type, id) != 0)
    return;

  sl_object_table_builder_begin_life (self->system.objects, type, id, self->system.now);
  self->n_numbers++;
}

/**
 * sl_shark_see_level:
 * @level: number of a scheduling module, as an event names it; above %SL_SHARK_N_LEVELS it is none
 */
void
sl_shark_see_level (SlSharkStates *self, guint64 level)
{
  g_autofree char *name = NULL;

  if (level >= SL_SHARK_N_LEVELS)
    return;

  self->level_seen[level] = self->system.now;
  if (self->levels[level] != 0)
    return;

  self->levels[level] = sl_object_table_builder_begin_life (self->system.objects, SL_OBJECT_LEVEL,
                                                            level, self->system.now);
  name = g_strdup_printf ("level %" G_GUINT64_FORMAT, level);
  sl_object_table_builder_name (self->system.objects, self->levels[level], name);
}

/**
 * sl_shark_touch_levels:
 *
 * Tells the builder when each level was named last.
 */
void
sl_shark_touch_levels (SlSharkStates *self)
{
  for (guint level = 0; level < SL_SHARK_N_LEVELS; level++)
    if (self->levels[level] != 0)
      sl_object_table_builder_touch (self->system.objects, self->levels[level],
                                     self->level_seen[level]);
}

static int
compare_servers (gconstpointer one, gconstpointer other)
{
  const SlServerTracker *a = *(SlServerTracker *const *) one;
  const SlServerTracker *b = *(SlServerTracker *const *) other;

  return a->id < b->id ? -1 : a->id > b->id;
}

/**
 * sl_shark_name_servers:
 *
 * The kernel has no names for servers: they are numbered in the order of their addresses, which
 * is the order in which their module keeps them.
 */
void
sl_shark_name_servers (SlSharkStates *self)
{
  g_autoptr (GPtrArray) servers = g_ptr_array_new ();
  GHashTableIter iter;
  gpointer value;

  g_hash_table_iter_init (&iter, self->system.servers);
  while (g_hash_table_iter_next (&iter, NULL, &value))
    g_ptr_array_add (servers, value);

  g_ptr_array_sort (servers, compare_servers);
  for (guint i = 0; i < servers->len; i++)
    {
      const SlServerTracker *server = g_ptr_array_index (servers, i);
      g_autofree char *name = g_strdup_printf ("server %u", i + 1);

      sl_object_table_builder_name (self->system.objects, server->object, name);
      sl_object_table_builder_touch (self->system.objects, server->object, server->last_seen);
    }
}

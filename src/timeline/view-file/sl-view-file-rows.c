/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Rows and their groups in a saved view: which are hidden, pinned and so on, their order and their heights; and the kinds
 * of events that are hidden. */
#include <stdlib.h>
#include <string.h>

#include "sl-view-file-private.h"
#include "sl-view-state-private.h"

#define GROUP "group "

/* Whoever has more of them wrote them by a program. */
#define MOST_NAMES   10000
#define MOST_KINDS   1000
#define MOST_GROUPED 1000

/* Pixels. */
#define LEAST_HEIGHT 8
#define MOST_HEIGHT  2000

static const struct
{
  const char *group; /* NULL for what is not kept */
  const char *key;
} sets[SL_N_NAME_SETS] = {
  [SL_NAMES_HIDDEN_FAMILIES] = { "kinds", "hidden-families" },
  [SL_NAMES_HIDDEN_KINDS] = { "kinds", "hidden" },
  [SL_NAMES_HIDDEN_ROWS] = { "rows", "hidden" },
  [SL_NAMES_ONLY_ROWS] = { "rows", "only" },
  [SL_NAMES_SHOWN_ROWS] = { "rows", "shown" },
  [SL_NAMES_PINNED_ROWS] = { "rows", "pinned" },
  [SL_NAMES_SEPARATED_ROWS] = { "rows", "separated" },
  [SL_NAMES_COLLAPSED] = { "rows", "collapsed" },
  [SL_NAMES_EXPANDED] = { "rows", "expanded" },
  [SL_NAMES_SHOWN_SIGNS] = { "rows", "signs" },
};

static int
compare_names (const void *one, const void *other)
{
  return strcmp (*(const char *const *) one, *(const char *const *) other);
}

/* Sorted: the same view is the same text. */
static void
write_names (GKeyFile *file, const SlViewState *state, SlNameSet set)
{
  const char *const *names = sl_view_state_get_names (state, set);
  gsize n_names = g_strv_length ((char **) names);
  g_autofree const char **sorted = g_memdup2 (names, (n_names + 1) * sizeof *names);

  if (n_names == 0)
    return;

  qsort (sorted, n_names, sizeof *sorted, compare_names);
  g_key_file_set_string_list (file, sets[set].group, sets[set].key, sorted, n_names);
}

void
sl_view_file_write_rows (GKeyFile *file, const SlViewState *state)
{
  const char *const *order = sl_view_state_get_row_order (state);
  g_autoptr (GPtrArray) heights = g_ptr_array_new_with_free_func (g_free);

  for (int set = 0; set < SL_N_NAME_SETS; set++)
    if (sets[set].group != NULL)
      write_names (file, state, (SlNameSet) set);
  if (order[0] != NULL)
    g_key_file_set_string_list (file, "rows", "order", order, g_strv_length ((char **) order));

  for (guint i = 0; i < state->row_heights->len; i++)
    {
      const SlViewRowHeight *height = &g_array_index (state->row_heights, SlViewRowHeight, i);

      g_ptr_array_add (heights, g_strdup_printf ("%s %d", height->row, height->height));
    }
  if (heights->len > 0)
    g_key_file_set_string_list (file, "rows", "heights", (const char *const *) heights->pdata,
                                heights->len);
}

void
sl_view_file_write_groups (GKeyFile *file, const SlViewState *state)
{
  g_autoptr (GPtrArray) groups = sl_view_state_dup_groups (state);

  for (guint i = 0; i < groups->len; i++)
    {
      g_autofree char *section = g_strdup_printf (GROUP "%u", i + 1);
      g_autoptr (GPtrArray) rows = g_ptr_array_new ();

      for (guint j = 0; j < state->row_groups->len; j++)
        {
          const SlViewRowGroup *entry = &g_array_index (state->row_groups, SlViewRowGroup, j);

          if (entry->group == groups->pdata[i])
            g_ptr_array_add (rows, (gpointer) entry->row);
        }
      g_key_file_set_string (file, section, "name", groups->pdata[i]);
      g_key_file_set_string_list (file, section, "rows", (const char *const *) rows->pdata,
                                  rows->len);
    }
}

static void
add_row (GPtrArray *rows, const char *row)
{
  if (row != NULL && row[0] != '\0')
    g_ptr_array_add (rows, (gpointer) row);
}

static void
add_rows (GPtrArray *rows, const char *const *names)
{
  for (gsize i = 0; names[i] != NULL; i++)
    add_row (rows, names[i]);
}

/**
 * sl_view_file_list_rows:
 *
 * Returns: (transfer container) (element-type utf8): keys of all rows of which @state says something, some more than once
 */
GPtrArray *
sl_view_file_list_rows (const SlViewState *state)
{
  GPtrArray *rows = g_ptr_array_new ();
  SlMarkers *markers = sl_view_state_get_markers (state);

  for (int set = 0; set < SL_N_NAME_SETS; set++)
    if (g_strcmp0 (sets[set].group, "rows") == 0)
      add_rows (rows, sl_view_state_get_names (state, (SlNameSet) set));
  add_rows (rows, sl_view_state_get_row_order (state));
  for (guint i = 0; i < state->row_heights->len; i++)
    add_row (rows, g_array_index (state->row_heights, SlViewRowHeight, i).row);
  for (guint i = 0; i < state->row_groups->len; i++)
    add_row (rows, g_array_index (state->row_groups, SlViewRowGroup, i).row);
  for (guint i = 0; i < state->row_addresses->len; i++)
    add_row (rows, g_array_index (state->row_addresses, SlViewRowAddresses, i).row);
  for (guint i = 0; i < sl_markers_get_count (markers); i++)
    {
      add_row (rows, sl_markers_get (markers, i)->row);
      add_row (rows, sl_markers_get (markers, i)->to_row);
    }
  add_row (rows, sl_view_state_get_picked (state)->row);
  return rows;
}

static void
read_names (SlViewReading *self, SlNameSet set)
{
  g_auto (GStrv) old = g_strdupv ((char **) sl_view_state_get_names (self->state, set));
  g_auto (GStrv) names = NULL;

  self->group = sets[set].group;
  names = sl_view_take_list (self, sets[set].key,
                             g_str_equal (self->group, "kinds") ? MOST_KINDS : MOST_NAMES);

  if (g_str_equal (sets[set].group, "rows"))
    names = sl_view_reading_find_rows (self, g_steal_pointer (&names));
  for (gsize i = 0; old[i] != NULL; i++)
    sl_view_reading_take (self, sl_view_state_with_name (self->state, set, old[i], FALSE));
  for (gsize i = 0; names[i] != NULL; i++)
    sl_view_reading_take (self, sl_view_state_with_name (self->state, set, names[i], TRUE));
}

static void
read_height (SlViewReading *self, const char *row, int height)
{
  g_auto (GStrv) rows = g_new0 (char *, 2);

  rows[0] = g_strdup (row);
  rows = sl_view_reading_find_rows (self, g_steal_pointer (&rows));
  for (gsize i = 0; rows[i] != NULL; i++)
    sl_view_reading_take (self, sl_view_state_with_row_height (self->state, rows[i], height));
}

void
sl_view_file_read_rows (SlViewReading *self)
{
  g_auto (GStrv) order = NULL;
  g_auto (GStrv) heights = NULL;

  for (int set = 0; set < SL_N_NAME_SETS; set++)
    if (sets[set].group != NULL)
      read_names (self, (SlNameSet) set);
  self->group = "rows";
  order = sl_view_reading_find_rows (self, sl_view_take_list (self, "order", MOST_NAMES));
  heights = sl_view_take_list (self, "heights", MOST_NAMES);
  sl_view_reading_take (self,
                        sl_view_state_with_row_order (self->state, (const char *const *) order));
  while (self->state->row_heights->len > 0)
    sl_view_reading_take (self,
                          sl_view_state_with_row_height (self->state,
                                                         g_array_index (self->state->row_heights,
                                                                        SlViewRowHeight, 0)
                                                             .row,
                                                         0));
  for (gsize i = 0; heights[i] != NULL; i++)
    {
      char *space = strrchr (heights[i], ' ');
      guint64 height;

      if (space == NULL ||
          !g_ascii_string_to_unsigned (space + 1, 10, LEAST_HEIGHT, MOST_HEIGHT, &height, NULL))
        {
          sl_view_refuse (self, "heights", heights[i],
                          "use a row and from 8 to 2000 pixels, as task:288 48");
          continue;
        }
      *space = '\0';
      read_height (self, heights[i], (int) height);
    }
}

/**
 * sl_view_file_read_groups:
 *
 * Rows that are not in this trace stay in their groups, for the next trace.
 */
void
sl_view_file_read_groups (SlViewReading *self)
{
  g_auto (GStrv) sections = g_key_file_get_groups (self->file, NULL);
  gsize n_rows = 0;

  sl_view_reading_take (self,
                        sl_view_state_with_row_groups (self->state,
                                                       g_array_new (FALSE, FALSE,
                                                                    sizeof (SlViewRowGroup))));
  for (gsize i = 0; sections[i] != NULL; i++)
    {
      g_autofree char *name = NULL;
      g_auto (GStrv) rows = NULL;

      if (!g_str_has_prefix (sections[i], GROUP))
        continue;

      self->group = sections[i];
      name = sl_view_take_text (self, "name");
      rows = sl_view_reading_find_rows (self, sl_view_take_list (self, "rows", MOST_NAMES));
      for (gsize j = 0; name != NULL && name[0] != '\0' && rows[j] != NULL; j++)
        if (n_rows++ < MOST_GROUPED)
          sl_view_reading_take (self, sl_view_state_with_row_group (self->state, rows[j], name));
    }
}

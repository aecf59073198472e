/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-row-sides.h"

#include <string.h>

#include "sl-row-collect-private.h"
#include "sl-task-match.h"

struct _SlRowSides
{
  SlTraceSet *set;
  guint traces[2];
  GHashTable *likes;    /* task of B → task of A */
  GHashTable *names[2]; /* task → what it is matched by */
};

static void
match_tasks (SlRowSides *self, GPtrArray *tables)
{
  const SlJobTable *jobs[2];
  SlAnnotations *annotations_of[2];
  g_autoptr (GArray) matches = NULL;

  for (guint side = 0; side < 2; side++)
    {
      guint trace = self->traces[side];

      jobs[side] = tables != NULL && trace < tables->len ? g_ptr_array_index (tables, trace) : NULL;
      annotations_of[side] = sl_trace_set_get_annotations (self->set, trace);
    }
  if (jobs[0] == NULL || jobs[1] == NULL)
    return;

  matches = sl_task_matches_find (jobs, annotations_of);
  for (guint i = 0; i < matches->len; i++)
    {
      const SlTaskMatch *match = &g_array_index (matches, SlTaskMatch, i);

      for (guint side = 0; side < 2; side++)
        g_hash_table_insert (self->names[side], GUINT_TO_POINTER (match->tasks[side]),
                             g_strdup (match->name));
      if (match->tasks[0] != 0 && match->tasks[1] != 0)
        g_hash_table_insert (self->likes, GUINT_TO_POINTER (match->tasks[1]),
                             GUINT_TO_POINTER (match->tasks[0]));
    }
}

/**
 * sl_row_sides_new:
 * @tables: (nullable) (element-type SlJobTable): by trace; without both sides' no task is matched
 *
 * Returns: (transfer full) (nullable): %NULL where nothing is compared
 */
SlRowSides *
sl_row_sides_new (SlTraceSet *set, const SlViewState *state, GPtrArray *tables)
{
  SlRowSides *self;
  guint traces[2];

  if (!sl_view_state_get_compared (state, traces) ||
      MAX (traces[0], traces[1]) >= sl_trace_set_get_size (set))
    return NULL;

  self = g_new0 (SlRowSides, 1);
  self->set = g_object_ref (set);
  self->traces[0] = traces[0];
  self->traces[1] = traces[1];
  self->likes = g_hash_table_new (NULL, NULL);
  self->names[0] = g_hash_table_new_full (NULL, NULL, NULL, g_free);
  self->names[1] = g_hash_table_new_full (NULL, NULL, NULL, g_free);
  match_tasks (self, tables);
  return self;
}

void
sl_row_sides_free (SlRowSides *self)
{
  g_hash_table_unref (self->likes);
  g_hash_table_unref (self->names[0]);
  g_hash_table_unref (self->names[1]);
  g_object_unref (self->set);
  g_free (self);
}

static guint32
find_like (const SlRowSides *self, guint32 task)
{
  return GPOINTER_TO_UINT (g_hash_table_lookup (self->likes, GUINT_TO_POINTER (task)));
}

/**
 * sl_row_sides_get_task:
 *
 * Returns: the task of A that the row is of, or that its task of B is compared with; 0 for none
 */
guint32
sl_row_sides_get_task (const SlRowSides *self, const SlRow *row)
{
  if (row->lane_type != SL_LANE_TASK)
    return 0;
  if (row->lane.trace == self->traces[0])
    return row->object;

  return row->lane.trace == self->traces[1] ? find_like (self, row->object) : 0;
}

/* What a row has in common with the one that belongs beside it: tasks by their names; what else there is by its lane's: the
 * same processor, lock or line. */
typedef struct
{
  SlLaneType lane_type;
  SlRowPart part;
  SlRowGroup group;
  gboolean is_in_partition; /* of a textbook picture that has one for each processor */
  guint64 partition;
  guint32 task;     /* of A; 0 for rows that are not of tasks */
  const char *name; /* of the lane; "" for tasks */
} Likeness;

static void
likeness_init (const SlRowSides *self, const SlRow *row, Likeness *likeness)
{
  SlTrace *trace = sl_trace_set_get_trace (self->set, row->lane.trace);
  gboolean is_task = row->lane_type == SL_LANE_TASK;

  *likeness = (Likeness) {
    .lane_type = row->lane_type,
    .part = row->part,
    .group = row->group,
    .is_in_partition = row->cpu != 0,
    .partition =
        row->cpu != 0 ? sl_object_table_get (sl_trace_get_objects (trace), row->cpu)->id : 0,
    .task = sl_row_sides_get_task (self, row),
    .name = is_task ? "" : sl_trace_get_lane (trace, row->lane.lane)->name,
  };
}

static guint
likeness_hash (gconstpointer key)
{
  const Likeness *likeness = key;

  return g_str_hash (likeness->name) ^ (likeness->task * 2654435761u) ^
         ((guint) likeness->part << 24) ^ ((guint) likeness->partition << 16);
}

static gboolean
likeness_equal (gconstpointer one, gconstpointer other)
{
  const Likeness *a = one, *b = other;

  return a->lane_type == b->lane_type && a->part == b->part && a->group == b->group &&
         a->is_in_partition == b->is_in_partition && a->partition == b->partition &&
         a->task == b->task && g_str_equal (a->name, b->name);
}

static gboolean
is_beside (const SlRowSides *self, const SlRow *row, guint side)
{
  return row->lane.trace == self->traces[side] && !sl_row_group_is_on_top (row->group) &&
         (row->lane_type != SL_LANE_TASK || sl_row_sides_get_task (self, row) != 0);
}

/* For each row of A, the place of the row of B that belongs beside it; %G_MAXUINT for none, and of other rows. */
static void
find_others (const SlRowSides *self, const GArray *found, guint *others)
{
  g_autofree Likeness *likenesses = g_new (Likeness, MAX (found->len, 1));
  g_autoptr (GHashTable) places = g_hash_table_new (likeness_hash, likeness_equal);
  gpointer place;

  for (guint i = found->len; i-- > 0;)
    {
      const SlRow *row = &g_array_index (found, SlRow, i);

      if (!is_beside (self, row, 1))
        continue;

      likeness_init (self, row, &likenesses[i]);
      g_hash_table_replace (places, &likenesses[i], GUINT_TO_POINTER (i));
    }

  for (guint i = 0; i < found->len; i++)
    {
      const SlRow *row = &g_array_index (found, SlRow, i);
      Likeness likeness;

      others[i] = G_MAXUINT;
      if (!is_beside (self, row, 0))
        continue;

      likeness_init (self, row, &likeness);
      if (!g_hash_table_lookup_extended (places, &likeness, NULL, &place))
        continue;

      others[i] = GPOINTER_TO_UINT (place);
      g_hash_table_remove (places, &likeness);
    }
}

/* Tasks go by the names that they are matched by. */
static void
name_side (const SlRowSides *self, SlRows *rows, SlRow *row)
{
  guint side = row->lane.trace == self->traces[0] ? 0 : 1;
  const char *name = NULL;

  if (row->lane_type == SL_LANE_TASK && row->part == SL_ROW_STATES)
    name = g_hash_table_lookup (self->names[side], GUINT_TO_POINTER (row->object));
  row->side = (char) ('A' + side);
  row->title = sl_rows_take_text (rows, g_strdup_printf ("%c · %s", row->side,
                                                         name != NULL ? name : row->title));
}

/**
 * sl_row_sides_put:
 * @rows: that these become
 * @found: (element-type SlRow): rows in their order
 *
 * Puts each row of B that is like one of A below that one, and names the sides. In a textbook
 * picture both have one place.
 */
void
sl_row_sides_put (const SlRowSides *self, SlRows *rows, GArray *found)
{
  g_autoptr (GArray) ordered = g_array_sized_new (FALSE, FALSE, sizeof (SlRow), found->len);
  g_autofree gboolean *is_placed = g_new0 (gboolean, found->len);
  g_autofree guint *others = g_new (guint, found->len);
  guint place = 0;

  find_others (self, found, others);
  for (guint i = 0; i < found->len; i++)
    if (others[i] != G_MAXUINT)
      is_placed[others[i]] = TRUE;

  for (guint i = 0; i < found->len; i++)
    {
      SlRow row = g_array_index (found, SlRow, i);

      if (is_placed[i])
        continue;

      /* A task that is in several parts has one place. */
      place = row.cpu != 0 ? row.place : place + 1;
      row.place = row.place > 0 ? place : 0;
      g_array_append_val (ordered, row);
      if (others[i] == G_MAXUINT)
        continue;

      row = g_array_index (found, SlRow, others[i]);
      row.host = self->traces[0];
      row.place = row.place > 0 ? place : 0;
      g_array_append_val (ordered, row);
    }

  for (guint i = 0; i < found->len; i++)
    {
      SlRow *row = &g_array_index (found, SlRow, i);

      *row = g_array_index (ordered, SlRow, i);
      if (row->lane.trace == self->traces[0] || row->lane.trace == self->traces[1])
        name_side (self, rows, row);
    }
}

/**
 * sl_row_sides_follow:
 * @self: (nullable):
 * @trace: (inout):
 * @object: (inout):
 *
 * Makes of a task of B the one of A that it is like, whose colour it shares.
 */
void
sl_row_sides_follow (const SlRowSides *self, guint *trace, guint32 *object)
{
  guint32 like = self != NULL && *trace == self->traces[1] ? find_like (self, *object) : 0;

  if (like == 0)
    return;

  *trace = self->traces[0];
  *object = like;
}

/* The title without the number that it begins with; all of it where it has none. */
static const char *
skip_number (const char *title, guint trace)
{
  g_autofree char *number = g_strdup_printf ("%u: ", trace);

  return g_str_has_prefix (title, number) ? title + strlen (number) : title;
}

/**
 * sl_row_sides_dup_name:
 * @other: what @trace is compared with
 *
 * Returns: (transfer full): the title of @trace; without its number, unless only that tells the two apart
 */
char *
sl_row_sides_dup_name (SlTraceSet *set, guint trace, guint other)
{
  g_autofree char *title = sl_trace_set_dup_title (set, trace);
  g_autofree char *other_title = sl_trace_set_dup_title (set, other);
  const char *name = skip_number (title, trace);

  return g_strdup (g_str_equal (name, skip_number (other_title, other)) ? title : name);
}

/**
 * sl_row_sides_dup_title:
 * @self: (nullable):
 * @trace: under whose heading rows stand
 *
 * Returns: (transfer full) (nullable): both titles where these are rows of both; %NULL where the
 *   trace is not compared
 */
char *
sl_row_sides_dup_title (const SlRowSides *self, guint trace)
{
  g_autofree char *a = NULL;
  g_autofree char *b = NULL;

  if (self == NULL || (trace != self->traces[0] && trace != self->traces[1]))
    return NULL;

  a = sl_row_sides_dup_name (self->set, self->traces[0], self->traces[1]);
  b = sl_row_sides_dup_name (self->set, self->traces[1], self->traces[0]);
  return trace == self->traces[1] ? g_strdup_printf ("B · %s", b)
                                  : g_strdup_printf ("A · %s   B · %s", a, b);
}

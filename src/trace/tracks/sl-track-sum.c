/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-track-private.h"

typedef struct
{
  const SlTrack *track;
  SlSpan span;
  const guint8 *group_of; /* by code; NULL where each is one by itself */
  guint64 *time_by_code;
  guint64 *count_by_code;
  SlTrackSumFunc ask_first; /* NULL where nothing else knows what a child sums up to */
  gpointer user_data;
} Sum;

static inline guint
get_place (const Sum *self, guint code)
{
  return self->group_of != NULL ? self->group_of[code] : code;
}

/* An item without length may stand on the end of a part. */
static inline gboolean
is_inside (const Sum *self, SlTime begin, SlTime end)
{
  return begin >= self->span.begin && end < self->span.end;
}

static void
add_items (Sum *self, const SlTrackChunk *chunk, guint leaf)
{
  SlLeafCursor cursor;
  SlLeafItem item;

  sl_leaf_cursor_init (&cursor, self->track->type, chunk, leaf);
  while (sl_leaf_cursor_next (&cursor, &item) && item.begin < self->span.end)
    {
      SlSpan part = sl_span_intersect (self->span, (SlSpan) { item.begin, item.end });
      guint code = 0, place;

      if (self->track->type != SL_TRACK_VALUES)
        code = SL_MARK_CODE (sl_leaf_mark (cursor.marks, cursor.mark_width, item.local));
      place = get_place (self, code);
      if (self->count_by_code != NULL)
        self->count_by_code[place] += item.begin >= self->span.begin;
      if (self->time_by_code != NULL)
        self->time_by_code[place] += (guint64) part.end - (guint64) part.begin;
    }
}

static void
add_child (Sum *self, const SlTrackNode *node, const SlTrackChild *child)
{
  if (self->ask_first != NULL &&
      self->ask_first (node, child, self->time_by_code, self->count_by_code, self->user_data))
    return;

  for (guint i = 0; i < child->n_sums; i++)
    {
      SlTrackSum sum = sl_track_node_get_sum (node, child->first_sum + i);
      guint place = get_place (self, SL_MARK_CODE (sum.mark));

      if (self->count_by_code != NULL)
        self->count_by_code[place] += sum.count;
      if (self->time_by_code != NULL)
        self->time_by_code[place] += sum.ticks;
    }
}

static void
add_node (Sum *self, const SlTrackNode *node)
{
  for (guint i = 0; i < node->n_children && node->children[i].begin < self->span.end; i++)
    {
      const SlTrackChild *child = &node->children[i];
      const SlTrackChunk *chunk = child->child;

      if (child->end < self->span.begin)
        continue;

      if (is_inside (self, child->begin, child->end))
        add_child (self, node, child);
      else if (node->level > 1)
        add_node (self, child->child);
      else
        for (guint j = 0; j < chunk->n_leaves; j++)
          add_items (self, chunk, j);
    }
}

static void
add_track (Sum *self)
{
  const SlTrackNode *root = sl_track_get_root (self->track);
  const SlTrackChunk *only = sl_track_get_only_chunk (self->track);

  if (root != NULL)
    add_node (self, root);
  else if (only != NULL)
    add_items (self, only, 0);
}

/**
 * sl_track_sum:
 * @time_by_code: (inout) (optional): for each code; ticks inside @span are added
 * @count_by_code: (inout) (optional): for each code; items that begin in @span are added
 *
 * Exact for any span; costs by the depth of the tree.
 */
void
sl_track_sum (const SlTrack *self, SlSpan span, guint64 *time_by_code, guint64 *count_by_code)
{
  Sum sum = {
    .track = self,
    .span = span,
    .time_by_code = time_by_code,
    .count_by_code = count_by_code,
  };

  add_track (&sum);
}

/**
 * sl_track_sum_groups_with:
 * @group_of: (array): by code
 * @time_by_group: (inout) (array fixed-size=256): ticks inside @span are added
 * @count_by_group: (inout) (array fixed-size=256): items that begin in @span are added
 * @ask_first: (nullable) (scope call): is asked first for what all of a child adds
 *
 * As sl_track_sum_groups().
 */
void
sl_track_sum_groups_with (const SlTrack *self,
                          SlSpan span,
                          const guint8 *group_of,
                          guint64 *time_by_group,
                          guint64 *count_by_group,
                          SlTrackSumFunc ask_first,
                          gpointer user_data)
{
  Sum sum = {
    .track = self,
    .span = span,
    .group_of = group_of,
    .time_by_code = time_by_group,
    .count_by_code = count_by_group,
    .ask_first = ask_first,
    .user_data = user_data,
  };

  add_track (&sum);
}

/**
 * sl_track_sum_groups:
 * @group_of: (array): by code
 * @time_by_group: (inout) (array fixed-size=256): ticks inside @span are added
 * @count_by_group: (inout) (array fixed-size=256): items that begin in @span are added
 *
 * Exact for any span; costs by the depth of the tree and by how many codes there are.
 */
void
sl_track_sum_groups (const SlTrack *self,
                     SlSpan span,
                     const guint8 *group_of,
                     guint64 *time_by_group,
                     guint64 *count_by_group)
{
  sl_track_sum_groups_with (self, span, group_of, time_by_group, count_by_group, NULL, NULL);
}

/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-track-levels.h"

/* Gives @mark a place, as all marks below it; new ones are 0. */
static void
grow_places (SlSumSet *self, guint32 mark)
{
  guint n = MAX (16, self->n_places);

  while (n <= mark)
    n *= 2;

  self->places = g_renew (guint32, self->places, n);
  memset (self->places + self->n_places, 0, (n - self->n_places) * sizeof (guint32));
  self->n_places = n;
}

/**
 * sl_sum_set_add:
 *
 * Adds to the sum of the same mark, a new one if need be.
 */
void
sl_sum_set_add (SlSumSet *self, const SlTrackSum *sum)
{
  guint place;

  if (sum->mark >= self->n_places)
    grow_places (self, sum->mark);

  place = self->places[sum->mark];
  if (place >= self->n_sums || self->sums[place].mark != sum->mark)
    {
      if (self->n_sums == self->allocated)
        {
          self->allocated = MAX (8, 2 * self->allocated);
          self->sums = g_renew (SlTrackSum, self->sums, self->allocated);
        }
      place = self->places[sum->mark] = self->n_sums++;
      self->sums[place] = (SlTrackSum) { .mark = sum->mark };
    }

  self->sums[place].ticks += sum->ticks;
  self->sums[place].count += sum->count;
}

/* Returns: (transfer full): a copy of the sums */
SlTrackSum *
sl_sum_set_dup (const SlSumSet *self)
{
  return g_memdup2 (self->sums, self->n_sums * sizeof (SlTrackSum));
}

void
sl_sum_set_clear (SlSumSet *self)
{
  g_clear_pointer (&self->sums, g_free);
  g_clear_pointer (&self->places, g_free);
}

static void
sibling_clear (SlTrackSibling *self, guint level)
{
  if (level == 0)
    sl_track_chunk_unref (self->child.child);
  else
    sl_track_node_unref (self->child.child);

  g_free (self->sums);
}

static int
compare_marks (gconstpointer a, gconstpointer b)
{
  const SlTrackSum *one = a, *other = b;

  return one->mark < other->mark ? -1 : one->mark > other->mark;
}

static gboolean
fits_short (const SlTrackSibling *sibling)
{
  for (guint i = 0; i < sibling->child.n_sums; i++)
    {
      const SlTrackSum *sum = &sibling->sums[i];

      if (sum->ticks > G_MAXUINT32 || sum->mark > G_MAXUINT16 || sum->count > G_MAXUINT16)
        return FALSE;
    }

  return TRUE;
}

static void
copy_short (SlTrackShortSum *to, const SlTrackSum *from, guint n_sums)
{
  for (guint i = 0; i < n_sums; i++)
    to[i] = (SlTrackShortSum) { (guint32) from[i].ticks, (guint16) from[i].mark,
                                (guint16) from[i].count };
}

/* Puts @siblings under a node; their children are taken, their sums copied. */
static SlTrackNode *
make_node (const SlTrackSibling *siblings, guint n_siblings, guint level)
{
  gsize n_sums = 0;
  gboolean is_short = TRUE;
  gsize memory;
  SlTrackNode *node;
  gpointer sums;
  guint first = 0;

  for (guint i = 0; i < n_siblings; i++)
    {
      n_sums += siblings[i].child.n_sums;
      is_short = is_short && fits_short (&siblings[i]);
    }

  memory = sizeof *node + n_siblings * sizeof (SlTrackChild) +
           n_sums * (is_short ? sizeof (SlTrackShortSum) : sizeof (SlTrackSum));
  node = g_malloc (memory);
  g_atomic_ref_count_init (&node->ref_count);
  node->level = level;
  node->n_children = n_siblings;
  node->has_short_sums = is_short;
  node->memory = memory;
  sums = node->children + n_siblings;
  for (guint i = 0; i < n_siblings; i++)
    {
      SlTrackChild *child = &node->children[i];

      *child = siblings[i].child;
      child->first_sum = first;
      if (is_short)
        copy_short ((SlTrackShortSum *) sums + first, siblings[i].sums, child->n_sums);
      else if (child->n_sums > 0)
        memcpy ((SlTrackSum *) sums + first, siblings[i].sums, child->n_sums * sizeof (SlTrackSum));
      first += child->n_sums;
      if (level == 1)
        node->memory += sl_track_chunk_get_size (((SlTrackChunk *) child->child)->n_leaves,
                                                 ((SlTrackChunk *) child->child)->n_bytes);
      else
        node->memory += ((SlTrackNode *) child->child)->memory;
    }

  return node;
}

/* What the parent of @node will hold of it. */
static SlTrackSibling
summarize_node (SlTrackLevels *self, SlTrackNode *node)
{
  SlSumSet *sums = &self->sums;
  SlTrackChild child = {
    .begin = node->children[0].begin,
    .end = node->children[node->n_children - 1].end,
    .minimum = G_MAXINT64,
    .maximum = G_MININT64,
    .child = node,
  };
  SlTrackSum *copy;

  sums->n_sums = 0;
  for (guint i = 0; i < node->n_children; i++)
    {
      const SlTrackChild *part = &node->children[i];

      child.count += part->count;
      child.minimum = MIN (child.minimum, part->minimum);
      child.maximum = MAX (child.maximum, part->maximum);
      for (guint j = 0; j < part->n_sums; j++)
        {
          SlTrackSum sum = sl_track_node_get_sum (node, part->first_sum + j);

          sl_sum_set_add (sums, &sum);
        }
    }

  child.n_sums = sums->n_sums;
  copy = sl_sum_set_dup (sums);
  if (child.n_sums > SL_SUMS_SORTED_FROM)
    qsort (copy, child.n_sums, sizeof *copy, compare_marks);
  return (SlTrackSibling) { .child = child, .sums = copy };
}

/**
 * sl_track_levels_push:
 * @sibling: (transfer full): the next chunk
 */
void
sl_track_levels_push (SlTrackLevels *self, SlTrackSibling sibling)
{
  for (guint i = 0;; i++)
    {
      SlTrackNode *node;
      SlTrackLevel *level;

      if (self->levels[i] == NULL)
        self->levels[i] = self->arena != NULL ? sl_arena_take (self->arena, sizeof (SlTrackLevel))
                                              : g_new0 (SlTrackLevel, 1);
      level = self->levels[i];
      level->siblings[level->n++] = sibling;
      if (level->n < SL_FAN_OUT || i + 1 == SL_TRACK_LEVELS)
        return;

      node = make_node (level->siblings, level->n, i + 1);
      for (guint j = 0; j < level->n; j++)
        g_free (level->siblings[j].sums);
      level->n = 0;
      sibling = summarize_node (self, node);
    }
}

/**
 * sl_track_levels_make_root:
 * @last: (transfer full): stands behind what was pushed; it is not pushed
 *
 * Makes a whole tree: with new nodes for what still waits for siblings, else shared.
 *
 * Returns: (transfer full): its root
 */
SlTrackNode *
sl_track_levels_make_root (SlTrackLevels *self, SlTrackSibling last)
{
  SlTrackSibling carried = last;
  SlTrackNode *node = NULL;

  for (guint i = 0; i == 0 || self->levels[i] != NULL; i++)
    {
      const SlTrackLevel *level = self->levels[i];
      guint n = level != NULL ? level->n : 0;
      SlTrackSibling siblings[SL_FAN_OUT];

      if (node != NULL)
        carried = summarize_node (self, node);
      for (guint j = 0; j < n; j++)
        {
          siblings[j] = level->siblings[j];
          if (i == 0)
            sl_track_chunk_ref (siblings[j].child.child);
          else
            sl_track_node_ref (siblings[j].child.child);
        }
      siblings[n] = carried;
      node = make_node (siblings, n + 1, i + 1);
      g_free (carried.sums);
    }

  return node;
}

/**
 * sl_track_levels_clear:
 *
 * Roots made before stay.
 */
void
sl_track_levels_clear (SlTrackLevels *self)
{
  for (guint level = 0; level < SL_TRACK_LEVELS && self->levels[level] != NULL; level++)
    {
      for (guint i = 0; i < self->levels[level]->n; i++)
        sibling_clear (&self->levels[level]->siblings[i], level);
      if (self->arena == NULL)
        g_free (self->levels[level]);
      self->levels[level] = NULL;
    }

  sl_sum_set_clear (&self->sums);
}

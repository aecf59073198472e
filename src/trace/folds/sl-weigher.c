/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-weigher.h"

static guint8
find_slot (SlWeigher *self, guint8 group)
{
  guint n_groups = self->n_slots / 2;

  if (group >= SL_FOLD_GROUPS)
    group = SL_FOLD_IGNORE;
  for (guint i = 0; i < n_groups; i++)
    {
      if (self->groups[i] == group)
        return (guint8) (2 * i);
    }

  self->groups[n_groups] = group;
  self->n_slots += 2;
  return (guint8) (2 * n_groups);
}

/**
 * sl_weigher_init:
 * @track: of slices or instants; must outlive @self
 * @group_of: (array): by code; see #SlFoldQuery
 * @counted: see #SlFoldQuery
 *
 * Nothing is taken as evenly spread, and nothing is kept, unless that is set.
 */
void
sl_weigher_init (SlWeigher *self, const SlTrack *track, const guint8 *group_of, SlState counted)
{
  self->track = track;
  self->even_length = 0;
  self->n_slots = 0;
  self->kept = NULL;
  self->places = g_new (SlMarkPlace, 2 * track->n_codes + 1);
  for (guint code = 0; code < track->n_codes; code++)
    {
      guint8 slot = find_slot (self, group_of[code]);
      gboolean counts =
          counted == SL_STATE_NONE || sl_track_get_codes (track)[code].state == counted;

      for (guint no_length = 0; no_length < 2; no_length++)
        self->places[SL_MARK_NEW (code, no_length)] =
            (SlMarkPlace) { (guint8) (slot + no_length), (guint8) counts };
    }
}

/**
 * sl_weigher_clear:
 */
void
sl_weigher_clear (SlWeigher *self)
{
  g_clear_pointer (&self->places, g_free);
}

/**
 * sl_weigher_get_places:
 * @places: (out caller-allocates): by place of the mark in the leaf
 */
void
sl_weigher_get_places (const SlWeigher *self,
                       const guint8 *marks,
                       guint mark_width,
                       guint n_marks,
                       SlMarkPlace *places)
{
  for (guint i = 0; i < n_marks; i++)
    places[i] = self->places[sl_leaf_mark (marks, mark_width, i)];
}

/**
 * sl_weigh_leaf_items:
 * @border: any time
 *
 * Adds the items of a leaf that begin before @border, up to @border, one by one.
 */
void
sl_weigh_leaf_items (const SlWeigher *self,
                     SlWeights *weights,
                     const SlTrackChunk *chunk,
                     guint leaf,
                     SlTime border)
{
  SlMarkPlace places[SL_LEAF_ITEMS];
  SlLeafCursor cursor;
  SlLeafItem item;
  SlLeafHead head;
  guint count = 0;

  sl_leaf_head_read (&head, self->track->type, chunk, leaf);
  sl_weigher_get_places (self, head.marks, head.mark_width, head.n_marks, places);
  sl_leaf_cursor_init (&cursor, self->track->type, chunk, leaf);
  while (sl_leaf_cursor_next (&cursor, &item) && item.begin < border)
    {
      SlMarkPlace place = places[item.local];
      guint64 ticks = (guint64) MIN (item.end, border) - (guint64) item.begin;

      count += place.counts;
      weights->slots[place.slot] += item.begin == item.end ? 1 : ticks;
    }
  weights->count += count;
}

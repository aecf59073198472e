/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The critical sections in the boxes of a task. */

#include "sl-build-textbook-private.h"

/* A critical section, as far as it lies in a part of a box. */
typedef struct
{
  guint track;
  SlItem item;
  SlSpan part;
} Section;

static GArray *
find_sections (SlTextbook *self, SlSpan own)
{
  const SlLane *lane = self->pen->lane;
  GArray *sections = g_array_new (FALSE, FALSE, sizeof (Section));

  for (guint i = 0; i < lane->n_tracks; i++)
    {
      Section section = { .track = i };
      SlTrackIter iter;

      if (lane->tracks[i].role != SL_ROLE_HOLDS)
        continue;

      sl_track_iter_init (&iter, lane->tracks[i].track, own.begin);
      while (sl_track_iter_next (&iter, &section.item) && section.item.begin < own.end)
        {
          section.part = sl_span_intersect (own, (SlSpan) { section.item.begin, section.item.end });
          if (sl_textbook_get_x (self, section.part.end) -
                  sl_textbook_get_x (self, section.part.begin) >=
              1)
            g_array_append_val (sections, section);
        }
    }

  return sections;
}

/* Where a section's letter has room: the larger part of it that no inner section takes. */
static SlSpan
find_room (GArray *sections, const Section *outer)
{
  SlSpan room = outer->part;
  SlTime first = room.end, last = room.begin;

  for (guint i = 0; i < sections->len; i++)
    {
      const Section *inner = &g_array_index (sections, Section, i);

      if (inner == outer || inner->item.begin < outer->item.begin ||
          (inner->item.begin == outer->item.begin && inner < outer) ||
          inner->part.begin >= room.end)
        continue;

      first = MIN (first, inner->part.begin);
      last = MAX (last, MIN (inner->part.end, room.end));
    }
  if (last <= room.begin)
    return room;

  if (first - room.begin >= room.end - last)
    room.end = first;
  else
    room.begin = last;
  return room;
}

/**
 * sl_textbook_add_sections:
 * @own: a part of a box of the row at hand, in ticks of its trace
 * @y: of its top
 *
 * Hatches the critical sections in it; their locks are named where there is room.
 */
void
sl_textbook_add_sections (SlTextbook *self, SlSpan own, double y)
{
  g_autoptr (GArray) sections = find_sections (self, own);

  for (guint i = 0; i < sections->len; i++)
    {
      const Section *section = &g_array_index (sections, Section, i);
      SlSpan room = find_room (sections, section);
      double left = sl_textbook_get_x (self, room.begin),
             right = sl_textbook_get_x (self, room.end);
      double x = sl_textbook_get_x (self, section->part.begin);
      double width = sl_textbook_get_x (self, section->part.end) - x;
      guint32 element =
          sl_textbook_add_box_element (self, section->track, section->item.index, 1, section->part,
                                       SL_STATE_HELD, section->item.detail);

      sl_build_place (self->picture, element, sl_box (x, y, width, SL_TEXTBOOK_BOX));
      sl_textbook_add_section (self, element, x, y, width, SL_TEXTBOOK_BOX);
      sl_textbook_add_lock (self, section->item.detail, element, left, y, right - left,
                            SL_TEXTBOOK_BOX);
      self->signs |= SL_SIGN_SECTION;
    }
}

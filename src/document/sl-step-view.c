/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-step-view.h"

/* What is shown around an event while everything after it is hidden: without care that is a line at the left of a
 * view whose rest is empty. */

/* They are to fill two thirds of the view; those that are to come complete them at the beginning. */
#define N_DECISIONS 10

/* A view in which they fill less than this part of it is zoomed in. */
#define LEAST_PART 8

/* Goes from @index to the decision @n further, or as far as there are some. Returns how many there were. */
static guint
find_decisions (SlDecisionSearch *decisions, guint64 index, int direction, guint n, guint64 *last)
{
  g_autoptr (GArray) found = g_array_new (FALSE, FALSE, sizeof (SlDecision));

  *last = index;
  for (guint i = 0; i < n; i++)
    {
      g_array_set_size (found, 0);
      if (!sl_decision_search_find (decisions, *last, direction, found))
        return i;
      *last = g_array_index (found, SlDecision, 0).index;
    }
  return n;
}

static SlTime
measure_decisions (const SlStepWalk *walk)
{
  guint64 first, last;
  guint n = find_decisions (walk->decisions, walk->index, -1, N_DECISIONS, &first);

  find_decisions (walk->decisions, walk->index, 1, N_DECISIONS - n, &last);
  return sl_time_subtract (sl_replay_get_time (walk->replay, last),
                           sl_replay_get_time (walk->replay, first));
}

/* Where the event is in @visible, and the last decisions can be told apart, that; else a span that has the event at two
 * thirds, and these decisions before it. It is kept as long as it is where @may_zoom is FALSE. */
static SlSpan
choose (const SlStepWalk *walk, SlSpan visible, gboolean may_zoom)
{
  SlTime time = sl_replay_get_time (walk->replay, walk->index);
  SlTime length = sl_time_subtract (visible.end, visible.begin);
  SlTime needed = may_zoom ? MAX (measure_decisions (walk), 1) : 0;
  gboolean is_inside = time >= visible.begin && time < visible.end - length / 20;
  gboolean is_too_long = may_zoom && needed < length / LEAST_PART;
  gboolean is_too_short = may_zoom && !is_inside && needed > length;

  if (is_inside && !is_too_long)
    return visible;
  if (is_too_long || is_too_short)
    length = sl_time_add (needed, needed / 2);

  visible.begin = sl_time_subtract (time, length / 3 * 2);
  visible.end = sl_time_add (visible.begin, MAX (length, 1));
  return visible;
}

/**
 * sl_step_view_show:
 * @walk: through the whole first trace, at the event after which everything is hidden
 * @chosen: (inout): how long the view is that was chosen here; 0 for none. The user zooms to another: that is kept
 *
 * Moves the view only where the event is not in it, or the last decisions are too close to each other.
 */
void
sl_step_view_show (SlDocument *document, const SlStepWalk *walk, SlTime *chosen, guint gesture)
{
  SlSpan visible = sl_view_state_get_visible (sl_document_get_state (document));
  gboolean may_zoom = *chosen == 0 || visible.end - visible.begin == *chosen;
  SlSpan span = choose (walk, visible, may_zoom);

  if (!sl_span_equal (span, visible))
    sl_document_show (document, span, gesture);
  visible = sl_view_state_get_visible (sl_document_get_state (document));
  if (may_zoom)
    *chosen = visible.end - visible.begin;
}

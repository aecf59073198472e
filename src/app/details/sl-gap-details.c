/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-details-private.h"

#include <glib/gi18n.h>

#include "sl-field-list.h"
#include "sl-recorded-gaps.h"
#include "sl-state.h"
#include "sl-text-state.h"

/**
 * Gap:
 * @first: what was picked; of several too close to each other to be drawn apart, the first
 * @end: of the last
 * @number: of the first among the gaps of the trace, from 1 on; 0 where it is not one of them
 * @n_gaps: of the trace, or of @cpu
 * @cpu: number of the processor whose gaps they are; %SL_RECORDED_GAP_ALL
 */
typedef struct
{
  SlItem first;
  SlTime end;
  guint number;
  guint n_gaps;
  guint32 cpu;
} Gap;

static gboolean
is_gap (const SlItem *item)
{
  return item->state == SL_STATE_GAP && item->detail != SL_GAP_SEAM;
}

static gboolean
find_gap (SlTrace *trace, const SlTarget *target, Gap *gap)
{
  const SlLane *lane;
  SlTrackIter iter;
  gboolean found = FALSE;
  SlItem item;
  guint number;

  if (target->type != SL_TARGET_ITEMS || target->row == NULL ||
      !sl_trace_find_lane (trace, target->row, &number))
    return FALSE;
  lane = sl_trace_get_lane (trace, number);
  if (lane->type != SL_LANE_TRACE || target->track >= lane->n_tracks)
    return FALSE;

  *gap = (Gap) { .cpu = SL_RECORDED_GAP_ALL };
  if (lane->object != 0)
    gap->cpu = (guint32) sl_object_table_get (sl_trace_get_objects (trace), lane->object)->id;
  sl_track_iter_init (&iter, lane->tracks[target->track].track, sl_trace_get_span (trace).begin);
  while (sl_track_iter_next (&iter, &item))
    {
      gap->n_gaps += is_gap (&item);
      if (item.index == target->index)
        {
          found = TRUE;
          gap->first = item;
          gap->number = is_gap (&item) ? gap->n_gaps : 0;
        }
      if (item.index >= target->index && item.index < target->index + target->count)
        gap->end = item.end;
    }
  return found;
}

static const char *
get_title (const SlItem *item)
{
  if (item->state != SL_STATE_GAP)
    return _ ("Events Not Recorded");

  return item->detail == SL_GAP_SEAM ? _ ("Another Chunk Begins") : _ ("Gap in the Recording");
}

static char *
dup_number (const Gap *gap, const SlTarget *target)
{
  if (target->count > 1)
    /* Translators: numbers of gaps, of so many */
    return g_strdup_printf (_ ("%u to %u of %u"), gap->number,
                            (guint) (gap->number + target->count - 1), gap->n_gaps);

  /* Translators: the number of a gap, of so many */
  return g_strdup_printf (_ ("%u of %u"), gap->number, gap->n_gaps);
}

/* The last event that was recorded before it, and the first one after it. */
static void
add_neighbours (SlDocument *document, GtkListBox *list, guint number, const Gap *gap)
{
  SlTrace *trace = sl_trace_set_get_trace (sl_document_get_trace_set (document), number);
  SlRecordedGap whole = { gap->first.begin, gap->first.end, (SlGapReason) gap->first.detail,
                          gap->cpu };
  g_autofree char *before = NULL, *after = NULL;
  gboolean has_after;
  guint64 index, next;
  SlEvent event;

  if (sl_trace_get_n_events (trace) == 0)
    return;

  index = sl_recorded_gaps_get_event (trace, &whole);
  whole.end = gap->end;
  next = sl_recorded_gaps_get_event (trace, &whole);
  has_after = sl_trace_read_event (trace, next, &event) && event.time >= gap->end;
  if (!has_after && next == index)
    index++;
  if (index > 0)
    before = sl_target_details_dup_event_gist (document, number, index - 1);
  if (has_after)
    after = sl_target_details_dup_event_gist (document, number, next);
  sl_field_list_add (list, _ ("Last event before it"), before != NULL ? before : _ ("none"));
  sl_field_list_add (list, _ ("First event after it"), after != NULL ? after : _ ("none"));
}

/**
 * sl_gap_details_append:
 * @box: which owns what is appended
 * @target: what was picked
 *
 * Returns: whether it is something that was not recorded; if not, nothing is appended
 */
gboolean
sl_gap_details_append (GtkBox *box, SlDocument *document, const SlTarget *target)
{
  SlTraceSet *set = sl_document_get_trace_set (document);
  g_autoptr (SlRows) rows = sl_document_dup_all_rows (document);
  g_autofree char *sentence = NULL;
  GtkListBox *list;
  SlSpan span;
  Gap gap;

  if (target->trace >= sl_trace_set_get_size (set) ||
      !find_gap (sl_trace_set_get_trace (set, target->trace), target, &gap))
    return FALSE;

  sentence = sl_text_state (rows, target->trace, SL_LANE_TRACE, gap.first.state, gap.first.detail);
  sl_details_heading_append (box, document, target->trace, 0, get_title (&gap.first),
                             (const char *const[]) { sentence, NULL });
  list = sl_field_list_append_to (box, NULL);
  if (sl_trace_set_get_size (set) > 1)
    sl_field_list_take (list, _ ("Trace"), sl_trace_set_dup_title (set, target->trace));
  if (gap.number > 0)
    sl_field_list_take (list, _ ("Gap"), dup_number (&gap, target));
  if (gap.cpu != SL_RECORDED_GAP_ALL)
    sl_field_list_take (list, _ ("Processor"), g_strdup_printf ("CPU %u", gap.cpu));
  span.begin = sl_trace_set_to_reference (set, target->trace, gap.first.begin);
  span.end = sl_trace_set_to_reference (set, target->trace, gap.end);
  sl_details_times_add_span (document, list, span);
  if (is_gap (&gap.first) && gap.first.detail == SL_GAP_UNKNOWN_LENGTH)
    sl_field_list_add (list, _ ("Length"), _ ("unknown"));
  if (gap.first.state == SL_STATE_GAP)
    add_neighbours (document, list, target->trace, &gap);
  return TRUE;
}

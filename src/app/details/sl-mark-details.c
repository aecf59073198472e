/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-details-private.h"

#include <glib/gi18n.h>

#include "sl-field-list.h"
#include "sl-follow-link.h"
#include "sl-row-recurrence.h"
#include "sl-text.h"

/* Of a mark, where in its row the same happened before and will happen next. */

/* From what is picked, which the buttons are of. */
static void
go (SlDocument *document, int direction)
{
  g_autoptr (SlRows) rows = sl_document_dup_all_rows (document);
  SlTarget from = *sl_view_state_get_picked (sl_document_get_state (document));
  SlTarget other;

  if (!sl_row_recurrence_find_instant (rows, &from, direction, &other))
    return;

  sl_job_link_go_to_target (document, &other);
  sl_follow_link_leave (document, &from);
}

static void
previous_cb (SlDocument *document)
{
  go (document, -1);
}

static void
next_cb (SlDocument *document)
{
  go (document, 1);
}

/* (transfer full): how long before or after @target the other one is */
static char *
dup_text (const SlRows *rows, const SlTarget *target, const SlTarget *other, int direction)
{
  g_autofree char *duration = NULL;
  SlSpan from, to;

  if (!sl_rows_get_span (rows, target, &from) || !sl_rows_get_span (rows, other, &to))
    return NULL;

  duration =
      sl_text_duration (rows, (SlSpan) { MIN (from.begin, to.begin), MAX (from.begin, to.begin) });
  /* Translators: of two marks of the same kind, and the time between them */
  return g_strdup_printf (direction < 0 ? _ ("Previous, %s before") : _ ("Next, %s after"),
                          duration);
}

static gboolean
append (GtkBox *box,
        SlDocument *document,
        const SlRows *rows,
        const SlTarget *target,
        int direction,
        gboolean has_heading)
{
  g_autofree char *text = NULL;
  GtkWidget *button;
  SlTarget other;

  if (!sl_row_recurrence_find_instant (rows, target, direction, &other))
    return FALSE;
  text = dup_text (rows, target, &other, direction);
  if (text == NULL)
    return FALSE;

  if (!has_heading)
    sl_field_list_append_heading (box, _ ("Same Kind in This Row"));
  button = sl_field_list_append_link (box, text);
  g_signal_connect_object (button, "clicked", G_CALLBACK (direction < 0 ? previous_cb : next_cb),
                           document, G_CONNECT_SWAPPED);
  return TRUE;
}

/**
 * sl_mark_details_are_of:
 *
 * Returns: whether @target is a single mark of a row of @rows
 */
gboolean
sl_mark_details_are_of (const SlRows *rows, const SlTarget *target)
{
  const SlLane *lane;
  guint row;

  if (target->type != SL_TARGET_ITEMS || target->count != 1 || target->row == NULL ||
      !sl_rows_find (rows, target->row, &row))
    return FALSE;

  lane = sl_rows_get_lane (rows, row);
  return lane != NULL && target->track < lane->n_tracks &&
         sl_track_get_type_of_items (lane->tracks[target->track].track) == SL_TRACK_INSTANTS;
}

/**
 * sl_mark_details_append_others:
 * @box: which owns what is appended; nothing is where @target is the only one of its kind
 * @target: a mark
 *
 * Buttons that lead to the last mark of the same kind before it, and to the next one.
 */
void
sl_mark_details_append_others (GtkBox *box,
                               SlDocument *document,
                               const SlRows *rows,
                               const SlTarget *target)
{
  gboolean has_heading = append (box, document, rows, target, -1, FALSE);

  append (box, document, rows, target, 1, has_heading);
}

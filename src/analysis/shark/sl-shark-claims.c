/* SPDX-License-Identifier: GPL-3.0-or-later */

/* What a trace says of itself, against what it holds. */

#include "sl-shark-private.h"

/**
 * sl_shark_take_number:
 * @event: tells a number of events
 *
 * The manual does not say in which parameter: the second one, where it is not 0.
 */
void
sl_shark_take_number (SlSharkStates *self, const SlEvent *event)
{
  self->claimed_events = event->b != 0 ? event->b : event->a;
  self->claimed_offset = event->offset;
  self->n_before_claim = self->n_events;
}

/* The record may count all events, with itself or without, or those that stand before it. */
static void
review_number (SlSharkStates *self)
{
  guint64 claimed = self->claimed_events;
  SlNotes *notes = sl_source_get_notes (self->system.source);

  if (!self->seen[SL_KIND_NUM_EVENTS] || claimed == self->n_events ||
      claimed + 1 == self->n_events || claimed == self->n_before_claim ||
      claimed + 1 == self->n_before_claim)
    return;

  sl_notes_add (notes, self->claimed_offset, 1,
                "The trace says that it has %" G_GUINT64_FORMAT " events; %" G_GUINT64_FORMAT
                " were read",
                claimed, self->n_events);
}

/* Where no count has a number in parameter 2, the other one may hold it. */
static void
review_counts (SlSharkStates *self)
{
  self->system.offset = self->first_count_offset;
  if (self->n_counts > 0 && self->n_odd_counts == self->n_counts)
    sl_shark_odd (self, SL_SHARK_ODD_COUNTS);
}

/**
 * sl_shark_review_claims:
 *
 * Compares once all events were seen.
 */
void
sl_shark_review_claims (SlSharkStates *self)
{
  review_number (self);
  review_counts (self);
}

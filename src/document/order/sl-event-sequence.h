/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* The events of one trace that a list shows, decoded when they are asked for: all, or those that a
 * search finds. A few decoded blocks are kept, since neighbours are asked for one after the other. */

#include "sl-event-search.h"

G_BEGIN_DECLS

typedef struct _SlEventSequence SlEventSequence;

SlEventSequence *sl_event_sequence_new (SlTrace *trace, SlAnnotations *annotations);
void sl_event_sequence_free (SlEventSequence *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (SlEventSequence, sl_event_sequence_free)

SlTrace *sl_event_sequence_get_trace (SlEventSequence *self);
void sl_event_sequence_set_trace (SlEventSequence *self, SlTrace *trace);
void sl_event_sequence_set_annotations (SlEventSequence *self, SlAnnotations *annotations);
void
sl_event_sequence_set_filters (SlEventSequence *self, SlEventSearch *search, SlFilter *marking);

guint64 sl_event_sequence_get_count (SlEventSequence *self);
gboolean sl_event_sequence_get (SlEventSequence *self,
                                guint64 place,
                                SlEvent *event,
                                guint64 *index,
                                SlTime *previous,
                                gboolean *is_match);
gboolean sl_event_sequence_find (SlEventSequence *self, guint64 index, guint64 *place);
guint64 sl_event_sequence_count_before (SlEventSequence *self, SlTime time);

G_END_DECLS

/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* Takes from records what things are called: tasks by any tracepoint with a comm beside a pid, interrupts, marks. */

#include "sl-linux-names.h"
#include "sl-tracing-data.h"

G_BEGIN_DECLS

/* One thread. */
typedef struct _SlEventLearner SlEventLearner;

SlEventLearner *sl_event_learner_new (const SlTracingData *tracing, SlLinuxNames *names);
void sl_event_learner_free (SlEventLearner *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (SlEventLearner, sl_event_learner_free)

void sl_event_learner_take (SlEventLearner *self,
                            guint16 id,
                            guint64 time,
                            const guint8 *record,
                            gsize size);

G_END_DECLS

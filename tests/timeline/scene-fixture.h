/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* Traces made by hand for the timeline's tests: a tick is a microsecond. */

#include "sl-job-table.h"
#include "sl-scene-builder.h"
#include "sl-trace-builder.h"

G_BEGIN_DECLS

SlTraceBuilder *fixture_begin (void);
SlTraceBuilder *fixture_begin_counting (SlUnit unit);
guint32 fixture_add_object (SlTraceBuilder *builder, SlObjectType type, guint64 id);
SlLaneBuilder *fixture_add_lane (SlTraceBuilder *builder, SlLaneType type, guint32 object);
SlTraceSet *fixture_end (SlTraceBuilder *builder, SlTime end);
GPtrArray *fixture_find_jobs (SlTraceSet *set, const SlTaskRules *rules);
SlTraceSet *fixture_random (guint n_slices);
SlScene *fixture_scrolled_scene (SlTraceSet *set, SlViewState *state, int width, int height, int y);
SlScene *fixture_scene (SlTraceSet *set, SlSpan visible, int width, gboolean chrome);
char *fixture_find_golden (const char *name);
void fixture_assert_picture (SlScene *scene, const char *palette, const char *golden);

G_END_DECLS

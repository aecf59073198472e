/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* The lane "trace": gaps, and which families of events were not recorded when. */

#include "sl-state-track.h"
#include "sl-trace-builder.h"

G_BEGIN_DECLS

/* How the notes begin that count what was lost as the recorder says, and what else is missing: it was cut off, left out,
 * damaged or overwritten. Each time that they count is a gap. */
#define SL_RECORDING_LOST    "Events were lost while recording: "
#define SL_RECORDING_MISSING "Events are missing: "

typedef struct _SlRecording SlRecording;

SlRecording *sl_recording_new (SlTraceBuilder *builder, SlTime begin);
void sl_recording_free (SlRecording *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (SlRecording, sl_recording_free)

void sl_recording_begin_gap (SlRecording *self, SlTime time, SlGapReason reason);
void sl_recording_end_gap (SlRecording *self, SlTime time);
void sl_recording_add_gap (SlRecording *self, SlTime begin, SlTime end, SlGapReason reason);

gboolean
sl_recording_switch_family (SlRecording *self, SlTime time, guint family, gboolean recorded);
guint sl_recording_get_n_families (const SlRecording *self);
gboolean sl_recording_has_family (const SlRecording *self, guint family);
void sl_recording_write (SlRecording *self, SlTime time);
void sl_recording_close (SlRecording *self, SlTime time);

G_END_DECLS

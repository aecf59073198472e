/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* One stream of Intel PT packets as events: where it can be entered, what its times are, and the
 * decoding itself. What format it was found in does not matter.
 *
 * A segment runs from behind a PSB to behind another one, so that a PSB is decoded by who knows
 * whether anything before it was lost. Only a PSB whose packets tell a time is a border, but for
 * streams without any time. Where bytes are missing, a segment ends, and the next begins with the
 * next PSB itself. */

#include "sl-pt-clock.h"
#include "sl-pt-packet.h"
#include "sl-segment-source.h"

G_BEGIN_DECLS

/* Names of the raw fields that only some packets of a kind have, also of the file around them;
 * NULL-ended. */
extern const char *const sl_pt_some_fields[];

/**
 * SlPtStreamOptions:
 * @timing: what is known of the machine
 * @hz: rate of the TSC; 0 if not known
 * @cpu: number of the processor, for the events
 * @breaks: (nullable) (element-type guint64): offsets in the stream, rising, before which bytes are
 *   missing that were never recorded or got lost
 *
 * All zeros where nothing is known.
 */
typedef struct
{
  SlPtTiming timing;
  guint64 hz;
  guint16 cpu;
  GArray *breaks;
} SlPtStreamOptions;

/**
 * SlPtOwner:
 * @time: in ticks of the stream
 * @process: that runs from then on, as sl_code_map_find() takes it; %SL_CODE_ANY_PROCESS if that is not known
 */
typedef struct
{
  SlTime time;
  guint32 process;
} SlPtOwner;

typedef struct _SlPtStream SlPtStream;

SlPtStream *sl_pt_stream_new (SlInput *input,
                              guint file,
                              const SlPtStreamOptions *options,
                              SlNotes *notes,
                              GError **error);
void sl_pt_stream_free (SlPtStream *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (SlPtStream, sl_pt_stream_free)

gboolean sl_pt_stream_has_time (const SlPtStream *self);
guint64 sl_pt_stream_get_origin (const SlPtStream *self);
void sl_pt_stream_shift (SlPtStream *self, SlTime by);
void sl_pt_stream_take_owners (SlPtStream *self, GArray *owners);
SlSource *sl_pt_stream_to_source (SlPtStream *self, SlInput *input);

gboolean
sl_pt_packet_describe (SlPtContext *context, const guint8 *bytes, gsize size, GArray *details);

G_END_DECLS

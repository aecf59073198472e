/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* What a kernel says of the records that it makes: how its pages and the wanted tracepoints are laid out, and what numbers in
 * them are called. Read before recording begins. */

#include "sl-tracing-data.h"

G_BEGIN_DECLS

/**
 * SlRecordedFormats:
 * @page_size: bytes of a page of the ring buffer
 * @clock: the one in use
 * @clocks: all of them, as tracefs lists them
 * @header_info: contents of that section, as of those below
 * @ftrace_events: of the tracer's own events, such as marks
 * @event_formats: of the tracepoints
 * @printk: what addresses of texts stand for
 * @timers: (nullable): symbols of the timers' functions whose meaning is known; %NULL where this user may not know them
 *
 * Immutable.
 */
typedef struct
{
  guint32 page_size;
  char *clock;
  char *clocks;
  GByteArray *header_info;
  GByteArray *ftrace_events;
  GByteArray *event_formats;
  GByteArray *printk;
  char *timers;
} SlRecordedFormats;

SlRecordedFormats *sl_recorded_formats_new (const char *tracefs,
                                            const char *instance,
                                            const GPtrArray *events,
                                            GError **error);
void sl_recorded_formats_free (SlRecordedFormats *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (SlRecordedFormats, sl_recorded_formats_free)

void sl_recorded_formats_append_head (const SlRecordedFormats *self, GByteArray *bytes);
SlTracingData *sl_recorded_formats_make_reader (const SlRecordedFormats *self, GError **error);

G_END_DECLS

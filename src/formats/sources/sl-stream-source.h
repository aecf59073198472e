/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* Events from a stream that can only be decoded onwards. A format has a decoder whose state is
 * plain bytes; the state at the start of each block is kept on the first pass, and reading again
 * goes on from there. */

#include "sl-input.h"
#include "sl-source.h"

G_BEGIN_DECLS

/**
 * SlStreamFormat:
 * @state_size: size of the decoder's state in bytes, above zero. It is copied as bytes and kept
 *   for every block, so it should be small and must own nothing
 * @begin: (nullable): makes the state before the first event; all zeros without it
 * @decode: decodes on from @state, which is changed, and returns how many events were written to
 *   @events, which has room for @room of them; 0 only at the end of the stream. Called from any
 *   thread; the result must depend on nothing but @state. @notes is %NULL where the same was
 *   decoded before
 * @describe: (nullable): as in #SlSourceClass
 * @describe_from: (nullable): instead of @describe, if a record cannot be described without what is
 *   before it: decodes on from @state, which it may change, up to the record at @offset. Offsets
 *   never go back in such a stream
 */
typedef struct
{
  gsize state_size;
  void (*begin) (gpointer user_data, gpointer state);
  guint (*decode) (gpointer user_data, gpointer state, SlEvent *events, guint room, SlNotes *notes);
  gboolean (*describe) (gpointer user_data, guint64 offset, GArray *details);
  gboolean (*describe_from) (gpointer user_data, gpointer state, guint64 offset, GArray *details);
} SlStreamFormat;

#define SL_TYPE_STREAM_SOURCE (sl_stream_source_get_type ())
G_DECLARE_FINAL_TYPE (SlStreamSource, sl_stream_source, SL, STREAM_SOURCE, SlSource)

SlSource *sl_stream_source_new (const SlStreamFormat *format,
                                SlInput *input,
                                guint64 max_events,
                                SlClock *clock,
                                gpointer user_data,
                                GDestroyNotify user_data_free);

G_END_DECLS

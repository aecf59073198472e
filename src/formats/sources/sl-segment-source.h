/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* Events from a stream that can be entered at known places: its segments, which are decoded each
 * by itself, so on all cores. Within a segment decoding only goes onwards; the state at each block
 * is kept on the first pass, and reading again goes on from there. */

#include "sl-input.h"
#include "sl-source.h"

G_BEGIN_DECLS

/* A segment of at most this many bytes is read by one thread without any other waiting for it.
 * Larger ones give the same events, but their threads do some work twice. */
#define SL_SEGMENT_SIZE (16 * SL_BLOCK_EVENTS)

/**
 * SlSegment:
 * @offset: of the first byte, as SL_OFFSET() makes it
 * @size: in bytes; no segment has more events than bytes
 * @a: for the format, which gives it a meaning
 * @b: likewise
 */
typedef struct
{
  guint64 offset;
  guint64 size;
  gint64 a;
  gint64 b;
} SlSegment;

/**
 * SlSegmentFormat:
 * @state_size: size of the decoder's state in bytes, above zero. It is copied as bytes and must
 *   own nothing
 * @begin: makes the state at the beginning of @segment
 * @decode: decodes on from @state, which is changed, and returns how many events were written to
 *   @events, which has room for @room of them; fewer than @room only at the end of the segment.
 *   Times never decrease, within a segment and from one to the next. Called from any thread; the
 *   result must depend on nothing but @state. @notes is %NULL where the same was decoded before
 * @describe: (nullable): as in #SlSourceClass
 * @read_field: (nullable): likewise
 * @get_object_name: (nullable): likewise
 */
typedef struct
{
  gsize state_size;
  void (*begin) (gpointer user_data, const SlSegment *segment, gpointer state);
  guint (*decode) (gpointer user_data, gpointer state, SlEvent *events, guint room, SlNotes *notes);
  gboolean (*describe) (gpointer user_data, guint64 offset, GArray *details);
  gboolean (*read_field) (gpointer user_data,
                          guint64 offset,
                          const char *field,
                          SlFieldValue *value);
  char *(*get_object_name) (gpointer user_data, SlObjectType type, guint64 id, SlTime time);
} SlSegmentFormat;

#define SL_TYPE_SEGMENT_SOURCE (sl_segment_source_get_type ())
G_DECLARE_FINAL_TYPE (SlSegmentSource, sl_segment_source, SL, SEGMENT_SOURCE, SlSource)

SlSource *sl_segment_source_new (const SlSegmentFormat *format,
                                 SlInput *input,
                                 GArray *segments,
                                 SlClock *clock,
                                 gpointer user_data,
                                 GDestroyNotify user_data_free);

G_END_DECLS

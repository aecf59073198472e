/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* How the records of one tracepoint become events: which fields go where, found once by the tracepoint's format. */

#include "sl-bytes-order.h"
#include "sl-linux-kinds.h"
#include "sl-linux-states.h"
#include "sl-tracing-data.h"

G_BEGIN_DECLS

typedef enum
{
  SL_EVENT_IS_OTHER,  /* a: common_pid */
  SL_EVENT_IS_PLAIN,  /* a, b, and what is left in the extra bits */
  SL_EVENT_IS_MOVE,   /* a, b, and the third field as detail */
  SL_EVENT_IS_SWITCH, /* sched_switch */
  SL_EVENT_IS_WAKING, /* sched_waking */
  SL_EVENT_IS_WAKEUP, /* as plain, and whether it woke anybody */
  SL_EVENT_IS_TIMER,  /* with a function */
  SL_EVENT_IS_FUTEX,  /* a, b, and an operation */
  SL_EVENT_IS_NOISE,  /* a, b, and which interrupt */
  SL_EVENT_IS_TEXT,   /* a mark */
  SL_EVENT_IS_QUIET,  /* counted only */
} SlEventIs;

/**
 * SlEventPart:
 * @offset: in the record
 * @size: in bytes; 0 where there is no such field
 * @has_word: eight bytes of the record end where the field does
 * @shift: of that word, if it is little endian, to get the field
 * @word_at: where these bytes begin
 * @mask: what is left of the word once it is shifted, with its sign
 *
 * A field.
 */
typedef struct
{
  guint16 offset;
  guint8 size;
  guint8 is_signed;
  guint8 has_word;
  guint8 shift;
  guint16 word_at;
  guint64 mask;
} SlEventPart;

/**
 * SlEventClass:
 * @format: (nullable): of its records
 * @kind: of its events
 * @is: what is done
 * @role: an SlLinuxRole
 * @flags: #SlEventFlags of all its events
 * @least_size: bytes that a record has at least
 * @extra: where @parts [2] is none
 * @extra_mask: of @parts [2]
 * @extra_add: to it
 * @parts: a, b and what else there is, in the order that the kind has in sl-linux-kinds.h
 */
typedef struct
{
  const SlEventFormat *format;
  guint16 kind;
  guint8 is;
  guint8 role;
  guint32 flags;
  guint32 least_size;
  guint16 extra;
  guint16 extra_mask;
  guint16 extra_add;
  SlEventPart parts[5];
} SlEventClass;

void sl_event_class_init (SlEventClass *self, const SlEventFormat *format);

static G_ALWAYS_INLINE inline guint64
sl_event_part_read (const SlEventPart *self, const guint8 *record, gboolean is_big)
{
  /* Whatever size it has, it is the upper bytes of a word. */
  if (G_LIKELY (!is_big && self->has_word))
    return (guint64) ((gint64) sl_bytes_u64_le (record + self->word_at) >> self->shift) &
           self->mask;
  return sl_bytes_number (record + self->offset, self->size, is_big, self->is_signed);
}

G_END_DECLS

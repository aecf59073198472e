/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-litmus-record.h"

#include <string.h>

#include "sl-bytes-order.h"

/* Later times, after 146 years, are damage. */
#define MOST_TIME (G_GINT64_CONSTANT (1) << 62)

static void
read_parameters (SlLitmusRecord *self, const guint8 *payload, gboolean is_big)
{
  self->time = -1;
  self->first = sl_bytes_u32 (payload, is_big);
  self->period = sl_bytes_u32 (payload + 4, is_big);
  self->phase = sl_bytes_u32 (payload + 8, is_big);
  self->partition = payload[12];
}

static guint64
get_first (SlLitmusType type, const guint8 *payload, gboolean is_big)
{
  switch ((guint) type)
    {
    case SL_LITMUS_ASSIGNED:
    case SL_LITMUS_ACTION:
      return payload[8];
    case SL_LITMUS_SWITCH_TO:
      return sl_bytes_u32 (payload + 8, is_big);
    case SL_LITMUS_COMPLETION:
      return sl_bytes_u64 (payload + 8, is_big) >> 1;
    case SL_LITMUS_RELEASE:
    case SL_LITMUS_SWITCH_AWAY:
    case SL_LITMUS_SYSTEM_RELEASE:
      return sl_bytes_u64 (payload + 8, is_big);
    default:
      return 0;
    }
}

/**
 * sl_litmus_record_read:
 * @self: (out caller-allocates): set whatever is returned
 * @bytes: %SL_LITMUS_RECORD_SIZE of them
 * @is_big: the order of their bytes
 *
 * Returns: %FALSE where the type, the time or the deadline cannot be right
 */
gboolean
sl_litmus_record_read (SlLitmusRecord *self, const guint8 *bytes, gboolean is_big)
{
  const guint8 *payload = bytes + 8;
  SlLitmusType type = bytes[0];
  guint64 time = sl_bytes_u64 (payload, is_big);

  *self = (SlLitmusRecord) {
    .type = type,
    .cpu = bytes[1],
    .pid = sl_bytes_u16 (bytes + 2, is_big),
    .job = sl_bytes_u32 (bytes + 4, is_big),
    .time = (gint64) MIN (time, MOST_TIME),
  };
  if (type < SL_LITMUS_NAME || type >= SL_N_LITMUS_TYPES)
    return FALSE;
  if (type == SL_LITMUS_NAME)
    {
      self->time = -1;
      return TRUE;
    }
  if (type == SL_LITMUS_PARAM)
    {
      read_parameters (self, payload, is_big);
      return TRUE;
    }

  self->first = get_first (type, payload, is_big);
  self->forced = type == SL_LITMUS_COMPLETION && (sl_bytes_u64 (payload + 8, is_big) & 1) != 0;
  return time <= MOST_TIME && (type != SL_LITMUS_RELEASE || self->first <= MOST_TIME);
}

/**
 * sl_litmus_record_dup_name:
 * @bytes: of a record of type %SL_LITMUS_NAME
 *
 * Returns: (transfer full): valid UTF-8
 */
char *
sl_litmus_record_dup_name (const guint8 *bytes)
{
  const char *name = (const char *) bytes + 8;

  return g_utf8_make_valid (name, (gssize) strnlen (name, SL_LITMUS_NAME_LENGTH));
}

/* Bytes at the end of each type's payload that are zeros; of a name, those behind its text. */
static gboolean
has_padding (const SlLitmusRecord *record, const guint8 *payload)
{
  static const guint8 ends[SL_N_LITMUS_TYPES] = {
    [SL_LITMUS_PARAM] = 13,          [SL_LITMUS_RELEASE] = 16,     [SL_LITMUS_ASSIGNED] = 9,
    [SL_LITMUS_SWITCH_TO] = 12,      [SL_LITMUS_SWITCH_AWAY] = 16, [SL_LITMUS_COMPLETION] = 16,
    [SL_LITMUS_BLOCK] = 8,           [SL_LITMUS_RESUME] = 8,       [SL_LITMUS_ACTION] = 9,
    [SL_LITMUS_SYSTEM_RELEASE] = 16, [SL_LITMUS_NP_ENTER] = 8,     [SL_LITMUS_NP_EXIT] = 8,
  };
  guint end = record->type == SL_LITMUS_NAME
                  ? (guint) strnlen ((const char *) payload, SL_LITMUS_NAME_LENGTH)
                  : ends[record->type];

  for (guint i = end; i < SL_LITMUS_NAME_LENGTH; i++)
    if (payload[i] != 0)
      return FALSE;

  return TRUE;
}

static gboolean
all_look_right (const guint8 *bytes, gsize size, gboolean is_big)
{
  gint64 last = 0;

  for (gsize at = 0; at + SL_LITMUS_RECORD_SIZE <= size; at += SL_LITMUS_RECORD_SIZE)
    {
      SlLitmusRecord record;

      if (!sl_litmus_record_read (&record, bytes + at, is_big) ||
          !has_padding (&record, bytes + at + 8))
        return FALSE;
      if (record.type == SL_LITMUS_NAME && !g_ascii_isgraph ((char) bytes[at + 8]))
        return FALSE;
      /* Releases are written ahead of their time. */
      if (record.time < 0 || record.type == SL_LITMUS_RELEASE ||
          record.type == SL_LITMUS_SYSTEM_RELEASE)
        continue;
      if (record.time < last)
        return FALSE;
      last = record.time;
    }

  return TRUE;
}

/**
 * sl_litmus_looks_right:
 * @bytes: (array length=size): the beginning of a file
 * @is_big: (out): the order of its bytes, where %TRUE is returned
 *
 * Returns: whether these are records of one processor: each of a known type, filled up with zeros, with times that do not
 *   go back
 */
gboolean
sl_litmus_looks_right (const guint8 *bytes, gsize size, gboolean *is_big)
{
  *is_big = FALSE;
  if (size < SL_LITMUS_RECORD_SIZE)
    return FALSE;
  if (all_look_right (bytes, size, FALSE))
    return TRUE;

  *is_big = TRUE;
  return all_look_right (bytes, size, TRUE);
}

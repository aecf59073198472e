/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-byu-probe.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "sl-byu-pentium.h"
#include "sl-byu-record.h"
#include "sl-error.h"

/* A file of fewer records is known by its shape only weakly. */
#define ENOUGH_RECORDS 4

/* Nothing but zeros fits both layouts with times alike. */
#define ONLY_ZEROS (SL_PROBE_SHAPE / 2)

/* Taken off where the file's size fits the other layout only: enough to decide a tie. */
#define WRONG_SIZE (2 * SL_PROBE_TIE)

/* Mangled is a file of which more than one byte in so many is part of a replacement character. */
#define MANGLED_SHARE 50

static const guint8 replacement[] = { 0xef, 0xbf, 0xbd };

/* What a record speaks for its layout, in halves. */
typedef enum
{
  WRONG = 0,
  POSSIBLE = 1,
  RIGHT = 2,
} Weight;

static gboolean
is_zero (const guint8 *bytes, gsize length)
{
  return length == 0 || (bytes[0] == 0 && memcmp (bytes, bytes + 1, length - 1) == 0);
}

/* Programs that take bytes for text put U+FFFD in the place of those that are none. */
static gboolean
find_mangling (const guint8 *bytes, gsize length, gsize *first)
{
  gsize n_found = 0;

  for (gsize i = 0; i + sizeof replacement <= length; i++)
    {
      if (bytes[i] != replacement[0] || memcmp (bytes + i, replacement, sizeof replacement) != 0)
        continue;
      if (n_found++ == 0)
        *first = i;
    }

  return n_found * sizeof replacement * MANGLED_SHARE > length && memchr (bytes, 0, length) != NULL;
}

static Weight
weigh_timed (const guint8 *bytes, gsize record_size)
{
  SlByuRecord record = sl_byu_record_read (bytes, record_size);
  gboolean is_known = sl_byu_code_is_known (record.type) &&
                      (record.size <= 8 || record.size == 16 || record.size == 32) &&
                      record.attribute < 8 && record.address >> 48 == 0;

  if (!is_known)
    return WRONG;

  /* A transfer of nothing: what a record of 16 bytes looks like that is read as one of 12. One
   * from nowhere besides is what the padding of other files looks like. */
  if (record.size == 0 && record.type < SL_BYU_DEFERREPLY)
    return is_zero (bytes, record_size) ? WRONG : POSSIBLE;

  return RIGHT;
}

static guint
score (guint64 weight, gsize n_records)
{
  guint score;

  if (n_records == 0)
    return 0;

  score = (guint) (SL_PROBE_SHAPE * weight / (RIGHT * n_records));
  return n_records >= ENOUGH_RECORDS
             ? score
             : score * (guint) (ENOUGH_RECORDS + n_records) / (2 * ENOUGH_RECORDS);
}

/**
 * sl_byu_probe_timed:
 * @record_size: %SL_BYU_RECORD_SIZE_12 or %SL_BYU_RECORD_SIZE_16
 *
 * Returns: what SlFormat.probe answers
 */
guint
sl_byu_probe_timed (const SlProbe *probe, gsize record_size)
{
  gsize other_size =
      record_size == SL_BYU_RECORD_SIZE_12 ? SL_BYU_RECORD_SIZE_16 : SL_BYU_RECORD_SIZE_12;
  gsize n_records = probe->head_length / record_size;
  guint64 weight = 0;
  gsize first;
  guint result;

  if (n_records > 0 && is_zero (probe->head, probe->head_length))
    return ONLY_ZEROS;

  for (gsize i = 0; i < n_records; i++)
    weight += weigh_timed (probe->head + i * record_size, record_size);
  result = score (weight, n_records);

  if (probe->size % record_size != 0 && probe->size % other_size == 0)
    result -= MIN (result, WRONG_SIZE);
  /* Mine but broken: what is wrong is told when it is opened. */
  if (result < SL_PROBE_LEAST && record_size == SL_BYU_RECORD_SIZE_12 &&
      find_mangling (probe->head, probe->head_length, &first))
    return SL_PROBE_LEAST;

  return result;
}

static Weight
weigh_pentium (const guint8 *bytes)
{
  guint32 address = sl_bytes_u32_be (bytes);
  guint8 byte_enables = bytes[4];
  SlPentiumCycle cycle = bytes[5] >> 4;

  if (!sl_pentium_cycle_is_valid (cycle) || (address & 7) != 0)
    return WRONG;

  switch (cycle)
    {
    case SL_PENTIUM_INTERRUPT_ACKNOWLEDGE:
    case SL_PENTIUM_SPECIAL:
      /* One byte enable says which. */
      return __builtin_popcount (byte_enables) == 7 ? RIGHT : POSSIBLE;
    case SL_PENTIUM_IO_READ:
    case SL_PENTIUM_IO_WRITE:
      return address <= G_MAXUINT16 && byte_enables != 0xff ? RIGHT : WRONG;
    case SL_PENTIUM_CODE_READ:
    case SL_PENTIUM_CODE_READ_NONCACHEABLE:
    case SL_PENTIUM_DATA_READ:
    case SL_PENTIUM_DATA_READ_NONCACHEABLE:
    case SL_PENTIUM_WRITE_BACK:
    case SL_PENTIUM_DATA_WRITE:
    default:
      return RIGHT;
    }
}

/* No trace of a bus is text: byte enables alone would have to be letters all the time. */
static gboolean
is_text (const guint8 *bytes, gsize length)
{
  gsize i = 0;

  while (i < length && (g_ascii_isprint ((char) bytes[i]) || g_ascii_isspace ((char) bytes[i])))
    i++;
  return i == length;
}

/**
 * sl_byu_probe_pentium:
 *
 * Returns: what the probe of byu6 answers
 */
guint
sl_byu_probe_pentium (const SlProbe *probe)
{
  gsize n_records = probe->head_length / SL_PENTIUM_RECORD_SIZE;
  guint64 weight = 0;

  if (is_text (probe->head, probe->head_length))
    return 0;

  for (gsize i = 0; i < n_records; i++)
    weight += weigh_pentium (probe->head + i * SL_PENTIUM_RECORD_SIZE);

  return score (weight, n_records);
}

/**
 * sl_byu_check_input:
 * @run: (out): all whole records of the file
 *
 * Returns: %FALSE with %SL_ERROR_TRUNCATED where there is none, with %SL_ERROR_MALFORMED where the
 *   file was mangled or is one of several
 */
gboolean
sl_byu_check_input (SlInput *input, gsize record_size, SlRecordRun *run, GError **error)
{
  SlMapping *mapping = sl_input_get_file (input, 0);
  const guint8 *data = sl_mapping_get_data (mapping);
  gsize size = sl_mapping_get_size (mapping);
  gsize first = 0;

  if (size < record_size)
    {
      g_set_error (error, SL_ERROR, SL_ERROR_TRUNCATED,
                   "No record in %" G_GSIZE_FORMAT " bytes: at least one of %" G_GSIZE_FORMAT
                   " bytes is needed",
                   size, record_size);
      return FALSE;
    }

  if (find_mangling (data, MIN (size, SL_PROBE_LENGTH), &first))
    {
      g_set_error (
          error, SL_ERROR, SL_ERROR_MALFORMED,
          "The file was damaged by a program that treated it as UTF-8 text: from offset %" G_GSIZE_FORMAT
          " on, bytes from 0x80 to 0xff were replaced by ef bf bd, and the original bytes are lost",
          first);
      return FALSE;
    }

  *run = (SlRecordRun) { .file = 0, .offset = 0, .count = size / record_size };
  return TRUE;
}

/**
 * sl_byu_note_rest:
 *
 * Notes the bytes after the last whole record of the file, if any.
 */
void
sl_byu_note_rest (SlInput *input, gsize record_size, SlSource *source)
{
  gsize size = sl_mapping_get_size (sl_input_get_file (input, 0));
  gsize rest = size % record_size;

  if (rest > 0)
    sl_notes_add (sl_source_get_notes (source), SL_OFFSET (0, size - rest), rest,
                  N_ ("Left-over bytes, too few for a record, were skipped"));
}

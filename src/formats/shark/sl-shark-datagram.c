/* SPDX-License-Identifier: GPL-3.0-or-later */

/* A datagram:
 *
 *   offset  size  field
 *        0    12  "TRACER-V1.0" with its zero byte
 *       12     4  number of the packet, from 1, running on over all chunks
 *       16     4  number of records in this packet
 *       20     4  size of the packet in bytes, header included
 *       24   16n  records
 *
 * All integers are little-endian.
 */
#include "sl-shark-datagram.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "sl-shark-sequence.h"

/**
 * sl_shark_datagram_parse:
 * @data: where a datagram may begin
 * @size: bytes that there are
 *
 * Returns: %FALSE where it is not one of the tracer
 */
gboolean
sl_shark_datagram_parse (const guint8 *data, gsize size, SlSharkDatagram *datagram)
{
  guint64 wanted;

  if (size < SL_SHARK_DATAGRAM_HEADER ||
      memcmp (data, SL_SHARK_DATAGRAM_ID, sizeof SL_SHARK_DATAGRAM_ID) != 0)
    return FALSE;

  wanted = (guint64) sl_bytes_u32_le (data + 16) * SL_SHARK_RECORD_SIZE;
  *datagram = (SlSharkDatagram) {
    .number = sl_bytes_u32_le (data + 12),
    .fits = wanted + SL_SHARK_DATAGRAM_HEADER == sl_bytes_u32_le (data + 20),
    .n_promised = wanted,
    .n_bytes = MIN (wanted, size - SL_SHARK_DATAGRAM_HEADER),
  };
  return TRUE;
}

static void
add_segment (GArray *segments, guint32 file, guint64 offset, guint32 packet, gsize n_bytes)
{
  SlSharkSegment segment = {
    .file = file,
    .packet = packet,
    .offset = offset + SL_SHARK_DATAGRAM_HEADER,
    .n_records = n_bytes / SL_SHARK_RECORD_SIZE,
  };

  g_array_append_val (segments, segment);
}

/**
 * sl_shark_datagram_read:
 * @data: where a datagram begins
 * @size: bytes that there are
 * @offset: of @data in the file
 * @segments: (element-type SlSharkSegment): gets its records
 *
 * Returns: bytes that the datagram takes, at most @size; 0 where there is none
 */
gsize
sl_shark_datagram_read (const guint8 *data,
                        gsize size,
                        guint32 file,
                        guint64 offset,
                        GArray *segments,
                        SlNotes *notes)
{
  SlSharkDatagram datagram;
  guint tail;

  if (!sl_shark_datagram_parse (data, size, &datagram))
    return 0;

  if (!datagram.fits)
    sl_notes_add (
        notes, SL_OFFSET (file, offset), 1,
        N_ ("A datagram's size does not match its number of records; the number was used"));
  if (datagram.n_bytes < datagram.n_promised)
    sl_notes_add (notes, SL_OFFSET (file, offset), datagram.n_promised - datagram.n_bytes,
                  N_ ("The file ends inside a datagram: bytes are missing"));
  tail = datagram.n_bytes % SL_SHARK_RECORD_SIZE;
  if (tail != 0)
    sl_notes_add (notes,
                  SL_OFFSET (file, offset + SL_SHARK_DATAGRAM_HEADER + datagram.n_bytes - tail),
                  tail, N_ ("Left-over bytes, too few for a record, were skipped"));

  add_segment (segments, file, offset, datagram.number, datagram.n_bytes);
  return SL_SHARK_DATAGRAM_HEADER + datagram.n_bytes;
}

/* Bytes up to the next datagram, or to the end. */
static gsize
find_next (const guint8 *data, gsize size)
{
  const guint8 *next = memmem (data, size, SL_SHARK_DATAGRAM_ID, sizeof SL_SHARK_DATAGRAM_ID);

  return next != NULL ? (gsize) (next - data) : size;
}

/* Reads the datagrams that stand one after another in @mapping. */
void
sl_shark_datagrams_read_all (SlMapping *mapping, guint32 file, GArray *segments, SlNotes *notes)
{
  const guint8 *data = sl_mapping_get_data (mapping);
  gsize size = sl_mapping_get_size (mapping);
  gsize offset = 0;

  while (offset < size)
    {
      gsize taken =
          sl_shark_datagram_read (data + offset, size - offset, file, offset, segments, notes);
      gsize skipped = 0;

      if (taken == 0)
        {
          skipped = find_next (data + offset, size - offset);
          if (skipped == 0)
            skipped = size - offset; /* a header that the file's end cuts */
          sl_notes_add (notes, SL_OFFSET (file, offset), skipped,
                        N_ ("Bytes outside any datagram were skipped"));
        }
      offset += taken + skipped;
    }
}

typedef struct
{
  SlSharkSegment segment;
  guint session;
  guint arrival;
} Packet;

static int
compare_packets (gconstpointer a, gconstpointer b)
{
  const Packet *one = a;
  const Packet *other = b;

  if (one->session != other->session)
    return one->session < other->session ? -1 : 1;
  if (one->segment.packet != other->segment.packet)
    return one->segment.packet < other->segment.packet ? -1 : 1;
  return one->arrival < other->arrival ? -1 : one->arrival > other->arrival;
}

/* Whether two datagrams hold the same, so that one came twice. */
static gboolean
are_equal (SlMapping *mapping, const SlSharkSegment *one, const SlSharkSegment *other)
{
  const guint8 *data = sl_mapping_get_data (mapping);

  return one->n_records == other->n_records && memcmp (data + one->offset, data + other->offset,
                                                       one->n_records * SL_SHARK_RECORD_SIZE) == 0;
}

static GArray *
number_packets (SlMapping *mapping, const GArray *segments, guint first, SlNotes *notes)
{
  g_autoptr (SlSharkSequence) sequence = sl_shark_sequence_new ();
  GArray *packets = g_array_new (FALSE, FALSE, sizeof (Packet));
  guint session = 0;

  for (guint i = first; i < segments->len; i++)
    {
      Packet packet = { g_array_index (segments, SlSharkSegment, i), session, i };
      guint64 place = SL_OFFSET (packet.segment.file, packet.segment.offset);
      guint32 number = packet.segment.packet;
      guint64 seen;
      SlSharkArrival arrival = sl_shark_sequence_take (sequence, number, i, &seen);

      if (arrival == SL_SHARK_SEEN &&
          are_equal (mapping, &packet.segment, &g_array_index (segments, SlSharkSegment, seen)))
        {
          sl_notes_add (notes, place, 1, N_ ("A datagram that arrived twice was read once"));
          continue;
        }
      if (arrival == SL_SHARK_SEEN)
        {
          sl_shark_sequence_restart (sequence, number, i);
          arrival = SL_SHARK_RESTARTED;
        }
      if (arrival == SL_SHARK_RESTARTED)
        {
          sl_notes_add (notes, place, 1,
                        N_ ("The datagrams' numbers start again: the tracer was restarted"));
          packet.session = ++session;
        }
      else if (arrival == SL_SHARK_LATE)
        {
          sl_notes_add (notes, place, 1, N_ ("A datagram that arrived late was put in order"));
        }
      g_array_append_val (packets, packet);
    }

  g_array_sort (packets, compare_packets);
  return packets;
}

/**
 * sl_shark_datagrams_order:
 * @mapping: of the file
 * @segments: (element-type SlSharkSegment): from @first on those of @mapping, as they arrived
 *
 * Puts late datagrams in their place, drops those that came twice, and marks what follows lost
 * ones.
 */
void
sl_shark_datagrams_order (SlMapping *mapping, GArray *segments, guint first, SlNotes *notes)
{
  g_autoptr (GArray) packets = number_packets (mapping, segments, first, notes);
  const Packet *last = NULL;

  g_array_set_size (segments, first);
  for (guint i = 0; i < packets->len; i++)
    {
      Packet *packet = &g_array_index (packets, Packet, i);
      guint64 place = SL_OFFSET (packet->segment.file, packet->segment.offset);
      guint32 expected =
          last != NULL && last->session == packet->session ? last->segment.packet + 1 : 1;

      if (packet->segment.packet > expected)
        {
          sl_notes_add (notes, place, packet->segment.packet - expected,
                        N_ ("Datagrams were lost before this one"));
          packet->segment.after_loss = TRUE;
        }
      g_array_append_val (segments, packet->segment);
      last = packet;
    }
}

/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-shark-segments.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "sl-error.h"
#include "sl-shark-capture.h"
#include "sl-shark-datagram.h"

/**
 * sl_shark_shape_of:
 * @head: first bytes of a file
 *
 * Returns: what the file is, by its magic; plain records have none
 */
SlSharkShape
sl_shark_shape_of (const guint8 *head, gsize head_length)
{
  if (head_length >= sizeof SL_SHARK_DATAGRAM_ID &&
      memcmp (head, SL_SHARK_DATAGRAM_ID, sizeof SL_SHARK_DATAGRAM_ID) == 0)
    return SL_SHARK_DATAGRAMS;
  if (sl_shark_capture_has_magic (head, head_length))
    return SL_SHARK_CAPTURE;

  return SL_SHARK_RECORDS;
}

static void
add_records (SlMapping *mapping, guint32 file, GArray *segments, SlNotes *notes)
{
  gsize size = sl_mapping_get_size (mapping);
  gsize tail = size % SL_SHARK_RECORD_SIZE;
  SlSharkSegment segment = { .file = file, .n_records = size / SL_SHARK_RECORD_SIZE };

  g_array_append_val (segments, segment);
  if (tail > 0)
    sl_notes_add (notes, SL_OFFSET (file, size - tail), tail,
                  N_ ("Left-over bytes, too few for a record, were skipped"));
}

/**
 * sl_shark_segments_new:
 * @port: UDP port of the tracer, for captures
 *
 * Returns: (transfer full) (element-type SlSharkSegment) (nullable): where the records of all files
 *   lie, in the order in which the kernel sent them; %NULL with %SL_ERROR_UNSUPPORTED or
 *   %SL_ERROR_EMPTY for a capture that cannot be used, or %G_IO_ERROR_CANCELLED
 */
GArray *
sl_shark_segments_new (SlInput *input,
                       guint port,
                       SlNotes *notes,
                       GCancellable *cancellable,
                       GError **error)
{
  g_autoptr (GArray) segments = g_array_new (FALSE, FALSE, sizeof (SlSharkSegment));

  for (guint32 file = 0; file < sl_input_get_n_files (input); file++)
    {
      SlMapping *mapping = sl_input_get_file (input, file);
      guint first = segments->len;

      if (g_cancellable_set_error_if_cancelled (cancellable, error))
        return NULL;

      switch (sl_shark_shape_of (sl_mapping_get_data (mapping), sl_mapping_get_size (mapping)))
        {
        case SL_SHARK_RECORDS:
          add_records (mapping, file, segments, notes);
          break;
        case SL_SHARK_DATAGRAMS:
          sl_shark_datagrams_read_all (mapping, file, segments, notes);
          sl_shark_datagrams_order (mapping, segments, first, notes);
          break;
        case SL_SHARK_CAPTURE:
          if (!sl_shark_capture_read (mapping, file, port, segments, notes, error))
            return NULL;
          sl_shark_datagrams_order (mapping, segments, first, notes);
          break;
        default:
          g_assert_not_reached ();
        }
    }

  return g_steal_pointer (&segments);
}

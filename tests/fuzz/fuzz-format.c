/* SPDX-License-Identifier: GPL-3.0-or-later */

/* One target for every format: SL_FUZZ_FORMAT, given by the compiler, is its id. Whatever the bytes
 * say, times never go backwards and every event can be described. */
#include "sl-format-registry.h"

int LLVMFuzzerTestOneInput (const guint8 *data, gsize size);

int
LLVMFuzzerTestOneInput (const guint8 *data, gsize size)
{
  static SlEvent events[SL_BLOCK_EVENTS];
  const SlFormat *format = sl_formats_find (SL_FUZZ_FORMAT);
  SlProbe probe = { data, MIN (size, SL_PROBE_LENGTH), size, "fuzz" };
  g_autoptr (GBytes) bytes = g_bytes_new (data, size);
  g_autoptr (SlMapping) mapping = sl_mapping_new_for_bytes (bytes, "fuzz");
  g_autoptr (SlInput) input = sl_input_new (&mapping, 1);
  g_autoptr (SlSource) source = format->open (input, NULL, NULL, NULL);
  SlTime last = 0;

  g_assert_cmpuint (format->probe (&probe), <=, SL_PROBE_MAGIC);
  for (guint64 block = 0; source != NULL; block++)
    {
      gssize n_events = sl_source_read_block (source, block, events);

      if (n_events < 0)
        break;
      for (gssize i = 0; i < n_events; i++)
        {
          g_autoptr (GArray) details = sl_details_new ();

          g_assert_cmpint (events[i].time, >=, last);
          g_assert_true (sl_source_describe (source, events[i].offset, details));
          last = events[i].time;
        }
    }

  return 0;
}

/* SPDX-License-Identifier: GPL-3.0-or-later */

/* One target for every format: SL_FUZZ_FORMAT, given by the compiler, is its id. Whatever the bytes
 * say, times never go backwards and every event can be described. */
#include <string.h>

#include "sl-format-registry.h"

int LLVMFuzzerTestOneInput (const guint8 *data, gsize size);

/* Companions beyond these show nothing more. */
#define MAX_COMPANIONS 3

/* Of a text that names other files: what follows its end is each of them. The name is one that has companions
 * in the formats that go by it. */
static SlInput *
make_input (const SlFormat *format, const guint8 *data, gsize size)
{
  const guint8 *end = format->companions != NULL ? memchr (data, 0, size) : NULL;
  gsize n_own = end != NULL ? (gsize) (end - data) : size;
  g_autoptr (GPtrArray) files = g_ptr_array_new_with_free_func ((GDestroyNotify) sl_mapping_unref);
  g_autoptr (GPtrArray) names = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GBytes) own = g_bytes_new (data, n_own);
  g_autoptr (GBytes) rest = end != NULL ? g_bytes_new (end + 1, size - n_own - 1) : NULL;

  g_ptr_array_add (files, sl_mapping_new_for_bytes (own, "fuzz.sideband"));
  if (rest != NULL)
    format->companions (g_ptr_array_index (files, 0), names);
  for (guint i = 0; i < MIN (names->len, MAX_COMPANIONS); i++)
    g_ptr_array_add (files, sl_mapping_new_for_bytes (rest, g_ptr_array_index (names, i)));

  return sl_input_new ((SlMapping *const *) files->pdata, files->len);
}

int
LLVMFuzzerTestOneInput (const guint8 *data, gsize size)
{
  static SlEvent events[SL_BLOCK_EVENTS];
  const SlFormat *format = sl_formats_find (SL_FUZZ_FORMAT);
  SlProbe probe = { data, MIN (size, SL_PROBE_LENGTH), size, "fuzz" };
  g_autoptr (SlInput) input = make_input (format, data, size);
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

/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Stands in for a fuzzing engine: runs the target once on each fixture named, and on what is left
 * of it when it is cut in half. */
#include "sl-test.h"

int LLVMFuzzerTestOneInput (const guint8 *data, gsize size);

int
main (int argc, char *argv[])
{
  for (int i = 1; i < argc; i++)
    {
      g_autoptr (GBytes) bytes = sl_test_read_hex (argv[i]);
      gsize size;
      const guint8 *data = g_bytes_get_data (bytes, &size);

      LLVMFuzzerTestOneInput (data, size);
      LLVMFuzzerTestOneInput (data, size / 2);
    }

  return 0;
}

/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The bare pass that opening is measured against: adds up the mapped bytes of a file on one core.
 * Built with -O2 -march=x86-64-v2 whatever the build type, so that the yardstick stays one. */
#include <gio/gio.h>

int
main (int argc, char *argv[])
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GMappedFile) file = argc == 2 ? g_mapped_file_new (argv[1], FALSE, &error) : NULL;
  const guint64 *words;
  gsize n_words;
  guint64 sum = 0;
  gint64 begin = g_get_monotonic_time ();

  if (file == NULL)
    {
      g_printerr ("%s\n", error != NULL ? error->message : "usage: bench-pass FILE");
      return 2;
    }

  words = (const guint64 *) g_mapped_file_get_contents (file);
  n_words = g_mapped_file_get_length (file) / sizeof (guint64);
  for (gsize i = 0; i < n_words; i++)
    sum += words[i];

  g_print ("seconds %.6f\nsum %" G_GUINT64_FORMAT "\n",
           (double) (g_get_monotonic_time () - begin) / G_USEC_PER_SEC, sum);

  return 0;
}

/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Files of version 7 that have lost their end, and with it the table that says where the pages of each CPU are. */
#include <string.h>

#include "sl-bytes-order.h"
#include "sl-dat-random.h"
#include "sl-test-source.h"
#include "sl-test.h"

#define LAYOUT(the_codec, big, the_long, page, cpus, buffers, chunk, the_seed)               \
  {                                                                                          \
    .version = 7, .codec = (the_codec), .is_big = (big), .long_size = (the_long),            \
    .page_size = (page), .n_cpus = (cpus), .n_buffers = (buffers), .pages_a_chunk = (chunk), \
    .clock = "local", .seed = (the_seed)                                                     \
  }

static const SlDatLayout layouts[] = {
  LAYOUT ("zstd", FALSE, 8, 4096, 2, 1, 10, 1), LAYOUT ("zlib", FALSE, 8, 4096, 3, 2, 3, 2),
  LAYOUT ("none", FALSE, 8, 1024, 3, 1, 1, 3),  LAYOUT ("none", TRUE, 8, 1024, 2, 2, 1, 4),
  LAYOUT ("zstd", TRUE, 4, 65536, 2, 1, 1, 5),
};

/* Offset of the first section with options. The writer puts all options behind the pages, so that a walk finds it. */
static gsize
find_options (GBytes *bytes, gboolean is_big)
{
  gsize size;
  const guint8 *data = g_bytes_get_data (bytes, &size);
  gsize at = strlen ("...tracing") + strlen ("7") + 1 + 6;

  at += strlen ((const char *) data + at) + 1;
  at += strlen ((const char *) data + at) + 1 + 8;
  while (sl_bytes_u16 (data + at, is_big) != 0)
    {
      at += 16 + sl_bytes_u64 (data + at + 8, is_big);
      g_assert_cmpuint (at + 16, <, size);
    }
  return at;
}

static SlSource *
open_cut (GBytes *whole, gsize size)
{
  g_autoptr (GBytes) cut = g_bytes_new_from_bytes (whole, 0, size);
  g_autoptr (GError) error = NULL;
  SlSource *source = sl_dat_test_open (cut, &error);

  g_assert_true (source != NULL || error != NULL);
  if (error != NULL)
    g_test_message ("%s", error->message);
  return source;
}

static gboolean
says (SlSource *source, const char *part)
{
  g_autoptr (GArray) notes = sl_notes_snapshot (sl_source_get_notes (source));

  for (guint i = 0; i < notes->len; i++)
    if (strstr (g_array_index (notes, SlNote, i).text, part) != NULL)
      return TRUE;

  return FALSE;
}

/* Where the places of buffers are is another thing than when and what. */
static void
assert_same (GArray *found, GArray *wanted)
{
  g_assert_cmpuint (found->len, ==, wanted->len);
  for (guint i = 0; i < found->len; i++)
    {
      const SlEvent *one = &g_array_index (found, SlEvent, i);
      const SlEvent *other = &g_array_index (wanted, SlEvent, i);

      g_assert_cmpint (one->time, ==, other->time);
      g_assert_cmpuint (one->kind, ==, other->kind);
      g_assert_cmpuint (one->cpu, ==, other->cpu);
      g_assert_cmpuint (one->a, ==, other->a);
      g_assert_cmpuint (one->b, ==, other->b);
    }
}

static void
test_all_pages (void)
{
  g_test_summary (
      "Without its options a file is read whole: its CPUs are found one after the other");

  for (guint i = 0; i < G_N_ELEMENTS (layouts); i++)
    {
      g_autoptr (GArray) expected = NULL;
      guint64 n_quiet;
      g_autoptr (GBytes) whole = sl_dat_random_write (&layouts[i], 2000, &expected, &n_quiet);
      g_autoptr (SlSource) source = open_cut (whole, g_bytes_get_size (whole));
      gsize options = find_options (whole, layouts[i].is_big);
      g_autoptr (SlSource) cut = open_cut (whole, options);
      g_autoptr (SlSource) headless = open_cut (whole, options + 16);
      g_autoptr (GArray) all = sl_test_read_all (source);
      g_autoptr (GArray) left = NULL;

      g_test_message ("layout %u", i);
      g_assert_nonnull (cut);
      g_assert_nonnull (headless);
      left = sl_test_read_all (cut);
      assert_same (left, all);
      g_assert_true (says (cut, "numbered in the order of the file, as it is not known"));
      g_assert_false (says (source, "numbered in the order of the file"));
      sl_test_reread_at_random (cut, left);
    }
}

static void
test_fewer_pages (void)
{
  g_test_summary ("Cut off within the pages, a file is read up to there");

  for (guint i = 0; i < G_N_ELEMENTS (layouts); i++)
    {
      g_autoptr (GArray) expected = NULL;
      guint64 n_quiet;
      g_autoptr (GBytes) whole = sl_dat_random_write (&layouts[i], 2000, &expected, &n_quiet);
      gsize options = find_options (whole, layouts[i].is_big);
      guint last = 0;

      for (gsize size = options / 50; size <= options; size += options / 50)
        {
          g_autoptr (SlSource) source = open_cut (whole, size);
          g_autoptr (GArray) events = source != NULL ? sl_test_read_all (source) : NULL;

          g_assert_cmpuint (events != NULL ? events->len : 0, >=, last);
          last = events != NULL ? events->len : 0;
        }
      g_assert_cmpuint (last, >, 0);
    }
}

/* Cuts the file into the middle of its section with that id. */
static gsize
find_middle (GBytes *bytes, guint id, gboolean is_big)
{
  gsize size;
  const guint8 *data = g_bytes_get_data (bytes, &size);
  gsize at = strlen ("...tracing") + strlen ("7") + 1 + 6;

  at += strlen ((const char *) data + at) + 1;
  at += strlen ((const char *) data + at) + 1 + 8;
  while (sl_bytes_u16 (data + at, is_big) != id)
    at += 16 + sl_bytes_u64 (data + at + 8, is_big);
  return at + 16 + sl_bytes_u64 (data + at + 8, is_big) / 2;
}

static void
test_which_section (void)
{
  g_test_summary ("Of a file that ends inside a section it is said which one that is");

  for (guint i = 0; i < G_N_ELEMENTS (layouts); i++)
    {
      g_autoptr (GArray) expected = NULL;
      guint64 n_quiet;
      g_autoptr (GBytes) whole = sl_dat_random_write (&layouts[i], 2000, &expected, &n_quiet);
      gsize formats = find_middle (whole, 18, layouts[i].is_big);
      gsize pages = find_middle (whole, 3, layouts[i].is_big);
      g_autoptr (GBytes) cut = g_bytes_new_from_bytes (whole, 0, formats);
      g_autoptr (SlSource) source = open_cut (whole, pages);
      g_autoptr (SlSource) none = NULL;
      g_autoptr (GError) error = NULL;

      none = sl_dat_test_open (cut, &error);
      g_assert_null (none);
      g_assert_nonnull (
          strstr (error->message, "inside the section with the formats of events (id 18)"));
      if (source != NULL)
        g_assert_true (says (source, "inside the section with the pages of CPUs (id 3)"));
    }
}

static void
test_real (gconstpointer data)
{
  g_autofree char *below = g_strconcat ("linux/tracedat/", data, NULL);
  g_autofree char *path = sl_test_make_real_path (below);
  g_autoptr (GMappedFile) file = g_mapped_file_new (path, FALSE, NULL);
  g_autoptr (GBytes) whole = file != NULL ? g_mapped_file_get_bytes (file) : NULL;
  g_autoptr (SlSource) source = NULL;
  g_autoptr (SlSource) cut = NULL;
  g_autoptr (GArray) all = NULL;
  g_autoptr (GArray) left = NULL;
  gsize size;

  g_test_summary (
      "A recording of trace-cmd without its last bytes is whole, or is read as far as it goes");

  if (whole == NULL)
    {
      g_test_skip ("The real traces are not here (SLACKLINE_TRACES)");
      return;
    }

  size = g_bytes_get_size (whole);
  source = open_cut (whole, size);
  cut = open_cut (whole, size - 210);
  all = sl_test_read_all (source);
  g_assert_nonnull (cut);
  left = sl_test_read_all (cut);
  assert_same (left, all);
  g_assert_true (says (cut, "as many as the machine has"));

  for (guint i = 1; i < 50; i++)
    {
      g_autoptr (SlSource) part = open_cut (whole, size / 50 * i);
      g_autoptr (GArray) events = part != NULL ? sl_test_read_all (part) : NULL;

      g_assert_cmpuint (events != NULL ? events->len : 0, <, all->len);
      g_assert_true (events != NULL || i < 48);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/trace-dat-lost-table/all-pages", test_all_pages);
  g_test_add_func ("/trace-dat-lost-table/fewer-pages", test_fewer_pages);
  g_test_add_func ("/trace-dat-lost-table/which-section", test_which_section);
  g_test_add_data_func ("/trace-dat-lost-table/real/dl-miss", "dl-miss.dat", test_real);
  g_test_add_data_func ("/trace-dat-lost-table/real/cyclictest", "cyclictest.dat", test_real);

  return g_test_run ();
}

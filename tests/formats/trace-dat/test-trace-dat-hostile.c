/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Recordings that claim what cannot be: whatever they say, reading them takes neither much memory nor much time, and what is
 * right in them is read. */
#include <string.h>
#include <zstd.h>

#include "sl-dat-random.h"
#include "sl-linux-kinds.h"
#include "sl-test-source.h"

#define N_EVENTS 400

/* Numbers of options. */
enum
{
  BUFFER = 3,
  FORMATS = 18,
  CMDLINES = 21,
};

static GByteArray *
write_any (const char *codec, guint n_cpus)
{
  SlDatLayout layout = { .version = 7,
                         .codec = codec,
                         .long_size = 8,
                         .page_size = 4096,
                         .n_cpus = n_cpus,
                         .n_buffers = 1,
                         .pages_a_chunk = 1,
                         .clock = "mono",
                         .seed = 11 };
  g_autoptr (GArray) expected = NULL;
  guint64 n_quiet;
  g_autoptr (GBytes) bytes = sl_dat_random_write (&layout, N_EVENTS, &expected, &n_quiet);
  GByteArray *file = g_byte_array_new ();
  gsize size;
  const guint8 *data = g_bytes_get_data (bytes, &size);

  g_byte_array_append (file, data, (guint) size);
  return file;
}

static guint64
get (const guint8 *at, guint size)
{
  guint64 number = 0;

  for (guint i = 0; i < size; i++)
    number |= (guint64) at[i] << 8 * i;
  return number;
}

static void
set (guint8 *at, guint64 number, guint size)
{
  for (guint i = 0; i < size; i++)
    at[i] = (guint8) (number >> 8 * i);
}

static void
put (GByteArray *bytes, guint64 number, guint size)
{
  guint8 buffer[8];

  set (buffer, number, size);
  g_byte_array_append (bytes, buffer, size);
}

/* Where the offset of the first section of options is. */
static guint
find_hole (const GByteArray *file)
{
  guint at = 18;

  at += (guint) strlen ((const char *) file->data + at) + 1;
  return at + (guint) strlen ((const char *) file->data + at) + 1;
}

/* Where the data of an option begins, in a file that is not packed. */
static guint
find_option (const GByteArray *file, guint id)
{
  guint64 section = get (file->data + find_hole (file), 8);

  for (;;)
    {
      guint at = (guint) section + 16;

      while (get (file->data + at, 2) != id && get (file->data + at, 2) != 0)
        at += 6 + (guint) get (file->data + at + 2, 4);
      if (get (file->data + at, 2) == id)
        return at + 6;
      section = get (file->data + at + 6, 8);
      g_assert_cmpuint (section, >, 0);
    }
}

/* Appends a section; @unpacked: its size once it is unpacked, 0 where it is not packed. */
static guint64
add_section (GByteArray *file, guint id, const GByteArray *contents, guint32 unpacked)
{
  guint64 at = file->len;

  put (file, id, 2);
  put (file, unpacked > 0, 2);
  put (file, 0, 4);
  put (file, contents->len + (unpacked > 0 ? 8 : 0), 8);
  if (unpacked > 0)
    {
      put (file, contents->len, 4);
      put (file, unpacked, 4);
    }
  g_byte_array_append (file, contents->data, contents->len);
  return at;
}

/* Opens the file, and reads it where it can be. */
static GArray *
read_file (const GByteArray *file, SlSource **source)
{
  g_autoptr (GBytes) bytes = g_bytes_new (file->data, file->len);
  g_autoptr (GError) error = NULL;

  *source = sl_dat_test_open (bytes, &error);
  g_assert_true ((*source == NULL) == (error != NULL));
  return *source != NULL ? sl_test_read_all (*source) : NULL;
}

static void
test_two_cpus_with_one_number (void)
{
  g_autoptr (GByteArray) file = write_any ("none", 2);
  g_autoptr (SlSource) source = NULL, other = NULL;
  g_autoptr (GArray) before = read_file (file, &source);
  g_autoptr (GArray) after = NULL;
  guint at = find_option (file, BUFFER) + 8;

  g_test_summary (
      "Two rows of pages may say that they are of the same CPU: the events of both are its");
  at += (guint) strlen ((const char *) file->data + at) + 1;
  at += (guint) strlen ((const char *) file->data + at) + 1 + 8;
  g_assert_cmpuint (get (file->data + at + 20, 4), ==, 1);
  set (file->data + at + 20, 0, 4);
  after = read_file (file, &other);
  g_assert_cmpuint (after->len, ==, before->len);
  for (guint i = 0; i < after->len; i++)
    {
      g_assert_cmpuint (g_array_index (after, SlEvent, i).cpu, ==, 0);
      g_assert_cmpint (g_array_index (after, SlEvent, i).time, ==,
                       g_array_index (before, SlEvent, i).time);
    }
  sl_test_reread_at_random (other, after);
}

static void
test_pages_back_in_time (void)
{
  g_autoptr (GByteArray) file = write_any ("none", 1);
  g_autoptr (SlSource) source = NULL, other = NULL;
  g_autoptr (GArray) before = read_file (file, &source);
  g_autoptr (GArray) after = NULL;
  guint at = find_option (file, BUFFER) + 8, first, n_pages;
  guint8 page[4096];

  g_test_summary ("Pages in the wrong order: no event is lost, and no time goes back");
  at += (guint) strlen ((const char *) file->data + at) + 1;
  at += (guint) strlen ((const char *) file->data + at) + 1 + 8;
  first = (guint) get (file->data + at + 4, 8);
  n_pages = (guint) get (file->data + at + 12, 8) / 4096;
  g_assert_cmpuint (n_pages, >, 1);
  memcpy (page, file->data + first, 4096);
  memmove (file->data + first, file->data + first + 4096 * (n_pages - 1), 4096);
  memcpy (file->data + first + 4096 * (n_pages - 1), page, 4096);
  after = read_file (file, &other);
  g_assert_cmpuint (after->len, ==, before->len);
  for (guint i = 1; i < after->len; i++)
    g_assert_cmpint (g_array_index (after, SlEvent, i).time, >=,
                     g_array_index (after, SlEvent, i - 1).time);
  g_assert_true (
      sl_test_has_note (other,
                        "A record’s time does not lie between those of the pages around it"));
}

static void
replace_part (GByteArray *file, guint id, const GByteArray *contents)
{
  guint64 section = add_section (file, id, contents, 0);

  set (file->data + find_option (file, id), section, 8);
}

static void
test_a_million_names (void)
{
  g_autoptr (GByteArray) file = write_any ("none", 1);
  g_autoptr (GByteArray) contents = g_byte_array_new ();
  g_autoptr (GString) text = g_string_new (NULL);
  g_autoptr (SlSource) source = NULL;
  g_autoptr (GArray) events = NULL;

  g_test_summary ("A million saved names are a million names; numbers that no task has are none");
  for (guint i = 1; i <= 1000000; i++)
    g_string_append_printf (text, "%u name-%u\n", i, i);
  for (guint i = 0; i < 100000; i++)
    g_string_append_printf (text, "%u nobody\n", 4194304 + i);
  put (contents, text->len, 8);
  g_byte_array_append (contents, (const guint8 *) text->str, (guint) text->len);
  replace_part (file, CMDLINES, contents);
  events = read_file (file, &source);
  g_assert_cmpuint (events->len, >, 0);
}

/* One system with one format that has @n_fields fields and what follows. */
static GByteArray *
make_format (guint n_fields, const char *type, guint offset, const char *print)
{
  g_autoptr (GString) text = g_string_new ("name: sched_switch\n");
  GByteArray *contents = g_byte_array_new ();

  g_string_append_printf (text, "ID: %u\nformat:\n", sl_dat_writer_get_id (SL_DAT_SWITCH));
  for (guint i = 0; i < n_fields; i++)
    g_string_append_printf (text, "\tfield:%s f%u;\toffset:%u;\tsize:4;\tsigned:1;\n", type, i,
                            offset);
  g_string_append_printf (text, "\nprint fmt: %s\n", print);
  put (contents, 1, 4);
  g_byte_array_append (contents, (const guint8 *) "sched", 6);
  put (contents, 1, 4);
  put (contents, text->len, 8);
  g_byte_array_append (contents, (const guint8 *) text->str, (guint) text->len);
  return contents;
}

static void
check_format (const GByteArray *contents)
{
  g_autoptr (GByteArray) file = write_any ("none", 1);
  g_autoptr (SlSource) source = NULL;
  g_autoptr (GArray) events = NULL;

  replace_part (file, FORMATS, contents);
  events = read_file (file, &source);
  g_assert_cmpuint (events->len, >, 0);
  for (guint i = 0; i < events->len; i++)
    {
      g_autoptr (GArray) details = sl_details_new ();

      g_assert_true (
          sl_source_describe (source, g_array_index (events, SlEvent, i).offset, details));
    }
}

static void
test_formats_that_lie (void)
{
  g_autofree char *open = g_strnfill (1000000, '(');
  g_autofree char *braces = g_strnfill (1000000, '{');
  g_autofree char *nested = g_strdup_printf ("\"%%x\", %s", open);
  g_autofree char *symbols = g_strdup_printf ("\"%%s\", __print_symbolic(REC->f0, %s)", braces);
  g_autoptr (GByteArray) many = make_format (100000, "int", 8, "\"%d\", REC->f0");
  g_autoptr (GByteArray) far = make_format (3, "int", 1000000, "\"%d\", REC->f0");
  g_autoptr (GByteArray) text = make_format (900, "__data_loc char[]", 8, "\"%s\", __get_str(f0)");
  g_autoptr (GByteArray) deep = make_format (900, "int", 8, nested);
  g_autoptr (GByteArray) pairs = make_format (2, "int", 8, symbols);

  g_test_summary (
      "Formats with 100000 fields, with fields behind the record, with a million brackets: what they "
      "say of their own events is left out, and nothing else");
  check_format (many);
  check_format (far);
  check_format (text);
  check_format (deep);
  check_format (pairs);
}

/* @size zeros, packed. */
static GByteArray *
pack_zeros (guint32 size)
{
  g_autofree guint8 *zeros = g_malloc0 (size);
  GByteArray *packed = g_byte_array_new ();

  g_byte_array_set_size (packed, (guint) ZSTD_compressBound (size));
  g_byte_array_set_size (packed,
                         (guint) ZSTD_compress (packed->data, packed->len, zeros, size, 19));
  return packed;
}

static gboolean
has_note_with (SlSource *source, const char *part)
{
  g_autoptr (GArray) notes = sl_notes_snapshot (sl_source_get_notes (source));

  for (guint i = 0; i < notes->len; i++)
    if (strstr (g_array_index (notes, SlNote, i).text, part) != NULL)
      return TRUE;

  return FALSE;
}

static void
test_section_bombs (void)
{
  g_autoptr (GByteArray) file = write_any ("zstd", 1);
  g_autoptr (GByteArray) bomb = pack_zeros (200u << 20);
  g_autoptr (GByteArray) options = g_byte_array_new ();
  g_autoptr (SlSource) source = NULL;
  g_autoptr (GArray) events = NULL;
  guint hole = find_hole (file);
  guint64 first = get (file->data + hole, 8);
  guint64 section = add_section (file, CMDLINES, bomb, 200u << 20);

  g_test_summary (
      "A thousand options that lead to the same section, of a few bytes that unpack to 200 MiB, cost no "
      "more than some of it");
  for (guint i = 0; i < 1000; i++)
    {
      put (options, CMDLINES, 2);
      put (options, 8, 4);
      put (options, section, 8);
    }
  put (options, 0, 2);
  put (options, 8, 4);
  put (options, first, 8);
  section = add_section (file, 0, options, 0);
  set (file->data + hole, section, 8);
  events = read_file (file, &source);
  g_assert_true (events == NULL || has_note_with (source, "512 MiB"));
}

static void
test_chunk_bombs (void)
{
  static const guint32 claims[] = {
    0, 4096, 4096 * 1000, 64u << 20, (64u << 20) + 4096, G_MAXUINT32
  };
  g_autoptr (GByteArray) file = write_any ("zstd", 1);

  g_test_summary (
      "A chunk that unpacks to something else than it says, or to more than 64 MiB, is left out");
  for (guint i = 0; i < G_N_ELEMENTS (claims); i++)
    {
      g_autoptr (GByteArray) changed = g_byte_array_new ();
      g_autoptr (SlSource) source = NULL;
      g_autoptr (GArray) events = NULL;
      const guint8 *frame;

      /* The first frame that stands behind the number of chunks, 1 or more, and two sizes is that of pages. */
      g_byte_array_append (changed, file->data, file->len);
      frame = changed->data;
      while ((frame = memmem (frame + 1, changed->len - (gsize) (frame + 1 - changed->data),
                              "\x28\xb5\x2f\xfd", 4)) != NULL)
        if (get (frame - 4, 4) == 4096)
          break;
      g_assert_nonnull (frame);
      set ((guint8 *) frame - 4, claims[i], 4);
      events = read_file (changed, &source);
      if (events != NULL && claims[i] != 4096)
        g_assert_cmpuint (events->len, <, N_EVENTS * 2);
    }
}

static void
test_many_chunk_bombs (void)
{
  g_autoptr (GByteArray) file = write_any ("zstd", 1);
  g_autoptr (GByteArray) bomb = pack_zeros (64u << 20);
  g_autoptr (GByteArray) chunks = g_byte_array_new ();
  g_autoptr (GByteArray) buffer = g_byte_array_new ();
  g_autoptr (GByteArray) options = g_byte_array_new ();
  g_autoptr (SlSource) source = NULL;
  g_autoptr (GArray) events = NULL;
  guint hole = find_hole (file);
  guint64 first = get (file->data + hole, 8), section;

  g_test_summary (
      "A hundred chunks of 64 MiB each in a few bytes are read no further than is reasonable");
  put (chunks, 100, 4);
  for (guint i = 0; i < 100; i++)
    {
      put (chunks, bomb->len, 4);
      put (chunks, 64u << 20, 4);
      g_byte_array_append (chunks, bomb->data, bomb->len);
    }
  section = add_section (file, BUFFER, chunks, 0);
  file->data[section + 2] = 1;
  put (buffer, section, 8);
  g_byte_array_append (buffer, (const guint8 *) "bomb\0mono", 10);
  put (buffer, 4096, 4);
  put (buffer, 1, 4);
  put (buffer, 0, 4);
  put (buffer, section + 16, 8);
  put (buffer, chunks->len, 8);
  put (options, BUFFER, 2);
  put (options, buffer->len, 4);
  g_byte_array_append (options, buffer->data, buffer->len);
  put (options, 0, 2);
  put (options, 8, 4);
  put (options, first, 8);
  section = add_section (file, 0, options, 0);
  set (file->data + hole, section, 8);
  events = read_file (file, &source);
  g_assert_nonnull (source);
  g_assert_true (has_note_with (source, "claims a size that is not possible"));
  g_assert_nonnull (events);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/trace-dat/hostile/two-cpus-with-one-number", test_two_cpus_with_one_number);
  g_test_add_func ("/trace-dat/hostile/pages-back-in-time", test_pages_back_in_time);
  g_test_add_func ("/trace-dat/hostile/a-million-names", test_a_million_names);
  g_test_add_func ("/trace-dat/hostile/formats-that-lie", test_formats_that_lie);
  g_test_add_func ("/trace-dat/hostile/section-bombs", test_section_bombs);
  g_test_add_func ("/trace-dat/hostile/chunk-bombs", test_chunk_bombs);
  g_test_add_func ("/trace-dat/hostile/many-chunk-bombs", test_many_chunk_bombs);
  return g_test_run ();
}

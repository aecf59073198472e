/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-mapping.h"

#include <setjmp.h>
#include <signal.h>
#include <sys/mman.h>
#include <unistd.h>

#include "sl-byte-reader.h"
#include "sl-error.h"

static sigjmp_buf back;
static volatile sig_atomic_t foreign_faults;

static void
foreign_fault_cb (int signal_number)
{
  foreign_faults++;
  siglongjmp (back, 1);
}

static int
make_file (gsize size)
{
  int fd = memfd_create ("test", MFD_CLOEXEC);
  g_autofree guint8 *bytes = g_malloc (size + 1);

  memset (bytes, 7, size);
  g_assert_cmpint (write (fd, bytes, size), ==, size);
  return fd;
}

static SlMapping *
map (int fd)
{
  g_autoptr (GError) error = NULL;
  SlMapping *mapping = sl_mapping_new_take_fd (dup (fd), "name", &error);

  g_assert_no_error (error);
  return mapping;
}

static guint
count_sevens (SlMapping *mapping)
{
  guint n_sevens = 0;

  for (gsize i = 0; i < sl_mapping_get_size (mapping); i++)
    n_sevens += sl_mapping_get_data (mapping)[i] == 7;
  return n_sevens;
}

static void
test_shrinks (void)
{
  g_test_summary ("Bytes beyond the end of a file that has shrunk read as zeros, and the mapping "
                  "says from where; another mapping is not touched.");
  gsize page = sysconf (_SC_PAGESIZE);
  int fd = make_file (10 * page);
  int other_fd = make_file (10 * page);
  g_autoptr (SlMapping) mapping = map (fd);
  g_autoptr (SlMapping) other = map (other_fd);

  g_assert_false (sl_mapping_is_damaged (mapping));
  g_assert_cmpuint (sl_mapping_get_intact_size (mapping), ==, 10 * page);

  g_assert_cmpint (ftruncate (fd, 3 * page + 100), ==, 0);
  g_assert_cmpuint (count_sevens (mapping), ==, 3 * page + 100);
  g_assert_true (sl_mapping_is_damaged (mapping));
  g_assert_cmpuint (sl_mapping_get_intact_size (mapping), ==, 3 * page + 100);
  g_assert_cmpuint (sl_mapping_get_size (mapping), ==, 10 * page);

  g_assert_cmpint (sl_mapping_get_loss (mapping), ==, SL_LOSS_SHRANK);

  /* Growing again brings nothing back. */
  g_assert_cmpint (ftruncate (fd, 10 * page), ==, 0);
  g_assert_true (sl_mapping_is_damaged (mapping));

  g_assert_false (sl_mapping_is_damaged (other));
  g_assert_cmpuint (count_sevens (other), ==, 10 * page);
  close (fd);
  close (other_fd);
}

static gpointer
count_thread (gpointer mapping)
{
  return GUINT_TO_POINTER (count_sevens (mapping));
}

static void
test_threads (void)
{
  g_test_summary ("Several threads may fault at once.");
  gsize page = sysconf (_SC_PAGESIZE);
  int fd = make_file (64 * page);
  g_autoptr (SlMapping) mapping = map (fd);
  GThread *threads[4];

  g_assert_cmpint (ftruncate (fd, page), ==, 0);
  for (guint i = 0; i < G_N_ELEMENTS (threads); i++)
    threads[i] = g_thread_new ("fault", count_thread, mapping);
  for (guint i = 0; i < G_N_ELEMENTS (threads); i++)
    g_assert_cmpuint (GPOINTER_TO_UINT (g_thread_join (threads[i])), ==, page);
  close (fd);
}

static void
test_foreign (void)
{
  g_test_summary ("A fault outside our mappings goes to the handler that was there before.");
  gsize page = sysconf (_SC_PAGESIZE);
  int fd = make_file (page);
  volatile guint8 *foreign = mmap (NULL, page, PROT_READ, MAP_PRIVATE, fd, 0);

  g_assert_cmpint (ftruncate (fd, 0), ==, 0);
  if (sigsetjmp (back, 1) == 0)
    g_assert_cmpint (foreign[0], ==, -1);
  g_assert_cmpint (foreign_faults, ==, 1);
  munmap ((void *) foreign, page);
  close (fd);
}

static void
test_reuse (void)
{
  g_test_summary ("Mappings come and go; a fault is found among those that live.");
  gsize page = sysconf (_SC_PAGESIZE);

  for (guint round = 0; round < 20; round++)
    {
      int fd = make_file (2 * page);
      g_autoptr (SlMapping) one = map (fd);
      g_autoptr (SlMapping) two = map (fd);

      g_clear_pointer (&one, sl_mapping_unref);
      g_assert_cmpint (ftruncate (fd, page), ==, 0);
      g_assert_cmpuint (count_sevens (two), ==, page);
      close (fd);
    }
}

static void
test_empty (void)
{
  g_test_summary ("An empty file and no bytes are mappings too.");
  g_autoptr (GBytes) bytes = g_bytes_new (NULL, 0);
  g_autoptr (SlMapping) memory = sl_mapping_new_for_bytes (bytes, "none");
  g_autoptr (SlMapping) file = map (make_file (0));

  g_assert_cmpuint (sl_mapping_get_size (memory), ==, 0);
  g_assert_nonnull (sl_mapping_get_data (memory));
  g_assert_cmpstr (sl_mapping_get_name (memory), ==, "none");
  g_assert_cmpuint (sl_mapping_get_size (file), ==, 0);
  g_assert_false (sl_mapping_is_damaged (file));
}

static void
test_reader (void)
{
  g_test_summary ("A reader never steps over the end; the error tells field and offset, and the "
                  "reader stands where it stood.");
  static const guint8 bytes[] = { 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11 };
  SlByteReader reader;
  g_autoptr (GError) error = NULL;
  guint8 byte;
  guint16 half;
  guint32 word;
  guint64 long_word;

  sl_byte_reader_init (&reader, bytes, sizeof bytes, 1000);
  g_assert_true (sl_byte_reader_u8 (&reader, &byte, "byte", &error));
  g_assert_true (sl_byte_reader_u16_le (&reader, &half, "half", &error));
  g_assert_true (sl_byte_reader_u32_le (&reader, &word, "word", &error));
  g_assert_cmphex (byte, ==, 0x01);
  g_assert_cmphex (half, ==, 0x0302);
  g_assert_cmphex (word, ==, 0x07060504);
  g_assert_cmphex (sl_bytes_u32_be (bytes), ==, 0x01020304);

  g_assert_false (sl_byte_reader_u64_le (&reader, &long_word, "time stamp", &error));
  g_assert_error (error, SL_ERROR, SL_ERROR_TRUNCATED);
  g_assert_cmpstr (error->message, ==,
                   "The file ends inside the time stamp: 8 bytes needed at offset 1007, 4 left");
  g_assert_cmpuint (sl_byte_reader_get_left (&reader), ==, 4);

  g_clear_error (&error);
  g_assert_null (sl_byte_reader_take (&reader, G_MAXSIZE, "name", &error));
  g_assert_error (error, SL_ERROR, SL_ERROR_TRUNCATED);
}

static void
test_written_anew (void)
{
  g_test_summary (
      "A file that is emptied and written anew is said to be that, not to have shrunk.");
  int fd = make_file (100);
  g_autoptr (SlMapping) mapping = map (fd);

  g_assert_cmpint (ftruncate (fd, 0), ==, 0);
  g_assert_true (sl_mapping_is_damaged (mapping));
  g_assert_cmpint (sl_mapping_get_loss (mapping), ==, SL_LOSS_EMPTIED);
  g_assert_cmpint (pwrite (fd, "new", 3, 0), ==, 3);
  g_assert_cmpint (sl_mapping_get_loss (mapping), ==, SL_LOSS_WRITTEN_ANEW);
  close (fd);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  /* Before the first mapping, so that ours is chained to it. */
  signal (SIGBUS, foreign_fault_cb);

  g_test_add_func ("/formats/mapping/shrinks", test_shrinks);
  g_test_add_func ("/formats/mapping/written-anew", test_written_anew);
  g_test_add_func ("/formats/mapping/threads", test_threads);
  g_test_add_func ("/formats/mapping/foreign-fault", test_foreign);
  g_test_add_func ("/formats/mapping/reuse", test_reuse);
  g_test_add_func ("/formats/mapping/empty", test_empty);
  g_test_add_func ("/formats/byte-reader/ends", test_reader);
  return g_test_run ();
}

/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <elf.h>
#include <link.h>
#include <string.h>

#include <gio/gio.h>

#include "sl-error.h"
#include "sl-module-check.h"

/* A module that loads. */
static char *good;
static gsize good_size;

static void
assert_refused (const guint8 *bytes, gsize size)
{
  g_autoptr (GError) error = NULL;

  g_assert_false (sl_module_check (bytes, size, &error));
  g_assert_error (error, SL_ERROR, SL_ERROR_UNSUPPORTED);
}

static void
test_whole (void)
{
  g_autoptr (GError) error = NULL;

  g_test_summary ("A module that loads is accepted.");

  g_assert_true (sl_module_check_file (g_getenv ("SLACKLINE_TEST_MODULE"), &error));
  g_assert_no_error (error);
}

static void
test_cut (void)
{
  g_test_summary ("A module is refused however little of it is missing.");

  for (gsize size = 0; size < good_size; size++)
    {
      /* Its own block, so that reading behind it is noticed. */
      g_autofree guint8 *cut = g_memdup2 (good, MAX (size, 1));

      assert_refused (cut, size);
    }
}

/* The header with @size bytes at @offset set to all ones. */
static void
assert_header_refused (gsize offset, gsize size)
{
  g_autofree guint8 *bytes = g_memdup2 (good, good_size);

  memset (bytes + offset, 0xff, size);
  assert_refused (bytes, good_size);
}

static void
test_header (void)
{
  g_test_summary (
      "Another class, byte order, machine or type, and tables beyond the file are refused.");

  assert_header_refused (0, 1);
  assert_header_refused (EI_CLASS, 1);
  assert_header_refused (EI_DATA, 1);
  assert_header_refused (G_STRUCT_OFFSET (ElfW (Ehdr), e_type), 2);
  assert_header_refused (G_STRUCT_OFFSET (ElfW (Ehdr), e_machine), 2);
  assert_header_refused (G_STRUCT_OFFSET (ElfW (Ehdr), e_phoff), sizeof (ElfW (Off)));
  assert_header_refused (G_STRUCT_OFFSET (ElfW (Ehdr), e_shoff), sizeof (ElfW (Off)));
  assert_header_refused (G_STRUCT_OFFSET (ElfW (Ehdr), e_phentsize), 2);
  assert_header_refused (G_STRUCT_OFFSET (ElfW (Ehdr), e_phnum), 2);
}

static void
test_other_files (void)
{
  g_autoptr (GError) error = NULL;

  g_test_summary ("A folder and a device are not modules.");

  g_assert_false (sl_module_check_file ("/tmp", &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_NOT_REGULAR_FILE);
  g_clear_error (&error);
  g_assert_false (sl_module_check_file ("/dev/null", &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_NOT_REGULAR_FILE);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_assert_true (g_file_get_contents (g_getenv ("SLACKLINE_TEST_MODULE"), &good, &good_size, NULL));

  g_test_add_func ("/module-check/whole", test_whole);
  g_test_add_func ("/module-check/cut", test_cut);
  g_test_add_func ("/module-check/header", test_header);
  g_test_add_func ("/module-check/other-files", test_other_files);
  return g_test_run ();
}

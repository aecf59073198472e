/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <fcntl.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include "sl-file-reader.h"
#include "sl-test.h"

static char *folder;

static void
assert_refused (const char *path, SlFileReadKind kind, const char *what)
{
  g_autoptr (GFile) file = g_file_new_for_path (path);
  g_autoptr (GError) opened = NULL;
  g_autoptr (GError) read = NULL;
  gsize length;

  g_assert_cmpint (sl_file_open_regular (path, &opened), ==, -1);
  g_assert_error (opened, G_IO_ERROR, G_IO_ERROR_NOT_REGULAR_FILE);
  g_assert_nonnull (strstr (opened->message, what));
  g_assert_null (sl_file_read (file, kind, 10, &length, &read));
  g_assert_error (read, G_IO_ERROR, G_IO_ERROR_NOT_REGULAR_FILE);
}

static void
test_kinds (void)
{
  g_autofree char *pipe = g_build_filename (folder, "pipe", NULL);
  g_autofree char *linked = g_build_filename (folder, "linked", NULL);
  g_autofree char *socket_path = g_build_filename (folder, "socket", NULL);
  struct sockaddr_un address = { .sun_family = AF_UNIX };
  int fd = socket (AF_UNIX, SOCK_STREAM, 0);

  g_test_summary ("Only regular files are opened, and nothing else is waited for.");

  g_strlcpy (address.sun_path, socket_path, sizeof address.sun_path);
  g_assert_cmpint (bind (fd, (struct sockaddr *) &address, sizeof address), ==, 0);
  g_assert_cmpint (mkfifo (pipe, 0600) | symlink ("pipe", linked), ==, 0);
  assert_refused (pipe, SL_FILE_READ_REGULAR, "a pipe");
  assert_refused (linked, SL_FILE_READ_REGULAR, "a pipe");
  assert_refused (socket_path, SL_FILE_READ_REGULAR_PIPES, "a socket");
  assert_refused (folder, SL_FILE_READ_REGULAR_PIPES, "a folder");
  assert_refused ("/dev/zero", SL_FILE_READ_REGULAR_PIPES, "a device");
  close (fd);
}

static void
test_length (void)
{
  g_autofree char *path = g_build_filename (folder, "text", NULL);
  g_autoptr (GFile) file = g_file_new_for_path (path);
  g_autoptr (GFile) missing = g_file_new_for_path ("/nonexistent/file");
  g_autofree char *text = NULL;
  g_autoptr (GError) error = NULL;
  gsize length;

  g_test_summary ("A file is read whole or not at all.");

  g_assert_true (g_file_set_contents (path, "0123456789", 10, NULL));
  text = sl_file_read (file, SL_FILE_READ_REGULAR, 10, &length, NULL);
  g_assert_cmpstr (text, ==, "0123456789");
  g_assert_cmpuint (length, ==, 10);
  g_assert_null (sl_file_read (file, SL_FILE_READ_REGULAR, 9, &length, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_MESSAGE_TOO_LARGE);
  g_clear_error (&error);
  g_assert_null (sl_file_read (missing, SL_FILE_READ_REGULAR, 9, &length, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_NOT_FOUND);
}

static gpointer
write_slowly (gpointer path)
{
  int fd = open (path, O_WRONLY);

  for (guint i = 0; i < 3; i++)
    {
      g_assert_cmpint (write (fd, "abc", 3), ==, 3);
      g_usleep (1000);
    }
  close (fd);
  return NULL;
}

static void
test_pipe (void)
{
  g_autofree char *path = g_build_filename (folder, "asked", NULL);
  g_autoptr (GFile) file = g_file_new_for_path (path);
  g_autofree char *text = NULL;
  GThread *writer;
  gsize length;

  g_test_summary ("A pipe that was asked for is read to its end.");

  g_assert_cmpint (mkfifo (path, 0600), ==, 0);
  writer = g_thread_new ("writer", write_slowly, path);
  text = sl_file_read (file, SL_FILE_READ_REGULAR_PIPES, 100, &length, NULL);
  g_thread_join (writer);
  g_assert_cmpstr (text, ==, "abcabcabc");
}

int
main (int argc, char *argv[])
{
  int status;

  g_test_init (&argc, &argv, NULL);
  folder = g_dir_make_tmp ("slackline-XXXXXX", NULL);

  g_test_add_func ("/file-reader/kinds", test_kinds);
  g_test_add_func ("/file-reader/length", test_length);
  g_test_add_func ("/file-reader/pipe", test_pipe);

  status = g_test_run ();
  sl_test_remove_folder (folder);
  g_free (folder);
  return status;
}

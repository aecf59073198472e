/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <fcntl.h>
#include <signal.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <glib/gstdio.h>

#include "sl-file-writer-private.h"
#include "sl-test.h"

/* More than any buffer holds. */
#define LONG_SIZE (1024 * 1024)

#define OLD "what was there\n"
#define NEW "what is new\n"

#define NOBODY 65534

typedef struct
{
  char *folder;
  char *path; /* of a file with OLD in it */
  GFile *file;
} Place;

static Place
place_new (void)
{
  Place self = { g_dir_make_tmp ("slackline-XXXXXX", NULL), NULL, NULL };

  self.path = g_build_filename (self.folder, "target", NULL);
  self.file = g_file_new_for_path (self.path);
  g_assert_true (g_file_set_contents (self.path, OLD, -1, NULL));
  return self;
}

static void
place_clear (Place *self)
{
  sl_test_remove_folder (self->folder);
  g_free (self->folder);
  g_free (self->path);
  g_object_unref (self->file);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Place, place_clear)

static void
assert_contents (const char *path, const char *expected)
{
  g_autofree char *text = NULL;

  g_assert_true (g_file_get_contents (path, &text, NULL, NULL));
  g_assert_cmpstr (text, ==, expected);
}

static guint
count_files (const Place *place)
{
  g_autoptr (GDir) dir = g_dir_open (place->folder, 0, NULL);
  guint n = 0;

  while (g_dir_read_name (dir) != NULL)
    n++;
  return n;
}

static int
get_mode (const char *path)
{
  GStatBuf status;

  g_assert_cmpint (g_stat (path, &status), ==, 0);
  return status.st_mode & 07777;
}

static gboolean
write_long (SlFileWriter *writer, GError **error)
{
  g_autofree char *bytes = g_malloc0 (LONG_SIZE);

  return sl_file_writer_write (writer, "begin", 5, error) &&
         sl_file_writer_write (writer, bytes, LONG_SIZE, error);
}

static void
test_permissions (void)
{
  static const int modes[] = { 0600, 0640, 0644, 0755 };
  g_auto (Place) place = place_new ();
  g_autofree char *path = g_build_filename (place.folder, "new", NULL);
  g_autoptr (GFile) other = g_file_new_for_path (path);
  mode_t mask = umask (027);

  g_test_summary (
      "A file that is replaced keeps its permissions, a new one gets those of the umask.");

  for (guint i = 0; i < G_N_ELEMENTS (modes); i++)
    {
      g_assert_cmpint (g_chmod (place.path, modes[i]), ==, 0);
      g_assert_true (sl_file_write (place.file, NULL, NEW, strlen (NEW), NULL));
      assert_contents (place.path, NEW);
      g_assert_cmpint (get_mode (place.path), ==, modes[i]);
    }
  g_assert_true (sl_file_write (other, NULL, "", 0, NULL));
  g_assert_cmpint (get_mode (path), ==, 0640);
  assert_contents (path, "");
  g_assert_cmpuint (count_files (&place), ==, 2);
  umask (mask);
}

static void
test_links (void)
{
  g_auto (Place) place = place_new ();
  g_autofree char *near = g_build_filename (place.folder, "near", NULL);
  g_autofree char *far = g_build_filename (place.folder, "far", NULL);
  g_autofree char *dangling = g_build_filename (place.folder, "dangling", NULL);
  g_autofree char *made = g_build_filename (place.folder, "made", NULL);
  g_autofree char *circle = g_build_filename (place.folder, "circle", NULL);
  g_autoptr (GFile) through = g_file_new_for_path (far);
  g_autoptr (GFile) into_nothing = g_file_new_for_path (dangling);
  g_autoptr (GFile) round = g_file_new_for_path (circle);
  g_autoptr (GError) error = NULL;

  g_test_summary (
      "A link stays a link, and what it leads to is written, also where nothing was there.");

  g_assert_cmpint (symlink ("target", near), ==, 0);
  g_assert_cmpint (symlink (near, far), ==, 0);
  g_assert_cmpint (symlink ("made", dangling), ==, 0);
  g_assert_cmpint (symlink ("circle", circle), ==, 0);
  g_assert_true (sl_file_write (through, NULL, NEW, strlen (NEW), NULL));
  assert_contents (place.path, NEW);
  g_assert_true (g_file_test (far, G_FILE_TEST_IS_SYMLINK));
  g_assert_true (g_file_test (near, G_FILE_TEST_IS_SYMLINK));
  g_assert_true (sl_file_write (into_nothing, NULL, NEW, strlen (NEW), NULL));
  assert_contents (made, NEW);
  g_assert_true (g_file_test (dangling, G_FILE_TEST_IS_SYMLINK));
  g_assert_false (sl_file_write (round, NULL, NEW, strlen (NEW), &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_TOO_MANY_LINKS);
}

static void
test_given_up (void)
{
  g_auto (Place) place = place_new ();
  SlFileWriter *writer = sl_file_writer_new (place.file, NULL, NULL);

  g_test_summary (
      "What is not finished changes nothing and leaves nothing behind, settled or not.");

  g_assert_true (write_long (writer, NULL));
  sl_file_writer_free (writer);
  writer = sl_file_writer_new (place.file, NULL, NULL);
  g_assert_true (write_long (writer, NULL));
  g_assert_true (sl_file_writer_settle (writer, NULL));
  assert_contents (place.path, OLD);
  sl_file_writer_free (writer);
  assert_contents (place.path, OLD);
  g_assert_cmpuint (count_files (&place), ==, 1);
}

/* Runs @work in a process of its own, which ends with its answer. */
static int
run_apart (int (*work) (const Place *place), const Place *place)
{
  pid_t pid = fork ();
  int status;

  g_assert_cmpint (pid, >=, 0);
  if (pid == 0)
    _exit (work (place));
  g_assert_cmpint (waitpid (pid, &status, 0), ==, pid);
  return status;
}

static int
write_and_die (const Place *place)
{
  SlFileWriter *writer = sl_file_writer_new (place->file, NULL, NULL);

  if (writer != NULL && write_long (writer, NULL))
    kill (getpid (), SIGKILL);
  return 1;
}

static void
test_killed (void)
{
  g_auto (Place) place = place_new ();
  int status = run_apart (write_and_die, &place);

  g_test_summary ("A program that is killed while it writes leaves the old file whole.");

  g_assert_true (WIFSIGNALED (status));
  g_assert_cmpint (WTERMSIG (status), ==, SIGKILL);
  assert_contents (place.path, OLD);
  if (sl_file_writer_may_be_anonymous)
    g_assert_cmpuint (count_files (&place), ==, 1);
}

static int
write_too_much (const Place *place)
{
  const struct rlimit limit = { LONG_SIZE / 2, LONG_SIZE / 2 };
  g_autoptr (SlFileWriter) writer = NULL;
  g_autoptr (GError) error = NULL;

  signal (SIGXFSZ, SIG_IGN);
  if (setrlimit (RLIMIT_FSIZE, &limit) != 0)
    return 1;
  writer = sl_file_writer_new (place->file, NULL, &error);
  return writer != NULL && !write_long (writer, &error) && error->domain == G_IO_ERROR ? 0 : 2;
}

static void
test_limit (void)
{
  g_auto (Place) place = place_new ();

  g_test_summary ("A file that grows beyond a limit is an error, and the old file stays whole.");

  g_assert_cmpint (run_apart (write_too_much, &place), ==, 0);
  assert_contents (place.path, OLD);
}

static void
test_cut (void)
{
  g_auto (Place) place = place_new ();
  g_autoptr (GError) error = NULL;
  g_autoptr (SlFileWriter) writer = sl_file_writer_new (place.file, NULL, &error);
  g_autofree char *path = sl_file_writer_dup_path (writer);

  g_test_summary (
      "What was flushed can be read before the file has its place; what is cut off is gone, and what is "
      "written next follows the rest.");

  g_assert_true (sl_file_writer_write (writer, "one two", 7, &error));
  g_assert_true (sl_file_writer_flush (writer, &error));
  assert_contents (path, "one two");
  assert_contents (place.path, OLD);
  g_assert_true (sl_file_writer_write (writer, " lost", 5, &error));
  g_assert_true (sl_file_writer_cut (writer, 3, &error));
  assert_contents (path, "one");
  g_assert_true (sl_file_writer_write (writer, " more", 5, &error));
  g_assert_true (sl_file_writer_finish (writer, &error));
  g_assert_no_error (error);
  assert_contents (place.path, "one more");
}

static int
write_as_nobody (const Place *place)
{
  g_autoptr (GError) error = NULL;

  if (geteuid () == 0 && (setgid (NOBODY) != 0 || setuid (NOBODY) != 0))
    return 1;
  if (sl_file_write (place->file, NULL, NEW, strlen (NEW), &error))
    return 2;
  return g_error_matches (error, G_IO_ERROR, G_IO_ERROR_PERMISSION_DENIED) ? 0 : 3;
}

static void
test_read_only (void)
{
  g_auto (Place) place = place_new ();
  g_autoptr (GFile) folder = g_file_get_parent (place.file);
  g_autoptr (GError) error = NULL;

  g_test_summary ("A file that is read-only, or whose folder is, and a folder itself are refused.");

  if (geteuid () == 0)
    g_assert_cmpint (chown (place.folder, NOBODY, NOBODY) | chown (place.path, NOBODY, NOBODY), ==,
                     0);
  g_assert_cmpint (g_chmod (place.path, 0444), ==, 0);
  g_assert_cmpint (run_apart (write_as_nobody, &place), ==, 0);
  assert_contents (place.path, OLD);
  g_assert_cmpint (g_chmod (place.path, 0644) | g_chmod (place.folder, 0555), ==, 0);
  g_assert_cmpint (run_apart (write_as_nobody, &place), ==, 0);
  assert_contents (place.path, OLD);
  g_assert_cmpint (g_chmod (place.folder, 0755), ==, 0);
  g_assert_false (sl_file_write (folder, NULL, NEW, strlen (NEW), &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_IS_DIRECTORY);
}

static void
test_inputs (void)
{
  g_auto (Place) place = place_new ();
  g_autofree char *hard = g_build_filename (place.folder, "hard", NULL);
  g_autofree char *soft = g_build_filename (place.folder, "soft", NULL);
  g_autofree char *other = g_build_filename (place.folder, "other", NULL);
  g_autoptr (SlFileSet) inputs = sl_file_set_new ();
  const char *paths[] = { place.path, hard, soft };
  g_autoptr (GFile) elsewhere = g_file_new_for_path (other);

  g_test_summary ("An input is never written over, whatever name leads to it.");

  g_assert_cmpint (link (place.path, hard) | symlink ("target", soft), ==, 0);
  sl_file_set_add_path (inputs, other);
  sl_file_set_add_file (inputs, place.file);
  for (guint i = 0; i < G_N_ELEMENTS (paths); i++)
    {
      g_autoptr (GFile) file = g_file_new_for_path (paths[i]);
      g_autoptr (GError) error = NULL;

      g_assert_false (sl_file_write (file, inputs, NEW, strlen (NEW), &error));
      g_assert_error (error, G_IO_ERROR, G_IO_ERROR_EXISTS);
      g_assert_nonnull (strstr (error->message, "target"));
      assert_contents (place.path, OLD);
    }
  g_assert_true (sl_file_write (elsewhere, inputs, NEW, strlen (NEW), NULL));
}

static void
test_remote (void)
{
  g_autoptr (GFile) file = g_file_new_for_uri ("nowhere://host/trace");
  g_autoptr (GFile) other = g_file_new_for_uri ("nowhere://host/other");
  g_autoptr (SlFileSet) inputs = sl_file_set_new ();
  g_autoptr (GError) same = NULL;
  g_autoptr (GError) unsupported = NULL;

  g_test_summary ("An input that no path leads to is told by its URI.");

  sl_file_set_add_uri (inputs, "nowhere://host/trace");
  g_assert_false (sl_file_write (file, inputs, NEW, strlen (NEW), &same));
  g_assert_error (same, G_IO_ERROR, G_IO_ERROR_EXISTS);
  g_assert_false (sl_file_write (other, inputs, NEW, strlen (NEW), &unsupported));
  g_assert_error (unsupported, G_IO_ERROR, G_IO_ERROR_NOT_SUPPORTED);
}

static gpointer
read_all (gpointer path)
{
  char *text = NULL;

  g_assert_true (g_file_get_contents (path, &text, NULL, NULL));
  return text;
}

static void
test_direct (void)
{
  g_auto (Place) place = place_new ();
  g_autofree char *pipe_path = g_build_filename (place.folder, "pipe", NULL);
  g_autoptr (GFile) pipe_file = g_file_new_for_path (pipe_path);
  g_autoptr (GFile) full = g_file_new_for_path ("/dev/full");
  g_autoptr (GFile) null = g_file_new_for_path ("/dev/null");
  g_autofree char *read = NULL;
  g_autoptr (GError) error = NULL;
  GThread *reader;

  g_test_summary ("Pipes and devices stay what they are and get the bytes.");

  g_assert_cmpint (mkfifo (pipe_path, 0600), ==, 0);
  reader = g_thread_new ("reader", read_all, pipe_path);
  g_assert_true (sl_file_write (pipe_file, NULL, NEW, strlen (NEW), NULL));
  read = g_thread_join (reader);
  g_assert_cmpstr (read, ==, NEW);
  g_assert_cmpint (get_mode (pipe_path), ==, 0600);
  g_assert_true (sl_file_write (null, NULL, NEW, strlen (NEW), NULL));
  g_assert_false (sl_file_write (full, NULL, NEW, strlen (NEW), &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_NO_SPACE);
}

static void
test_descriptor (void)
{
  g_auto (Place) place = place_new ();
  int fd = open (place.path, O_WRONLY | O_APPEND | O_CLOEXEC);
  g_autofree char *path = g_strdup_printf ("/dev/fd/%d", fd);
  g_autoptr (GFile) file = g_file_new_for_path (path);
  g_autoptr (SlFileWriter) writer = sl_file_writer_new (file, NULL, NULL);

  g_test_summary ("A descriptor that is open is written on as it is: what was appended to stays.");

  g_assert_true (sl_file_writer_is_direct (writer));
  g_assert_true (sl_file_writer_write (writer, NEW, strlen (NEW), NULL));
  g_assert_true (sl_file_writer_finish (writer, NULL));
  assert_contents (place.path, OLD NEW);
  close (fd);
}

static void
test_name (void)
{
  g_auto (Place) place = place_new ();
  g_autofree char *name = g_strnfill (255, 'n');
  g_autofree char *path = g_build_filename (place.folder, name, NULL);
  g_autoptr (GFile) file = g_file_new_for_path (path);
  g_autoptr (GFile) nowhere = g_file_new_for_path ("/nonexistent/folder/file");
  g_autoptr (GError) error = NULL;

  g_test_summary (
      "A name may be as long as names can be; a folder that does not exist is an error.");

  g_assert_true (sl_file_write (file, NULL, NEW, strlen (NEW), NULL));
  assert_contents (path, NEW);
  g_assert_false (sl_file_write (nowhere, NULL, NEW, strlen (NEW), &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_NOT_FOUND);
}

typedef struct
{
  const char *name;
  void (*run) (void);
} Case;

/* On a file system without files that have no name, too. */
static void
run_both (gconstpointer data)
{
  const Case *test = data;

  sl_file_writer_may_be_anonymous = TRUE;
  test->run ();
  sl_file_writer_may_be_anonymous = FALSE;
  test->run ();
}

int
main (int argc, char *argv[])
{
  static const Case cases[] = {
    { "permissions", test_permissions }, { "links", test_links },   { "given-up", test_given_up },
    { "killed", test_killed },           { "limit", test_limit },   { "read-only", test_read_only },
    { "inputs", test_inputs },           { "remote", test_remote }, { "direct", test_direct },
    { "descriptor", test_descriptor },   { "name", test_name },     { "cut", test_cut },
  };

  g_test_init (&argc, &argv, NULL);

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *path = g_strdup_printf ("/file-writer/%s", cases[i].name);

      g_test_add_data_func (path, &cases[i], run_both);
    }

  return g_test_run ();
}

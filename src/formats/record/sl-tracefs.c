/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-tracefs.h"

#include <errno.h>
#include <fcntl.h>
#include <glib/gi18n-lib.h>
#include <string.h>
#include <unistd.h>

#include "sl-error.h"

/* Where a kernel with tracefs has a folder to mount it on. */
#define USUAL_PATH "/sys/kernel/tracing"

/* A file of the kernel, such as all of its symbols, is never longer. */
#define MOST_SIZE (256 * 1024 * 1024)

/* In the table of mounts, bytes that would end a word are written as \\ooo. */
static char *
dup_mount_point (const char *word)
{
  return g_strcompress (word);
}

/**
 * sl_tracefs_find_mount:
 * @mounts: as /proc/self/mountinfo
 *
 * Returns: (transfer full) (nullable): where tracefs is mounted, the usual place before others, or where it is
 *   in a debugfs; %NULL where it is not
 */
char *
sl_tracefs_find_mount (const char *mounts)
{
  g_auto (GStrv) lines = g_strsplit (mounts, "\n", -1);
  g_autofree char *found = NULL;
  g_autofree char *debug = NULL;

  for (guint i = 0; lines[i] != NULL; i++)
    {
      /* “36 35 98:0 /root /mount/point options tags… - type source options” */
      const char *tail = strstr (lines[i], " - ");
      g_auto (GStrv) words = g_strsplit (lines[i], " ", 6);

      if (tail == NULL || g_strv_length (words) < 6 || !g_str_equal (words[3], "/"))
        continue;
      if (g_str_has_prefix (tail, " - tracefs ") &&
          (found == NULL || g_str_equal (words[4], USUAL_PATH)))
        {
          g_free (found);
          found = dup_mount_point (words[4]);
        }
      else if (g_str_has_prefix (tail, " - debugfs ") && debug == NULL)
        {
          g_autofree char *point = dup_mount_point (words[4]);

          debug = g_build_filename (point, "tracing", NULL);
        }
    }

  return found != NULL ? g_steal_pointer (&found) : g_steal_pointer (&debug);
}

static char *
find_path (void)
{
  const char *given = g_getenv (SL_TRACEFS_VARIABLE);
  g_autofree char *mounts = NULL;

  if (given != NULL && given[0] != '\0')
    return g_strdup (given);

  mounts = sl_tracefs_read ("/proc/self", "mountinfo", NULL, NULL);
  return mounts != NULL ? sl_tracefs_find_mount (mounts) : NULL;
}

/* A user who owns tracefs may make instances in it; who may not even look into it sees no folder. */
static gboolean
may_use (const char *path)
{
  g_autofree char *instances = g_build_filename (path, "instances", NULL);

  return access (instances, W_OK | X_OK) == 0;
}

/* A debugfs without tracefs in it has no such file, but only who may look into it sees that. */
static gboolean
lacks_tracing (const char *path)
{
  g_autofree char *clock = g_build_filename (path, "trace_clock", NULL);

  return access (clock, F_OK) != 0 && errno == ENOENT;
}

/**
 * sl_tracefs_look:
 *
 * Returns: whether something can be recorded here, by this process or by another user's
 */
SlTracefsAccess
sl_tracefs_look (void)
{
  g_autofree char *path = find_path ();

  if (path != NULL && !lacks_tracing (path))
    return may_use (path) ? SL_TRACEFS_GRANTED : SL_TRACEFS_REFUSED;
  return access (USUAL_PATH, F_OK) == 0 ? SL_TRACEFS_NOT_MOUNTED : SL_TRACEFS_NONE;
}

/**
 * sl_tracefs_find:
 * @error: what is missing and how to get it, of %SL_ERROR or %G_IO_ERROR; windows show the translation of its message, if
 *   there is one
 *
 * Returns: (transfer full) (nullable): where a tracefs is that this process may use
 */
char *
sl_tracefs_find (GError **error)
{
  g_autofree char *path = find_path ();

  switch (sl_tracefs_look ())
    {
    case SL_TRACEFS_GRANTED:
      return g_steal_pointer (&path);
    case SL_TRACEFS_REFUSED:
      g_set_error (
          error, G_IO_ERROR, G_IO_ERROR_PERMISSION_DENIED,
          "Only root may record from “%s”: run this with sudo, or make tracefs yours until "
          "the next boot with “sudo mount -o remount,uid=%u %s”",
          path, (guint) getuid (), path);
      return NULL;
    case SL_TRACEFS_NOT_MOUNTED:
      g_set_error_literal (
          error, G_IO_ERROR, G_IO_ERROR_NOT_MOUNTED,
          N_ ("The kernel’s tracefs is not mounted: “sudo mount -t tracefs tracefs "
              "/sys/kernel/tracing” mounts it"));
      return NULL;
    case SL_TRACEFS_NONE:
    default:
      g_set_error_literal (
          error, SL_ERROR, SL_ERROR_UNSUPPORTED,
          N_ ("This system does not offer tracefs: it takes a Linux kernel with CONFIG_FTRACE, and does not work in a sandbox"));
      return NULL;
    }
}

/**
 * sl_tracefs_open:
 * @name: of a file in @folder, also in a folder below
 * @flags: of open(); the descriptor is never inherited
 *
 * Returns: a descriptor; -1 with @error of %G_IO_ERROR, which names the file
 */
int
sl_tracefs_open (const char *folder, const char *name, int flags, GError **error)
{
  g_autofree char *path = g_build_filename (folder, name, NULL);
  int fd = open (path, flags | O_CLOEXEC | O_NOCTTY);
  int number = errno;

  if (fd < 0)
    g_set_error (error, G_IO_ERROR, (int) g_io_error_from_errno (number), "%s: %s", path,
                 g_strerror (number));
  return fd;
}

/**
 * sl_tracefs_read:
 * @size: (out) (nullable): bytes before the ending NUL
 * @error: of %G_IO_ERROR
 *
 * The size of such a file is known only once it was read.
 *
 * Returns: (transfer full) (nullable): all of it, ended by a NUL; %NULL with @error
 */
char *
sl_tracefs_read (const char *folder, const char *name, gsize *size, GError **error)
{
  g_autoptr (GByteArray) bytes = g_byte_array_new ();
  guint8 buffer[16384];
  int fd = sl_tracefs_open (folder, name, O_RDONLY, error);
  gssize n_read;
  int number;

  if (fd < 0)
    return NULL;
  while ((n_read = read (fd, buffer, sizeof buffer)) > 0 && bytes->len < MOST_SIZE)
    g_byte_array_append (bytes, buffer, (guint) n_read);
  number = errno;
  close (fd);
  if (n_read < 0)
    {
      g_set_error (error, G_IO_ERROR, (int) g_io_error_from_errno (number), "%s/%s: %s", folder,
                   name, g_strerror (number));
      return NULL;
    }

  if (size != NULL)
    *size = bytes->len;
  g_byte_array_append (bytes, (const guint8 *) "", 1);
  return (char *) g_byte_array_free (g_steal_pointer (&bytes), FALSE);
}

/**
 * sl_tracefs_write:
 * @text: all of it in one piece, as the kernel wants it
 *
 * Returns: %FALSE with @error of %G_IO_ERROR
 */
gboolean
sl_tracefs_write (const char *folder, const char *name, const char *text, GError **error)
{
  int fd = sl_tracefs_open (folder, name, O_WRONLY | O_TRUNC, error);
  gssize written;
  int number;

  if (fd < 0)
    return FALSE;
  written = write (fd, text, strlen (text));
  number = errno;
  close (fd);
  if (written >= 0)
    return TRUE;

  g_set_error (error, G_IO_ERROR, (int) g_io_error_from_errno (number), "%s/%s: “%s”: %s", folder,
               name, text, g_strerror (number));
  return FALSE;
}

gboolean
sl_tracefs_has (const char *folder, const char *name)
{
  g_autofree char *path = g_build_filename (folder, name, NULL);

  return access (path, F_OK) == 0;
}

static int
compare_names (gconstpointer a, gconstpointer b)
{
  return strcmp (*(const char *const *) a, *(const char *const *) b);
}

/**
 * sl_tracefs_list:
 *
 * Returns: (transfer full) (element-type utf8): the names of the folders in folder @name of @folder, in the order of
 *   their bytes
 */
GPtrArray *
sl_tracefs_list (const char *folder, const char *name)
{
  g_autofree char *path = g_build_filename (folder, name, NULL);
  g_autoptr (GDir) listed = g_dir_open (path, 0, NULL);
  GPtrArray *names = g_ptr_array_new_with_free_func (g_free);
  const char *member;

  while (listed != NULL && (member = g_dir_read_name (listed)) != NULL)
    {
      g_autofree char *at = g_build_filename (path, member, NULL);

      if (g_file_test (at, G_FILE_TEST_IS_DIR))
        g_ptr_array_add (names, g_strdup (member));
    }
  g_ptr_array_sort (names, compare_names);
  return names;
}

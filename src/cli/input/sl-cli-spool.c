/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-cli-spool.h"

#include <errno.h>
#include <fcntl.h>
#include <glib/gstdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "sl-cli-error.h"

#define CHUNK (256 << 10)

struct _SlCliSpool
{
  GPtrArray *paths;   /* of all files: their own, or where what came out of them is */
  GPtrArray *written; /* of these, those that are temporary */
  GPtrArray *folders; /* that they are in, since the name of a file is what it is called */
};

static gboolean
is_pipe (const char *file)
{
  struct stat status;

  return stat (file, &status) == 0 && (S_ISFIFO (status.st_mode) || S_ISSOCK (status.st_mode));
}

static gboolean
fail (const char *file, const char *what, GError **error)
{
  g_set_error (error, SL_CLI_ERROR, SL_CLI_STATUS_INPUT, "%s: %s: %s", file, what,
               g_strerror (errno));
  return FALSE;
}

static gboolean
write_all (int to, const char *bytes, gsize size)
{
  while (size > 0)
    {
      gssize written = write (to, bytes, size);

      if (written < 0 && errno == EINTR)
        continue;
      if (written < 0)
        return FALSE;

      bytes += written;
      size -= (gsize) written;
    }

  return TRUE;
}

static gboolean
copy (const char *file, int from, int to, GError **error)
{
  g_autofree char *chunk = g_malloc (CHUNK);
  gssize size;

  do
    {
      size = read (from, chunk, CHUNK);
      if (size < 0 && errno != EINTR)
        return fail (file, "It cannot be read", error);
      if (size > 0 && !write_all (to, chunk, (gsize) size))
        return fail (file, "The temporary file for it cannot be written", error);
    }
  while (size != 0);

  return TRUE;
}

/* (transfer full): the path of a new temporary file that is called as @file is */
static char *
make_path (SlCliSpool *self, const char *file, GError **error)
{
  char *folder = g_dir_make_tmp ("slackline-XXXXXX", error);
  g_autofree char *name = g_path_get_basename (file);

  if (folder == NULL)
    {
      g_prefix_error (error, "%s: ", file);
      return NULL;
    }

  g_ptr_array_add (self->folders, folder);
  return g_build_filename (folder, name, NULL);
}

static gboolean
spool (SlCliSpool *self, const char *file, GError **error)
{
  gboolean is_input = strcmp (file, SL_CLI_STANDARD_INPUT) == 0;
  char *path = make_path (self, file, error);
  int from, to;
  gboolean is_done;

  if (path == NULL)
    return FALSE;

  g_ptr_array_add (self->written, path);
  g_ptr_array_add (self->paths, g_strdup (path));
  from = is_input ? STDIN_FILENO : g_open (file, O_RDONLY | O_CLOEXEC, 0);
  if (from < 0)
    return fail (file, "It cannot be opened", error);

  to = g_open (path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
  is_done = to >= 0 ? copy (file, from, to, error)
                    : fail (file, "The temporary file for it cannot be created", error);
  if (to >= 0)
    close (to);
  if (!is_input)
    close (from);
  return is_done;
}

static gboolean
check_names (char **files, GError **error)
{
  guint n_inputs = 0;

  for (guint i = 0; files[i] != NULL; i++)
    {
      if (files[i][0] == '\0')
        {
          g_set_error_literal (error, SL_CLI_ERROR, SL_CLI_STATUS_USAGE, "A file name is empty");
          return FALSE;
        }
      n_inputs += strcmp (files[i], SL_CLI_STANDARD_INPUT) == 0;
    }
  if (n_inputs <= 1)
    return TRUE;

  g_set_error_literal (error, SL_CLI_ERROR, SL_CLI_STATUS_USAGE,
                       "- is standard input, which can be read only once");
  return FALSE;
}

/**
 * sl_cli_spool_find_file:
 * @name: as given: a path, or a URI that no file here is called as
 *
 * Returns: (transfer full): the file of that name
 */
GFile *
sl_cli_spool_find_file (const char *name)
{
  g_autofree char *scheme = g_uri_parse_scheme (name);

  if (scheme != NULL && strstr (name, "://") != NULL && !g_file_test (name, G_FILE_TEST_EXISTS))
    return g_file_new_for_uri (name);
  return g_file_new_for_path (name);
}

/**
 * sl_cli_spool_new:
 * @files: names as given; "-" is standard input
 *
 * Reads standard input and pipes to their ends into temporary files of the user's alone.
 *
 * Returns: (transfer full): free it once the files are open, which takes the temporary ones away;
 *   %NULL on error
 */
SlCliSpool *
sl_cli_spool_new (char **files, GError **error)
{
  g_autoptr (SlCliSpool) self = g_new0 (SlCliSpool, 1);

  self->paths = g_ptr_array_new_with_free_func (g_free);
  self->written = g_ptr_array_new_with_free_func (g_free);
  self->folders = g_ptr_array_new_with_free_func (g_free);
  if (!check_names (files, error))
    return NULL;

  for (guint i = 0; files[i] != NULL; i++)
    {
      if (strcmp (files[i], SL_CLI_STANDARD_INPUT) != 0 && !is_pipe (files[i]))
        g_ptr_array_add (self->paths, g_strdup (files[i]));
      else if (!spool (self, files[i], error))
        return NULL;
    }

  return g_steal_pointer (&self);
}

void
sl_cli_spool_free (SlCliSpool *self)
{
  for (guint i = 0; i < self->written->len; i++)
    g_unlink (g_ptr_array_index (self->written, i));
  for (guint i = 0; i < self->folders->len; i++)
    g_rmdir (g_ptr_array_index (self->folders, i));
  g_ptr_array_unref (self->paths);
  g_ptr_array_unref (self->written);
  g_ptr_array_unref (self->folders);
  g_free (self);
}

/**
 * sl_cli_spool_make_file:
 * @number: of a file as given
 *
 * Returns: (transfer full): where to read it
 */
GFile *
sl_cli_spool_make_file (const SlCliSpool *self, guint number)
{
  return sl_cli_spool_find_file (g_ptr_array_index (self->paths, number));
}

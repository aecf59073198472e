/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-instance-watcher.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

/* The kernel keeps an instance as long as anything of it is open, which the dying process may still have. */
#define MOST_TRIES 600
#define TRY_US     100000

/* Beyond these, descriptors are not closed one by one where the kernel cannot close them all. */
#define MOST_DESCRIPTORS 4096

struct _SlInstanceWatcher
{
  pid_t child;
  int alive; /* the other end is at its end once this process is gone */
};

static void
close_all_but (int kept)
{
  long most = sysconf (_SC_OPEN_MAX);

  for (int fd = 0; fd < (most < 0 || most > MOST_DESCRIPTORS ? MOST_DESCRIPTORS : (int) most); fd++)
    if (fd != kept)
      close (fd);
}

/* In the child, where only what is safe in a signal’s handler may be called: the parent may have threads. What ends the
 * parent from outside (Ctrl+C, the end of a session) must not end this one too. */
static void
watch (int end, const char *path)
{
  static const int ignored[] = { SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGPIPE, SIGTSTP };
  char byte;
  gssize n_read;

  for (guint i = 0; i < G_N_ELEMENTS (ignored); i++)
    signal (ignored[i], SIG_IGN);
  setsid ();
  prctl (PR_SET_NAME, "slackline-watch", 0, 0, 0);
  close_all_but (end);
  if (chdir ("/") != 0)
    _exit (1);

  while ((n_read = read (end, &byte, 1)) > 0 || (n_read < 0 && errno == EINTR))
    ;
  for (guint i = 0; i < MOST_TRIES && rmdir (path) != 0 && errno == EBUSY; i++)
    usleep (TRY_US);
  _exit (0);
}

/**
 * sl_instance_watcher_new:
 * @path: absolute; removed as rmdir() does it, which for an instance of tracefs ends all that it records
 *
 * Returns: (transfer full) (nullable): %NULL with @error of %G_IO_ERROR
 */
SlInstanceWatcher *
sl_instance_watcher_new (const char *path, GError **error)
{
  SlInstanceWatcher *self;
  int ends[2];
  pid_t child;

  if (pipe2 (ends, O_CLOEXEC) != 0)
    {
      g_set_error_literal (error, G_IO_ERROR, (int) g_io_error_from_errno (errno),
                           g_strerror (errno));
      return NULL;
    }

  child = fork ();
  if (child == 0)
    watch (ends[0], path);
  close (ends[0]);
  if (child < 0)
    {
      g_set_error_literal (error, G_IO_ERROR, (int) g_io_error_from_errno (errno),
                           g_strerror (errno));
      close (ends[1]);
      return NULL;
    }

  self = g_new0 (SlInstanceWatcher, 1);
  self->child = child;
  self->alive = ends[1];
  return self;
}

/**
 * sl_instance_watcher_free:
 *
 * The folder is removed then, too, where it is still there and can be.
 */
void
sl_instance_watcher_free (SlInstanceWatcher *self)
{
  close (self->alive);
  while (waitpid (self->child, NULL, 0) < 0 && errno == EINTR)
    ;
  g_free (self);
}

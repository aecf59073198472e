/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-recorded-command.h"

#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/wait.h>
#include <unistd.h>

/* As shells say it. */
#define STATUS_NOT_EXECUTABLE 126
#define STATUS_NOT_FOUND      127

/* How long a program has to end when it is asked to. */
#define MOST_TRIES 500
#define TRY_US     10000

/* What programs write their marks into, in the folder of a tracefs; one that is in a debugfs as well is there twice. */
static const char *const marker_files[] = { "trace_marker", "trace_marker_raw" };
#define DEBUG_PATH "/sys/kernel/debug/tracing"
#define N_MARKERS  (2 * G_N_ELEMENTS (marker_files))

/* What the child says. */
typedef struct
{
  gboolean is_marker; /* marks are not recorded; else the program could not be executed */
  int number;         /* errno */
} Message;

struct _SlRecordedCommand
{
  char *name;
  pid_t child; /* 0 once it has ended */
  int go;      /* the child waits until this is written */
  int said;    /* of Message; at its end once the program runs */
  SlCommandEnd end;
  int number; /* exit status, or the signal */
};

/* In the child: the instance's markers lie over the others’, for this program and those that it starts. */
static gboolean
cover_markers (char *const *from, char *const *to)
{
  if (unshare (CLONE_NEWNS) != 0 || mount ("none", "/", NULL, MS_REC | MS_PRIVATE, NULL) != 0)
    return FALSE;

  for (guint i = 0; i < N_MARKERS; i++)
    if (access (to[i], F_OK) == 0 && mount (from[i], to[i], NULL, MS_BIND, NULL) != 0)
      return FALSE;
  return TRUE;
}

static void
say (int fd, gboolean is_marker)
{
  const Message message = { is_marker, errno };
  G_GNUC_UNUSED gssize written = write (fd, &message, sizeof message);
}

/* In the child. */
static void
execute (char *const *words, char *const *from, char *const *to, int go, int said)
{
  static const int defaults[] = { SIGINT, SIGTERM, SIGHUP, SIGCHLD, SIGPIPE, SIGXFSZ };
  sigset_t none;
  char byte;

  for (guint i = 0; i < G_N_ELEMENTS (defaults); i++)
    signal (defaults[i], SIG_DFL);
  sigemptyset (&none);
  sigprocmask (SIG_SETMASK, &none, NULL);

  /* The recorder may have gone before it began. */
  if (read (go, &byte, 1) != 1)
    _exit (0);
  if (from != NULL && !cover_markers (from, to))
    say (said, TRUE);
  execvp (words[0], words);
  say (said, FALSE);
  _exit (errno == ENOENT ? STATUS_NOT_FOUND : STATUS_NOT_EXECUTABLE);
}

static char **
make_markers (const char *folder, const char *debug)
{
  char **paths = g_new0 (char *, N_MARKERS + 1);

  for (guint i = 0; i < G_N_ELEMENTS (marker_files); i++)
    {
      paths[2 * i] = g_build_filename (folder, marker_files[i], NULL);
      paths[2 * i + 1] = g_build_filename (debug, marker_files[i], NULL);
    }
  return paths;
}

static gboolean
fail (const char *name, int number, GError **error)
{
  g_set_error (error, G_IO_ERROR, (int) g_io_error_from_errno (number), "%s: %s", name,
               g_strerror (number));
  return FALSE;
}

/**
 * sl_recorded_command_new:
 * @words: the program, searched in PATH, and its arguments
 * @marker: (nullable): folder with the files that it shall write its marks into, as of sl_recorder_get_marker()
 * @wanted: the folder with those that it would write into
 *
 * Makes a process that waits. To be called while this process has no threads but its own.
 *
 * Returns: (transfer full) (nullable): %NULL with @error of %G_IO_ERROR
 */
SlRecordedCommand *
sl_recorded_command_new (char *const *words, const char *marker, const char *wanted, GError **error)
{
  g_auto (GStrv) from = marker != NULL ? make_markers (marker, marker) : NULL;
  g_auto (GStrv) to = make_markers (wanted, DEBUG_PATH);
  SlRecordedCommand *self;
  int go[2], said[2];
  pid_t child;

  if (pipe2 (go, O_CLOEXEC) != 0)
    {
      fail (words[0], errno, error);
      return NULL;
    }
  if (pipe2 (said, O_CLOEXEC) != 0)
    {
      fail (words[0], errno, error);
      close (go[0]);
      close (go[1]);
      return NULL;
    }

  child = fork ();
  if (child == 0)
    {
      close (go[1]);
      close (said[0]);
      execute (words, from, to, go[0], said[1]);
    }
  close (go[0]);
  close (said[1]);
  if (child < 0)
    {
      fail (words[0], errno, error);
      close (go[1]);
      close (said[0]);
      return NULL;
    }

  self = g_new0 (SlRecordedCommand, 1);
  self->name = g_strdup (words[0]);
  self->child = child;
  self->go = go[1];
  self->said = said[0];
  return self;
}

/**
 * sl_recorded_command_free:
 *
 * A program that runs goes on running.
 */
void
sl_recorded_command_free (SlRecordedCommand *self)
{
  if (self->go >= 0)
    {
      close (self->go);
      waitpid (self->child, NULL, 0);
    }
  close (self->said);
  g_free (self->name);
  g_free (self);
}

/**
 * sl_recorded_command_start:
 * @has_marks: (out): whether its marks are recorded
 * @status: (out): where it cannot be executed, what a shell would end with
 *
 * Executes the program.
 *
 * Returns: %FALSE with @error of %G_IO_ERROR
 */
gboolean
sl_recorded_command_start (SlRecordedCommand *self,
                           gboolean *has_marks,
                           int *status,
                           GError **error)
{
  gssize written = write (self->go, "", 1);
  gssize n_read;
  Message message;

  close (self->go);
  self->go = -1;
  *has_marks = TRUE;
  *status = 0;
  if (written != 1)
    return fail (self->name, EPIPE, error);

  while ((n_read = read (self->said, &message, sizeof message)) > 0 ||
         (n_read < 0 && errno == EINTR))
    {
      if (n_read != (gssize) sizeof message)
        continue;
      if (message.is_marker)
        {
          *has_marks = FALSE;
          continue;
        }
      *status = message.number == ENOENT ? STATUS_NOT_FOUND : STATUS_NOT_EXECUTABLE;
      waitpid (self->child, NULL, 0);
      self->child = 0;
      return fail (self->name, message.number, error);
    }

  return TRUE;
}

/**
 * sl_recorded_command_look:
 * @number: (out): its exit status, or the signal that ended it
 *
 * Returns: whether and how it has ended
 */
SlCommandEnd
sl_recorded_command_look (SlRecordedCommand *self, int *number)
{
  int status;

  if (self->child > 0 && waitpid (self->child, &status, WNOHANG) == self->child)
    {
      self->child = 0;
      self->end = WIFEXITED (status) ? SL_COMMAND_EXITED : SL_COMMAND_KILLED;
      self->number = WIFEXITED (status) ? WEXITSTATUS (status) : WTERMSIG (status);
    }
  *number = self->number;
  return self->end;
}

/**
 * sl_recorded_command_end:
 *
 * Asks a program that still runs to end (SIGTERM) and waits for it; after five seconds it is left alone.
 */
void
sl_recorded_command_end (SlRecordedCommand *self)
{
  int number;

  if (self->child > 0)
    kill (self->child, SIGTERM);
  for (guint i = 0; i < MOST_TRIES && self->child > 0 &&
                    sl_recorded_command_look (self, &number) == SL_COMMAND_RUNS;
       i++)
    g_usleep (TRY_US);
}

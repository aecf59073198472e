/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-cli-follow.h"

#include <errno.h>
#include <gio/gio.h>
#include <poll.h>
#include <signal.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "sl-cli-error.h"
#include "sl-cli-spool.h"
#include "sl-error.h"
#include "sl-event.h"

/* How often the file is looked at. */
#define LOOK_US 200000

/* The whole file is read each time: of the time, that may take one part in so many. */
#define PAUSE_FACTOR 2

/* What is shorter may be the beginning of any format. */
#define SHORTEST 64

struct _SlCliFollow
{
  const char *name; /* as given */
  guint64 size;     /* when it was read */
  dev_t device;
  ino_t inode;     /* 0 where it was not there */
  guint64 offset;  /* of the last event that was seen in the rounds before; only with @has_offset */
  guint64 highest; /* in this round, too */
  gboolean has_offset;
  gboolean has_highest;
  gint64 begun; /* monotonic: when it was read */
};

static volatile sig_atomic_t is_stopped;

static void
signal_cb (int number G_GNUC_UNUSED)
{
  is_stopped = TRUE;
}

/* Without SA_RESTART, so that a wait ends at once. The second one ends the program. */
static void
catch_signals (void)
{
  static const int numbers[] = { SIGINT, SIGTERM, SIGHUP };
  const struct sigaction action = { .sa_handler = signal_cb, .sa_flags = SA_RESETHAND };

  for (guint i = 0; i < G_N_ELEMENTS (numbers); i++)
    sigaction (numbers[i], &action, NULL);
}

static gboolean
look (const char *name, struct stat *status, GError **error)
{
  if (stat (name, status) == 0)
    return TRUE;

  g_set_error (error, G_IO_ERROR, (int) g_io_error_from_errno (errno), "%s: %s", name,
               g_strerror (errno));
  return FALSE;
}

/**
 * sl_cli_follow_new:
 * @request: must outlive the result
 * @error: where it is not one file that can grow
 *
 * From now on SIGINT and SIGTERM do not end the program, but sl_cli_follow_wait().
 *
 * Returns: (transfer full) (nullable):
 */
SlCliFollow *
sl_cli_follow_new (const SlCliRequest *request, GError **error)
{
  struct stat status;
  SlCliFollow *self;

  if (request->files == NULL || request->files[0] == NULL || request->files[1] != NULL ||
      g_str_equal (request->files[0], SL_CLI_STANDARD_INPUT))
    {
      g_set_error (error, SL_CLI_ERROR, SL_CLI_STATUS_USAGE,
                   "--follow: Give one file other than standard input");
      return NULL;
    }
  if (!look (request->files[0], &status, error))
    return NULL;
  if (!S_ISREG (status.st_mode))
    {
      g_set_error (error, SL_CLI_ERROR, SL_CLI_STATUS_USAGE,
                   "--follow: %s: Only a regular file can be followed", request->files[0]);
      return NULL;
    }

  self = g_new0 (SlCliFollow, 1);
  self->name = request->files[0];
  catch_signals ();
  sl_cli_follow_begin (self);
  return self;
}

void
sl_cli_follow_free (SlCliFollow *self)
{
  g_free (self);
}

/**
 * sl_cli_follow_begin:
 *
 * To be called before the file is read.
 */
void
sl_cli_follow_begin (SlCliFollow *self)
{
  struct stat status;

  if (stat (self->name, &status) != 0)
    status = (struct stat) { 0 };
  self->size = (guint64) status.st_size;
  self->device = status.st_dev;
  self->inode = status.st_ino;
  self->begun = g_get_monotonic_time ();
  self->offset = self->highest;
  self->has_offset = self->has_highest;
}

/**
 * sl_cli_follow_is_new:
 * @offset: of an event
 *
 * What is appended has higher offsets, whatever its time. An event of several rounds is new in the first.
 */
gboolean
sl_cli_follow_is_new (SlCliFollow *self, guint64 offset)
{
  if (offset == SL_OFFSET_NONE)
    return !self->has_offset;

  if (!self->has_highest || offset > self->highest)
    self->highest = offset;
  self->has_highest = TRUE;
  return !self->has_offset || offset > self->offset;
}

/**
 * sl_cli_follow_has_no_event:
 * @error: why the file was not read
 *
 * Returns: whether it may be read once it has grown
 */
gboolean
sl_cli_follow_has_no_event (const SlCliFollow *self, const GError *error)
{
  return error->domain == SL_ERROR && error->code != SL_ERROR_USAGE &&
         (self->size < SHORTEST || error->code == SL_ERROR_EMPTY);
}

/* Whether whoever reads what is printed has gone. */
static gboolean
is_unread (void)
{
  struct pollfd output = { .fd = STDOUT_FILENO };

  poll (&output, 1, LOOK_US / 1000);
  return (output.revents & (POLLERR | POLLHUP | POLLNVAL)) != 0;
}

static gboolean
fail (const SlCliFollow *self, const char *what, GError **error)
{
  g_set_error (error, SL_CLI_ERROR, SL_CLI_STATUS_INPUT,
               "%s: The file was %s while it was followed", self->name, what);
  return FALSE;
}

/* Whether the file still is the one that was read, and still holds that. */
static gboolean
look_again (const SlCliFollow *self, struct stat *status, GError **error)
{
  if (stat (self->name, status) != 0 && errno == ENOENT)
    return fail (self, "deleted or renamed", error);
  if (!look (self->name, status, error))
    return FALSE;
  if (self->inode != 0 && (status->st_dev != self->device || status->st_ino != self->inode))
    return fail (self, "replaced by another", error);
  if ((guint64) status->st_size < self->size)
    return fail (self, "overwritten", error);

  return TRUE;
}

/**
 * sl_cli_follow_wait:
 * @error: the file went away, or was written anew
 *
 * Waits until there is more in the file than when it was read.
 *
 * Returns: %FALSE at the end: at a signal, where nobody reads standard output any more, or on error
 */
gboolean
sl_cli_follow_wait (SlCliFollow *self, GError **error)
{
  gint64 now = g_get_monotonic_time ();
  gint64 next = now + PAUSE_FACTOR * (now - self->begun);

  while (!is_stopped && !is_unread ())
    {
      struct stat status;

      if (is_stopped || !look_again (self, &status, error))
        return FALSE;
      if ((guint64) status.st_size > self->size && g_get_monotonic_time () >= next)
        return TRUE;
    }

  return FALSE;
}

/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-own-tracefs.h"

#include <errno.h>
#include <sched.h>
#include <signal.h>
#include <string.h>
#include <sys/mount.h>
#include <unistd.h>

#define PATH     "/sys/kernel/tracing"
#define OLD_PATH "/sys/kernel/debug/tracing"
#define PREFIX   "slackline-"

/* How long a test waits for what another process does. */
#define MOST_TRIES 500
#define TRY_US     20000

/**
 * sl_own_tracefs_mount:
 *
 * To be called before there are threads. Tests that need it are skipped where it cannot be: root may, outside of sandboxes.
 *
 * Returns: whether it is mounted
 */
gboolean
sl_own_tracefs_mount (void)
{
  return unshare (CLONE_NEWNS) == 0 && mount ("none", "/", NULL, MS_REC | MS_PRIVATE, NULL) == 0 &&
         (mount ("tracefs", PATH, "tracefs", 0, NULL) == 0 || errno == EBUSY) &&
         access (PATH "/instances", W_OK) == 0;
}

/**
 * sl_own_tracefs_move:
 * @to_debugfs: to where it is in old systems; otherwise back to the usual place
 *
 * Returns: whether it is there now, and no longer in the other place
 */
gboolean
sl_own_tracefs_move (gboolean to_debugfs)
{
  const char *from = to_debugfs ? PATH : OLD_PATH;
  const char *to = to_debugfs ? OLD_PATH : PATH;

  return (mount ("tracefs", to, "tracefs", 0, NULL) == 0 || errno == EBUSY) &&
         umount2 (from, MNT_DETACH) == 0;
}

/* How many instances recorders of Slackline have; all of this kernel's, since those are in every tracefs. @gone: only those whose
 * process is gone. */
static guint
count_instances (gboolean gone)
{
  g_autoptr (GDir) folder = g_dir_open (PATH "/instances", 0, NULL);
  const char *name;
  guint count = 0;

  while (folder != NULL && (name = g_dir_read_name (folder)) != NULL)
    if (g_str_has_prefix (name, PREFIX))
      {
        pid_t pid = (pid_t) g_ascii_strtoll (name + strlen (PREFIX), NULL, 10);

        count += !gone || (kill (pid, 0) != 0 && errno == ESRCH) ? 1 : 0;
      }

  return count;
}

/* Returns: whether there is an instance of a recorder of Slackline, also of another test */
gboolean
sl_own_tracefs_has_instance (void)
{
  return count_instances (FALSE) > 0;
}

/* Waits until no recorder that is gone has an instance any more: soon. */
void
sl_own_tracefs_wait_clean (void)
{
  for (guint i = 0; i < MOST_TRIES && count_instances (TRUE) > 0; i++)
    g_usleep (TRY_US);
  g_assert_cmpuint (count_instances (TRUE), ==, 0);
}

/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-trace-instance.h"

#include <errno.h>
#include <glib/gstdio.h>
#include <signal.h>
#include <string.h>
#include <unistd.h>

#include "sl-error.h"
#include "sl-instance-watcher.h"
#include "sl-tracefs.h"

#define PREFIX "slackline-"

struct _SlTraceInstance
{
  char *path;
  SlInstanceWatcher *watcher;
};

/* Whether that process records. Numbers of processes are used again, by others or by this one. */
static gboolean
is_alive (guint64 pid)
{
  g_autofree char *folder = NULL;
  g_autofree char *name = NULL;

  if (pid == 0 || pid > G_MAXINT || (kill ((pid_t) pid, 0) != 0 && errno == ESRCH))
    return FALSE;

  folder = g_strdup_printf ("/proc/%" G_GUINT64_FORMAT, pid);
  name = sl_tracefs_read (folder, "comm", NULL, NULL);
  return pid != (guint64) getpid () && (name == NULL || g_str_has_prefix (name, "slackline"));
}

/**
 * sl_trace_instance_remove_stale:
 *
 * Removes what recorders left behind that were killed together with who watches over them. The kernel refuses to
 * remove one from which somebody still reads.
 */
void
sl_trace_instance_remove_stale (const char *tracefs)
{
  g_autoptr (GPtrArray) names = sl_tracefs_list (tracefs, "instances");

  for (guint i = 0; i < names->len; i++)
    {
      const char *name = g_ptr_array_index (names, i);
      g_autofree char *path = g_build_filename (tracefs, "instances", name, NULL);
      guint64 pid;

      if (g_str_has_prefix (name, PREFIX) &&
          g_ascii_string_to_unsigned (name + strlen (PREFIX), 10, 1, G_MAXINT, &pid, NULL) &&
          !is_alive (pid))
        g_rmdir (path);
    }
}

/**
 * sl_trace_instance_new:
 * @tracefs: where it is
 *
 * Makes an instance that records nothing yet, with the clock and the buffers that the kernel gives it.
 *
 * Returns: (transfer full) (nullable): %NULL with @error of %G_IO_ERROR
 */
SlTraceInstance *
sl_trace_instance_new (const char *tracefs, GError **error)
{
  g_autoptr (SlTraceInstance) self = g_new0 (SlTraceInstance, 1);
  g_autofree char *name = g_strdup_printf (PREFIX "%d", (int) getpid ());
  g_autofree char *path = g_build_filename (tracefs, "instances", name, NULL);
  int number;

  sl_trace_instance_remove_stale (tracefs);
  if (g_mkdir (path, 0750) != 0)
    {
      number = errno;
      g_set_error (error, G_IO_ERROR, (int) g_io_error_from_errno (number), "%s: %s", path,
                   g_strerror (number));
      return NULL;
    }

  self->path = g_steal_pointer (&path);
  self->watcher = sl_instance_watcher_new (self->path, error);
  if (self->watcher == NULL || !sl_trace_instance_switch (self, FALSE, error))
    return NULL;
  return g_steal_pointer (&self);
}

/**
 * sl_trace_instance_free:
 *
 * Nothing of it may be open any more.
 */
void
sl_trace_instance_free (SlTraceInstance *self)
{
  if (self->path != NULL)
    g_rmdir (self->path);
  g_clear_pointer (&self->watcher, sl_instance_watcher_free);
  g_free (self->path);
  g_free (self);
}

/* Returns: (transfer none): where its files are */
const char *
sl_trace_instance_get_path (const SlTraceInstance *self)
{
  return self->path;
}

/**
 * sl_trace_instance_set_clock:
 * @clock: one of those that the kernel has
 *
 * Returns: %FALSE with %SL_ERROR_USAGE, with those that there are
 */
gboolean
sl_trace_instance_set_clock (SlTraceInstance *self, const char *clock, GError **error)
{
  g_autofree char *known = sl_tracefs_read (self->path, "trace_clock", NULL, error);
  g_auto (GStrv) words = NULL;

  if (known == NULL)
    return FALSE;
  g_strdelimit (g_strstrip (known), "[]", ' ');
  words = g_strsplit_set (known, " \n", -1);
  if (clock[0] != '\0' && g_strv_contains ((const char *const *) words, clock))
    return sl_tracefs_write (self->path, "trace_clock", clock, error);

  {
    g_autoptr (GString) list = g_string_new (NULL);

    for (guint i = 0; words[i] != NULL; i++)
      if (words[i][0] != '\0')
        g_string_append_printf (list, "%s%s", list->len > 0 ? ", " : "", words[i]);
    g_set_error (error, SL_ERROR, SL_ERROR_USAGE, "“%s” is not one of this kernel’s clocks (%s)",
                 clock, list->str);
  }
  return FALSE;
}

/**
 * sl_trace_instance_set_buffer:
 * @size: in bytes, of each CPU's buffer; rounded up to KiB
 *
 * Returns: %FALSE with @error of %G_IO_ERROR, such as for more memory than there is
 */
gboolean
sl_trace_instance_set_buffer (SlTraceInstance *self, guint64 size, GError **error)
{
  g_autofree char *text = g_strdup_printf ("%" G_GUINT64_FORMAT, (size + 1023) / 1024);

  return sl_tracefs_write (self->path, "buffer_size_kb", text, error);
}

/**
 * sl_trace_instance_set_events:
 * @events: (element-type utf8): as “system/name”
 *
 * Returns: %FALSE with @error of %G_IO_ERROR
 */
gboolean
sl_trace_instance_set_events (SlTraceInstance *self, const GPtrArray *events, GError **error)
{
  for (guint i = 0; i < events->len; i++)
    {
      g_autofree char *name =
          g_build_filename ("events", g_ptr_array_index (events, i), "enable", NULL);

      if (!sl_tracefs_write (self->path, name, "1", error))
        return FALSE;
    }

  return TRUE;
}

/**
 * sl_trace_instance_copy_marks:
 *
 * Asks the kernel to bring here what programs write into the trace_marker of the tracefs itself; it goes there as well.
 * Kernels before 6.16 cannot.
 *
 * Returns: whether they come here
 */
gboolean
sl_trace_instance_copy_marks (SlTraceInstance *self)
{
  return sl_tracefs_has (self->path, "options/copy_trace_marker") &&
         sl_tracefs_write (self->path, "options/copy_trace_marker", "1", NULL);
}

/* Returns: %FALSE with @error of %G_IO_ERROR */
gboolean
sl_trace_instance_switch (SlTraceInstance *self, gboolean is_on, GError **error)
{
  return sl_tracefs_write (self->path, "tracing_on", is_on ? "1" : "0", error);
}

/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-trace-follower.h"

#include <sys/stat.h>

#include "sl-trace-loader.h"

/* How often the files are looked at. */
#define LOOK_MSEC 250

/* Of the time, reading may take one part in so many. */
#define PAUSE_FACTOR 3

/* A file that is written anew may be gone for a moment. */
#define LOOKS_GONE 2

struct _SlTraceFollower
{
  GObject parent_instance;

  GPtrArray *files; /* of GFile */
  char *format_id;
  SlTraceLoader *loader; /* NULL while nothing is read */
  SlTrace *trace;        /* the last generation of what is read; NULL for none */
  guint look;            /* timeout; 0 once it ends */
  guint64 mark;          /* of the files when they were read last */
  gint64 begun;          /* monotonic: when reading began */
  gint64 next;           /* monotonic: when it may begin again */
  guint n_missing;       /* looks in a row that did not find all files */
  gboolean is_gone;      /* so many that "gone" said it */
  gboolean is_ending;
};

G_DEFINE_FINAL_TYPE (SlTraceFollower, sl_trace_follower, G_TYPE_OBJECT)

enum
{
  SIGNAL_TRACE,
  SIGNAL_GONE,
  SIGNAL_ENDED,
  N_SIGNALS,
};

static guint signals[N_SIGNALS];

/* Differs whenever something was written, also within a file that is as long as before. */
static guint64
get_mark (const struct stat *status)
{
  return (guint64) status->st_size + (guint64) status->st_mtim.tv_sec * 1000000000 +
         (guint64) status->st_mtim.tv_nsec;
}

static guint64
get_mark_of_folder (const char *path)
{
  g_autoptr (GDir) folder = g_dir_open (path, 0, NULL);
  guint64 mark = 0;
  const char *name;

  while (folder != NULL && (name = g_dir_read_name (folder)) != NULL)
    {
      g_autofree char *member = g_build_filename (path, name, NULL);
      struct stat status;

      if (stat (member, &status) == 0 && S_ISREG (status.st_mode))
        mark += get_mark (&status);
    }

  return mark;
}

/* Of all files that have a path; what has none is far away and not followed. */
static guint64
get_mark_of_all (const SlTraceFollower *self)
{
  guint64 mark = 0;

  for (guint i = 0; i < self->files->len; i++)
    {
      const char *path = g_file_peek_path (g_ptr_array_index (self->files, i));
      struct stat status;

      if (path == NULL || stat (path, &status) != 0)
        continue;
      mark += S_ISDIR (status.st_mode) ? get_mark_of_folder (path) : get_mark (&status);
    }

  return mark;
}

/* What is far away is not looked for. */
static gboolean
are_there (const SlTraceFollower *self)
{
  for (guint i = 0; i < self->files->len; i++)
    {
      const char *path = g_file_peek_path (g_ptr_array_index (self->files, i));

      if (path != NULL && !g_file_test (path, G_FILE_TEST_EXISTS))
        return FALSE;
    }

  return TRUE;
}

/* What comes back is read whatever its size and date. */
static void
notice_whether_there (SlTraceFollower *self)
{
  gboolean is_gone;

  self->n_missing = are_there (self) ? 0 : self->n_missing + 1;
  is_gone = self->n_missing >= LOOKS_GONE;
  if (is_gone == self->is_gone)
    return;

  self->is_gone = is_gone;
  self->mark = 0;
  g_signal_emit (self, signals[SIGNAL_GONE], 0, is_gone);
}

static void
trace_cb (SlTraceFollower *self, SlTrace *trace)
{
  g_set_object (&self->trace, trace);
}

static void
finished_cb (SlTraceFollower *self, GPtrArray *others, const GError *error)
{
  gint64 now = g_get_monotonic_time ();
  g_autoptr (SlTrace) trace = g_steal_pointer (&self->trace);
  G_GNUC_UNUSED g_autoptr (SlTraceFollower) kept = g_object_ref (self);
  G_GNUC_UNUSED g_autoptr (SlTraceLoader) loader = g_steal_pointer (&self->loader);

  self->next = now + PAUSE_FACTOR * (now - self->begun);
  /* Nothing may be in it yet, or half of something: the next time it is whole. */
  if (error == NULL && trace != NULL && sl_trace_get_n_events (trace) > 0)
    g_signal_emit (self, signals[SIGNAL_TRACE], 0, trace);
  if (self->is_ending)
    g_signal_emit (self, signals[SIGNAL_ENDED], 0, error);
}

static void
start_reading (SlTraceFollower *self)
{
  self->begun = g_get_monotonic_time ();
  self->loader = sl_trace_loader_new (self->files, self->format_id);
  g_signal_connect_object (self->loader, "trace", G_CALLBACK (trace_cb), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->loader, "finished", G_CALLBACK (finished_cb), self,
                           G_CONNECT_SWAPPED);
  sl_trace_loader_start (self->loader);
}

static gboolean
look_cb (gpointer user_data)
{
  SlTraceFollower *self = user_data;
  G_GNUC_UNUSED g_autoptr (SlTraceFollower) kept = g_object_ref (self);
  guint64 mark;

  notice_whether_there (self);
  mark = get_mark_of_all (self);
  if (self->look != 0 && self->n_missing == 0 && self->loader == NULL && mark != self->mark &&
      g_get_monotonic_time () >= self->next)
    {
      self->mark = mark;
      start_reading (self);
    }

  return G_SOURCE_CONTINUE;
}

static void
stop_reading (SlTraceFollower *self)
{
  if (self->loader != NULL)
    sl_trace_loader_cancel (self->loader);
  g_clear_object (&self->loader);
  g_clear_object (&self->trace);
}

static void
sl_trace_follower_dispose (GObject *object)
{
  SlTraceFollower *self = SL_TRACE_FOLLOWER (object);

  g_clear_handle_id (&self->look, g_source_remove);
  stop_reading (self);
  g_clear_pointer (&self->files, g_ptr_array_unref);
  g_clear_pointer (&self->format_id, g_free);

  G_OBJECT_CLASS (sl_trace_follower_parent_class)->dispose (object);
}

static void
sl_trace_follower_class_init (SlTraceFollowerClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = sl_trace_follower_dispose;

  /**
   * SlTraceFollower::trace:
   * @trace: all that the files hold now
   */
  signals[SIGNAL_TRACE] = g_signal_new ("trace", SL_TYPE_TRACE_FOLLOWER, G_SIGNAL_RUN_LAST, 0, NULL,
                                        NULL, NULL, G_TYPE_NONE, 1, SL_TYPE_TRACE);

  /**
   * SlTraceFollower::gone:
   * @is_gone: whether a file was deleted or renamed; else all are there again, and are read as new ones
   */
  signals[SIGNAL_GONE] = g_signal_new ("gone", SL_TYPE_TRACE_FOLLOWER, G_SIGNAL_RUN_LAST, 0, NULL,
                                       NULL, NULL, G_TYPE_NONE, 1, G_TYPE_BOOLEAN);

  /**
   * SlTraceFollower::ended:
   * @error: (nullable): why the files could not be read the last time
   */
  signals[SIGNAL_ENDED] = g_signal_new ("ended", SL_TYPE_TRACE_FOLLOWER, G_SIGNAL_RUN_LAST, 0, NULL,
                                        NULL, NULL, G_TYPE_NONE, 1, G_TYPE_ERROR);
}

static void
sl_trace_follower_init (SlTraceFollower *self)
{
  self->look = g_timeout_add (LOOK_MSEC, look_cb, self);
}

/**
 * sl_trace_follower_new:
 * @files: (element-type GFile): files or folders, which make one trace
 * @format_id: (nullable): how to read them
 *
 * Follows until it goes.
 */
SlTraceFollower *
sl_trace_follower_new (GPtrArray *files, const char *format_id)
{
  SlTraceFollower *self = g_object_new (SL_TYPE_TRACE_FOLLOWER, NULL);

  self->files = g_ptr_array_ref (files);
  self->format_id = g_strdup (format_id);
  return self;
}

/**
 * sl_trace_follower_end:
 * @files: (element-type GFile): where the whole of it is
 *
 * Reads once more; then "ended" comes.
 */
void
sl_trace_follower_end (SlTraceFollower *self, GPtrArray *files)
{
  g_return_if_fail (SL_IS_TRACE_FOLLOWER (self));

  g_clear_handle_id (&self->look, g_source_remove);
  stop_reading (self);
  g_ptr_array_ref (files);
  g_ptr_array_unref (self->files);
  self->files = files;
  self->is_ending = TRUE;
  start_reading (self);
}

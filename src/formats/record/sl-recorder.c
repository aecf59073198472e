/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-recorder.h"

#include <errno.h>
#include <string.h>
#include <sys/mman.h>

#include "sl-called-symbols.h"
#include "sl-cpu-pages.h"
#include "sl-dat-parts.h"
#include "sl-error.h"
#include "sl-event-sets.h"
#include "sl-trace-instance.h"
#include "sl-tracefs.h"
#include "sl-tsc-rate.h"

/* How long pages may wait in the kernel: the less room is left in its buffers, the shorter. */
#define MOST_PAUSE_MSEC  50
#define LEAST_PAUSE_MSEC 2

/* Where so few records come that a page takes longer to be full, it is taken as it is. */
#define REST_US G_USEC_PER_SEC

struct _SlRecorder
{
  char *tracefs;
  int fd;
  guint64 buffer;
  guint64 most;
  SlEventChoice *choice;
  SlTraceInstance *instance; /* NULL once it is removed */
  gboolean copies_marks;
  SlRecordedFormats *formats;
  SlGrowingDat *dat;
  GArray *cpus;     /* of guint32 */
  GPtrArray *pages; /* of SlCpuPages, for each */
  GArray *rests;    /* of gint64, for each: when something came last, monotonic */
  GArray *losses;   /* of SlRecorderLoss, for each */
  GPtrArray *stats; /* what tracefs says of each in the end */
  guint pause_msec;
  gboolean is_full;
};

static int
compare_numbers (gconstpointer a, gconstpointer b)
{
  guint32 x = *(const guint32 *) a, y = *(const guint32 *) b;

  return (x > y) - (x < y);
}

static gboolean
find_cpus (SlRecorder *self, GError **error)
{
  g_autoptr (GPtrArray) names =
      sl_tracefs_list (sl_trace_instance_get_path (self->instance), "per_cpu");

  for (guint i = 0; i < names->len; i++)
    {
      const char *name = g_ptr_array_index (names, i);
      guint64 number;

      if (g_str_has_prefix (name, "cpu") &&
          g_ascii_string_to_unsigned (name + 3, 10, 0, 65535, &number, NULL))
        g_array_append_val (self->cpus, (guint32) { (guint32) number });
    }
  g_array_sort (self->cpus, compare_numbers);
  if (self->cpus->len > 0)
    return TRUE;

  g_set_error_literal (error, SL_ERROR, SL_ERROR_UNSUPPORTED, "The kernel’s tracing has no CPU");
  return FALSE;
}

/* Also keeps others from taking the instance for one that was left behind. */
static gboolean
open_pages (SlRecorder *self, GError **error)
{
  gint64 now = g_get_monotonic_time ();

  for (guint i = 0; i < self->cpus->len; i++)
    {
      guint32 cpu = g_array_index (self->cpus, guint32, i);
      SlCpuPages *pages =
          sl_cpu_pages_new (sl_trace_instance_get_path (self->instance), cpu, error);

      if (pages == NULL)
        return FALSE;
      g_ptr_array_add (self->pages, pages);
      g_array_append_val (self->rests, now);
      g_array_append_val (self->losses, ((SlRecorderLoss) { .cpu = cpu }));
    }

  return TRUE;
}

static gboolean
set_up (SlRecorder *self, const SlRecorderSettings *settings, GError **error)
{
  if (!find_cpus (self, error) || !open_pages (self, error) ||
      !sl_trace_instance_set_clock (self->instance, settings->clock, error) ||
      !sl_trace_instance_set_buffer (self->instance, settings->buffer, error) ||
      !sl_trace_instance_set_events (self->instance, self->choice->events, error))
    return FALSE;

  self->copies_marks = self->choice->has_marks && !settings->without_copies &&
                       sl_trace_instance_copy_marks (self->instance);
  self->formats =
      sl_recorded_formats_new (self->tracefs, sl_trace_instance_get_path (self->instance),
                               self->choice->events, error);
  if (self->formats == NULL)
    return FALSE;

  self->dat = sl_growing_dat_new (self->fd, self->formats, self->cpus, error);
  return self->dat != NULL;
}

/**
 * sl_recorder_new:
 * @fd: an empty regular file, readable and writable, which is kept open by the caller and until sl_recorder_finish() is a
 *   whole trace.dat of what has come
 * @error: %SL_ERROR_USAGE for events and clocks that there are not; else of %SL_ERROR or %G_IO_ERROR
 *
 * Makes ready to record.
 *
 * Returns: (transfer full) (nullable): %NULL with @error
 */
SlRecorder *
sl_recorder_new (const SlRecorderSettings *settings, int fd, GError **error)
{
  g_autoptr (SlRecorder) self = g_new0 (SlRecorder, 1);

  self->fd = fd;
  self->buffer = settings->buffer;
  self->most = settings->most;
  self->pause_msec = MOST_PAUSE_MSEC;
  self->cpus = g_array_new (FALSE, FALSE, sizeof (guint32));
  self->pages = g_ptr_array_new_with_free_func ((GDestroyNotify) sl_cpu_pages_free);
  self->rests = g_array_new (FALSE, FALSE, sizeof (gint64));
  self->losses = g_array_new (FALSE, FALSE, sizeof (SlRecorderLoss));
  self->stats = g_ptr_array_new_with_free_func (g_free);
  self->tracefs = sl_tracefs_find (error);
  if (self->tracefs == NULL)
    return NULL;

  self->choice = sl_event_choice_new (self->tracefs, settings->events, error);
  if (self->choice == NULL)
    return NULL;
  self->instance = sl_trace_instance_new (self->tracefs, error);
  return self->instance != NULL && set_up (self, settings, error) ? g_steal_pointer (&self) : NULL;
}

static void
remove_instance (SlRecorder *self)
{
  g_ptr_array_set_size (self->pages, 0);
  g_clear_pointer (&self->instance, sl_trace_instance_free);
}

/**
 * sl_recorder_free:
 *
 * Ends it, where that was not done.
 */
void
sl_recorder_free (SlRecorder *self)
{
  remove_instance (self);
  g_clear_pointer (&self->choice, sl_event_choice_free);
  g_clear_pointer (&self->formats, sl_recorded_formats_free);
  g_clear_pointer (&self->dat, sl_growing_dat_free);
  g_ptr_array_unref (self->pages);
  g_ptr_array_unref (self->stats);
  g_array_unref (self->cpus);
  g_array_unref (self->rests);
  g_array_unref (self->losses);
  g_free (self->tracefs);
  g_free (self);
}

guint
sl_recorder_get_n_cpus (const SlRecorder *self)
{
  return self->cpus->len;
}

/* Returns: (transfer none) (element-type utf8): sets of events that this kernel does not have */
const GPtrArray *
sl_recorder_get_missing (const SlRecorder *self)
{
  return self->choice->missing;
}

/**
 * sl_recorder_get_marker:
 * @wanted: (out): the folder with the files that programs write their marks into
 *
 * Returns: (transfer none) (nullable): the folder whose files a program must write into instead, for its marks to be
 *   recorded; %NULL where it need not, or where marks are not wanted
 */
const char *
sl_recorder_get_marker (const SlRecorder *self, const char **wanted)
{
  *wanted = self->tracefs;
  return self->choice->has_marks && !self->copies_marks && self->instance != NULL
             ? sl_trace_instance_get_path (self->instance)
             : NULL;
}

/* Returns: bytes of pages that were recorded */
guint64
sl_recorder_get_total (const SlRecorder *self)
{
  return sl_growing_dat_get_total (self->dat);
}

/* Returns: how long to wait until sl_recorder_take() is called again */
guint
sl_recorder_get_pause_msec (const SlRecorder *self)
{
  return self->pause_msec;
}

/* Returns: whether nothing more has room, by the settings or in the file */
gboolean
sl_recorder_is_full (const SlRecorder *self)
{
  return self->is_full;
}

static guint64
find_count (const char *text, const char *name)
{
  g_auto (GStrv) lines = g_strsplit (text, "\n", -1);

  for (guint i = 0; lines[i] != NULL; i++)
    if (g_str_has_prefix (lines[i], name))
      return g_ascii_strtoull (lines[i] + strlen (name), NULL, 10);

  return 0;
}

static char *
read_stats (const SlRecorder *self, guint32 cpu)
{
  g_autofree char *name = g_strdup_printf ("per_cpu/cpu%u/stats", cpu);

  return sl_tracefs_read (sl_trace_instance_get_path (self->instance), name, NULL, NULL);
}

/**
 * sl_recorder_get_losses:
 *
 * Returns: (transfer none) (element-type SlRecorderLoss): of each CPU, up to now
 */
const GArray *
sl_recorder_get_losses (SlRecorder *self)
{
  for (guint i = 0; i < self->losses->len && self->instance != NULL; i++)
    {
      SlRecorderLoss *loss = &g_array_index (self->losses, SlRecorderLoss, i);
      g_autofree char *text = read_stats (self, loss->cpu);

      if (text == NULL)
        continue;
      loss->overwritten = find_count (text, "overrun: ");
      loss->dropped = find_count (text, "dropped events: ") + find_count (text, "commit overrun: ");
    }

  return self->losses;
}

/* Returns: %FALSE with @error of %G_IO_ERROR */
gboolean
sl_recorder_start (SlRecorder *self, GError **error)
{
  return sl_trace_instance_switch (self->instance, TRUE, error);
}

static void
adapt_pause (SlRecorder *self, guint64 taken)
{
  if (taken > self->buffer / 4)
    self->pause_msec = MAX (self->pause_msec / 2, LEAST_PAUSE_MSEC);
  else if (taken < self->buffer / 16)
    self->pause_msec = MIN (self->pause_msec * 2, MOST_PAUSE_MSEC);
}

/* Of one CPU. */
static gboolean
take_cpu (SlRecorder *self, guint i, gboolean takes_rest, guint64 *taken, GError **error)
{
  SlCpuPages *pages = g_ptr_array_index (self->pages, i);
  gint64 *rest = &g_array_index (self->rests, gint64, i);
  gint64 now = g_get_monotonic_time ();

  if (!sl_cpu_pages_take (pages, self->dat, self->fd, i, taken, error))
    return FALSE;
  if (*taken == 0 && now - *rest >= REST_US)
    takes_rest = TRUE;
  if (takes_rest && !sl_cpu_pages_take_rest (pages, self->dat, self->fd, i, error))
    return FALSE;
  if (takes_rest || *taken > 0)
    *rest = now;

  self->is_full |= sl_growing_dat_get_room (self->dat, i) == 0;
  return TRUE;
}

static gboolean
take_all (SlRecorder *self, gboolean takes_rest, GError **error)
{
  guint64 most = 0;

  for (guint i = 0; i < self->pages->len; i++)
    {
      guint64 taken;

      if (!take_cpu (self, i, takes_rest, &taken, error))
        return FALSE;
      most = MAX (most, taken);
    }

  adapt_pause (self, most);
  self->is_full |= self->most > 0 && sl_recorder_get_total (self) >= self->most;
  return sl_growing_dat_publish (self->dat, error);
}

/**
 * sl_recorder_take:
 *
 * Brings what was recorded to the file.
 *
 * Returns: %FALSE with @error of %G_IO_ERROR; what came before stays
 */
gboolean
sl_recorder_take (SlRecorder *self, GError **error)
{
  return take_all (self, FALSE, error);
}

/**
 * sl_recorder_stop:
 *
 * From now on nothing is recorded.
 *
 * Returns: %FALSE with @error of %G_IO_ERROR
 */
gboolean
sl_recorder_stop (SlRecorder *self, GError **error)
{
  return sl_trace_instance_switch (self->instance, FALSE, error);
}

static void
read_all_stats (SlRecorder *self)
{
  for (guint i = 0; i < self->cpus->len; i++)
    {
      guint32 cpu = g_array_index (self->cpus, guint32, i);
      g_autofree char *text = read_stats (self, cpu);

      if (text != NULL)
        g_ptr_array_add (self->stats, g_strdup_printf ("CPU: %u\n%s", cpu, text));
    }
}

/* Returns: (transfer full) (nullable): names of the functions that the pages name; %NULL where there are none */
static char *
find_symbols (SlRecorder *self)
{
  guint64 begin = sl_growing_dat_get_begin (self->dat);
  guint64 total = sl_recorder_get_total (self);
  g_autoptr (SlTracingData) tracing = sl_recorded_formats_make_reader (self->formats, NULL);
  g_autoptr (GHashTable) addresses = NULL;
  g_autofree char *symbols = NULL;
  guint8 *map;

  if (tracing == NULL || total == 0)
    return NULL;
  map = mmap (NULL, (gsize) (begin + total), PROT_READ, MAP_SHARED, self->fd, 0);
  if (map == MAP_FAILED)
    return NULL;

  addresses = sl_called_symbols_find (tracing, map + begin, (gsize) total);
  munmap (map, (gsize) (begin + total));
  symbols =
      g_hash_table_size (addresses) > 0 ? sl_tracefs_read ("/proc", "kallsyms", NULL, NULL) : NULL;
  return symbols != NULL ? sl_called_symbols_pick (symbols, addresses) : NULL;
}

static GByteArray *
make_tsc (const SlRecorder *self)
{
  GByteArray *bytes;
  SlTscRate rate;

  if (!g_str_equal (self->formats->clock, "x86-tsc") || !sl_tsc_rate_read (&rate))
    return NULL;

  bytes = g_byte_array_new ();
  sl_dat_part_u32 (bytes, rate.mult);
  sl_dat_part_u32 (bytes, rate.shift);
  sl_dat_part_u64 (bytes, rate.offset);
  return bytes;
}

static gboolean
write_tail (SlRecorder *self, GError **error)
{
  g_autofree char *cmdlines = sl_tracefs_read (self->tracefs, "saved_cmdlines", NULL, NULL);
  g_autofree char *symbols = find_symbols (self);
  g_autoptr (GByteArray) tsc = make_tsc (self);
  const SlGrowingTail tail = { cmdlines, symbols, self->stats, tsc };

  return sl_growing_dat_finish (self->dat, &tail, error);
}

/**
 * sl_recorder_finish:
 * @error: of %G_IO_ERROR, such as for a full disk
 *
 * Takes what is left after sl_recorder_stop(), removes the instance and makes the file dense.
 *
 * Returns: %FALSE with @error; the file may be whole all the same, as far as it had room
 */
gboolean
sl_recorder_finish (SlRecorder *self, GError **error)
{
  g_autoptr (GError) failure = NULL;

  take_all (self, TRUE, &failure);
  sl_recorder_get_losses (self);
  read_all_stats (self);
  remove_instance (self);
  if (!sl_growing_dat_pack (self->dat, failure == NULL ? &failure : NULL) ||
      !write_tail (self, failure == NULL ? &failure : NULL) || failure != NULL)
    {
      g_propagate_error (error, g_steal_pointer (&failure));
      return FALSE;
    }

  return TRUE;
}

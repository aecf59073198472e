/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-simulation.h"

#include <glib/gstdio.h>
#include <string.h>

#include "sl-sim-files.h"

/* Traces that stay in the cache folder; those that were not simulated for longest go first. */
#define MAX_KEPT 40

#define SUFFIX ".shark"

/* Of a file's name, after the set's: what tells runs of sets of one name apart. */
#define N_DIGITS 12

#define MAX_NAME_BYTES 80

struct _SlSimulation
{
  gatomicrefcount ref_count;
  SlTaskModel *model;
  char *name;  /* of the set, for people */
  char *run;   /* which of several runs of the set it is; NULL for the only one */
  GFile *file; /* the trace */
  SlSimOptions options;
};

static char *
dup_folder (void)
{
  return g_build_filename (g_get_user_cache_dir (), "slackline", "simulated", NULL);
}

/* @name as a part of a file's name. */
static char *
make_stem (const char *name)
{
  g_autofree char *stem = g_strdup (name);

  g_strdelimit (stem, "/\\:\n\r\t", '_');
  if (strlen (stem) > MAX_NAME_BYTES)
    *g_utf8_find_prev_char (stem, stem + MAX_NAME_BYTES + 1) = '\0';
  if (stem[0] == '\0' || stem[0] == '.')
    return g_strconcat ("_", stem, NULL);

  return g_steal_pointer (&stem);
}

/* The same run gives the same file. */
static GFile *
make_file (const SlSimulation *self)
{
  g_autoptr (GChecksum) sum = g_checksum_new (G_CHECKSUM_SHA256);
  g_autofree char *text = sl_task_model_to_text (self->model);
  g_autofree char *stem = make_stem (self->name);
  g_autofree char *folder = dup_folder ();
  g_autofree char *base = NULL;

  g_checksum_update (sum, (const guchar *) text, (gssize) strlen (text));
  g_checksum_update (sum, (const guchar *) &self->options, sizeof self->options);
  base = g_strdup_printf ("%s-%.*s" SUFFIX, stem, N_DIGITS, g_checksum_get_string (sum));
  return g_file_new_build_filename (folder, base, NULL);
}

/**
 * sl_simulation_new:
 * @model: the task set, as it is now
 * @name: what the trace is called, for people
 * @options: with what nobody chose as the set has it
 *
 * Runs nothing yet.
 *
 * Returns: (transfer full)
 */
SlSimulation *
sl_simulation_new (const SlTaskModel *model, const char *name, const SlSimOptions *options)
{
  SlSimulation *self;

  g_return_val_if_fail (model != NULL && name != NULL && options != NULL, NULL);

  self = g_new0 (SlSimulation, 1);
  g_atomic_ref_count_init (&self->ref_count);
  self->model = sl_task_model_ref (model);
  self->name = g_strdup (name);
  self->options = *options;
  self->file = make_file (self);
  return self;
}

/**
 * sl_simulation_new_of_run:
 * @model: as in sl_simulation_new()
 * @name: what the task set is called, for people
 * @run: what tells this run from others of the set, such as "EDF"
 *
 * Returns: (transfer full)
 */
SlSimulation *
sl_simulation_new_of_run (const SlTaskModel *model,
                          const char *name,
                          const char *run,
                          const SlSimOptions *options)
{
  g_autofree char *whole = g_strdup_printf ("%s %s", name, run);
  SlSimulation *self = sl_simulation_new (model, whole, options);

  if (self != NULL)
    self->run = g_strdup (run);
  return self;
}

SlSimulation *
sl_simulation_ref (SlSimulation *self)
{
  g_atomic_ref_count_inc (&self->ref_count);
  return self;
}

void
sl_simulation_unref (SlSimulation *self)
{
  if (!g_atomic_ref_count_dec (&self->ref_count))
    return;

  sl_task_model_unref (self->model);
  g_free (self->name);
  g_free (self->run);
  g_object_unref (self->file);
  g_free (self);
}

/**
 * sl_simulation_get_name:
 *
 * Returns: (transfer none): what the trace is called, for people
 */
const char *
sl_simulation_get_name (const SlSimulation *self)
{
  return self->name;
}

/**
 * sl_simulation_get_run:
 *
 * Returns: (transfer none): what the trace is called beside other runs of its set
 */
const char *
sl_simulation_get_run (const SlSimulation *self)
{
  return self->run != NULL ? self->run : self->name;
}

/**
 * sl_simulation_get_file:
 *
 * Returns: (transfer none): where the trace lies once the simulation has run; its task model lies
 *   at sl_task_model_get_file()
 */
GFile *
sl_simulation_get_file (const SlSimulation *self)
{
  return self->file;
}

typedef struct
{
  char *path;
  gint64 time;
} Kept;

static void
kept_free (gpointer data)
{
  Kept *kept = data;

  g_free (kept->path);
  g_free (kept);
}

static int
compare_kept (gconstpointer a, gconstpointer b)
{
  const Kept *one = *(Kept *const *) a;
  const Kept *other = *(Kept *const *) b;

  return (one->time < other->time) - (one->time > other->time);
}

/* The oldest beyond %MAX_KEPT go, with their models. Who shows one has it mapped and keeps it. */
static void
clean_up (const char *folder)
{
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  g_autoptr (GPtrArray) found = g_ptr_array_new_with_free_func (kept_free);
  const char *name;

  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL)
    {
      GStatBuf status;
      Kept *kept;

      if (!g_str_has_suffix (name, SUFFIX))
        continue;

      kept = g_new0 (Kept, 1);
      kept->path = g_build_filename (folder, name, NULL);
      if (g_stat (kept->path, &status) == 0)
        kept->time = status.st_mtime;
      g_ptr_array_add (found, kept);
    }

  g_ptr_array_sort (found, compare_kept);
  for (guint i = MAX_KEPT; i < found->len; i++)
    {
      const Kept *kept = g_ptr_array_index (found, i);
      g_autofree char *model = g_strconcat (kept->path, SL_TASK_MODEL_SUFFIX, NULL);

      g_unlink (kept->path);
      g_unlink (model);
    }
}

static gboolean
write_run (const SlSimulation *self, const SlSimRun *run, GError **error)
{
  g_autofree char *folder = dup_folder ();

  /* Where there is no folder, writing says so. */
  g_mkdir_with_parents (folder, 0700);
  if (!sl_sim_run_save (run, self->file, NULL, error))
    {
      g_prefix_error (error, "%s: ", folder);
      return FALSE;
    }

  clean_up (folder);
  return TRUE;
}

/**
 * sl_simulation_run:
 * @cancellable: (nullable)
 *
 * Simulates, writes the trace and its model, and throws away what was simulated long ago. The
 * simulator itself is not interrupted: it accepts a million releases, some seconds. May run in any
 * thread.
 *
 * Returns: %FALSE with %SL_ERROR_USAGE where the set or the options are wrong, with %G_IO_ERROR
 *   where a file cannot be written
 */
gboolean
sl_simulation_run (SlSimulation *self, GCancellable *cancellable, GError **error)
{
  g_autoptr (SlTaskSet) set = sl_task_set_new (self->model, error);
  g_autoptr (SlSimRun) run = NULL;

  if (set == NULL)
    return FALSE;

  run = sl_simulator_run (set, &self->options, error);
  if (run == NULL)
    {
      g_prefix_error (error, "%s: ", self->name);
      return FALSE;
    }

  return !g_cancellable_set_error_if_cancelled (cancellable, error) && write_run (self, run, error);
}

/**
 * sl_simulation_find_name:
 * @file: of a trace
 *
 * Returns: (transfer full) (nullable): what the trace is called, for people; %NULL for a file that
 *   was not simulated here
 */
char *
sl_simulation_find_name (GFile *file)
{
  g_autofree char *folder = dup_folder ();
  g_autofree char *path = g_file_get_path (file);
  g_autofree char *parent = path != NULL ? g_path_get_dirname (path) : NULL;
  g_autofree char *base = path != NULL ? g_path_get_basename (path) : NULL;
  const gsize tail = 1 + N_DIGITS + strlen (SUFFIX);

  if (g_strcmp0 (parent, folder) != 0 || !g_str_has_suffix (base, SUFFIX) || strlen (base) <= tail)
    return NULL;

  base[strlen (base) - tail] = '\0';
  return g_filename_display_name (base);
}

/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-record-source.h"

#include <stdatomic.h>

#include "sl-lower-bound.h"
#include "sl-record-groups.h"
#include "sl-record-merge.h"
#include "sl-record-states.h"

struct _SlRecordSource
{
  SlSource parent_instance;

  SlRecordFormat format;
  SlRecordContext context;
  GDestroyNotify user_data_free;

  GPtrArray *groups;      /* of SlRecordGroup */
  GPtrArray *merges;      /* of SlRecordMerge, one a group; NULL where a group is one run list */
  SlRecordStates *states; /* NULL without a running state */
  GArray *runs;           /* of SlRecordRun, by place in the files */
  atomic_bool finished;
  SlClock *clock;
};

G_DEFINE_FINAL_TYPE (SlRecordSource, sl_record_source, SL_TYPE_SOURCE)

static const SlRecordGroup *
find_group (SlRecordSource *self, guint64 block, guint *number)
{
  SlRecordGroup **groups = (SlRecordGroup **) self->groups->pdata;

  *number = sl_lower_bound (1, self->groups->len, i, groups[i]->first_block <= block) - 1;
  return groups[*number];
}

static guint
read_run_list (SlRecordSource *self,
               const SlRecordRunList *run_list,
               guint64 block,
               SlEvent *events,
               gboolean *intact)
{
  guint64 first = block * SL_BLOCK_EVENTS;
  g_autofree gpointer state = NULL;
  guint n_events;

  if (self->states != NULL)
    state = sl_record_states_dup (self->states, block);

  n_events = sl_record_run_list_decode (run_list, &self->context, first,
                                        MIN (SL_BLOCK_EVENTS, run_list->n_records - first), state,
                                        events, intact);
  if (self->states != NULL)
    sl_record_states_learn (self->states, block + 1, state);
  return n_events;
}

static guint64
sl_record_source_get_n_blocks (SlSource *source)
{
  SlRecordSource *self = SL_RECORD_SOURCE (source);
  const SlRecordGroup *last;

  if (self->groups->len == 0)
    return 0;

  last = g_ptr_array_index (self->groups, self->groups->len - 1);
  return last->first_block + last->n_blocks;
}

/* Somebody asked for a block past the end: all before are read. */
static void
finish (SlRecordSource *self)
{
  g_autofree gpointer state = NULL;

  if (self->format.finish == NULL || atomic_exchange (&self->finished, TRUE))
    return;

  state = g_malloc (self->format.state_size);
  sl_record_states_get_last (self->states, state);
  self->format.finish (self->context.user_data, SL_SOURCE (self), state);
}

static gssize
sl_record_source_read_block (SlSource *source, guint64 block, SlEvent *events)
{
  SlRecordSource *self = SL_RECORD_SOURCE (source);
  const SlRecordGroup *group;
  gboolean intact = TRUE;
  guint number;
  gssize n_events;

  if (block >= sl_record_source_get_n_blocks (source))
    {
      finish (self);
      return -1;
    }

  group = find_group (self, block, &number);
  block -= group->first_block;
  if (group->run_lists->len == 1)
    n_events =
        read_run_list (self, g_ptr_array_index (group->run_lists, 0), block, events, &intact);
  else
    n_events =
        sl_record_merge_read (g_ptr_array_index (self->merges, number), block, events, &intact);

  return intact ? n_events : 0;
}

static gboolean
sl_record_source_read_columns (SlSource *source, guint64 block, SlColumns *columns)
{
  SlRecordSource *self = SL_RECORD_SOURCE (source);
  g_autofree gpointer state = NULL;
  const SlRecordRunList *run_list;
  const SlRecordGroup *group;
  guint64 first;
  guint number;

  if (self->format.fill == NULL || block >= sl_record_source_get_n_blocks (source))
    return FALSE;

  group = find_group (self, block, &number);
  if (group->run_lists->len > 1)
    return FALSE;

  run_list = g_ptr_array_index (group->run_lists, 0);
  first = (block - group->first_block) * SL_BLOCK_EVENTS;
  if (self->states != NULL)
    state = sl_record_states_dup (self->states, block);

  return sl_record_run_list_fill (run_list, &self->context, first,
                                  (guint) MIN (SL_BLOCK_EVENTS, run_list->n_records - first), state,
                                  columns);
}

static void
sl_record_source_prepare (SlSource *source, guint64 block, guint n_blocks)
{
  SlRecordSource *self = SL_RECORD_SOURCE (source);

  if (self->states != NULL)
    sl_record_states_prepare (self->states, block, n_blocks);
}

/* Runs that are merged are read one block after the other. */
static gboolean
sl_record_source_can_share_pass (SlSource *source)
{
  SlRecordSource *self = SL_RECORD_SOURCE (source);

  for (guint i = 0; i < self->merges->len; i++)
    {
      if (g_ptr_array_index (self->merges, i) != NULL)
        return FALSE;
    }

  return TRUE;
}

static SlClock *
sl_record_source_get_clock (SlSource *source)
{
  return SL_RECORD_SOURCE (source)->clock;
}

static int
compare_places (gconstpointer a, gconstpointer b)
{
  const SlRecordRun *one = a;
  const SlRecordRun *other = b;

  if (one->file != other->file)
    return one->file < other->file ? -1 : 1;
  return one->offset < other->offset ? -1 : one->offset > other->offset;
}

/* The last run that begins at or before the place, whether or not it reaches it. */
static const SlRecordRun *
find_run (SlRecordSource *self, guint file, guint64 offset)
{
  SlRecordRun place = { file, offset, 0 };
  const SlRecordRun *runs = (const SlRecordRun *) (gpointer) self->runs->data;
  guint n = sl_lower_bound (0, self->runs->len, i, compare_places (&runs[i], &place) <= 0);

  return n > 0 ? &runs[n - 1] : NULL;
}

/* The one record at @offset; FALSE where none starts. */
static gboolean
find_record (SlRecordSource *self, guint64 offset, SlRecordBlock *block)
{
  gsize size = self->format.record_size;
  const SlRecordRun *run = find_run (self, SL_OFFSET_FILE (offset), SL_OFFSET_BYTE (offset));

  *block = (SlRecordBlock) { .n_records = 1, .file = SL_OFFSET_FILE (offset) };
  if (run == NULL || run->file != block->file)
    return FALSE;

  block->offset = SL_OFFSET_BYTE (offset);
  block->n_before = (block->offset - run->offset) / size;
  if ((block->offset - run->offset) % size != 0 || block->n_before >= run->count)
    return FALSE;

  block->records = sl_mapping_get_data (sl_input_get_file (self->context.input, run->file));
  block->records += block->offset;
  return TRUE;
}

static gboolean
sl_record_source_describe (SlSource *source, guint64 offset, GArray *details)
{
  SlRecordSource *self = SL_RECORD_SOURCE (source);
  SlRecordBlock block;

  if (self->format.describe == NULL || !find_record (self, offset, &block))
    return FALSE;

  self->format.describe (self->context.user_data, &block, details);
  return TRUE;
}

static gboolean
sl_record_source_read_field (SlSource *source,
                             guint64 offset,
                             const char *field,
                             SlFieldValue *value)
{
  SlRecordSource *self = SL_RECORD_SOURCE (source);
  SlRecordBlock block;

  return self->format.read_field != NULL && find_record (self, offset, &block) &&
         self->format.read_field (self->context.user_data, &block, field, value);
}

static const char *
sl_record_source_get_form (SlSource *source)
{
  return SL_RECORD_SOURCE (source)->format.form;
}

static gboolean
sl_record_source_print (SlSource *source, guint64 offset, GString *text)
{
  SlRecordSource *self = SL_RECORD_SOURCE (source);
  SlRecordBlock block;

  if (self->format.print == NULL || !find_record (self, offset, &block))
    return FALSE;

  self->format.print (self->context.user_data, &block, text);
  return TRUE;
}

static void
sl_record_source_finalize (GObject *object)
{
  SlRecordSource *self = SL_RECORD_SOURCE (object);

  for (guint i = 0; i < self->merges->len; i++)
    g_clear_pointer (&g_ptr_array_index (self->merges, i), sl_record_merge_free);
  g_ptr_array_unref (self->merges);
  g_clear_pointer (&self->groups, g_ptr_array_unref);
  g_clear_pointer (&self->states, sl_record_states_free);
  g_clear_pointer (&self->runs, g_array_unref);
  g_clear_pointer (&self->context.damage, sl_damage_check_free);
  g_clear_pointer (&self->context.input, sl_input_unref);
  g_clear_pointer (&self->clock, sl_clock_unref);
  if (self->user_data_free != NULL)
    self->user_data_free (self->context.user_data);

  G_OBJECT_CLASS (sl_record_source_parent_class)->finalize (object);
}

static void
sl_record_source_class_init (SlRecordSourceClass *klass)
{
  SlSourceClass *source_class = SL_SOURCE_CLASS (klass);

  G_OBJECT_CLASS (klass)->finalize = sl_record_source_finalize;
  source_class->read_block = sl_record_source_read_block;
  source_class->get_n_blocks = sl_record_source_get_n_blocks;
  source_class->get_clock = sl_record_source_get_clock;
  source_class->describe = sl_record_source_describe;
  source_class->read_field = sl_record_source_read_field;
  source_class->get_form = sl_record_source_get_form;
  source_class->print = sl_record_source_print;
  source_class->can_share_pass = sl_record_source_can_share_pass;
  source_class->read_columns = sl_record_source_read_columns;
  source_class->prepare = sl_record_source_prepare;
}

static void
sl_record_source_init (SlRecordSource *self)
{
  self->merges = g_ptr_array_new ();
}

static gboolean
is_run_inside (const SlRecordRun *run, SlInput *input, gsize record_size)
{
  gsize size;

  if (run->file >= sl_input_get_n_files (input))
    return FALSE;

  size = sl_mapping_get_size (sl_input_get_file (input, run->file));
  return run->offset <= size && run->count <= (size - run->offset) / record_size;
}

static gboolean
check_runs (SlRecordSource *self, const SlRecordRun *runs, guint n_runs)
{
  for (guint i = 0; i < n_runs; i++)
    g_return_val_if_fail (is_run_inside (&runs[i], self->context.input, self->format.record_size),
                          FALSE);

  self->runs = g_array_new (FALSE, FALSE, sizeof (SlRecordRun));
  g_array_append_vals (self->runs, runs, n_runs);
  g_array_sort (self->runs, compare_places);
  return TRUE;
}

static gboolean
plan (SlRecordSource *self, const SlRecordRun *runs, guint n_runs, GError **error)
{
  self->groups = sl_record_groups_new (&self->context, runs, n_runs, error);
  if (self->groups == NULL)
    return FALSE;

  for (guint i = 0; i < self->groups->len; i++)
    {
      const SlRecordGroup *group = g_ptr_array_index (self->groups, i);
      SlRecordMerge *merge = NULL;

      if (group->run_lists->len > 1)
        merge = sl_record_merge_new (&self->context, group->run_lists);
      g_ptr_array_add (self->merges, merge);
    }

  if (self->format.state_size > 0)
    {
      const SlRecordGroup *group = g_ptr_array_index (self->groups, 0);

      self->states = sl_record_states_new (&self->context, g_ptr_array_index (group->run_lists, 0));
    }

  return TRUE;
}

/**
 * sl_record_source_new:
 * @format: copied
 * @input: held
 * @runs: (array length=n_runs): sorted runs of records, all inside the files, not overlapping in
 *   place; in any order, except that with a running state they are read in the order given and
 *   not merged
 * @clock: held
 * @user_data: (transfer full): for the functions of @format
 * @user_data_free: (nullable): frees @user_data, also on failure
 *
 * Makes a source of the events in @runs. Runs whose times do not overlap are read one after the
 * other, those that do are merged by time; equal times stand in file order. Decodes the ends of
 * the runs. A block that could not be read because its file shrank gives no events, and a note
 * says so.
 *
 * Returns: (transfer full) (nullable): the source; %NULL with %SL_ERROR_MALFORMED where more than
 *   1024 runs overlap at one time
 */
SlSource *
sl_record_source_new (const SlRecordFormat *format,
                      SlInput *input,
                      const SlRecordRun *runs,
                      guint n_runs,
                      SlClock *clock,
                      gpointer user_data,
                      GDestroyNotify user_data_free,
                      GError **error)
{
  g_autoptr (SlRecordSource) self = g_object_new (SL_TYPE_RECORD_SOURCE, NULL);

  g_return_val_if_fail (format->record_size > 0, NULL);
  g_return_val_if_fail (format->state_size == 0 ||
                            (format->summarize != NULL && format->combine != NULL),
                        NULL);
  g_return_val_if_fail (format->state_size > 0 || format->finish == NULL, NULL);

  self->format = *format;
  self->user_data_free = user_data_free;
  self->context.format = &self->format;
  self->context.user_data = user_data;
  self->context.input = sl_input_ref (input);
  self->context.damage = sl_damage_check_new (input, sl_source_get_notes (SL_SOURCE (self)));
  self->clock = sl_clock_ref (clock);

  if (!check_runs (self, runs, n_runs) || !plan (self, runs, n_runs, error))
    return NULL;

  return SL_SOURCE (g_steal_pointer (&self));
}

/**
 * sl_record_source_get_last_state:
 * @state: (out caller-allocates): room for a running state
 *
 * Tells the running state after the last record. Quick once all blocks are read, else it goes over
 * all records.
 */
void
sl_record_source_get_last_state (SlRecordSource *self, gpointer state)
{
  g_return_if_fail (SL_IS_RECORD_SOURCE (self));
  g_return_if_fail (self->states != NULL);

  sl_record_states_get_last (self->states, state);
}

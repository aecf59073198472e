/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-source-extras.h"

#include "sl-kind.h"

struct _SlSourceExtras
{
  gatomicrefcount ref_count;
  SlTopaLayout *topa_layout; /* NULL for none */
  SlPeerClock *peer_clock;   /* NULL for none */
  char *clock_name;          /* NULL where nobody says it */
  gboolean has_wall;
  gint64 wall_shift;       /* from the clock's count, which is of ns, to Unix time */
  GPtrArray *code_files;   /* of SlCodeFile; NULL for unknown */
  GPtrArray *flow_streams; /* NULL for none */
  GPtrArray *parts;        /* of SlSourceExtras, whose counts count here as well; NULL for none */
  gboolean has_late_names;
  gboolean is_concluded;
  SlProcessOf process_of; /* NULL where tasks belong to no processes */
  SlIsKernelThread is_kernel_thread;
  SlRefineObject refine_object;
  gpointer refine_data;
  gpointer process_data;
  SlMayHaveField may_have; /* NULL where only descriptions know */
  gpointer may_have_data;
  SlListWords list_words; /* NULL where nobody knows */
  gpointer list_words_data;
  _Atomic guint64 n_unlisted[SL_N_BUILTIN_KINDS];
};

/**
 * sl_source_extras_new:
 *
 * Returns: (transfer full): extras with nothing in them
 */
SlSourceExtras *
sl_source_extras_new (void)
{
  SlSourceExtras *self = g_new0 (SlSourceExtras, 1);

  g_atomic_ref_count_init (&self->ref_count);
  return self;
}

SlSourceExtras *
sl_source_extras_ref (SlSourceExtras *self)
{
  g_atomic_ref_count_inc (&self->ref_count);
  return self;
}

void
sl_source_extras_unref (SlSourceExtras *self)
{
  if (!g_atomic_ref_count_dec (&self->ref_count))
    return;

  g_clear_pointer (&self->topa_layout, sl_topa_layout_unref);
  g_clear_pointer (&self->peer_clock, sl_peer_clock_unref);
  g_free (self->clock_name);
  g_clear_pointer (&self->code_files, g_ptr_array_unref);
  g_clear_pointer (&self->flow_streams, g_ptr_array_unref);
  g_clear_pointer (&self->parts, g_ptr_array_unref);
  g_free (self);
}

/**
 * sl_source_extras_pass_on:
 * @part: of a source whose events the source of @self hands on, and which it keeps alive
 *
 * Adds everything that @part has by now, and what will be counted there. What can be there only once, such as a layout, is
 * that of the first part that has it.
 */
void
sl_source_extras_pass_on (SlSourceExtras *self, SlSourceExtras *part)
{
  g_return_if_fail (part != self);

  if (self->topa_layout == NULL && part->topa_layout != NULL)
    self->topa_layout = sl_topa_layout_ref (part->topa_layout);
  if (self->clock_name == NULL)
    self->clock_name = g_strdup (part->clock_name);
  if (!self->has_wall)
    {
      self->has_wall = part->has_wall;
      self->wall_shift = part->wall_shift;
    }
  if (self->code_files == NULL && part->code_files != NULL)
    self->code_files = g_ptr_array_ref (part->code_files);
  for (guint i = 0; part->flow_streams != NULL && i < part->flow_streams->len; i++)
    sl_source_extras_take_flow_stream (self, sl_flow_stream_ref (
                                                 g_ptr_array_index (part->flow_streams, i)));

  self->has_late_names |= part->has_late_names;
  self->is_concluded |= part->is_concluded;
  if (self->parts == NULL)
    self->parts = g_ptr_array_new_with_free_func ((GDestroyNotify) sl_source_extras_unref);
  g_ptr_array_add (self->parts, sl_source_extras_ref (part));
}

/**
 * sl_source_extras_set_topa_layout:
 * @layout: held: where in physical memory the stream was that the events are read from
 */
void
sl_source_extras_set_topa_layout (SlSourceExtras *self, SlTopaLayout *layout)
{
  sl_topa_layout_ref (layout);
  g_clear_pointer (&self->topa_layout, sl_topa_layout_unref);
  self->topa_layout = layout;
}

/**
 * sl_source_extras_set_clock_name:
 * @name: (nullable): what the system that recorded calls its clock: "mono", "x86-tsc"
 */
void
sl_source_extras_set_clock_name (SlSourceExtras *self, const char *name)
{
  g_free (self->clock_name);
  self->clock_name = g_strdup (name);
}

/**
 * sl_source_extras_set_wall_shift:
 * @shift: nanoseconds from what the clock counts, which must be nanoseconds, to Unix time
 *
 * Says that date and time of day are known.
 */
void
sl_source_extras_set_wall_shift (SlSourceExtras *self, gint64 shift)
{
  self->has_wall = TRUE;
  self->wall_shift = shift;
}

/* From 2001-09-09 to 2100-01-01, in ns of Unix time. No other clock counts that far: none of them runs for 31 years. */
#define UNIX_BEGIN (G_GUINT64_CONSTANT (1000000000) * 1000000000)
#define UNIX_END   (G_GUINT64_CONSTANT (4102444800) * 1000000000)

/**
 * sl_source_extras_set_wall_if_unix:
 * @first: what the clock counts at the first event; it must count nanoseconds
 *
 * Says that date and time of day are known where a format does not say what its times count from, and nothing but Unix
 * time comes to such numbers.
 */
void
sl_source_extras_set_wall_if_unix (SlSourceExtras *self, guint64 first)
{
  if (first >= UNIX_BEGIN && first < UNIX_END)
    sl_source_extras_set_wall_shift (self, 0);
}

/**
 * sl_source_extras_get_wall:
 * @absolute: count of the clock
 * @unix_ns: (out): nanoseconds since 1970-01-01 00:00 UTC then
 *
 * Returns: whether they are known, and fit
 */
gboolean
sl_source_extras_get_wall (const SlSourceExtras *self, guint64 absolute, gint64 *unix_ns)
{
  return self->has_wall && absolute <= G_MAXINT64 &&
         !__builtin_add_overflow ((gint64) absolute, self->wall_shift, unix_ns);
}

/**
 * sl_source_extras_get_clock_name:
 *
 * Returns: (transfer none) (nullable): what the system that recorded calls its clock; %NULL where that is not known
 */
const char *
sl_source_extras_get_clock_name (const SlSourceExtras *self)
{
  return self->clock_name;
}

/**
 * sl_source_extras_take_code_files:
 * @files: (transfer full) (element-type SlCodeFile): what was mapped where while the trace was
 *   recorded, as far as it says
 */
void
sl_source_extras_take_code_files (SlSourceExtras *self, GPtrArray *files)
{
  g_clear_pointer (&self->code_files, g_ptr_array_unref);
  self->code_files = files;
}

/**
 * sl_source_extras_take_flow_stream:
 * @stream: (transfer full): what can be decoded of one processor; its data lives as long as the source
 */
void
sl_source_extras_take_flow_stream (SlSourceExtras *self, SlFlowStream *stream)
{
  if (self->flow_streams == NULL)
    self->flow_streams = g_ptr_array_new_with_free_func ((GDestroyNotify) sl_flow_stream_unref);
  g_ptr_array_add (self->flow_streams, stream);
}

/**
 * sl_source_extras_count_unlisted:
 * @kind: a built-in one
 * @n_records: of it, that the first pass has read and that are not events, since there are too many: the branches of an
 *   Intel PT stream
 */
void
sl_source_extras_count_unlisted (SlSourceExtras *self, guint16 kind, guint64 n_records)
{
  g_return_if_fail (kind < SL_N_BUILTIN_KINDS);

  self->n_unlisted[kind] += n_records;
}

/**
 * sl_source_extras_set_peer_clock:
 * @clock: held; how the recording's clock fits those of others
 */
void
sl_source_extras_set_peer_clock (SlSourceExtras *self, SlPeerClock *clock)
{
  sl_peer_clock_ref (clock);
  g_clear_pointer (&self->peer_clock, sl_peer_clock_unref);
  self->peer_clock = clock;
}

/**
 * sl_source_extras_get_peer_clock:
 *
 * Returns: (transfer none) (nullable): how the recording's clock fits those of others
 */
SlPeerClock *
sl_source_extras_get_peer_clock (const SlSourceExtras *self)
{
  return self->peer_clock;
}

/**
 * sl_source_extras_get_topa_layout:
 *
 * Returns: (transfer none) (nullable): where in physical memory the stream was that the events are
 *   read from; %NULL for all that did not come from there
 */
SlTopaLayout *
sl_source_extras_get_topa_layout (const SlSourceExtras *self)
{
  return self->topa_layout;
}

/**
 * sl_source_extras_get_code_files:
 *
 * Returns: (transfer none) (nullable) (element-type SlCodeFile): what was mapped where while the trace was recorded; %NULL
 *   where the trace does not say
 */
GPtrArray *
sl_source_extras_get_code_files (const SlSourceExtras *self)
{
  return self->code_files;
}

/**
 * sl_source_extras_get_flow_streams:
 *
 * Returns: (transfer none) (nullable) (element-type SlFlowStream): what can be decoded of the way
 *   through the code; %NULL for nothing
 */
GPtrArray *
sl_source_extras_get_flow_streams (const SlSourceExtras *self)
{
  return self->flow_streams;
}

/**
 * sl_source_extras_get_n_unlisted:
 * @kind: any
 *
 * Safe from any thread.
 *
 * Returns: how many records of @kind the first pass has read so far that are counted but are not events
 */
guint64
sl_source_extras_get_n_unlisted (const SlSourceExtras *self, guint16 kind)
{
  guint64 n_records = kind < SL_N_BUILTIN_KINDS ? self->n_unlisted[kind] : 0;

  for (guint i = 0; self->parts != NULL && i < self->parts->len; i++)
    n_records += sl_source_extras_get_n_unlisted (g_ptr_array_index (self->parts, i), kind);

  return n_records;
}

/**
 * sl_source_extras_set_concluded:
 *
 * Says that not every change of a task's state was recorded that the events say: some were concluded before these were written.
 */
void
sl_source_extras_set_concluded (SlSourceExtras *self)
{
  self->is_concluded = TRUE;
}

/**
 * sl_source_extras_is_concluded:
 *
 * Returns: whether some changes of states were concluded
 */
gboolean
sl_source_extras_is_concluded (const SlSourceExtras *self)
{
  return self->is_concluded;
}

/**
 * sl_source_extras_set_late_names:
 *
 * Says that the first pass finds names of tasks, so that they are known for sure when it is over.
 */
void
sl_source_extras_set_late_names (SlSourceExtras *self)
{
  self->has_late_names = TRUE;
}

/**
 * sl_source_extras_has_late_names:
 *
 * Returns: whether sl_source_get_object_name() of a task may say something else once all has been read
 */
gboolean
sl_source_extras_has_late_names (const SlSourceExtras *self)
{
  return self->has_late_names;
}

/**
 * sl_source_extras_set_processes:
 * @process_of: says which process a task belongs to
 * @is_kernel_thread: says whether it belongs to none but the kernel
 * @data: for both; it lives as long as the source
 */
void
sl_source_extras_set_processes (SlSourceExtras *self,
                                SlProcessOf process_of,
                                SlIsKernelThread is_kernel_thread,
                                gpointer data)
{
  self->process_of = process_of;
  self->is_kernel_thread = is_kernel_thread;
  self->process_data = data;
}

/**
 * sl_source_extras_get_process_of:
 * @task: native id
 *
 * Returns: native id of the process that the task belongs to; 0 where nobody knows
 */
guint64
sl_source_extras_get_process_of (const SlSourceExtras *self, guint64 task)
{
  guint64 process = self->process_of != NULL ? self->process_of (self->process_data, task) : 0;

  for (guint i = 0; process == 0 && self->parts != NULL && i < self->parts->len; i++)
    process = sl_source_extras_get_process_of (g_ptr_array_index (self->parts, i), task);

  return process;
}

/**
 * sl_source_extras_set_refine_object:
 * @data: it lives as long as the source
 */
void
sl_source_extras_set_refine_object (SlSourceExtras *self,
                                    SlRefineObject refine_object,
                                    gpointer data)
{
  self->refine_object = refine_object;
  self->refine_data = data;
}

static void
refine_object (const SlSourceExtras *self, const SlEvent *event, SlObjectType type, guint64 *id)
{
  guint64 before = *id;

  if (self->refine_object != NULL)
    self->refine_object (self->refine_data, event, type, id);
  for (guint i = 0; *id == before && self->parts != NULL && i < self->parts->len; i++)
    refine_object (g_ptr_array_index (self->parts, i), event, type, id);
}

/**
 * sl_source_extras_get_native_object:
 * @event: of the source
 *
 * As sl_event_get_native_object(), with what the source knows besides of the object.
 */
gboolean
sl_source_extras_get_native_object (const SlSourceExtras *self,
                                    const SlEvent *event,
                                    SlObjectType *type,
                                    guint64 *id)
{
  if (!sl_event_get_native_object (event, type, id))
    return FALSE;

  /* Of most events the record says it all. */
  if (*type == SL_OBJECT_FUTEX)
    refine_object (self, event, *type, id);
  return TRUE;
}

/**
 * sl_source_extras_set_may_have_field:
 * @may_have: says which fields the source's own events have; those of its parts are asked for besides
 * @data: for it; it lives as long as the source
 */
void
sl_source_extras_set_may_have_field (SlSourceExtras *self, SlMayHaveField may_have, gpointer data)
{
  self->may_have = may_have;
  self->may_have_data = data;
}

/**
 * sl_source_extras_may_have_field:
 * @kind: of events
 * @field: the name of a raw field
 *
 * Returns: %FALSE where no event of @kind has @field, so that none has to be described
 */
gboolean
sl_source_extras_may_have_field (const SlSourceExtras *self, guint16 kind, const char *field)
{
  gboolean may_have = self->may_have == NULL || self->may_have (self->may_have_data, kind, field);

  for (guint i = 0; !may_have && self->parts != NULL && i < self->parts->len; i++)
    may_have = sl_source_extras_may_have_field (g_ptr_array_index (self->parts, i), kind, field);

  return may_have;
}

/**
 * sl_source_extras_set_list_words:
 * @list_words: says what words the fields of the source's own events can be
 * @data: for it; it lives as long as the source
 */
void
sl_source_extras_set_list_words (SlSourceExtras *self, SlListWords list_words, gpointer data)
{
  self->list_words = list_words;
  self->list_words_data = data;
}

/**
 * sl_source_extras_list_words:
 * @field: the name of a raw field
 *
 * Returns: (transfer full) (element-type utf8) (nullable): as #SlListWords, of a source without parts
 */
GPtrArray *
sl_source_extras_list_words (const SlSourceExtras *self, const char *field)
{
  return self->list_words != NULL && self->parts == NULL
             ? self->list_words (self->list_words_data, field)
             : NULL;
}

/**
 * sl_source_extras_is_kernel_thread:
 * @task: native id
 * @name: (nullable): of that life of the task
 */
gboolean
sl_source_extras_is_kernel_thread (const SlSourceExtras *self, guint64 task, const char *name)
{
  gboolean is =
      self->is_kernel_thread != NULL && self->is_kernel_thread (self->process_data, task, name);

  for (guint i = 0; !is && self->parts != NULL && i < self->parts->len; i++)
    is = sl_source_extras_is_kernel_thread (g_ptr_array_index (self->parts, i), task, name);

  return is;
}

/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-ftrace-source.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "sl-ftrace-describe.h"
#include "sl-ftrace-scan.h"
#include "sl-source-extras.h"

struct _SlFtraceSource
{
  SlLinuxSource parent;

  SlInput *input;
  const char *data;
  gsize size;
  SlFtraceScan *scan;
};

G_DEFINE_FINAL_TYPE (SlFtraceSource, sl_ftrace_source, SL_TYPE_LINUX_SOURCE)

static guint64
sl_ftrace_source_get_n_blocks (SlSource *source)
{
  return SL_FTRACE_SOURCE (source)->scan->blocks->len;
}

static gssize
sl_ftrace_source_read_block (SlSource *source, guint64 block, SlEvent *events)
{
  SlFtraceSource *self = SL_FTRACE_SOURCE (source);
  SlFtracePlace place;
  SlFtraceLine line;
  gssize n_events = 0;

  if (block >= self->scan->blocks->len)
    return -1;

  place = (SlFtracePlace) {
    .offset = g_array_index (self->scan->blocks, SlFtraceBlock, block).offset,
    .last = g_array_index (self->scan->blocks, SlFtraceBlock, block).last,
  };
  while (n_events < SL_BLOCK_EVENTS &&
         sl_ftrace_scan_next (self->scan, self->data, self->size, &place, &line, &events[n_events]))
    {
      events[n_events].time -= (SlTime) MIN ((guint64) events[n_events].time, self->scan->origin);
      n_events++;
    }
  return n_events;
}

static gboolean
sl_ftrace_source_describe (SlSource *source, guint64 offset, GArray *details)
{
  SlFtraceSource *self = SL_FTRACE_SOURCE (source);
  gsize byte = SL_OFFSET_BYTE (offset), next;
  SlFtraceLine line;
  gsize length;

  if (SL_OFFSET_FILE (offset) != 0 || byte >= self->size ||
      (byte > 0 && self->data[byte - 1] != '\n'))
    return FALSE;

  length = sl_ftrace_line_measure (self->data, self->size, byte, &next);
  sl_ftrace_line_read (&line, self->data + byte, length);
  if (line.type != SL_FTRACE_EVENT && line.type != SL_FTRACE_LOST)
    return FALSE;

  sl_ftrace_describe (&line, &self->scan->states, details);
  return TRUE;
}

static int
compare_names (gconstpointer one, gconstpointer other)
{
  return strcmp (*(const char *const *) one, *(const char *const *) other);
}

/* The tracepoints that occur. */
static GPtrArray *
list_events (const SlFtraceScan *self)
{
  GPtrArray *words = g_ptr_array_new_with_free_func (g_free);
  GHashTableIter iter;
  gpointer name;

  g_hash_table_iter_init (&iter, self->kinds);
  while (g_hash_table_iter_next (&iter, &name, NULL))
    g_ptr_array_add (words, g_strdup (name));
  g_ptr_array_sort (words, compare_names);
  return words;
}

/* Of what is printed, only states and the names of events are always one of some words. */
static GPtrArray *
list_words (gpointer scan, const char *field)
{
  const SlFtraceScan *self = scan;

  if (g_str_equal (field, "event"))
    return sl_ftrace_scan_knows_all_events (self) ? list_events (self) : NULL;

  return g_str_equal (field, "prev_state")
             ? sl_ftrace_list_states (self->has_raw_states ? &self->states : NULL)
             : NULL;
}

static void
sl_ftrace_source_finalize (GObject *object)
{
  SlFtraceSource *self = SL_FTRACE_SOURCE (object);

  g_clear_pointer (&self->scan, sl_ftrace_scan_free);
  g_clear_pointer (&self->input, sl_input_unref);
  G_OBJECT_CLASS (sl_ftrace_source_parent_class)->finalize (object);
}

static void
sl_ftrace_source_class_init (SlFtraceSourceClass *klass)
{
  SlSourceClass *source_class = SL_SOURCE_CLASS (klass);

  G_OBJECT_CLASS (klass)->finalize = sl_ftrace_source_finalize;
  source_class->get_n_blocks = sl_ftrace_source_get_n_blocks;
  source_class->read_block = sl_ftrace_source_read_block;
  source_class->describe = sl_ftrace_source_describe;
}

static void
sl_ftrace_source_init (SlFtraceSource *self)
{
}

/**
 * sl_ftrace_source_open:
 * @input: of one file; held
 *
 * Reads the text once.
 *
 * Returns: (transfer full) (nullable): its source; %NULL where it has no event
 */
SlSource *
sl_ftrace_source_open (SlInput *input, GCancellable *cancellable, GError **error)
{
  SlMapping *mapping = sl_input_get_file (input, 0);
  g_autoptr (SlFtraceSource) self = g_object_new (SL_TYPE_FTRACE_SOURCE, NULL);
  SlNotes *notes = sl_source_get_notes (SL_SOURCE (self));
  g_autoptr (SlClock) clock = NULL;

  self->input = sl_input_ref (input);
  self->data = (const char *) sl_mapping_get_data (mapping);
  self->size = sl_mapping_get_size (mapping);
  self->scan = sl_ftrace_scan_new ();
  if (!sl_ftrace_scan_run (self->scan, self->data, self->size, notes, cancellable, error))
    return NULL;

  if (self->scan->is_whole)
    sl_notes_add (notes, SL_OFFSET_NONE, 1,
                  N_ ("The times in this text have no unit and are read as nanoseconds"));
  clock = sl_clock_new (SL_UNIT_NS, self->scan->origin, NULL, 0);
  sl_source_extras_count_unlisted (sl_source_get_extras (SL_SOURCE (self)),
                                   SL_KIND_LINUX_SCHED_STAT_RUNTIME, self->scan->n_runtime);
  sl_linux_source_init_tables (SL_LINUX_SOURCE (self), g_steal_pointer (&self->scan->names), clock);
  if (self->scan->is_overwritten)
    sl_linux_source_set_overwritten (SL_LINUX_SOURCE (self));
  sl_linux_source_note_begin (SL_LINUX_SOURCE (self), self->scan->origin,
                              MAX (self->scan->complete, self->scan->origin), self->scan->last);
  sl_source_extras_set_list_words (sl_source_get_extras (SL_SOURCE (self)), list_words, self->scan);
  self->scan->marks = sl_linux_source_get_names (SL_LINUX_SOURCE (self));
  return SL_SOURCE (g_steal_pointer (&self));
}

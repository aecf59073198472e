/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-instruction-search.h"

#include "sl-source-extras.h"

static void
add_found (SlInstructionSearch *self, const SlInstructions *found, guint16 cpu)
{
  self->n_instructions += found->n_instructions;
  self->n_gaps += found->n_gaps;
  for (guint i = 0; i < found->list->len; i++)
    {
      SlExecuted executed = { g_array_index (found->list, SlInstruction, i), cpu };

      g_array_append_val (self->list, executed);
    }
}

/* Each stream may have what comes first of all. */
static void
add_stream (SlInstructionSearch *self,
            const SlFlowStream *stream,
            SlCodeMap *map,
            SlSpan span,
            guint most,
            GCancellable *cancellable)
{
  guint before = self->list->len;

  for (guint i = 0; i < stream->parts->len && !g_cancellable_is_cancelled (cancellable); i++)
    {
      const SlFlowPart *part = &g_array_index (stream->parts, SlFlowPart, i);
      guint left = most - MIN (self->list->len - before, most);
      g_autoptr (SlInstructions) found = NULL;

      if (part->span.end < span.begin || part->span.begin >= span.end)
        continue;

      found = stream->list (stream->source_data, i, map, span, left, cancellable);
      add_found (self, found, stream->cpu);
    }
}

static int
compare (gconstpointer one, gconstpointer other)
{
  const SlExecuted *a = one, *b = other;

  if (a->instruction.time != b->instruction.time)
    return a->instruction.time < b->instruction.time ? -1 : 1;

  return (int) a->cpu - (int) b->cpu;
}

/**
 * sl_instruction_search_new:
 * @trace: that sl_call_lanes_can() says yes to
 * @span: in ticks of the trace
 * @most: instructions that are kept, the first ones; all are counted
 *
 * Any thread.
 *
 * Returns: (transfer full): what was found until @cancellable was cancelled
 */
SlInstructionSearch *
sl_instruction_search_new (SlTrace *trace,
                           SlCodeMap *map,
                           SlSpan span,
                           guint most,
                           GCancellable *cancellable)
{
  GPtrArray *streams = sl_source_get_flow_streams (sl_trace_get_source (trace));
  SlInstructionSearch *self = g_atomic_rc_box_new0 (SlInstructionSearch);

  self->list = g_array_new (FALSE, FALSE, sizeof (SlExecuted));
  for (guint i = 0; streams != NULL && i < streams->len; i++)
    add_stream (self, g_ptr_array_index (streams, i), map, span, most, cancellable);

  /* A merge sort: what a processor executed at one time keeps its order. */
  g_array_sort (self->list, compare);
  g_array_set_size (self->list, MIN (self->list->len, most));
  return self;
}

static void
clear (gpointer data)
{
  g_array_unref (((SlInstructionSearch *) data)->list);
}

SlInstructionSearch *
sl_instruction_search_ref (SlInstructionSearch *self)
{
  return g_atomic_rc_box_acquire (self);
}

void
sl_instruction_search_unref (SlInstructionSearch *self)
{
  g_atomic_rc_box_release_full (self, clear);
}

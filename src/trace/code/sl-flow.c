/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-flow.h"

/**
 * sl_flow_new:
 *
 * Returns: (transfer full): a flow without steps, to be filled by who decodes
 */
SlFlow *
sl_flow_new (void)
{
  SlFlow *self = g_new0 (SlFlow, 1);

  self->steps = g_array_new (FALSE, FALSE, sizeof (SlFlowStep));
  self->tail = g_array_new (FALSE, FALSE, sizeof (SlFlowRun));
  self->gaps = g_array_new (FALSE, FALSE, sizeof (SlFlowGap));
  return self;
}

void
sl_flow_free (SlFlow *self)
{
  g_array_unref (self->steps);
  g_array_unref (self->tail);
  g_array_unref (self->gaps);
  g_free (self);
}

/**
 * sl_flow_stream_new:
 *
 * Returns: (transfer full): a stream without parts
 */
SlFlowStream *
sl_flow_stream_new (guint16 cpu)
{
  SlFlowStream *self = g_new0 (SlFlowStream, 1);

  g_atomic_ref_count_init (&self->ref_count);
  self->cpu = cpu;
  self->parts = g_array_new (FALSE, FALSE, sizeof (SlFlowPart));
  return self;
}

SlFlowStream *
sl_flow_stream_ref (SlFlowStream *self)
{
  g_atomic_ref_count_inc (&self->ref_count);
  return self;
}

void
sl_flow_stream_unref (SlFlowStream *self)
{
  if (!g_atomic_ref_count_dec (&self->ref_count))
    return;

  g_array_unref (self->parts);
  g_free (self);
}

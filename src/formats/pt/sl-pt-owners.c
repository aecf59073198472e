/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Which process was running, as far as the system's records beside a stream tell. */

#include "sl-pt-stream-private.h"

#include "sl-code-map.h"
#include "sl-lower-bound.h"

/**
 * sl_pt_stream_take_owners:
 * @owners: (transfer full) (element-type SlPtOwner): by time
 *
 * Before a source is made of the stream, and after its times were shifted.
 */
void
sl_pt_stream_take_owners (SlPtStream *self, GArray *owners)
{
  g_clear_pointer (&self->owners, g_array_unref);
  self->owners = owners;
}

gboolean
sl_pt_stream_has_owners (const SlPtStream *self)
{
  return self->owners != NULL && self->owners->len > 0;
}

/**
 * sl_pt_stream_find_owner:
 * @process: (out): on success
 *
 * Returns: whether it is known whose code was running at @time
 */
gboolean
sl_pt_stream_find_owner (const SlPtStream *self, SlTime time, guint32 *process)
{
  guint n = sl_lower_bound (0, self->owners != NULL ? self->owners->len : 0, i,
                            g_array_index (self->owners, SlPtOwner, i).time <= time);

  if (n == 0)
    return FALSE;

  *process = g_array_index (self->owners, SlPtOwner, n - 1).process;
  return *process != SL_CODE_ANY_PROCESS;
}

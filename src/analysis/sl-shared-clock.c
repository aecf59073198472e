/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-shared-clock.h"

#include "sl-source-extras.h"

/* What the system that recorded calls the clock; NULL where it does not count nanoseconds. */
static const char *
get_clock_name (SlTrace *trace)
{
  return sl_clock_get_unit (sl_trace_get_clock (trace)) == SL_UNIT_NS
             ? sl_source_extras_get_clock_name (sl_source_get_extras (sl_trace_get_source (trace)))
             : NULL;
}

/* Whether one of them says how its clock fits that of the other, as a virtual machine’s does. */
static gboolean
know_each_other (SlTrace *one, SlTrace *other)
{
  SlPeerClock *own =
      sl_source_extras_get_peer_clock (sl_source_get_extras (sl_trace_get_source (one)));
  SlPeerClock *peer =
      sl_source_extras_get_peer_clock (sl_source_get_extras (sl_trace_get_source (other)));

  return own != NULL && peer != NULL &&
         (sl_peer_clock_knows (own, peer) || sl_peer_clock_knows (peer, own));
}

/**
 * sl_shared_clock_find_apart:
 * @trace: number in @set, above 0
 *
 * Such as recordings of trace-cmd and perf. Only who made them knows whether it was on one computer.
 *
 * Returns: (transfer none) (nullable): what the system calls the clock by which @trace and the first one were recorded at the
 *   same time, although they begin together in @set; %NULL where there is none, or they stand where it says
 */
const char *
sl_shared_clock_find_apart (SlTraceSet *set, guint trace)
{
  SlTrace *first = sl_trace_set_get_trace (set, 0), *other = sl_trace_set_get_trace (set, trace);
  const char *name = get_clock_name (first);
  SlSpan axis = sl_trace_get_span (first), own = sl_trace_get_span (other);
  SlTime shift = (SlTime) (sl_clock_get_origin (sl_trace_get_clock (other)) -
                           sl_clock_get_origin (sl_trace_get_clock (first)));
  gboolean are_apart =
      name != NULL && g_strcmp0 (name, get_clock_name (other)) == 0 && shift != 0 &&
      !know_each_other (first, other) && sl_trace_set_to_reference (set, trace, 0) == 0 &&
      sl_time_add (own.begin, shift) < axis.end && sl_time_add (own.end, shift) > axis.begin;

  return are_apart ? name : NULL;
}

/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-text-state.h"

#include <glib/gi18n-lib.h>

#include "sl-source-extras.h"
#include "sl-text-code.h"
#include "sl-text-topa.h"

/* Where no detail says more. */
static const char *const texts[SL_N_STATES] = {
  [SL_STATE_TRACED] = N_ ("traced"),
  [SL_STATE_TRANSACTION] = N_ ("in a transaction"),
  [SL_STATE_GUEST] = N_ ("runs a guest"),
  [SL_STATE_UNDECODED] = N_ ("too much is visible to decode calls: zoom in"),
  [SL_STATE_RUNNING] = N_ ("running"),
  [SL_STATE_INTERRUPTED] = N_ ("interrupted"),
  [SL_STATE_READY] = N_ ("ready, waits for the processor"),
  [SL_STATE_THROTTLED] = N_ ("throttled, waits for a budget"),
  [SL_STATE_SUSPENDED] = N_ ("suspended"),
  [SL_STATE_IDLE] = N_ ("idle, waits for its next release"),
  [SL_STATE_UNKNOWN] = N_ ("unknown, not recorded"),
  [SL_STATE_WRITTEN] = N_ ("written to memory"),
  [SL_STATE_INTERRUPT] = N_ ("interrupt or exception"),
  [SL_STATE_ACTIVE] = N_ ("active"),
  [SL_STATE_EXHAUSTED] = N_ ("budget exhausted"),
  [SL_STATE_INACTIVE] = N_ ("inactive"),
  [SL_STATE_CLI] = N_ ("interrupts are disabled"),
  [SL_STATE_REAL_MODE] = N_ ("in real mode"),
  [SL_STATE_UNINTERRUPTIBLE] = N_ ("sleeps uninterruptibly"),
  [SL_STATE_STOPPED] = N_ ("stopped"),
  [SL_STATE_SOFTIRQ] = N_ ("deferred interrupt"),
  [SL_STATE_WAKING] = N_ ("being woken"),
};

/**
 * sl_text_gap_reason:
 *
 * Returns: why nothing was recorded; empty where the gap itself says so
 */
const char *
sl_text_gap_reason (SlGapReason reason)
{
  switch (reason)
    {
    case SL_GAP_LOST:
      return _ ("events are missing");
    case SL_GAP_BLACKOUT:
      return _ ("recording was switched off");
    case SL_GAP_OVERFLOW:
      return _ ("the buffer overflowed");
    case SL_GAP_UNKNOWN_LENGTH:
      return _ ("for an unknown time");
    case SL_GAP_SEAM:
    /* Says all of it itself. */
    default:
      return "";
    }
}

static char *
dup_name (const SlRows *rows, guint trace, guint32 object)
{
  SlTraceSet *set = sl_rows_get_set (rows);

  if (object == 0)
    return g_strdup (_ ("something unknown"));

  return sl_annotations_dup_object_name (sl_trace_set_get_annotations (set, trace),
                                         sl_trace_set_get_trace (set, trace), object);
}

static char *
dup_plain (guint32 state)
{
  return g_strdup (state < SL_N_STATES && texts[state] != NULL ? _ (texts[state]) : "");
}

static char *
dup_straight (const SlRows *rows, guint trace, guint32 address)
{
  g_autofree char *name = NULL;

  if (address == 0)
    return g_strdup (_ ("straight run"));

  name = sl_text_code (sl_trace_set_get_annotations (sl_rows_get_set (rows), trace), address, 8);
  /* Translators: code that runs on without a branch, from an address or a function on */
  return g_strdup_printf (_ ("straight run from %s"), name);
}

static char *
dup_written (const SlRows *rows, guint trace, guint32 entry)
{
  SlTrace *owner = sl_trace_set_get_trace (sl_rows_get_set (rows), trace);
  const SlTopaLayout *layout = sl_source_get_topa_layout (sl_trace_get_source (owner));

  return layout != NULL && entry < layout->entries->len ? sl_text_topa_region (layout, entry)
                                                        : dup_plain (SL_STATE_WRITTEN);
}

/* Whether the detail is whom the text names. */
static gboolean
names_somebody (SlLaneType type, guint32 state)
{
  switch (state)
    {
    case SL_STATE_CALL:
    case SL_STATE_BLOCKED:
    case SL_STATE_HELD:
    case SL_STATE_WAITED:
    case SL_STATE_INHERITS:
      return TRUE;
    case SL_STATE_ACTIVE: /* a span of a thread */
      return type == SL_LANE_TASK;
    case SL_STATE_RUNNING:
      return type == SL_LANE_CPU || type == SL_LANE_BRANCH;
    case SL_STATE_INTERRUPT:
    case SL_STATE_SOFTIRQ:
      return type != SL_LANE_BRANCH;
    default:
      return FALSE;
    }
}

static char *
dup_named (const SlRows *rows, guint trace, SlLaneType type, guint32 state, guint32 object)
{
  g_autofree char *name = dup_name (rows, trace, object);

  switch (state)
    {
    case SL_STATE_RUNNING:
      return type == SL_LANE_CPU ? g_strdup_printf (_ ("runs %s"), name) : g_steal_pointer (&name);
    case SL_STATE_INTERRUPT:
    case SL_STATE_SOFTIRQ:
      return g_strdup_printf (_ ("serves %s"), name);
    case SL_STATE_BLOCKED:
      return g_strdup_printf (_ ("waits for %s"), name);
    case SL_STATE_HELD:
      return g_strdup_printf (_ ("held by %s"), name);
    case SL_STATE_WAITED:
      return g_strdup_printf (_ ("%s waits"), name);
    case SL_STATE_INHERITS:
      return g_strdup_printf (_ ("runs with the priority of %s"), name);
    case SL_STATE_CALL:
    case SL_STATE_ACTIVE:
    default:
      return g_steal_pointer (&name);
    }
}

/* Of a task of which it is known on which processor it runs, or in whose queue it is. */
static char *
dup_place (const SlRows *rows, guint trace, guint32 state, guint32 cpu)
{
  g_autofree char *name = dup_name (rows, trace, cpu);

  /* Translators: the name of a processor, such as CPU 1 */
  return state == SL_STATE_RUNNING ? g_strdup_printf (_ ("running on %s"), name)
                                   : g_strdup_printf (_ ("ready, waits for %s"), name);
}

/* Of a processor whose events name a task, or the other way round, where switches are not recorded. */
static char *
dup_seen (const SlRows *rows, guint trace, SlLaneType type, guint32 object)
{
  g_autofree char *name = dup_name (rows, trace, object);

  /* Translators: the name of a task; then that of a processor, such as CPU 1 */
  return type == SL_LANE_CPU
             ? g_strdup_printf (_ ("not recorded who runs; each event names %s"), name)
             : g_strdup_printf (_ ("not recorded whether it runs; events on %s name it"), name);
}

/**
 * sl_text_state:
 * @trace: number in the set of @rows
 * @type: of the lane
 * @state: an #SlState
 * @detail: of the slice, as its state has it
 *
 * Returns: (transfer full): what a slice says, without times: "running", "waits for state"; "" for
 *   a state that says nothing
 */
char *
sl_text_state (const SlRows *rows, guint trace, SlLaneType type, guint32 state, guint32 detail)
{
  if (names_somebody (type, state) ||
      (type == SL_LANE_BRANCH && state == SL_STATE_INTERRUPT && detail != 0))
    return dup_named (rows, trace, type, state, detail);

  if (type == SL_LANE_TASK && detail != 0 && (state == SL_STATE_RUNNING || state == SL_STATE_READY))
    return dup_place (rows, trace, state, detail);
  if (detail != 0 && state == SL_STATE_UNKNOWN && (type == SL_LANE_TASK || type == SL_LANE_CPU))
    return dup_seen (rows, trace, type, detail);

  switch (state)
    {
    case SL_STATE_BITS_16:
    case SL_STATE_BITS_32:
    case SL_STATE_BITS_64:
      return g_strdup (_ (sl_state_get_title ((SlState) state)));
    case SL_STATE_WRITTEN:
      return dup_written (rows, trace, detail);
    case SL_STATE_STRAIGHT:
      return dup_straight (rows, trace, detail);
    case SL_STATE_ASLEEP:
      /* Translators: a power state of a processor, such as C6 */
      return g_strdup_printf (_ ("asleep, C%u"), detail);
    case SL_STATE_GAP:
      return detail == SL_GAP_SEAM
                 ? g_strdup (_ ("another chunk begins; an event may be missing"))
                 : g_strdup_printf (_ ("not recorded: %s"), sl_text_gap_reason (detail));
    case SL_STATE_NOT_RECORDED:
      /* Translators: a family of events, such as "Interrupts" */
      return g_strdup_printf (_ ("%s events not recorded"), detail < sl_family_get_count ()
                                                                ? _ (sl_family_get_title (detail))
                                                                : "");
    case SL_STATE_IDLE:
      return type == SL_LANE_CPU ? g_strdup (_ ("idle")) : dup_plain (state);
    default:
      return dup_plain (state);
    }
}

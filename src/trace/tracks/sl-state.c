/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-state.h"

#include <glib/gi18n-lib.h>

typedef struct
{
  const char *id;
  const char *title;
} State;

static const State states[SL_N_STATES] = {
  [SL_STATE_NONE] = { "none", N_ ("Nothing") },
  [SL_STATE_RUNNING] = { "running", N_ ("Running") },
  [SL_STATE_INTERRUPTED] = { "interrupted", N_ ("Interrupted") },
  [SL_STATE_READY] = { "ready", N_ ("Ready") },
  [SL_STATE_BLOCKED] = { "blocked", N_ ("Blocked") },
  [SL_STATE_THROTTLED] = { "throttled", N_ ("Throttled") },
  [SL_STATE_SUSPENDED] = { "suspended", N_ ("Suspended") },
  [SL_STATE_IDLE] = { "idle", N_ ("Idle") },
  [SL_STATE_UNKNOWN] = { "unknown", N_ ("Unknown") },
  [SL_STATE_INTERRUPT] = { "interrupt", N_ ("Interrupt") },
  [SL_STATE_ACTIVE] = { "active", N_ ("Active") },
  [SL_STATE_HELD] = { "held", N_ ("Held") },
  [SL_STATE_WAITED] = { "waited", N_ ("Waited for") },
  [SL_STATE_EXHAUSTED] = { "exhausted", N_ ("Exhausted") },
  [SL_STATE_INACTIVE] = { "inactive", N_ ("Inactive") },
  [SL_STATE_INHERITS] = { "inherits", N_ ("Inherits priority") },
  [SL_STATE_CLI] = { "cli", N_ ("Interrupts disabled") },
  [SL_STATE_REAL_MODE] = { "real-mode", N_ ("Real mode") },
  [SL_STATE_TRACED] = { "traced", N_ ("Traced") },
  [SL_STATE_BITS_16] = { "bits-16", N_ ("16 bits") },
  [SL_STATE_BITS_32] = { "bits-32", N_ ("32 bits") },
  [SL_STATE_BITS_64] = { "bits-64", N_ ("64 bits") },
  [SL_STATE_TRANSACTION] = { "transaction", N_ ("Transaction") },
  [SL_STATE_GUEST] = { "guest", N_ ("Guest") },
  [SL_STATE_STRAIGHT] = { "straight", N_ ("Straight run") },
  [SL_STATE_WRITTEN] = { "written", N_ ("Written") },
  [SL_STATE_ASLEEP] = { "asleep", N_ ("Asleep") },
  [SL_STATE_CALL] = { "call", N_ ("Call") },
  [SL_STATE_UNDECODED] = { "undecoded", N_ ("Not decoded") },
  [SL_STATE_GAP] = { "gap", N_ ("Gap") },
  [SL_STATE_NOT_RECORDED] = { "not-recorded", N_ ("Not recorded") },
  [SL_STATE_UNINTERRUPTIBLE] = { "uninterruptible", N_ ("Uninterruptible") },
  [SL_STATE_STOPPED] = { "stopped", N_ ("Stopped") },
  [SL_STATE_WAKING] = { "waking", N_ ("Waking") },
  [SL_STATE_SOFTIRQ] = { "softirq", N_ ("Softirq") },
};

/**
 * sl_state_get_id:
 *
 * Returns: (transfer none): the word of the command line, such as "real-mode"
 */
const char *
sl_state_get_id (SlState state)
{
  g_return_val_if_fail ((guint) state < SL_N_STATES, "unknown");

  return states[state].id;
}

/**
 * sl_state_get_title:
 *
 * Returns: (transfer none): the words for people, to be translated by the caller
 */
const char *
sl_state_get_title (SlState state)
{
  g_return_val_if_fail ((guint) state < SL_N_STATES, "Unknown");

  return states[state].title;
}

/**
 * sl_state_find:
 * @id: the word of the command line
 * @state: (out) (optional): left alone where @id is not a state
 *
 * %SL_STATE_NONE has no word: no slice bears it.
 *
 * Returns: whether @id is a state
 */
gboolean
sl_state_find (const char *id, SlState *state)
{
  g_return_val_if_fail (id != NULL, FALSE);

  for (guint i = SL_STATE_NONE + 1; i < SL_N_STATES; i++)
    {
      if (g_str_equal (states[i].id, id))
        {
          if (state != NULL)
            *state = i;
          return TRUE;
        }
    }

  return FALSE;
}

/**
 * sl_gap_reason_get_id:
 *
 * Returns: (transfer none): the word that stands in the column "detail" of a gap
 */
const char *
sl_gap_reason_get_id (SlGapReason reason)
{
  switch (reason)
    {
    case SL_GAP_LOST:
      return "lost";
    case SL_GAP_BLACKOUT:
      return "blackout";
    case SL_GAP_OVERFLOW:
      return "overflow";
    case SL_GAP_UNKNOWN_LENGTH:
      return "unknown length";
    case SL_GAP_SEAM:
      return "seam";
    default:
      g_return_val_if_reached ("unknown");
    }
}

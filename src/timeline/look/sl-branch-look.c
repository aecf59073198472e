/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-branch-look.h"

#include <glib/gi18n-lib.h>
#include <stdio.h>
#include <string.h>

#include "sl-source-extras.h"
#include "sl-text-code.h"
#include "sl-text-topa.h"

/* By what stands behind the processor in the lane's name; the colour's rank, -1 for that of what
 * each slice is about. */
static const struct
{
  const char *what;
  const char *title;
  int colour;
} looks[] = {
  { "tracing", N_ ("Tracing"), 2 },
  { "address-space", N_ ("Address space"), -1 },
  { "guest", N_ ("Guest"), 6 },
  { "mode", N_ ("Mode"), 5 },
  { "transactions", N_ ("Transactions"), 3 },
  { "interrupts", N_ ("Interrupts, exceptions"), -1 },
  { "calls", N_ ("Calls"), -1 },
  { "messages", N_ ("Branches, unpaired"), 0 },
  { "jumps", N_ ("Branches by message"), 0 },
  { "straight", N_ ("Straight runs"), 1 },
  { "operand-size", N_ ("Operand size"), 5 },
  { "branches", N_ ("Branches / 1000"), 0 },
  { "taken", N_ ("Taken, %"), 4 },
  { "regions", N_ ("Output region"), 4 },
  { "full", N_ ("Region full"), 7 },
  { "targets", N_ ("Indirect targets"), 1 },
  { "bytes", N_ ("Packet bytes / 1000"), 7 },
  { "power", N_ ("Power states"), 6 },
  { "frequency", N_ ("Core:bus ratio"), 3 },
  { "values", N_ ("Written values"), 5 },
};

static guint
find_look (const SlLane *lane)
{
  const char *slash = strchr (lane->name, '/');

  for (guint i = 0; slash != NULL && i < G_N_ELEMENTS (looks); i++)
    {
      if (g_str_equal (looks[i].what, slash + 1))
        return i;
    }

  return G_MAXUINT;
}

/**
 * sl_branch_look_title:
 *
 * Returns: (transfer full): what the lane is called; with the number of the processor where that is
 *   not the first
 */
char *
sl_branch_look_title (const SlLane *lane)
{
  guint look = find_look (lane);
  guint cpu = 0;

  if (lane->map != NULL)
    return g_strdup (_ ("Addresses"));
  if (look == G_MAXUINT)
    return g_strdup (lane->name);
  if (sscanf (lane->name, "cpu:%u/", &cpu) != 1 || cpu == 0)
    return g_strdup (_ (looks[look].title));

  return g_strdup_printf ("%s (%u)", _ (looks[look].title), cpu);
}

/**
 * sl_branch_look_colour:
 *
 * Returns: the rank of the lane's colour; -1 where each slice has its own
 */
int
sl_branch_look_colour (const SlLane *lane)
{
  guint look = find_look (lane);

  return look != G_MAXUINT ? looks[look].colour : -1;
}

/* A thread whose spans were recorded and nothing else. */
static gboolean
is_spans (const SlLane *lane)
{
  const SlTrack *states =
      lane->type == SL_LANE_TASK ? sl_lane_get_track (lane, SL_ROLE_STATES) : NULL;
  guint32 state, detail;

  if (states == NULL || sl_track_get_n_codes (states) == 0)
    return FALSE;

  sl_track_get_code (states, 0, &state, &detail);
  return state == SL_STATE_ACTIVE;
}

/**
 * sl_branch_look_is_calls:
 *
 * Returns: whether the lane tells what was called, or the spans of a thread: each in another, the outermost on top
 */
gboolean
sl_branch_look_is_calls (const SlLane *lane)
{
  guint look = lane->type == SL_LANE_BRANCH ? find_look (lane) : G_MAXUINT;

  return (look != G_MAXUINT && g_str_equal (looks[look].what, "calls")) || is_spans (lane);
}

/**
 * sl_branch_look_has_signs:
 *
 * Returns: whether the lane's instants are signs with their names
 */
gboolean
sl_branch_look_has_signs (const SlLane *lane)
{
  guint look = lane->type == SL_LANE_BRANCH ? find_look (lane) : G_MAXUINT;

  return look != G_MAXUINT && g_str_equal (looks[look].what, "full");
}

/**
 * sl_branch_look_is_state:
 *
 * Returns: whether only lanes of branch traces have this state, which is about no object
 */
gboolean
sl_branch_look_is_state (guint32 state)
{
  return state >= SL_STATE_TRACED && state <= SL_STATE_ASLEEP;
}

/**
 * sl_branch_look_label:
 * @trace: number in @set
 *
 * Returns: (transfer full): what stands in a box of this state
 */
char *
sl_branch_look_label (SlTraceSet *set, guint trace, guint32 state, guint32 detail)
{
  if (state == SL_STATE_WRITTEN)
    return sl_text_topa_place (sl_source_get_topa_layout (
                                   sl_trace_get_source (sl_trace_set_get_trace (set, trace))),
                               detail);

  if (state == SL_STATE_ASLEEP)
    return g_strdup_printf ("C%u", detail);

  if (state == SL_STATE_STRAIGHT && detail != 0)
    return sl_text_code (sl_trace_set_get_annotations (set, trace), detail, 8);

  return g_strdup (_ (sl_state_get_title ((SlState) state)));
}

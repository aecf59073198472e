/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "sl-sched-state.h"

G_BEGIN_DECLS

/**
 * SlEffectivePriority:
 * @measure: by which the policy orders: a priority, of which the greater goes first, or a length or
 *   a time, of which the smaller does
 * @known: whether the facts that the policy asks for are there
 * @of: whose it is: the task itself, or who it inherits from
 * @server: whose deadline or priority it is, where @of runs in a server; 0 for none
 * @ceiling: the lock whose ceiling gives it, under the immediate ceiling protocol; 0 for none
 */
typedef struct
{
  gint64 measure;
  gboolean known;
  guint32 of;
  guint32 server;
  guint32 ceiling;
} SlEffectivePriority;

/**
 * SlTie:
 * @SL_TIE_NONE: nothing tells who of two equals goes first
 * @SL_TIE_RELEASED: the job of one was released first
 * @SL_TIE_LISTED: both were released at the same instant, and the trace has one first
 * @SL_TIE_SERVER: one runs in a server, and the other does not
 */
typedef enum
{
  SL_TIE_NONE,
  SL_TIE_RELEASED,
  SL_TIE_LISTED,
  SL_TIE_SERVER,
} SlTie;

const char *sl_tie_get_id (SlTie tie);

SlEffectivePriority
sl_effective_priority_get (const SlSchedState *sched, SlReplay *replay, guint32 task);
SlTie sl_effective_priority_get_tie (const SlSchedState *sched,
                                     SlReplay *replay,
                                     guint32 one,
                                     guint32 other);
int sl_effective_priority_compare (const SlSchedState *sched,
                                   SlReplay *replay,
                                   guint32 one,
                                   guint32 other);

G_END_DECLS

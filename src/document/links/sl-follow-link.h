/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* From what is picked to what it has to do with, in other rows, and back. */

#include "sl-document.h"

G_BEGIN_DECLS

typedef enum
{
  SL_FOLLOW_ACROSS,    /* the same in the other row: of the task, or of its processor */
  SL_FOLLOW_OBSTACLE,  /* who keeps the task from running: who runs instead, or has its lock */
  SL_FOLLOW_LOCK,      /* the lock that the task waits for */
  SL_FOLLOW_MOVE_TO,   /* its next run on another processor */
  SL_FOLLOW_MOVE_FROM, /* its last one before on another */
  SL_N_FOLLOWS,
} SlFollow;

typedef enum
{
  SL_FOLLOW_DONE,
  SL_FOLLOW_NO_PICK, /* what is picked is not a slice of a task or processor */
  SL_FOLLOW_NOTHING, /* it has to do with nobody in that way */
  SL_FOLLOW_NO_ROW,  /* that has no row */
} SlFollowResult;

/**
 * SlFollowed:
 * @object: number of the object in whose row it is
 * @time: at which its box there is, in ticks of the trace
 */
typedef struct
{
  guint32 object;
  SlTime time;
} SlFollowed;

SlFollowResult sl_follow_link_find (SlDocument *document, SlFollow follow, SlFollowed *followed);
SlFollowResult sl_follow_link_go (SlDocument *document, SlFollow follow);
gboolean sl_follow_link_find_slice (SlDocument *document, guint32 *object, SlItem *slice);

void sl_follow_link_leave (SlDocument *document, const SlTarget *from);
gboolean sl_follow_link_return (SlDocument *document, int direction);

G_END_DECLS

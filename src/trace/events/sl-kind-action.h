/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* What kinds mean. Whoever wants to know what an event, a mark or an element of a picture says about the system
 * asks for its action, never for one format's kind. */

#include "sl-kind.h"

G_BEGIN_DECLS

/* In place of by how many microseconds a budget is more as it is replenished, in an action or in the detail of a mark: it is
 * whole, and that was not recorded but follows, with the deadline, from the kernel's rules. */
#define SL_ACTED_COMPUTED  (-1)
#define SL_SERVER_COMPUTED ((guint32) SL_ACTED_COMPUTED)

/* The detail of a mark: the budget is that many microseconds more, from 1 on, as the kernel's rules say. */
static inline guint32
sl_server_compute_amount (gint64 microseconds)
{
  return SL_SERVER_COMPUTED - (guint32) CLAMP (microseconds, 1, G_MAXINT32 - 1);
}

/* Whether @detail of a replenishment says that it was not recorded. */
static inline gboolean
sl_server_is_computed (guint32 detail)
{
  return detail > G_MAXINT32;
}

/* Returns: by how many microseconds the budget is more, by @detail of a replenishment; 0 where it is whole */
static inline guint32
sl_server_get_amount (guint32 detail)
{
  return sl_server_is_computed (detail) ? SL_SERVER_COMPUTED - detail : detail;
}

/* By number of the kind; read through sl_kind_get_action(). */
extern guint8 sl_kind_actions[G_MAXUINT16 + 1];

/**
 * sl_kind_get_action:
 * @kind: any number
 *
 * Safe from any thread.
 *
 * Returns: what events and marks of that kind mean, whatever format they come from; %SL_ACTION_NONE for kinds that
 *   nobody registered
 */
static inline SlAction
sl_kind_get_action (guint32 kind)
{
  return kind <= G_MAXUINT16 ? (SlAction) sl_kind_actions[kind] : SL_ACTION_NONE;
}

/* Whether events of that kind release a job. */
static inline gboolean
sl_kind_is_release (guint32 kind)
{
  SlAction action = sl_kind_get_action (kind);

  return action == SL_ACTION_RELEASE || action == SL_ACTION_ACTIVATE;
}

G_END_DECLS

/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* What events say about the system, whatever format they come from: this task runs on that processor now, a job
 * is released, a lock is given back. Everything that is known about schedules is worked out from these; a format,
 * also a plugin, says by its kinds or by a translator (sl-translator.h) which actions its events are.
 *
 * sl-action-table.h has the vocabulary. */

#include "sl-time.h"

G_BEGIN_DECLS

/* SL_ACTION_RUN and so on; SL_ACTION_NONE for an event that says nothing about the system. */
typedef enum
{
  SL_ACTION_NONE,
#define SL_ACTION(symbol, ...) SL_ACTION_##symbol,
#include "sl-action-table.h"
#undef SL_ACTION
  SL_N_ACTIONS,
} SlAction;

/**
 * SlActionGroups:
 *
 * What a format declares that its events say; a bit for each group of actions. %SL_TELLS_WAKEUPS is no group: with
 * it every change of a task's state is said. Then nobody wakes but by %SL_ACTION_READY, and a lock is got only by
 * %SL_ACTION_ACQUIRE; without it, both follow from releases, budgets and locks where nothing is said. Nor is
 * %SL_TELLS_PLACES: with it a task that is ready is in the queue of the action's processor.
 */
typedef enum
{
  SL_TELLS_SCHEDULING = 1 << 0,
  SL_TELLS_JOBS = 1 << 1,
  SL_TELLS_LOCKS = 1 << 2,
  SL_TELLS_SERVERS = 1 << 3,
  SL_TELLS_INTERRUPTS = 1 << 4,
  SL_TELLS_MARKS = 1 << 5,
  SL_TELLS_BUS = 1 << 6,
  SL_TELLS_BRANCHES = 1 << 7,
  SL_TELLS_RECORDING = 1 << 8,
  SL_TELLS_WAKEUPS = 1 << 9,
  SL_TELLS_PLACES = 1 << 10,
} SlActionGroups;

/**
 * SlActionParts:
 *
 * What an action takes besides its time and its processor.
 */
typedef enum
{
  SL_ACTION_HAS_NOTHING = 0,
  SL_ACTION_HAS_TASK = 1 << 0,
  SL_ACTION_HAS_OBJECT = 1 << 1,
  SL_ACTION_HAS_VALUE = 1 << 2,
} SlActionParts;

const char *sl_action_get_id (SlAction action);
const char *sl_action_get_title (SlAction action);
SlActionGroups sl_action_get_group (SlAction action);
SlActionParts sl_action_get_parts (SlAction action);
gboolean sl_action_is_of_addresses (SlAction action);
gboolean sl_action_may_lack_value (SlAction action);
gboolean sl_action_is_of_flows (SlAction action);
gboolean sl_action_has_budget (SlAction action);
gboolean sl_action_has_duration (SlAction action);
gboolean sl_action_has_job_number (SlAction action);
SlAction sl_action_find (const char *id);
const char *sl_action_group_get_id (SlActionGroups group);

G_END_DECLS

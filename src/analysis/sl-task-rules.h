/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* What is asked of each task and server of one trace, in ticks: from the task model and from options. */

#include "sl-job.h"

G_BEGIN_DECLS

/**
 * SlTaskRule:
 * @name: (nullable): what the task model calls it; interned
 * @deadline: relative; 0 where none is given
 * @deadline_from: who gives it
 * @period: 0 where none is given
 * @wcet: of a server its budget; 0 where none is given
 * @priority: the greater, the more urgent; means something where @has_priority
 * @level: the preemption level, or the priority where only that is given; where @has_level
 * @colour: 0xrrggbb; where @has_colour
 * @server: (nullable): what the task model calls the server that it runs in; interned
 */
typedef struct
{
  const char *name;
  gint64 deadline;
  SlDeadlineFrom deadline_from;
  gint64 period;
  gint64 wcet;
  gint64 priority;
  gboolean has_priority;
  gint64 level;
  gboolean has_level;
  guint32 colour;
  gboolean has_colour;
  const char *server;
} SlTaskRule;

/**
 * SlLockRule:
 * @name: (nullable): what the task model calls it; interned
 * @protocol: (nullable): a word of the task model; interned
 * @ceiling: means something where @has_ceiling
 */
typedef struct
{
  const char *name;
  const char *protocol;
  gint64 ceiling;
  gboolean has_ceiling;
} SlLockRule;

typedef struct _SlTaskRules SlTaskRules;

SlTaskRules *sl_task_rules_new (void);
SlTaskRules *sl_task_rules_copy (const SlTaskRules *self);
void sl_task_rules_free (SlTaskRules *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (SlTaskRules, sl_task_rules_free)

void sl_task_rules_set (SlTaskRules *self, guint32 task, const SlTaskRule *rule);
void sl_task_rules_set_deadline (SlTaskRules *self, guint32 task, gint64 deadline);
const SlTaskRule *sl_task_rules_get (const SlTaskRules *self, guint32 task);

void sl_task_rules_set_lock (SlTaskRules *self, guint32 lock, const SlLockRule *rule);
const SlLockRule *sl_task_rules_get_lock (const SlTaskRules *self, guint32 lock);
gboolean sl_task_rules_has_locks (const SlTaskRules *self);
gboolean
sl_task_rules_holds_back (const SlTaskRules *self, guint32 lock, guint32 holder, guint32 task);

G_END_DECLS

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
} SlTaskRule;

typedef struct _SlTaskRules SlTaskRules;

SlTaskRules *sl_task_rules_new (void);
SlTaskRules *sl_task_rules_copy (const SlTaskRules *self);
void sl_task_rules_free (SlTaskRules *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (SlTaskRules, sl_task_rules_free)

void sl_task_rules_set (SlTaskRules *self, guint32 task, const SlTaskRule *rule);
void sl_task_rules_set_deadline (SlTaskRules *self, guint32 task, gint64 deadline);
const SlTaskRule *sl_task_rules_get (const SlTaskRules *self, guint32 task);

G_END_DECLS

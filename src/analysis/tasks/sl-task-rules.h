/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* What is asked of each task, server and interrupt line of one trace, in ticks: from the task model, from options, and
 * from the trace. */

#include "sl-job.h"

G_BEGIN_DECLS

/**
 * SlTaskRule:
 * @name: (nullable): what the task model calls it; interned
 * @deadline: relative; 0 where none is given
 * @deadline_from: who gives it
 * @period: 0 where none is given
 * @is_period_recorded: @period is what the trace says
 * @wcet: of a server its budget; 0 where none is given
 * @jitter: by how much a release may come late
 * @offset: of the first release; 0 where none is given
 * @first: when the first job is due, as the trace records it; where @has_first
 * @is_sporadic: whether releases may lie further apart than @period
 * @is_aperiodic: whether releases are a list of times, without a period
 * @priority: the greater, the more urgent; means something where @has_priority
 * @level: the preemption level, or the priority where only that is given; where @has_level
 * @colour: 0xrrggbb; where @has_colour
 * @server: (nullable): what the task model calls the server that it runs in; interned
 * @policy: (nullable): of a server, how its budget is replenished: a word of the task model;
 *   interned
 * @begin: (nullable): what the task logs where a job begins, * and ? being wildcards; interned
 * @end: (nullable): likewise, where one ends
 */
typedef struct
{
  const char *name;
  gint64 deadline;
  SlDeadlineFrom deadline_from;
  gint64 period;
  gboolean is_period_recorded;
  gint64 wcet;
  gint64 jitter;
  gint64 offset;
  SlTime first;
  gboolean has_first;
  gboolean is_sporadic;
  gboolean is_aperiodic;
  gint64 priority;
  gboolean has_priority;
  gint64 level;
  gboolean has_level;
  guint32 colour;
  gboolean has_colour;
  const char *server;
  const char *policy;
  const char *begin;
  const char *end;
} SlTaskRule;

/**
 * SlLockRule:
 * @name: (nullable): what the task model calls it; interned
 * @protocol: (nullable): a word of the task model, for all locks where it has none of its own;
 *   interned
 * @ceiling: means something where @has_ceiling
 */
typedef struct
{
  const char *name;
  const char *protocol;
  gint64 ceiling;
  gboolean has_ceiling;
} SlLockRule;

/**
 * SlSectionRule:
 * @task: number in the trace's table
 * @lock: number in the trace's table, or one beyond it for a lock that the trace does not know
 * @protocol: (nullable): the lock's, as in #SlLockRule
 * @begin: what a job of the task has executed when it takes the lock
 * @length: what it executes while it has it
 */
typedef struct
{
  guint32 task;
  guint32 lock;
  const char *protocol;
  gint64 begin;
  gint64 length;
} SlSectionRule;

/**
 * SlSchedulerRule:
 * @policy: (nullable): a word of the task model; interned
 * @protocol: (nullable): of locks that have none of their own; interned
 * @overhead: what each step of the kernel takes that it records; 0 where that is not given
 */
typedef struct
{
  const char *policy;
  const char *protocol;
  gint64 overhead;
} SlSchedulerRule;

typedef struct _SlTaskRules SlTaskRules;

SlTaskRules *sl_task_rules_new (void);
SlTaskRules *sl_task_rules_copy (const SlTaskRules *self);
void sl_task_rules_free (SlTaskRules *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (SlTaskRules, sl_task_rules_free)

void sl_task_rules_set (SlTaskRules *self, guint32 task, const SlTaskRule *rule);
void sl_task_rules_set_deadline (SlTaskRules *self, guint32 task, gint64 deadline);
void sl_task_rules_add_period (SlTaskRules *self, guint32 task, gint64 period);
void sl_task_rules_add_wcet (SlTaskRules *self, guint32 task, gint64 wcet);
void sl_task_rules_add_first (SlTaskRules *self, guint32 task, SlTime first, gint64 offset);
void sl_task_rules_add_deadline (SlTaskRules *self, guint32 task, gint64 deadline);
const SlTaskRule *sl_task_rules_get (const SlTaskRules *self, guint32 task);

void sl_task_rules_set_lock (SlTaskRules *self, guint32 lock, const SlLockRule *rule);
const SlLockRule *sl_task_rules_get_lock (const SlTaskRules *self, guint32 lock);
void sl_task_rules_add_section (SlTaskRules *self, const SlSectionRule *section);
const SlSectionRule *sl_task_rules_get_sections (const SlTaskRules *self, guint *n_sections);
void sl_task_rules_set_scheduler (SlTaskRules *self, const SlSchedulerRule *scheduler);
const SlSchedulerRule *sl_task_rules_get_scheduler (const SlTaskRules *self);
gboolean sl_task_rules_holds_back (const SlTaskRules *self, guint32 lock, guint32 task);

G_END_DECLS

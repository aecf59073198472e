/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* What schedulability analysis is told of a system with one processor: nothing of a trace, only
 * numbers. Times are ticks, of any length up to %SL_THEORY_MOST. */

#include "sl-policy.h"

G_BEGIN_DECLS

/* Sums of some of these stay below 2⁶³. Longer times count as unknown. */
#define SL_THEORY_MOST (G_GINT64_CONSTANT (1) << 58)

typedef enum
{
  SL_PROTOCOL_UNKNOWN, /* or several at once: what they do together is not analysed */
  SL_PROTOCOL_NONE,
  SL_PROTOCOL_NPP,
  SL_PROTOCOL_PIP,
  SL_PROTOCOL_PCP,
  SL_PROTOCOL_ICPP,
  SL_PROTOCOL_SRP,
} SlProtocol;

/**
 * SlTheoryKind:
 * @SL_THEORY_TASK: scheduled by the policy
 * @SL_THEORY_SERVER: likewise, in the stead of the tasks that it serves
 * @SL_THEORY_BANDWIDTH: a server that asks for no more than its share of any interval, with a
 *   deadline for it; only under EDF
 * @SL_THEORY_INTERRUPT: before all others, under any policy; no lock keeps it waiting
 * @SL_THEORY_SERVED: runs in a server, which stands for it; only its sections are looked at
 */
typedef enum
{
  SL_THEORY_TASK,
  SL_THEORY_SERVER,
  SL_THEORY_BANDWIDTH,
  SL_THEORY_INTERRUPT,
  SL_THEORY_SERVED,
} SlTheoryKind;

/**
 * SlTheoryTask:
 * @wcet: C, the longest execution of a job; of a server its budget; 0 where it is not known
 * @period: T, the shortest distance of two releases without their jitter; 0 where it is not known
 * @deadline: D, from the release on; 0 for none
 * @jitter: J, by how much a release may come late. Responses and deadlines count from the release
 *   itself, as a trace shows it
 * @priority: the greater, the more urgent; read under fixed priorities
 * @offset: of the first release; bounds leave it out, since tasks that are released together are
 *   no better off. 0 where it is not known
 * @is_sporadic: releases may lie further apart than the period, so that no offset lasts
 */
typedef struct
{
  SlTheoryKind kind;
  gint64 wcet;
  gint64 period;
  gint64 deadline;
  gint64 jitter;
  gint64 priority;
  gint64 offset;
  gboolean is_sporadic;
} SlTheoryTask;

/**
 * SlTheorySection:
 * @task: number in the set
 * @lock: any number that stands for it
 * @begin: what a job of the task has executed when it takes the lock
 * @length: what it executes while it has it, sections inside included; above 0
 *
 * A task's sections lie beside or inside each other.
 */
typedef struct
{
  guint task;
  guint lock;
  gint64 begin;
  gint64 length;
} SlTheorySection;

/**
 * SlTheorySet:
 *
 * Borrows its arrays; immutable.
 */
typedef struct
{
  SlPolicy policy;
  SlProtocol protocol;
  const SlTheoryTask *tasks;
  guint n_tasks;
  const SlTheorySection *sections;
  guint n_sections;
} SlTheorySet;

/**
 * SlBoundState:
 * @SL_BOUND_KNOWN: the bound holds
 * @SL_BOUND_OVERLOAD: there is none: more is asked for than the processor has
 * @SL_BOUND_BLOCKED: there is none: how long a lock is waited for has no bound
 * @SL_BOUND_NO_FIGURES: a WCET, a period or a priority that it needs is not known
 * @SL_BOUND_NO_METHOD: the policy or the protocol is not known, or not analysed
 * @SL_BOUND_TOO_LONG: not computed: it would take too many steps, or more ticks than are counted
 * @SL_BOUND_MIGRATES: its processor also runs tasks that move to others: only partitions are analysed
 */
typedef enum
{
  SL_BOUND_KNOWN,
  SL_BOUND_OVERLOAD,
  SL_BOUND_BLOCKED,
  SL_BOUND_NO_FIGURES,
  SL_BOUND_NO_METHOD,
  SL_BOUND_TOO_LONG,
  SL_BOUND_MIGRATES,
  SL_N_BOUND_STATES,
} SlBoundState;

/**
 * SlBound:
 * @ticks: means something where @state is %SL_BOUND_KNOWN
 */
typedef struct
{
  SlBoundState state;
  gint64 ticks;
} SlBound;

/* How much work an analysis may still do: about one unit a division. */
typedef gint64 SlTheoryEffort;

/* Some tenths of a second. */
#define SL_THEORY_EFFORT G_GINT64_CONSTANT (20000000)

const char *sl_protocol_get_id (SlProtocol protocol);
SlProtocol sl_protocol_from_id (const char *id);
const char *sl_bound_state_get_id (SlBoundState state);

void sl_theory_rank (SlPolicy policy, SlTheoryTask *tasks, guint n_tasks);
gboolean sl_theory_task_has_figures (const SlTheoryTask *task);
gboolean sl_theory_asks (const SlTheoryTask *task, gint64 interval, gint64 *sum);
SlBoundState sl_theory_settle (const SlTheoryTask *tasks,
                               guint n_tasks,
                               gint64 own,
                               gint64 *interval,
                               SlTheoryEffort *effort);
gboolean sl_theory_spend (SlTheoryEffort *effort, gint64 units);

G_END_DECLS

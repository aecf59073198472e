/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-sim-private.h"

#include "sl-error.h"

/* A run writes some ten records a job; this is a file of a hundred megabytes and more. */
#define MAX_RELEASES 1000000

#define MAX_PRIORITY G_GINT64_CONSTANT (1000000000)
#define MAX_OVERHEAD G_GINT64_CONSTANT (1000000000)

static gboolean G_GNUC_PRINTF (2, 3) refuse (GError **error, const char *format, ...)
{
  va_list arguments;

  va_start (arguments, format);
  if (error != NULL)
    *error = g_error_new_valist (SL_ERROR, SL_ERROR_USAGE, format, arguments);
  va_end (arguments);
  return FALSE;
}

static gboolean
check_priority (const char *group,
                const char *name,
                gboolean has_priority,
                gint64 priority,
                GError **error)
{
  if (!has_priority)
    return refuse (error, "[%s %s]: It has no priority, which fp needs", group, name);
  if (ABS (priority) > MAX_PRIORITY)
    return refuse (error,
                   "[%s %s], priority: %" G_GINT64_FORMAT
                   ": −1000000000 to 1000000000 are accepted by the simulator",
                   group, name, priority);

  return TRUE;
}

static gboolean
check_task (const SlSimTask *task, const SlSimOptions *options, GError **error)
{
  if (options->scheduler == SL_SIM_FP && task->server == SL_SIM_NO_SERVER &&
      !check_priority ("task", task->name, task->has_priority, task->priority, error))
    return FALSE;
  if (options->overrun == SL_SIM_ABORT && task->steps->len > 0)
    return refuse (error,
                   "[task %s], sections: A job that holds a lock cannot be aborted; use "
                   "--overrun continue or skip",
                   task->name);
  if (options->overrun == SL_SIM_THROTTLE && task->steps->len > 0)
    return refuse (error,
                   "[task %s], sections: A job that holds a lock cannot be throttled; use "
                   "--overrun continue or skip",
                   task->name);
  if (options->overrun == SL_SIM_ABORT &&
      (task->deadline == 0 || task->deadline > task->pattern.period))
    return refuse (error, "[task %s]: --overrun abort needs a deadline of at most the period",
                   task->name);

  return TRUE;
}

static gboolean
check_server (const SlSimServer *server, const SlSimOptions *options, GError **error)
{
  gboolean is_cbs = server->policy <= SL_SIM_HCBS;

  if (is_cbs && options->scheduler != SL_SIM_EDF)
    return refuse (error, "[server %s], policy: cbs and hcbs require the scheduler edf",
                   server->name);
  if (!is_cbs && options->scheduler > SL_SIM_FP)
    return refuse (error, "[server %s], policy: ps, ds and ss require the scheduler rm, dm or fp",
                   server->name);
  if (options->scheduler == SL_SIM_FP)
    return check_priority ("server", server->name, server->has_priority, server->priority, error);

  return TRUE;
}

/* What could fill a disk. */
static gboolean
check_length (const SlTaskSet *set, const SlSimOptions *options, GError **error)
{
  gint64 n = 0;

  for (guint i = 0; i < sl_task_set_get_n_tasks (set); i++)
    {
      gint64 period = sl_task_set_get_task (set, i)->pattern.period;

      n += period > 0 ? options->until / period : 0;
    }
  if (n > MAX_RELEASES)
    return refuse (error,
                   "%" G_GINT64_FORMAT
                   " jobs would be released; at most %d are accepted: give an earlier end",
                   n, MAX_RELEASES);

  n = 0;
  for (guint i = 0; i < sl_task_set_get_n_lines (set); i++)
    {
      gint64 period = sl_task_set_get_line (set, i)->pattern.period;

      n += period > 0 ? options->until / period : 0;
    }
  for (guint i = 0; i < sl_task_set_get_n_servers (set); i++)
    {
      const SlSimServer *server = sl_task_set_get_server (set, i);

      n += options->until / (server->policy == SL_SIM_CBS ? server->budget : server->period);
    }
  if (n > MAX_RELEASES)
    return refuse (error, "More than %d interrupts and budgets: give an earlier end", MAX_RELEASES);
  if (options->scheduler == SL_SIM_RR && options->until / options->quantum > MAX_RELEASES)
    return refuse (error, "More than %d quanta: give a longer one, or an earlier end",
                   MAX_RELEASES);

  return TRUE;
}

/**
 * sl_sim_check:
 *
 * Returns: %FALSE with %SL_ERROR_USAGE where the options do not fit each other or the set
 */
gboolean
sl_sim_check (const SlTaskSet *set, const SlSimOptions *options, GError **error)
{
  if (options->protocol >= SL_SIM_PIP && options->scheduler >= SL_SIM_FIFO)
    return refuse (error, "Under fifo and rr the protocols are none and npp");
  if ((options->protocol == SL_SIM_PCP || options->protocol == SL_SIM_ICPP) &&
      options->scheduler == SL_SIM_EDF)
    return refuse (error, "Under edf the protocols are none, npp, pip and srp");
  if (options->until < 0 || options->until > SL_SET_MAX_DURATION)
    return refuse (error, "The end is not from 0 to 1000000 s");
  if (options->quantum <= 0)
    return refuse (error, "The quantum is not above 0");

  if (options->overhead < 0 || options->overhead > MAX_OVERHEAD)
    return refuse (error, "The overhead is not from 0 to 1 s");

  for (guint i = 0; i < sl_task_set_get_n_tasks (set); i++)
    if (!check_task (sl_task_set_get_task (set, i), options, error))
      return FALSE;
  for (guint i = 0; i < sl_task_set_get_n_servers (set); i++)
    if (!check_server (sl_task_set_get_server (set, i), options, error))
      return FALSE;

  return check_length (set, options, error);
}

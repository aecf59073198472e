/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-task-set.h"

#include <string.h>

#include "sl-error.h"

/* Servers are few; lines are those of the interrupt controllers, but for the timer's. */
#define MAX_SERVERS 64

struct _SlTaskSet
{
  SlTaskModel *model;
  GPtrArray *tasks;   /* of SlSimTask */
  GPtrArray *locks;   /* of names */
  GPtrArray *servers; /* of SlSimServer */
  GPtrArray *lines;   /* of SlSimLine */
};

static void
free_task (gpointer data)
{
  SlSimTask *task = data;

  g_free (task->name);
  sl_sim_pattern_clear (&task->pattern);
  sl_sim_distribution_clear (&task->distribution);
  g_array_unref (task->steps);
  g_free (task);
}

static void
free_server (gpointer data)
{
  SlSimServer *server = data;

  g_free (server->name);
  g_free (server);
}

static void
free_line (gpointer data)
{
  SlSimLine *line = data;

  g_free (line->name);
  sl_sim_pattern_clear (&line->pattern);
  sl_sim_distribution_clear (&line->distribution);
  g_free (line);
}

void
sl_task_set_free (SlTaskSet *self)
{
  sl_task_model_unref (self->model);
  g_ptr_array_unref (self->tasks);
  g_ptr_array_unref (self->locks);
  g_ptr_array_unref (self->servers);
  g_ptr_array_unref (self->lines);
  g_free (self);
}

static gboolean
find_server (const SlTaskSet *self, const SlTaskSetReader *reader, guint *server, GError **error)
{
  g_autofree char *name = sl_task_set_reader_get (reader, "server");

  *server = SL_SIM_NO_SERVER;
  for (guint i = 0; name != NULL && i < self->servers->len; i++)
    if (g_str_equal (sl_task_set_get_server (self, i)->name, name))
      *server = i;

  if (name == NULL || *server != SL_SIM_NO_SERVER)
    return TRUE;
  return sl_task_set_reader_fail (reader, "server", error,
                                  "A group [server %s] with policy, budget and period is missing",
                                  name);
}

/* Whether the interrupt of some line releases the task. */
static gboolean
has_line (const SlTaskSet *self, guint task)
{
  for (guint i = 0; i < self->lines->len; i++)
    if (sl_task_set_get_line (self, i)->task == task)
      return TRUE;

  return FALSE;
}

static gboolean
read_task (SlTaskSet *self, const SlTaskSetReader *reader, guint number, GError **error)
{
  SlSimTask *task = g_ptr_array_index (self->tasks, number);

  task->has_priority = sl_task_set_reader_read_number (reader, "priority", &task->priority);
  if (!sl_sim_pattern_read (&task->pattern, reader, error) ||
      !sl_sim_distribution_read (&task->distribution, reader, error) ||
      !sl_task_set_reader_read_duration (reader, "deadline", &task->deadline, error) ||
      !sl_sim_sections_read (reader, task->distribution.wcet, self->locks, task->steps, error) ||
      !find_server (self, reader, &task->server, error))
    return FALSE;

  if (task->pattern.period == 0 && task->pattern.arrivals->len == 0 && !has_line (self, number))
    return sl_task_set_reader_fail (
        reader, "period", error,
        "Neither a period, arrivals nor the task of an interrupt says when it is released");
  if (task->server != SL_SIM_NO_SERVER && task->steps->len > 0)
    return sl_task_set_reader_fail (
        reader, "sections", error,
        "A task in a server cannot use locks: its budget may end while it holds one");
  if (task->deadline == 0)
    task->deadline = task->pattern.period;
  return TRUE;
}

static gboolean
read_server (SlTaskSet *self, const SlTaskSetReader *reader, SlSimServer *server, GError **error)
{
  const char *const *policies = sl_model_keys_find (SL_MODEL_SERVER, "policy")->choices;
  g_autofree char *policy = sl_task_set_reader_get (reader, "policy");
  guint found = 0;

  while (policy != NULL && found < SL_SIM_N_SERVER_POLICIES &&
         !g_str_equal (policies[found], policy))
    found++;
  if (policy == NULL || found == SL_SIM_N_SERVER_POLICIES)
    return sl_task_set_reader_fail (reader, "policy", error,
                                    "%s%s%s; cbs, hcbs, ps, ds and ss are simulated",
                                    policy != NULL ? "“" : "",
                                    policy != NULL ? policy : "None given",
                                    policy != NULL ? "”" : "");
  if (!sl_task_set_reader_read_duration (reader, "budget", &server->budget, error) ||
      !sl_task_set_reader_read_duration (reader, "period", &server->period, error))
    return FALSE;
  if (server->budget == 0 || server->period == 0)
    return sl_task_set_reader_fail (reader, server->budget == 0 ? "budget" : "period", error,
                                    "A server needs a budget and a period");
  if (server->budget > server->period)
    return sl_task_set_reader_fail (reader, "budget", error,
                                    "%" G_GINT64_FORMAT " ns are more than the period of "
                                    "%" G_GINT64_FORMAT " ns",
                                    server->budget, server->period);
  if (found == SL_SIM_SS && server->budget > SL_SIM_MAX_SS_BUDGET)
    return sl_task_set_reader_fail (reader, "budget", error,
                                    "A sporadic server has a budget of at most 10 s");

  server->policy = (SlSimServerPolicy) found;
  server->has_priority = sl_task_set_reader_read_number (reader, "priority", &server->priority);
  return TRUE;
}

static gboolean
find_task (const SlTaskSet *self, const SlTaskSetReader *reader, guint *task, GError **error)
{
  g_autofree char *name = sl_task_set_reader_get (reader, "task");

  *task = SL_SIM_NO_TASK;
  for (guint i = 0; name != NULL && i < self->tasks->len; i++)
    if (g_str_equal (sl_task_set_get_task (self, i)->name, name))
      *task = i;

  if (name == NULL || *task != SL_SIM_NO_TASK)
    return TRUE;
  return sl_task_set_reader_fail (reader, "task", error, "A group [task %s] is missing", name);
}

/* 0 where the set does not tell it. */
static gboolean
read_number (const SlTaskSetReader *reader, guint *number, GError **error)
{
  g_autofree char *match = sl_task_set_reader_get (reader, "match");
  const char *digits =
      match != NULL && g_str_has_prefix (match, "irq:") ? match + strlen ("irq:") : match;
  guint64 line = 0;

  if (match != NULL &&
      !g_ascii_string_to_unsigned (digits, 10, 1, SL_TASK_SET_MAX_LINES, &line, NULL))
    return sl_task_set_reader_fail (reader, "match", error,
                                    "“%s” is not a line: use 1 to %d, or irq:1 to irq:%d", match,
                                    SL_TASK_SET_MAX_LINES, SL_TASK_SET_MAX_LINES);

  *number = (guint) line;
  return TRUE;
}

static gboolean
read_line (SlTaskSet *self, const SlTaskSetReader *reader, SlSimLine *line, GError **error)
{
  g_autofree char *nested = sl_task_set_reader_get (reader, "nested");

  line->is_nested = g_strcmp0 (nested, "yes") == 0;
  if (!sl_sim_pattern_read (&line->pattern, reader, error) ||
      !sl_sim_distribution_read (&line->distribution, reader, error) ||
      !find_task (self, reader, &line->task, error))
    return FALSE;
  if (line->pattern.period == 0 && line->pattern.arrivals->len == 0)
    return sl_task_set_reader_fail (reader, "period", error,
                                    "Neither a period nor arrivals say when it occurs");

  return TRUE;
}

static gboolean
is_taken (const SlTaskSet *self, const SlSimLine *but, guint number)
{
  for (guint i = 0; i < self->lines->len; i++)
    {
      const SlSimLine *line = sl_task_set_get_line (self, i);

      if (line != but && line->number == number)
        return TRUE;
    }

  return FALSE;
}

/* What has no number gets the first that is free. */
static gboolean
number_lines (SlTaskSet *self, char **names, GError **error)
{
  for (guint i = 0; i < self->lines->len; i++)
    {
      const SlTaskSetReader reader = { self->model, SL_MODEL_INTERRUPT, names[i], NULL };
      SlSimLine *line = g_ptr_array_index (self->lines, i);

      if (!read_number (&reader, &line->number, error))
        return FALSE;
      if (line->number > 0 && is_taken (self, line, line->number))
        return sl_task_set_reader_fail (&reader, "match", error, "Line %u is already in use",
                                        line->number);
    }

  for (guint i = 0; i < self->lines->len; i++)
    {
      SlSimLine *line = g_ptr_array_index (self->lines, i);

      for (guint number = 1; line->number == 0; number++)
        if (!is_taken (self, line, number))
          line->number = number;
    }

  return TRUE;
}

static SlSimTask *
make_task (const char *name)
{
  SlSimTask *task = g_new0 (SlSimTask, 1);

  task->name = g_strdup (name);
  task->steps = g_array_new (FALSE, FALSE, sizeof (SlSimStep));
  return task;
}

static SlSimServer *
make_server (const char *name)
{
  SlSimServer *server = g_new0 (SlSimServer, 1);

  server->name = g_strdup (name);
  return server;
}

static SlSimLine *
make_line (const char *name)
{
  SlSimLine *line = g_new0 (SlSimLine, 1);

  line->name = g_strdup (name);
  return line;
}

static gboolean
check_number (const SlTaskModel *model,
              SlModelGroup group,
              char **names,
              guint least,
              guint most,
              GError **error)
{
  guint n = g_strv_length (names);

  if (n >= least && n <= most)
    return TRUE;

  g_set_error (error, SL_ERROR, SL_ERROR_USAGE,
               "%s: There are %u groups [%sNAME]; a task set has from %u to %u",
               sl_task_model_get_file_name (model), n, sl_model_group_get_prefix (group), least,
               most);
  return FALSE;
}

static gboolean
read_groups (SlTaskSet *self,
             const SlClock *clock,
             char **tasks,
             char **servers,
             char **lines,
             GError **error)
{
  for (guint i = 0; servers[i] != NULL; i++)
    {
      const SlTaskSetReader reader = { self->model, SL_MODEL_SERVER, servers[i], clock };

      if (!read_server (self, &reader, g_ptr_array_index (self->servers, i), error))
        return FALSE;
    }
  for (guint i = 0; lines[i] != NULL; i++)
    {
      const SlTaskSetReader reader = { self->model, SL_MODEL_INTERRUPT, lines[i], clock };

      if (!read_line (self, &reader, g_ptr_array_index (self->lines, i), error))
        return FALSE;
    }
  for (guint i = 0; tasks[i] != NULL; i++)
    {
      const SlTaskSetReader reader = { self->model, SL_MODEL_TASK, tasks[i], clock };

      if (!read_task (self, &reader, i, error))
        return FALSE;
    }

  return number_lines (self, lines, error);
}

/**
 * sl_task_set_new:
 * @model: is kept; to be changed no more
 *
 * Fails with %SL_ERROR_USAGE, and names line, group, key, value and what is accepted.
 *
 * Returns: (transfer full): %NULL on error
 */
SlTaskSet *
sl_task_set_new (const SlTaskModel *model, GError **error)
{
  const SlRate rate = { 0, 1000000000, 1 };
  g_autoptr (SlTaskSet) self = g_new0 (SlTaskSet, 1);
  g_autoptr (SlClock) clock = sl_clock_new (SL_UNIT_TICKS, 0, &rate, 1);
  g_auto (GStrv) tasks = sl_task_model_list (model, SL_MODEL_TASK);
  g_auto (GStrv) servers = sl_task_model_list (model, SL_MODEL_SERVER);
  g_auto (GStrv) lines = sl_task_model_list (model, SL_MODEL_INTERRUPT);

  self->model = sl_task_model_ref (model);
  self->tasks = g_ptr_array_new_with_free_func (free_task);
  self->locks = g_ptr_array_new_with_free_func (g_free);
  self->servers = g_ptr_array_new_with_free_func (free_server);
  self->lines = g_ptr_array_new_with_free_func (free_line);
  if (!check_number (model, SL_MODEL_TASK, tasks, 1, SL_TASK_SET_MAX_TASKS, error) ||
      !check_number (model, SL_MODEL_SERVER, servers, 0, MAX_SERVERS, error) ||
      !check_number (model, SL_MODEL_INTERRUPT, lines, 0, SL_TASK_SET_MAX_LINES, error))
    return NULL;

  for (guint i = 0; tasks[i] != NULL; i++)
    g_ptr_array_add (self->tasks, make_task (tasks[i]));
  for (guint i = 0; servers[i] != NULL; i++)
    g_ptr_array_add (self->servers, make_server (servers[i]));
  for (guint i = 0; lines[i] != NULL; i++)
    g_ptr_array_add (self->lines, make_line (lines[i]));
  if (!read_groups (self, clock, tasks, servers, lines, error))
    return NULL;

  return g_steal_pointer (&self);
}

guint
sl_task_set_get_n_tasks (const SlTaskSet *self)
{
  return self->tasks->len;
}

/* Returns: (transfer none): tasks and locks are numbered from 0 in the file's order */
const SlSimTask *
sl_task_set_get_task (const SlTaskSet *self, guint task)
{
  g_return_val_if_fail (task < self->tasks->len, NULL);

  return g_ptr_array_index (self->tasks, task);
}

guint
sl_task_set_get_n_locks (const SlTaskSet *self)
{
  return self->locks->len;
}

/* Returns: (transfer none): its name */
const char *
sl_task_set_get_lock (const SlTaskSet *self, guint lock)
{
  g_return_val_if_fail (lock < self->locks->len, NULL);

  return g_ptr_array_index (self->locks, lock);
}

/* Returns: (transfer none): what the set was made of */
const SlTaskModel *
sl_task_set_get_model (const SlTaskSet *self)
{
  return self->model;
}

guint
sl_task_set_get_n_servers (const SlTaskSet *self)
{
  return self->servers->len;
}

/* Returns: (transfer none): servers and lines are numbered from 0 in the file's order */
const SlSimServer *
sl_task_set_get_server (const SlTaskSet *self, guint server)
{
  g_return_val_if_fail (server < self->servers->len, NULL);

  return g_ptr_array_index (self->servers, server);
}

guint
sl_task_set_get_n_lines (const SlTaskSet *self)
{
  return self->lines->len;
}

/* Returns: (transfer none) */
const SlSimLine *
sl_task_set_get_line (const SlTaskSet *self, guint line)
{
  g_return_val_if_fail (line < self->lines->len, NULL);

  return g_ptr_array_index (self->lines, line);
}

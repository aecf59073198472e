/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-sheet-table.h"

#include <glib/gi18n-lib.h>

#include "sl-figure.h"

/* In the place of what a task does not have. */
#define NOTHING "–"

/* One column of the table of tasks: left out where no task has anything in it. */
typedef struct
{
  const char *title;
  gboolean is_symbol;
  gboolean is_kept;
  char *(*get) (const SlTaskSet *set, const SlSimTask *task); /* (nullable): NULL for nothing */
} Column;

void
sl_sheet_table_free (SlSheetTable *self)
{
  g_ptr_array_unref (self->cells);
  g_free (self);
}

/* With the heading. */
guint
sl_sheet_table_get_n_rows (const SlSheetTable *self)
{
  return self->cells->len / self->n_columns;
}

/* Returns: (transfer none) */
const char *
sl_sheet_table_get (const SlSheetTable *self, guint row, guint column)
{
  g_return_val_if_fail (column < self->n_columns, NULL);
  g_return_val_if_fail (row < sl_sheet_table_get_n_rows (self), NULL);

  return g_ptr_array_index (self->cells, row * self->n_columns + column);
}

static SlSheetTable *
table_new (guint n_columns)
{
  SlSheetTable *self = g_new0 (SlSheetTable, 1);

  self->n_columns = n_columns;
  self->cells = g_ptr_array_new_with_free_func (g_free);
  return self;
}

/* (transfer full) (nullable) */
static char *
dup_time (gint64 ns)
{
  SlFigure figure = sl_figure_of_time (ns);

  return ns != 0 ? sl_figure_to_text (&figure) : NULL;
}

static char *
get_name (const SlTaskSet *set G_GNUC_UNUSED, const SlSimTask *task)
{
  return g_strdup (task->name);
}

static char *
get_wcet (const SlTaskSet *set G_GNUC_UNUSED, const SlSimTask *task)
{
  return dup_time (task->distribution.wcet);
}

static char *
get_period (const SlTaskSet *set G_GNUC_UNUSED, const SlSimTask *task)
{
  return dup_time (task->pattern.period);
}

static char *
get_deadline (const SlTaskSet *set G_GNUC_UNUSED, const SlSimTask *task)
{
  return dup_time (task->deadline);
}

static char *
get_offset (const SlTaskSet *set G_GNUC_UNUSED, const SlSimTask *task)
{
  return dup_time (task->pattern.offset);
}

static char *
get_jitter (const SlTaskSet *set G_GNUC_UNUSED, const SlSimTask *task)
{
  return dup_time (task->pattern.jitter);
}

static char *
get_priority (const SlTaskSet *set G_GNUC_UNUSED, const SlSimTask *task)
{
  return task->has_priority ? g_strdup_printf ("%" G_GINT64_FORMAT, task->priority) : NULL;
}

/* As the task model has it: the words of the laws are its keywords. But "2ms" becomes "2 ms". */
static char *
get_text (const SlTaskSet *set, const SlSimTask *task, const char *key)
{
  g_autofree char *value =
      sl_task_model_get (sl_task_set_get_model (set), SL_MODEL_TASK, task->name, key);
  g_autoptr (GString) text = g_string_new (NULL);

  if (value == NULL)
    return NULL;

  for (const char *p = value; *p != '\0'; p++)
    {
      if (p > value && g_ascii_isdigit (p[-1]) && g_ascii_isalpha (*p))
        g_string_append_c (text, ' ');
      g_string_append_c (text, *p);
    }

  return g_string_free (g_steal_pointer (&text), FALSE);
}

static char *
get_execution (const SlTaskSet *set, const SlSimTask *task)
{
  return get_text (set, task, "execution");
}

static char *
get_sporadic (const SlTaskSet *set G_GNUC_UNUSED, const SlSimTask *task)
{
  return dup_time (task->pattern.sporadic);
}

static char *
get_arrivals (const SlTaskSet *set, const SlSimTask *task)
{
  return get_text (set, task, "arrivals");
}

/* When the lock that is taken at @step is given back. */
static gint64
find_end (const SlSimTask *task, guint step)
{
  const SlSimStep *begin = &g_array_index (task->steps, SlSimStep, step);

  for (guint i = step + 1; i < task->steps->len; i++)
    {
      const SlSimStep *end = &g_array_index (task->steps, SlSimStep, i);

      if (!end->takes && end->lock == begin->lock)
        return end->at;
    }

  return begin->at;
}

/* "bus from 1 ms to 5 ms": by what the job has executed */
static char *
get_sections (const SlTaskSet *set, const SlSimTask *task)
{
  g_autoptr (GString) text = g_string_new (NULL);

  for (guint i = 0; i < task->steps->len; i++)
    {
      const SlSimStep *step = &g_array_index (task->steps, SlSimStep, i);
      SlFigure from = sl_figure_of_time (step->at);
      SlFigure to = sl_figure_of_time (find_end (task, i));
      g_autofree char *begin = sl_figure_to_text (&from);
      g_autofree char *end = sl_figure_to_text (&to);

      if (!step->takes)
        continue;
      if (text->len > 0)
        g_string_append (text, "; ");
      /* Translators: a critical section: the lock, and what the job has executed at its ends */
      g_string_append_printf (text, _ ("%s from %s to %s"), sl_task_set_get_lock (set, step->lock),
                              begin, end);
    }

  return text->len > 0 ? g_string_free (g_steal_pointer (&text), FALSE) : NULL;
}

static char *
get_server (const SlTaskSet *set, const SlSimTask *task)
{
  return task->server != SL_SIM_NO_SERVER
             ? g_strdup (sl_task_set_get_server (set, task->server)->name)
             : NULL;
}

static const Column columns[] = {
  { N_ ("Task"), FALSE, TRUE, get_name },
  { "C", TRUE, TRUE, get_wcet },
  { "T", TRUE, TRUE, get_period },
  { "D", TRUE, TRUE, get_deadline },
  { N_ ("Priority"), FALSE, FALSE, get_priority },
  { N_ ("Offset"), FALSE, FALSE, get_offset },
  { N_ ("Jitter"), FALSE, FALSE, get_jitter },
  { N_ ("Sporadic"), FALSE, FALSE, get_sporadic },
  { N_ ("Arrivals"), FALSE, FALSE, get_arrivals },
  { N_ ("Execution"), FALSE, FALSE, get_execution },
  { N_ ("Server"), FALSE, FALSE, get_server },
  { N_ ("Critical sections"), FALSE, FALSE, get_sections },
};

static gboolean
is_wanted (const SlTaskSet *set, const Column *column)
{
  for (guint i = 0; i < sl_task_set_get_n_tasks (set) && !column->is_kept; i++)
    {
      g_autofree char *text = column->get (set, sl_task_set_get_task (set, i));

      if (text != NULL)
        return TRUE;
    }

  return column->is_kept;
}

/**
 * sl_sheet_table_new_tasks:
 *
 * Returns: (transfer full): the tasks with what they are asked for; what none of them has is left
 *   out, but for C, T and D
 */
SlSheetTable *
sl_sheet_table_new_tasks (const SlTaskSet *set)
{
  const Column *wanted[G_N_ELEMENTS (columns)];
  SlSheetTable *self = table_new (0);

  for (guint i = 0; i < G_N_ELEMENTS (columns); i++)
    if (is_wanted (set, &columns[i]))
      {
        self->symbols |= columns[i].is_symbol ? 1u << self->n_columns : 0;
        g_ptr_array_add (self->cells,
                         g_strdup (columns[i].is_symbol ? columns[i].title : _ (columns[i].title)));
        wanted[self->n_columns++] = &columns[i];
      }
  for (guint i = 0; i < sl_task_set_get_n_tasks (set); i++)
    for (guint k = 0; k < self->n_columns; k++)
      {
        char *text = wanted[k]->get (set, sl_task_set_get_task (set, i));

        g_ptr_array_add (self->cells, text != NULL ? text : g_strdup (NOTHING));
      }

  return self;
}

static const char *
get_policy_title (SlSimServerPolicy policy)
{
  switch (policy)
    {
    case SL_SIM_CBS:
      return _ ("Constant bandwidth server");
    case SL_SIM_HCBS:
      return _ ("Hard constant bandwidth server");
    case SL_SIM_PS:
      return _ ("Polling server");
    case SL_SIM_DS:
      return _ ("Deferrable server");
    case SL_SIM_SS:
      return _ ("Sporadic server");
    case SL_SIM_N_SERVER_POLICIES:
    default:
      g_return_val_if_reached (NULL);
    }
}

/**
 * sl_sheet_table_new_servers:
 *
 * Returns: (transfer full) (nullable): %NULL where the set has none
 */
SlSheetTable *
sl_sheet_table_new_servers (const SlTaskSet *set)
{
  guint n_servers = sl_task_set_get_n_servers (set);
  SlSheetTable *self;
  gboolean has_priorities = FALSE;

  if (n_servers == 0)
    return NULL;

  for (guint i = 0; i < n_servers; i++)
    has_priorities = has_priorities || sl_task_set_get_server (set, i)->has_priority;
  self = table_new (has_priorities ? 5 : 4);
  self->symbols = 1u << 2 | 1u << 3;
  g_ptr_array_add (self->cells, g_strdup (_ ("Server")));
  g_ptr_array_add (self->cells, g_strdup (_ ("Policy")));
  g_ptr_array_add (self->cells, g_strdup ("Q"));
  g_ptr_array_add (self->cells, g_strdup ("T"));
  if (has_priorities)
    g_ptr_array_add (self->cells, g_strdup (_ ("Priority")));

  for (guint i = 0; i < n_servers; i++)
    {
      const SlSimServer *server = sl_task_set_get_server (set, i);

      g_ptr_array_add (self->cells, g_strdup (server->name));
      g_ptr_array_add (self->cells, g_strdup (get_policy_title (server->policy)));
      g_ptr_array_add (self->cells, dup_time (server->budget));
      g_ptr_array_add (self->cells, dup_time (server->period));
      if (has_priorities)
        g_ptr_array_add (self->cells, server->has_priority
                                          ? g_strdup_printf ("%" G_GINT64_FORMAT, server->priority)
                                          : g_strdup (NOTHING));
    }

  return self;
}

/**
 * sl_sheet_table_new_lines:
 *
 * Returns: (transfer full) (nullable): the interrupts; %NULL where the set has none
 */
SlSheetTable *
sl_sheet_table_new_lines (const SlTaskSet *set)
{
  guint n_lines = sl_task_set_get_n_lines (set);
  SlSheetTable *self;

  if (n_lines == 0)
    return NULL;

  self = table_new (3);
  self->symbols = 1u << 1 | 1u << 2;
  g_ptr_array_add (self->cells, g_strdup (_ ("Interrupt")));
  g_ptr_array_add (self->cells, g_strdup ("C"));
  g_ptr_array_add (self->cells, g_strdup ("T"));
  for (guint i = 0; i < n_lines; i++)
    {
      const SlSimLine *line = sl_task_set_get_line (set, i);
      char *wcet = dup_time (line->distribution.wcet);
      char *period = dup_time (line->pattern.period);

      g_ptr_array_add (self->cells, g_strdup (line->name));
      g_ptr_array_add (self->cells, wcet != NULL ? wcet : g_strdup (NOTHING));
      g_ptr_array_add (self->cells, period != NULL ? period : g_strdup (NOTHING));
    }

  return self;
}

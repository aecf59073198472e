/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-task-set.h"

#include <string.h>

#include "sl-error.h"
#include "sl-time-text.h"

/* Of a list in one value, and of the locks of all tasks: a set is written by hand. */
#define MAX_LIST  4096
#define MAX_LOCKS 64

/* Sums of some of these stay far from the end of 64 bits. */
#define MAX_DURATION (G_GINT64_CONSTANT (1000000000) * 1000000)

struct _SlTaskSet
{
  const SlTaskModel *model;
  GPtrArray *tasks; /* of SlSimTask */
  GPtrArray *locks; /* of names */
};

typedef struct
{
  const SlTaskModel *model;
  const char *name;
  SlClock *clock;
  SlTaskSet *set;
} Reader;

typedef struct
{
  gint64 begin;
  gint64 end;
  guint lock;
} Section;

static void
free_task (gpointer data)
{
  SlSimTask *task = data;

  g_free (task->name);
  g_array_unref (task->arrivals);
  g_array_unref (task->executions);
  g_array_unref (task->steps);
  g_free (task);
}

void
sl_task_set_free (SlTaskSet *self)
{
  g_ptr_array_unref (self->tasks);
  g_ptr_array_unref (self->locks);
  g_free (self);
}

static gboolean G_GNUC_PRINTF (4, 5)
    fail (const Reader *self, const char *key, GError **error, const char *format, ...)
{
  guint line = sl_task_model_find_line (self->model, SL_MODEL_TASK, self->name, key);
  const char *file = sl_task_model_get_file_name (self->model);
  g_autofree char *text = NULL;
  va_list arguments;

  va_start (arguments, format);
  text = g_strdup_vprintf (format, arguments);
  va_end (arguments);
  if (line > 0)
    g_set_error (error, SL_ERROR, SL_ERROR_USAGE, "%s: Line %u, [task %s], %s: %s", file, line,
                 self->name, key, text);
  else
    g_set_error (error, SL_ERROR, SL_ERROR_USAGE, "%s: [task %s]: %s", file, self->name, text);

  return FALSE;
}

static char *
get (const Reader *self, const char *key)
{
  return sl_task_model_get (self->model, SL_MODEL_TASK, self->name, key);
}

/* @text is a part of the value of @key. */
static gboolean
parse_time (const Reader *self,
            const char *key,
            const char *text,
            gint64 least,
            gint64 *ticks,
            GError **error)
{
  g_autofree char *stripped = g_strstrip (g_strdup (text));

  if (sl_duration_parse (stripped, self->clock, ticks, NULL) && *ticks >= least &&
      *ticks <= MAX_DURATION)
    return TRUE;

  return fail (self, key, error,
               "“%s” is no time from %s to 1000000 s: a number with s, ms, us or ns", stripped,
               least > 0 ? "1 ns" : "0");
}

/* @ticks stays as it is where the task has no such key. */
static gboolean
read_duration (const Reader *self, const char *key, gint64 *ticks, GError **error)
{
  g_autofree char *value = get (self, key);

  return value == NULL || parse_time (self, key, value, 1, ticks, error);
}

static gboolean
read_list (const Reader *self, const char *key, gint64 least, GArray *list, GError **error)
{
  g_autofree char *value = get (self, key);
  g_auto (GStrv) parts = value != NULL ? g_strsplit (value, ",", MAX_LIST + 1) : NULL;

  for (guint i = 0; parts != NULL && parts[i] != NULL; i++)
    {
      gint64 ticks;

      if (i == MAX_LIST)
        return fail (self, key, error, "More than %d times", MAX_LIST);
      if (!parse_time (self, key, parts[i], least, &ticks, error))
        return FALSE;
      g_array_append_val (list, ticks);
    }

  return TRUE;
}

static gboolean
read_arrivals (const Reader *self, SlSimTask *task, GError **error)
{
  if (!read_list (self, "arrivals", 0, task->arrivals, error))
    return FALSE;
  if (task->arrivals->len > 0 && (task->period > 0 || task->offset > 0 || task->sporadic > 0))
    return fail (self, "arrivals", error,
                 "An aperiodic task has no period, offset or sporadic beside its arrivals");
  if (task->arrivals->len == 0 && task->period == 0)
    return fail (self, "period", error, "Neither a period nor arrivals tell when it is released");

  for (guint i = 1; i < task->arrivals->len; i++)
    if (g_array_index (task->arrivals, gint64, i) < g_array_index (task->arrivals, gint64, i - 1))
      return fail (self, "arrivals", error, "Time number %u lies before the one in front of it",
                   i + 1);

  return TRUE;
}

static gboolean
read_range (const Reader *self, const char *value, const char *dots, GArray *list, GError **error)
{
  g_autofree char *low = g_strndup (value, (gsize) (dots - value));
  gint64 ends[2];

  if (!parse_time (self, "execution", low, 1, &ends[0], error) ||
      !parse_time (self, "execution", dots + 2, 1, &ends[1], error))
    return FALSE;
  if (ends[0] > ends[1])
    return fail (self, "execution", error, "“%s” ends before it begins", value);

  g_array_append_vals (list, ends, 2);
  return TRUE;
}

static gboolean
read_execution (const Reader *self, SlSimTask *task, GError **error)
{
  g_autofree char *value = get (self, "execution");
  const char *dots = value != NULL ? strstr (value, "..") : NULL;

  task->is_range = dots != NULL;
  if (dots != NULL ? !read_range (self, value, dots, task->executions, error)
                   : !read_list (self, "execution", 1, task->executions, error))
    return FALSE;

  if (task->executions->len == 0 && task->wcet == 0)
    return fail (self, "wcet", error,
                 "Neither a wcet nor an execution tells what its jobs execute");
  if (task->executions->len == 0)
    g_array_append_val (task->executions, task->wcet);
  for (guint i = 0; task->wcet == 0 && i < task->executions->len; i++)
    task->wcet = MAX (task->wcet, g_array_index (task->executions, gint64, i));

  return TRUE;
}

static guint
find_lock (SlTaskSet *set, const char *name)
{
  for (guint i = 0; i < set->locks->len; i++)
    if (g_str_equal (g_ptr_array_index (set->locks, i), name))
      return i;

  g_ptr_array_add (set->locks, g_strdup (name));
  return set->locks->len - 1;
}

/* @text: LOCK@BEGIN+LENGTH */
static gboolean
parse_section (const Reader *self,
               const SlSimTask *task,
               const char *text,
               Section *section,
               GError **error)
{
  const char *at = strchr (text, '@');
  const char *plus = at != NULL ? strchr (at, '+') : NULL;
  g_autofree char *name = NULL;
  g_autofree char *begin = NULL;

  if (at == NULL || at == text || plus == NULL)
    return fail (self, "sections", error,
                 "“%s” is no section: give it as LOCK@BEGIN+LENGTH, such as bus@1ms+2ms", text);

  name = g_strndup (text, (gsize) (at - text));
  begin = g_strndup (at + 1, (gsize) (plus - at - 1));
  if (!parse_time (self, "sections", begin, 0, &section->begin, error) ||
      !parse_time (self, "sections", plus + 1, 1, &section->end, error))
    return FALSE;

  section->end += section->begin;
  section->lock = find_lock (self->set, g_strstrip (name));
  if (section->end > task->wcet)
    return fail (self, "sections", error, "“%s” ends after the WCET of %" G_GINT64_FORMAT " ns",
                 text, task->wcet);
  if (self->set->locks->len > MAX_LOCKS)
    return fail (self, "sections", error, "“%s” would be lock number %d; up to %d are accepted",
                 text, MAX_LOCKS + 1, MAX_LOCKS);

  return TRUE;
}

/* What begins first, and of those what ends last, lies around the others. */
static int
compare_sections (gconstpointer one, gconstpointer other)
{
  const Section *a = one;
  const Section *b = other;

  if (a->begin != b->begin)
    return a->begin < b->begin ? -1 : 1;
  return a->end == b->end ? 0 : a->end > b->end ? -1 : 1;
}

static void
close_sections (SlSimTask *task, GArray *open, gint64 until)
{
  while (open->len > 0)
    {
      const Section *last = &g_array_index (open, Section, open->len - 1);
      const SlSimStep step = { last->end, last->lock, FALSE };

      if (last->end > until)
        return;
      g_array_append_val (task->steps, step);
      g_array_set_size (open, open->len - 1);
    }
}

static gboolean
order_sections (const Reader *self, SlSimTask *task, GArray *sections, GError **error)
{
  g_autoptr (GArray) open = g_array_new (FALSE, FALSE, sizeof (Section));

  g_array_sort (sections, compare_sections);
  for (guint i = 0; i < sections->len; i++)
    {
      const Section section = g_array_index (sections, Section, i);
      const SlSimStep step = { section.begin, section.lock, TRUE };
      const char *name = g_ptr_array_index (self->set->locks, section.lock);

      close_sections (task, open, section.begin);
      for (guint k = 0; k < open->len; k++)
        {
          const Section *around = &g_array_index (open, Section, k);

          if (around->lock == section.lock)
            return fail (self, "sections", error, "It holds “%s” already when it takes it", name);
          if (section.end > around->end)
            return fail (self, "sections", error,
                         "The section of “%s” ends after the one that it begins in", name);
        }
      g_array_append_val (task->steps, step);
      g_array_append_val (open, section);
    }

  close_sections (task, open, G_MAXINT64);
  return TRUE;
}

static gboolean
read_sections (const Reader *self, SlSimTask *task, GError **error)
{
  g_autofree char *value = get (self, "sections");
  g_auto (GStrv) parts = value != NULL ? g_strsplit (value, ",", MAX_LIST + 1) : NULL;
  g_autoptr (GArray) sections = g_array_new (FALSE, FALSE, sizeof (Section));

  for (guint i = 0; parts != NULL && parts[i] != NULL; i++)
    {
      Section section;

      if (i == MAX_LIST)
        return fail (self, "sections", error, "More than %d sections", MAX_LIST);
      if (!parse_section (self, task, g_strstrip (parts[i]), &section, error))
        return FALSE;
      g_array_append_val (sections, section);
    }

  return order_sections (self, task, sections, error);
}

static gboolean
read_task (const Reader *self, SlSimTask *task, GError **error)
{
  g_autofree char *priority = get (self, "priority");
  g_autofree char *server = get (self, "server");

  if (server != NULL)
    return fail (self, "server", error, "“%s”: The simulator has no servers", server);

  task->has_priority = priority != NULL;
  if (priority != NULL)
    task->priority = g_ascii_strtoll (priority, NULL, 10);
  if (!read_duration (self, "period", &task->period, error) ||
      !read_duration (self, "deadline", &task->deadline, error) ||
      !read_duration (self, "wcet", &task->wcet, error) ||
      !read_duration (self, "offset", &task->offset, error) ||
      !read_duration (self, "jitter", &task->jitter, error) ||
      !read_duration (self, "sporadic", &task->sporadic, error) ||
      !read_arrivals (self, task, error) || !read_execution (self, task, error) ||
      !read_sections (self, task, error))
    return FALSE;

  if (task->deadline == 0)
    task->deadline = task->period;
  return TRUE;
}

static SlSimTask *
add_task (SlTaskSet *self, const char *name)
{
  SlSimTask *task = g_new0 (SlSimTask, 1);

  task->name = g_strdup (name);
  task->arrivals = g_array_new (FALSE, FALSE, sizeof (gint64));
  task->executions = g_array_new (FALSE, FALSE, sizeof (gint64));
  task->steps = g_array_new (FALSE, FALSE, sizeof (SlSimStep));
  g_ptr_array_add (self->tasks, task);
  return task;
}

/**
 * sl_task_set_new:
 * @model: must outlive the set
 *
 * Fails with %SL_ERROR_USAGE, and tells line, group, key, value and what is accepted.
 *
 * Returns: (transfer full): %NULL on error
 */
SlTaskSet *
sl_task_set_new (const SlTaskModel *model, GError **error)
{
  const SlRate rate = { 0, 1000000000, 1 };
  g_autoptr (SlTaskSet) self = g_new0 (SlTaskSet, 1);
  g_autoptr (SlClock) clock = sl_clock_new (SL_UNIT_TICKS, 0, &rate, 1);
  g_auto (GStrv) names = sl_task_model_list (model, SL_MODEL_TASK);
  g_auto (GStrv) interrupts = sl_task_model_list (model, SL_MODEL_INTERRUPT);
  guint n_names = g_strv_length (names);

  self->model = model;
  self->tasks = g_ptr_array_new_with_free_func (free_task);
  self->locks = g_ptr_array_new_with_free_func (g_free);
  if (n_names == 0 || n_names > SL_TASK_SET_MAX_TASKS)
    {
      g_set_error (error, SL_ERROR, SL_ERROR_USAGE,
                   "%s: %u groups [task NAME]; 1 to %d are accepted",
                   sl_task_model_get_file_name (model), n_names, SL_TASK_SET_MAX_TASKS);
      return NULL;
    }

  if (interrupts[0] != NULL)
    {
      g_set_error (error, SL_ERROR, SL_ERROR_USAGE,
                   "%s: [interrupt %s]: The simulator has no interrupts",
                   sl_task_model_get_file_name (model), interrupts[0]);
      return NULL;
    }

  for (guint i = 0; i < n_names; i++)
    {
      const Reader reader = { model, names[i], clock, self };

      if (!read_task (&reader, add_task (self, names[i]), error))
        return NULL;
    }

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

/* Bit k of @inside[i]: some task takes lock k while it holds lock i. */
static void
collect_nesting (const SlSimTask *task, guint64 *inside)
{
  guint64 held = 0;

  for (guint i = 0; i < task->steps->len; i++)
    {
      const SlSimStep *step = &g_array_index (task->steps, SlSimStep, i);

      for (guint lock = 0; step->takes && lock < MAX_LOCKS; lock++)
        if (held >> lock & 1)
          inside[lock] |= G_GUINT64_CONSTANT (1) << step->lock;
      held ^= G_GUINT64_CONSTANT (1) << step->lock;
    }
}

/**
 * sl_task_set_may_deadlock:
 *
 * Returns: whether the order in which tasks nest locks goes round in a circle
 */
gboolean
sl_task_set_may_deadlock (const SlTaskSet *self)
{
  guint64 inside[MAX_LOCKS] = { 0 };
  gboolean found = FALSE;

  for (guint i = 0; i < self->tasks->len; i++)
    collect_nesting (g_ptr_array_index (self->tasks, i), inside);

  for (guint via = 0; via < MAX_LOCKS; via++)
    for (guint lock = 0; lock < MAX_LOCKS; lock++)
      if (inside[lock] >> via & 1)
        inside[lock] |= inside[via];
  for (guint lock = 0; lock < MAX_LOCKS; lock++)
    found = found || (inside[lock] >> lock & 1);

  return found;
}

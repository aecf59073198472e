/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-event-sets.h"

#include <string.h>

#include "sl-error.h"
#include "sl-tracefs.h"

typedef struct
{
  const char *name;
  const char *about;
  const char *
      patterns; /* system:name, several apart by spaces; NULL for marks, which have no tracepoint */
} Set;

/* sched_stat_runtime and its like would be a third of all records, and say nothing that a switch does not. */
static const Set sets[] = {
  { "sched", "who runs, wakes, forks and inherits a priority",
    "sched:sched_switch sched:sched_wak* sched:sched_migrate_task sched:sched_process_fork "
    "sched:sched_process_exec sched:sched_process_exit sched:sched_process_free task:task_newtask "
    "sched:sched_pi_setprio syscalls:sys_enter_sched_yield syscalls:sys_*_sched_setattr "
    "syscalls:sys_*_sched_setscheduler" },
  { "irq", "interrupts, softirqs, and messages between processors",
    "irq:irq_handler_* irq:softirq_* irq_vectors:* ipi:*" },
  { "timer", "high-resolution timers, and sleeps until one fires",
    "timer:hrtimer_start timer:hrtimer_cancel timer:hrtimer_expire_* "
    "syscalls:sys_*_clock_nanosleep* syscalls:sys_*_nanosleep*" },
  { "futex", "locks and conditions of programs", "syscalls:sys_*_futex*" },
  { "marks", "what programs write into trace_marker", NULL },
  { "lock", "waiting for locks of the kernel", "lock:contention_*" },
  { "power", "idle states and frequencies", "power:cpu_idle power:cpu_frequency" },
  { "syscalls", "every system call", "syscalls:*" },
};

/**
 * sl_event_sets_get_name:
 * @i: from 0 on
 * @about: (out) (nullable): what is in it, in a few English words
 *
 * Returns: (nullable): the name of a set; %NULL behind the last one
 */
const char *
sl_event_sets_get_name (guint i, const char **about)
{
  if (i >= G_N_ELEMENTS (sets))
    return NULL;

  if (about != NULL)
    *about = sets[i].about;
  return sets[i].name;
}

void
sl_event_choice_free (SlEventChoice *self)
{
  g_ptr_array_unref (self->events);
  g_ptr_array_unref (self->missing);
  g_free (self);
}

static void
add_once (GPtrArray *names, char *name)
{
  if (g_ptr_array_find_with_equal_func (names, name, g_str_equal, NULL))
    g_free (name);
  else
    g_ptr_array_add (names, name);
}

/* Returns: how many tracepoints of this kernel match “system:name”, where * is anything */
static guint
add_pattern (SlEventChoice *self, const char *tracefs, const char *pattern)
{
  g_auto (GStrv) parts = g_strsplit (pattern, ":", 2);
  g_autofree char *folder = NULL;
  g_autoptr (GPtrArray) names = NULL;
  guint n_found = 0;

  /* A system is the name of a folder, and stays in its place. */
  if (g_strv_length (parts) != 2 || strchr (parts[0], '/') != NULL || parts[0][0] == '.' ||
      parts[0][0] == '\0')
    return 0;

  folder = g_build_filename ("events", parts[0], NULL);
  names = sl_tracefs_list (tracefs, folder);
  for (guint i = 0; i < names->len; i++)
    {
      const char *name = g_ptr_array_index (names, i);
      g_autofree char *switched = g_build_filename (folder, name, "enable", NULL);

      /* The tracer's own, such as ftrace:function, cannot be switched. */
      if (!g_pattern_match_simple (parts[1], name) || !sl_tracefs_has (tracefs, switched))
        continue;
      add_once (self->events, g_strdup_printf ("%s/%s", parts[0], name));
      n_found++;
    }

  return n_found;
}

static const Set *
find_set (const char *name)
{
  for (guint i = 0; i < G_N_ELEMENTS (sets); i++)
    if (g_str_equal (sets[i].name, name))
      return &sets[i];

  return NULL;
}

static void
add_set (SlEventChoice *self, const char *tracefs, const Set *set)
{
  g_auto (GStrv) patterns = g_strsplit (set->patterns != NULL ? set->patterns : "", " ", -1);
  guint n_found = 0;

  if (set->patterns == NULL)
    {
      self->has_marks = TRUE;
      return;
    }

  for (guint i = 0; patterns[i] != NULL; i++)
    n_found += add_pattern (self, tracefs, patterns[i]);
  if (n_found == 0)
    add_once (self->missing, g_strdup (set->name));
}

static char *
join_names (GPtrArray *names)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < names->len; i++)
    g_string_append_printf (text, "%s%s", i > 0 ? ", " : "",
                            (const char *) g_ptr_array_index (names, i));
  return g_string_free (text, FALSE);
}

/* Says what there is instead of @word. */
static gboolean
refuse (const char *tracefs, const char *word, GError **error)
{
  g_autofree char *system = g_strndup (word, strcspn (word, ":"));
  g_autofree char *folder = g_build_filename ("events", system, NULL);
  g_autofree char *known = NULL;
  g_autoptr (GPtrArray) names = NULL;
  g_autoptr (GString) words = g_string_new (NULL);

  for (guint i = 0; i < G_N_ELEMENTS (sets); i++)
    g_string_append_printf (words, "%s%s", i > 0 ? ", " : "", sets[i].name);

  if (strchr (word, ':') != NULL && strchr (system, '/') == NULL && system[0] != '.' &&
      system[0] != '\0' && sl_tracefs_has (tracefs, folder))
    {
      names = sl_tracefs_list (tracefs, folder);
      known = join_names (names);
      g_set_error (error, SL_ERROR, SL_ERROR_USAGE,
                   "“%s” is not an event of this kernel; its system “%s” has %s", word, system,
                   known);
      return FALSE;
    }

  names = sl_tracefs_list (tracefs, "events");
  known = join_names (names);
  g_set_error (
      error, SL_ERROR, SL_ERROR_USAGE,
      "“%s” is neither a set of events (%s) nor an event SYSTEM:NAME of one of this kernel’s "
      "systems (%s)",
      word, words->str, known);
  return FALSE;
}

/**
 * sl_event_choice_new:
 * @tracefs: where it is
 * @words: sets, and tracepoints as SYSTEM:NAME where * is anything, apart by commas
 * @error: %SL_ERROR_USAGE, with what there is
 *
 * Returns: (transfer full) (nullable): what is recorded; %NULL with @error
 */
SlEventChoice *
sl_event_choice_new (const char *tracefs, const char *words, GError **error)
{
  g_autoptr (SlEventChoice) self = g_new0 (SlEventChoice, 1);
  g_auto (GStrv) list = g_strsplit (words, ",", -1);

  self->events = g_ptr_array_new_with_free_func (g_free);
  self->missing = g_ptr_array_new_with_free_func (g_free);
  if (list[0] == NULL)
    {
      refuse (tracefs, "", error);
      return NULL;
    }

  for (guint i = 0; list[i] != NULL; i++)
    {
      const char *word = g_strstrip (list[i]);
      const Set *set = find_set (word);

      if (set != NULL)
        add_set (self, tracefs, set);
      else if (add_pattern (self, tracefs, word) == 0)
        {
          refuse (tracefs, word, error);
          return NULL;
        }
    }

  return g_steal_pointer (&self);
}

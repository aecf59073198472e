/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-cut-marks.h"

#include <string.h>

#include "sl-earlier-marks.h"
#include "sl-linux-kinds.h"
#include "sl-linux-marks.h"

/* A kind of mark of which each task keeps the last. */
typedef enum
{
  KEPT_RULES,
  KEPT_JOB,
  KEPT_JOB_ENDED, /* which says how its jobs end */
  N_KEPT,
} Kept;

typedef struct
{
  guint64 offsets[N_KEPT]; /* of the records; SL_OFFSET_NONE for none */
} Task;

typedef struct
{
  GHashTable *tasks; /* tid → Task */
  GTree *timers;     /* address → when it expires, both guint64 */
  GHashTable *is_dl; /* set of tids: of SCHED_DEADLINE */
  GHashTable *ended; /* set of tids: what was known of them before is of no other task */
} Finder;

static Task *
get_task (Finder *self, guint32 tid)
{
  gpointer key = GUINT_TO_POINTER (tid);
  Task *task = g_hash_table_lookup (self->tasks, key);

  if (task == NULL)
    {
      task = g_new (Task, 1);
      for (guint i = 0; i < N_KEPT; i++)
        task->offsets[i] = SL_OFFSET_NONE;
      g_hash_table_insert (self->tasks, key, task);
    }
  return task;
}

static int
compare_addresses (gconstpointer one, gconstpointer other, gpointer data)
{
  guint64 a = *(const guint64 *) one, b = *(const guint64 *) other;

  return a < b ? -1 : a > b;
}

static void
set_timer (Finder *self, guint64 address, guint64 expires)
{
  g_tree_replace (self->timers, g_memdup2 (&address, sizeof address),
                  g_memdup2 (&expires, sizeof expires));
}

static gboolean
append_timer (gpointer address, gpointer expires, gpointer lines)
{
  g_string_append_printf (lines, "0 timer 0x%" G_GINT64_MODIFIER "x %" G_GUINT64_FORMAT "\n",
                          *(guint64 *) address, *(guint64 *) expires);
  return FALSE;
}

/* Timers that had been started before a span may expire in it, and tasks may leave SCHED_DEADLINE. */
static void
take_earlier (Finder *self, const char *earlier)
{
  g_autoptr (GArray) marks = sl_earlier_marks_parse (earlier);

  for (guint i = 0; i < marks->len; i++)
    {
      const SlLinuxEarlierMark *mark = &g_array_index (marks, SlLinuxEarlierMark, i);

      if (mark->tid == 0)
        set_timer (self, mark->timer, mark->expires);
      else if (mark->is_deadline)
        g_hash_table_add (self->is_dl, GUINT_TO_POINTER (mark->tid));
    }
}

static Kept
get_kept (SlLinuxVerb verb)
{
  if (sl_linux_verb_has_rules (verb))
    return KEPT_RULES;
  return verb == SL_LINUX_VERB_JOB_ENDED ? KEPT_JOB_ENDED : KEPT_JOB;
}

/* A mark from before a span stays, unless its task ended in it, or wrote another one of its kind. */
static gboolean
stays (const Finder *self, const SlLinuxEarlierMark *mark)
{
  gpointer key = GUINT_TO_POINTER (mark->tid);
  const Task *task = g_hash_table_lookup (self->tasks, key);
  Kept kept = mark->is_deadline ? KEPT_RULES : get_kept (mark->verb);

  return mark->tid != 0 && !g_hash_table_contains (self->ended, key) &&
         (task == NULL || task->offsets[kept] == SL_OFFSET_NONE) &&
         (!mark->is_deadline || g_hash_table_contains (self->is_dl, key));
}

static void
append_earlier_marks (const Finder *self, const char *earlier, GString *lines)
{
  g_auto (GStrv) texts = g_strsplit (earlier, "\n", -1);

  for (guint i = 0; texts[i] != NULL; i++)
    {
      g_autoptr (GArray) marks = sl_earlier_marks_parse (texts[i]);

      if (marks->len > 0 && stays (self, &g_array_index (marks, SlLinuxEarlierMark, 0)))
        g_string_append_printf (lines, "%s\n", texts[i]);
    }
}

static void
see_timer (Finder *self, const SlEvent *event)
{
  if (event->kind == SL_KIND_LINUX_HRTIMER_START)
    set_timer (self, event->a, event->b);
  else if (event->kind == SL_KIND_LINUX_HRTIMER_EXPIRE_ENTRY ||
           event->kind == SL_KIND_LINUX_HRTIMER_CANCEL)
    g_tree_remove (self->timers, &event->a);
}

static void
see_prio (Finder *self, guint64 tid, gint prio)
{
  gpointer key = GUINT_TO_POINTER ((guint) tid);

  if (prio == -1)
    g_hash_table_add (self->is_dl, key);
  else if (g_hash_table_size (self->is_dl) > 0)
    g_hash_table_remove (self->is_dl, key);
}

/* The tid of a task that ended may be given to another one. */
static gboolean
visit_before (gpointer data, const SlEvent *events, guint n_events, GError **error)
{
  Finder *self = data;

  for (guint i = 0; i < n_events; i++)
    {
      const SlEvent *event = &events[i];
      guint32 tid = sl_linux_get_common_pid (event);
      SlLinuxVerb verb;

      see_timer (self, event);
      if (event->kind == SL_KIND_LINUX_SCHED_SWITCH)
        {
          see_prio (self, event->b, SL_LINUX_SWITCH_PREV_PRIO (event->detail));
          see_prio (self, event->a, SL_LINUX_SWITCH_NEXT_PRIO (event->detail));
        }
      if (event->kind == SL_KIND_LINUX_SCHED_PROCESS_EXIT)
        {
          g_hash_table_remove (self->tasks, GUINT_TO_POINTER ((guint) event->a));
          g_hash_table_add (self->ended, GUINT_TO_POINTER ((guint) event->a));
        }
      if (event->kind != SL_KIND_LINUX_PRINT || tid == 0)
        continue;

      verb = (SlLinuxVerb) sl_linux_get_extra (event);
      if ((sl_linux_verb_has_rules (verb) && event->b != 0) || sl_linux_verb_is_of_jobs (verb))
        get_task (self, tid)->offsets[get_kept (verb)] = event->offset;
    }

  return TRUE;
}

static int
compare_tids (gconstpointer one, gconstpointer other)
{
  guint a = GPOINTER_TO_UINT (one), b = GPOINTER_TO_UINT (other);

  return a < b ? -1 : a > b;
}

static void
append_line (GString *lines, SlSource *source, guint32 tid, guint64 offset)
{
  g_autoptr (GArray) details = sl_details_new ();
  const SlDetail *mark;

  if (offset == SL_OFFSET_NONE || !sl_source_describe (source, offset, details))
    return;

  mark = sl_details_find (details, "buf");
  if (mark == NULL)
    return;
  g_string_append_printf (lines, "%u %.*s\n", tid, (int) strcspn (mark->plain, "\n"), mark->plain);
}

/**
 * sl_cut_marks_find:
 * @job: whose span does not begin with the first event
 * @earlier: (nullable): what a recording that is a span itself has of those before it
 *
 * Returns: (transfer full) (nullable): the lines of sl-earlier-marks.h; %NULL with @error
 */
GString *
sl_cut_marks_find (SlCutJob *job, const char *earlier, GError **error)
{
  g_autoptr (GHashTable) tasks = g_hash_table_new_full (NULL, NULL, NULL, g_free);
  SlSource *source = sl_trace_get_source (job->request->trace);
  g_autoptr (GList) tids = NULL;
  g_autoptr (GString) lines = g_string_new (NULL);
  g_autoptr (GTree) timers = g_tree_new_full (compare_addresses, NULL, g_free, g_free);
  g_autoptr (GHashTable) is_dl = g_hash_table_new (NULL, NULL);
  g_autoptr (GHashTable) ended = g_hash_table_new (NULL, NULL);
  Finder self = { tasks, timers, is_dl, ended };

  if (earlier != NULL)
    take_earlier (&self, earlier);
  if (job->first > 0 && !sl_cut_job_visit (job, 0, job->first, visit_before, &self, error))
    return NULL;

  if (earlier != NULL)
    append_earlier_marks (&self, earlier, lines);
  tids = g_list_sort (g_hash_table_get_keys (tasks), compare_tids);
  for (GList *tid = tids; tid != NULL; tid = tid->next)
    {
      const Task *task = g_hash_table_lookup (tasks, tid->data);

      if (task->offsets[KEPT_RULES] != SL_OFFSET_NONE && g_hash_table_contains (is_dl, tid->data))
        g_string_append_printf (lines, "%u " SL_EARLIER_DEADLINE "\n",
                                GPOINTER_TO_UINT (tid->data));
      for (guint i = 0; i < N_KEPT; i++)
        append_line (lines, source, GPOINTER_TO_UINT (tid->data), task->offsets[i]);
    }
  g_tree_foreach (timers, append_timer, lines);
  return g_steal_pointer (&lines);
}

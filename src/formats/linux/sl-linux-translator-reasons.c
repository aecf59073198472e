/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Why tasks sleep uninterruptibly. A sched_blocked_reason comes after the sched_waking that ends the sleep, so a wake-up from such
 * a sleep is said only once something else is said of the task: until then the sleep can still be said anew, with its reason. */

#include "sl-linux-translator-private.h"

#include <string.h>

#include "sl-source.h"

/* Functions of the kernel that are named; a damaged file could claim more. */
#define MOST_CALLERS 4096

/* Of the extra bits: for input or output. */
#define IS_IO 1u

/* Takes the wake-up of @tid out of those that wait; FALSE where there is none. */
static gboolean
take_held (SlLinuxState *self, guint32 tid, SlActed *wake)
{
  for (guint i = 0; i < self->n_held; i++)
    {
      if (self->held[i].task != tid)
        continue;

      *wake = self->held[i];
      self->n_held--;
      memmove (self->held + i, self->held + i + 1, (self->n_held - i) * sizeof *self->held);
      return TRUE;
    }

  return FALSE;
}

/**
 * sl_linux_hold_wake:
 *
 * What was said last is the end of an uninterruptible sleep: keeps it back.
 */
void
sl_linux_hold_wake (SlLinuxState *self)
{
  if (self->n_held < G_N_ELEMENTS (self->held))
    self->held[self->n_held++] = self->said[--self->n_said];
}

/**
 * sl_linux_let_go:
 * @tid: of a task of which something else is about to be said
 */
void
sl_linux_let_go (SlLinuxState *self, guint32 tid)
{
  SlActed wake;

  if (take_held (self, tid, &wake))
    sl_linux_append (self, &wake);
}

/**
 * sl_linux_let_all_go:
 *
 * There are no more events.
 */
void
sl_linux_let_all_go (SlLinuxState *self)
{
  for (guint i = 0; i < self->n_held; i++)
    sl_linux_append (self, &self->held[i]);
  self->n_held = 0;
}

/* What the kernel called the place where the task slept, or its address there; NULL where there are too many. */
static const char *
find_caller (SlLinuxState *self, SlSource *source)
{
  g_autoptr (GArray) details = sl_details_new ();
  const SlDetail *name = NULL;
  g_autofree char *text = NULL;
  const char *known;

  if (source == NULL || !sl_source_describe (source, self->event->offset, details))
    return NULL;
  name = sl_details_find (details, "caller_name");
  if (name == NULL)
    name = sl_details_find (details, "caller");
  if (name == NULL || name->value[0] == '\0')
    return NULL;

  text = g_strndup (name->value, strcspn (name->value, "+ "));
  if (self->callers == NULL)
    self->callers = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  known = g_hash_table_lookup (self->callers, text);
  if (known != NULL || g_hash_table_size (self->callers) == MOST_CALLERS)
    return known;

  known = text;
  g_hash_table_insert (self->callers, text, text);
  g_steal_pointer (&text);
  return known;
}

/* "read/folio_wait_bit_common/io": the system call, where it is known, the place in the kernel, and whether for input or
 * output. */
static guint64
make_reason (SlLinuxState *self, const SlLinuxTask *task, const char *caller)
{
  g_autoptr (GString) text = g_string_new (NULL);
  g_autofree char *call = NULL;

  if (task->call != 0 && self->names != NULL)
    call = sl_linux_names_dup (self->names, SL_OBJECT_SYSCALL, task->call - 1, 0);
  if (call != NULL)
    g_string_append_printf (text, "%s/", call);
  g_string_append (text, caller);
  if ((sl_linux_get_extra (self->event) & IS_IO) != 0)
    g_string_append (text, "/io");
  return sl_reason_id_make (text->str, text->len);
}

/**
 * sl_linux_take_reason:
 *
 * Takes a sched_blocked_reason: what a task has slept for, or sleeps, since it left its processor.
 */
void
sl_linux_take_reason (SlLinuxState *self, SlSource *source)
{
  SlLinuxTask *task =
      self->event->a != 0 ? sl_linux_find_task (self, (guint32) self->event->a) : NULL;
  const char *caller;
  SlActed wake, *sleep;
  gboolean is_held;

  if (task == NULL || task->deep_at == SL_TIME_MAX)
    return;
  caller = find_caller (self, source);
  if (caller == NULL)
    return;

  is_held = take_held (self, task->tid, &wake);
  if (!is_held && task->place != SL_LINUX_PLACE_ASLEEP)
    return;

  sleep = sl_linux_say (self, SL_ACTION_SLEEP_UNINTERRUPTIBLY, task->tid);
  sleep->time = task->deep_at;
  sleep->object_type = SL_OBJECT_REASON;
  sleep->object = make_reason (self, task, caller);
  task->deep_at = SL_TIME_MAX;
  if (is_held)
    sl_linux_append (self, &wake);
}

/**
 * sl_linux_note_early_wake:
 *
 * The event at hand wakes @task, which may just be on its way to sleep as it runs. Then it is woken from when it is off its
 * processor; else it is said to be in a queue at once, and runs on.
 */
void
sl_linux_note_early_wake (SlLinuxState *self, SlLinuxTask *task)
{
  SlActed cause = { .object = SL_ACTED_NOTHING };

  if (task->place != SL_LINUX_PLACE_RUNNING)
    return;

  sl_linux_set_cause (self, &cause);
  task->is_woken_early = TRUE;
  task->woken_by_type = cause.object_type;
  task->woken_by = cause.object;
}

/**
 * sl_linux_say_early_wake:
 *
 * @task, which is on its way into a queue, was woken before it slept.
 */
void
sl_linux_say_early_wake (SlLinuxState *self, SlLinuxTask *task)
{
  SlActed *woken = sl_linux_say (self, SL_ACTION_WAKE, task->tid);

  woken->time = MIN (task->changed, self->event->time);
  woken->object_type = task->woken_by_type;
  woken->object = task->woken_by;
  task->place = SL_LINUX_PLACE_WAKING;
  task->changed = self->event->time;
}

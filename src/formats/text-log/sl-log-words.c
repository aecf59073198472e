/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-log-words.h"

#include <string.h>

#include "sl-kind-action.h"

/* Longer texts are messages, not words. */
#define MOST_WORD 40

#define ACTION(action) ((SlLogMeaning) SL_ACTION_##action)

/* In lower case, with a blank for each sign between words; what is not in the vocabulary by itself. */
static const struct
{
  const char *word;
  SlLogMeaning meaning;
} synonyms[] = {
  { "running", ACTION (RUN) },
  { "runs", ACTION (RUN) },
  { "switch", ACTION (RUN) },
  { "switch in", ACTION (RUN) },
  { "switch to", ACTION (RUN) },
  { "switched in", ACTION (RUN) },
  { "context switch", ACTION (RUN) },
  { "task switch", ACTION (RUN) },
  { "task switched in", ACTION (RUN) },
  { "thread switched in", ACTION (RUN) },
  { "dispatch", ACTION (RUN) },
  { "dispatched", ACTION (RUN) },
  { "resume", ACTION (RUN) },
  { "resumed", ACTION (RUN) },
  { "exec", ACTION (RUN) },
  { "execute", ACTION (RUN) },
  { "executing", ACTION (RUN) },
  { "idle task", SL_LOG_IDLE },
  { "cpu idle", SL_LOG_IDLE },
  { "processor idle", SL_LOG_IDLE },
  { "enter idle", SL_LOG_IDLE },
  { "created", ACTION (CREATE) },
  { "task create", ACTION (CREATE) },
  { "thread create", ACTION (CREATE) },
  { "spawn", ACTION (CREATE) },
  { "deleted", ACTION (END) },
  { "delete", ACTION (END) },
  { "task delete", ACTION (END) },
  { "exit", ACTION (END) },
  { "exited", ACTION (END) },
  { "terminate", ACTION (END) },
  { "terminated", ACTION (END) },
  { "wake", ACTION (READY) },
  { "wakeup", ACTION (READY) },
  { "wake up", ACTION (READY) },
  { "waking", ACTION (READY) },
  { "woken", ACTION (READY) },
  { "wakes", ACTION (READY) },
  { "unblock", ACTION (READY) },
  { "unblocked", ACTION (READY) },
  { "preempt", ACTION (READY) },
  { "preempted", ACTION (READY) },
  { "blocked", ACTION (BLOCK) },
  { "blocks", ACTION (BLOCK) },
  { "waiting", ACTION (BLOCK) },
  { "sleeping", ACTION (SLEEP) },
  { "sleeps", ACTION (SLEEP) },
  { "delay", ACTION (SLEEP) },
  { "suspended", ACTION (SUSPEND) },
  { "throttled", ACTION (THROTTLE) },
  { "migrated", ACTION (MIGRATE) },
  { "prio", ACTION (PRIORITY) },
  { "set priority", ACTION (PRIORITY) },
  { "released", ACTION (RELEASE) },
  { "arrival", ACTION (RELEASE) },
  { "arrive", ACTION (RELEASE) },
  { "arrives", ACTION (RELEASE) },
  { "job", ACTION (RELEASE) },
  { "job release", ACTION (RELEASE) },
  { "job released", ACTION (RELEASE) },
  { "job start", ACTION (START) },
  { "started", ACTION (START) },
  { "activated", ACTION (ACTIVATE) },
  { "activation", ACTION (ACTIVATE) },
  { "finished", ACTION (FINISH) },
  { "finishes", ACTION (FINISH) },
  { "complete", ACTION (FINISH) },
  { "completed", ACTION (FINISH) },
  { "completion", ACTION (FINISH) },
  { "done", ACTION (FINISH) },
  { "job end", ACTION (FINISH) },
  { "job done", ACTION (FINISH) },
  { "job completion", ACTION (FINISH) },
  { "stop", SL_LOG_FINISH_IDLE },
  { "stopped", SL_LOG_FINISH_IDLE },
  { "missed", ACTION (MISS) },
  { "deadline miss", ACTION (MISS) },
  { "deadline missed", ACTION (MISS) },
  { "lock", ACTION (ACQUIRE) },
  { "locked", ACTION (ACQUIRE) },
  { "acquired", ACTION (ACQUIRE) },
  { "take", ACTION (ACQUIRE) },
  { "mutex lock", ACTION (ACQUIRE) },
  { "lock acquired", ACTION (ACQUIRE) },
  { "lock request", ACTION (REQUEST) },
  { "requests", ACTION (REQUEST) },
  { "requested", ACTION (REQUEST) },
  { "try lock", ACTION (REQUEST) },
  { "unlocked", ACTION (UNLOCK) },
  { "unlocks", ACTION (UNLOCK) },
  { "give", ACTION (UNLOCK) },
  { "mutex unlock", ACTION (UNLOCK) },
  { "lock released", ACTION (UNLOCK) },
  { "sem wait", ACTION (WAIT) },
  { "sem take", ACTION (WAIT) },
  { "sem post", ACTION (POST) },
  { "sem give", ACTION (POST) },
  { "replenished", ACTION (REPLENISH) },
  { "exhausted", ACTION (EXHAUST) },
  { "irq", ACTION (ENTER) },
  { "irq enter", ACTION (ENTER) },
  { "irq entry", ACTION (ENTER) },
  { "irq handler entry", ACTION (ENTER) },
  { "isr enter", ACTION (ENTER) },
  { "isr begin", ACTION (ENTER) },
  { "interrupt", ACTION (ENTER) },
  { "irq exit", ACTION (LEAVE) },
  { "irq leave", ACTION (LEAVE) },
  { "irq handler exit", ACTION (LEAVE) },
  { "isr exit", ACTION (LEAVE) },
  { "isr end", ACTION (LEAVE) },
  { "marker", ACTION (MARK) },
};

static void
normalise (char *word)
{
  for (char *at = word; *at != '\0'; at++)
    *at = g_ascii_isalnum (*at) || (guchar) *at >= 0x80 ? g_ascii_tolower (*at) : ' ';
  g_strstrip (word);
}

/* What a line of just one word does not say enough for is not guessed. */
static SlLogMeaning
check (SlAction action)
{
  gboolean is_whole =
      action != SL_ACTION_NAME && action != SL_ACTION_CHOOSE &&
      (sl_action_get_group (action) & (SL_TELLS_BUS | SL_TELLS_BRANCHES | SL_TELLS_RECORDING)) == 0;

  return is_whole ? (SlLogMeaning) action : SL_LOG_NOT_READ;
}

/**
 * sl_log_words_guess:
 * @word: any bytes
 *
 * Returns: what it probably means: an action's own word, a kind of event of a format here, or another word for it
 */
SlLogMeaning
sl_log_words_guess (const char *word)
{
  g_autofree char *same = g_strdup (word);
  SlAction action;
  guint16 kind;

  if (strlen (word) > MOST_WORD)
    return SL_LOG_NOT_READ;

  normalise (same);
  for (guint i = 0; i < G_N_ELEMENTS (synonyms); i++)
    if (g_str_equal (synonyms[i].word, same))
      return synonyms[i].meaning;

  g_strdelimit (same, " ", '-');
  action = sl_action_find (same);
  if (action == SL_ACTION_NONE && sl_kind_find (same, &kind))
    action = sl_kind_get_action (kind);

  return action != SL_ACTION_NONE ? check (action) : SL_LOG_NOT_READ;
}

/* Whether a task of that name is probably the idle processor. */
gboolean
sl_log_words_is_idle (const char *task)
{
  static const char *const names[] = { "", "idle", "none", "nobody", "swapper", "idle task", NULL };
  g_autofree char *name = g_strdup (task);

  normalise (name);
  return g_strv_contains (names, name) && task[0] != '\0';
}

/**
 * sl_log_words_has:
 * @name: of a column, such as "Time [ms]"
 * @words: in lower case
 *
 * Returns: whether one of @words is a word of @name
 */
gboolean
sl_log_words_has (const char *name, const char *const *words)
{
  g_autofree char *same = g_strdup (name);
  g_auto (GStrv) parts = NULL;

  normalise (same);
  parts = g_strsplit (same, " ", -1);
  for (guint i = 0; parts[i] != NULL; i++)
    if (g_strv_contains (words, parts[i]))
      return TRUE;
  return FALSE;
}

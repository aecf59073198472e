/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-ftrace-timers.h"

#include "sl-ftrace-fields.h"
#include "sl-linux-kinds.h"

/* Timers, and addresses of functions, that are remembered. */
#define MOST_TIMERS    (1u << 20)
#define MOST_FUNCTIONS 4096

/* How often each class was seen at an address: memory is used again, and events are lost. */
typedef struct
{
  guint counts[SL_LINUX_TIMER_UNKNOWN];
} Votes;

struct _SlFtraceTimers
{
  GHashTable *classes; /* address of a timer, owned → class it was started with last, and 1 more */
  GHashTable *
      called; /* address of a timer, owned → function, owned, that it called before it was started */
  GHashTable *functions; /* address of a function, owned → its Votes */
};

SlFtraceTimers *
sl_ftrace_timers_new (void)
{
  SlFtraceTimers *self = g_new0 (SlFtraceTimers, 1);

  self->classes = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, NULL);
  self->called = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, g_free);
  self->functions = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, g_free);
  return self;
}

void
sl_ftrace_timers_free (SlFtraceTimers *self)
{
  g_hash_table_unref (self->classes);
  g_hash_table_unref (self->called);
  g_hash_table_unref (self->functions);
  g_free (self);
}

/* Returns: whether the line has the function of a timer as an address */
static gboolean
find_address (const SlFtraceLine *line, guint64 *address)
{
  SlFtraceText function;

  if (!sl_ftrace_find (&line->rest, "function", &function) ||
      !sl_ftrace_starts_with (&function, "0x"))
    return FALSE;

  *address = sl_ftrace_read_hex (&function);
  return TRUE;
}

static gboolean
is_of_timer (const SlEvent *event)
{
  return event->kind == SL_KIND_LINUX_HRTIMER_START ||
         event->kind == SL_KIND_LINUX_HRTIMER_EXPIRE_ENTRY;
}

static void
add_vote (SlFtraceTimers *self, guint64 address, guint timer)
{
  Votes *votes = g_hash_table_lookup (self->functions, &address);

  if (votes == NULL && g_hash_table_size (self->functions) < MOST_FUNCTIONS)
    {
      votes = g_new0 (Votes, 1);
      g_hash_table_insert (self->functions, g_memdup2 (&address, sizeof address), votes);
    }
  if (votes != NULL)
    votes->counts[timer]++;
}

static void
remember (GHashTable *table, guint64 timer, gpointer value)
{
  if (g_hash_table_size (table) < MOST_TIMERS || g_hash_table_contains (table, &timer))
    g_hash_table_insert (table, g_memdup2 (&timer, sizeof timer), value);
}

/**
 * sl_ftrace_timers_learn:
 * @event: as sl_ftrace_event_fill() filled it
 */
void
sl_ftrace_timers_learn (SlFtraceTimers *self, const SlFtraceLine *line, const SlEvent *event)
{
  guint timer = SL_LINUX_TIMER_CLASS (sl_linux_get_extra (event));
  const guint64 *called;
  guint64 address;

  if (!is_of_timer (event))
    return;

  if (find_address (line, &address))
    {
      timer = GPOINTER_TO_UINT (g_hash_table_lookup (self->classes, &event->a));
      if (timer > 0)
        add_vote (self, address, timer - 1);
      else
        remember (self->called, event->a, g_memdup2 (&address, sizeof address));
    }
  else if (event->kind == SL_KIND_LINUX_HRTIMER_START && timer < SL_LINUX_TIMER_UNKNOWN)
    {
      called = g_hash_table_lookup (self->called, &event->a);
      if (called != NULL)
        add_vote (self, *called, timer);
      g_hash_table_remove (self->called, &event->a);
      remember (self->classes, event->a, GUINT_TO_POINTER (timer + 1));
    }
}

/**
 * sl_ftrace_timers_fill:
 * @event: (inout): as sl_ftrace_event_fill() filled it; gets the class of its timer where its function is an address
 *
 * Safe from any thread when nothing is learnt any more.
 */
void
sl_ftrace_timers_fill (const SlFtraceTimers *self, const SlFtraceLine *line, SlEvent *event)
{
  guint extra, timer = SL_LINUX_TIMER_UNKNOWN;
  const Votes *votes;
  guint64 address;

  if (!is_of_timer (event) || !find_address (line, &address))
    return;

  votes = g_hash_table_lookup (self->functions, &address);
  for (guint i = 0; votes != NULL && i < SL_LINUX_TIMER_UNKNOWN; i++)
    if (votes->counts[i] > (timer < SL_LINUX_TIMER_UNKNOWN ? votes->counts[timer] : 0))
      timer = i;
  extra = sl_linux_get_extra (event);
  event->detail = SL_LINUX_DETAIL (sl_linux_get_common_pid (event),
                                   extra - SL_LINUX_TIMER_CLASS (extra) + (guint) timer);
}

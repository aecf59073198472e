/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-linux-processes.h"

/* What a damaged file could claim beyond these is not kept. */
#define MOST_CHANGES (1u << 21)

/* From @time on a thread is one of @tgid; where it @is_exec, only once threads were seen to begin. */
typedef struct
{
  guint64 time;
  guint32 tgid;
  gboolean is_exec;
} Change;

struct _SlLinuxProcesses
{
  GRWLock lock;        /* of all below */
  GHashTable *changes; /* tid → GArray of Change, by time */
  guint n_changes;     /* of all threads */
  gboolean has_births; /* of threads: the recording says whose they are, from @first_birth on */
  guint64 first_birth;
};

SlLinuxProcesses *
sl_linux_processes_new (void)
{
  SlLinuxProcesses *self = g_new0 (SlLinuxProcesses, 1);

  g_rw_lock_init (&self->lock);
  self->changes = g_hash_table_new_full (NULL, NULL, NULL, (GDestroyNotify) g_array_unref);
  return self;
}

void
sl_linux_processes_free (SlLinuxProcesses *self)
{
  g_hash_table_unref (self->changes);
  g_rw_lock_clear (&self->lock);
  g_free (self);
}

/* How many changes are not after @time. */
static guint
count_until (GArray *changes, guint64 time)
{
  guint place = changes->len;

  /* Most come in order. */
  while (place > 0 && g_array_index (changes, Change, place - 1).time > time)
    place--;
  return place;
}

/* The lock is held. */
static GArray *
get_changes (SlLinuxProcesses *self, guint32 tid)
{
  GArray *changes = g_hash_table_lookup (self->changes, GUINT_TO_POINTER (tid));

  if (changes == NULL)
    {
      changes = g_array_sized_new (FALSE, FALSE, sizeof (Change), 1);
      g_hash_table_insert (self->changes, GUINT_TO_POINTER (tid), changes);
    }
  return changes;
}

static void
add_change (SlLinuxProcesses *self, guint32 tid, const Change *change)
{
  GArray *changes;
  const Change *before, *behind;
  guint place;

  g_rw_lock_writer_lock (&self->lock);
  changes = get_changes (self, tid);
  place = count_until (changes, change->time);
  before = place > 0 ? &g_array_index (changes, Change, place - 1) : NULL;
  behind = place < changes->len ? &g_array_index (changes, Change, place) : NULL;
  if (before != NULL && before->tgid == change->tgid && (!before->is_exec || change->is_exec))
    ;
  else if (behind != NULL && behind->tgid == change->tgid && behind->is_exec == change->is_exec)
    g_array_index (changes, Change, place).time = change->time;
  else if (self->n_changes < MOST_CHANGES)
    {
      g_array_insert_val (changes, place, *change);
      self->n_changes++;
    }
  g_rw_lock_writer_unlock (&self->lock);
}

/**
 * sl_linux_processes_set:
 * @time: from when on @tid is known to be a thread of @tgid; may be before that of the call before
 */
void
sl_linux_processes_set (SlLinuxProcesses *self, guint32 tid, guint64 time, guint32 tgid)
{
  const Change change = { time, tgid, FALSE };

  add_change (self, tid, &change);
}

/**
 * sl_linux_processes_bear:
 * @tid: a thread that begins
 * @maker: the thread whose process it is one of; 0 for a process of its own
 */
void
sl_linux_processes_bear (SlLinuxProcesses *self, guint32 tid, guint64 time, guint32 maker)
{
  g_rw_lock_writer_lock (&self->lock);
  self->first_birth = self->has_births ? MIN (self->first_birth, time) : time;
  self->has_births = TRUE;
  g_rw_lock_writer_unlock (&self->lock);
  sl_linux_processes_set (self, tid, time,
                          maker != 0 ? sl_linux_processes_get_at (self, maker, time) : tid);
}

/**
 * sl_linux_processes_exec:
 * @tid: executes another program from @time on, and is the only thread of its process
 *
 * In a recording that does not say whose threads begin, those that it makes later could not be counted to it, and what they
 * share would have two names: up to the first thread that is seen to begin nothing is said of it either.
 */
void
sl_linux_processes_exec (SlLinuxProcesses *self, guint32 tid, guint64 time)
{
  const Change change = { time, tid, TRUE };

  add_change (self, tid, &change);
}

/* The process of @tid as of the last change that is not after @time; 0 where there is none. */
static guint32
get (SlLinuxProcesses *self, guint32 tid, guint64 time)
{
  GArray *changes;
  guint32 tgid = 0;
  guint place;

  g_rw_lock_reader_lock (&self->lock);
  changes = g_hash_table_lookup (self->changes, GUINT_TO_POINTER (tid));
  place = changes != NULL ? count_until (changes, time) : 0;
  while (place > 0 && g_array_index (changes, Change, place - 1).is_exec &&
         (!self->has_births || time < self->first_birth))
    place--;
  if (place > 0)
    tgid = g_array_index (changes, Change, place - 1).tgid;
  g_rw_lock_reader_unlock (&self->lock);
  return tgid;
}

/**
 * sl_linux_processes_get_last:
 *
 * Returns: the process that @tid was said to belong to last; 0 where nobody says it
 */
guint32
sl_linux_processes_get_last (SlLinuxProcesses *self, guint32 tid)
{
  return get (self, tid, G_MAXUINT64);
}

/**
 * sl_linux_processes_get_at:
 *
 * Only what is said at @time and before counts, so that the answer is the same while a file is read and afterwards.
 *
 * Returns: the process that @tid belongs to at @time; 0 where nobody has said it by then
 */
guint32
sl_linux_processes_get_at (SlLinuxProcesses *self, guint32 tid, guint64 time)
{
  return get (self, tid, time);
}

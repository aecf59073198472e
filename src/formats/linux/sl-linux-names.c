/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-linux-names.h"

#include <string.h>

#include "sl-linux-fixed-names.h"
#include "sl-linux-processes.h"

/* Texts that a file may have; a damaged one could claim more. */
#define MOST_TEXTS (1u << 20)

/* Changes of names that a file may have. */
#define MOST_CHANGES (1u << 22)

/* A text that a mark may have; the rest is left out. */
#define MOST_LENGTH 1023

/* Names of tasks have 15 bytes at most, and most marks hardly more. */
#define SHORT_LENGTH 63

/* From @time on the task has the name; time 0 for before all. Those of a task are a list from the newest to the oldest, since
 * most tasks of a long trace have one. */
typedef struct
{
  guint64 time;
  guint32 text;
  guint32 is_fork : 1; /* a life begins */
  guint32 older : 31;  /* number of the task's change before this one; 0 for none */
} Change;

G_STATIC_ASSERT (MOST_CHANGES < 1u << 31);

struct _SlLinuxNames
{
  GRWLock lock;                           /* of all below */
  GPtrArray *texts;                       /* of char *, which stay; number 0 is "" */
  GHashTable *by_text;                    /* text → number */
  GArray *changes;                        /* of Change, of all tasks; number 0 is none */
  GHashTable *newest;                     /* tid → number of the task's newest change */
  SlLinuxProcesses *processes;            /* has a lock of its own */
  GHashTable *objects[SL_N_OBJECT_TYPES]; /* id → number of the text; NULL where there are none */
};

SlLinuxNames *
sl_linux_names_new (void)
{
  SlLinuxNames *self = g_new0 (SlLinuxNames, 1);

  g_rw_lock_init (&self->lock);
  self->texts = g_ptr_array_new_with_free_func (g_free);
  self->by_text = g_hash_table_new (g_str_hash, g_str_equal);
  self->changes = g_array_new (FALSE, TRUE, sizeof (Change));
  g_array_set_size (self->changes, 1);
  self->newest = g_hash_table_new (NULL, NULL);
  self->processes = sl_linux_processes_new ();
  sl_linux_names_intern (self, "", 0);
  return self;
}

void
sl_linux_names_free (SlLinuxNames *self)
{
  for (guint i = 0; i < SL_N_OBJECT_TYPES; i++)
    g_clear_pointer (&self->objects[i], g_hash_table_unref);
  g_hash_table_unref (self->by_text);
  g_array_unref (self->changes);
  g_hash_table_unref (self->newest);
  sl_linux_processes_free (self->processes);
  g_ptr_array_unref (self->texts);
  g_rw_lock_clear (&self->lock);
  g_free (self);
}

/* Who reads changes nothing but the lock. */
static GRWLock *
get_lock (const SlLinuxNames *self)
{
  return &((SlLinuxNames *) self)->lock;
}

static char *
dup_text (const char *text, gsize length)
{
  g_autofree char *bytes = g_strndup (text, MIN (length, MOST_LENGTH));

  return g_utf8_make_valid (bytes, -1);
}

/* Most texts are known, and short: then nothing is allocated. The lock is held. */
static gboolean
find_short (const SlLinuxNames *self, const char *text, gsize length, gpointer *known)
{
  char copy[SHORT_LENGTH + 1];

  if (length > SHORT_LENGTH)
    return FALSE;

  memcpy (copy, text, length);
  copy[length] = '\0';
  return g_hash_table_lookup_extended (self->by_text, copy, NULL, known);
}

/**
 * sl_linux_names_find:
 *
 * Returns: the number of a text that was interned; 0 for none
 */
guint32
sl_linux_names_find (const SlLinuxNames *self, const char *text, gsize length)
{
  g_autofree char *copy = NULL;
  gpointer known = NULL;

  g_rw_lock_reader_lock (get_lock (self));
  if (!find_short (self, text, length, &known))
    {
      copy = dup_text (text, length);
      known = g_hash_table_lookup (self->by_text, copy);
    }
  g_rw_lock_reader_unlock (get_lock (self));
  return GPOINTER_TO_UINT (known);
}

/* The lock is held. */
static guint32
intern (SlLinuxNames *self, const char *text, gsize length)
{
  g_autofree char *copy = NULL;
  gpointer known;

  if (find_short (self, text, length, &known))
    return GPOINTER_TO_UINT (known);

  copy = dup_text (text, length);
  if (g_hash_table_lookup_extended (self->by_text, copy, NULL, &known))
    return GPOINTER_TO_UINT (known);
  if (self->texts->len == MOST_TEXTS)
    return 0;

  g_ptr_array_add (self->texts, copy);
  g_hash_table_insert (self->by_text, copy, GUINT_TO_POINTER (self->texts->len - 1));
  g_steal_pointer (&copy);
  return self->texts->len - 1;
}

/**
 * sl_linux_names_intern:
 *
 * Returns: the number of the text, which stays; 0 for an empty one, and where there are too many
 */
guint32
sl_linux_names_intern (SlLinuxNames *self, const char *text, gsize length)
{
  guint32 number;

  g_rw_lock_writer_lock (&self->lock);
  number = intern (self, text, length);
  g_rw_lock_writer_unlock (&self->lock);
  return number;
}

/* The lock is held; the text stays when it is not any more. */
static const char *
get_text (const SlLinuxNames *self, guint32 number)
{
  return number < self->texts->len ? g_ptr_array_index (self->texts, number) : "";
}

/**
 * sl_linux_names_get_text:
 * @number: any
 *
 * Returns: (transfer none): the text of that number; "" for none
 */
const char *
sl_linux_names_get_text (const SlLinuxNames *self, guint32 number)
{
  const char *text;

  g_rw_lock_reader_lock (get_lock (self));
  text = get_text (self, number);
  g_rw_lock_reader_unlock (get_lock (self));
  return text;
}

static Change *
nth_change (const SlLinuxNames *self, guint number)
{
  return &g_array_index (self->changes, Change, number);
}

static guint
get_newest (const SlLinuxNames *self, guint32 tid)
{
  return GPOINTER_TO_UINT (g_hash_table_lookup (self->newest, GUINT_TO_POINTER (tid)));
}

/* Finds the last change of a task that is not after @time, and the one behind that; 0 for none. Most come in order. */
static guint
find_until (const SlLinuxNames *self, guint32 tid, guint64 time, guint *after)
{
  guint number = get_newest (self, tid);

  *after = 0;
  while (number != 0 && nth_change (self, number)->time > time)
    {
      *after = number;
      number = nth_change (self, number)->older;
    }
  return number;
}

/* Adds a change, unless the task has that name already; the lock is held. */
static void
insert_change (SlLinuxNames *self, guint32 tid, const Change *change)
{
  guint number = self->changes->len;
  guint after;
  guint before = find_until (self, tid, change->time, &after);
  Change added = *change;

  if (!change->is_fork && before != 0 && change->time > 0 && nth_change (self, before)->time > 0 &&
      nth_change (self, before)->text == change->text)
    return;
  if (!change->is_fork && change->time > 0 && after != 0 && !nth_change (self, after)->is_fork &&
      nth_change (self, after)->text == change->text)
    {
      nth_change (self, after)->time = change->time;
      return;
    }

  added.older = before;
  g_array_append_val (self->changes, added);
  if (after != 0)
    nth_change (self, after)->older = number;
  else
    g_hash_table_insert (self->newest, GUINT_TO_POINTER (tid), GUINT_TO_POINTER (number));
}

static void
add_change (SlLinuxNames *self,
            guint32 tid,
            guint64 time,
            const char *comm,
            gsize length,
            gboolean is_fork)
{
  Change change = { .time = time, .is_fork = is_fork };

  /* The kernel's word for a name that it has forgotten. */
  if (length == 0 || tid == 0 || (length == 5 && memcmp (comm, "<...>", 5) == 0))
    return;

  g_rw_lock_writer_lock (&self->lock);
  change.text = intern (self, comm, length);
  if (change.text != 0 && self->changes->len <= MOST_CHANGES)
    insert_change (self, tid, &change);
  g_rw_lock_writer_unlock (&self->lock);
}

/**
 * sl_linux_names_add_comm:
 * @time: when @tid bore the name @comm: of an event that says it
 * @comm: (array length=length): need not end with NUL
 *
 * Times may go back, as from processor to processor. The idle task, tid 0, has no name.
 */
void
sl_linux_names_add_comm (SlLinuxNames *self,
                         guint32 tid,
                         guint64 time,
                         const char *comm,
                         gsize length)
{
  add_change (self, tid, MAX (time, 1), comm, length, FALSE);
}

/**
 * sl_linux_names_add_saved:
 *
 * What the file says of a tid once and for all, and anything that events say knows better: trace-cmd's saved names.
 */
void
sl_linux_names_add_saved (SlLinuxNames *self, guint32 tid, const char *comm, gsize length)
{
  add_change (self, tid, 0, comm, length, FALSE);
}

/**
 * sl_linux_names_fork:
 * @comm: (array length=length): of the child, whose life begins
 */
void
sl_linux_names_fork (SlLinuxNames *self, guint32 tid, guint64 time, const char *comm, gsize length)
{
  add_change (self, tid, MAX (time, 1), comm, length, TRUE);
}

/**
 * sl_linux_names_set_tgid:
 * @time: from when on
 * @tgid: the process that the thread belongs to
 */
void
sl_linux_names_set_tgid (SlLinuxNames *self, guint32 tid, guint64 time, guint32 tgid)
{
  sl_linux_processes_set (self->processes, tid, time, tgid);
}

/**
 * sl_linux_names_bear:
 *
 * As sl_linux_processes_bear().
 */
void
sl_linux_names_bear (SlLinuxNames *self, guint32 tid, guint64 time, guint32 maker)
{
  sl_linux_processes_bear (self->processes, tid, time, maker);
}

/**
 * sl_linux_names_exec:
 *
 * As sl_linux_processes_exec().
 */
void
sl_linux_names_exec (SlLinuxNames *self, guint32 tid, guint64 time)
{
  sl_linux_processes_exec (self->processes, tid, time);
}

/**
 * sl_linux_names_add_object:
 * @type: not a task
 *
 * Says what an object is called: an interrupt line, a vector. The first name holds.
 */
void
sl_linux_names_add_object (SlLinuxNames *self,
                           SlObjectType type,
                           guint64 id,
                           const char *name,
                           gsize length)
{
  g_return_if_fail (type < SL_N_OBJECT_TYPES);

  g_rw_lock_writer_lock (&self->lock);
  if (self->objects[type] == NULL)
    self->objects[type] = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, NULL);
  if (!g_hash_table_contains (self->objects[type], &id) &&
      g_hash_table_size (self->objects[type]) < MOST_TEXTS)
    g_hash_table_insert (self->objects[type], g_memdup2 (&id, sizeof id),
                         GUINT_TO_POINTER (intern (self, name, length)));
  g_rw_lock_writer_unlock (&self->lock);
}

/* The change that holds at @time, or the first one; 0 for none. The lock is held. */
static guint
find_change (const SlLinuxNames *self, guint32 tid, guint64 time)
{
  guint after;
  guint found = find_until (self, tid, time, &after);

  /* A saved name is a guess where the first event that says one comes later. */
  return after == 0 || (found != 0 && nth_change (self, found)->time > 0) ? found : after;
}

/* The lock is held. */
static const char *
get_comm (const SlLinuxNames *self, guint32 tid, guint64 time)
{
  guint found = find_change (self, tid, time);

  return found != 0 ? get_text (self, nth_change (self, found)->text) : NULL;
}

/**
 * sl_linux_names_get_comm:
 * @time: of the file's clock
 *
 * Returns: (transfer none) (nullable): what @tid was called at @time, or before its first name that
 */
const char *
sl_linux_names_get_comm (const SlLinuxNames *self, guint32 tid, guint64 time)
{
  const char *comm;

  g_rw_lock_reader_lock (get_lock (self));
  comm = get_comm (self, tid, time);
  g_rw_lock_reader_unlock (get_lock (self));
  return comm;
}

/* The last name in the life of @tid at @time: a thread bears that of who forked it at first. The lock is held. */
static const char *
get_name_of_life (const SlLinuxNames *self, guint32 tid, guint64 time)
{
  guint found = find_change (self, tid, time);
  guint last = found;
  gboolean ends_life = TRUE; /* the next older change is the last one of its life */

  if (found == 0)
    return NULL;

  for (guint number = get_newest (self, tid); number != found;
       number = nth_change (self, number)->older)
    {
      if (ends_life)
        last = number;
      ends_life = nth_change (self, number)->is_fork;
    }
  if (ends_life)
    last = found;

  return get_text (self, nth_change (self, last)->text);
}

/**
 * sl_linux_names_get_tgid:
 *
 * Returns: the process that the thread was said to belong to last; 0 where nobody says it
 */
guint32
sl_linux_names_get_tgid (const SlLinuxNames *self, guint32 tid)
{
  return sl_linux_processes_get_last (self->processes, tid);
}

/**
 * sl_linux_names_get_tgid_at:
 *
 * Returns: the process of the thread at @time; 0 where nobody has said it by then
 */
guint32
sl_linux_names_get_tgid_at (const SlLinuxNames *self, guint32 tid, guint64 time)
{
  return sl_linux_processes_get_at (self->processes, tid, time);
}

/**
 * sl_linux_names_is_kernel_thread:
 * @comm: (nullable): what it is called
 *
 * Nothing in a file says it; but threads of the kernel are processes of their own, and have names of their own.
 *
 * Returns: whether the task is kthreadd or one of the threads that it is known to have begun
 */
gboolean
sl_linux_names_is_kernel_thread (const SlLinuxNames *self, guint32 tid, const char *comm)
{
  guint32 tgid = sl_linux_names_get_tgid (self, tid);

  return tid == 2 || (comm != NULL && (tgid == 0 || tgid == tid) && sl_linux_is_kernel_name (comm));
}

/* The lock is held. */
static const char *
get_name (const SlLinuxNames *self, SlObjectType type, guint64 id, guint64 time)
{
  gpointer text;

  if (type == SL_OBJECT_TASK)
    return id <= G_MAXUINT32 ? get_name_of_life (self, (guint32) id, time) : NULL;
  if ((type == SL_OBJECT_USER_EVENT || type == SL_OBJECT_MUTEX) && id > 0 && id < self->texts->len)
    return get_text (self, (guint32) id);

  if ((guint) type < SL_N_OBJECT_TYPES && self->objects[type] != NULL &&
      g_hash_table_lookup_extended (self->objects[type], &id, NULL, &text))
    return get_text (self, GPOINTER_TO_UINT (text));
  return sl_linux_get_fixed_name (type, id);
}

/**
 * sl_linux_names_dup:
 *
 * Returns: (transfer full) (nullable): the name of an object at a time, where there is one; of a task the last one in that
 *   life of its tid
 */
char *
sl_linux_names_dup (const SlLinuxNames *self, SlObjectType type, guint64 id, guint64 time)
{
  char *name;

  if (type == SL_OBJECT_REASON)
    return sl_linux_dup_reason (sl_reason_id_get_text (id));
  /* A server is that of a task, under its number. */
  if (type == SL_OBJECT_SERVER)
    type = SL_OBJECT_TASK;

  g_rw_lock_reader_lock (get_lock (self));
  name = g_strdup (get_name (self, type, id, time));
  g_rw_lock_reader_unlock (get_lock (self));
  return name;
}

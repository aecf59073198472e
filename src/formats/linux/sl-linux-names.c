/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-linux-names.h"

#include <string.h>

/* Texts that a file may have; a damaged one could claim more. */
#define MOST_TEXTS (1u << 20)

/* Changes of names that a file may have. */
#define MOST_CHANGES (1u << 22)

/* A text that a mark may have; the rest is left out. */
#define MOST_LENGTH 1023

/* From @time on the task has the name; time 0 for before all. */
typedef struct
{
  guint32 tid;
  guint32 text;
  guint64 time;
  guint32 order;    /* as added, for equal times */
  gboolean is_fork; /* a life begins */
} Change;

struct _SlLinuxNames
{
  GPtrArray *texts;                       /* of char *; number 0 is "" */
  GHashTable *by_text;                    /* text → number */
  GArray *changes;                        /* of Change; once sealed by tid and time */
  GHashTable *last;                       /* tid → the number of the text that was added last */
  GHashTable *tgids;                      /* tid → tgid */
  GHashTable *objects[SL_N_OBJECT_TYPES]; /* id → number of the text; NULL where there are none */
  gboolean is_sealed;
};

SlLinuxNames *
sl_linux_names_new (void)
{
  SlLinuxNames *self = g_new0 (SlLinuxNames, 1);

  self->texts = g_ptr_array_new_with_free_func (g_free);
  self->by_text = g_hash_table_new (g_str_hash, g_str_equal);
  self->changes = g_array_new (FALSE, FALSE, sizeof (Change));
  self->last = g_hash_table_new (NULL, NULL);
  self->tgids = g_hash_table_new (NULL, NULL);
  sl_linux_names_intern (self, "", 0);
  return self;
}

void
sl_linux_names_free (SlLinuxNames *self)
{
  for (guint i = 0; i < SL_N_OBJECT_TYPES; i++)
    g_clear_pointer (&self->objects[i], g_hash_table_unref);
  g_hash_table_unref (self->by_text);
  g_hash_table_unref (self->last);
  g_hash_table_unref (self->tgids);
  g_array_unref (self->changes);
  g_ptr_array_unref (self->texts);
  g_free (self);
}

static char *
dup_text (const char *text, gsize length)
{
  g_autofree char *bytes = g_strndup (text, MIN (length, MOST_LENGTH));

  return g_utf8_make_valid (bytes, -1);
}

/**
 * sl_linux_names_find:
 *
 * Returns: the number of a text that was interned; 0 for none
 */
guint32
sl_linux_names_find (const SlLinuxNames *self, const char *text, gsize length)
{
  g_autofree char *copy = dup_text (text, length);

  return GPOINTER_TO_UINT (g_hash_table_lookup (self->by_text, copy));
}

/**
 * sl_linux_names_intern:
 *
 * Returns: the number of the text, which stays; 0 for an empty one, and where there are too many
 */
guint32
sl_linux_names_intern (SlLinuxNames *self, const char *text, gsize length)
{
  g_autofree char *copy = dup_text (text, length);
  gpointer known;

  g_return_val_if_fail (!self->is_sealed, 0);

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
 * sl_linux_names_get_text:
 * @number: any
 *
 * Returns: (transfer none): the text of that number; "" for none
 */
const char *
sl_linux_names_get_text (const SlLinuxNames *self, guint32 number)
{
  return number < self->texts->len ? g_ptr_array_index (self->texts, number) : "";
}

static void
add_change (SlLinuxNames *self,
            guint32 tid,
            guint64 time,
            const char *comm,
            gsize length,
            gboolean is_fork)
{
  Change change = { tid, 0, time, self->changes->len, is_fork };
  gpointer key = GUINT_TO_POINTER (tid);

  /* The kernel's word for a name that it has forgotten. */
  if (length == 0 || tid == 0 || self->changes->len == MOST_CHANGES ||
      (length == 5 && memcmp (comm, "<...>", 5) == 0))
    return;

  change.text = sl_linux_names_intern (self, comm, length);
  if (change.text == 0 || (time > 0 && !is_fork &&
                           GPOINTER_TO_UINT (g_hash_table_lookup (self->last, key)) == change.text))
    return;

  if (time > 0)
    g_hash_table_insert (self->last, key, GUINT_TO_POINTER (change.text));
  g_array_append_val (self->changes, change);
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
 * @tgid: the process that the thread belongs to; the last that is said holds
 */
void
sl_linux_names_set_tgid (SlLinuxNames *self, guint32 tid, guint32 tgid)
{
  g_return_if_fail (!self->is_sealed);

  if (g_hash_table_size (self->tgids) < MOST_TEXTS)
    g_hash_table_insert (self->tgids, GUINT_TO_POINTER (tid), GUINT_TO_POINTER (tgid));
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
  guint32 text;

  g_return_if_fail (type < SL_N_OBJECT_TYPES && !self->is_sealed);

  if (self->objects[type] == NULL)
    self->objects[type] = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, NULL);
  if (g_hash_table_contains (self->objects[type], &id) ||
      g_hash_table_size (self->objects[type]) >= MOST_TEXTS)
    return;

  text = sl_linux_names_intern (self, name, length);
  g_hash_table_insert (self->objects[type], g_memdup2 (&id, sizeof id), GUINT_TO_POINTER (text));
}

static int
compare_changes (gconstpointer a, gconstpointer b)
{
  const Change *one = a, *other = b;

  if (one->tid != other->tid)
    return one->tid < other->tid ? -1 : 1;
  if (one->time != other->time)
    return one->time < other->time ? -1 : 1;
  return (one->order > other->order) - (one->order < other->order);
}

/**
 * sl_linux_names_seal:
 *
 * Nothing more is added; from here on any thread may read.
 */
void
sl_linux_names_seal (SlLinuxNames *self)
{
  guint n_kept = 0;
  Change *changes;

  if (self->is_sealed)
    return;

  g_array_sort (self->changes, compare_changes);
  changes = (Change *) self->changes->data;
  for (guint i = 0; i < self->changes->len; i++)
    if (n_kept == 0 || changes[n_kept - 1].tid != changes[i].tid ||
        changes[n_kept - 1].text != changes[i].text || changes[i].is_fork)
      changes[n_kept++] = changes[i];
  g_array_set_size (self->changes, n_kept);
  g_clear_pointer (&self->last, g_hash_table_unref);
  self->last = g_hash_table_new (NULL, NULL);
  self->is_sealed = TRUE;
}

/* The change that holds for @tid at @time, or its first one; -1 where it has none. */
static gssize
find_change (const SlLinuxNames *self, guint32 tid, guint64 time)
{
  const Change *changes = (const Change *) self->changes->data;
  guint low = 0, high = self->changes->len;

  while (low < high)
    {
      guint middle = low + (high - low) / 2;

      if (changes[middle].tid < tid || (changes[middle].tid == tid && changes[middle].time <= time))
        low = middle + 1;
      else
        high = middle;
    }

  /* A saved name is a guess where the first event that says one comes later. */
  if (low > 0 && changes[low - 1].tid == tid &&
      (changes[low - 1].time > 0 || low == self->changes->len || changes[low].tid != tid))
    return low - 1;
  return low < self->changes->len && changes[low].tid == tid ? (gssize) low : -1;
}

/**
 * sl_linux_names_get_comm:
 * @time: of the file's clock
 *
 * Call it on a sealed table.
 *
 * Returns: (transfer none) (nullable): what @tid was called at @time, or before its first name that
 */
const char *
sl_linux_names_get_comm (const SlLinuxNames *self, guint32 tid, guint64 time)
{
  gssize found;

  g_return_val_if_fail (self->is_sealed, NULL);

  found = find_change (self, tid, time);
  return found >= 0
             ? sl_linux_names_get_text (self, g_array_index (self->changes, Change, found).text)
             : NULL;
}

/* The last name in the life of @tid at @time: a thread bears that of who forked it at first. */
static const char *
get_name_of_life (const SlLinuxNames *self, guint32 tid, guint64 time)
{
  const Change *changes = (const Change *) self->changes->data;
  gssize found = find_change (self, tid, time);

  if (found < 0)
    return NULL;

  while ((guint) found + 1 < self->changes->len && changes[found + 1].tid == tid &&
         !changes[found + 1].is_fork)
    found++;
  return sl_linux_names_get_text (self, changes[found].text);
}

/**
 * sl_linux_names_get_tgid:
 *
 * Returns: the process of the thread; 0 where nobody says it
 */
guint32
sl_linux_names_get_tgid (const SlLinuxNames *self, guint32 tid)
{
  return GPOINTER_TO_UINT (g_hash_table_lookup (self->tgids, GUINT_TO_POINTER (tid)));
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
  gpointer text;

  if (type == SL_OBJECT_TASK)
    return id <= G_MAXUINT32 ? g_strdup (get_name_of_life (self, (guint32) id, time)) : NULL;
  if (type == SL_OBJECT_USER_EVENT && id >= SL_LINUX_FREQUENCY)
    return g_strdup_printf ("CPU %u kHz", (guint) (id - SL_LINUX_FREQUENCY));
  if (type == SL_OBJECT_USER_EVENT && id > 0 && id < self->texts->len)
    return g_strdup (sl_linux_names_get_text (self, (guint32) id));

  if ((guint) type < SL_N_OBJECT_TYPES && self->objects[type] != NULL &&
      g_hash_table_lookup_extended (self->objects[type], &id, NULL, &text))
    return g_strdup (sl_linux_names_get_text (self, GPOINTER_TO_UINT (text)));
  return NULL;
}

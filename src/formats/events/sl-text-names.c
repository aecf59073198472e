/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-text-names.h"

#include <string.h>

/* A name in the trace, and its id once the table is sealed. */
typedef struct
{
  SlObjectType type;
  guint32 order; /* of appearance */
  gsize length;
  const char *begin;
  guint64 id;
} Entry;

typedef struct
{
  SlObjectType type;
  guint64 id;
} Key;

/* What an object is called from a time on. */
typedef struct
{
  SlTextName object; /* its name is a copy */
  SlFineTime time;
  char *text;
} Renaming;

struct _SlTextNames
{
  GHashTable *names;    /* set of Entry */
  GPtrArray *entries;   /* of Entry, in order of appearance */
  GHashTable *numbers;  /* set of Key */
  guint64 most_number;  /* of all */
  GArray *renamings;    /* of Renaming, in order of time */
  GHashTable *by_id;    /* Key → Entry, once sealed */
  GHashTable *by_named; /* Key → GPtrArray of Renaming, once sealed */
};

static guint
hash_entry (gconstpointer data)
{
  const Entry *entry = data;
  guint hash = 5381 + (guint) entry->type;

  for (gsize i = 0; i < entry->length; i++)
    hash = hash * 33 + (guchar) entry->begin[i];
  return hash;
}

static gboolean
equal_entries (gconstpointer a, gconstpointer b)
{
  const Entry *one = a;
  const Entry *other = b;

  return one->type == other->type && one->length == other->length &&
         memcmp (one->begin, other->begin, one->length) == 0;
}

static guint
hash_key (gconstpointer data)
{
  const Key *key = data;

  return g_int64_hash (&key->id) * 31 + (guint) key->type;
}

static gboolean
equal_keys (gconstpointer a, gconstpointer b)
{
  const Key *one = a;
  const Key *other = b;

  return one->type == other->type && one->id == other->id;
}

static void
entry_free (gpointer data)
{
  Entry *self = data;

  g_free ((char *) self->begin);
  g_free (self);
}

static void
renaming_clear (gpointer data)
{
  Renaming *self = data;

  g_free ((char *) self->object.begin);
  g_free (self->text);
}

/**
 * sl_text_names_new:
 *
 * Returns: (transfer full): a table without names
 */
SlTextNames *
sl_text_names_new (void)
{
  SlTextNames *self = g_new0 (SlTextNames, 1);

  self->names = g_hash_table_new (hash_entry, equal_entries);
  self->entries = g_ptr_array_new_with_free_func (entry_free);
  self->numbers = g_hash_table_new_full (hash_key, equal_keys, g_free, NULL);
  self->renamings = g_array_new (FALSE, FALSE, sizeof (Renaming));
  g_array_set_clear_func (self->renamings, renaming_clear);
  self->by_id = g_hash_table_new_full (hash_key, equal_keys, g_free, NULL);
  self->by_named =
      g_hash_table_new_full (hash_key, equal_keys, g_free, (GDestroyNotify) g_ptr_array_unref);
  return self;
}

void
sl_text_names_free (SlTextNames *self)
{
  g_hash_table_unref (self->by_named);
  g_hash_table_unref (self->by_id);
  g_array_unref (self->renamings);
  g_hash_table_unref (self->numbers);
  g_hash_table_unref (self->names);
  g_ptr_array_unref (self->entries);
  g_free (self);
}

static gboolean
parse_number (const char *text, gsize length, guint64 *number)
{
  char digits[24];
  gboolean is_hex = length > 2 && text[0] == '0' && (text[1] == 'x' || text[1] == 'X');

  if (length == 0 || length >= sizeof digits)
    return FALSE;

  memcpy (digits, text, length);
  digits[length] = '\0';
  return g_ascii_string_to_unsigned (digits + (is_hex ? 2 : 0), is_hex ? 16 : 10, 0,
                                     G_MAXUINT64 - 1, number, NULL);
}

/* "1204/0x7f00": an address in a process, which is a number of its own. */
static gboolean
parse_futex (const char *text, gsize length, guint64 *number)
{
  g_autofree char *reference = NULL;
  SlObjectType type;
  guint32 life;

  if (memchr (text, '/', length) == NULL)
    return FALSE;

  reference = g_strdup_printf ("%s:%.*s", sl_object_type_get_id (SL_OBJECT_FUTEX),
                               (int) MIN (length, G_MAXINT), text);
  return sl_object_parse_reference (reference, &type, number, &life, NULL) && life == 0;
}

/**
 * sl_text_name_set:
 * @self: (out caller-allocates):
 * @begin: @length bytes, which are kept as long as @self is used: a number in decimal or behind 0x, of a futex also that of its
 *   process and a slash before it, or a name
 */
void
sl_text_name_set (SlTextName *self, SlObjectType type, const char *begin, gsize length)
{
  *self = (SlTextName) { type, begin, length, 0 };
  if (type == SL_OBJECT_REASON)
    {
      self->number = sl_reason_id_make (begin, length);
      self->begin = NULL;
    }
  else if (parse_number (begin, length, &self->number) ||
           (type == SL_OBJECT_FUTEX && parse_futex (begin, length, &self->number)))
    self->begin = NULL;
}

static gboolean
add_number (SlTextNames *self, const SlTextName *name)
{
  Key key = { name->type, name->number };

  self->most_number = MAX (self->most_number, name->number);
  if (g_hash_table_size (self->numbers) < SL_TEXT_MOST_NAMES &&
      !g_hash_table_contains (self->numbers, &key))
    g_hash_table_add (self->numbers, g_memdup2 (&key, sizeof key));
  return TRUE;
}

/**
 * sl_text_names_add:
 * @name: seen in the trace; of an object
 *
 * Returns: %FALSE where there are more than %SL_TEXT_MOST_NAMES names
 */
gboolean
sl_text_names_add (SlTextNames *self, const SlTextName *name)
{
  Entry entry = { name->type, self->entries->len, name->length, name->begin, 0 };
  Entry *added;

  if (name->begin == NULL)
    return add_number (self, name);
  if (g_hash_table_contains (self->names, &entry))
    return TRUE;
  if (self->entries->len == SL_TEXT_MOST_NAMES)
    return FALSE;

  added = g_memdup2 (&entry, sizeof entry);
  added->begin = g_strndup (name->begin, name->length);
  g_ptr_array_add (self->entries, added);
  g_hash_table_add (self->names, added);
  return TRUE;
}

/**
 * sl_text_names_rename:
 * @name: an object that was added
 * @time: not before that of the call before
 * @text: what it is called from then on
 */
void
sl_text_names_rename (SlTextNames *self,
                      const SlTextName *name,
                      SlFineTime time,
                      const char *text,
                      gsize length)
{
  Renaming renaming = { *name, time, NULL };
  g_autofree char *copy = g_strndup (text, length);

  if (self->renamings->len == SL_TEXT_MOST_NAMES)
    return;

  renaming.text = g_utf8_make_valid (copy, -1);
  if (name->begin != NULL)
    renaming.object.begin = g_strndup (name->begin, name->length);
  g_array_append_val (self->renamings, renaming);
}

/* The lowest id above those given out before that no number of the type has. */
static guint64
choose_id (SlTextNames *self, SlObjectType type, guint64 *last)
{
  Key key = { type, *last };

  do
    key.id++;
  while (g_hash_table_contains (self->numbers, &key));

  *last = key.id;
  return key.id;
}

/**
 * sl_text_names_seal:
 *
 * Gives each name its id: 1 for the first of its type, unless a number has that, and so on.
 */
void
sl_text_names_seal (SlTextNames *self)
{
  guint64 last[SL_N_OBJECT_TYPES] = { 0 };

  /* Of so many numbers not all are known. */
  for (guint i = 0; i < SL_N_OBJECT_TYPES; i++)
    if (g_hash_table_size (self->numbers) == SL_TEXT_MOST_NAMES &&
        self->most_number < G_MAXUINT64 - 2 * SL_TEXT_MOST_NAMES)
      last[i] = self->most_number;

  for (guint i = 0; i < self->entries->len; i++)
    {
      Entry *entry = g_ptr_array_index (self->entries, i);
      Key key = { entry->type, choose_id (self, entry->type, &last[entry->type]) };

      entry->id = key.id;
      g_hash_table_insert (self->by_id, g_memdup2 (&key, sizeof key), entry);
    }

  for (guint i = 0; i < self->renamings->len; i++)
    {
      Renaming *renaming = &g_array_index (self->renamings, Renaming, i);
      Key key = { renaming->object.type, 0 };
      GPtrArray *list;

      if (!sl_text_names_find (self, &renaming->object, &key.id))
        continue;
      list = g_hash_table_lookup (self->by_named, &key);
      if (list == NULL)
        {
          list = g_ptr_array_new ();
          g_hash_table_insert (self->by_named, g_memdup2 (&key, sizeof key), list);
        }
      g_ptr_array_add (list, renaming);
    }
}

/**
 * sl_text_names_find:
 * @id: (out): its native id
 *
 * Safe from any thread once the table is sealed.
 *
 * Returns: %FALSE for a name that was not added
 */
gboolean
sl_text_names_find (SlTextNames *self, const SlTextName *name, guint64 *id)
{
  Entry entry = { name->type, 0, name->length, name->begin, 0 };
  const Entry *found;

  *id = name->number;
  if (name->begin == NULL)
    return TRUE;

  found = g_hash_table_lookup (self->names, &entry);
  if (found != NULL)
    *id = found->id;
  return found != NULL;
}

/**
 * sl_text_names_get:
 *
 * Safe from any thread once the table is sealed.
 *
 * Returns: (transfer none) (nullable): what the object is called at @time; %NULL where it has but a number
 */
const char *
sl_text_names_get (SlTextNames *self, SlObjectType type, guint64 id, SlFineTime time)
{
  Key key = { type, id };
  GPtrArray *list = g_hash_table_lookup (self->by_named, &key);
  const Entry *entry = g_hash_table_lookup (self->by_id, &key);
  guint low = 0;
  guint high = list != NULL ? list->len : 0;

  if (list == NULL)
    return entry != NULL ? entry->begin : NULL;

  /* The last that is not after @time, or the first: a task has its name before the trace says so. */
  while (high - low > 1)
    {
      guint middle = low + (high - low) / 2;

      if (((const Renaming *) g_ptr_array_index (list, middle))->time <= time)
        low = middle;
      else
        high = middle;
    }

  return ((const Renaming *) g_ptr_array_index (list, low))->text;
}

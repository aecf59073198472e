/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The table of objects and its builder. Both find an object by a hash from (type, id) to the
 * chain of that id's lives, which is in the order of their begin. */

#include "sl-object.h"

#include "sl-lower-bound.h"

/* The lives of one native id. */
typedef struct
{
  SlObjectType type;
  guint64 id;
  GArray *numbers; /* of guint32: the objects, life 1 first */
} Chain;

struct _SlObjectTable
{
  gatomicrefcount ref_count;
  GArray *objects;    /* of SlObject, number 1 first; names belong to the table */
  GHashTable *chains; /* Chain → itself */
};

struct _SlObjectTableBuilder
{
  GArray *objects;
  GHashTable *chains;
};

static guint
chain_hash (gconstpointer data)
{
  const Chain *chain = data;

  return g_int64_hash (&chain->id) * 31 + chain->type;
}

static gboolean
chain_equal (gconstpointer one, gconstpointer other)
{
  const Chain *a = one;
  const Chain *b = other;

  return a->type == b->type && a->id == b->id;
}

static void
chain_free (gpointer data)
{
  Chain *chain = data;

  g_array_unref (chain->numbers);
  g_free (chain);
}

static void
object_clear (gpointer data)
{
  SlObject *object = data;

  g_free ((char *) object->name);
}

static GArray *
objects_new (guint reserved)
{
  GArray *objects = g_array_sized_new (FALSE, FALSE, sizeof (SlObject), reserved);

  g_array_set_clear_func (objects, object_clear);
  return objects;
}

static GHashTable *
chains_new (void)
{
  return g_hash_table_new_full (chain_hash, chain_equal, chain_free, NULL);
}

static Chain *
chains_find (GHashTable *chains, SlObjectType type, guint64 id)
{
  Chain key = { .type = type, .id = id };

  return g_hash_table_lookup (chains, &key);
}

static Chain *
chains_ensure (GHashTable *chains, SlObjectType type, guint64 id)
{
  Chain *chain = chains_find (chains, type, id);

  if (chain != NULL)
    return chain;

  chain = g_new (Chain, 1);
  chain->type = type;
  chain->id = id;
  chain->numbers = g_array_new (FALSE, FALSE, sizeof (guint32));
  g_hash_table_add (chains, chain);
  return chain;
}

static SlObject *
nth_object (GArray *objects, guint32 number)
{
  return &g_array_index (objects, SlObject, number - 1);
}

/**
 * sl_object_table_ref:
 *
 * Returns: (transfer full): @self
 */
SlObjectTable *
sl_object_table_ref (SlObjectTable *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  g_atomic_ref_count_inc (&self->ref_count);
  return self;
}

/**
 * sl_object_table_unref:
 * @self: (transfer full):
 */
void
sl_object_table_unref (SlObjectTable *self)
{
  g_return_if_fail (self != NULL);

  if (!g_atomic_ref_count_dec (&self->ref_count))
    return;

  g_hash_table_unref (self->chains);
  g_array_unref (self->objects);
  g_free (self);
}

/**
 * sl_object_table_get_size:
 *
 * Returns: how many objects there are; their numbers are 1 … this
 */
guint
sl_object_table_get_size (const SlObjectTable *self)
{
  g_return_val_if_fail (self != NULL, 0);

  return self->objects->len;
}

/**
 * sl_object_table_get:
 * @number: in 1 … sl_object_table_get_size()
 *
 * Returns: (transfer none): the object, which lives as long as @self
 */
const SlObject *
sl_object_table_get (const SlObjectTable *self, guint32 number)
{
  g_return_val_if_fail (self != NULL, NULL);
  g_return_val_if_fail (number >= 1 && number <= self->objects->len, NULL);

  return nth_object (self->objects, number);
}

/* The last life of @chain that begins at or before @time; NULL where none does. */
static const SlObject *
find_life_at (const SlObjectTable *self, const Chain *chain, SlTime time, guint32 *number)
{
  const guint32 *numbers = (const guint32 *) (gpointer) chain->numbers->data;
  guint n_begun = sl_lower_bound (0, chain->numbers->len, i,
                                  nth_object (self->objects, numbers[i])->first <= time);

  if (n_begun == 0)
    return NULL;

  *number = numbers[n_begun - 1];
  return nth_object (self->objects, *number);
}

/**
 * sl_object_table_at:
 * @id: the native id
 *
 * Finds whom an event at @time means by (@type, @id). A life reaches from its first event to
 * the tick at which the id becomes free, that tick included, for the event that ends a life
 * belongs to it; where the next life begins in the same tick, that one is meant.
 *
 * Returns: the object's number, 0 where the id was free
 */
guint32
sl_object_table_at (const SlObjectTable *self, SlObjectType type, guint64 id, SlTime time)
{
  const Chain *chain;
  const SlObject *object;
  guint32 number = 0;

  g_return_val_if_fail (self != NULL, 0);

  chain = chains_find (self->chains, type, id);
  if (chain == NULL)
    return 0;

  object = find_life_at (self, chain, time, &number);
  return object != NULL && time <= MAX (object->gone, object->last) ? number : 0;
}

/**
 * sl_object_table_find:
 * @id: the native id
 * @life: from 1
 *
 * Returns: the object's number, 0 where there is none
 */
guint32
sl_object_table_find (const SlObjectTable *self, SlObjectType type, guint64 id, guint32 life)
{
  const Chain *chain;

  g_return_val_if_fail (self != NULL, 0);

  chain = chains_find (self->chains, type, id);
  if (chain == NULL || life == 0 || life > chain->numbers->len)
    return 0;

  return g_array_index (chain->numbers, guint32, life - 1);
}

/**
 * sl_object_table_builder_new:
 *
 * Returns: (transfer full): a builder without objects
 */
SlObjectTableBuilder *
sl_object_table_builder_new (void)
{
  SlObjectTableBuilder *self = g_new (SlObjectTableBuilder, 1);

  self->objects = objects_new (0);
  self->chains = chains_new ();
  return self;
}

/**
 * sl_object_table_builder_new_from:
 *
 * Returns: (transfer full): a builder with copies of all objects of @table, under the same numbers
 */
SlObjectTableBuilder *
sl_object_table_builder_new_from (const SlObjectTable *table)
{
  SlObjectTableBuilder *self = sl_object_table_builder_new ();

  for (guint32 number = 1; number <= table->objects->len; number++)
    {
      SlObject object = *nth_object (table->objects, number);
      Chain *chain = chains_ensure (self->chains, object.type, object.id);

      object.name = g_strdup (object.name);
      g_array_append_val (self->objects, object);
      g_array_append_val (chain->numbers, number);
    }

  return self;
}

/**
 * sl_object_table_builder_free:
 * @self: (transfer full):
 */
void
sl_object_table_builder_free (SlObjectTableBuilder *self)
{
  g_return_if_fail (self != NULL);

  g_hash_table_unref (self->chains);
  g_array_unref (self->objects);
  g_free (self);
}

/**
 * sl_object_table_builder_begin_life:
 * @id: the native id
 * @time: of its first event, not before the first event of the life before
 *
 * Begins the next life of an id. If the life before is not over it ends here.
 *
 * Returns: the new object's number, above 0, which it keeps
 */
guint32
sl_object_table_builder_begin_life (SlObjectTableBuilder *self,
                                    SlObjectType type,
                                    guint64 id,
                                    SlTime time)
{
  SlObject object = { .type = type, .id = id, .gone = SL_TIME_MAX };
  Chain *chain;
  guint32 number;

  g_return_val_if_fail (self != NULL, 0);
  g_return_val_if_fail (type > SL_OBJECT_NONE && type < SL_N_OBJECT_TYPES, 0);

  chain = chains_ensure (self->chains, type, id);
  if (chain->numbers->len > 0)
    {
      SlObject *before = nth_object (self->objects, g_array_index (chain->numbers, guint32,
                                                                   chain->numbers->len - 1));

      before->gone = MIN (before->gone, time);
      time = MAX (time, before->first);
    }

  object.life = chain->numbers->len + 1;
  object.first = time;
  object.last = time;
  g_array_append_val (self->objects, object);
  number = self->objects->len;
  g_array_append_val (chain->numbers, number);
  return number;
}

/**
 * sl_object_table_builder_end_life:
 * @number: an object of @self
 * @time: tick from which its id is free again; the event that ends it stands there
 */
void
sl_object_table_builder_end_life (SlObjectTableBuilder *self, guint32 number, SlTime time)
{
  SlObject *object;

  g_return_if_fail (self != NULL);
  g_return_if_fail (number >= 1 && number <= self->objects->len);

  object = nth_object (self->objects, number);
  object->gone = MIN (object->gone, time);
  object->last = MAX (object->last, time);
}

/**
 * sl_object_table_builder_current:
 * @id: the native id
 *
 * Returns: the number of the life of @id that has not ended; 0 where there is none
 */
guint32
sl_object_table_builder_current (SlObjectTableBuilder *self, SlObjectType type, guint64 id)
{
  const Chain *chain;
  guint32 number;

  g_return_val_if_fail (self != NULL, 0);

  chain = chains_find (self->chains, type, id);
  if (chain == NULL)
    return 0;

  number = g_array_index (chain->numbers, guint32, chain->numbers->len - 1);
  return nth_object (self->objects, number)->gone == SL_TIME_MAX ? number : 0;
}

/**
 * sl_object_table_builder_touch:
 * @number: an object of @self
 * @time: of an event that names it
 */
void
sl_object_table_builder_touch (SlObjectTableBuilder *self, guint32 number, SlTime time)
{
  SlObject *object;

  g_return_if_fail (self != NULL);
  g_return_if_fail (number >= 1 && number <= self->objects->len);

  object = nth_object (self->objects, number);
  object->last = MAX (object->last, time);
}

/**
 * sl_object_table_builder_name:
 * @number: an object of @self
 * @name: (nullable): the display name, copied; bytes that are not UTF-8 are replaced
 */
void
sl_object_table_builder_name (SlObjectTableBuilder *self, guint32 number, const char *name)
{
  SlObject *object;

  g_return_if_fail (self != NULL);
  g_return_if_fail (number >= 1 && number <= self->objects->len);

  object = nth_object (self->objects, number);
  g_free ((char *) object->name);
  object->name = name != NULL ? g_utf8_make_valid (name, -1) : NULL;
}

/**
 * sl_object_table_builder_get:
 * @number: an object of @self
 *
 * Returns: (transfer none): the object as known so far, without its rank, valid until @self is
 *   changed
 */
const SlObject *
sl_object_table_builder_get (SlObjectTableBuilder *self, guint32 number)
{
  g_return_val_if_fail (self != NULL, NULL);
  g_return_val_if_fail (number >= 1 && number <= self->objects->len, NULL);

  return nth_object (self->objects, number);
}

static int
compare_chains (gconstpointer one, gconstpointer other)
{
  const Chain *a = *(const Chain *const *) one;
  const Chain *b = *(const Chain *const *) other;

  if (a->type != b->type)
    return a->type < b->type ? -1 : 1;

  return a->id < b->id ? -1 : a->id > b->id;
}

/* All lives of an id share its rank: a context that is used again keeps its colour. */
static void
set_ranks (SlObjectTable *self)
{
  g_autoptr (GPtrArray) sorted = g_ptr_array_new ();
  GHashTableIter iter;
  gpointer key;
  guint first_of_type = 0;

  g_hash_table_iter_init (&iter, self->chains);
  while (g_hash_table_iter_next (&iter, &key, NULL))
    g_ptr_array_add (sorted, key);

  g_ptr_array_sort (sorted, compare_chains);
  for (guint i = 0; i < sorted->len; i++)
    {
      const Chain *chain = sorted->pdata[i];
      const Chain *before = i > 0 ? sorted->pdata[i - 1] : NULL;

      if (before != NULL && before->type != chain->type)
        first_of_type = i;
      for (guint j = 0; j < chain->numbers->len; j++)
        nth_object (self->objects, g_array_index (chain->numbers, guint32, j))->rank =
            i - first_of_type;
    }
}

/**
 * sl_object_table_builder_snapshot:
 *
 * Freezes what is known so far, with ranks. Costs a copy of all objects.
 *
 * Returns: (transfer full): a table that shares nothing with @self; numbers stay what they are
 */
SlObjectTable *
sl_object_table_builder_snapshot (SlObjectTableBuilder *self)
{
  SlObjectTable *table;

  g_return_val_if_fail (self != NULL, NULL);

  table = g_new (SlObjectTable, 1);
  g_atomic_ref_count_init (&table->ref_count);
  table->objects = objects_new (self->objects->len);
  table->chains = chains_new ();

  for (guint32 number = 1; number <= self->objects->len; number++)
    {
      SlObject object = *nth_object (self->objects, number);
      Chain *chain = chains_ensure (table->chains, object.type, object.id);

      object.name = g_strdup (object.name);
      g_array_append_val (table->objects, object);
      g_array_append_val (chain->numbers, number);
    }

  set_ranks (table);
  return table;
}

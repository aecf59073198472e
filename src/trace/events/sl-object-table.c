/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The table of objects and its builder. The table has the lives of all ids side by side, and by type where those of an id
 * are; the builder only the last life of each. */

#include "sl-object.h"

#include "sl-arena.h"
#include "sl-lower-bound.h"
#include "sl-number-table.h"

/* The lives of one id: where they begin among the numbers by id, and how many there are. */
#define LIVES(first, n)     ((guint64) (n) << 32 | (first))
#define LIVES_FIRST(lives)  ((guint32) (lives))
#define LIVES_NUMBER(lives) ((guint32) ((lives) >> 32))

struct _SlObjectTable
{
  gatomicrefcount ref_count;
  GArray *objects;      /* of SlObject, number 1 first */
  SlArena *names;       /* of the objects, but for those that @below had already */
  SlObjectTable *below; /* that the builder began with; NULL for none */
  GArray *by_id;        /* of guint32: numbers in the order of type, id and life */
  SlNumberTable *lives[SL_N_OBJECT_TYPES]; /* id → LIVES () in @by_id; NULL for none */
};

struct _SlObjectTableBuilder
{
  GArray *objects;
  SlArena *names;                         /* NULL before the first */
  GHashTable *known_names;                /* those in the arena, each once; NULL before the first */
  SlObjectTable *below;                   /* whose names copied objects have; NULL for none */
  GArray *by_id;                          /* of the objects that there were at the last snapshot */
  SlNumberTable *last[SL_N_OBJECT_TYPES]; /* id → number of its last life; NULL for none */
};

static void
set_number (SlNumberTable **tables, SlObjectType type, guint64 id, guint64 value)
{
  if (tables[type] == NULL)
    tables[type] = sl_number_table_new ();
  sl_number_table_set (tables[type], id, value);
}

static guint64
find_number (SlNumberTable *const *tables, SlObjectType type, guint64 id)
{
  if (type >= SL_N_OBJECT_TYPES || tables[type] == NULL)
    return SL_NUMBER_NONE;

  return sl_number_table_find (tables[type], id);
}

static void
free_tables (SlNumberTable **tables)
{
  for (guint i = 0; i < SL_N_OBJECT_TYPES; i++)
    g_clear_pointer (&tables[i], sl_number_table_free);
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

  free_tables (self->lives);
  g_array_unref (self->by_id);
  g_array_unref (self->objects);
  g_clear_pointer (&self->names, sl_arena_unref);
  g_clear_pointer (&self->below, sl_object_table_unref);
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

static guint32
get_by_id (const SlObjectTable *self, guint32 place)
{
  return g_array_index (self->by_id, guint32, place);
}

/* Whether ids of the type always mean the same, also before something is said of it: a softirq is raised first. */
static gboolean
keeps_its_id (SlObjectType type)
{
  return type == SL_OBJECT_CPU || type == SL_OBJECT_IRQ || type == SL_OBJECT_SOFTIRQ ||
         type == SL_OBJECT_VECTOR || type == SL_OBJECT_SYSCALL;
}

/**
 * sl_object_table_at:
 * @id: the native id
 *
 * Finds whom an event at @time means by (@type, @id). A life reaches from its first event to
 * the tick at which the id becomes free, that tick included, for the event that ends a life
 * belongs to it; where the next life begins in the same tick, that one is meant. Processors,
 * interrupts and system calls have their numbers before that as well.
 *
 * Returns: the object's number, 0 where the id was free
 */
guint32
sl_object_table_at (const SlObjectTable *self, SlObjectType type, guint64 id, SlTime time)
{
  const SlObject *object;
  guint64 lives;
  guint32 first, end;

  g_return_val_if_fail (self != NULL, 0);
  lives = find_number (self->lives, type, id);
  if (lives == SL_NUMBER_NONE)
    return 0;

  /* The last life that begins at or before @time. */
  first = LIVES_FIRST (lives);
  end = sl_lower_bound (first, first + LIVES_NUMBER (lives), i,
                        nth_object (self->objects, get_by_id (self, i))->first <= time);
  if (end == first)
    return keeps_its_id (type) ? get_by_id (self, first) : 0;

  object = nth_object (self->objects, get_by_id (self, end - 1));
  return time <= MAX (object->gone, object->last) ? get_by_id (self, end - 1) : 0;
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
  guint64 lives;

  g_return_val_if_fail (self != NULL, 0);

  lives = find_number (self->lives, type, id);
  if (lives == SL_NUMBER_NONE || life == 0 || life > LIVES_NUMBER (lives))
    return 0;

  return get_by_id (self, LIVES_FIRST (lives) + life - 1);
}

/**
 * sl_object_table_is_reused:
 * @object: of the table
 *
 * Returns: whether other objects of its type have the same id, before or after it
 */
gboolean
sl_object_table_is_reused (const SlObjectTable *self, const SlObject *object)
{
  return object->life > 1 || sl_object_table_find (self, object->type, object->id, 2) != 0;
}

/**
 * sl_object_table_builder_new:
 *
 * Returns: (transfer full): a builder without objects
 */
SlObjectTableBuilder *
sl_object_table_builder_new (void)
{
  SlObjectTableBuilder *self = g_new0 (SlObjectTableBuilder, 1);

  self->objects = g_array_new (FALSE, FALSE, sizeof (SlObject));
  self->by_id = g_array_new (FALSE, FALSE, sizeof (guint32));
  return self;
}

/**
 * sl_object_table_builder_new_from:
 * @table: is kept for the names
 *
 * Returns: (transfer full): a builder with copies of all objects of @table, under the same numbers
 */
SlObjectTableBuilder *
sl_object_table_builder_new_from (const SlObjectTable *table)
{
  SlObjectTableBuilder *self = sl_object_table_builder_new ();

  self->below = sl_object_table_ref ((SlObjectTable *) table);
  for (guint32 number = 1; number <= table->objects->len; number++)
    {
      const SlObject *object = nth_object (table->objects, number);

      g_array_append_vals (self->objects, object, 1);
      set_number (self->last, object->type, object->id, number);
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

  free_tables (self->last);
  g_array_unref (self->by_id);
  g_array_unref (self->objects);
  g_clear_pointer (&self->known_names, g_hash_table_unref);
  g_clear_pointer (&self->names, sl_arena_unref);
  g_clear_pointer (&self->below, sl_object_table_unref);
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
  SlObject object = { .type = type, .id = id, .life = 1, .gone = SL_TIME_MAX };
  guint64 last;

  g_return_val_if_fail (self != NULL, 0);
  g_return_val_if_fail (type > SL_OBJECT_NONE && type < SL_N_OBJECT_TYPES, 0);

  last = find_number (self->last, type, id);
  if (last != SL_NUMBER_NONE)
    {
      SlObject *before = nth_object (self->objects, (guint32) last);

      before->gone = MIN (before->gone, time);
      time = MAX (time, before->first);
      object.life = before->life + 1;
    }

  object.first = time;
  object.last = time;
  g_array_append_val (self->objects, object);
  set_number (self->last, type, id, self->objects->len);
  return self->objects->len;
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
  guint64 last;

  g_return_val_if_fail (self != NULL, 0);

  last = find_number (self->last, type, id);
  if (last == SL_NUMBER_NONE)
    return 0;

  return nth_object (self->objects, (guint32) last)->gone == SL_TIME_MAX ? (guint32) last : 0;
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

/* Names stay as long as the tables that have them: one that comes again takes no memory. */
static const char *
intern (SlObjectTableBuilder *self, const char *name)
{
  const char *known;

  if (self->names == NULL)
    {
      self->names = sl_arena_new ();
      self->known_names = g_hash_table_new (g_str_hash, g_str_equal);
    }

  known = g_hash_table_lookup (self->known_names, name);
  if (known != NULL)
    return known;

  known = sl_arena_copy_text (self->names, name);
  g_hash_table_add (self->known_names, (gpointer) known);
  return known;
}

/**
 * sl_object_table_builder_name:
 * @number: an object of @self
 * @name: (nullable): the display name, copied; bytes that are not UTF-8 are replaced
 */
void
sl_object_table_builder_name (SlObjectTableBuilder *self, guint32 number, const char *name)
{
  g_autofree char *valid = NULL;
  SlObject *object;

  g_return_if_fail (self != NULL);
  g_return_if_fail (number >= 1 && number <= self->objects->len);

  object = nth_object (self->objects, number);
  if (name != NULL && g_strcmp0 (name, object->name) == 0)
    return;

  valid = name != NULL ? g_utf8_make_valid (name, -1) : NULL;
  object->name = valid != NULL ? intern (self, valid) : NULL;
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

/* Numbers are in the order of lives. */
static int
compare_numbers (gconstpointer one, gconstpointer other, gpointer data)
{
  GArray *objects = data;
  guint32 first = *(const guint32 *) one, second = *(const guint32 *) other;
  const SlObject *a = nth_object (objects, first), *b = nth_object (objects, second);

  if (a->type != b->type)
    return a->type < b->type ? -1 : 1;
  if (a->id != b->id)
    return sl_object_type_compare_ids (a->type, a->id, b->id);

  return first < second ? -1 : first > second;
}

/* Puts the objects that are new since the last time in their order among the others. */
static void
sort_new (SlObjectTableBuilder *self)
{
  guint n_old = self->by_id->len, n_new = self->objects->len - n_old;
  g_autofree guint32 *new = g_new (guint32, n_new);
  guint32 *all;

  for (guint i = 0; i < n_new; i++)
    new[i] = n_old + i + 1;
  g_qsort_with_data (new, (gint) n_new, sizeof *new, compare_numbers, self->objects);

  g_array_set_size (self->by_id, n_old + n_new);
  all = (guint32 *) (gpointer) self->by_id->data;
  for (guint at = n_old + n_new; n_new > 0; at--)
    {
      gboolean is_old =
          n_old > 0 && compare_numbers (&all[n_old - 1], &new[n_new - 1], self->objects) > 0;

      all[at - 1] = is_old ? all[--n_old] : new[--n_new];
    }
}

/* Finds the lives of each id, and its rank, which all lives share: a context that is used again keeps its colour. */
static void
index_lives (SlObjectTable *self)
{
  guint32 rank = 0;
  guint32 end;

  for (guint32 first = 0; first < self->by_id->len; first = end)
    {
      const SlObject *object = nth_object (self->objects, get_by_id (self, first));
      SlObject *next = NULL;

      for (end = first; end < self->by_id->len; end++)
        {
          next = nth_object (self->objects, get_by_id (self, end));
          if (next->type != object->type || next->id != object->id)
            break;
          next->rank = rank;
        }

      set_number (self->lives, object->type, object->id, LIVES (first, end - first));
      rank = next->type == object->type ? rank + 1 : 0;
    }
}

/**
 * sl_object_table_builder_snapshot:
 *
 * Freezes what is known so far, with ranks. Costs a copy of all objects but their names, which all snapshots share.
 *
 * Returns: (transfer full): a table that changes no more; numbers stay what they are
 */
SlObjectTable *
sl_object_table_builder_snapshot (SlObjectTableBuilder *self)
{
  SlObjectTable *table;

  g_return_val_if_fail (self != NULL, NULL);

  sort_new (self);
  table = g_new0 (SlObjectTable, 1);
  g_atomic_ref_count_init (&table->ref_count);
  table->by_id = g_array_copy (self->by_id);
  table->objects = g_array_copy (self->objects);
  table->names = self->names != NULL ? sl_arena_ref (self->names) : NULL;
  table->below = self->below != NULL ? sl_object_table_ref (self->below) : NULL;
  index_lives (table);
  return table;
}

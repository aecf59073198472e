/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-annotations-private.h"

#include "sl-clock-shown.h"
#include "sl-error.h"
#include "sl-source-extras.h"

G_DEFINE_BOXED_TYPE (SlAnnotations, sl_annotations, sl_annotations_ref, sl_annotations_unref)

/**
 * sl_annotations_new:
 *
 * Returns: (transfer full): annotations that add nothing
 */
SlAnnotations *
sl_annotations_new (void)
{
  SlAnnotations *self = g_new0 (SlAnnotations, 1);

  g_atomic_ref_count_init (&self->ref_count);
  self->names = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  return self;
}

/**
 * sl_annotations_ref:
 *
 * Returns: (transfer full): @self
 */
SlAnnotations *
sl_annotations_ref (SlAnnotations *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  g_atomic_ref_count_inc (&self->ref_count);
  return self;
}

/**
 * sl_annotations_unref:
 * @self: (transfer full):
 */
void
sl_annotations_unref (SlAnnotations *self)
{
  g_return_if_fail (self != NULL);

  if (!g_atomic_ref_count_dec (&self->ref_count))
    return;

  g_hash_table_unref (self->names);
  g_strfreev (self->code_files);
  g_clear_pointer (&self->code_map, sl_code_map_unref);
  g_free (self->idle_task);
  g_free (self);
}

/**
 * sl_annotations_is_empty:
 *
 * Returns: whether the user adds nothing
 */
gboolean
sl_annotations_is_empty (const SlAnnotations *self)
{
  g_return_val_if_fail (self != NULL, TRUE);

  return g_hash_table_size (self->names) == 0 && self->numerator == 0 && self->code_files == NULL &&
         self->code_map == NULL && self->idle_task == NULL;
}

static SlAnnotations *
annotations_copy (SlAnnotations *self)
{
  SlAnnotations *copy = sl_annotations_new ();
  GHashTableIter iter;
  gpointer reference, name;

  g_hash_table_iter_init (&iter, self->names);
  while (g_hash_table_iter_next (&iter, &reference, &name))
    g_hash_table_insert (copy->names, g_strdup (reference), g_strdup (name));

  copy->numerator = self->numerator;
  copy->denominator = self->denominator;
  copy->code_files = g_strdupv (self->code_files);
  copy->code_map = self->code_map != NULL ? sl_code_map_ref (self->code_map) : NULL;
  copy->idle_task = g_strdup (self->idle_task);
  return copy;
}

/**
 * sl_annotations_with_name:
 * @reference: an object's, as sl_object_to_string() writes it
 * @name: (nullable): what the user calls it; %NULL or empty to go back to the trace's name
 *
 * Returns: (transfer full): a copy of @self with this change
 */
SlAnnotations *
sl_annotations_with_name (SlAnnotations *self, const char *reference, const char *name)
{
  g_autoptr (GHashTable) names = g_hash_table_new (g_str_hash, g_str_equal);

  g_return_val_if_fail (self != NULL, NULL);
  g_return_val_if_fail (reference != NULL, NULL);

  g_hash_table_insert (names, (gpointer) reference, (gpointer) name);
  return sl_annotations_with_names (self, names);
}

/**
 * sl_annotations_with_names:
 * @names: reference → name or %NULL, as in sl_annotations_with_name()
 *
 * Returns: (transfer full): a copy of @self with all these changes
 */
SlAnnotations *
sl_annotations_with_names (SlAnnotations *self, GHashTable *names)
{
  SlAnnotations *copy;
  GHashTableIter iter;
  gpointer reference, name;

  g_return_val_if_fail (self != NULL, NULL);
  g_return_val_if_fail (names != NULL, NULL);

  copy = annotations_copy (self);
  g_hash_table_iter_init (&iter, names);
  while (g_hash_table_iter_next (&iter, &reference, &name))
    {
      if (name != NULL && ((const char *) name)[0] != '\0')
        g_hash_table_insert (copy->names, g_strdup (reference), g_strdup (name));
      else
        g_hash_table_remove (copy->names, reference);
    }

  return copy;
}

/**
 * sl_annotations_with_rate:
 * @numerator: ticks a second as a fraction; 0 to go back to the trace's own rate
 * @denominator: above zero unless @numerator is 0
 *
 * Returns: (transfer full): a copy of @self with this change
 */
SlAnnotations *
sl_annotations_with_rate (SlAnnotations *self, guint64 numerator, guint64 denominator)
{
  SlAnnotations *copy;

  g_return_val_if_fail (self != NULL, NULL);
  g_return_val_if_fail (numerator == 0 || denominator > 0, NULL);

  copy = annotations_copy (self);
  copy->numerator = numerator;
  copy->denominator = denominator;
  return copy;
}

/**
 * sl_annotations_get_rate:
 * @numerator: (out): ticks a second as a fraction; set where %TRUE is returned
 * @denominator: (out): above zero
 *
 * Returns: whether the user gave a rate, also where the trace's ticks are not time
 */
gboolean
sl_annotations_get_rate (SlAnnotations *self, guint64 *numerator, guint64 *denominator)
{
  g_return_val_if_fail (self != NULL, FALSE);

  if (self->numerator == 0)
    return FALSE;

  *numerator = self->numerator;
  *denominator = self->denominator;
  return TRUE;
}

/**
 * sl_annotations_with_code_files:
 * @files: (nullable) (array zero-terminated=1): FILE or FILE\@BASE of what names the trace's code, as
 *   bytes; %NULL or none for what the trace itself tells
 *
 * Returns: (transfer full): a copy of @self with this change; what was loaded for other files has
 *   gone
 */
SlAnnotations *
sl_annotations_with_code_files (SlAnnotations *self, const char *const *files)
{
  SlAnnotations *copy;

  g_return_val_if_fail (self != NULL, NULL);

  copy = annotations_copy (self);
  g_strfreev (copy->code_files);
  copy->code_files = files != NULL && files[0] != NULL ? g_strdupv ((char **) files) : NULL;
  g_clear_pointer (&copy->code_map, sl_code_map_unref);
  return copy;
}

/**
 * sl_annotations_get_code_files:
 *
 * Returns: (transfer none) (nullable) (array zero-terminated=1): as given
 */
const char *const *
sl_annotations_get_code_files (SlAnnotations *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  return (const char *const *) self->code_files;
}

/**
 * sl_annotations_with_code_map:
 * @map: (nullable): what was found of the trace's code; it is not kept with the rest
 *
 * Returns: (transfer full): a copy of @self with this change
 */
SlAnnotations *
sl_annotations_with_code_map (SlAnnotations *self, SlCodeMap *map)
{
  SlAnnotations *copy;

  g_return_val_if_fail (self != NULL, NULL);

  copy = annotations_copy (self);
  g_clear_pointer (&copy->code_map, sl_code_map_unref);
  copy->code_map = map != NULL ? sl_code_map_ref (map) : NULL;
  return copy;
}

/**
 * sl_annotations_get_code_map:
 *
 * Returns: (transfer none) (nullable): where the trace's code lies, as far as it is known
 */
SlCodeMap *
sl_annotations_get_code_map (SlAnnotations *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  return self->code_map;
}

/**
 * sl_annotations_dup_code_text:
 * @address: of code
 *
 * Returns: (transfer full) (nullable): what is there, such as "main+0x12"; %NULL where that is not
 *   known
 */
char *
sl_annotations_dup_code_text (SlAnnotations *self, guint64 address)
{
  g_return_val_if_fail (self != NULL, NULL);

  return self->code_map != NULL
             ? sl_code_map_dup_text (self->code_map, SL_CODE_ANY_PROCESS, address)
             : NULL;
}

/**
 * sl_annotations_with_idle_task:
 * @reference: (nullable): a task's, as sl_object_to_string() writes it; %NULL to go back to the
 *   one that the analysis found
 *
 * Returns: (transfer full): a copy of @self with this change
 */
SlAnnotations *
sl_annotations_with_idle_task (SlAnnotations *self, const char *reference)
{
  SlAnnotations *copy;

  g_return_val_if_fail (self != NULL, NULL);

  copy = annotations_copy (self);
  g_free (copy->idle_task);
  copy->idle_task = g_strdup (reference);
  return copy;
}

/**
 * sl_annotations_get_name:
 * @reference: an object's, as sl_object_to_string() writes it
 *
 * Returns: (transfer none) (nullable): what the user calls it
 */
const char *
sl_annotations_get_name (SlAnnotations *self, const char *reference)
{
  g_return_val_if_fail (self != NULL, NULL);
  g_return_val_if_fail (reference != NULL, NULL);

  return g_hash_table_lookup (self->names, reference);
}

/**
 * sl_annotations_dup_object_name:
 * @self: (nullable): %NULL where the user named nothing
 * @object: a number in the table of @trace
 *
 * Returns: (transfer full): what to call the object: the user's name, else the format's, else
 *   its reference
 */
char *
sl_annotations_dup_object_name (SlAnnotations *self, SlTrace *trace, guint32 object)
{
  char *name;

  g_return_val_if_fail (SL_IS_TRACE (trace), NULL);

  name = sl_annotations_dup_given_name (self, trace, object);
  if (name != NULL)
    return name;

  return sl_object_to_string (sl_object_table_get (sl_trace_get_objects (trace), object));
}

/* Without a process the name is that of an address, whichever process has it. */
static const char *
get_name_of_address (SlAnnotations *self, const SlObject *futex)
{
  SlObject shared = { .type = SL_OBJECT_FUTEX,
                      .id = sl_futex_id_get_address (futex->id, NULL),
                      .life = 1 };
  g_autofree char *reference = sl_object_to_string (&shared);

  return g_hash_table_lookup (self->names, reference);
}

/* (nullable): the user's */
static const char *
get_users_name (SlAnnotations *self, const SlObject *object)
{
  g_autofree char *reference = NULL;
  const char *name;

  if (self == NULL || g_hash_table_size (self->names) == 0)
    return NULL;

  reference = sl_object_to_string (object);
  name = g_hash_table_lookup (self->names, reference);
  return name == NULL && object->type == SL_OBJECT_FUTEX ? get_name_of_address (self, object)
                                                         : name;
}

/**
 * sl_annotations_dup_given_name:
 * @self: (nullable): %NULL where the user named nothing
 * @object: a number in the table of @trace
 *
 * Returns: (transfer full) (nullable): the user's name of the object, else the format's; %NULL where
 *   neither has one
 */
char *
sl_annotations_dup_given_name (SlAnnotations *self, SlTrace *trace, guint32 object)
{
  const SlObject *found;
  const char *name;

  g_return_val_if_fail (SL_IS_TRACE (trace), NULL);

  found = sl_object_table_get (sl_trace_get_objects (trace), object);
  g_return_val_if_fail (found != NULL, NULL);

  name = get_users_name (self, found);
  return g_strdup (name != NULL ? name : found->name);
}

/**
 * sl_annotations_dup_clock:
 *
 * Returns: (transfer full): the clock of @trace, with the user's rate where there is one, and the time of day where the trace
 *   knows it
 */
SlClock *
sl_annotations_dup_clock (SlAnnotations *self, SlTrace *trace)
{
  g_autoptr (SlClock) clock = NULL;
  gint64 wall;

  g_return_val_if_fail (self != NULL, NULL);
  g_return_val_if_fail (SL_IS_TRACE (trace), NULL);

  clock = self->numerator > 0
              ? sl_clock_with_rate (sl_trace_get_clock (trace), self->numerator, self->denominator)
              : sl_clock_ref (sl_trace_get_clock (trace));
  return sl_source_extras_get_wall (sl_source_get_extras (sl_trace_get_source (trace)),
                                    sl_clock_get_origin (clock), &wall)
             ? sl_clock_with_wall (clock, wall)
             : g_steal_pointer (&clock);
}

/* A task by its reference; the first life where it names none. 0 where there is no such task. */
static guint32
find_by_reference (SlTrace *trace, const char *reference)
{
  SlObjectType type;
  guint64 id;
  guint32 life;

  if (!sl_object_parse_reference (reference, &type, &id, &life, NULL) || type != SL_OBJECT_TASK)
    return 0;

  return sl_object_table_find (sl_trace_get_objects (trace), type, id, MAX (life, 1));
}

/**
 * sl_annotations_get_idle_task:
 *
 * Returns: the number of the user's idle task, else of the one that the analysis found; 0
 *   where there is none
 */
guint32
sl_annotations_get_idle_task (SlAnnotations *self, SlTrace *trace)
{
  guint32 object = 0;

  g_return_val_if_fail (self != NULL, 0);
  g_return_val_if_fail (SL_IS_TRACE (trace), 0);

  if (self->idle_task != NULL)
    object = find_by_reference (trace, self->idle_task);

  return object != 0 ? object : sl_trace_get_idle_task (trace);
}

static guint32
find_by_native_id (SlTrace *trace, const char *text)
{
  gboolean is_hex = g_str_has_prefix (text, "0x");
  guint64 id;

  if (!g_ascii_string_to_unsigned (is_hex ? text + 2 : text, is_hex ? 16 : 10, 0, G_MAXUINT64, &id,
                                   NULL))
    return 0;

  return sl_object_table_find (sl_trace_get_objects (trace), SL_OBJECT_TASK, id, 1);
}

/* The references of all tasks that go by @name, and the number of the first. */
static GPtrArray *
find_by_name (SlAnnotations *self, SlTrace *trace, const char *name, guint32 *object)
{
  SlObjectTable *objects = sl_trace_get_objects (trace);
  GPtrArray *references = g_ptr_array_new_with_free_func (g_free);

  for (guint32 number = 1; number <= sl_object_table_get_size (objects); number++)
    {
      const SlObject *candidate = sl_object_table_get (objects, number);
      g_autofree char *candidate_name = NULL;

      if (candidate->type != SL_OBJECT_TASK)
        continue;

      candidate_name = sl_annotations_dup_object_name (self, trace, number);
      if (!g_str_equal (candidate_name, name))
        continue;

      if (references->len == 0)
        *object = number;
      g_ptr_array_add (references, sl_object_to_string (candidate));
    }

  return references;
}

/**
 * sl_annotations_find_task:
 * @text: a native id, a reference, or a display name that only one task has, tried in this order
 * @object: (out): the task's number; of an id with several lives the first unless @text says
 *   which; set on success
 *
 * Fails with %SL_ERROR_USAGE where no task or more than one is meant.
 */
gboolean
sl_annotations_find_task (SlAnnotations *self,
                          SlTrace *trace,
                          const char *text,
                          guint32 *object,
                          GError **error)
{
  g_autoptr (GPtrArray) references = NULL;
  g_autofree char *list = NULL;
  guint32 found;

  g_return_val_if_fail (self != NULL, FALSE);
  g_return_val_if_fail (SL_IS_TRACE (trace), FALSE);
  g_return_val_if_fail (text != NULL, FALSE);

  found = find_by_native_id (trace, text);
  if (found == 0)
    found = find_by_reference (trace, text);
  if (found == 0)
    references = find_by_name (self, trace, text, &found);

  if (references == NULL || references->len == 1)
    {
      *object = found;
      return TRUE;
    }

  if (references->len == 0)
    {
      g_set_error (error, SL_ERROR, SL_ERROR_USAGE,
                   "“%s” is not a task of this trace: give its number, task:ID or its display name",
                   text);
      return FALSE;
    }

  g_ptr_array_add (references, NULL);
  list = g_strjoinv (", ", (char **) references->pdata);
  g_set_error (error, SL_ERROR, SL_ERROR_USAGE,
               "“%s” is the name of more than one task: give one of %s", text, list);
  return FALSE;
}

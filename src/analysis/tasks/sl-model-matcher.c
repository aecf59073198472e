/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-model-matcher.h"

#include <string.h>

#include "sl-source-extras.h"

/* Texts without wildcards, and what an object is found by, become the same keys: of each object there
 * are as many as N_KEYS. Only texts with wildcards are tried one after the other. */
enum
{
  KEY_ID,
  KEY_ANY_LIFE,
  KEY_LIFE,
  KEY_ADDRESS,   /* of a futex whose process is known; else NULL */
  KEY_NAME,      /* this and those behind it are texts */
  KEY_REFERENCE, /* such as task:296 */
  KEY_PROCESS,   /* such as control/1234; NULL for what belongs to no process */
  N_KEYS,
};

typedef struct
{
  guint place; /* in the file's order */
  GPatternSpec *spec;
} Pattern;

typedef struct
{
  char **names;
  GHashTable *keys; /* key → place + 1, of the first */
  GArray *patterns; /* of Pattern, by place */
} Group;

struct _SlModelMatcher
{
  Group groups[SL_N_MODEL_GROUPS];
  guint64 n_tried;
};

static void
clear_pattern (gpointer pattern)
{
  g_pattern_spec_free (((Pattern *) pattern)->spec);
}

static char *
make_id_key (guint64 id)
{
  return g_strdup_printf ("#%" G_GUINT64_FORMAT, id);
}

/* @life: 0 for any */
static char *
make_reference_key (SlObjectType type, guint64 id, guint32 life)
{
  return g_strdup_printf ("@%d:%" G_GUINT64_FORMAT ":%u", (int) type, id, life);
}

static char *
make_text_key (const char *text)
{
  return g_strconcat ("=", text, NULL);
}

static gboolean
parse_id (const char *text, guint64 *id)
{
  gboolean is_hex = g_str_has_prefix (text, "0x");

  return g_ascii_string_to_unsigned (is_hex ? text + 2 : text, is_hex ? 16 : 10, 0, G_MAXUINT64, id,
                                     NULL);
}

/* The keys that @text matches by, and the pattern, if it is one.
 *
 * @keys: (out): two at most, NULL behind the last */
static GPatternSpec *
read_text (const char *text, char *keys[3])
{
  gboolean has_wildcards = strpbrk (text, "*?") != NULL;
  SlObjectType type;
  guint32 life;
  guint64 id;
  guint n = 0;

  memset (keys, 0, 3 * sizeof *keys);
  if (parse_id (text, &id))
    {
      keys[0] = make_id_key (id);
      return NULL;
    }

  if (sl_object_parse_reference (text, &type, &id, &life, NULL))
    keys[n++] = make_reference_key (type, id, life);
  if (!has_wildcards)
    keys[n] = make_text_key (text);

  return has_wildcards ? g_pattern_spec_new (text) : NULL;
}

/* "control/1234", of a task whose process is known. */
static char *
make_process_key (SlTrace *trace, const SlObject *object, const char *name)
{
  guint64 process = object->type == SL_OBJECT_TASK
                        ? sl_source_get_process_of (sl_trace_get_source (trace), object->id)
                        : 0;

  return process != 0 ? g_strdup_printf ("=%s/%" G_GUINT64_FORMAT, name, process) : NULL;
}

/* All that an object is found by. */
static void
make_keys (SlTrace *trace, SlAnnotations *annotations, guint32 number, char *keys[N_KEYS])
{
  const SlObject *object = sl_object_table_get (sl_trace_get_objects (trace), number);
  g_autofree char *name = sl_annotations_dup_object_name (annotations, trace, number);
  g_autofree char *reference = sl_object_to_string (object);
  guint64 address =
      object->type == SL_OBJECT_FUTEX ? sl_futex_id_get_address (object->id, NULL) : object->id;

  keys[KEY_ID] = make_id_key (address);
  keys[KEY_ANY_LIFE] = make_reference_key (object->type, object->id, 0);
  keys[KEY_LIFE] = make_reference_key (object->type, object->id, object->life);
  keys[KEY_ADDRESS] = address != object->id ? make_reference_key (object->type, address, 0) : NULL;
  keys[KEY_NAME] = make_text_key (name);
  keys[KEY_REFERENCE] = make_text_key (reference);
  keys[KEY_PROCESS] = make_process_key (trace, object, name);
}

static void
free_keys (char **keys, guint n)
{
  for (guint i = 0; i < n; i++)
    g_free (keys[i]);
}

/* The first one stays. */
static void
add_key (GHashTable *table, char *key, guint value)
{
  if (g_hash_table_contains (table, key))
    g_free (key);
  else
    g_hash_table_insert (table, key, GUINT_TO_POINTER (value));
}

static void
fill_group (Group *self, const SlTaskModel *model, SlModelGroup group)
{
  self->names = sl_task_model_list (model, group);
  self->keys = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  self->patterns = g_array_new (FALSE, FALSE, sizeof (Pattern));
  g_array_set_clear_func (self->patterns, clear_pattern);
  for (guint i = 0; self->names[i] != NULL; i++)
    {
      g_autofree char *match = sl_task_model_get (model, group, self->names[i], "match");
      char *keys[3];
      Pattern pattern = { i, read_text (match != NULL ? match : self->names[i], keys) };

      for (guint k = 0; keys[k] != NULL; k++)
        add_key (self->keys, keys[k], i + 1);
      if (pattern.spec != NULL)
        g_array_append_val (self->patterns, pattern);
    }
}

/**
 * sl_model_matcher_new:
 *
 * Returns: (transfer full): it says what @model said then
 */
SlModelMatcher *
sl_model_matcher_new (const SlTaskModel *model)
{
  SlModelMatcher *self = g_new0 (SlModelMatcher, 1);

  for (SlModelGroup group = 0; group < SL_N_MODEL_GROUPS; group++)
    fill_group (&self->groups[group], model, group);
  return self;
}

void
sl_model_matcher_free (SlModelMatcher *self)
{
  for (SlModelGroup group = 0; group < SL_N_MODEL_GROUPS; group++)
    {
      g_strfreev (self->groups[group].names);
      g_hash_table_unref (self->groups[group].keys);
      g_array_unref (self->groups[group].patterns);
    }
  g_free (self);
}

/**
 * sl_model_matcher_may_match:
 *
 * Returns: whether groups of that kind speak of such objects
 */
gboolean
sl_model_matcher_may_match (SlModelGroup group, SlObjectType type)
{
  switch (group)
    {
    case SL_MODEL_TASK:
      return type == SL_OBJECT_TASK;
    case SL_MODEL_LOCK:
      return type == SL_OBJECT_MUTEX || type == SL_OBJECT_SEMAPHORE || type == SL_OBJECT_FUTEX;
    case SL_MODEL_SERVER:
      return type == SL_OBJECT_SERVER;
    case SL_MODEL_INTERRUPT:
      return type == SL_OBJECT_IRQ;
    case SL_MODEL_EVENT:
      return type == SL_OBJECT_IPOINT || type == SL_OBJECT_USER_EVENT;
    case SL_MODEL_LEVEL:
      return type == SL_OBJECT_LEVEL;
    case SL_MODEL_SPAN: /* its object has its name */
    case SL_MODEL_SCHEDULER:
    case SL_N_MODEL_GROUPS:
    default:
      return FALSE;
    }
}

static gboolean
try_pattern (SlModelMatcher *self, GPatternSpec *spec, char *const *keys)
{
  self->n_tried++;
  for (guint i = KEY_NAME; i < N_KEYS; i++)
    if (keys[i] != NULL && g_pattern_spec_match_string (spec, keys[i] + 1))
      return TRUE;

  return FALSE;
}

/**
 * sl_model_matcher_find:
 * @object: number in the trace's table
 *
 * Texts without wildcards come before those with some, and among either the first of the file.
 *
 * Returns: (transfer none) (nullable): the name of the group that speaks of @object
 */
const char *
sl_model_matcher_find (SlModelMatcher *self,
                       SlModelGroup group,
                       SlTrace *trace,
                       SlAnnotations *annotations,
                       guint32 object)
{
  const Group *found = &self->groups[group];
  guint first = G_MAXUINT;
  char *keys[N_KEYS];

  if (found->names[0] == NULL ||
      !sl_model_matcher_may_match (group, sl_object_table_get (sl_trace_get_objects (trace), object)
                                              ->type))
    return NULL;

  make_keys (trace, annotations, object, keys);
  for (guint i = 0; i < N_KEYS; i++)
    {
      guint place =
          keys[i] != NULL ? GPOINTER_TO_UINT (g_hash_table_lookup (found->keys, keys[i])) : 0;

      if (place > 0)
        first = MIN (first, place - 1);
    }
  for (guint i = 0; first == G_MAXUINT && i < found->patterns->len; i++)
    {
      const Pattern *pattern = &g_array_index (found->patterns, Pattern, i);

      if (try_pattern (self, pattern->spec, keys))
        first = pattern->place;
    }
  free_keys (keys, N_KEYS);
  return first != G_MAXUINT ? found->names[first] : NULL;
}

/* The locks of a trace, by what they are called. */
typedef struct
{
  GHashTable *by_group; /* group's name → number */
  GHashTable *by_key;   /* key → number, of those that no group speaks of */
  GArray *plain;        /* numbers of these */
} Locks;

static void
list_locks (SlModelMatcher *self, SlTrace *trace, SlAnnotations *annotations, Locks *locks)
{
  SlObjectTable *objects = sl_trace_get_objects (trace);

  for (guint32 number = 1; number <= sl_object_table_get_size (objects); number++)
    {
      const char *group;
      char *keys[N_KEYS];

      if (!sl_model_matcher_may_match (SL_MODEL_LOCK, sl_object_table_get (objects, number)->type))
        continue;

      group = sl_model_matcher_find (self, SL_MODEL_LOCK, trace, annotations, number);
      if (group != NULL)
        {
          add_key (locks->by_group, g_strdup (group), number);
          continue;
        }
      make_keys (trace, annotations, number, keys);
      for (guint i = 0; i < N_KEYS; i++)
        if (keys[i] != NULL)
          add_key (locks->by_key, keys[i], number);
      g_array_append_val (locks->plain, number);
    }
}

/* The first of the locks that no group speaks of and that @name matches; 0 for none. */
static guint32
find_plain (SlModelMatcher *self,
            SlTrace *trace,
            SlAnnotations *annotations,
            const Locks *locks,
            const char *name)
{
  char *wanted[3];
  GPatternSpec *spec = read_text (name, wanted);
  guint32 first = 0;

  for (guint i = 0; wanted[i] != NULL; i++)
    {
      guint32 number = GPOINTER_TO_UINT (g_hash_table_lookup (locks->by_key, wanted[i]));

      if (number != 0 && (first == 0 || number < first))
        first = number;
    }
  for (guint i = 0; spec != NULL && i < locks->plain->len; i++)
    {
      guint32 number = g_array_index (locks->plain, guint32, i);
      char *keys[N_KEYS];
      gboolean matches;

      if (first != 0 && number > first)
        break;
      make_keys (trace, annotations, number, keys);
      matches = try_pattern (self, spec, keys);
      free_keys (keys, N_KEYS);
      if (matches)
        first = number;
    }
  g_clear_pointer (&spec, g_pattern_spec_free);
  free_keys (wanted, 2);
  return first;
}

/**
 * sl_model_matcher_find_locks:
 * @names: (array zero-terminated=1): what critical sections call their locks: as the model's group
 *   does, or, of one that no group speaks of, as "match" would
 *
 * Returns: (transfer full): name → number of the first such lock in the trace's table; without those
 *   that the trace does not have
 */
GHashTable *
sl_model_matcher_find_locks (SlModelMatcher *self,
                             SlTrace *trace,
                             SlAnnotations *annotations,
                             const char *const *names)
{
  GHashTable *found = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  Locks locks = { g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL),
                  g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL),
                  g_array_new (FALSE, FALSE, sizeof (guint32)) };

  if (names[0] != NULL)
    list_locks (self, trace, annotations, &locks);
  for (guint i = 0; names[i] != NULL; i++)
    {
      guint32 grouped = GPOINTER_TO_UINT (g_hash_table_lookup (locks.by_group, names[i]));
      guint32 plain = find_plain (self, trace, annotations, &locks, names[i]);
      guint32 number = grouped == 0 || (plain != 0 && plain < grouped) ? plain : grouped;

      if (number != 0)
        g_hash_table_insert (found, g_strdup (names[i]), GUINT_TO_POINTER (number));
    }

  g_hash_table_unref (locks.by_group);
  g_hash_table_unref (locks.by_key);
  g_array_unref (locks.plain);
  return found;
}

/* Returns: how many times a text with wildcards was held against an object */
guint64
sl_model_matcher_get_n_tried (const SlModelMatcher *self)
{
  return self->n_tried;
}

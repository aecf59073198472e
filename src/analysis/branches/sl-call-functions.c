/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-call-functions.h"

#include "sl-demangle.h"

/* What a damaged stream claims beyond this gets no name of its own. */
#define MOST_FUNCTIONS 65536

typedef struct
{
  guint64 begin;
  guint32 process;
  guint32 object;
} Function;

struct _SlCallFunctions
{
  SlCodeMap *map;
  SlObjectTableBuilder *objects;
  GHashTable *functions; /* set of Function, by begin and process */
};

static guint
function_hash (gconstpointer data)
{
  const Function *self = data;

  return (guint) (self->begin ^ self->begin >> 32) * 31 + self->process;
}

static gboolean
function_equal (gconstpointer one, gconstpointer other)
{
  const Function *a = one, *b = other;

  return a->begin == b->begin && a->process == b->process;
}

/**
 * sl_call_functions_new:
 * @map: what the functions are called
 * @objects: to which the functions are added; outlives this
 */
SlCallFunctions *
sl_call_functions_new (SlCodeMap *map, SlObjectTableBuilder *objects)
{
  SlCallFunctions *self = g_new0 (SlCallFunctions, 1);

  self->map = sl_code_map_ref (map);
  self->objects = objects;
  self->functions = g_hash_table_new_full (function_hash, function_equal, g_free, NULL);
  return self;
}

void
sl_call_functions_free (SlCallFunctions *self)
{
  g_clear_pointer (&self->functions, g_hash_table_unref);
  sl_code_map_unref (self->map);
  g_free (self);
}

static char *
dup_name (const SlCodePlace *place)
{
  g_autofree char *file = NULL;

  if (place->name != NULL)
    return sl_demangle (place->name);
  if (place->module == NULL)
    return g_strdup ("?");

  file = g_filename_display_basename (place->module->path);
  return g_strdup_printf ("[%s]", file);
}

/**
 * sl_call_functions_find:
 * @process: whose address it is
 * @place: (out): what is there; code without a name is one function for each file
 *
 * Returns: the function as an object; 0 where there are too many
 */
guint32
sl_call_functions_find (SlCallFunctions *self, guint32 process, guint64 address, SlCodePlace *place)
{
  Function wanted = { 0, SL_CODE_ANY_PROCESS, 0 };
  const Function *found;
  g_autofree char *name = NULL;

  sl_code_map_find (self->map, process, address, place);
  if (place->name == NULL)
    place->begin = place->end = place->module != NULL ? place->module->begin : 0;
  wanted.begin = place->begin;
  if (place->module != NULL)
    wanted.process = place->module->process;
  found = g_hash_table_lookup (self->functions, &wanted);
  if (found != NULL)
    return found->object;
  if (g_hash_table_size (self->functions) >= MOST_FUNCTIONS)
    return 0;

  name = dup_name (place);
  wanted.object =
      sl_object_table_builder_begin_life (self->objects, SL_OBJECT_FUNCTION, wanted.begin, 0);
  sl_object_table_builder_name (self->objects, wanted.object, name);
  g_hash_table_add (self->functions, g_memdup2 (&wanted, sizeof wanted));
  return wanted.object;
}

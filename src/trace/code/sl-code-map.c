/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-code-map.h"

#include "sl-demangle.h"
#include "sl-lower-bound.h"

/* Above the numbers that a system gives to processes. */
#define FIRST_SPACE 0x80000000u

/* The page tables' address; below it stand flags and the process-context identifier. */
#define CR3_ADDRESS G_GUINT64_CONSTANT (0xffffffffff000)

/* Linux keeps two page tables of a process beside each other, with the kernel's code and without it. */
#define CR3_WITHOUT_KERNEL G_GUINT64_CONSTANT (0x1000)

struct _SlCodeMap
{
  gatomicrefcount ref_count;
  GArray *modules; /* of SlCodeModule; once sealed by process and begin */
  GArray *reach;   /* of guint64: the greatest end in the process up to each module */
  GArray *firsts;  /* of guint: where the modules of each process begin, and their number */
  GArray *spaces;  /* of guint64: CR3 of the address spaces that were given */
};

/**
 * sl_code_files_new:
 *
 * Returns: (transfer full) (element-type SlCodeFile): an empty list that owns what it holds
 */
GPtrArray *
sl_code_files_new (void)
{
  return g_ptr_array_new_with_free_func ((GDestroyNotify) sl_code_file_free);
}

/**
 * sl_code_file_new:
 * @address: of the file's first byte; or %SL_CODE_NO_BASE
 *
 * Returns: (transfer full): a file that lies in memory from end to end
 */
SlCodeFile *
sl_code_file_new (const char *path, guint32 process, guint64 address)
{
  SlCodeFile *self = g_new0 (SlCodeFile, 1);

  self->path = g_strdup (path);
  self->process = process;
  self->cr3 = SL_CODE_NO_CR3;
  self->address = address;
  return self;
}

void
sl_code_file_free (SlCodeFile *self)
{
  g_free (self->path);
  g_free (self->other_path);
  g_free (self);
}

static void
module_clear (gpointer data)
{
  SlCodeModule *self = data;

  g_free (self->path);
  g_clear_pointer (&self->symbols, sl_symbol_table_unref);
  g_clear_pointer (&self->sections, g_array_unref);
}

/**
 * sl_code_map_new:
 *
 * Returns: (transfer full): a map without code
 */
SlCodeMap *
sl_code_map_new (void)
{
  SlCodeMap *self = g_new0 (SlCodeMap, 1);

  g_atomic_ref_count_init (&self->ref_count);
  self->modules = g_array_new (FALSE, FALSE, sizeof (SlCodeModule));
  g_array_set_clear_func (self->modules, module_clear);
  self->reach = g_array_new (FALSE, FALSE, sizeof (guint64));
  self->firsts = g_array_new (FALSE, FALSE, sizeof (guint));
  self->spaces = g_array_new (FALSE, FALSE, sizeof (guint64));
  return self;
}

SlCodeMap *
sl_code_map_ref (SlCodeMap *self)
{
  g_atomic_ref_count_inc (&self->ref_count);
  return self;
}

void
sl_code_map_unref (SlCodeMap *self)
{
  if (!g_atomic_ref_count_dec (&self->ref_count))
    return;

  g_array_unref (self->modules);
  g_array_unref (self->reach);
  g_array_unref (self->firsts);
  g_array_unref (self->spaces);
  g_free (self);
}

/**
 * sl_code_map_add:
 * @module: copied, with references to what it holds
 *
 * Only before the map is sealed. Of modules that overlap the one that begins last counts.
 */
void
sl_code_map_add (SlCodeMap *self, const SlCodeModule *module)
{
  SlCodeModule copy = *module;

  g_return_if_fail (self->firsts->len == 0);

  copy.path = g_strdup (module->path);
  if (copy.symbols != NULL)
    sl_symbol_table_ref (copy.symbols);
  if (copy.sections != NULL)
    g_array_ref (copy.sections);
  g_array_append_val (self->modules, copy);
}

static gboolean
find_cr3 (const SlCodeMap *self, guint64 cr3, guint *number)
{
  for (*number = 0; *number < self->spaces->len; (*number)++)
    if (((g_array_index (self->spaces, guint64, *number) ^ cr3) & CR3_ADDRESS) == 0)
      return TRUE;

  return FALSE;
}

/**
 * sl_code_map_add_space:
 * @cr3: of an address space
 *
 * Only before the map is sealed.
 *
 * Returns: what stands for its process in this map
 */
guint32
sl_code_map_add_space (SlCodeMap *self, guint64 cr3)
{
  guint number;

  g_return_val_if_fail (self->firsts->len == 0, SL_CODE_NO_PROCESS);

  if (!find_cr3 (self, cr3, &number))
    g_array_append_val (self->spaces, cr3);
  return FIRST_SPACE + number;
}

/**
 * sl_code_map_find_space:
 * @cr3: as a packet has it
 *
 * Of the two page tables of one process either stands for it. Any thread.
 *
 * Returns: what stands for the process in this map; %SL_CODE_ANY_PROCESS where no code was given for @cr3
 */
guint32
sl_code_map_find_space (const SlCodeMap *self, guint64 cr3)
{
  guint number;

  if (find_cr3 (self, cr3, &number) || find_cr3 (self, cr3 ^ CR3_WITHOUT_KERNEL, &number))
    return FIRST_SPACE + number;

  return SL_CODE_ANY_PROCESS;
}

/**
 * sl_code_map_has_spaces:
 *
 * Returns: whether code was given for some address spaces only
 */
gboolean
sl_code_map_has_spaces (const SlCodeMap *self)
{
  return self->spaces->len > 0;
}

static int
compare_modules (gconstpointer one, gconstpointer other)
{
  const SlCodeModule *a = one, *b = other;

  if (a->process != b->process)
    return a->process < b->process ? -1 : 1;
  if (a->begin != b->begin)
    return a->begin < b->begin ? -1 : 1;

  return a->end < b->end ? -1 : a->end > b->end;
}

/**
 * sl_code_map_seal:
 *
 * Puts the modules in order. Nothing can be added from then on.
 */
void
sl_code_map_seal (SlCodeMap *self)
{
  guint64 reach = 0;

  g_return_if_fail (self->firsts->len == 0);

  g_array_sort (self->modules, compare_modules);
  for (guint i = 0; i < self->modules->len; i++)
    {
      const SlCodeModule *module = &g_array_index (self->modules, SlCodeModule, i);

      if (i == 0 || module->process != (module - 1)->process)
        {
          g_array_append_val (self->firsts, i);
          reach = 0;
        }
      reach = MAX (reach, module->end);
      g_array_append_val (self->reach, reach);
    }
  g_array_append_val (self->firsts, self->modules->len);
}

/**
 * sl_code_map_get_count:
 *
 * Returns: how many modules there are
 */
guint
sl_code_map_get_count (const SlCodeMap *self)
{
  return self->modules->len;
}

/**
 * sl_code_map_get:
 * @number: below sl_code_map_get_count()
 *
 * Returns: (transfer none):
 */
const SlCodeModule *
sl_code_map_get (const SlCodeMap *self, guint number)
{
  g_return_val_if_fail (number < self->modules->len, NULL);

  return &g_array_index (self->modules, SlCodeModule, number);
}

static void
set_place (SlCodePlace *place, const SlCodeModule *module, guint64 address)
{
  const SlSymbol *symbol = module->symbols != NULL
                               ? sl_symbol_table_find (module->symbols, address - module->bias)
                               : NULL;

  *place = (SlCodePlace) { .module = module, .begin = address, .end = address };
  if (symbol == NULL)
    return;

  place->begin = symbol->begin + module->bias;
  place->end = symbol->end + module->bias;
  place->name = symbol->name;
}

/* Among the modules @first … @end of one process. */
static gboolean
find_among (const SlCodeMap *self, guint first, guint end, guint64 address, SlCodePlace *place)
{
  SlCodePlace nameless = { 0 };
  guint low = sl_lower_bound (first, end, i,
                              g_array_index (self->modules, SlCodeModule, i).begin <= address);

  for (; low > first && g_array_index (self->reach, guint64, low - 1) > address; low--)
    {
      const SlCodeModule *module = &g_array_index (self->modules, SlCodeModule, low - 1);

      if (module->end <= address)
        continue;
      set_place (place, module, address);
      if (place->name != NULL)
        return TRUE;
      nameless = nameless.module == NULL ? *place : nameless;
    }

  *place = nameless;
  return nameless.module != NULL;
}

/**
 * sl_code_map_find:
 * @process: whose address it is; with %SL_CODE_ANY_PROCESS the first that has code there counts
 * @place: (out): what is there; on success
 *
 * Any thread.
 *
 * Returns: whether it is known what lies at @address
 */
gboolean
sl_code_map_find (const SlCodeMap *self, guint32 process, guint64 address, SlCodePlace *place)
{
  SlCodePlace nameless = { 0 };

  /* What all processes have comes last. */
  for (guint i = self->firsts->len; i > 1; i--)
    {
      guint first = g_array_index (self->firsts, guint, i - 2);
      guint end = g_array_index (self->firsts, guint, i - 1);
      guint32 owner = g_array_index (self->modules, SlCodeModule, first).process;

      if (process != SL_CODE_ANY_PROCESS && owner != process && owner != SL_CODE_ANY_PROCESS)
        continue;
      if (!find_among (self, first, end, address, place))
        continue;
      if (place->name != NULL)
        return TRUE;
      nameless = nameless.module == NULL ? *place : nameless;
    }

  *place = nameless;
  return nameless.module != NULL;
}

/**
 * sl_code_map_dup_text:
 *
 * Returns: (transfer full) (nullable): the address as people know it: "name" or "name+0x12", or
 *   "[file]+0x1234" where the file names nothing there; %NULL where nothing is known
 */
char *
sl_code_map_dup_text (const SlCodeMap *self, guint32 process, guint64 address)
{
  g_autofree char *name = NULL;
  SlCodePlace place;

  if (!sl_code_map_find (self, process, address, &place))
    return NULL;
  if (place.name == NULL)
    {
      g_autofree char *file = g_filename_display_basename (place.module->path);

      return g_strdup_printf ("[%s]+0x%" G_GINT64_MODIFIER "x", file,
                              address - place.module->begin);
    }

  name = sl_demangle (place.name);
  if (address == place.begin)
    return g_steal_pointer (&name);
  return g_strdup_printf ("%s+0x%" G_GINT64_MODIFIER "x", name, address - place.begin);
}

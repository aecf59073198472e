/* SPDX-License-Identifier: GPL-3.0-or-later */

/* What rows of a saved view are called, so that they are found in another trace, where the same task has another
 * number. */
#include <string.h>

#include "sl-object.h"
#include "sl-view-file-private.h"
#include "sl-view-state-private.h"

#define NAMES "names"

/* A key of a row, in parts: trace, lane and what follows the name of the lane. */
typedef struct
{
  guint trace;
  char *lane;
  char *part; /* "/interrupts"; empty for none */
} RowKey;

static void
row_key_clear (RowKey *self)
{
  g_free (self->lane);
  g_free (self->part);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (RowKey, row_key_clear)

/* The name of the object that a lane is of; NULL where it has none. */
static const char *
get_name (SlTrace *trace, const SlLane *lane)
{
  const SlObject *object =
      lane->object != 0 ? sl_object_table_get (sl_trace_get_objects (trace), lane->object) : NULL;

  return object != NULL && object->name != NULL && object->name[0] != '\0' &&
                 g_utf8_validate (object->name, -1, NULL)
             ? object->name
             : NULL;
}

/* Returns: the lane of @key; NULL where the traces do not have it. @key gets its parts in any case. */
static const SlLane *
find_lane (SlTraceSet *set, const char *text, RowKey *key)
{
  const char *lane = text;
  const char *slash;
  SlTrace *trace;
  char *end;
  guint64 number = g_ascii_isdigit (text[0]) ? g_ascii_strtoull (text, &end, 10) : 0;
  guint found;

  if (g_ascii_isdigit (text[0]) && *end == ':' && number <= G_MAXINT)
    {
      key->trace = (guint) number;
      lane = end + 1;
    }
  slash = strrchr (lane, '/');
  key->lane = g_strdup (lane);
  key->part = g_strdup ("");
  trace =
      key->trace < sl_trace_set_get_size (set) ? sl_trace_set_get_trace (set, key->trace) : NULL;
  if (trace != NULL && sl_trace_find_lane (trace, lane, &found))
    return sl_trace_get_lane (trace, found);
  if (slash == NULL || strchr (lane, ':') == NULL)
    return NULL;

  g_free (key->lane);
  g_free (key->part);
  key->lane = g_strndup (lane, (gsize) (slash - lane));
  key->part = g_strdup (slash);
  if (trace != NULL && sl_trace_find_lane (trace, key->lane, &found))
    return sl_trace_get_lane (trace, found);

  return NULL;
}

/* Whether a key file may have it at the left of a line. */
static gboolean
is_line_key (const char *key)
{
  gsize length = strlen (key);

  return length > 0 && key[0] != '#' && strpbrk (key, "=[]\n\r\t") == NULL && key[0] != ' ' &&
         key[length - 1] != ' ' && g_utf8_validate (key, -1, NULL);
}

static void
write_name (GKeyFile *file, SlTraceSet *set, const char *row)
{
  g_auto (RowKey) key = { 0 };
  const SlLane *lane = row != NULL && is_line_key (row) ? find_lane (set, row, &key) : NULL;
  const char *name = lane != NULL ? get_name (sl_trace_set_get_trace (set, key.trace), lane) : NULL;

  if (name != NULL)
    g_key_file_set_string (file, NAMES, row, name);
}

static int
compare_rows (gconstpointer one, gconstpointer other)
{
  return strcmp (*(const char *const *) one, *(const char *const *) other);
}

/**
 * sl_view_file_write_names:
 * @rows: (element-type utf8): keys of the rows that the text names, in any order; is sorted
 */
void
sl_view_file_write_names (GKeyFile *file, SlTraceSet *set, GPtrArray *rows)
{
  g_ptr_array_sort (rows, compare_rows);
  for (guint i = 0; i < rows->len; i++)
    if (i == 0 || strcmp (rows->pdata[i], rows->pdata[i - 1]) != 0)
      write_name (file, set, rows->pdata[i]);
}

/* By trace, what kind of thing it is, and name: "0 task dl-a". */
static char *
dup_index (guint trace, const char *lane, const char *name)
{
  const char *colon = strchr (lane, ':');

  return g_strdup_printf ("%u %.*s %s", trace, colon != NULL ? (int) (colon - lane) : 0, lane,
                          name);
}

static GHashTable *
make_lanes (SlTraceSet *set)
{
  GHashTable *lanes =
      g_hash_table_new_full (g_str_hash, g_str_equal, g_free, (GDestroyNotify) g_ptr_array_unref);

  for (guint trace = 0; trace < sl_trace_set_get_size (set); trace++)
    {
      SlTrace *owner = sl_trace_set_get_trace (set, trace);

      for (guint i = 0; i < sl_trace_get_n_lanes (owner); i++)
        {
          const SlLane *lane = sl_trace_get_lane (owner, i);
          const char *name = get_name (owner, lane);
          g_autofree char *index = name != NULL ? dup_index (trace, lane->name, name) : NULL;
          GPtrArray *same = index != NULL ? g_hash_table_lookup (lanes, index) : NULL;

          if (index != NULL && same == NULL)
            {
              same = g_ptr_array_new ();
              g_hash_table_insert (lanes, g_steal_pointer (&index), same);
            }
          if (same != NULL)
            g_ptr_array_add (same, (gpointer) lane->name);
        }
    }
  return lanes;
}

static void
add_missing (SlViewReading *self, const char *name)
{
  GPtrArray *missing = self->fit.missing;

  if (missing != NULL && !g_ptr_array_find_with_equal_func (missing, name, g_str_equal, NULL))
    g_ptr_array_add (missing, g_strdup (name));
}

/* Whether a lane of that name is of an object. Keys of other forms, and those of levels and processes, are of headings, which
 * are where their rows are. */
static gboolean
is_of_object (const char *lane)
{
  for (guint type = SL_OBJECT_NONE + 1; type < SL_N_OBJECT_TYPES; type++)
    {
      const char *id = sl_object_type_get_id ((SlObjectType) type);

      if (type != SL_OBJECT_LEVEL && type != SL_OBJECT_PROCESS && g_str_has_prefix (lane, id) &&
          lane[strlen (id)] == ':')
        return TRUE;
    }
  return FALSE;
}

/* Those of the name that @row had; as they are where none was stored, or the trace has the row of that name. */
static void
add_found (SlViewReading *self, const char *row, GPtrArray *found)
{
  SlTraceSet *set = self->fit.set;
  g_auto (RowKey) key = { 0 };
  const SlLane *lane = find_lane (set, row, &key);
  g_autofree char *name =
      is_line_key (row) ? g_key_file_get_string (self->file, NAMES, row, NULL) : NULL;
  const char *own = lane != NULL ? get_name (sl_trace_set_get_trace (set, key.trace), lane) : NULL;
  g_autofree char *index = NULL;
  GPtrArray *same;

  if (name == NULL || g_strcmp0 (own, name) == 0)
    {
      g_ptr_array_add (found, g_strdup (row));
      if (lane == NULL && is_of_object (key.lane))
        add_missing (self, key.lane);
      return;
    }

  if (self->lanes == NULL)
    self->lanes = make_lanes (set);
  index = dup_index (key.trace, key.lane, name);
  same = g_hash_table_lookup (self->lanes, index);
  for (guint i = 0; same != NULL && i < same->len; i++)
    g_ptr_array_add (found, key.trace == 0
                                ? g_strconcat (same->pdata[i], key.part, NULL)
                                : g_strdup_printf ("%u:%s%s", key.trace,
                                                   (const char *) same->pdata[i], key.part));
  if (same != NULL)
    return;

  add_missing (self, name);
  /* It stays for the next trace, unless the trace calls another row so. */
  if (lane == NULL)
    g_ptr_array_add (found, g_strdup (row));
}

/**
 * sl_view_reading_find_rows:
 * @rows: (transfer full): keys that the text has
 *
 * Returns: (transfer full): keys of the rows of the traces that have the same names, all where several have them
 */
char **
sl_view_reading_find_rows (SlViewReading *self, char **rows)
{
  g_auto (GStrv) taken = rows;
  g_autoptr (GPtrArray) found = NULL;

  if (self->fit.set == NULL)
    return g_steal_pointer (&taken);

  found = g_ptr_array_new ();
  for (gsize i = 0; taken[i] != NULL; i++)
    add_found (self, taken[i], found);
  g_ptr_array_add (found, NULL);
  return (char **) g_ptr_array_steal (found, NULL);
}

/**
 * sl_view_reading_find_row:
 * @row: (transfer full) (nullable): a key that the text has
 *
 * Returns: (transfer full) (nullable): that of the first row of the same name; %NULL where the traces have none and @row
 *   is another one
 */
char *
sl_view_reading_find_row (SlViewReading *self, char *row)
{
  g_auto (GStrv) found = NULL;
  char **one;

  if (row == NULL || row[0] == '\0')
    return row;

  one = g_new0 (char *, 2);
  one[0] = row;
  found = sl_view_reading_find_rows (self, one);
  return g_strdup (found[0]);
}

/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-chrome-fields.h"

#include <string.h>

#include "sl-detail.h"

/* Room for the name of an argument; what is longer is told apart by its begin. */
#define KEY_SIZE 256

/* Fields of one file; further arguments have none. */
#define MOST_FIELDS 1000

/* That of arguments whose names have no letter that fields have. */
#define NAMELESS "argument"

struct _SlChromeFields
{
  GHashTable *by_key; /* name of an argument → its field */
  GPtrArray *all;     /* NULL-ended once sealed */
};

SlChromeFields *
sl_chrome_fields_new (void)
{
  static const char *const own[] = { "name", "category", "pid",      "tid",
                                     "id",   "bind-id",  "duration", NAMELESS };
  SlChromeFields *self = g_new0 (SlChromeFields, 1);

  self->by_key = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  self->all = g_ptr_array_new_with_free_func (g_free);
  for (guint i = 0; i < G_N_ELEMENTS (own); i++)
    g_ptr_array_add (self->all, g_strdup (own[i]));
  return self;
}

void
sl_chrome_fields_free (SlChromeFields *self)
{
  g_hash_table_unref (self->by_key);
  g_ptr_array_unref (self->all);
  g_free (self);
}

static void
make_key (char *key, const SlJsonSpan *span)
{
  gsize length = MIN (span->length, KEY_SIZE - 1);

  if (length > 0)
    memcpy (key, span->begin, length);
  key[length] = '\0';
}

static void
add_key (SlChromeFields *self, const char *key)
{
  g_autoptr (GArray) details = sl_details_new ();
  char *field;

  if (self->all->len == MOST_FIELDS)
    return;

  sl_details_add (details, key, "0");
  field = g_steal_pointer (&g_array_index (details, SlDetail, 0).field);
  g_ptr_array_add (self->all, field);
  g_hash_table_insert (self->by_key, g_strdup (key), field[0] != '\0' ? field : NAMELESS);
}

/**
 * sl_chrome_fields_add:
 *
 * Takes the names of the record's arguments.
 */
void
sl_chrome_fields_add (SlChromeFields *self, const SlChromeRecord *record)
{
  SlJsonCursor arguments;
  SlJsonSpan name, value;
  char key[KEY_SIZE];

  sl_chrome_record_enter_arguments (record, &arguments);
  while (sl_chrome_record_next_argument (&arguments, &name, &value))
    {
      make_key (key, &name);
      if (!g_hash_table_contains (self->by_key, key))
        add_key (self, key);
    }
}

/**
 * sl_chrome_fields_seal:
 *
 * Nothing is added from now on.
 */
void
sl_chrome_fields_seal (SlChromeFields *self)
{
  g_ptr_array_add (self->all, NULL);
}

/**
 * sl_chrome_fields_get_all:
 *
 * Returns: (transfer none): the fields that some records have, %NULL-ended
 */
const char *const *
sl_chrome_fields_get_all (const SlChromeFields *self)
{
  return (const char *const *) self->all->pdata;
}

/**
 * sl_chrome_fields_find:
 *
 * Returns: (transfer none) (nullable): the field of an argument
 */
const char *
sl_chrome_fields_find (const SlChromeFields *self, const SlJsonSpan *key)
{
  char text[KEY_SIZE];

  make_key (text, key);
  return g_hash_table_lookup (self->by_key, text);
}

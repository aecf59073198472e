/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* From 64-bit numbers to others, where hot loops look them up: native ids to what is known of them. */

#include <glib.h>

G_BEGIN_DECLS

/* No value: what is found under a number that has none. */
#define SL_NUMBER_NONE G_MAXUINT64

typedef struct
{
  guint64 key;
  guint64 value;
} SlNumberSlot;

/**
 * SlNumberTable:
 *
 * Read it by the functions below.
 */
typedef struct
{
  SlNumberSlot *slots; /* open addressing; those without a value are free */
  guint shift;
  guint size;
} SlNumberTable;

SlNumberTable *sl_number_table_new (void);
void sl_number_table_free (SlNumberTable *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (SlNumberTable, sl_number_table_free)

void sl_number_table_set (SlNumberTable *self, guint64 key, guint64 value);
void sl_number_table_remove (SlNumberTable *self, guint64 key);

static inline guint
sl_number_table_get_home (const SlNumberTable *self, guint64 key)
{
  return (guint) (key * G_GUINT64_CONSTANT (0x9e3779b97f4a7c15) >> self->shift);
}

/**
 * sl_number_table_find:
 *
 * Returns: the value of @key; %SL_NUMBER_NONE where there is none
 */
static inline guint64
sl_number_table_find (const SlNumberTable *self, guint64 key)
{
  guint mask = (guint) (G_MAXUINT64 >> self->shift);
  guint at = sl_number_table_get_home (self, key);

  while (self->slots[at].key != key && self->slots[at].value != SL_NUMBER_NONE)
    at = (at + 1) & mask;

  return self->slots[at].value;
}

/* Returns: (nullable): the pointer under @key, in a table that holds pointers only */
static inline gpointer
sl_number_table_find_pointer (const SlNumberTable *self, guint64 key)
{
  guint64 value = sl_number_table_find (self, key);

  return value != SL_NUMBER_NONE ? (gpointer) (guintptr) value : NULL;
}

static inline void
sl_number_table_set_pointer (SlNumberTable *self, guint64 key, gconstpointer pointer)
{
  sl_number_table_set (self, key, (guintptr) pointer);
}

static inline guint
sl_number_table_get_size (const SlNumberTable *self)
{
  return self->size;
}

G_END_DECLS

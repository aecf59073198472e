/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-number-pairs.h"

typedef struct
{
  guint64 first;
  guint64 second;
} Pair;

static GRWLock lock;        /* of both below */
static GHashTable *numbers; /* Pair → its number and 1 more; keys are never freed */
static GPtrArray *pairs;    /* of those keys, by number */

static guint
hash_pair (gconstpointer data)
{
  const Pair *pair = data;

  return g_int64_hash (&pair->first) * 31 + g_int64_hash (&pair->second);
}

static gboolean
equal_pairs (gconstpointer a, gconstpointer b)
{
  const Pair *one = a, *other = b;

  return one->first == other->first && one->second == other->second;
}

static guint32
find (const Pair *pair)
{
  guint32 found;

  g_rw_lock_reader_lock (&lock);
  found = numbers != NULL ? GPOINTER_TO_UINT (g_hash_table_lookup (numbers, pair)) : 0;
  g_rw_lock_reader_unlock (&lock);
  return found;
}

static guint32
add (const Pair *pair)
{
  guint32 found;

  g_rw_lock_writer_lock (&lock);
  if (numbers == NULL)
    {
      numbers = g_hash_table_new (hash_pair, equal_pairs);
      pairs = g_ptr_array_new ();
    }
  found = GPOINTER_TO_UINT (g_hash_table_lookup (numbers, pair));
  if (found == 0 && pairs->len < SL_NUMBER_PAIRS_MOST)
    {
      g_ptr_array_add (pairs, g_memdup2 (pair, sizeof *pair));
      found = pairs->len;
      g_hash_table_insert (numbers, g_ptr_array_index (pairs, found - 1), GUINT_TO_POINTER (found));
    }
  g_rw_lock_writer_unlock (&lock);
  return found;
}

/**
 * sl_number_pairs_add:
 * @number: (out): from 0 on, in the order in which pairs are added; set where %TRUE is returned
 *
 * Numbers a pair, if it has no number yet. Safe from any thread.
 *
 * Returns: %FALSE where %SL_NUMBER_PAIRS_MOST others have one
 */
gboolean
sl_number_pairs_add (guint64 first, guint64 second, guint32 *number)
{
  Pair pair = { first, second };
  guint32 found = find (&pair);

  if (found == 0)
    found = add (&pair);
  if (found == 0)
    return FALSE;

  *number = found - 1;
  return TRUE;
}

/**
 * sl_number_pairs_get:
 * @number: any
 * @first: (out): set where %TRUE is returned
 * @second: (out): likewise
 *
 * Safe from any thread.
 *
 * Returns: whether a pair has that number
 */
gboolean
sl_number_pairs_get (guint32 number, guint64 *first, guint64 *second)
{
  gboolean found;

  g_rw_lock_reader_lock (&lock);
  found = pairs != NULL && number < pairs->len;
  if (found)
    {
      const Pair *pair = g_ptr_array_index (pairs, number);

      *first = pair->first;
      *second = pair->second;
    }
  g_rw_lock_reader_unlock (&lock);
  return found;
}

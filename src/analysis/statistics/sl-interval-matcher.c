/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-interval-matcher.h"

struct _SlIntervalMatcher
{
  SlIntervalFunc found;
  gpointer user_data;
  GHashTable *open; /* of GArray of SlIntervalEnd, by key: those that have begun */
  guint64 n_open;
  gboolean has_from; /* an event that begins one was taken */
  gboolean has_to;
};

static void
free_array (gpointer array)
{
  g_array_unref (array);
}

/**
 * sl_interval_matcher_new:
 * @found: is called for each interval at the event that ends it; several that end at one event come
 *   in the order in which they began
 *
 * Returns: (transfer full): a matcher that has seen no event
 */
SlIntervalMatcher *
sl_interval_matcher_new (SlIntervalFunc found, gpointer user_data)
{
  SlIntervalMatcher *self;

  g_return_val_if_fail (found != NULL, NULL);

  self = g_new0 (SlIntervalMatcher, 1);
  self->found = found;
  self->user_data = user_data;
  self->open = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, free_array);
  return self;
}

void
sl_interval_matcher_free (SlIntervalMatcher *self)
{
  g_hash_table_unref (self->open);
  g_free (self);
}

static void
end_all (SlIntervalMatcher *self, GArray *open, const SlIntervalEnd *to)
{
  for (guint i = 0; i < open->len; i++)
    self->found (&g_array_index (open, SlIntervalEnd, i), to, self->user_data);
  self->n_open -= open->len;
  g_array_set_size (open, 0);
}

/**
 * sl_interval_matcher_take:
 * @event: not before the event taken last
 * @is_from: whether it begins an interval
 * @is_to: whether it ends those of its key that have begun before it; an event that does both ends
 *   them and then begins one
 */
void
sl_interval_matcher_take (SlIntervalMatcher *self,
                          const SlIntervalEnd *event,
                          gboolean is_from,
                          gboolean is_to)
{
  GArray *open;

  g_return_if_fail (self != NULL && event != NULL);

  self->has_from |= is_from;
  self->has_to |= is_to;
  open = g_hash_table_lookup (self->open, &event->key);
  if (is_to && open != NULL)
    end_all (self, open, event);
  if (!is_from)
    return;

  if (open == NULL)
    {
      open = g_array_new (FALSE, FALSE, sizeof (SlIntervalEnd));
      g_hash_table_insert (self->open, g_memdup2 (&event->key, sizeof event->key), open);
    }
  g_array_append_vals (open, event, 1);
  self->n_open++;
}

/**
 * sl_interval_matcher_get_n_open:
 *
 * Returns: how many have begun and not ended
 */
guint64
sl_interval_matcher_get_n_open (const SlIntervalMatcher *self)
{
  g_return_val_if_fail (self != NULL, 0);

  return self->n_open;
}

/**
 * sl_interval_matcher_has_from:
 *
 * Returns: whether an event was taken that begins an interval
 */
gboolean
sl_interval_matcher_has_from (const SlIntervalMatcher *self)
{
  g_return_val_if_fail (self != NULL, FALSE);

  return self->has_from;
}

/**
 * sl_interval_matcher_has_to:
 *
 * Returns: whether an event was taken that ends intervals, or would if one had begun
 */
gboolean
sl_interval_matcher_has_to (const SlIntervalMatcher *self)
{
  g_return_val_if_fail (self != NULL, FALSE);

  return self->has_to;
}

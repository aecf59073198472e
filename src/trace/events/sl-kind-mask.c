/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-kind-mask.h"

#include "sl-kind.h"

struct _SlKindMask
{
  gatomicrefcount ref_count;
  guint n_kinds;
  guint8 *bits;    /* of the kinds with a row, by number */
  char **families; /* for the others, which are registered later or unknown codes */
  char **kinds;
};

static gboolean
names (const SlKindMask *self, guint16 number)
{
  const SlKind *kind = sl_kind_get (number);

  return kind != NULL && (g_strv_contains ((const char *const *) self->kinds, kind->id) ||
                          g_strv_contains ((const char *const *) self->families, kind->family));
}

/**
 * sl_kind_mask_new:
 * @families: (array zero-terminated=1): ids
 * @kinds: (array zero-terminated=1): ids; of several kinds that share one, all are meant
 *
 * Returns: (transfer full) (nullable): these kinds and all of these families; %NULL for none
 */
SlKindMask *
sl_kind_mask_new (const char *const *families, const char *const *kinds)
{
  SlKindMask *self;

  g_return_val_if_fail (families != NULL && kinds != NULL, NULL);

  if (families[0] == NULL && kinds[0] == NULL)
    return NULL;

  self = g_new0 (SlKindMask, 1);
  g_atomic_ref_count_init (&self->ref_count);
  self->families = g_strdupv ((char **) families);
  self->kinds = g_strdupv ((char **) kinds);
  self->n_kinds = sl_kind_get_count ();
  self->bits = g_new0 (guint8, self->n_kinds / 8 + 1);
  for (guint kind = 0; kind < self->n_kinds; kind++)
    if (names (self, (guint16) kind))
      self->bits[kind / 8] |= (guint8) (1 << (kind % 8));

  return self;
}

/**
 * sl_kind_mask_ref:
 */
SlKindMask *
sl_kind_mask_ref (SlKindMask *self)
{
  g_atomic_ref_count_inc (&self->ref_count);
  return self;
}

/**
 * sl_kind_mask_unref:
 */
void
sl_kind_mask_unref (SlKindMask *self)
{
  if (!g_atomic_ref_count_dec (&self->ref_count))
    return;

  g_free (self->bits);
  g_strfreev (self->families);
  g_strfreev (self->kinds);
  g_free (self);
}

/**
 * sl_kind_mask_has:
 * @self: (nullable): %NULL for no kinds
 * @kind: any number that sl_kind_get() takes
 */
gboolean
sl_kind_mask_has (const SlKindMask *self, guint16 kind)
{
  if (self == NULL)
    return FALSE;
  if (kind < self->n_kinds)
    return (self->bits[kind / 8] >> (kind % 8) & 1) != 0;

  return names (self, kind);
}

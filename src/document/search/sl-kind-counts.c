/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-kind-counts.h"

/**
 * sl_kind_counts_of_kind:
 *
 * Returns: how many events of that kind the traces have
 */
guint64
sl_kind_counts_of_kind (SlTraceSet *set, guint16 kind)
{
  guint64 count = 0;

  for (guint i = 0; i < sl_trace_set_get_size (set); i++)
    count += sl_trace_get_n_events_of_kind (sl_trace_set_get_trace (set, i), kind);
  return count;
}

/**
 * sl_kind_counts_list:
 *
 * Returns: (transfer full) (element-type guint16): the kinds of events that any of the traces has, in number
 *   order
 */
GArray *
sl_kind_counts_list (SlTraceSet *set)
{
  GArray *kinds = g_array_new (FALSE, FALSE, sizeof (guint16));

  for (guint kind = 0; kind < sl_kind_get_count (); kind++)
    if (sl_kind_counts_of_kind (set, (guint16) kind) > 0)
      {
        guint16 found = (guint16) kind;

        g_array_append_val (kinds, found);
      }
  return kinds;
}

/**
 * sl_kind_counts_list_families:
 * @kinds: (element-type guint16): numbers of kinds
 *
 * Returns: (transfer full) (element-type guint): the families of these, in number order
 */
GArray *
sl_kind_counts_list_families (GArray *kinds)
{
  GArray *families = g_array_new (FALSE, FALSE, sizeof (guint));

  for (guint family = 0; family < sl_family_get_count (); family++)
    for (guint i = 0; i < kinds->len; i++)
      if (sl_kind_get_family (g_array_index (kinds, guint16, i)) == family)
        {
          g_array_append_val (families, family);
          break;
        }

  return families;
}

/**
 * sl_kind_counts_of_family:
 * @kinds: (element-type guint16): numbers of kinds
 *
 * Returns: how many events of those @kinds that are of the family the traces have
 */
guint64
sl_kind_counts_of_family (SlTraceSet *set, GArray *kinds, guint family)
{
  guint64 count = 0;

  for (guint i = 0; i < kinds->len; i++)
    {
      guint16 kind = g_array_index (kinds, guint16, i);

      if (sl_kind_get_family (kind) == family)
        count += sl_kind_counts_of_kind (set, kind);
    }
  return count;
}

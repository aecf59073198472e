/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* How often each address (a page, a port) is touched, and in which parts of a span, in bounded
 * memory whatever the trace holds.
 *
 * Up to a given number of different addresses everything is exact. Beyond it
 *  - how many there are is estimated from a sample of them, chosen by the bits of a hash
 *    (Wegman's adaptive sampling): with n addresses in the sample the standard error is about
 *    1/√n, and the estimate depends on the set of addresses alone, not on their order;
 *  - the hottest are those of a summary of frequent items (Misra and Gries, in batches): a count
 *    may be too low by as much as sl_address_tally_get_error() says, and never too high. Every
 *    address that is touched more often than that is in the summary.
 *
 * A tally belongs to one thread; tallies of several threads are joined by
 * sl_address_tally_merge(). */

#include <glib.h>

G_BEGIN_DECLS

/* Parts that a tally tells apart. */
#define SL_ADDRESS_PARTS 64

/**
 * SlAddressCount:
 * @count: how often it is touched; 0 is not an address
 * @parts: bit i is set where it is touched in part i of the span
 * @first: index in the trace of an event that touches it; while the tally is exact, of the first
 */
typedef struct
{
  guint64 address;
  guint64 count;
  guint64 parts;
  guint64 first;
} SlAddressCount;

typedef struct _SlAddressTally SlAddressTally;

SlAddressTally *sl_address_tally_new (guint most);
void sl_address_tally_free (SlAddressTally *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (SlAddressTally, sl_address_tally_free)

void sl_address_tally_add (SlAddressTally *self, guint64 address, guint part, guint64 index);
void sl_address_tally_merge (SlAddressTally *self, const SlAddressTally *other);

guint64 sl_address_tally_get_count (const SlAddressTally *self);
gboolean sl_address_tally_is_exact (const SlAddressTally *self);
guint64 sl_address_tally_get_error (const SlAddressTally *self);
guint64 sl_address_tally_get_n_addresses (const SlAddressTally *self);
void sl_address_tally_get_parts (const SlAddressTally *self,
                                 guint64 touched[SL_ADDRESS_PARTS],
                                 guint64 new_ones[SL_ADDRESS_PARTS]);
GArray *sl_address_tally_dup_hottest (const SlAddressTally *self, guint most);

G_END_DECLS

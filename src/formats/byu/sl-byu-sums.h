/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* What is known of a stretch of records before they are decoded: the sum of their times above
 * all. It is the running state of the formats with times. */

#include "sl-record-source.h"

G_BEGIN_DECLS

/**
 * SlByuSums:
 * @time: ticks from the record before the stretch to its last one; gaps count as none
 * @n_gaps: records with a time that is unknown, except the first of the file
 * @n_second_packets: records that are the second packet of a request
 * @first_gap: SL_OFFSET() of the first of @n_gaps
 * @first_second_packet: likewise
 */
typedef struct
{
  guint64 time;
  guint64 n_gaps;
  guint64 n_second_packets;
  guint64 first_gap;
  guint64 first_second_packet;
} SlByuSums;

void sl_byu_sums_init (SlByuSums *self, const SlRecordBlock *block, gsize record_size);
void sl_byu_sums_add (SlByuSums *self, const SlByuSums *next);

G_END_DECLS

/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* Records of several runs that follow each other in time, counted as one row of records. Private
 * to SlRecordSource. */

#include "sl-damage-check.h"
#include "sl-record-source.h"

G_BEGIN_DECLS

/* What is needed to decode: the same for all strands of a source. */
typedef struct
{
  const SlRecordFormat *format;
  gpointer user_data;
  SlInput *input;
  SlDamageCheck *damage;
} SlRecordContext;

typedef struct
{
  GArray *pieces; /* of Piece, by @start */
  guint64 n_records;
} SlRecordStrand;

SlRecordStrand *sl_record_strand_new (void);
void sl_record_strand_free (SlRecordStrand *self);
void sl_record_strand_append (SlRecordStrand *self, const SlRecordRun *run);
void sl_record_strand_append_strand (SlRecordStrand *self, const SlRecordStrand *other);

guint sl_record_strand_decode (const SlRecordStrand *self,
                               const SlRecordContext *context,
                               guint64 first,
                               guint64 n_records,
                               gpointer state,
                               SlEvent *events,
                               gboolean *intact);
gboolean sl_record_strand_fill (const SlRecordStrand *self,
                                const SlRecordContext *context,
                                guint64 first,
                                guint n_records,
                                gconstpointer state,
                                SlColumns *columns);
void sl_record_strand_summarize (const SlRecordStrand *self,
                                 const SlRecordContext *context,
                                 guint64 first,
                                 guint64 n_records,
                                 gpointer summary);

guint sl_record_context_decode (const SlRecordContext *self,
                                const SlRecordRun *run,
                                guint64 first,
                                guint n_records,
                                gpointer state,
                                SlEvent *events);

G_END_DECLS

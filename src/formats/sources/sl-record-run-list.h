/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* Records of several runs that follow each other in time, counted as one row of records. Private
 * to SlRecordSource. */

#include "sl-damage-check.h"
#include "sl-record-source.h"

G_BEGIN_DECLS

/* What is needed to decode: the same for all run lists of a source. */
typedef struct
{
  const SlRecordFormat *format;
  gpointer user_data;
  SlInput *input;
  SlDamageCheck *damage;
} SlRecordContext;

typedef struct
{
  GArray *runs; /* of Piece, by @start */
  guint64 n_records;
} SlRecordRunList;

SlRecordRunList *sl_record_run_list_new (void);
void sl_record_run_list_free (SlRecordRunList *self);
void sl_record_run_list_append (SlRecordRunList *self, const SlRecordRun *run);
void sl_record_run_list_append_run_list (SlRecordRunList *self, const SlRecordRunList *other);

guint sl_record_run_list_decode (const SlRecordRunList *self,
                                 const SlRecordContext *context,
                                 guint64 first,
                                 guint64 n_records,
                                 gpointer state,
                                 SlEvent *events,
                                 gboolean *intact);
gboolean sl_record_run_list_fill (const SlRecordRunList *self,
                                  const SlRecordContext *context,
                                  guint64 first,
                                  guint n_records,
                                  gconstpointer state,
                                  SlColumns *columns);
void sl_record_run_list_summarize (const SlRecordRunList *self,
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

/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* The fields of a record by its event's format: for people, for filters and lists. */

#include "sl-detail.h"
#include "sl-event-format.h"
#include "sl-tracing-data.h"

G_BEGIN_DECLS

/**
 * SlEventRecord:
 * @bytes: (array length=size): the record, from its common_type on
 */
typedef struct
{
  const SlEventFormat *format;
  const guint8 *bytes;
  gsize size;
  gboolean is_big;
} SlEventRecord;

const guint8 *
sl_event_record_find (const SlEventRecord *self, const SlEventField *field, gsize *length);
char *sl_event_record_dup_text (const SlEventRecord *self,
                                const SlEventField *field) G_GNUC_WARN_UNUSED_RESULT;
void sl_event_record_describe (const SlEventRecord *self, GArray *details);
gboolean
sl_event_record_read_field (const SlEventRecord *self, const char *name, SlFieldValue *value);
GPtrArray *sl_event_values_list_words (const SlTracingData *tracing, const char *field);

G_END_DECLS

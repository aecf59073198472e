/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Raw fields of records, which a filter asks for by describing them. */

#include "sl-filter-run-private.h"

/* Conditions on several fields of a record ask for it one after the other. */
static GArray *
describe (SlFilterRun *self, guint64 offset)
{
  if (self->details != NULL && self->described == offset)
    return self->details;

  if (self->details == NULL)
    self->details = sl_details_new ();
  g_array_set_size (self->details, 0);
  self->described = offset;
  if (!sl_source_describe (sl_trace_get_source (self->trace), offset, self->details))
    g_array_set_size (self->details, 0);
  return self->details;
}

/**
 * sl_filter_run_test_raw:
 * @condition: on a raw field
 *
 * Returns: whether the record of @event has the field and fulfils @condition with it
 */
gboolean
sl_filter_run_test_raw (SlFilterRun *self, const SlFilterCondition *condition, const SlEvent *event)
{
  SlSource *source = sl_trace_get_source (self->trace);
  const SlDetail *detail;
  SlFieldValue value;

  if (event->offset == SL_OFFSET_NONE)
    return FALSE;

  /* How a number is written, in decimal or hexadecimal, only a description says. */
  if (condition->pattern == NULL &&
      sl_source_read_field (source, event->offset, condition->name, &value))
    return sl_filter_condition_value (condition, &value);

  detail = sl_details_find (describe (self, event->offset), condition->name);
  return detail != NULL && sl_filter_condition_raw (condition, detail->plain);
}

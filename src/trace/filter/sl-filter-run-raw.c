/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Raw fields of records, which a filter asks for by describing them. */

#include "sl-event-flags.h"
#include "sl-filter-run-private.h"
#include "sl-filter-values.h"

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

/* One of the words, or all of them as lists have them. */
static gboolean
test_flags (const SlFilterCondition *condition, const SlEvent *event)
{
  SlFilterCondition positive = *condition;
  char text[SL_EVENT_FLAGS_LENGTH];
  gboolean is_said;

  positive.is_negative = FALSE;
  sl_event_flags_to_text (event->flags, text);
  is_said = sl_filter_condition_text (&positive, text);
  for (guint i = 0; i < SL_EVENT_FLAG_WORDS && !is_said; i++)
    is_said = sl_event_flags_have (event->flags, i) &&
              sl_filter_condition_text (&positive, sl_event_flag_get_word (i));
  return is_said != condition->is_negative;
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

  if (g_str_equal (condition->name, SL_FILTER_FLAGS))
    return test_flags (condition, event);
  if (event->offset == SL_OFFSET_NONE)
    return FALSE;

  /* How a number is written, in decimal or hexadecimal, only a description says. */
  if (condition->pattern == NULL &&
      sl_source_read_field (source, event->offset, condition->name, &value))
    return sl_filter_condition_value (condition, &value);

  detail = sl_details_find (describe (self, event->offset), condition->name);
  return detail != NULL && sl_filter_condition_raw (condition, detail->plain);
}

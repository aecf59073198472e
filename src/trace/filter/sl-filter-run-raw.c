/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Raw fields of records, which a filter asks for by describing them. */

#include <string.h>

#include "sl-event-flags.h"
#include "sl-filter-run-private.h"
#include "sl-filter-values.h"
#include "sl-source-extras.h"

/* Whether events of a kind may have the field of a condition. */
typedef enum
{
  MAY_HAVE_UNKNOWN,
  MAY_HAVE_YES,
  MAY_HAVE_NO,
} MayHave;

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

/* A tracepoint is called by its system and its name, and mostly meant by its name alone. */
static gboolean
test_tracepoint (const SlFilterCondition *condition, const char *plain)
{
  SlFilterCondition positive = *condition;
  const char *colon = strchr (plain, ':');

  positive.is_negative = FALSE;
  return (sl_filter_condition_raw (&positive, plain) ||
          (colon != NULL && sl_filter_condition_raw (&positive, colon + 1))) !=
         condition->is_negative;
}

/* Most kinds lack most fields; what a record has only its description says, which takes long. */
static gboolean
may_have (SlFilterRun *self, const SlFilterCondition *condition, guint16 kind)
{
  gsize number =
      (gsize) (condition - (const SlFilterCondition *) (gpointer) self->conditions->data);
  guint8 *known;

  if (self->may_have == NULL)
    self->may_have = g_new0 (guint8 *, self->conditions->len);
  if (self->may_have[number] == NULL)
    self->may_have[number] = g_new0 (guint8, G_MAXUINT16 + 1);

  known = &self->may_have[number][kind];
  if (*known == MAY_HAVE_UNKNOWN)
    *known = sl_source_may_have_field (sl_trace_get_source (self->trace), kind, condition->name)
                 ? MAY_HAVE_YES
                 : MAY_HAVE_NO;
  return *known == MAY_HAVE_YES;
}

/**
 * sl_filter_run_clear_raw:
 *
 * Frees what raw fields took.
 */
void
sl_filter_run_clear_raw (SlFilterRun *self)
{
  for (guint i = 0; self->may_have != NULL && i < self->conditions->len; i++)
    g_free (self->may_have[i]);
  g_clear_pointer (&self->may_have, g_free);
  g_clear_pointer (&self->details, g_array_unref);
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

  if (condition->is_flags)
    return test_flags (condition, event);
  if (event->offset == SL_OFFSET_NONE || !may_have (self, condition, event->kind))
    return FALSE;

  /* How a number is written, in decimal or hexadecimal or as a word, only a description says. */
  if (condition->pattern == NULL &&
      sl_source_read_field (source, event->offset, condition->name, &value) &&
      (condition->has_number || value.word != NULL))
    return sl_filter_condition_value (condition, &value);

  detail = sl_details_find (describe (self, event->offset), condition->name);
  if (detail != NULL && g_str_equal (condition->name, SL_FILTER_EVENT))
    return test_tracepoint (condition, detail->plain);
  return detail != NULL && sl_filter_condition_detail (condition, detail);
}

/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-filter-condition.h"

#include <string.h>

#include "sl-error.h"
#include "sl-filter-field.h"
#include "sl-time-text.h"

#define UNKNOWN_PREFIX "unknown-0x"

static gboolean
read_number (SlFilterField field,
             const char *text,
             guint column,
             const SlClock *clock,
             SlFilterNumber *number,
             GError **error)
{
  guint64 value = 0;
  gint64 ticks = 0;
  gboolean fine;

  if (field == SL_FILTER_RAW)
    return sl_detail_parse_number (text, number);
  if (field == SL_FILTER_TICK)
    fine = sl_time_parse (text, clock, &ticks, error);
  else if (field == SL_FILTER_DELTA)
    fine = sl_duration_parse (text, clock, &ticks, error);
  else
    {
      /* The parser of the expression has looked at it. */
      fine = sl_filter_parse_number (text, &value);
      *number = value;
      return fine;
    }

  if (!fine)
    g_prefix_error (error, "In column %u of the filter: ", column);
  *number = ticks;
  return fine;
}

static gboolean
init_number (SlFilterCondition *self,
             const SlFilterNode *node,
             const SlClock *clock,
             GError **error)
{
  SlFilterNumber value, upper = 0;

  if (!read_number (node->field, node->value, node->column, clock, &value, error))
    return FALSE;

  self->low = G_MININT64;
  self->high = G_MAXUINT64;
  switch (node->op)
    {
    case SL_FILTER_BELOW:
      self->high = value - 1;
      return TRUE;
    case SL_FILTER_AT_MOST:
      self->high = value;
      return TRUE;
    case SL_FILTER_ABOVE:
      self->low = value + 1;
      return TRUE;
    case SL_FILTER_AT_LEAST:
      self->low = value;
      return TRUE;
    case SL_FILTER_BITS:
      self->bits = (guint64) value;
      self->high = self->bits != 0 ? self->high : self->low - 1;
      return TRUE;
    case SL_FILTER_IN:
      break;
    case SL_FILTER_EQUAL:
    case SL_FILTER_NOT_EQUAL:
    case SL_FILTER_GLOB:
    case SL_FILTER_HAS:
    default:
      self->low = value;
      self->high = value;
      return TRUE;
    }

  if (!read_number (node->field, node->upper, node->upper_column, clock, &upper, error))
    return FALSE;

  self->low = value;
  self->high = upper - 1;
  if (upper > value)
    return TRUE;

  g_set_error (
      error, SL_ERROR, SL_ERROR_USAGE,
      "The range %s..%s in column %u of the filter is empty: its end must be above its start",
      node->value, node->upper, node->column);
  return FALSE;
}

/* Whether @id or @title, which may be NULL, is what the comparison names. */
static gboolean
names (const SlFilterCondition *self, const char *id, const char *title)
{
  if (self->word != NULL)
    return sl_filter_has_word (id, self->word) || sl_filter_has_word (title, self->word);
  if (self->pattern != NULL)
    return g_pattern_spec_match_string (self->pattern, id) ||
           (title != NULL && g_pattern_spec_match_string (self->pattern, title));

  return g_str_equal (self->text, id) || (title != NULL && g_str_equal (self->text, title));
}

/* Kinds are named with dashes; the kernel writes the names of its tracepoints with underscores. To a plain word that is the same
 * anyway. */
static gboolean
names_kind_id (const SlFilterCondition *self, const SlKind *kind)
{
  g_autofree char *underscored = NULL;

  if (names (self, kind->id, kind->title))
    return TRUE;
  if (self->word != NULL || strchr (self->text, '_') == NULL)
    return FALSE;

  underscored = g_strdelimit (g_strdup (kind->id), "-", '_');
  return names (self, underscored, NULL);
}

static gboolean
names_kind (const SlFilterCondition *self, guint16 number)
{
  guint family = sl_kind_get_family (number);
  const SlKind *kind = sl_kind_get (number);

  if (self->hidden != NULL)
    return sl_kind_mask_has (self->hidden, number);

  return self->field == SL_FILTER_KIND
             ? names_kind_id (self, kind)
             : names (self, sl_family_get_id (family), sl_family_get_title (family));
}

/* Whether the comparison may name an unknown code, of which there are too many to ask each. */
static gboolean
may_name_unknown (const SlFilterCondition *self)
{
  gsize literal;

  if (self->field == SL_FILTER_FAMILY)
    return names (self, "unknown", "Unknown");
  if (self->word != NULL)
    return TRUE;
  if (self->pattern == NULL)
    return g_str_equal (self->text, "Unknown code") ||
           (g_str_has_prefix (self->text, UNKNOWN_PREFIX) && sl_kind_find (self->text, NULL));

  literal = strcspn (self->text, "*?");
  return strncmp (self->text, UNKNOWN_PREFIX, MIN (literal, strlen (UNKNOWN_PREFIX))) == 0 ||
         strncmp (self->text, "Unknown code", MIN (literal, strlen ("Unknown code"))) == 0;
}

static gboolean
set_no_such_name (const SlFilterNode *node, GError **error)
{
  g_set_error (error, SL_ERROR, SL_ERROR_USAGE, "“%s” in column %u of the filter is not a known %s",
               node->value, node->column, sl_filter_field_get_id (node->field));
  return FALSE;
}

static gboolean
init_kinds (SlFilterCondition *self, const SlFilterNode *node, GError **error)
{
  gboolean found = self->hidden != NULL || may_name_unknown (self);

  self->n_kinds = sl_kind_get_count ();
  self->kinds = g_new0 (guint8, self->n_kinds);
  if (found)
    self->zone_kinds = G_MAXUINT64;

  for (guint kind = 0; kind < self->n_kinds; kind++)
    {
      if (names_kind (self, kind) != self->is_negative)
        {
          self->kinds[kind] = TRUE;
          self->zone_kinds |= G_GUINT64_CONSTANT (1) << (kind % 64);
        }
      found |= self->kinds[kind] != self->is_negative;
    }

  /* A name that is negated leaves the unknown codes. */
  if (self->is_negative)
    self->zone_kinds = G_MAXUINT64;

  return found || self->pattern != NULL || set_no_such_name (node, error);
}

static gboolean
init_states (SlFilterCondition *self, const SlFilterNode *node, GError **error)
{
  gboolean found = FALSE;

  self->n_kinds = SL_N_STATES;
  self->kinds = g_new0 (guint8, self->n_kinds);
  for (guint state = SL_STATE_NONE + 1; state < SL_N_STATES; state++)
    {
      gboolean is_named = names (self, sl_state_get_id (state), sl_state_get_title (state));

      self->kinds[state] = is_named != self->is_negative;
      found |= is_named;
    }

  return found || self->pattern != NULL || set_no_such_name (node, error);
}

/* A raw field may be a number or a word. */
static gboolean
init_raw (SlFilterCondition *self, const SlFilterNode *node, const SlClock *clock, GError **error)
{
  SlFilterNumber number;

  self->name = g_strdup (node->name);
  self->is_flags = node->is_flags;
  self->has_number = node->op != SL_FILTER_GLOB && sl_detail_parse_number (node->value, &number);
  return !self->has_number || init_number (self, node, clock, error);
}

/**
 * sl_filter_condition_init:
 * @clock: what times in units are counted with
 *
 * Fails with %SL_ERROR_USAGE, with the column. Clear @self in either case.
 */
gboolean
sl_filter_condition_init (SlFilterCondition *self,
                          const SlFilterNode *node,
                          const SlClock *clock,
                          GError **error)
{
  *self = (SlFilterCondition) { .field = node->field };
  self->is_negative = node->op == SL_FILTER_NOT_EQUAL;
  self->hidden = node->hidden;
  self->text = g_strdup (node->value);
  if (node->op == SL_FILTER_GLOB)
    self->pattern = g_pattern_spec_new (node->value);
  if (node->op == SL_FILTER_HAS)
    self->word = sl_filter_fold_word (node->value);

  switch (node->field)
    {
    case SL_FILTER_KIND:
    case SL_FILTER_FAMILY:
      return init_kinds (self, node, error);
    case SL_FILTER_STATE:
      return init_states (self, node, error);
    case SL_FILTER_RAW:
      return init_raw (self, node, clock, error);
    case SL_FILTER_OBJECT:
    case SL_FILTER_TASK:
    case SL_FILTER_LANE:
      if (self->word != NULL)
        return TRUE;
      self->has_reference =
          sl_object_parse_reference (self->text, &self->type, &self->id, &self->life, NULL);
      self->has_number = !self->has_reference && self->field != SL_FILTER_LANE &&
                         sl_filter_parse_number (self->text, &self->id);
      return TRUE;
    case SL_FILTER_CPU:
    case SL_FILTER_TICK:
    case SL_FILTER_DELTA:
    case SL_FILTER_A:
    case SL_FILTER_B:
    case SL_FILTER_SIZE:
    case SL_FILTER_OFFSET:
    case SL_N_FILTER_FIELDS:
    default:
      return init_number (self, node, clock, error);
    }
}

void
sl_filter_condition_clear (SlFilterCondition *self)
{
  g_clear_pointer (&self->pattern, g_pattern_spec_free);
  g_clear_pointer (&self->word, g_free);
  g_clear_pointer (&self->text, g_free);
  g_clear_pointer (&self->name, g_free);
  g_clear_pointer (&self->kinds, g_free);
}

/**
 * sl_filter_condition_number:
 *
 * Returns: whether @number, of the field compared, fulfils it
 */
gboolean
sl_filter_condition_number (const SlFilterCondition *self, SlFilterNumber number)
{
  if (self->bits != 0)
    return ((guint64) number & self->bits) != 0;

  return (number >= self->low && number <= self->high) != self->is_negative;
}

/**
 * sl_filter_condition_interval:
 *
 * Returns: whether any number from @first to @last, both included, passes
 */
gboolean
sl_filter_condition_interval (const SlFilterCondition *self,
                              SlFilterNumber first,
                              SlFilterNumber last)
{
  if (first > last)
    return FALSE;
  if (self->bits != 0)
    return TRUE;

  return self->is_negative ? first < self->low || last > self->high
                           : first <= self->high && last >= self->low;
}

/**
 * sl_filter_condition_chance:
 *
 * Returns: whether numbers from @first to @last, both included, can pass, and whether they can fail
 */
SlFilterChance
sl_filter_condition_chance (const SlFilterCondition *self,
                            SlFilterNumber first,
                            SlFilterNumber last)
{
  SlFilterCondition opposite = *self;

  if (self->bits != 0)
    return SL_FILTER_ANY_CHANCE;

  opposite.is_negative = !self->is_negative;
  return (sl_filter_condition_interval (self, first, last) ? SL_FILTER_MAY_PASS : 0) |
         (sl_filter_condition_interval (&opposite, first, last) ? SL_FILTER_MAY_FAIL : 0);
}

/**
 * sl_filter_condition_kind:
 *
 * For conditions on kinds and families.
 *
 * Returns: whether @kind fulfils it
 */
gboolean
sl_filter_condition_kind (const SlFilterCondition *self, guint16 kind)
{
  if (kind < self->n_kinds)
    return self->kinds[kind];

  return names_kind (self, kind) != self->is_negative;
}

/**
 * sl_filter_kind_has_a:
 *
 * Returns: whether events of @kind have a first parameter
 */
gboolean
sl_filter_kind_has_a (guint16 kind)
{
  return sl_kind_get (kind)->a.form != SL_FIELD_NONE;
}

/**
 * sl_filter_kind_has_b:
 *
 * Returns: whether events of @kind have a second parameter
 */
gboolean
sl_filter_kind_has_b (guint16 kind)
{
  return sl_kind_get (kind)->b.form != SL_FIELD_NONE;
}

/**
 * sl_filter_kind_has_size:
 *
 * Returns: whether @kind is a bus cycle, of which it is known how many bytes it moves
 */
gboolean
sl_filter_kind_has_size (guint16 kind)
{
  const char *name = sl_kind_get (kind)->b.name;

  return g_strcmp0 (name, "size") == 0 || g_strcmp0 (name, "byte-enables") == 0;
}

/**
 * sl_filter_condition_state:
 *
 * For conditions on states.
 *
 * Returns: whether @state fulfils it; never for %SL_STATE_NONE
 */
gboolean
sl_filter_condition_state (const SlFilterCondition *self, SlState state)
{
  return state < self->n_kinds && self->kinds[state];
}

/**
 * sl_filter_condition_text:
 *
 * For conditions on names of which there may be any.
 *
 * Returns: whether @text fulfils it
 */
gboolean
sl_filter_condition_text (const SlFilterCondition *self, const char *text)
{
  return names (self, text, NULL) != self->is_negative;
}

/**
 * sl_filter_condition_raw:
 * @plain: what a raw field says, as #SlDetail has it
 *
 * For conditions on raw fields. Numbers are compared as numbers, however they are written.
 */
gboolean
sl_filter_condition_raw (const SlFilterCondition *self, const char *plain)
{
  SlFilterNumber number;

  if (!self->has_number)
    return sl_filter_condition_text (self, plain);

  if (sl_detail_parse_number (plain, &number))
    return sl_filter_condition_number (self, number);

  /* Something else than a number is unlike every number. */
  return self->is_negative;
}

/**
 * sl_filter_condition_detail:
 *
 * As sl_filter_condition_raw(), of a value that may be called by another word as well.
 */
gboolean
sl_filter_condition_detail (const SlFilterCondition *self, const SlDetail *detail)
{
  SlFilterCondition positive = *self;

  positive.is_negative = FALSE;
  return (sl_filter_condition_raw (&positive, detail->plain) ||
          (detail->symbol != NULL && sl_filter_condition_raw (&positive, detail->symbol))) !=
         self->is_negative;
}

/**
 * sl_filter_condition_value:
 * @value: what a raw field says
 *
 * As sl_filter_condition_raw(), of a value that is not text.
 */
gboolean
sl_filter_condition_value (const SlFilterCondition *self, const SlFieldValue *value)
{
  char plain[32];

  if (value->word != NULL)
    return sl_filter_condition_raw (self, value->word);
  if (self->has_number)
    return sl_filter_condition_number (self, value->number);

  g_snprintf (plain, sizeof plain, "%" G_GINT64_FORMAT, value->number);
  return sl_filter_condition_text (self, plain);
}

/**
 * sl_filter_condition_object:
 * @name: (nullable): the object's display name
 */
gboolean
sl_filter_condition_object (const SlFilterCondition *self, const SlObject *object, const char *name)
{
  g_autofree char *reference = NULL;
  gboolean is_named;

  if (self->pattern == NULL && self->has_reference)
    is_named = sl_object_is_meant (object, self->type, self->id, self->life);
  else if (self->pattern == NULL && self->has_number && self->id == object->id)
    is_named = TRUE;
  else
    {
      reference = sl_object_to_string (object);
      is_named = names (self, reference, name);
    }

  return is_named != self->is_negative;
}

/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-json-cursor.h"

#include <string.h>

#include "sl-json-escape.h"

/* Digits of a number that count. */
#define MOST_DIGITS 19

/* Zeros that are counted. */
#define MOST_EXPONENT 4000

static gboolean
fail (SlJsonCursor *self, const char *fault)
{
  if (self->fault == NULL)
    self->fault = self->at < self->size ? fault : "The text ends too early";
  return FALSE;
}

/**
 * sl_json_cursor_init:
 * @data: (array length=size): stays
 * @at: where a value begins, maybe behind blanks
 */
void
sl_json_cursor_init (SlJsonCursor *self, const char *data, gsize size, gsize at)
{
  *self = (SlJsonCursor) { .data = data, .size = size, .at = MIN (at, size) };
}

#define IS_BLANK(sign) ((sign) == ' ' || (sign) == '\n' || (sign) == '\r' || (sign) == '\t')

/**
 * sl_json_cursor_peek:
 *
 * Goes over blanks.
 *
 * Returns: the sign at hand; NUL at the end
 */
char
sl_json_cursor_peek (SlJsonCursor *self)
{
  while (self->at < self->size && IS_BLANK (self->data[self->at]))
    self->at++;
  return self->at < self->size ? self->data[self->at] : '\0';
}

/**
 * sl_json_cursor_enter:
 * @bracket: "{" or "["
 *
 * Returns: whether the value at hand is an object or an array, whose first member or element is next
 */
gboolean
sl_json_cursor_enter (SlJsonCursor *self, char bracket)
{
  if (self->fault != NULL || sl_json_cursor_peek (self) != bracket)
    return FALSE;

  self->at++;
  self->is_first = TRUE;
  return TRUE;
}

/* Goes on to the next one in brackets: FALSE behind the last, or with a fault. */
static gboolean
go_on (SlJsonCursor *self, char end)
{
  gboolean is_first = self->is_first;
  char sign;

  if (self->fault != NULL)
    return FALSE;

  self->is_first = FALSE;
  sign = sl_json_cursor_peek (self);
  if (sign == end)
    {
      self->at++;
      return FALSE;
    }
  if (is_first)
    return sign != '\0' || fail (self, NULL);
  if (sign != ',')
    return fail (self, end == ']' ? "“,” or “]” was expected" : "“,” or “}” was expected");

  self->at++;
  /* Many writers leave a comma behind their last. */
  if (sl_json_cursor_peek (self) == end)
    {
      self->at++;
      return FALSE;
    }
  return TRUE;
}

/**
 * sl_json_cursor_next_element:
 *
 * To be called in an array, at its begin and behind each element.
 *
 * Returns: whether there is another; else the cursor is behind the array, or has a fault
 */
gboolean
sl_json_cursor_next_element (SlJsonCursor *self)
{
  return go_on (self, ']');
}

/* From the opening quote to behind the closing one. */
static gboolean
read_text (SlJsonCursor *self, SlJsonSpan *text)
{
  gsize at = self->at + 1;

  *text = (SlJsonSpan) { self->data + at, 0, SL_JSON_TYPE_TEXT, FALSE };
  while (at < self->size && self->data[at] != '"')
    {
      if (self->data[at] == '\\')
        {
          text->has_escapes = TRUE;
          at++;
        }
      at++;
    }
  if (at >= self->size)
    {
      self->at = self->size;
      return fail (self, NULL);
    }

  text->length = (gsize) (self->data + at - text->begin);
  self->at = at + 1;
  return TRUE;
}

/**
 * sl_json_cursor_next_member:
 * @key: (out): of the next member
 *
 * To be called in an object, at its begin and behind each value.
 *
 * Returns: whether there is another, whose value is at hand; else the cursor is behind the object, or has a fault
 */
gboolean
sl_json_cursor_next_member (SlJsonCursor *self, SlJsonSpan *key)
{
  if (!go_on (self, '}'))
    return FALSE;

  if (sl_json_cursor_peek (self) != '"')
    return fail (self, "A key in quotes was expected");
  if (!read_text (self, key))
    return FALSE;
  if (sl_json_cursor_peek (self) != ':')
    return fail (self, "“:” was expected");

  self->at++;
  return TRUE;
}

/* To behind the bracket that closes the one at hand. What is in between is looked at for its brackets alone. */
static gboolean
skip_brackets (SlJsonCursor *self)
{
  gsize depth = 0;
  SlJsonSpan text;

  while (self->at < self->size)
    {
      char sign = self->data[self->at];

      if (sign == '"')
        {
          if (!read_text (self, &text))
            return FALSE;
          continue;
        }

      self->at++;
      if (sign == '{' || sign == '[')
        depth++;
      else if ((sign == '}' || sign == ']') && --depth == 0)
        return TRUE;
    }

  return fail (self, NULL);
}

static gboolean
is_of_word (char sign)
{
  return g_ascii_isalnum (sign) || sign == '+' || sign == '-' || sign == '.';
}

static gboolean
read_word (SlJsonCursor *self, SlJsonSpan *value)
{
  /* The last two are not JSON, but many writers have them. */
  static const char *const words[] = { "true", "false", "null", "NaN", "Infinity" };
  gsize first = self->at;

  while (self->at < self->size && is_of_word (self->data[self->at]))
    self->at++;
  *value = (SlJsonSpan) { self->data + first, self->at - first, SL_JSON_TYPE_WORD, FALSE };
  if (value->length > 0 && (value->begin[0] == '-' || g_ascii_isdigit (value->begin[0])))
    {
      value->type = SL_JSON_TYPE_NUMBER;
      return TRUE;
    }
  for (guint i = 0; i < G_N_ELEMENTS (words); i++)
    if (sl_json_span_is (value, words[i]))
      return TRUE;

  if (self->at < self->size)
    self->at = first;
  return fail (self, "A value was expected");
}

/**
 * sl_json_cursor_read:
 * @value: (out): at hand; an object or an array whole, with its brackets
 *
 * Goes behind the value.
 *
 * Returns: %FALSE where there is none, or where it is cut
 */
gboolean
sl_json_cursor_read (SlJsonCursor *self, SlJsonSpan *value)
{
  char sign = sl_json_cursor_peek (self);
  gsize first = self->at;

  *value = (SlJsonSpan) { 0 };
  if (self->fault != NULL)
    return FALSE;
  if (sign == '"')
    return read_text (self, value);
  if (sign != '{' && sign != '[')
    return read_word (self, value);

  if (!skip_brackets (self))
    return FALSE;
  value->begin = self->data + first;
  value->length = self->at - first;
  value->type = sign == '{' ? SL_JSON_TYPE_OBJECT : SL_JSON_TYPE_ARRAY;
  return TRUE;
}

/**
 * sl_json_cursor_resume:
 *
 * After a fault in an array: goes to where its next element, an object, is likely to begin, which clears the fault. That is
 * the next opening bracket behind a comma, a bracket or another object, as far as damaged text allows to say.
 *
 * Returns: %FALSE where there is none
 */
gboolean
sl_json_cursor_resume (SlJsonCursor *self)
{
  for (gsize at = self->at; at < self->size; at++)
    {
      gsize before = at;

      if (self->data[at] != '{')
        continue;
      while (before > 0 && IS_BLANK (self->data[before - 1]))
        before--;
      if (before == 0 || strchr (",[}", self->data[before - 1]) == NULL)
        continue;

      self->at = at;
      self->fault = NULL;
      self->is_first = TRUE;
      return TRUE;
    }

  self->at = self->size;
  return FALSE;
}

/**
 * sl_json_span_is:
 *
 * Returns: whether the value, as it stands, is @word; a text without its quotes
 */
gboolean
sl_json_span_is (const SlJsonSpan *self, const char *word)
{
  return self->begin != NULL && self->length == strlen (word) &&
         memcmp (self->begin, word, self->length) == 0;
}

gboolean
sl_json_span_is_true (const SlJsonSpan *self)
{
  return self->type == SL_JSON_TYPE_WORD && sl_json_span_is (self, "true");
}

/**
 * sl_json_span_dup:
 *
 * Returns: (transfer full): a text as it is meant, in UTF-8: what is not becomes U+FFFD; any other value as it stands
 */
char *
sl_json_span_dup (const SlJsonSpan *self)
{
  g_autoptr (GString) text = NULL;

  if (self->begin == NULL)
    return g_strdup ("");
  if (!self->has_escapes)
    return g_utf8_make_valid (self->begin, (gssize) self->length);

  text = g_string_sized_new (self->length);
  for (gsize at = 0; at < self->length;)
    {
      char sign = self->begin[at++];
      gunichar code;

      if (sign != '\\')
        {
          g_string_append_c (text, sign);
          continue;
        }
      sl_json_escape_read (self->begin, self->length, &at, &code);
      g_string_append_unichar (text, code);
    }
  return g_utf8_make_valid (text->str, (gssize) text->len);
}

/* The parts of a decimal number. */
typedef struct
{
  gboolean is_negative;
  guint64 digits;
  gint64 exponent;
  guint n_digits; /* that count */
  gboolean has_more;
} Decimal;

static gboolean
read_exponent (const char *at, const char *end, gint64 *exponent)
{
  gboolean is_negative = at < end && *at == '-';
  gint64 number = 0;

  if (at < end && (*at == '-' || *at == '+'))
    at++;
  if (at == end)
    return FALSE;
  for (; at < end; at++)
    {
      if (!g_ascii_isdigit (*at))
        return FALSE;
      number = MIN (number * 10 + (*at - '0'), MOST_EXPONENT);
    }

  *exponent += is_negative ? -number : number;
  return TRUE;
}

static gboolean
read_digits (const char *at, const char *end, Decimal *decimal)
{
  gboolean has_point = FALSE, has_digit = FALSE;

  for (; at < end && *at != 'e' && *at != 'E'; at++)
    {
      if (*at == '.' && !has_point)
        {
          has_point = TRUE;
          continue;
        }
      if (!g_ascii_isdigit (*at))
        return FALSE;

      has_digit = TRUE;
      if (decimal->n_digits < MOST_DIGITS)
        {
          decimal->digits = decimal->digits * 10 + (guint64) (*at - '0');
          decimal->n_digits += decimal->digits > 0;
          decimal->exponent -= has_point;
        }
      else
        {
          decimal->has_more |= *at != '0';
          decimal->exponent += !has_point;
        }
    }
  if (!has_digit)
    return FALSE;

  return at == end || read_exponent (at + 1, end, &decimal->exponent);
}

/**
 * sl_json_span_read_decimal:
 * @shift: the number is multiplied by ten to the power of it
 * @number: (out): rounded to the nearest whole number
 * @is_exact: (out) (optional): whether nothing was rounded off
 *
 * Reads a number without ever using a floating point one; also one in quotes.
 *
 * Returns: %FALSE for what is not a number, or is beyond 63 bits
 */
gboolean
sl_json_span_read_decimal (const SlJsonSpan *self, int shift, gint64 *number, gboolean *is_exact)
{
  const char *end = self->begin + self->length;
  Decimal decimal = { .exponent = shift };
  guint64 divisor = 1, rest;

  if ((self->type != SL_JSON_TYPE_NUMBER && self->type != SL_JSON_TYPE_TEXT) || self->length == 0)
    return FALSE;

  decimal.is_negative = self->begin[0] == '-';
  if (!read_digits (self->begin + decimal.is_negative, end, &decimal))
    return FALSE;

  for (; decimal.exponent > 0 && decimal.digits > 0; decimal.exponent--)
    {
      if (decimal.digits > G_MAXUINT64 / 10)
        return FALSE;
      decimal.digits *= 10;
    }
  for (; decimal.exponent < 0 && divisor <= G_GUINT64_CONSTANT (1000000000000000000);
       decimal.exponent++)
    divisor *= 10;
  if (decimal.exponent < 0)
    {
      decimal.has_more |= decimal.digits > 0;
      decimal.digits = 0;
    }

  rest = decimal.digits % divisor;
  decimal.digits = decimal.digits / divisor + (rest >= divisor - rest && rest > 0);
  if (decimal.digits > G_MAXINT64)
    return FALSE;
  *number = decimal.is_negative ? -(gint64) decimal.digits : (gint64) decimal.digits;
  if (is_exact != NULL)
    *is_exact = rest == 0 && !decimal.has_more;
  return TRUE;
}

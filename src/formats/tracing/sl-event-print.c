/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-event-print.h"

#include <string.h>

/* Pairs of one list. */
#define MOST_PAIRS 1024

/* Each field is looked for in all arguments: so many signs times fields at most. The kernel's formats have less than a tenth. */
#define MOST_WORK (1u << 21)

#define RECORD "REC->"

/* Parentheses in each other. */
#define MOST_DEPTH 8

static gboolean
is_word_sign (char sign)
{
  return g_ascii_isalnum (sign) || sign == '_';
}

static const char *
skip_space (const char *at)
{
  while (g_ascii_isspace (*at))
    at++;
  return at;
}

/* Behind the string that begins at @at with a quote. */
static const char *
skip_string (const char *at)
{
  for (at++; *at != '\0' && *at != '"'; at++)
    {
      if (*at == '\\' && at[1] != '\0')
        at++;
    }
  return *at == '"' ? at + 1 : at;
}

/* The next comma that is in no parentheses, or the end. */
static const char *
find_comma (const char *at)
{
  int depth = 0;

  while (*at != '\0' && (*at != ',' || depth > 0))
    {
      if (*at == '"')
        {
          at = skip_string (at);
          continue;
        }
      depth += *at == '(' || *at == '{';
      depth -= *at == ')' || *at == '}';
      at++;
    }

  return at;
}

/* The letter of the next conversion at or after @at, before @end; moves @at behind it. */
static char
next_conversion (const char **at, const char *end)
{
  for (; *at < end; (*at)++)
    {
      if (**at != '%')
        continue;
      if ((*at)[1] == '%')
        {
          (*at)++;
          continue;
        }

      for ((*at)++; *at < end && strchr ("0123456789.-+ #lhzjtq*", **at) != NULL;)
        (*at)++;
      return *at < end ? *(*at)++ : '\0';
    }

  return '\0';
}

/* Marks the fields that the argument between @begin and @end names. */
static void
mark_named (const char *begin, const char *end, SlEventField *fields, guint n_fields)
{
  for (const char *at = begin; at + strlen (RECORD) < end; at++)
    {
      if (memcmp (at, RECORD, strlen (RECORD)) != 0)
        continue;

      at += strlen (RECORD);
      for (guint i = 0; i < n_fields; i++)
        {
          gsize length = strlen (fields[i].name);

          if ((gsize) (end - at) >= length && memcmp (at, fields[i].name, length) == 0 &&
              !is_word_sign (at[length]))
            fields[i].is_hex = TRUE;
        }
    }
}

/**
 * sl_event_print_mark_hex:
 * @fields: (array length=n_fields): those that are printed as hexadecimal numbers are marked so
 */
void
sl_event_print_mark_hex (const char *print, SlEventField *fields, guint n_fields)
{
  const char *at = skip_space (print);
  const char *format_end;
  const char *argument;

  if (*at != '"' || strlen (print) > MOST_WORK / MAX (n_fields, 1))
    return;

  format_end = find_comma (at);
  argument = format_end;
  while (at < format_end && *argument == ',')
    {
      const char *begin = argument + 1;
      char conversion = next_conversion (&at, format_end);

      argument = find_comma (begin);
      if (conversion == 'x' || conversion == 'X' || conversion == 'p')
        mark_named (begin, argument, fields, n_fields);
    }
}

/* “0x10UL” at @at; moves it behind. */
static gboolean
parse_number (const char **at, guint64 *number)
{
  const char *place = skip_space (*at);
  char *end;

  *number = g_ascii_strtoull (place, &end, 0);
  if (end == place)
    return FALSE;

  while (is_word_sign (*end))
    end++;
  *at = skip_space (end);
  return TRUE;
}

/* A number, or “(1U << 3)”, at @at; moves it behind. */
static gboolean
parse_value (const char **at, guint64 *value)
{
  const char *place = skip_space (*at);
  guint n_open = 0;
  guint64 shift;

  while (*place == '(' && n_open < MOST_DEPTH)
    {
      place = skip_space (place + 1);
      n_open++;
    }
  if (!parse_number (&place, value))
    return FALSE;
  if (place[0] == '<' && place[1] == '<')
    {
      place += 2;
      if (!parse_number (&place, &shift))
        return FALSE;
      *value = shift < 64 ? *value << shift : 0;
    }
  for (; n_open > 0 && *place == ')'; n_open--)
    place = skip_space (place + 1);
  *at = place;
  return n_open == 0;
}

/* “{ 0x10, "X" }” at @at; moves it behind. */
static gboolean
parse_pair (const char **at, SlEventPair *pair)
{
  const char *place = skip_space (*at);
  char *end;

  if (*place != '{')
    return FALSE;
  place = place + 1;
  if (!parse_value (&place, &pair->value))
    return FALSE;
  if (*place != ',')
    return FALSE;
  place = skip_space (place + 1);
  if (*place != '"')
    return FALSE;

  end = (char *) skip_string (place);
  pair->text = place + 1;
  pair->size = (gsize) (end - place) - (end[-1] == '"' && end - place > 1 ? 2 : 1);
  place = skip_space (end);
  *at = *place == '}' ? place + 1 : place;
  return *place == '}';
}

/**
 * sl_event_print_find_pairs:
 * @field: name of a field
 * @names: (out) (optional): what they are; also of names that are not understood
 *
 * Finds what __print_flags() or __print_symbolic() call its values.
 *
 * Returns: (transfer full) (element-type SlEventPair): its pairs, none where it is not printed so
 */
GArray *
sl_event_print_find_pairs (const char *print, const char *field, SlEventNames *names)
{
  g_autofree char *wanted = g_strconcat (RECORD, field, NULL);
  GArray *pairs = g_array_new (FALSE, FALSE, sizeof (SlEventPair));
  const char *at = print;

  if (names != NULL)
    *names = SL_EVENT_NAMES_NONE;
  while (pairs->len == 0 && (at = strstr (at, "__print_")) != NULL)
    {
      const char *comma;
      const char *named;
      gboolean is_of_bits;
      SlEventPair pair;

      is_of_bits = g_str_has_prefix (at, "__print_flags");
      at += strcspn (at, "(");
      if (*at == '\0')
        break;
      comma = find_comma (++at);
      named = strstr (at, wanted);
      if (named == NULL || named > comma || is_word_sign (named[strlen (wanted)]))
        continue;

      if (names != NULL)
        *names = is_of_bits ? SL_EVENT_NAMES_BITS : SL_EVENT_NAMES_VALUES;
      /* The sign between flags. */
      at = *comma == ',' ? skip_space (comma + 1) : comma;
      if (*at == '"')
        at = skip_space (skip_string (at));
      at += *at == ',';
      while (pairs->len < MOST_PAIRS && parse_pair (&at, &pair))
        {
          g_array_append_val (pairs, pair);
          at = skip_space (at);
          at += *at == ',';
        }
    }

  return pairs;
}

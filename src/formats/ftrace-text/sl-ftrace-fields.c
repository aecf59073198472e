/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-ftrace-fields.h"

#include <string.h>

static gboolean
ends_value (char c)
{
  return c == ' ' || c == ',' || c == ')' || c == ']' || c == '\t';
}

/**
 * sl_ftrace_find:
 * @name: of the field
 * @value: (out): up to the next blank or comma
 *
 * Returns: whether there is such a field
 */
gboolean
sl_ftrace_find (const SlFtraceText *text, const char *name, SlFtraceText *value)
{
  gsize length = strlen (name);
  const char *end = text->begin + text->length;

  for (const char *at = text->begin; at + length < end; at++)
    {
      if ((at > text->begin && !ends_value (at[-1]) && at[-1] != '(' && at[-1] != '[') ||
          memcmp (at, name, length) != 0 || (at[length] != '=' && at[length] != ':'))
        continue;

      value->begin = at + length + 1;
      while (value->begin < end && *value->begin == ' ' && at[length] == ':')
        value->begin++;
      for (value->length = 0;
           value->begin + value->length < end && !ends_value (value->begin[value->length]);)
        value->length++;
      return TRUE;
    }

  return FALSE;
}

/**
 * sl_ftrace_read_number:
 * @text: that begins with a number: decimal, maybe below zero, or hexadecimal after 0x
 */
gboolean
sl_ftrace_read_number (const SlFtraceText *text, gint64 *number)
{
  gboolean is_negative = text->length > 0 && text->begin[0] == '-';
  gsize at = is_negative ? 1 : 0;
  guint64 value = 0;
  guint base = 10;

  if (text->length > at + 2 && text->begin[at] == '0' && text->begin[at + 1] == 'x')
    {
      base = 16;
      at += 2;
    }
  if (at == text->length || !g_ascii_isxdigit (text->begin[at]) ||
      (base == 10 && !g_ascii_isdigit (text->begin[at])))
    return FALSE;

  for (; at < text->length; at++)
    {
      int digit = g_ascii_xdigit_value (text->begin[at]);

      if (digit < 0 || digit >= (int) base)
        break;
      value = value * base + (guint) digit;
    }
  *number = is_negative ? (gint64) (0 - value) : (gint64) value;
  return TRUE;
}

/**
 * sl_ftrace_find_number:
 *
 * Returns: whether there is such a field, and its value begins with a number
 */
gboolean
sl_ftrace_find_number (const SlFtraceText *text, const char *name, gint64 *number)
{
  SlFtraceText value;

  return sl_ftrace_find (text, name, &value) && sl_ftrace_read_number (&value, number);
}

/**
 * sl_ftrace_find_comm:
 * @name: of a field with the name of a task, which may have blanks
 * @next: of the field after it
 * @comm: (out): the name
 */
gboolean
sl_ftrace_find_comm (const SlFtraceText *text,
                     const char *name,
                     const char *next,
                     SlFtraceText *comm)
{
  const char *end = text->begin + text->length;
  gsize length = strlen (next);

  if (!sl_ftrace_find (text, name, comm))
    return FALSE;

  for (const char *at = comm->begin; at + length + 1 < end; at++)
    if (at[0] == ' ' && memcmp (at + 1, next, length) == 0 && at[length + 1] == '=')
      {
        comm->length = (gsize) (at - comm->begin);
        return TRUE;
      }

  return FALSE;
}

/**
 * sl_ftrace_read_task:
 * @text: (inout): that begins with "comm:pid [prio]", as trace-cmd's plugins print tasks; moved behind that
 */
gboolean
sl_ftrace_read_task (SlFtraceText *text, SlFtraceText *comm, gint64 *pid, gint64 *prio)
{
  const char *end = text->begin + text->length;

  for (const char *at = text->begin; at < end; at++)
    {
      SlFtraceText number = { at + 1, (gsize) (end - at - 1) };
      const char *frame;

      if (*at != ':' || !sl_ftrace_read_number (&number, pid))
        continue;
      for (frame = at + 1; frame < end && g_ascii_isdigit (*frame);)
        frame++;
      if (end - frame < 4 || frame[0] != ' ' || frame[1] != '[')
        continue;
      number = (SlFtraceText) { frame + 2, (gsize) (end - frame - 2) };
      if (!sl_ftrace_read_number (&number, prio))
        continue;

      *comm = (SlFtraceText) { text->begin, (gsize) (at - text->begin) };
      frame = memchr (frame, ']', (gsize) (end - frame));
      if (frame == NULL)
        return FALSE;
      frame++;
      while (frame < end && *frame == ' ')
        frame++;
      *text = (SlFtraceText) { frame, (gsize) (end - frame) };
      return TRUE;
    }

  return FALSE;
}

/* "312:100:R", with blanks before the numbers. */
static gboolean
take_numbered_task (SlFtraceText *text, gint64 *pid, gint64 *prio, char *state)
{
  gint64 *const numbers[] = { pid, prio };

  for (guint i = 0; i < G_N_ELEMENTS (numbers); i++)
    {
      char digits[12];
      gsize length = 0;

      while (text->length > 0 && text->begin[0] == ' ')
        {
          text->begin++;
          text->length--;
        }
      while (length < text->length && length < sizeof digits - 1 &&
             (g_ascii_isdigit (text->begin[length]) || (length == 0 && text->begin[0] == '-')))
        {
          digits[length] = text->begin[length];
          length++;
        }
      digits[length] = '\0';
      if (length == 0 || length == text->length || text->begin[length] != ':' ||
          !g_ascii_string_to_signed (digits, 10, -1, G_MAXINT32, numbers[i], NULL))
        return FALSE;
      text->begin += length + 1;
      text->length -= length + 1;
    }
  if (text->length == 0 || !g_ascii_isalpha (text->begin[0]))
    return FALSE;

  *state = text->begin[0];
  text->begin++;
  text->length--;
  return TRUE;
}

/* "[003]". */
static gboolean
take_framed_cpu (SlFtraceText *text, gint64 *cpu)
{
  char digits[8];
  gsize length = 0;

  while (text->length > 0 && text->begin[0] == ' ')
    {
      text->begin++;
      text->length--;
    }
  if (text->length == 0 || text->begin[0] != '[')
    return FALSE;
  while (length + 1 < text->length && length < sizeof digits - 1 &&
         g_ascii_isdigit (text->begin[length + 1]))
    {
      digits[length] = text->begin[length + 1];
      length++;
    }
  digits[length] = '\0';
  if (length == 0 || length + 1 >= text->length || text->begin[length + 1] != ']')
    return FALSE;

  *cpu = g_ascii_strtoll (digits, NULL, 10);
  text->begin += length + 2;
  text->length -= length + 2;
  return TRUE;
}

/**
 * sl_ftrace_read_numbered:
 * @text: what stands behind the time
 *
 * Returns: whether it is "0:120:R ==> [003] 312: 98:R comm", or the same with "+", a wake-up
 */
gboolean
sl_ftrace_read_numbered (const SlFtraceText *text, SlFtraceNumbered *numbered)
{
  SlFtraceText rest = *text;
  char next_state;
  gsize blanks = 0;

  if (!take_numbered_task (&rest, &numbered->prev, &numbered->prev_prio, &numbered->state))
    return FALSE;

  while (blanks < rest.length && rest.begin[blanks] == ' ')
    blanks++;
  rest.begin += blanks;
  rest.length -= blanks;
  numbered->is_switch = rest.length > 3 && memcmp (rest.begin, "==>", 3) == 0;
  if (!numbered->is_switch && (rest.length < 2 || rest.begin[0] != '+'))
    return FALSE;
  rest.begin += numbered->is_switch ? 3 : 1;
  rest.length -= numbered->is_switch ? 3 : 1;
  if (!take_framed_cpu (&rest, &numbered->cpu) ||
      !take_numbered_task (&rest, &numbered->next, &numbered->next_prio, &next_state))
    return FALSE;

  if (rest.length > 0)
    {
      rest.begin++;
      rest.length--;
    }
  numbered->comm = rest;
  return TRUE;
}

/**
 * sl_ftrace_starts_with:
 *
 * Returns: whether @word is the begin of @text
 */
gboolean
sl_ftrace_starts_with (const SlFtraceText *text, const char *word)
{
  return text->length >= strlen (word) && memcmp (text->begin, word, strlen (word)) == 0;
}

/**
 * sl_ftrace_read_hex:
 * @text: hexadecimal digits, with or without 0x
 *
 * Returns: the number; 0 for none
 */
guint64
sl_ftrace_read_hex (const SlFtraceText *text)
{
  g_autofree char *copy = g_strndup (text->begin, MIN (text->length, 20));

  return g_ascii_strtoull (copy, NULL, 16);
}

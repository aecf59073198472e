/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-ftrace-fields.h"

#include <string.h>

/* Bytes of the name of a task, at most: TASK_COMM_LEN without the NUL; and where one that is longer is looked for. */
#define MOST_COMM   15
#define MOST_BEHIND 64

/* Fields whose texts may have blanks, and so what looks like other fields; and what the kernel prints after each, or trace-cmd with raw
 * fields. The name of a file comes first. */
static const struct
{
  const char *name;
  const char *next[2];
  gboolean is_file;
} texts[] = {
  { "comm", { "pid", "clone_flags" }, FALSE },
  { "prev_comm", { "prev_pid" }, FALSE },
  { "next_comm", { "next_pid" }, FALSE },
  { "child_comm", { "child_pid", "pid" }, FALSE },
  { "parent_comm", { "parent_pid", "pid" }, FALSE },
  { "oldcomm", { "newcomm" }, FALSE },
  { "newcomm", { "oom_score_adj" }, FALSE },
  { "filename", { "pid" }, TRUE },
};

static gboolean
is_field_at (const char *at, const char *end, const char *name)
{
  gsize length = strlen (name);

  return (gsize) (end - at) > length && memcmp (at, name, length) == 0 && at[length] == '=';
}

/**
 * sl_ftrace_find_text_end:
 * @text: of the event
 * @at: where the name of a field begins in it
 *
 * A text ends before the last place within its longest length at which the next field may begin: what comes before that in
 * it may look the same. One that is too long ends before the first.
 *
 * Returns: (nullable): the end of the field, which is the blank before the next one; %NULL if the field holds no text
 */
const char *
sl_ftrace_find_text_end (const SlFtraceText *text, const char *at)
{
  const char *end = text->begin + text->length;
  const char *found = NULL, *value;
  gsize i, most;

  for (i = 0; i < G_N_ELEMENTS (texts); i++)
    if (*at == texts[i].name[0] && is_field_at (at, end, texts[i].name))
      break;
  if (i == G_N_ELEMENTS (texts) || (texts[i].is_file && at > text->begin))
    return NULL;

  value = at + strlen (texts[i].name) + 1;
  most = texts[i].is_file ? text->length : MOST_BEHIND;
  for (const char *blank = value; blank < end && (gsize) (blank - value) <= most; blank++)
    {
      if (*blank != ' ')
        continue;
      if (found != NULL && !texts[i].is_file && (gsize) (blank - value) > MOST_COMM)
        break;
      for (gsize j = 0; j < G_N_ELEMENTS (texts[i].next) && texts[i].next[j] != NULL; j++)
        if (is_field_at (blank + 1, end, texts[i].next[j]))
          found = blank;
    }
  return found;
}

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
      const char *behind;

      if (at > text->begin && !ends_value (at[-1]) && at[-1] != '(' && at[-1] != '[')
        continue;
      if (memcmp (at, name, length) != 0 || (at[length] != '=' && at[length] != ':'))
        {
          behind = sl_ftrace_find_text_end (text, at);
          at = behind != NULL ? behind : at;
          continue;
        }

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
 * @comm: (out): the name
 */
gboolean
sl_ftrace_find_comm (const SlFtraceText *text, const char *name, SlFtraceText *comm)
{
  const char *end;

  if (!sl_ftrace_find (text, name, comm))
    return FALSE;

  end = sl_ftrace_find_text_end (text, comm->begin - strlen (name) - 1);
  comm->length = end != NULL ? (gsize) (end - comm->begin) : 0;
  return end != NULL;
}

/* "312 [98]", behind a task's colon. Returns: (nullable): what follows it */
static const char *
read_frame (const char *at, const char *end, gint64 *pid, gint64 *prio)
{
  SlFtraceText number = { at, (gsize) (end - at) };

  if (!sl_ftrace_read_number (&number, pid))
    return NULL;
  while (at < end && g_ascii_isdigit (*at))
    at++;
  if (end - at < 4 || at[0] != ' ' || at[1] != '[')
    return NULL;
  number = (SlFtraceText) { at + 2, (gsize) (end - at - 2) };
  if (!sl_ftrace_read_number (&number, prio))
    return NULL;

  at = memchr (at, ']', (gsize) (end - at));
  return at != NULL ? at + 1 : NULL;
}

/* " S ==> ": what follows the task that ran before a switch. */
static gboolean
has_arrow (const char *at, const char *end)
{
  while (at < end && *at == ' ')
    at++;
  while (at < end && *at != ' ')
    at++;
  return (gsize) (end - at) >= strlen (SL_FTRACE_ARROW) &&
         memcmp (at, SL_FTRACE_ARROW, strlen (SL_FTRACE_ARROW)) == 0;
}

/**
 * sl_ftrace_read_task:
 * @text: (inout): that begins with "comm:pid [prio]", as trace-cmd's plugins print tasks; moved behind that
 * @is_prev: it is the one that ran before a switch, with its state and an arrow behind it
 *
 * A name may look like that as well: the last place that fits counts.
 */
gboolean
sl_ftrace_read_task (SlFtraceText *text,
                     gboolean is_prev,
                     SlFtraceText *comm,
                     gint64 *pid,
                     gint64 *prio)
{
  const char *end = text->begin + text->length;
  const char *found = NULL;

  for (const char *at = text->begin;
       at < end && (found == NULL || (gsize) (at - text->begin) <= MOST_COMM); at++)
    {
      gint64 numbers[2];
      const char *behind = *at == ':' ? read_frame (at + 1, end, &numbers[0], &numbers[1]) : NULL;

      if (behind == NULL || (is_prev && !has_arrow (behind, end)))
        continue;
      found = behind;
      *comm = (SlFtraceText) { text->begin, (gsize) (at - text->begin) };
      *pid = numbers[0];
      *prio = numbers[1];
    }
  if (found == NULL)
    return FALSE;

  while (found < end && *found == ' ')
    found++;
  *text = (SlFtraceText) { found, (gsize) (end - found) };
  return TRUE;
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
 * sl_ftrace_is_short:
 * @text: of a switch or a wake-up
 *
 * Returns: whether it has no names of fields, as trace-cmd's plugins and tracers of latencies print it
 */
gboolean
sl_ftrace_is_short (const SlFtraceText *text)
{
  SlFtraceText rest = *text, comm;
  SlFtraceNumbered numbered;
  gint64 pid, prio;

  if (sl_ftrace_starts_with (text, "prev_comm=") || sl_ftrace_starts_with (text, "comm="))
    return FALSE;
  return sl_ftrace_read_numbered (text, &numbered) ||
         sl_ftrace_read_task (&rest, FALSE, &comm, &pid, &prio);
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

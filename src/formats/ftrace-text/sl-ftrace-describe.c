/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-ftrace-describe.h"

#include <string.h>

#include "sl-ftrace-fields.h"
#include "sl-ftrace-noise.h"

/* Fields of one event that are described. */
#define MOST_FIELDS 64

/* The function that writes marks, by which tracefs and trace-cmd call them. */
#define MARK_WRITER "tracing_mark_write"

#define IP  "ip="
#define BUF " buf="

static void
add_text (GArray *details, const char *name, const char *begin, gsize length)
{
  g_autofree char *bytes = g_strndup (begin, MIN (length, 1024));
  g_autofree char *text = g_utf8_make_valid (bytes, -1);

  sl_details_add (details, name, "%s", text);
}

/* The kernel prints what a system call returns in hexadecimal, though it is an error where it is below zero. */
static void
add_field (const SlFtraceLine *line,
           GArray *details,
           const char *name,
           const char *begin,
           gsize length)
{
  SlFtraceText text = { begin, length };
  gint64 number;

  if (g_str_has_prefix (line->name, "sys_exit") && strcmp (name, "ret") == 0 &&
      sl_ftrace_read_number (&text, &number))
    sl_details_add (details, name, "%" G_GINT64_FORMAT, number);
  else
    add_text (details, name, begin, length);
}

/* The next "name=" at or after @at; its end in @*after. */
static const char *
find_next (const char *at, const char *end, const char **after)
{
  for (; at < end; at++)
    {
      const char *word = at;

      while (word < end && (g_ascii_isalnum (*word) || *word == '_'))
        word++;
      if (word > at && word < end && *word == '=' && (word + 1 == end || word[1] != '='))
        {
          *after = word;
          return at;
        }
      while (at < end && *at != ' ' && *at != '[' && *at != '(')
        at++;
    }

  return NULL;
}

static void
describe_fields (const SlFtraceLine *line, GArray *details)
{
  const SlFtraceText *text = &line->rest;
  const char *end = text->begin + text->length;
  const char *sign;
  const char *at = find_next (text->begin, end, &sign);

  for (guint i = 0; at != NULL && i < MOST_FIELDS; i++)
    {
      const char *next_sign = NULL;
      const char *text_end = sl_ftrace_find_text_end (text, at);
      const char *next = find_next (text_end != NULL ? text_end + 1 : sign + 1, end, &next_sign);
      const char *stop = next != NULL ? next : end;
      g_autofree char *name = g_strndup (at, (gsize) (sign - at));

      if (text_end != NULL)
        stop = text_end;
      while (text_end == NULL && stop > sign + 1 && strchr (" ,[(])>=", stop[-1]) != NULL)
        stop--;
      add_field (line, details, name, sign + 1, (gsize) (stop - sign - 1));
      at = next;
      sign = next_sign;
    }
}

/* "(uaddr: 0x7f00, op: 0x86)" as a system call begins, and "0x0" as it ends. */
static void
describe_call (const SlFtraceLine *line, GArray *details)
{
  const char *at = line->rest.begin, *end = at + line->rest.length;

  if (g_str_has_prefix (line->name, "sys_exit"))
    {
      add_field (line, details, "ret", at, line->rest.length);
      return;
    }

  for (guint i = 0; at < end && i < MOST_FIELDS; i++)
    {
      const char *word, *sign, *stop;
      g_autofree char *name = NULL;
      gsize length;

      while (at < end && strchr ("(, ", *at) != NULL)
        at++;
      for (word = at; at < end && (g_ascii_isalnum (*at) || *at == '_');)
        at++;
      sign = at;
      length = (gsize) (sign - word);
      if (sign == word || sign == end || *sign != ':')
        return;
      stop = memchr (sign, ',', (gsize) (end - sign));
      at = stop != NULL ? stop : end;
      for (stop = at, sign++; sign < stop && *sign == ' ';)
        sign++;
      while (stop > sign && strchr (" )", stop[-1]) != NULL)
        stop--;
      name = g_strndup (word, length);
      add_text (details, name, sign, (gsize) (stop - sign));
    }
}

static gboolean
is_plain_call (const SlFtraceLine *line)
{
  return g_str_has_prefix (line->name, "sys_e") &&
         memchr (line->rest.begin, '=', line->rest.length) == NULL;
}

/* Of trace-cmd's “print: ip=tracing_mark_write buf=…”, with raw fields: which function wrote the mark, or where that is. */
static gboolean
take_raw_mark (SlFtraceText *text, SlFtraceText *function)
{
  const char *end = text->begin + text->length;
  const char *blank;

  if (!sl_ftrace_starts_with (text, IP))
    return FALSE;

  blank = memchr (text->begin, ' ', text->length);
  if (blank == NULL || (gsize) (end - blank) < strlen (BUF) ||
      memcmp (blank, BUF, strlen (BUF)) != 0)
    return FALSE;

  *function =
      (SlFtraceText) { text->begin + strlen (IP), (gsize) (blank - text->begin) - strlen (IP) };
  *text = (SlFtraceText) { blank + strlen (BUF), (gsize) (end - blank) - strlen (BUF) };
  return TRUE;
}

/* The function that wrote a mark, as trace-cmd’s report begins with it: “tracing_mark_write: …”. Where the file has no symbols it
 * is an address, with the “s” of “%ps” behind it in old versions; where it has few, it is the nearest one before, whichever
 * that is. */
static gboolean
take_function (SlFtraceText *text, SlFtraceText *function)
{
  gsize length = 0;

  while (length < text->length && (g_ascii_isalnum (text->begin[length]) ||
                                   text->begin[length] == '_' || text->begin[length] == '.'))
    length++;
  if (length == 0 || text->length - length < 2 || memcmp (text->begin + length, ": ", 2) != 0)
    return FALSE;

  *function = (SlFtraceText) { text->begin, length };
  if (sl_ftrace_starts_with (function, "0x") && text->begin[length - 1] == 's')
    function->length--;
  *text = (SlFtraceText) { text->begin + length + 2, text->length - length - 2 };
  return TRUE;
}

static SlFtraceText
split_mark (const SlFtraceLine *line, SlFtraceText *function)
{
  SlFtraceText text = line->rest;

  *function = (SlFtraceText) { NULL, 0 };
  /* Behind the name of a function stands the mark itself, whatever it looks like. */
  if (strcmp (line->name, MARK_WRITER) != 0 && !take_raw_mark (&text, function))
    take_function (&text, function);
  return text;
}

/**
 * sl_ftrace_get_mark:
 * @line: of a mark
 *
 * Returns: its text
 */
SlFtraceText
sl_ftrace_get_mark (const SlFtraceLine *line)
{
  SlFtraceText function;

  return split_mark (line, &function);
}

static gboolean
is_mark (const char *name)
{
  return strcmp (name, "print") == 0 || strcmp (name, MARK_WRITER) == 0;
}

/* As the kernel calls the fields of a mark. */
static void
describe_mark (const SlFtraceLine *line, GArray *details)
{
  SlFtraceText function;
  SlFtraceText text = split_mark (line, &function);

  if (function.length > 0)
    add_text (details, "ip", function.begin, function.length);
  add_text (details, "buf", text.begin, text.length);
}

/* "comm:pid [prio]", as trace-cmd's plugins print tasks. Returns: whether there was one, which @text is behind now */
static gboolean
describe_task (SlFtraceText *text, gboolean is_prev, const char *prefix, GArray *details)
{
  g_autofree char *comm_name = g_strconcat (prefix, "comm", NULL);
  g_autofree char *pid_name = g_strconcat (prefix, "pid", NULL);
  g_autofree char *prio_name = g_strconcat (prefix, "prio", NULL);
  SlFtraceText comm;
  gint64 pid, prio;

  if (!sl_ftrace_read_task (text, is_prev, &comm, &pid, &prio))
    return FALSE;

  add_text (details, comm_name, comm.begin, comm.length);
  sl_details_add (details, pid_name, "%" G_GINT64_FORMAT, pid);
  sl_details_add (details, prio_name, "%" G_GINT64_FORMAT, prio);
  return TRUE;
}

/* "comm:pid [prio] S ==> comm:pid [prio]". Returns: whether it is one */
static gboolean
describe_short_switch (const SlFtraceLine *line, GArray *details)
{
  SlFtraceText rest = line->rest;
  gsize length = 0;

  if (strcmp (line->name, "sched_switch") != 0 || !sl_ftrace_is_short (&line->rest) ||
      !describe_task (&rest, TRUE, "prev_", details))
    return FALSE;

  while (length < rest.length && rest.begin[length] != ' ')
    length++;
  add_text (details, "prev_state", rest.begin, length);
  rest = (SlFtraceText) { rest.begin + length, rest.length - length };
  if (sl_ftrace_starts_with (&rest, SL_FTRACE_ARROW))
    {
      rest = (SlFtraceText) { rest.begin + strlen (SL_FTRACE_ARROW),
                              rest.length - strlen (SL_FTRACE_ARROW) };
      describe_task (&rest, FALSE, "next_", details);
    }
  return TRUE;
}

/* "comm:pid [prio] success=1 CPU:001". Returns: whether it is one */
static gboolean
describe_short_wake (const SlFtraceLine *line, GArray *details)
{
  SlFtraceLine behind = *line;
  SlFtraceText cpu;

  if ((strcmp (line->name, "sched_waking") != 0 && strcmp (line->name, "sched_wakeup") != 0 &&
       strcmp (line->name, "sched_wakeup_new") != 0) ||
      !sl_ftrace_is_short (&line->rest) || !describe_task (&behind.rest, FALSE, "", details))
    return FALSE;

  describe_fields (&behind, details);
  if (sl_ftrace_find (&behind.rest, "CPU", &cpu))
    add_text (details, "target_cpu", cpu.begin, cpu.length);
  return TRUE;
}

/* Letters that are the same number in all kernels. */
static const struct
{
  const char *letter;
  const char *number;
} fixed_states[] = { { "R", "0" }, { "S", "1" }, { "D", "2" } };

/* A state is printed as letters, or as a number where trace-cmd was asked for raw fields. */
static void
add_state_symbol (const SlLinuxStates *states, GArray *details)
{
  SlDetail *state = NULL;
  __int128 number;

  for (guint i = 0; i < details->len && state == NULL; i++)
    if (g_str_equal (g_array_index (details, SlDetail, i).field, "prev_state"))
      state = &g_array_index (details, SlDetail, i);
  if (state == NULL)
    return;

  if (sl_detail_parse_number (state->plain, &number))
    state->symbol = sl_linux_states_dup_text (states, (guint64) number);
  for (guint i = 0; i < G_N_ELEMENTS (fixed_states) && state->symbol == NULL; i++)
    if (g_str_equal (fixed_states[i].letter, state->plain))
      state->symbol = g_strdup (fixed_states[i].number);
}

/**
 * sl_ftrace_list_states:
 * @states: (nullable): what numbers mean; %NULL where states are printed as letters
 *
 * Returns: (transfer full) (element-type utf8): the words for prev_state, as #SlListWords has them
 */
GPtrArray *
sl_ftrace_list_states (const SlLinuxStates *states)
{
  static const char *const letters[] = { "R+", "S", "D", "T", "t", "X", "Z",
                                         "P",  "I", "x", "K", "W", "N" };
  GPtrArray *words = g_ptr_array_new_with_free_func (g_free);

  g_ptr_array_add (words, g_strdup ("R"));
  for (guint i = 0; states != NULL && i < states->n_states; i++)
    g_ptr_array_add (words, g_strndup (&states->letters[i], 1));
  if (states != NULL)
    {
      g_ptr_array_add (words, g_strdup ("R+"));
      return words;
    }

  for (guint i = 0; i < G_N_ELEMENTS (letters); i++)
    g_ptr_array_add (words, g_strdup (letters[i]));
  for (guint i = 0; i < G_N_ELEMENTS (fixed_states); i++)
    g_ptr_array_add (words, g_strdup (fixed_states[i].number));
  return words;
}

/* What a program or a tracer writes has no fields, whatever it looks like. */
static gboolean
is_free_text (const char *name)
{
  static const char *const names[] = { "bprint", "function" };

  for (gsize i = 0; i < G_N_ELEMENTS (names); i++)
    if (strcmp (names[i], name) == 0)
      return TRUE;

  return FALSE;
}

/**
 * sl_ftrace_describe:
 * @line: an event or a loss
 * @states: what a number says as a state
 *
 * Appends its fields.
 */
void
sl_ftrace_describe (const SlFtraceLine *line, const SlLinuxStates *states, GArray *details)
{
  if (line->type == SL_FTRACE_LOST)
    {
      sl_details_add (details, "lost", "%" G_GUINT64_FORMAT, line->n_lost);
      return;
    }

  sl_details_add (details, "event", "%s", line->name);
  if (line->instance.length > 0)
    add_text (details, "buffer", line->instance.begin, line->instance.length);
  add_text (details, "common_comm", line->comm.begin, line->comm.length);
  sl_details_add (details, "common_pid", "%u", line->pid);
  if (line->tgid != 0)
    sl_details_add (details, "tgid", "%u", line->tgid);
  sl_details_add (details, "common_flags", "0x%x", line->flags);
  add_text (details, "text", line->rest.begin, line->rest.length);
  if (is_plain_call (line))
    describe_call (line, details);
  else if (is_mark (line->name))
    describe_mark (line, details);
  else if (sl_ftrace_noise_describe (line, details))
    return;
  else if (!is_free_text (line->name) && !describe_short_switch (line, details) &&
           !describe_short_wake (line, details))
    describe_fields (line, details);
  if (strcmp (line->name, "sched_switch") == 0)
    add_state_symbol (states, details);
}

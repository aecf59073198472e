/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-linux-states.h"

#include <string.h>

/* Parentheses in each other. */
#define MOST_DEPTH 16

/**
 * sl_linux_states_init:
 *
 * As kernels 4.15 and later have them.
 */
void
sl_linux_states_init (SlLinuxStates *self)
{
  *self = (SlLinuxStates) {
    .n_states = 8,
    .bits = { 1, 2, 4, 8, 0x10, 0x20, 0x40, 0x80 },
    .letters = { 'S', 'D', 'T', 't', 'X', 'Z', 'P', 'I' },
    .preempted = 0x100,
  };
}

static const char *
skip_spaces (const char *at)
{
  while (g_ascii_isspace (*at))
    at++;
  return at;
}

/* A number as print formats have it: decimal, octal or hexadecimal; *@at is moved behind it. */
static gboolean
parse_number (const char **at, guint64 *number)
{
  char *end;

  *at = skip_spaces (*at);
  if (!g_ascii_isdigit (**at))
    return FALSE;

  *number = g_ascii_strtoull (*at, &end, 0);
  *at = end;
  return TRUE;
}

static guint64 parse_mask (const char **at, guint depth);

/* A number, or a mask in parentheses. */
static guint64
parse_operand (const char **at, guint depth)
{
  guint64 value = 0;

  *at = skip_spaces (*at);
  if (**at != '(')
    return parse_number (at, &value) ? value : 0;

  (*at)++;
  value = depth > 0 ? parse_mask (at, depth - 1) : 0;
  *at = skip_spaces (*at);
  if (**at == ')')
    (*at)++;
  return value;
}

/* Numbers between | + - and <<, with parentheses where C needs them. */
static guint64
parse_mask (const char **at, guint depth)
{
  guint64 value = parse_operand (at, depth);

  for (;;)
    {
      char sign;

      *at = skip_spaces (*at);
      sign = **at;
      if (sign == '|' || sign == '+' || sign == '-')
        *at += 1;
      else if (sign == '<' && (*at)[1] == '<')
        *at += 2;
      else
        return value;

      if (sign == '|')
        value |= parse_operand (at, depth);
      else if (sign == '<')
        value <<= parse_operand (at, depth) & 63;
      else
        value = sign == '+' ? value + parse_operand (at, depth) : value - parse_operand (at, depth);
    }
}

/* The mask before ? "+". */
static guint64
find_mask (const char *format)
{
  const char *plus = strstr (format, "\"+\"");
  const char *at = plus;

  while (at != NULL && at > format && *at != '&')
    at--;
  if (at == NULL || *at != '&')
    return 0;

  at++;
  return parse_mask (&at, MOST_DEPTH);
}

static void
add_state (SlLinuxStates *self, guint64 bit, char letter)
{
  if (self->n_states == SL_LINUX_MOST_STATES || bit == 0 || letter == 'R')
    return;

  self->bits[self->n_states] = bit;
  self->letters[self->n_states++] = letter;
}

/**
 * sl_linux_states_parse:
 * @print_format: of sched_switch, with pairs such as { 0x02, "D" }
 *
 * Returns: whether there are any; else @self keeps what it was
 */
gboolean
sl_linux_states_parse (SlLinuxStates *self, const char *print_format)
{
  SlLinuxStates found = { .n_states = 0 };
  const char *at = print_format;
  gboolean has_idle_bit = FALSE;

  while ((at = strchr (at, '{')) != NULL)
    {
      guint64 bit;

      at++;
      if (!parse_number (&at, &bit))
        continue;
      at = skip_spaces (at);
      if (*at != ',')
        continue;
      at = skip_spaces (at + 1);
      if (at[0] != '"' || at[1] == '\0' || at[2] != '"')
        continue;
      has_idle_bit |= bit == 0x80 && at[1] == 'I';
      add_state (&found, bit, at[1]);
    }
  if (found.n_states == 0)
    return FALSE;

  found.preempted = find_mask (print_format);
  /* 4.14 had the letters of 4.15 with a mask of its own, and wrote numbers of bits. */
  found.is_index = has_idle_bit && found.preempted == 0x1000;
  *self = found;
  return TRUE;
}

/**
 * sl_linux_states_get:
 * @state: prev_state of a sched_switch
 * @is_preempted: (out): whether the kernel preempted the task
 *
 * Returns: the letter, 'R' for a task that is ready; of several the one that says most. 'D' with the bit of what does not
 *   count as load is 'I'
 */
char
sl_linux_states_get (const SlLinuxStates *self, guint64 state, gboolean *is_preempted)
{
  char letter = 'R';
  gboolean no_load = FALSE;

  *is_preempted = self->preempted != 0 && (state & self->preempted) != 0;
  state &= ~self->preempted;
  if (self->is_index && state > 0)
    state = state <= 63 ? G_GUINT64_CONSTANT (1) << (state - 1) : 0;

  for (guint i = 0; i < self->n_states; i++)
    if ((state & self->bits[i]) != 0)
      {
        no_load |= self->letters[i] == 'N';
        if (letter == 'R')
          letter = self->letters[i];
      }

  return letter == 'D' && no_load ? 'I' : letter;
}

/**
 * sl_linux_states_dup_text:
 * @state: prev_state of a sched_switch
 *
 * Returns: (transfer full): as the kernel prints it: "R", "R+", "S", "D|N"
 */
char *
sl_linux_states_dup_text (const SlLinuxStates *self, guint64 state)
{
  gboolean is_preempted;
  char letter = sl_linux_states_get (self, state, &is_preempted);
  g_autoptr (GString) text = g_string_new (NULL);

  for (guint i = 0; i < self->n_states && !self->is_index; i++)
    if ((state & ~self->preempted & self->bits[i]) != 0)
      g_string_append_printf (text, "%s%c", text->len > 0 ? "|" : "", self->letters[i]);
  if (text->len == 0)
    g_string_append_c (text, letter);
  if (is_preempted)
    g_string_append_c (text, '+');
  return g_string_free (g_steal_pointer (&text), FALSE);
}

/**
 * sl_linux_state_from_text:
 * @text: (array length=length): as the kernel or trace-cmd prints it: "S", "R+", "D|N", a number for 4.15 and later
 * @is_preempted: (out): whether the kernel preempted the task
 *
 * Returns: the letter as sl_linux_states_get() gives it
 */
char
sl_linux_state_from_text (const char *text, gsize length, gboolean *is_preempted)
{
  gboolean no_load = FALSE;
  char letter = 'R';

  *is_preempted = length > 0 && text[length - 1] == '+';
  for (gsize i = 0; i < length; i++)
    {
      no_load |= text[i] == 'N';
      if (letter == 'R' && g_ascii_isalpha (text[i]))
        letter = text[i];
    }

  return letter == 'D' && no_load ? 'I' : letter;
}

/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-vcd-head.h"

#include <string.h>

/* Some editors begin a text with it. */
#define BYTE_ORDER_MARK "\xef\xbb\xbf"

static gboolean
is_space (char c)
{
  return c == ' ' || (c >= '\t' && c <= '\r');
}

/**
 * sl_vcd_next_word:
 * @text: moved behind the word
 * @word: (out): room for %SL_VCD_WORD and an end
 * @offset: (out) (optional): where it begins
 *
 * Returns: %FALSE at the end
 */
gboolean
sl_vcd_next_word (SlVcdText *text, char *word, gsize *offset)
{
  gsize position = text->position;
  gsize length = 0;

  if (position == 0 && text->size >= strlen (BYTE_ORDER_MARK) &&
      memcmp (text->data, BYTE_ORDER_MARK, strlen (BYTE_ORDER_MARK)) == 0)
    position = strlen (BYTE_ORDER_MARK);
  while (position < text->size && is_space (text->data[position]))
    position++;
  if (offset != NULL)
    *offset = position;
  for (; position < text->size && !is_space (text->data[position]); position++)
    {
      if (length < SL_VCD_WORD)
        word[length++] = text->data[position];
    }

  word[length] = '\0';
  text->position = position;
  return length > 0;
}

/**
 * sl_vcd_skip_command:
 *
 * Moves behind the next $end.
 */
void
sl_vcd_skip_command (SlVcdText *text)
{
  char word[SL_VCD_WORD + 1];

  while (sl_vcd_next_word (text, word, NULL))
    {
      if (strcmp (word, "$end") == 0)
        return;
    }
}

static void
read_timescale (SlVcdText *text, SlVcdTimescale *timescale)
{
  static const struct
  {
    const char *name;
    int exponent;
  } units[] = {
    { "s", 0 }, { "ms", -3 }, { "us", -6 }, { "ns", -9 }, { "ps", -12 }, { "fs", -15 }
  };
  char both[2 * SL_VCD_WORD + 1] = "";
  char word[SL_VCD_WORD + 1];
  const char *unit;

  while (sl_vcd_next_word (text, word, NULL) && strcmp (word, "$end") != 0)
    g_strlcat (both, word, sizeof both);

  unit = both + strspn (both, "0123456789");
  for (guint i = 0; i < G_N_ELEMENTS (units); i++)
    {
      guint64 number = g_ascii_strtoull (both, NULL, 10);

      if (strcmp (unit, units[i].name) != 0 || (number != 1 && number != 10 && number != 100))
        continue;
      *timescale = (SlVcdTimescale) { (guint) number, units[i].exponent };
    }
}

/* "wire 29 ! A [31:3] $end": type, width, code, name, range. */
static gboolean
read_variable (SlVcdText *text, SlVcdVariable *variable)
{
  char word[SL_VCD_WORD + 1];
  guint n_words = 0;

  variable->reference[0] = '\0';
  while (sl_vcd_next_word (text, word, NULL) && strcmp (word, "$end") != 0)
    {
      if (n_words == 1)
        variable->width = (guint) MIN (g_ascii_strtoull (word, NULL, 10), G_MAXUINT16);
      if (n_words == 2)
        memcpy (variable->code, word, sizeof word);
      if (n_words == 3 || (n_words == 4 && word[0] == '['))
        g_strlcat (variable->reference, word, sizeof variable->reference);
      n_words++;
    }

  return n_words >= 4;
}

static void
enter_scope (SlVcdText *text, char *scope)
{
  char type[SL_VCD_WORD + 1], name[SL_VCD_WORD + 1];

  if (!sl_vcd_next_word (text, type, NULL) || strcmp (type, "$end") == 0 ||
      !sl_vcd_next_word (text, name, NULL) || strcmp (name, "$end") == 0)
    return;

  if (scope[0] != '\0')
    g_strlcat (scope, ".", SL_VCD_WORD + 1);
  g_strlcat (scope, name, SL_VCD_WORD + 1);
  sl_vcd_skip_command (text);
}

static void
leave_scope (SlVcdText *text, char *scope)
{
  char *dot = strrchr (scope, '.');

  *(dot != NULL ? dot : scope) = '\0';
  sl_vcd_skip_command (text);
}

/**
 * sl_vcd_read_head:
 * @text: moved behind the head
 * @timescale: (out):
 * @func: called for each variable
 *
 * Allocates nothing.
 *
 * Returns: whether the head is whole
 */
gboolean
sl_vcd_read_head (SlVcdText *text,
                  SlVcdTimescale *timescale,
                  SlVcdVariableFunc func,
                  gpointer user_data)
{
  SlVcdVariable variable = { .scope = "" };
  char word[SL_VCD_WORD + 1];

  *timescale = (SlVcdTimescale) { 0, 0 };
  while (sl_vcd_next_word (text, word, NULL))
    {
      if (strcmp (word, "$var") == 0)
        {
          if (read_variable (text, &variable))
            func (user_data, &variable);
        }
      else if (strcmp (word, "$scope") == 0)
        enter_scope (text, variable.scope);
      else if (strcmp (word, "$upscope") == 0)
        leave_scope (text, variable.scope);
      else if (strcmp (word, "$timescale") == 0)
        read_timescale (text, timescale);
      else if (word[0] == '$')
        sl_vcd_skip_command (text);
      else
        return FALSE;

      if (strcmp (word, "$enddefinitions") == 0)
        return TRUE;
    }

  return FALSE;
}

/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-command-words.h"

#include <string.h>

/* Of a shorter word, one that has a letter wrong is any other word. */
#define LEAST_MISSPELT 3

struct _SlCommandWords
{
  char **words; /* case-folded */
  gboolean are_misspelt;
};

/**
 * sl_command_words_new:
 * @text: as it is typed
 *
 * Returns: (transfer full)
 */
SlCommandWords *
sl_command_words_new (const char *text)
{
  SlCommandWords *self = g_new0 (SlCommandWords, 1);
  g_autofree char *folded = g_strstrip (g_utf8_casefold (text, -1));

  /* Titles are without the dots that menus have. */
  if (g_str_has_suffix (folded, "…"))
    folded[strlen (folded) - strlen ("…")] = '\0';
  self->words = g_strsplit (folded, " ", -1);
  return self;
}

/**
 * sl_command_words_free:
 */
void
sl_command_words_free (SlCommandWords *self)
{
  g_strfreev (self->words);
  g_free (self);
}

/**
 * sl_command_words_are_any:
 *
 * Returns: whether anything is typed
 */
gboolean
sl_command_words_are_any (const SlCommandWords *self)
{
  return self->words[0] != NULL && (self->words[0][0] != '\0' || self->words[1] != NULL);
}

static gboolean
may_be_misspelt (const char *word)
{
  return g_utf8_strlen (word, -1) >= LEAST_MISSPELT;
}

/**
 * sl_command_words_allow_mistakes:
 *
 * From now on each word that is not short may have one letter too many, too few, wrong, or in the place of the next, but for
 * its first letter.
 *
 * Returns: whether there is such a word
 */
gboolean
sl_command_words_allow_mistakes (SlCommandWords *self)
{
  for (guint i = 0; self->words[i] != NULL; i++)
    self->are_misspelt |= may_be_misspelt (self->words[i]);

  return self->are_misspelt;
}

static gboolean
is_in_word (const char *at)
{
  return g_unichar_isalnum (g_utf8_get_char (at));
}

/* Whether @text begins with @word but for one mistake, both from where they differ first. No mistake is the end of a word
 * of @text: “theme” is not meant by “the menu”. */
static gboolean
begins_but_for_one (const char *text, const char *word)
{
  const char *next_text = *text != '\0' ? g_utf8_next_char (text) : text;
  const char *next_word = *word != '\0' ? g_utf8_next_char (word) : word;

  if (g_str_has_prefix (text, next_word))
    return TRUE;

  return is_in_word (text) &&
         (g_str_has_prefix (next_text, word) || g_str_has_prefix (next_text, next_word) ||
          (*next_word != '\0' && *next_text != '\0' &&
           g_utf8_get_char (text) == g_utf8_get_char (next_word) &&
           g_utf8_get_char (next_text) == g_utf8_get_char (word) &&
           g_str_has_prefix (g_utf8_next_char (next_text), g_utf8_next_char (next_word))));
}

/* Whether a word of @text begins with @word but for one mistake behind its first letter. */
static gboolean
is_nearly_in (const char *text, const char *word)
{
  for (const char *at = text; *at != '\0'; at = g_utf8_next_char (at))
    {
      const char *in_text = at;
      const char *in_word = word;

      if (g_utf8_get_char (at) != g_utf8_get_char (word) ||
          (at != text && is_in_word (g_utf8_prev_char (at))))
        continue;
      while (*in_word != '\0' && g_utf8_get_char (in_text) == g_utf8_get_char (in_word))
        {
          in_text = g_utf8_next_char (in_text);
          in_word = g_utf8_next_char (in_word);
        }
      if (begins_but_for_one (in_text, in_word))
        return TRUE;
    }
  return FALSE;
}

/* By the line of a folded text: how much more is worth what begins a word there than what is inside one, and how much a
 * whole word is worth besides. The last line is for all that follow it. */
static const guint worth[][2] = { { 5, 2 }, { 3, 3 }, { 3, 1 }, { 1, 1 } };

/* The best of all places of @word: 1 inside a word, more where it begins one, most in the title; 0 for nowhere. */
static guint
rank_word (const char *text, const char *word)
{
  guint best = 0;
  guint line = 0;
  const char *seen = text;

  for (const char *at = strstr (text, word); at != NULL; at = strstr (at + 1, word))
    {
      gboolean begins = at == text || !is_in_word (g_utf8_prev_char (at));
      guint rank = 1;

      for (; seen < at; seen++)
        line += *seen == '\n' && line + 1 < G_N_ELEMENTS (worth);
      if (begins)
        rank += worth[line][0] + (at == text);
      if (begins && !is_in_word (at + strlen (word)))
        rank += worth[line][1];
      best = MAX (best, rank);
    }
  return best;
}

/**
 * sl_command_words_rank:
 * @text: case-folded: in its first line the title of a command, then what it is looked for by as well, the value
 *   that it chooses, and what else is said of it
 *
 * All words must be in @text, in any order. A title counts more than what comes after it.
 *
 * Returns: how well the text matches, from 1; 0 where it does not
 */
guint
sl_command_words_rank (const SlCommandWords *self, const char *text)
{
  guint sum = 1;
  g_autofree char *whole = NULL;

  for (guint i = 0; self->words[i] != NULL; i++)
    {
      const char *word = self->words[i];
      guint rank = word[0] != '\0' ? rank_word (text, word) : 1;

      if (rank == 0 && self->are_misspelt && may_be_misspelt (word))
        rank = is_nearly_in (text, word);
      if (rank == 0)
        return 0;
      sum += rank;
    }

  /* What begins just as it was typed, or has several words just so, is meant before what has them somewhere. */
  whole = g_strjoinv (" ", self->words);
  if (g_str_has_prefix (text, whole))
    return sum + 3;

  return self->words[0] != NULL && self->words[1] != NULL && strstr (text, whole) != NULL ? sum + 2
                                                                                          : sum;
}

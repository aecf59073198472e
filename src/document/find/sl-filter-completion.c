/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-filter-completion.h"

#include <glib/gi18n.h>
#include <string.h>

#include "sl-filter-lexer.h"
#include "sl-filter.h"

/* A longer list would not help. */
#define MOST 60

typedef enum
{
  EXPECTS_NOTHING,
  EXPECTS_OPERAND,  /* a field, or a plain word */
  EXPECTS_OPERATOR, /* after a field */
  EXPECTS_VALUE,    /* after an operator */
  EXPECTS_JOINT,    /* after a comparison */
  EXPECTS_MORE,     /* after a plain word: another, or a joint */
} Expected;

/* A word that is typed, and what stands before it. */
typedef struct
{
  Expected expected;
  const SlFilterToken *field; /* before an operator or a value */
  char *word;                 /* folded */
  guint begin;                /* in characters */
} Place;

typedef struct
{
  const char *id;
  const char *note;
  gboolean is_name;
} Field;

static const Field fields[] = {
  { "kind", N_ ("type of event"), TRUE },
  { "family", N_ ("group of types"), TRUE },
  { "object", N_ ("what the event acts on"), TRUE },
  { "task", N_ ("the task that was running"), TRUE },
  { "cpu", N_ ("number of the processor"), FALSE },
  { "lane", N_ ("row of the timeline"), TRUE },
  { "tick", N_ ("time of the event"), FALSE },
  { "delta", N_ ("time since the event before"), FALSE },
  { "a", N_ ("first parameter"), FALSE },
  { "b", N_ ("second parameter"), FALSE },
  { "size", N_ ("bytes of a transfer"), FALSE },
  { "offset", N_ ("place in the file"), FALSE },
  { "state", N_ ("of a box: running, ready, …"), TRUE },
};

/* What the name of a raw field may have before it. */
#define PREFIX "field."

static const char *
skip_prefix (const char *word)
{
  return g_str_has_prefix (word, PREFIX) ? word + strlen (PREFIX) : word;
}

static const Field *
find_field (const SlFilterToken *token)
{
  for (guint i = 0; token->type == SL_FILTER_TOKEN_WORD && i < G_N_ELEMENTS (fields); i++)
    if (g_str_equal (token->text, fields[i].id))
      return &fields[i];

  return NULL;
}

static gboolean
is_raw_field (SlFilterVocabulary *self, const SlFilterToken *token)
{
  GPtrArray *raw = sl_filter_vocabulary_get (self, SL_FILTER_NAMES_FIELDS);

  for (guint i = 0; token->type == SL_FILTER_TOKEN_WORD && i < raw->len; i++)
    if (g_str_equal (skip_prefix (token->text),
                     ((const SlCompletion *) g_ptr_array_index (raw, i))->text))
      return TRUE;

  return FALSE;
}

static gboolean
is_word (const SlFilterToken *token, const char *word)
{
  return token->type == SL_FILTER_TOKEN_WORD && g_str_equal (token->text, word);
}

/* What comes after the first @n tokens. */
static Expected
expect (SlFilterVocabulary *self, const SlFilterToken *tokens, guint n, const SlFilterToken **field)
{
  const SlFilterToken *last = n > 0 ? &tokens[n - 1] : NULL;

  *field = n > 1 ? &tokens[n - 2] : NULL;
  if (n == 0 || last->type == SL_FILTER_TOKEN_OPEN || is_word (last, "and") ||
      is_word (last, "or") || is_word (last, "not"))
    return EXPECTS_OPERAND;
  if (last->type == SL_FILTER_TOKEN_OPERATOR)
    return n > 1 ? EXPECTS_VALUE : EXPECTS_NOTHING;
  if (last->type == SL_FILTER_TOKEN_RANGE || is_word (last, "in"))
    return EXPECTS_NOTHING;
  if (last->type == SL_FILTER_TOKEN_CLOSE)
    return EXPECTS_JOINT;
  if (n > 1 && (tokens[n - 2].type == SL_FILTER_TOKEN_OPERATOR ||
                tokens[n - 2].type == SL_FILTER_TOKEN_RANGE))
    return EXPECTS_JOINT;
  if (n > 1 && is_word (&tokens[n - 2], "in"))
    return EXPECTS_NOTHING;

  *field = last;
  return find_field (last) != NULL || is_raw_field (self, last) ? EXPECTS_OPERATOR : EXPECTS_MORE;
}

/* Cuts what stands before the cursor; a word in quotes may still be open. */
static GArray *
cut (const char *before)
{
  GArray *tokens = sl_filter_lex (before, NULL);

  for (const char *quote = "\"'"; tokens == NULL && *quote != '\0'; quote++)
    {
      g_autofree char *closed = g_strdup_printf ("%s%c", before, *quote);

      tokens = sl_filter_lex (closed, NULL);
    }
  return tokens;
}

/* Returns: whether it is known what @before, up to the cursor, ends with */
static gboolean
find_place (SlFilterVocabulary *self, const char *before, GArray *tokens, Place *place)
{
  guint length = (guint) g_utf8_strlen (before, -1), n = tokens->len - 1;
  const SlFilterToken *all = (const SlFilterToken *) (gpointer) tokens->data;
  gboolean is_open = strlen (before) > 0 && !g_ascii_isspace (before[strlen (before) - 1]);
  const char *word = "";

  place->begin = length;
  if (n > 0 && is_open && all[n - 1].type == SL_FILTER_TOKEN_WORD)
    {
      n--;
      word = all[n].text;
      place->begin = all[n].column - 1;
    }
  else if (n > 0 && all[n - 1].type == SL_FILTER_TOKEN_STRING && all[n].column == length + 2)
    {
      /* It was closed to be read. */
      n--;
      word = all[n].text;
      place->begin = all[n].column - 1;
    }

  place->expected = expect (self, all, n, &place->field);
  place->word = sl_filter_fold_word (word);
  return place->expected != EXPECTS_NOTHING;
}

/**
 * sl_filter_completion_quote:
 *
 * Returns: (transfer full): as a value or a plain word in an expression
 */
char *
sl_filter_completion_quote (const char *text)
{
  g_autoptr (GString) quoted = NULL;

  if (text[0] != '\0' && strpbrk (text, " \t\n()=!<>~&\"'") == NULL &&
      strstr (text, "..") == NULL && !g_str_equal (text, "and") && !g_str_equal (text, "or") &&
      !g_str_equal (text, "not"))
    return g_strdup (text);

  quoted = g_string_new ("\"");
  for (const char *at = text; *at != '\0'; at++)
    {
      if (*at == '"' || *at == '\\')
        g_string_append_c (quoted, '\\');
      g_string_append_c (quoted, *at);
    }
  g_string_append_c (quoted, '"');
  return g_string_free (g_steal_pointer (&quoted), FALSE);
}

/* Those of @from that begin with the word, or else have it in them. */
static void
take (GPtrArray *found, GPtrArray *from, const char *word, gboolean begins)
{
  for (guint i = 0; i < from->len && found->len < MOST; i++)
    {
      const SlCompletion *completion = g_ptr_array_index (from, i);
      g_autofree char *folded = sl_filter_fold_word (completion->text);
      g_autofree char *text = NULL;
      const char *at = strstr (folded, word);

      if (at == NULL || (at == folded) != begins)
        continue;

      text = sl_filter_completion_quote (completion->text);
      sl_completions_add (found, text, completion->note);
    }
}

/* Raw fields behind their prefix, which is typed. */
static void
take_prefixed (GPtrArray *found, GPtrArray *raw, const char *word)
{
  for (guint i = 0; i < raw->len && found->len < MOST; i++)
    {
      const SlCompletion *completion = g_ptr_array_index (raw, i);
      g_autofree char *text = g_strconcat (PREFIX, completion->text, NULL);
      g_autofree char *folded = sl_filter_fold_word (text);

      if (g_str_has_prefix (folded, word))
        sl_completions_add (found, text, completion->note);
    }
}

static void
take_fields (GPtrArray *found, GPtrArray *raw, const char *word)
{
  g_autoptr (GPtrArray) all = sl_completions_new ();

  for (guint i = 0; i < G_N_ELEMENTS (fields); i++)
    sl_completions_add (all, fields[i].id, _ (fields[i].note));
  take (found, all, word, TRUE);
  if (g_str_has_prefix (word, PREFIX))
    take_prefixed (found, raw, word);
  else if (word[0] != '\0')
    take (found, raw, word, TRUE);
}

static void
take_words (GPtrArray *found, const char *const *words, const char *note, const char *word)
{
  for (guint i = 0; words[i] != NULL; i++)
    if (g_str_has_prefix (words[i], word))
      sl_completions_add (found, words[i], note);
}

static void
take_operators (GPtrArray *found, const SlFilterToken *token, const char *word)
{
  static const char *const of_names[] = { "=", "!=", "~", NULL };
  static const char *const of_numbers[] = { "=", "!=", "<", "<=", ">", ">=", "in", NULL };
  const Field *field = find_field (token);

  take_words (found, field != NULL && field->is_name ? of_names : of_numbers, _ ("operator"), word);
}

static void
take_both (GPtrArray *found, GPtrArray *from, const char *word)
{
  take (found, from, word, TRUE);
  take (found, from, word, FALSE);
}

/* By field, where its values are names. */
static const struct
{
  const char *field;
  SlFilterNames names;
} values[] = {
  { "kind", SL_FILTER_NAMES_KINDS },     { "family", SL_FILTER_NAMES_FAMILIES },
  { "object", SL_FILTER_NAMES_OBJECTS }, { "task", SL_FILTER_NAMES_TASKS },
  { "lane", SL_FILTER_NAMES_LANES },     { "lane", SL_FILTER_NAMES_OBJECTS },
  { "state", SL_FILTER_NAMES_STATES },   { "cpu", SL_FILTER_NAMES_PROCESSORS },
};

static void
take_values (SlFilterVocabulary *self,
             GPtrArray *found,
             const SlFilterToken *field,
             const char *word)
{
  g_autoptr (GPtrArray) raw = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (values); i++)
    if (is_word (field, values[i].field))
      take_both (found, sl_filter_vocabulary_get (self, values[i].names), word);
  if (find_field (field) != NULL || field->text == NULL)
    return;

  raw = sl_filter_vocabulary_list_values (self, skip_prefix (field->text));
  take_both (found, raw, word);
}

static void
take_names (SlFilterVocabulary *self, GPtrArray *found, const char *word)
{
  static const SlFilterNames all[] = { SL_FILTER_NAMES_KINDS, SL_FILTER_NAMES_OBJECTS };

  for (guint i = 0; word[0] != '\0' && i < 2 * G_N_ELEMENTS (all); i++)
    take (found, sl_filter_vocabulary_get (self, all[i % G_N_ELEMENTS (all)]), word,
          i < G_N_ELEMENTS (all));
}

/**
 * sl_filter_completion_expects_value:
 * @text: an expression, as far as it is typed
 * @cursor: where it is typed, in characters
 *
 * Returns: whether a value of a field comes next, of which nothing is typed yet
 */
gboolean
sl_filter_completion_expects_value (SlFilterVocabulary *self, const char *text, guint cursor)
{
  g_autofree char *before = NULL;
  g_autoptr (GArray) tokens = NULL;
  Place place = { 0 };
  gboolean expects;

  g_return_val_if_fail (self != NULL, FALSE);

  before = g_utf8_substring (text, 0, MIN (cursor, g_utf8_strlen (text, -1)));
  tokens = cut (before);
  expects = tokens != NULL && find_place (self, before, tokens, &place) &&
            place.expected == EXPECTS_VALUE && place.word[0] == '\0';
  g_free (place.word);
  return expects;
}

/**
 * sl_filter_completion_list:
 * @text: an expression, as far as it is typed
 * @cursor: where it is typed, in characters
 * @begin: (out): where the word begins that is typed
 *
 * Returns: (transfer full) (element-type SlCompletion): what can take the place of the word from @begin
 *   to @cursor, what begins like it first; empty where the word is complete, or nothing is known
 */
GPtrArray *
sl_filter_completion_list (SlFilterVocabulary *self, const char *text, guint cursor, guint *begin)
{
  static const char *const joints[] = { "and", "or", NULL };
  g_autofree char *before = NULL;
  g_autoptr (GArray) tokens = NULL;
  g_autoptr (GPtrArray) found = sl_completions_new ();
  Place place = { 0 };

  g_return_val_if_fail (self != NULL, NULL);

  *begin = cursor;
  before = g_utf8_substring (text, 0, MIN (cursor, g_utf8_strlen (text, -1)));
  tokens = cut (before);
  if (tokens == NULL || !find_place (self, before, tokens, &place))
    {
      g_free (place.word);
      return g_steal_pointer (&found);
    }

  *begin = place.begin;
  if (place.expected == EXPECTS_OPERAND)
    take_fields (found, sl_filter_vocabulary_get (self, SL_FILTER_NAMES_FIELDS), place.word);
  if (place.expected == EXPECTS_OPERATOR)
    take_operators (found, place.field, place.word);
  if (place.expected == EXPECTS_VALUE)
    take_values (self, found, place.field, place.word);
  if (place.expected == EXPECTS_JOINT || place.expected == EXPECTS_MORE)
    take_words (found, joints, _ ("joins two conditions"), place.word);
  if (place.expected == EXPECTS_OPERAND || place.expected == EXPECTS_MORE)
    take_names (self, found, place.word);

  if (found->len == 1 && g_str_has_suffix (before, ((SlCompletion *) found->pdata[0])->text))
    g_ptr_array_set_size (found, 0);
  g_free (place.word);
  return g_steal_pointer (&found);
}

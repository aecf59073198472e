/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-command-list.h"

#include "sl-command-rows.h"

struct _SlCommandList
{
  GPtrArray *commands; /* of SlCommand, but for those that go to a row */
  SlCommandRows *rows; /* that can be gone to; NULL for none */
};

typedef struct
{
  guint rank;
  guint order;          /* among the commands, and behind them the rows */
  gboolean is_obstacle; /* it cannot be done now */
  gboolean is_aside;
} Match;

/**
 * sl_command_list_new:
 *
 * Returns: (transfer full): what can be done just now
 */
SlCommandList *
sl_command_list_new (const SlCommandPlace *place)
{
  SlCommandList *self = g_new0 (SlCommandList, 1);

  self->commands = sl_command_gather (place);
  if (place->page != NULL)
    self->rows = sl_command_rows_new (sl_trace_view_get_document (place->page));
  return self;
}

/**
 * sl_command_list_free:
 */
void
sl_command_list_free (SlCommandList *self)
{
  g_ptr_array_unref (self->commands);
  g_clear_pointer (&self->rows, sl_command_rows_free);
  g_free (self);
}

static int
compare_matches (gconstpointer a, gconstpointer b)
{
  const Match *one = a;
  const Match *other = b;

  if (one->is_obstacle != other->is_obstacle)
    return one->is_obstacle ? 1 : -1;
  if (one->is_aside != other->is_aside)
    return one->is_aside ? 1 : -1;
  if (one->rank != other->rank)
    return one->rank > other->rank ? -1 : 1;
  return one->order < other->order ? -1 : one->order > other->order;
}

/* What cannot be done is only listed for who asks for it. */
static void
rank_commands (SlCommandList *self, const SlCommandWords *words, gboolean is_asked, GArray *matches)
{
  for (guint i = 0; i < self->commands->len; i++)
    {
      SlCommand *command = g_ptr_array_index (self->commands, i);
      Match match = { sl_command_rank (command, words), i,
                      sl_command_get_obstacle (command) != NULL, sl_command_is_aside (command) };

      if (match.rank > 0 && (is_asked || !match.is_obstacle))
        g_array_append_val (matches, match);
    }
}

static void
rank_all (SlCommandList *self, const SlCommandWords *words, GArray *matches)
{
  gboolean is_asked = sl_command_words_are_any (words);

  rank_commands (self, words, is_asked, matches);
  if (self->rows != NULL && is_asked)
    sl_command_rows_prepare (self->rows);
  for (guint i = 0; self->rows != NULL && i < sl_command_rows_get_count (self->rows, is_asked); i++)
    {
      Match match = { is_asked ? sl_command_rows_rank (self->rows, i, words) : 1,
                      self->commands->len + i, FALSE, FALSE };

      if (match.rank > 0)
        g_array_append_val (matches, match);
    }
  if (is_asked)
    g_array_sort (matches, compare_matches);
}

/**
 * sl_command_list_search:
 * @text: what is typed; all words of it must be in a command
 * @most: how many to return at most
 * @n_matching: (out): how many there are
 * @are_alike: (out): whether none has these words, and those that are returned have others that are spelt alike
 *
 * Returns: (transfer full) (element-type SlCommand): the best first
 */
GPtrArray *
sl_command_list_search (SlCommandList *self,
                        const char *text,
                        guint most,
                        guint *n_matching,
                        gboolean *are_alike)
{
  GPtrArray *found = g_ptr_array_new_with_free_func (g_object_unref);
  g_autoptr (SlCommandWords) words = sl_command_words_new (text);
  g_autoptr (GArray) matches = g_array_new (FALSE, FALSE, sizeof (Match));

  rank_all (self, words, matches);
  *are_alike = matches->len == 0 && sl_command_words_allow_mistakes (words);
  if (*are_alike)
    rank_all (self, words, matches);
  for (guint i = 0; i < MIN (matches->len, most); i++)
    {
      guint order = g_array_index (matches, Match, i).order;

      if (order < self->commands->len)
        {
          g_ptr_array_add (found, g_object_ref (g_ptr_array_index (self->commands, order)));
          continue;
        }
      g_ptr_array_add (found, sl_command_rows_make (self->rows, order - self->commands->len));
    }
  *n_matching = matches->len;
  return found;
}

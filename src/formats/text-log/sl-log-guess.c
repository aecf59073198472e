/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-log-guess.h"

#include "sl-log-columns.h"
#include "sl-log-shape.h"
#include "sl-log-words.h"

/* Of lines that have to agree, in hundredths. */
#define ENOUGH 80

static gboolean
is_most (guint count, guint of)
{
  return of > 0 && 100 * count >= ENOUGH * of;
}

static int
find_time (const SlLogColumns *self)
{
  static const char *const times[] = { "time", "timestamp", "tick",  "ticks", "ts",
                                       "t",    "zeit",      "tempo", "temps", "clock",
                                       "tsc",  "when",      "date",  NULL };
  static const char *const others[] = { "index", "nr",    "no",     "number", "id",
                                        "seq",   "delta", "offset", "line",   NULL };
  int best = SL_LOG_NO_COLUMN;
  int best_score = 0;

  for (guint i = 0; i < self->n_columns; i++)
    {
      const SlLogColumn *column = &self->columns[i];
      int score = 10;

      if (column->is_used || !is_most (column->n_numbers, self->n_lines) ||
          !is_most (column->n_numbers - column->n_falls, column->n_numbers))
        continue;
      score += sl_log_words_has (column->name, times) ? 8 : 0;
      score -= sl_log_words_has (column->name, others) ? 6 : 0;
      score += column->last > column->first ? 4 : 0;
      if (score <= best_score)
        continue;
      best = (int) i;
      best_score = score;
    }

  return best;
}

/* By the column's name, as in "Time [ms]", else by how fine its numbers are. */
static const char *
find_unit (const SlLogColumn *column)
{
  static const struct
  {
    const char *unit;
    const char *const words[6];
  } units[] = {
    { "s", { "s", "sec", "secs", "second", "seconds", NULL } },
    { "ms", { "ms", "msec", "msecs", "millisecond", "milliseconds", NULL } },
    { "us", { "us", "usec", "µs", "microsecond", "microseconds", NULL } },
    { "ns", { "ns", "nsec", "nsecs", "nanosecond", "nanoseconds", NULL } },
    { "ticks", { "tick", "ticks", "tsc", "cycles", "clock", NULL } },
  };

  for (guint i = 0; i < G_N_ELEMENTS (units); i++)
    if (sl_log_words_has (column->name, units[i].words))
      return units[i].unit;

  return column->n_digits >= 5 ? "s" : column->n_digits > 0 ? "ms" : "us";
}

/* A named column, by the first of the words that one has. */
static int
find_named (const SlLogColumns *self, const char *const *words)
{
  for (guint i = 0; words[i] != NULL; i++)
    {
      const char *const word[] = { words[i], NULL };

      for (guint j = 0; j < self->n_columns; j++)
        if (!self->columns[j].is_used && self->columns[j].is_named &&
            self->columns[j].n_filled > 0 && sl_log_words_has (self->columns[j].name, word))
          return (int) j;
    }

  return SL_LOG_NO_COLUMN;
}

/* A column of a few words that come again and again. */
static gboolean
has_words (const SlLogColumns *self, const SlLogColumn *column)
{
  guint n_texts = g_hash_table_size (column->texts);

  return !column->is_used && is_most (column->n_filled, self->n_lines) &&
         !is_most (column->n_numbers, column->n_filled) && n_texts < SL_LOG_MOST_TEXTS &&
         (4 * n_texts <= 3 * column->n_filled || column->n_guessed > 0 || self->n_lines < 10);
}

static int
find_words (const SlLogColumns *self)
{
  static const char *const names[] = { "event",  "what",    "kind",      "action", "activity",
                                       "type",   "state",   "operation", "op",     "ereignis",
                                       "evento", "message", "msg",       NULL };
  int best = SL_LOG_NO_COLUMN;
  guint best_score = 0;

  for (guint i = 0; i < self->n_columns; i++)
    {
      const SlLogColumn *column = &self->columns[i];
      guint score;

      if (!has_words (self, column))
        continue;
      score = 1 + 100 * column->n_guessed / column->n_filled +
              (column->is_named && sl_log_words_has (column->name, names) ? 50 : 0);
      if (score <= best_score)
        continue;
      best = (int) i;
      best_score = score;
    }

  return best;
}

static int
find_task (const SlLogColumns *self)
{
  static const char *const names[] = { "task", "thread", "who",     "process", "comm", "taskname",
                                       "tid",  "pid",    "compito", "aufgabe", "name", NULL };
  int named = find_named (self, names);

  for (guint i = 0; i < self->n_columns && named < 0; i++)
    {
      const SlLogColumn *column = &self->columns[i];

      if (!column->is_used && !column->is_named && column->n_filled > 0 &&
          !is_most (column->n_numbers, column->n_filled))
        return (int) i;
    }

  return named;
}

/* Without a name: small numbers right behind the time. */
static int
find_cpu (const SlLogColumns *self, int time)
{
  static const char *const names[] = { "cpu",       "core", "processor",  "cpuid",
                                       "prozessor", "kern", "processore", NULL };
  int named = find_named (self, names);
  const SlLogColumn *next =
      time >= 0 && (guint) time + 1 < self->n_columns ? &self->columns[time + 1] : NULL;

  if (named >= 0 || next == NULL || next->is_used || next->is_named ||
      next->n_whole < self->n_lines || g_hash_table_size (next->texts) > 16)
    return named;

  return time + 1;
}

static void
use (SlLogColumns *self, SlLogDraft *draft, SlRowCell cell, int column)
{
  sl_log_draft_set_cell (draft, self->preview->columns, cell, column);
  if (column >= 0)
    self->columns[column].is_used = TRUE;
}

static void
use_named (SlLogColumns *self, SlLogDraft *draft)
{
  static const struct
  {
    SlRowCell cell;
    const char *const names[8];
  } cells[] = {
    { SL_ROW_DEADLINE, { "deadline", "dl", "due", "scadenza", "frist", NULL } },
    { SL_ROW_NOMINAL, { "nominal", NULL } },
    { SL_ROW_OBJECT, { "object", "lock", "mutex", "resource", "semaphore", "irq", NULL } },
    { SL_ROW_VALUE, { "value", "val", "priority", "prio", "valore", "wert", NULL } },
    { SL_ROW_TEXT, { "text", NULL } },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cells); i++)
    use (self, draft, cells[i].cell, find_named (self, cells[i].names));
}

/**
 * sl_log_guess_columns:
 * @draft: which says how lines are cut
 * @data: the log
 *
 * Guesses which column is what, the unit of the times, and how numbers are written, by names and by the first lines. All
 * that @draft says of that goes, its actions too.
 */
void
sl_log_guess_columns (SlLogDraft *draft, const char *data, gsize size)
{
  g_auto (SlLogColumns) table = { 0 };
  int time, words;

  sl_log_draft_set (draft, "decimal", NULL);
  if (!sl_log_columns_read (&table, draft, data, size))
    return;

  time = find_time (&table);
  use (&table, draft, SL_ROW_TIME, time);
  if (time >= 0)
    {
      const SlLogColumn *column = &table.columns[time];

      sl_log_draft_set (draft, "unit", find_unit (column));
      sl_log_draft_set (draft, "decimal", column->n_commas > 0 ? "," : NULL);
    }
  use (&table, draft, SL_ROW_CPU, find_cpu (&table, time));
  words = find_words (&table);
  sl_log_draft_set_words_column (draft, table.preview->columns, words);
  if (words >= 0)
    table.columns[words].is_used = TRUE;
  use (&table, draft, SL_ROW_TASK, find_task (&table));
  use_named (&table, draft);
}

static void
guess_meanings (SlLogDraft *draft, const SlLogPreview *preview, guint *n_runs)
{
  *n_runs = 0;
  for (guint i = 0; i < preview->words->len; i++)
    {
      const SlLogPreviewWord *word = g_ptr_array_index (preview->words, i);
      SlLogMeaning meaning = sl_log_words_guess (word->word);

      *n_runs += meaning == (SlLogMeaning) SL_ACTION_RUN;
      if (meaning != SL_LOG_NOT_READ)
        sl_log_draft_set_meaning (draft, preview->columns, preview->words_column, word->word,
                                  meaning);
    }
}

/* In a log that lets nobody run, who starts runs. */
static void
let_run (SlLogDraft *draft, const SlLogPreview *preview)
{
  for (guint i = 0; i < preview->words->len; i++)
    {
      const SlLogPreviewWord *word = g_ptr_array_index (preview->words, i);

      if (sl_log_words_guess (word->word) == (SlLogMeaning) SL_ACTION_START)
        sl_log_draft_set_meaning (draft, preview->columns, preview->words_column, word->word,
                                  (SlLogMeaning) SL_ACTION_RUN);
    }
}

static const char *
get_cell (const SlLogPreviewLine *line, int column)
{
  return column >= 0 && (guint) column < g_strv_length (line->cells) ? line->cells[column] : "";
}

static void
guess_idle (SlLogDraft *draft, const SlLogPreview *preview)
{
  int task = sl_log_draft_get_cell (draft, preview->columns, SL_ROW_TASK);

  for (guint i = 0; i < preview->lines->len; i++)
    {
      const char *name = get_cell (g_ptr_array_index (preview->lines, i), task);

      if (!sl_log_words_is_idle (name))
        continue;
      sl_log_draft_set_idle_name (draft, preview->columns, name);
      return;
    }
}

/* A column without a name, which says different things in different lines: with locks and interrupts it is the object,
 * with releases the deadline. Each action takes but what is its own. */
static void
guess_rest (SlLogDraft *draft, const SlLogPreview *preview)
{
  GStrv columns = preview->columns;
  guint last = g_strv_length (columns) - 1;
  guint n_objects = 0;
  guint n_deadlines = 0;
  guint n_releases = 0;

  for (guint i = 0; i < SL_N_ROW_CELLS; i++)
    if (i != SL_ROW_OBJECT && i != SL_ROW_DEADLINE &&
        sl_log_draft_get_cell (draft, columns, i) == (int) last)
      return;
  if ((int) last == preview->words_column || !sl_log_column_is_own_name (columns[last]))
    return;

  for (guint i = 0; i < preview->lines->len; i++)
    {
      const SlLogPreviewLine *line = g_ptr_array_index (preview->lines, i);
      const char *rest = get_cell (line, (int) last);
      SlLogMeaning meaning = sl_log_draft_get_meaning (draft, columns, preview->words_column,
                                                       get_cell (line, preview->words_column));
      gboolean is_action = meaning > SL_LOG_NOT_READ && meaning < SL_LOG_IDLE;
      SlActionGroups group = is_action ? sl_action_get_group ((SlAction) meaning) : 0;

      n_releases += meaning == (SlLogMeaning) SL_ACTION_RELEASE;
      n_deadlines += meaning == (SlLogMeaning) SL_ACTION_RELEASE && g_ascii_isdigit (rest[0]);
      n_objects += (group & (SL_TELLS_LOCKS | SL_TELLS_INTERRUPTS)) != 0 && rest[0] != '\0';
    }
  if (n_objects > 0 && sl_log_draft_get_cell (draft, columns, SL_ROW_OBJECT) == SL_LOG_NO_COLUMN)
    sl_log_draft_set_cell (draft, columns, SL_ROW_OBJECT, (int) last);
  if (n_deadlines > 0 && n_deadlines == n_releases &&
      sl_log_draft_get_cell (draft, columns, SL_ROW_DEADLINE) == SL_LOG_NO_COLUMN)
    sl_log_draft_set_cell (draft, columns, SL_ROW_DEADLINE, (int) last);
}

/**
 * sl_log_guess_words:
 * @draft: which says what column has the words
 * @data: the log
 *
 * Guesses what words mean that mean nothing yet.
 */
void
sl_log_guess_words (SlLogDraft *draft, const char *data, gsize size)
{
  g_autoptr (SlLogPreview) preview = sl_log_preview_new (draft, data, size, NULL);
  guint n_runs;

  if (preview->columns == NULL || preview->words_column < 0)
    return;

  guess_meanings (draft, preview, &n_runs);
  if (n_runs == 0)
    let_run (draft, preview);
  guess_idle (draft, preview);
  guess_rest (draft, preview);
}

/**
 * sl_log_guess_rest:
 * @draft: which says what words mean
 * @data: the log
 *
 * Guesses what follows from these: the name of the idle processor, and what a column is that nobody asked for yet.
 */
void
sl_log_guess_rest (SlLogDraft *draft, const char *data, gsize size)
{
  g_autoptr (SlLogPreview) preview = sl_log_preview_new (draft, data, size, NULL);
  g_autofree char *idle_name = NULL;

  if (preview->columns == NULL || preview->words_column < 0)
    return;

  idle_name = sl_log_draft_get_idle_name (draft, preview->columns);
  if (idle_name == NULL)
    guess_idle (draft, preview);
  guess_rest (draft, preview);
}

/**
 * sl_log_guess:
 * @data: the log
 * @size: of it; may be 0
 *
 * Looks at the first part of the log.
 *
 * Returns: (transfer full): what it probably is
 */
SlLogDraft *
sl_log_guess (const char *data, gsize size)
{
  gboolean is_known;
  SlLogDraft *draft = sl_log_shape_find (data, size, &is_known);

  if (is_known)
    return draft;

  sl_log_guess_columns (draft, data, size);
  sl_log_guess_words (draft, data, size);
  return draft;
}

/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-log-shape.h"

#include <string.h>

#include "sl-csv-record.h"

/* Lines that are looked at, and bytes of each. */
#define MOST_LINES 100
#define MOST_LINE  4096

/* Cells of a line that are counted. */
#define MOST_CELLS 128

/* Columns of a pattern that is made for lines of words. */
#define MOST_WORDS 8

/* Of lines that have to be alike, in hundredths. */
#define ENOUGH 80

/* Texts of Linux' tracers: what trace-cmd report, perf script and the file "trace" print. */
static const char linux_map[] =
    "[log]\n"
    "form=lines\n"
    "unit=s\n"
    "pattern=^\\s*(?<comm>.+?)[- ]\\s*(?<pid>\\d+)\\s+(?:\\(\\s*[-\\d]+\\)\\s+)?\\[(?<cpu>\\d+)\\]\\s+"
    "(?:[^\\s\\d]\\S{2,7}\\s+)?(?<time>\\d+\\.\\d+):\\s+(?:\\w+:)?(?<event>\\w+):\\s*(?<rest>.*)$\n"
    "\n[columns]\ntime=time\ncpu=cpu\n"
    "\n[action name]\naction=name\nwhen=event=sched_switch\nin=rest\n"
    "pattern===> (?|next_comm=(?<next>.+) next_pid=(?<who>[1-9]\\d*)|(?<next>.+):(?<who>[1-9]\\d*) \\[)\n"
    "task=who\ntext=next\n"
    "\n[action woken]\naction=ready\nwhen=event~^sched_(waking|wakeup|wakeup_new)$\nin=rest\n"
    "pattern=(?|\\bpid=(?<who>[1-9]\\d*)|:(?<who>[1-9]\\d*) \\[)\ntask=who\n"
    "\n[action preempted]\naction=ready\nwhen=event=sched_switch\nin=rest\n"
    "pattern=^(?|.+ prev_pid=(?<who>[1-9]\\d*) .*prev_state=R|.+:(?<who>[1-9]\\d*) \\[-?\\d+\\] R)\ntask=who\n"
    "\n[action sleeps]\naction=sleep\nwhen=event=sched_switch\nin=rest\n"
    "pattern=^(?|.+ prev_pid=(?<who>[1-9]\\d*) .*prev_state=[^R]|.+:(?<who>[1-9]\\d*) \\[-?\\d+\\] [^R])\n"
    "task=who\n"
    "\n[action runs]\naction=run\nwhen=event=sched_switch\nin=rest\n"
    "pattern===> (?|.*next_pid=(?<who>[1-9]\\d*)|.+:(?<who>[1-9]\\d*) \\[)\ntask=who\n"
    "\n[action idle]\naction=run\nwhen=event=sched_switch\nin=rest\n"
    "pattern===> (?:.*next_pid=0\\b|.+:0 \\[)\n"
    "\n[action enter]\naction=enter\nwhen=event=irq_handler_entry\nin=rest\npattern=^irq=(?<irq>\\d+)\n"
    "object=irq\n"
    "\n[action leave]\naction=leave\nwhen=event=irq_handler_exit\nin=rest\npattern=^irq=(?<irq>\\d+)\n"
    "object=irq\n";

/**
 * sl_log_is_text:
 * @size: may be 0
 *
 * Returns: whether it is something that one reads, as far as its first bytes say
 */
gboolean
sl_log_is_text (const char *data, gsize size)
{
  gsize looked_at = MIN (size, 1 << 16);
  gsize n_odd = 0;

  for (gsize i = 0; i < looked_at; i++)
    {
      if (data[i] == '\0')
        return FALSE;
      n_odd += g_ascii_iscntrl (data[i]) && !g_ascii_isspace (data[i]) && data[i] != '\033';
    }

  return looked_at > 0 && n_odd * 20 <= looked_at;
}

static gboolean
is_number (const SlTextCell *cell)
{
  gboolean has_digit = FALSE;

  for (gsize i = 0; i < cell->length; i++)
    {
      if (g_ascii_isdigit (cell->begin[i]))
        has_digit = TRUE;
      else if (strchr ("+-.,eE", cell->begin[i]) == NULL || (i == 0 && cell->begin[i] == 'e'))
        return FALSE;
    }

  return has_digit;
}

/* A line, cut at a separator. */
typedef struct
{
  guint number; /* lines before it */
  guint n_cells;
  guint n_filled;
  guint64 numbers[MOST_CELLS / 64]; /* columns that have one */
  gboolean has_number;
} Cut;

static gboolean
has_number (const Cut *cut, guint column)
{
  return (cut->numbers[column / 64] >> (column % 64) & 1) != 0;
}

static void
cut_line (Cut *cut, const char *data, gsize size, gsize offset, char separator, gsize *next)
{
  SlTextPlace place = { offset, size, 1, 0 };
  gsize length = sl_text_get_line (data, size, offset, next);
  SlCsvRecord record;
  SlTextCell cell;
  SlTextRow row;

  *cut = (Cut) { 0 };
  sl_text_row_init (&row, &place);
  sl_csv_record_init (&record, data, offset + MIN (length, MOST_LINE), offset, separator);
  while (cut->n_cells < MOST_CELLS && sl_csv_record_next (&record, &row, &cell))
    {
      if (is_number (&cell))
        {
          cut->numbers[cut->n_cells / 64] |= G_GUINT64_CONSTANT (1) << cut->n_cells % 64;
          cut->has_number = TRUE;
        }
      cut->n_filled += cell.length > 0;
      cut->n_cells++;
    }
  /* Blanks at the end of a line. */
  if (separator == ' ' && cut->n_cells > 1 && cut->n_filled < cut->n_cells)
    cut->n_cells--;
}

/* Returns: (transfer full): the first lines that are not blank */
static GArray *
cut_lines (const char *data, gsize size, char separator)
{
  GArray *cuts = g_array_new (FALSE, FALSE, sizeof (Cut));
  gsize next = 0;

  for (guint number = 0; next < size && cuts->len < MOST_LINES && number < 4 * MOST_LINES; number++)
    {
      Cut cut;

      cut_line (&cut, data, size, next, separator, &next);
      cut.number = number;
      if (cut.n_filled > 0)
        g_array_append_val (cuts, cut);
    }

  return cuts;
}

static const Cut *
get (GArray *cuts, guint i)
{
  return &g_array_index (cuts, Cut, i);
}

/* The number of cells that most lines have; *@share: their part, in hundredths. */
static guint
find_width (GArray *cuts, guint *share)
{
  guint counts[MOST_CELLS + 1] = { 0 };
  guint best = 0;

  for (guint i = 0; i < cuts->len; i++)
    counts[get (cuts, i)->n_cells]++;
  for (guint i = 1; i <= MOST_CELLS; i++)
    if (counts[i] >= counts[best])
      best = i;

  *share = cuts->len > 0 ? 100 * counts[best] / cuts->len : 0;
  return best;
}

/* The widest that enough lines have. */
static guint
find_least_width (GArray *cuts)
{
  guint width = 0;

  for (guint wanted = 1; wanted <= MOST_CELLS; wanted++)
    {
      guint count = 0;

      for (guint i = 0; i < cuts->len; i++)
        count += get (cuts, i)->n_cells >= wanted;
      if (100 * count < ENOUGH * cuts->len)
        break;
      width = wanted;
    }

  return width;
}

/* The first line of numbers: one where most lines have one. */
static guint
find_first (GArray *cuts, guint width)
{
  for (guint i = 0; i < cuts->len; i++)
    {
      for (guint column = 0; column < MIN (width, get (cuts, i)->n_cells); column++)
        {
          guint count = 0;

          for (guint j = 0; j < cuts->len; j++)
            count += has_number (get (cuts, j), column);
          if (has_number (get (cuts, i), column) && 2 * count >= cuts->len)
            return i;
        }
    }

  return 0;
}

static void
set_skip (SlLogDraft *draft, guint n_skipped)
{
  g_autofree char *skip = g_strdup_printf ("%u", n_skipped);

  sl_log_draft_set (draft, "skip", n_skipped > 0 ? skip : NULL);
}

static void
set_head (SlLogDraft *draft, GArray *cuts, guint width)
{
  guint first = find_first (cuts, width);
  const Cut *before = first > 0 ? get (cuts, first - 1) : NULL;
  gboolean has_header = before != NULL && !before->has_number && 2 * before->n_filled >= width;

  sl_log_draft_set (draft, "header", has_header ? NULL : "false");
  set_skip (draft, first == 0 ? 0 : has_header ? before->number : get (cuts, first)->number);
}

/**
 * sl_log_shape_find_table:
 * @separator: between columns; a blank for any number of blanks
 *
 * Returns: (transfer full): a table without columns, its header where it seems to be
 */
SlLogDraft *
sl_log_shape_find_table (const char *data, gsize size, char separator)
{
  char character[] = { separator, '\0' };
  g_autoptr (GArray) cuts = cut_lines (data, size, separator);
  SlLogDraft *draft = sl_log_draft_new (TRUE);
  guint share;

  if (separator != ',')
    sl_log_draft_set (draft, "separator",
                      separator == '\t'  ? "tab"
                      : separator == ' ' ? "blanks"
                                         : character);
  set_head (draft, cuts, find_width (cuts, &share));
  return draft;
}

/**
 * sl_log_shape_find_lines:
 *
 * Returns: (transfer full): lines of words: a column for each word that enough lines have, and one for the rest
 */
SlLogDraft *
sl_log_shape_find_lines (const char *data, gsize size)
{
  g_autoptr (GArray) cuts = cut_lines (data, size, ' ');
  g_autoptr (GString) pattern = g_string_new ("^\\s*");
  SlLogDraft *draft = sl_log_draft_new (FALSE);
  guint width = MAX (find_least_width (cuts), 1);

  for (guint i = 0; i < MIN (width, MOST_WORDS); i++)
    g_string_append_printf (pattern, "%s(?<c%u>\\S+)", i > 0 ? "\\s+" : "", i + 1);
  g_string_append (pattern, "\\s*(?<rest>.*)$");
  sl_log_draft_set (draft, "pattern", pattern->str);
  if (cuts->len > 0)
    set_skip (draft, get (cuts, find_first (cuts, width))->number);
  return draft;
}

/* Lines that fit the pattern, in hundredths; *@n_skipped: those before the first that does. */
static guint
count_fitting (const char *data, gsize size, GRegex *pattern, guint *n_skipped)
{
  guint n_lines = 0;
  guint n_fitting = 0;
  gsize next = 0;

  *n_skipped = 0;
  for (guint number = 0; next < size && number < MOST_LINES; number++)
    {
      gsize offset = next;
      gsize length = sl_text_get_line (data, size, offset, &next);
      gboolean is_comment = length == 0 || data[offset] == '#';

      if (g_regex_match_full (pattern, data + offset, (gssize) MIN (length, MOST_LINE), 0, 0, NULL,
                              NULL))
        n_fitting++;
      else if (n_fitting == 0)
        (*n_skipped)++;
      n_lines += !is_comment;
    }

  return n_lines > 0 ? 100 * n_fitting / n_lines : 0;
}

static SlLogDraft *
find_linux (const char *data, gsize size)
{
  g_autoptr (SlLogDraft) draft = sl_log_draft_parse (linux_map, strlen (linux_map), NULL);
  g_autofree char *text = sl_log_draft_get (draft, "pattern");
  g_autoptr (GRegex) pattern = sl_log_key_make_pattern (SL_LOG_GROUP_LOG, "pattern", text, NULL);
  guint n_skipped;

  if (pattern == NULL || count_fitting (data, size, pattern, &n_skipped) < ENOUGH)
    return NULL;

  set_skip (draft, n_skipped);
  return g_steal_pointer (&draft);
}

/**
 * sl_log_shape_find:
 * @is_known: (out): whether the log is one whose columns and words are known, and in what is returned
 *
 * Returns: (transfer full): what the log seems to be; nothing is known of columns otherwise
 */
SlLogDraft *
sl_log_shape_find (const char *data, gsize size, gboolean *is_known)
{
  static const char separators[] = { ',', ';', '\t', '|' };
  SlLogDraft *known = find_linux (data, size);
  g_autoptr (GArray) words = NULL;
  guint best_width = 1;
  char best = '\0';
  guint share;
  guint width;

  *is_known = known != NULL;
  if (known != NULL)
    return known;

  for (guint i = 0; i < G_N_ELEMENTS (separators); i++)
    {
      g_autoptr (GArray) cuts = cut_lines (data, size, separators[i]);

      width = find_width (cuts, &share);
      if (share < ENOUGH || width <= best_width)
        continue;
      best = separators[i];
      best_width = width;
    }
  if (best != '\0')
    return sl_log_shape_find_table (data, size, best);

  words = cut_lines (data, size, ' ');
  width = find_width (words, &share);
  return share >= 95 && width > 2 ? sl_log_shape_find_table (data, size, ' ')
                                  : sl_log_shape_find_lines (data, size);
}

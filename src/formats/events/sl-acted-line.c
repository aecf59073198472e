/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-acted-line.h"

#include <string.h>

#include "sl-acted-types.h"
#include "sl-kind.h"
#include "sl-translator.h"

static gboolean
is_empty (const SlTextCell *cell)
{
  return cell->length == 0;
}

static gboolean
fail_missing (SlTextRow *row, SlRowCell cell, SlAction action)
{
  sl_text_row_fail_cell (row, cell, "The column is empty, but “%s” needs it",
                         sl_action_get_id (action));
  return FALSE;
}

static gboolean
read_time (SlTextRow *row,
           const SlTextUnit *unit,
           SlRowCell which,
           SlFineTime *time,
           gboolean *is_cut)
{
  const SlTextCell *cell = &row->cells[which];
  char quoted[SL_TEXT_QUOTED];

  sl_text_quote (cell->begin, cell->length, quoted);
  switch (sl_text_unit_parse_time (unit, cell->begin, cell->length, time))
    {
    case SL_TEXT_TIME_CUT:
      if (unit->exponent == SL_TEXT_UNIT_TICKS)
        {
          sl_text_row_fail_cell (row, which, "“%s” is not a whole number of ticks", quoted);
          return FALSE;
        }
      *is_cut = TRUE;
      return TRUE;
    case SL_TEXT_TIME_RIGHT:
      return TRUE;
    case SL_TEXT_TIME_RANGE:
      sl_text_row_fail_cell (row, which, "“%s” is out of range; times are from 0 to %s", quoted,
                             unit->exponent == SL_TEXT_UNIT_TICKS ? "2⁶² ticks" : "146 years");
      return FALSE;
    case SL_TEXT_TIME_WRONG:
    default:
      sl_text_row_fail_cell (row, which,
                             "“%s” is not a time; a decimal number such as 12%c5 was expected",
                             quoted, unit->point);
      return FALSE;
    }
}

/* The action that begins like what somebody wrote. */
static const char *
guess_action (const SlTextCell *cell)
{
  const char *best = NULL;
  gsize best_length = 1;

  for (guint i = SL_ACTION_NONE + 1; i < SL_N_ACTIONS; i++)
    {
      const char *id = sl_action_get_id (i);
      gsize length = 0;

      while (length < cell->length && id[length] == g_ascii_tolower (cell->begin[length]) &&
             id[length] != '\0')
        length++;
      if (length <= best_length)
        continue;
      best = id;
      best_length = length;
    }

  return best;
}

static gboolean
read_action (SlTextRow *row, SlAction *action)
{
  const SlTextCell *cell = &row->cells[SL_ROW_ACTION];
  char quoted[SL_TEXT_QUOTED];
  const char *guess;

  *action = sl_action_find (sl_text_quote (cell->begin, cell->length, quoted));
  if (*action == SL_ACTION_NONE && is_empty (cell))
    {
      sl_text_row_fail_cell (row, SL_ROW_ACTION,
                             "The column is empty, but each line needs an action");
      return FALSE;
    }
  if (*action == SL_ACTION_NONE)
    {
      guess = guess_action (cell);
      sl_text_row_fail_cell (row, SL_ROW_ACTION,
                             "“%s” is not an action; %s%s%sslackline-cli-formats(1) lists them",
                             quoted, guess != NULL ? "did you mean “" : "",
                             guess != NULL ? guess : "", guess != NULL ? "”? " : "");
      return FALSE;
    }

  return TRUE;
}

static gboolean
read_cpu (SlTextRow *row, guint16 *cpu)
{
  const SlTextCell *cell = &row->cells[SL_ROW_CPU];
  char quoted[SL_TEXT_QUOTED];
  guint64 number;

  *cpu = 0;
  if (is_empty (cell))
    return TRUE;

  sl_text_quote (cell->begin, cell->length, quoted);
  if (!g_ascii_string_to_unsigned (quoted, 10, 0, G_MAXUINT16, &number, NULL))
    {
      sl_text_row_fail_cell (row, SL_ROW_CPU,
                             "“%s” is not the number of a processor, from 0 to 65535", quoted);
      return FALSE;
    }

  *cpu = (guint16) number;
  return TRUE;
}

/* Whether the action says nothing without its task. Without one the processor is idle, or it is the running task. */
static gboolean
needs_task (SlAction action)
{
  SlActionGroups optional = SL_TELLS_SERVERS | SL_TELLS_MARKS;

  if (action == SL_ACTION_RUN || action == SL_ACTION_CHOOSE || action == SL_ACTION_NAME ||
      action == SL_ACTION_FORGET || action == SL_ACTION_POST)
    return FALSE;

  return (sl_action_get_parts (action) & SL_ACTION_HAS_TASK) != 0 &&
         ((sl_action_get_group (action) & optional) == 0 || sl_action_is_of_flows (action));
}

static gboolean
read_task (SlTextRow *row, SlActedLine *line)
{
  SlTextCell cell = row->cells[SL_ROW_TASK];
  static const char prefix[] = "task:";

  if ((sl_action_get_parts (line->action) & SL_ACTION_HAS_TASK) == 0)
    return TRUE;
  if (is_empty (&cell))
    return needs_task (line->action) ? fail_missing (row, SL_ROW_TASK, line->action) : TRUE;

  if (cell.length > strlen (prefix) && memcmp (cell.begin, prefix, strlen (prefix)) == 0)
    {
      cell.begin += strlen (prefix);
      cell.length -= strlen (prefix);
    }
  sl_text_name_set (&line->task, SL_OBJECT_TASK, cell.begin, cell.length);
  return TRUE;
}

static gboolean
fail_type (SlTextRow *row, SlAction action, guint types)
{
  const SlTextCell *cell = &row->cells[SL_ROW_OBJECT];
  char quoted[SL_TEXT_QUOTED];
  char list[160];

  sl_acted_types_list (types, list, sizeof list);
  sl_text_row_fail_cell (row, SL_ROW_OBJECT,
                         "“%s” is not an object of “%s”: its type, before the colon, is %s",
                         sl_text_quote (cell->begin, cell->length, quoted),
                         sl_action_get_id (action), list);
  return FALSE;
}

/* Decimal, or hexadecimal behind 0x. */
static gboolean
read_number (SlTextRow *row, SlRowCell which, const char *what, guint64 *number)
{
  const SlTextCell *cell = &row->cells[which];
  char quoted[SL_TEXT_QUOTED];
  gboolean is_hex;

  sl_text_quote (cell->begin, cell->length, quoted);
  is_hex = g_str_has_prefix (quoted, "0x");
  if (g_ascii_string_to_unsigned (is_hex ? quoted + 2 : quoted, is_hex ? 16 : 10, 0, G_MAXUINT64,
                                  number, NULL))
    return TRUE;

  sl_text_row_fail_cell (row, which,
                         "“%s” is not %s; a whole number from 0 to 2⁶⁴ − 1, such as 4096 or "
                         "0x1000, was expected",
                         quoted, what);
  return FALSE;
}

/* Of cycles and branches; of a branch one end may be unknown. */
static gboolean
read_addresses (SlTextRow *row, SlActedLine *line)
{
  gboolean is_branch = line->action == SL_ACTION_BRANCH;
  SlActionParts parts = sl_action_get_parts (line->action);
  gboolean has_object = !is_empty (&row->cells[SL_ROW_OBJECT]);
  guint64 value = 0;

  line->has_value = !is_empty (&row->cells[SL_ROW_VALUE]);
  line->has_address = has_object && (parts & SL_ACTION_HAS_OBJECT) != 0;
  if (!line->has_address && (parts & SL_ACTION_HAS_OBJECT) != 0 && (!is_branch || !line->has_value))
    return fail_missing (row, SL_ROW_OBJECT, line->action);
  if (!line->has_value && line->action == SL_ACTION_SPACE)
    return fail_missing (row, SL_ROW_VALUE, line->action);
  if ((line->has_address && !read_number (row, SL_ROW_OBJECT, "an address", &line->address)) ||
      (line->has_value && !read_number (row, SL_ROW_VALUE, "an address or a size", &value)))
    return FALSE;

  line->value = (gint64) value;
  return TRUE;
}

static gboolean
read_object (SlTextRow *row, SlActedLine *line)
{
  SlTextCell cell = row->cells[SL_ROW_OBJECT];
  const char *colon = is_empty (&cell) ? NULL : memchr (cell.begin, ':', cell.length);
  gsize length = colon != NULL ? (gsize) (colon - cell.begin) : 0;
  SlObjectType type;
  guint types = sl_acted_types_get (line->action, &type);
  gboolean needs_object = sl_action_get_group (line->action) != SL_TELLS_SCHEDULING;

  if ((sl_action_get_parts (line->action) & SL_ACTION_HAS_OBJECT) == 0)
    return TRUE;
  if (is_empty (&cell))
    return needs_object ? fail_missing (row, SL_ROW_OBJECT, line->action) : TRUE;

  /* There is but one timer. */
  if ((sl_text_cell_is (&cell, "timer") || sl_text_cell_is (&cell, "timer:0")) &&
      (types & 1u << SL_OBJECT_TIMER) != 0)
    {
      line->object = (SlTextName) { .type = SL_OBJECT_TIMER };
      return TRUE;
    }
  if ((line->action == SL_ACTION_WAKE || line->action == SL_ACTION_READY) &&
      sl_text_cell_is (&cell, "irq:"))
    {
      line->object = (SlTextName) { .type = SL_OBJECT_IRQ, .number = SL_ACTED_NOTHING };
      return TRUE;
    }
  if (colon != NULL &&
      (!sl_acted_types_find (cell.begin, length, &type) || (types & 1u << type) == 0 ||
       type == SL_OBJECT_TIMER || length + 1 == cell.length))
    return fail_type (row, line->action, types);

  length += colon != NULL;
  sl_text_name_set (&line->object, type, cell.begin + length, cell.length - length);
  return TRUE;
}

/* A spreadsheet writes whole numbers with a fraction too, as in 3.00. */
static void
drop_zeros (char *number, char point)
{
  char *fraction = strchr (number, point);

  if (fraction != NULL && fraction > number && g_ascii_isdigit (fraction[-1]) &&
      fraction[1] != '\0' && fraction[1 + strspn (fraction + 1, "0")] == '\0')
    *fraction = '\0';
}

static gboolean
read_whole (SlTextRow *row, const SlTextUnit *unit, SlActedLine *line)
{
  const SlTextCell *cell = &row->cells[SL_ROW_VALUE];
  gboolean is_counted =
      line->action != SL_ACTION_PRIORITY && sl_action_get_group (line->action) != SL_TELLS_MARKS;
  gboolean is_family = line->action == SL_ACTION_OFF || line->action == SL_ACTION_ON;
  gint64 most = is_family                           ? (gint64) sl_family_get_count () - 1
                : line->action == SL_ACTION_MIGRATE ? G_MAXUINT16
                                                    : G_MAXINT64;
  gboolean may_be_below = line->action == SL_ACTION_WAKE || line->action == SL_ACTION_POWER_STATE;
  gint64 least = may_be_below ? -1 : is_counted ? 0 : G_MININT64;
  char quoted[SL_TEXT_QUOTED];
  char number[SL_TEXT_QUOTED];
  guint64 bits;

  sl_text_quote (cell->begin, cell->length, quoted);
  g_strlcpy (number, quoted, sizeof number);
  drop_zeros (number, unit->point);
  if (g_str_has_prefix (quoted, "0x") &&
      g_ascii_string_to_unsigned (quoted + 2, 16, 0, (guint64) most, &bits, NULL))
    line->value = (gint64) bits;
  else if (!g_ascii_string_to_signed (number, 10, least, most, &line->value, NULL))
    {
      sl_text_row_fail_cell (row, SL_ROW_VALUE,
                             "“%s” is not a whole number from %" G_GINT64_FORMAT
                             " to %" G_GINT64_FORMAT,
                             quoted, least, most);
      return FALSE;
    }

  line->has_value = TRUE;
  return TRUE;
}

static gboolean
read_family (SlTextRow *row, const SlTextUnit *unit, SlActedLine *line)
{
  const SlTextCell *cell = &row->cells[SL_ROW_TEXT];
  char quoted[SL_TEXT_QUOTED];
  guint family;

  if (is_empty (cell) && !is_empty (&row->cells[SL_ROW_VALUE]))
    return read_whole (row, unit, line);
  if (is_empty (cell))
    return fail_missing (row, SL_ROW_TEXT, line->action);
  if (!sl_family_find (sl_text_quote (cell->begin, cell->length, quoted), &family))
    {
      sl_text_row_fail_cell (row, SL_ROW_TEXT,
                             "“%s” is not a family of events, such as scheduling, jobs or locks",
                             quoted);
      return FALSE;
    }

  line->value = family;
  line->has_value = TRUE;
  return TRUE;
}

static gboolean
read_value (SlTextRow *row, const SlTextUnit *unit, SlActedLine *line)
{
  gboolean is_optional = sl_action_may_lack_value (line->action) ||
                         ((sl_action_get_parts (line->action) & SL_ACTION_HAS_TASK) != 0 &&
                          sl_action_get_group (line->action) == SL_TELLS_MARKS &&
                          !sl_action_is_of_flows (line->action));

  if (line->action == SL_ACTION_OFF || line->action == SL_ACTION_ON)
    return read_family (row, unit, line);
  if ((sl_action_get_parts (line->action) & SL_ACTION_HAS_VALUE) == 0 &&
      !sl_action_has_budget (line->action))
    return TRUE;
  if (is_empty (&row->cells[SL_ROW_VALUE]))
    return is_optional || sl_action_has_budget (line->action) || line->action == SL_ACTION_LOST ||
           fail_missing (row, SL_ROW_VALUE, line->action);
  if (sl_action_has_duration (line->action))
    {
      line->has_value = read_time (row, unit, SL_ROW_VALUE, &line->span, &line->is_cut);
      return line->has_value;
    }

  return read_whole (row, unit, line);
}

static gboolean
read_dates (SlTextRow *row, const SlTextUnit *unit, SlActedLine *line)
{
  if (line->action != SL_ACTION_RELEASE && line->action != SL_ACTION_LOST &&
      !sl_action_has_budget (line->action))
    return TRUE;

  line->is_computed =
      line->action == SL_ACTION_REPLENISH && sl_text_cell_is (&row->cells[SL_ROW_TEXT], "computed");
  return (line->action == SL_ACTION_LOST || is_empty (&row->cells[SL_ROW_DEADLINE]) ||
          read_time (row, unit, SL_ROW_DEADLINE, &line->deadline, &line->is_cut)) &&
         (line->action == SL_ACTION_FORGET || is_empty (&row->cells[SL_ROW_NOMINAL]) ||
          read_time (row, unit, SL_ROW_NOMINAL, &line->nominal, &line->is_cut));
}

static gboolean
check_named (SlTextRow *row, const SlActedLine *line)
{
  if (line->action != SL_ACTION_NAME)
    return TRUE;
  if (is_empty (&row->cells[SL_ROW_TEXT]))
    return fail_missing (row, SL_ROW_TEXT, line->action);
  if (line->task.type == SL_OBJECT_NONE && line->object.type == SL_OBJECT_NONE)
    return fail_missing (row, SL_ROW_TASK, line->action);

  return TRUE;
}

/**
 * sl_acted_line_read:
 * @self: (out caller-allocates): its names refer to the cells
 * @row: where its fault goes
 * @unit: of its times
 *
 * Returns: %FALSE where the row has a fault, maybe from before
 */
gboolean
sl_acted_line_read (SlActedLine *self, SlTextRow *row, const SlTextUnit *unit)
{
  *self = (SlActedLine) { .deadline = -1, .nominal = -1, .span = -1 };
  if (row->is_other || row->fault[0] != '\0')
    return FALSE;
  if (is_empty (&row->cells[SL_ROW_TIME]))
    {
      sl_text_row_fail_cell (row, SL_ROW_TIME, "The column is empty, but each line needs a time");
      return FALSE;
    }

  if (!read_time (row, unit, SL_ROW_TIME, &self->time, &self->is_cut) ||
      !read_action (row, &self->action) || !read_cpu (row, &self->cpu))
    return FALSE;
  if (sl_action_is_of_addresses (self->action))
    return read_addresses (row, self);

  return read_task (row, self) && read_object (row, self) && read_value (row, unit, self) &&
         read_dates (row, unit, self) && check_named (row, self);
}

/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-action-text.h"

#include "sl-csv.h"
#include "sl-kind-action.h"
#include "sl-source-extras.h"

struct _SlActionText
{
  SlTrace *trace;
  SlClock *clock; /* of @trace */
  GString *cells[SL_N_ACTION_CELLS];
};

static const char *const titles[SL_N_ACTION_CELLS] = {
  [SL_ACTION_CELL_TIME] = "time",         [SL_ACTION_CELL_CPU] = "cpu",
  [SL_ACTION_CELL_ID] = "action",         [SL_ACTION_CELL_TASK] = "task",
  [SL_ACTION_CELL_OBJECT] = "object",     [SL_ACTION_CELL_VALUE] = "value",
  [SL_ACTION_CELL_DEADLINE] = "deadline", [SL_ACTION_CELL_NOMINAL] = "nominal",
  [SL_ACTION_CELL_TEXT] = "text",
};

/**
 * sl_action_text_new:
 * @trace: whose actions are written
 *
 * Returns: (transfer full): with empty cells
 */
SlActionText *
sl_action_text_new (SlTrace *trace)
{
  SlActionText *self = g_new0 (SlActionText, 1);

  self->trace = g_object_ref (trace);
  self->clock = sl_trace_get_clock (trace);
  for (guint i = 0; i < SL_N_ACTION_CELLS; i++)
    self->cells[i] = g_string_new (NULL);
  return self;
}

void
sl_action_text_free (SlActionText *self)
{
  for (guint i = 0; i < SL_N_ACTION_CELLS; i++)
    g_string_free (self->cells[i], TRUE);
  g_object_unref (self->trace);
  g_free (self);
}

static void
set_date (SlActionText *self, SlActionCell cell, SlTime time)
{
  guint64 absolute = sl_clock_to_absolute (self->clock, time);

  if (time == SL_TIME_MAX)
    g_string_truncate (self->cells[cell], 0);
  else if (sl_clock_is_before_zero (self->clock, time))
    g_string_printf (self->cells[cell], "%" G_GINT64_FORMAT, (gint64) absolute);
  else
    g_string_printf (self->cells[cell], "%" G_GUINT64_FORMAT, absolute);
}

/* Returns: (transfer full): its type and its native id, as a trace of actions has it */
static char *
dup_object (const SlActed *acted)
{
  SlObject object = { .type = acted->object_type, .id = acted->object };
  guint32 process = 0;

  if (object.type == SL_OBJECT_FUTEX)
    sl_futex_id_get_address (object.id, &process);
  return process != 0 || object.type == SL_OBJECT_REASON
             ? sl_object_to_string (&object)
             : g_strdup_printf ("%s:%" G_GUINT64_FORMAT, sl_object_type_get_id (object.type),
                                object.id);
}

/* What a program logs has no other name than the one in its place. */
static void
set_object (SlActionText *self, const SlActed *acted)
{
  GString *cell = self->cells[SL_ACTION_CELL_OBJECT];
  g_autofree char *name = NULL, *id = NULL;

  if (acted->object == SL_ACTED_NOTHING)
    {
      /* An interrupt that was not recorded itself. */
      g_string_assign (cell, acted->object_type == SL_OBJECT_IRQ ? "irq:" : "");
      return;
    }
  if (sl_action_is_of_addresses (acted->action))
    {
      g_string_printf (cell, "0x%" G_GINT64_MODIFIER "x", acted->object);
      return;
    }

  if (sl_action_get_group (acted->action) == SL_TELLS_MARKS)
    name =
        sl_source_get_object_name (sl_trace_get_source (self->trace),
                                   (SlObjectType) acted->object_type, acted->object, acted->time);
  if (name != NULL)
    {
      g_string_printf (cell, "%s:%s", sl_object_type_get_id (acted->object_type), name);
      return;
    }
  id = dup_object (acted);
  g_string_assign (cell, id);
}

static gboolean
has_value (const SlActed *acted)
{
  return (sl_action_get_parts (acted->action) & SL_ACTION_HAS_VALUE) != 0 &&
         acted->value != SL_ACTED_NOWHERE &&
         (!sl_action_may_lack_value (acted->action) || acted->value != 0);
}

static void
set_value (SlActionText *self, const SlActed *acted)
{
  GString *cell = self->cells[SL_ACTION_CELL_VALUE];

  if (sl_action_has_budget (acted->action) && acted->nominal != SL_TIME_MAX)
    g_string_printf (cell, "%" G_GINT64_FORMAT, acted->nominal);
  else if (!has_value (acted))
    g_string_truncate (cell, 0);
  else if (sl_action_get_group (acted->action) == SL_TELLS_BRANCHES)
    g_string_printf (cell, "0x%" G_GINT64_MODIFIER "x", (guint64) acted->value);
  else
    g_string_printf (cell, "%" G_GINT64_FORMAT,
                     sl_action_has_job_number (acted->action) ? acted->value - 1 : acted->value);
}

/**
 * sl_action_text_set:
 *
 * Makes the cells those of @acted.
 */
void
sl_action_text_set (SlActionText *self, const SlActed *acted)
{
  set_date (self, SL_ACTION_CELL_TIME, acted->time);
  g_string_printf (self->cells[SL_ACTION_CELL_CPU], "%u", acted->cpu);
  g_string_assign (self->cells[SL_ACTION_CELL_ID], sl_action_get_id (acted->action));
  if (acted->task != SL_ACTED_NOTHING)
    g_string_printf (self->cells[SL_ACTION_CELL_TASK], "%" G_GUINT64_FORMAT, acted->task);
  else
    g_string_truncate (self->cells[SL_ACTION_CELL_TASK], 0);
  set_object (self, acted);
  set_value (self, acted);
  /* That of a period is relative: no date. The releases have the dates that follow from it. */
  set_date (self, SL_ACTION_CELL_DEADLINE,
            acted->action == SL_ACTION_PERIOD ? SL_TIME_MAX : acted->deadline);
  set_date (self, SL_ACTION_CELL_NOMINAL,
            sl_action_has_budget (acted->action) ? SL_TIME_MAX : acted->nominal);
  /* It comes in microseconds. */
  if (acted->action == SL_ACTION_REPLENISH && acted->value > 0 &&
      sl_clock_get_unit (self->clock) == SL_UNIT_NS)
    g_string_printf (self->cells[SL_ACTION_CELL_NOMINAL], "%" G_GINT64_FORMAT, 1000 * acted->value);
  g_string_assign (self->cells[SL_ACTION_CELL_TEXT],
                   acted->action == SL_ACTION_REPLENISH && acted->value == SL_ACTED_COMPUTED
                       ? "computed"
                       : "");
}

/* Whether object @number has a name that the text keeps. */
static gboolean
has_name (const SlActionText *self, guint32 number, const SlObject *object)
{
  return object->name != NULL && object->life == 1 &&
         number != sl_trace_get_idle_task (self->trace) &&
         (object->type == SL_OBJECT_TASK || object->type == SL_OBJECT_MUTEX ||
          object->type == SL_OBJECT_SEMAPHORE || object->type == SL_OBJECT_FUTEX ||
          object->type == SL_OBJECT_SERVER);
}

/**
 * sl_action_text_set_name:
 * @number: (inout): the object after which the next one that has a name is looked for; 0 to begin with
 * @time: at which it is named
 *
 * Makes the cells those that name an object, in its first life.
 *
 * Returns: %FALSE after the last
 */
gboolean
sl_action_text_set_name (SlActionText *self, guint32 *number, SlTime time)
{
  SlObjectTable *objects = sl_trace_get_objects (self->trace);
  guint size = sl_object_table_get_size (objects);

  while (*number < size)
    {
      const SlObject *object = sl_object_table_get (objects, ++*number);
      gboolean is_task = object->type == SL_OBJECT_TASK;
      SlActed acted = {
        .time = time,
        .task = is_task ? object->id : SL_ACTED_NOTHING,
        .object = is_task ? SL_ACTED_NOTHING : object->id,
        .object_type = object->type,
        .deadline = SL_TIME_MAX,
        .nominal = SL_TIME_MAX,
        .action = SL_ACTION_NAME,
      };

      if (!has_name (self, *number, object))
        continue;
      sl_action_text_set (self, &acted);
      g_string_assign (self->cells[SL_ACTION_CELL_TEXT], object->name);
      return TRUE;
    }

  return FALSE;
}

/**
 * sl_action_text_get_cell:
 *
 * Returns: (transfer none): empty where there is none
 */
const char *
sl_action_text_get_cell (const SlActionText *self, SlActionCell cell)
{
  return self->cells[cell]->str;
}

/**
 * sl_action_text_append_csv:
 *
 * Appends the cells to @text, as a line.
 */
void
sl_action_text_append_csv (const SlActionText *self, GString *text)
{
  for (guint i = 0; i < SL_N_ACTION_CELLS; i++)
    {
      if (i > 0)
        g_string_append_c (text, ',');
      sl_csv_append (text, self->cells[i]->str);
    }
  g_string_append_c (text, '\n');
}

/**
 * sl_action_cell_get_title:
 *
 * Returns: (transfer none): as columns and members are called
 */
const char *
sl_action_cell_get_title (SlActionCell cell)
{
  return titles[cell];
}

/**
 * sl_action_text_get_unit:
 *
 * Returns: (transfer none): that of all times
 */
const char *
sl_action_text_get_unit (const SlActionText *self)
{
  return sl_clock_get_unit (self->clock) == SL_UNIT_NS ? "ns" : "ticks";
}

/**
 * sl_action_text_dup_rate:
 *
 * Returns: (transfer full): ticks a second; empty where that is not one number, or is in the unit
 */
char *
sl_action_text_dup_rate (const SlActionText *self)
{
  guint n_rates;
  const SlRate *rates = sl_clock_get_rates (self->clock, &n_rates);

  if (sl_clock_get_unit (self->clock) == SL_UNIT_NS || n_rates != 1)
    return g_strdup ("");
  if (rates[0].denominator == 1)
    return g_strdup_printf ("%" G_GUINT64_FORMAT, rates[0].numerator);

  return g_strdup_printf ("%" G_GUINT64_FORMAT "/%" G_GUINT64_FORMAT, rates[0].numerator,
                          rates[0].denominator);
}

/**
 * sl_action_text_list_words:
 * @words: (out caller-allocates) (array fixed-size=5): static
 *
 * Lists the words of the head that say more of the lines; what each of them means is in formats/README.md.
 *
 * Returns: how many words there are
 */
guint
sl_action_text_list_words (const SlActionText *self, const char **words)
{
  SlSource *source = sl_trace_get_source (self->trace);
  guint n_words = 0;

  if (!sl_source_is_of_spans (source))
    words[n_words++] = "wakeups";
  if (!sl_source_is_of_spans (source) && !sl_source_records_wakeups (source))
    words[n_words++] = "concluded";
  if (sl_source_says (source, SL_TELLS_PLACES))
    words[n_words++] = "places";
  if (sl_source_says (source, SL_TELLS_JOBS))
    words[n_words++] = "jobs";
  if (sl_source_has_trait (source, SL_TRAIT_LINUX_CLASSES))
    words[n_words++] = "classes";
  return n_words;
}

/**
 * sl_action_text_dup_origin:
 * @begin: from which ticks are to be counted
 *
 * Returns: (transfer full): the absolute time of that; empty for 0, which readers take without being told
 */
char *
sl_action_text_dup_origin (const SlActionText *self, SlTime begin)
{
  guint64 origin = sl_clock_to_absolute (self->clock, begin);

  return origin == 0 || sl_clock_is_before_zero (self->clock, begin)
             ? g_strdup ("")
             : g_strdup_printf ("%" G_GUINT64_FORMAT, origin);
}

/**
 * sl_action_text_append_head:
 * @begin: from which ticks are to be counted
 *
 * Appends what comes before the lines of CSV: how others read the times, and the columns.
 */
void
sl_action_text_append_head (const SlActionText *self, SlTime begin, GString *text)
{
  g_autofree char *rate = sl_action_text_dup_rate (self);
  g_autofree char *origin = sl_action_text_dup_origin (self, begin);
  const char *words[SL_ACTION_TEXT_MOST_WORDS];
  guint n_words = sl_action_text_list_words (self, words);

  g_string_append_printf (text, "# slackline-events 1, unit %s%s%s%s%s",
                          sl_action_text_get_unit (self), rate[0] != '\0' ? ", rate " : "", rate,
                          origin[0] != '\0' ? ", origin " : "", origin);
  for (guint i = 0; i < n_words; i++)
    g_string_append_printf (text, ", %s", words[i]);
  g_string_append_c (text, '\n');
  for (guint i = 0; i < SL_N_ACTION_CELLS; i++)
    g_string_append_printf (text, "%s%s", i > 0 ? "," : "", titles[i]);
  g_string_append_c (text, '\n');
}

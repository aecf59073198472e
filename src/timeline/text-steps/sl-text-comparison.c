/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-text-comparison.h"

#include <glib/gi18n-lib.h>

/* "it" is the task that the sentence is about; where the figure is another one’s, that has a name. */
typedef struct
{
  SlReason reason;
  gboolean is_ahead;
  const char *its;
  const char *named;
} Clause;

static const Clause clauses[] = {
  /* Translators: a figure, a name, a figure; and beside each of these the same with a name in front */
  { SL_REASON_PRIORITY, TRUE, N_ ("its priority %s is above %s’s %s"),
    N_ ("%s’s priority %s is above %s’s %s") },
  { SL_REASON_PRIORITY, FALSE, N_ ("its priority %s is below %s’s %s"),
    N_ ("%s’s priority %s is below %s’s %s") },
  { SL_REASON_PERIOD, TRUE, N_ ("its period %s is shorter than %s’s %s"),
    N_ ("%s’s period %s is shorter than %s’s %s") },
  { SL_REASON_PERIOD, FALSE, N_ ("its period %s is longer than %s’s %s"),
    N_ ("%s’s period %s is longer than %s’s %s") },
  { SL_REASON_RELATIVE_DEADLINE, TRUE, N_ ("its relative deadline %s is shorter than %s’s %s"),
    N_ ("%s’s relative deadline %s is shorter than %s’s %s") },
  { SL_REASON_RELATIVE_DEADLINE, FALSE, N_ ("its relative deadline %s is longer than %s’s %s"),
    N_ ("%s’s relative deadline %s is longer than %s’s %s") },
  { SL_REASON_DEADLINE, TRUE, N_ ("its deadline %s comes before %s’s %s"),
    N_ ("%s’s deadline %s comes before %s’s %s") },
  { SL_REASON_DEADLINE, FALSE, N_ ("its deadline %s comes after %s’s %s"),
    N_ ("%s’s deadline %s comes after %s’s %s") },
};

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
static char *
fill (const char *its, const char *named, const SlTextFigure *one, const SlTextFigure *other)
{
  if (one->relation == SL_FIGURE_OWN)
    return g_strdup_printf (_ (its), one->text, other->owner, other->text);

  return g_strdup_printf (_ (named), one->owner, one->text, other->owner, other->text);
}
#pragma GCC diagnostic pop

/* Who has no period, or no deadline, comes last. */
static const Clause lacks[] = {
  { SL_REASON_PERIOD, TRUE,
    N_ ("its period is %s, and %s has none and ranks below all tasks that do"),
    N_ ("%s’s period is %s, and %s has none and ranks below all tasks that do") },
  { SL_REASON_PERIOD, FALSE,
    N_ ("it has no period and ranks below all tasks that do, such as %s with %s"), NULL },
  { SL_REASON_RELATIVE_DEADLINE, TRUE,
    N_ ("its relative deadline is %s, and %s has none and ranks below all tasks that do"),
    N_ ("%s’s relative deadline is %s, and %s has none and ranks below all tasks that do") },
  { SL_REASON_RELATIVE_DEADLINE, FALSE,
    N_ ("it has no relative deadline and ranks below all tasks that do, such as %s with %s"),
    NULL },
  { SL_REASON_DEADLINE, TRUE, N_ ("it has a deadline, %s, and %s has none"),
    N_ ("%s has a deadline, %s, and %s has none") },
  { SL_REASON_DEADLINE, FALSE, N_ ("it has no deadline, and %s has one, %s"), NULL },
};

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
static char *
describe_lack (SlReason reason,
               gboolean is_ahead,
               const SlTextFigure *one,
               const SlTextFigure *other)
{
  for (guint i = 0; i < G_N_ELEMENTS (lacks); i++)
    {
      if (lacks[i].reason != reason || lacks[i].is_ahead != is_ahead)
        continue;
      if (!is_ahead)
        return g_strdup_printf (_ (lacks[i].its), other->owner, other->text);
      if (one->relation == SL_FIGURE_OWN)
        return g_strdup_printf (_ (lacks[i].its), one->text, other->owner);
      return g_strdup_printf (_ (lacks[i].named), one->owner, one->text, other->owner);
    }

  return NULL;
}
#pragma GCC diagnostic pop

static char *
describe (SlReason reason, gboolean is_ahead, const SlTextFigure *one, const SlTextFigure *other)
{
  if (one->text == NULL || other->text == NULL)
    return describe_lack (reason, is_ahead, one, other);

  for (guint i = 0; i < G_N_ELEMENTS (clauses); i++)
    if (clauses[i].reason == reason && clauses[i].is_ahead == is_ahead)
      return fill (clauses[i].its, clauses[i].named, one, other);

  return NULL;
}

/**
 * sl_text_comparison:
 * @is_ahead: whether @one precedes @other
 * @one: of the task that the sentence is about
 *
 * Returns: a clause about that task, which says whose figures these are where they are not those of
 *   the two tasks themselves; %NULL for reasons that compare nothing
 */
char *
sl_text_comparison (SlReason reason,
                    gboolean is_ahead,
                    const SlTextFigure *one,
                    const SlTextFigure *other)
{
  g_autofree char *clause = describe (reason, is_ahead, one, other);
  g_autofree char *related = NULL;

  if (clause == NULL)
    return NULL;

  if (one->relation == SL_FIGURE_INHERITED)
    /* Translators: a task; what follows compares that one’s priority, or deadline, with another */
    related = g_strdup_printf (_ ("it inherits from %s, and %s"), one->owner, clause);
  else if (one->relation == SL_FIGURE_OF_SERVER)
    /* Translators: a server; what follows compares that one’s period, or deadline, with another */
    related = g_strdup_printf (_ ("it runs in %s, and %s"), one->owner, clause);
  else
    related = g_steal_pointer (&clause);

  if (other->relation == SL_FIGURE_INHERITED)
    /* Translators: such as "its period 4 ms is shorter than b’s 6 ms", a task, b */
    return g_strdup_printf (_ ("%s (%s inherits from %s)"), related, other->task, other->owner);
  if (other->relation == SL_FIGURE_OF_SERVER)
    /* Translators: such as "its period 4 ms is shorter than s’s 6 ms", a task, the server s */
    return g_strdup_printf (_ ("%s (%s runs in %s)"), related, other->task, other->owner);

  return g_steal_pointer (&related);
}

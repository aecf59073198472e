/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-message-widget.h"

#include <glib/gi18n.h>

#include "sl-bar-chart.h"
#include "sl-text.h"
#include "sl-time-text.h"

#define CHART_HEIGHT 72

struct _SlMessageWidget
{
  GtkBox parent_instance;

  GtkLabel *share_label;
  GtkLabel *cause_label;
  GtkLabel *delay_label;
  SlBarChart *chart;

  SlGapHistogram delays; /* that the chart shows */
  SlClock *clock;        /* NULL while there are none */
  guint first_bin;       /* of @delays */
};

G_DEFINE_FINAL_TYPE (SlMessageWidget, sl_message_widget, GTK_TYPE_BOX)

static char *
dup_ticks (SlMessageWidget *self, SlTime ticks)
{
  return sl_time_text_duration (self->clock, (SlSpan) { 0, ticks });
}

static char *
dup_bar_text (guint bar, gpointer user_data)
{
  SlMessageWidget *self = user_data;
  SlSpan span = sl_gap_histogram_get_span (self->first_bin + bar);
  guint64 count = self->delays.bins[self->first_bin + bar];
  g_autofree char *from = dup_ticks (self, span.begin);
  g_autofree char *to = dup_ticks (self, span.end - 1);
  g_autofree char *number = sl_time_text_ticks (count);

  return g_strdup_printf (ngettext ("%s to %s: %s branch", "%s to %s: %s branches", count), from,
                          to, number);
}

static void
fill_share (SlMessageWidget *self, const SlBusStatistics *statistics)
{
  const SlBtmStatistics *messages = &statistics->messages;
  g_autofree char *n_messages = sl_time_text_ticks (messages->n_messages);
  g_autofree char *n_cycles = sl_time_text_ticks (statistics->all.cycles);
  g_autofree char *n_branches = sl_time_text_ticks (messages->n_branches);
  g_autofree char *share = sl_text_share (messages->n_messages, statistics->all.cycles);
  /* Translators: 25 of 39 cycles, 64.1 %, for 15 branches */
  g_autofree char *text =
      g_strdup_printf (ngettext ("%s of %s cycles, %s, for %s branch",
                                 "%s of %s cycles, %s, for %s branches", messages->n_branches),
                       n_messages, n_cycles, share, n_branches);

  gtk_label_set_label (self->share_label, text);
}

static void
append_count (GString *text, guint64 count, const char *one, const char *many)
{
  g_autofree char *number = sl_time_text_ticks (count);

  if (count == 0)
    return;

  g_string_append_printf (text, "%s%s %s", text->len > 0 ? " · " : "", number,
                          count == 1 ? one : many);
}

static void
fill_causes (SlMessageWidget *self, const SlBtmStatistics *messages)
{
  const guint64 *causes = messages->causes;
  g_autoptr (GString) text = g_string_new (NULL);

  append_count (text, causes[SL_BRANCH_JUMP], _ ("jump"), _ ("jumps"));
  append_count (text, causes[SL_BRANCH_STEP], _ ("serialising or short jump"),
                _ ("serialising or short jumps"));
  append_count (text, causes[SL_BRANCH_INTERRUPT], _ ("interrupt"), _ ("interrupts"));
  append_count (text, causes[SL_BRANCH_HALT_EXIT], _ ("end of halt"), _ ("ends of halt"));
  append_count (text, causes[SL_BRANCH_FORMAT], _ ("change of format"), _ ("changes of format"));
  append_count (text, messages->n_repeated, _ ("repeated"), _ ("repeated"));
  append_count (text, messages->n_stalled, _ ("stalled"), _ ("stalled"));
  gtk_label_set_label (self->cause_label, text->str);
}

static void
fill_delays (SlMessageWidget *self)
{
  const SlRange *range = &self->delays.gaps;
  g_autofree char *least = dup_ticks (self, range->min);
  g_autofree char *mean = dup_ticks (self, sl_range_get_rounded_mean (range));
  g_autofree char *most = dup_ticks (self, range->max);
  g_autofree char *text = NULL;
  guint last;

  gtk_widget_set_visible (GTK_WIDGET (self->chart), range->count > 0);
  if (!sl_gap_histogram_get_used (&self->delays, &self->first_bin, &last))
    {
      gtk_label_set_label (self->delay_label,
                           _ ("The bus does not show when any of the branches was taken"));
      return;
    }

  text = g_strdup_printf (_ ("Delay from the branch to its message: %s to %s, mean %s"), least,
                          most, mean);
  gtk_label_set_label (self->delay_label, text);
  sl_bar_chart_set_bars (self->chart, self->delays.bins + self->first_bin, NULL,
                         last - self->first_bin + 1);
  sl_bar_chart_set_text_func (self->chart, dup_bar_text, self);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->chart), GTK_ACCESSIBLE_PROPERTY_LABEL, text,
                                  -1);
}

static void
sl_message_widget_finalize (GObject *object)
{
  SlMessageWidget *self = SL_MESSAGE_WIDGET (object);

  g_clear_pointer (&self->clock, sl_clock_unref);
  G_OBJECT_CLASS (sl_message_widget_parent_class)->finalize (object);
}

static void
sl_message_widget_class_init (SlMessageWidgetClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = sl_message_widget_finalize;
}

static GtkLabel *
add_label (SlMessageWidget *self, const char *text, const char *style)
{
  GtkLabel *label = GTK_LABEL (gtk_label_new (text));

  gtk_label_set_xalign (label, 0);
  gtk_label_set_wrap (label, TRUE);
  gtk_widget_add_css_class (GTK_WIDGET (label), style);
  gtk_box_append (GTK_BOX (self), GTK_WIDGET (label));
  return label;
}

static void
sl_message_widget_init (SlMessageWidget *self)
{
  gtk_orientable_set_orientation (GTK_ORIENTABLE (self), GTK_ORIENTATION_VERTICAL);
  gtk_box_set_spacing (GTK_BOX (self), 6);
  gtk_widget_set_visible (GTK_WIDGET (self), FALSE);
  add_label (self, _ ("Branch Trace Messages"), "heading");
  self->share_label = add_label (self, "", "numeric");
  self->cause_label = add_label (self, "", "numeric");
  self->chart = g_object_new (SL_TYPE_BAR_CHART, "height-request", CHART_HEIGHT, NULL);
  gtk_box_append (GTK_BOX (self), GTK_WIDGET (self->chart));
  self->delay_label = add_label (self, "", "dim-label");
}

/**
 * sl_message_widget_set_statistics:
 * @statistics: copied
 * @clock: of the trace; held
 */
void
sl_message_widget_set_statistics (SlMessageWidget *self,
                                  const SlBusStatistics *statistics,
                                  SlClock *clock)
{
  g_return_if_fail (SL_IS_MESSAGE_WIDGET (self));

  gtk_widget_set_visible (GTK_WIDGET (self), statistics->messages.n_messages > 0);
  if (statistics->messages.n_messages == 0)
    return;

  g_clear_pointer (&self->clock, sl_clock_unref);
  self->clock = sl_clock_ref (clock);
  self->delays = statistics->messages.delays;
  fill_share (self, statistics);
  fill_causes (self, &statistics->messages);
  fill_delays (self);
}

/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-filter-counts.h"

#include <glib/gi18n.h>

#include "sl-filter-room.h"
#include "sl-time-text.h"
#include "sl-tip.h"

/* What is found sooner needs no progress to be seen. */
#define PROGRESS_AFTER_USEC 250000

struct _SlFilterCounts
{
  SlFilterCountsParts parts;
  gboolean has_hits;    /* there is one to go to */
  guint n_hidden;       /* rows */
  char *count;          /* NULL until it is known */
  char *brief;          /* the same where there is little room; NULL for the same words */
  gint64 running_since; /* monotonic; 0 while nothing is looked for */
};

/**
 * sl_filter_counts_new:
 * @parts: which outlive it
 *
 * Returns: (transfer full): with nothing to say yet
 */
SlFilterCounts *
sl_filter_counts_new (const SlFilterCountsParts *parts)
{
  SlFilterCounts *self = g_new0 (SlFilterCounts, 1);

  self->parts = *parts;
  return self;
}

void
sl_filter_counts_free (SlFilterCounts *self)
{
  g_free (self->count);
  g_free (self->brief);
  g_free (self);
}

/* What stands beside the entry. Where hits and hidden rows are both said there is less room for each: the numbers stay. */
static void
show_counts (SlFilterCounts *self)
{
  const char *hit = gtk_label_get_label (self->parts.hit_label);
  gboolean is_crowded = self->n_hidden > 0 && (self->has_hits || hit[0] != '\0');
  g_autofree char *hidden = NULL;

  if (is_crowded)
    /* Translators: on a button that shows the rows that were hidden, where there is little room */
    hidden = g_strdup_printf (ngettext ("%u hidden", "%u hidden", self->n_hidden), self->n_hidden);
  else
    /* Translators: on a button that shows them */
    hidden =
        g_strdup_printf (ngettext ("%u row hidden – Show", "%u rows hidden – Show", self->n_hidden),
                         self->n_hidden);
  sl_filter_room_set_label (GTK_WIDGET (self->parts.hidden_button), hidden);
  gtk_widget_set_visible (GTK_WIDGET (self->parts.hidden_button), self->n_hidden > 0);
  gtk_label_set_label (self->parts.count_label, is_crowded && self->brief != NULL ? self->brief
                                                : self->count != NULL             ? self->count
                                                                                  : "");
}

/**
 * sl_filter_counts_set_hidden:
 * @n_hidden: rows that the user hid, which nothing else in sight says
 */
void
sl_filter_counts_set_hidden (SlFilterCounts *self, guint n_hidden)
{
  self->n_hidden = n_hidden;
  show_counts (self);
}

/* Returns whether what is found until now is worth seeing: what comes soon would only flicker. */
static gboolean
show_progress (SlFilterCounts *self, double done)
{
  gint64 now = g_get_monotonic_time ();
  gboolean is_long;

  if (done >= 1)
    self->running_since = 0;
  else if (self->running_since == 0)
    self->running_since = now;

  is_long = done < 1 && now - self->running_since >= PROGRESS_AFTER_USEC;
  gtk_progress_bar_set_fraction (self->parts.progress, done);
  gtk_widget_set_visible (GTK_WIDGET (self->parts.progress), is_long);
  sl_tip_set (GTK_WIDGET (self->parts.count_label),
              done < 1 ? _ ("Rows, bars and maps show the matches found so far") : NULL);
  return is_long || done >= 1;
}

/**
 * sl_filter_counts_set_count:
 * @is_filtered: whether there is a filter
 * @n_matches: events that match, as far as they are counted
 * @done: how much of the traces was looked at, 0 … 1: what rows of counts show of the filter goes by
 *   it as well
 *
 * Says how many events match, and while it takes long, how far it is.
 */
void
sl_filter_counts_set_count (SlFilterCounts *self,
                            gboolean is_filtered,
                            guint64 n_matches,
                            guint64 n_events,
                            double done)
{
  g_autofree char *matches = sl_time_text_ticks (n_matches);
  g_autofree char *events = sl_time_text_ticks (n_events);
  g_autofree char *text = NULL;
  g_autofree char *brief = NULL;

  /* Translators: so many events match, of so many */
  if (is_filtered && done >= 1)
    brief = g_strdup_printf (_ ("%s of %s"), matches, events);
  if (!is_filtered)
    text = g_strdup_printf (ngettext ("%s event", "%s events", n_events), events);
  else if (done < 1)
    /* Translators: so many events match until now, of so many */
    text = g_strdup_printf (_ ("%s … of %s events"), matches, events);
  else
    text = g_strdup_printf (_ ("%s of %s events"), matches, events);

  if (!show_progress (self, is_filtered ? done : 1))
    return;

  g_free (self->count);
  self->count = g_steal_pointer (&text);
  g_free (self->brief);
  self->brief = g_steal_pointer (&brief);
  show_counts (self);
}

/**
 * sl_filter_counts_set_hit:
 * @text: (nullable): which hit is picked, such as "7 of 30"
 * @has_hits: whether there is one to go to
 */
void
sl_filter_counts_set_hit (SlFilterCounts *self, const char *text, gboolean has_hits)
{
  self->has_hits = has_hits;
  gtk_label_set_label (self->parts.hit_label, text != NULL ? text : "");
  gtk_widget_set_visible (GTK_WIDGET (self->parts.hit_label), text != NULL && text[0] != '\0');
  gtk_widget_set_visible (self->parts.hits_box, has_hits);
  show_counts (self);
}

/**
 * sl_filter_counts_dup_text:
 *
 * Returns: (transfer full) (nullable): how many events match and which one is picked, in words; %NULL until that is
 *   known
 */
char *
sl_filter_counts_dup_text (SlFilterCounts *self)
{
  const char *hit = gtk_label_get_label (self->parts.hit_label);

  return self->count != NULL && hit[0] != '\0' ? g_strdup_printf ("%s, %s", self->count, hit)
                                               : g_strdup (self->count);
}

/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-summary-private.h"

#include <glib/gi18n.h>

#include "sl-text-missing-code.h"
#include "sl-time-text.h"
#include "sl-unbroken.h"
#include "sl-widget-util.h"

/* Which code is not known, of branch traces whose code was given: how much that hides, and whose it is. Each
 * line goes to the first place that is hidden. */

/* Ranges that are listed. */
#define MOST_LISTED 6

static GtkWidget *
text_new (const char *text, gboolean is_dim)
{
  GtkWidget *label = sl_summary_label_new (text, FALSE);

  gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_NONE);
  gtk_label_set_wrap (GTK_LABEL (label), TRUE);
  gtk_label_set_wrap_mode (GTK_LABEL (label), PANGO_WRAP_WORD_CHAR);
  gtk_label_set_width_chars (GTK_LABEL (label), 20);
  gtk_label_set_max_width_chars (GTK_LABEL (label), 20);
  gtk_widget_set_hexpand (label, TRUE);
  if (is_dim)
    {
      gtk_widget_add_css_class (label, "caption");
      gtk_widget_add_css_class (label, "dim-label");
    }
  return label;
}

static void
add_range (GtkBox *section, SlDocument *document, guint trace, const SlMissingRange *range)
{
  SlSummaryPlace place = { .goal = SL_SUMMARY_SPAN,
                           .document = document,
                           .trace = trace,
                           .span = range->first };
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 10);
  GtkWidget *texts = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  g_autofree char *title = sl_text_missing_place (range);
  g_autofree char *count = sl_text_missing_count (range);
  g_autofree char *name = g_strdup_printf ("%s: %s", title, count);

  gtk_box_append (GTK_BOX (texts), text_new (title, FALSE));
  gtk_box_append (GTK_BOX (texts), text_new (count, TRUE));
  gtk_box_append (GTK_BOX (box), texts);
  gtk_box_append (GTK_BOX (box), sl_decoration_new ("go-next-symbolic"));
  gtk_box_append (section, sl_summary_line_new (&place, box, name));
}

/**
 * sl_summary_add_code:
 * @missing: (nullable): what was found; %NULL while that is not known
 *
 * Adds nothing where nothing is missing.
 */
void
sl_summary_add_code (GtkBox *box, SlDocument *document, guint trace, const SlMissingCode *missing)
{
  g_autofree char *text = missing != NULL ? sl_text_missing_code (missing) : NULL;
  g_autofree char *wrong = missing != NULL ? sl_text_missing_wrong (missing) : NULL;
  GtkBox *section;

  if (text == NULL && wrong == NULL)
    return;

  section = sl_summary_add_section (box, _ ("Missing Code"));
  if (text != NULL)
    gtk_box_append (section, text_new (text, FALSE));
  for (guint i = 0; i < MIN (missing->ranges->len, MOST_LISTED); i++)
    add_range (section, document, trace, &g_array_index (missing->ranges, SlMissingRange, i));
  if (missing->ranges->len > MOST_LISTED)
    {
      guint n_more = missing->ranges->len - MOST_LISTED;
      g_autofree char *more = g_strdup_printf (ngettext ("and %u more range of addresses",
                                                         "and %u more ranges of addresses", n_more),
                                               n_more);

      gtk_box_append (section, text_new (more, TRUE));
    }
  if (wrong != NULL)
    gtk_box_append (section, text_new (wrong, FALSE));
}

/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-details-room.h"

#include "sl-widget-util.h"

/* Whether there is room for the details beside the timeline. */

/* In pixels, with text of the usual size: what timeline and lists are to have where the details are beside them. They can do
 * with less, but only where nothing else takes the width. */
#define WIDTH_BESIDE 619

static void
measure (GtkWidget *place,
         GtkOrientation orientation,
         int for_size,
         int *least,
         int *natural,
         int *least_baseline,
         int *natural_baseline)
{
  GtkWidget *child = gtk_widget_get_first_child (place);

  gtk_widget_measure (child, orientation, for_size, least, natural, NULL, NULL);
  if (orientation == GTK_ORIENTATION_HORIZONTAL)
    *natural = MAX (*least, (int) (WIDTH_BESIDE * (1 + sl_text_scale_get (place)) / 2));
}

static void
allocate (GtkWidget *place, int width, int height, int baseline)
{
  gtk_widget_allocate (gtk_widget_get_first_child (place), width, height, baseline, NULL);
}

/**
 * sl_details_room_keep:
 * @flap: with the details, and a content that has one child for ever
 *
 * Has the details fold away before they take too much of the width from what is beside them: with larger text that is earlier.
 * The least width of the window has nothing to do with it, since there the details are folded.
 */
void
sl_details_room_keep (AdwFlap *flap)
{
  gtk_widget_set_layout_manager (adw_flap_get_content (flap),
                                 gtk_custom_layout_new (NULL, measure, allocate));
  adw_flap_set_fold_threshold_policy (flap, ADW_FOLD_THRESHOLD_POLICY_NATURAL);
}

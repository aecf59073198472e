/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-filter-room.h"

#include <adwaita.h>

/* How the filter's row gets along with a narrow window or with large text: buttons show an icon instead of their label. */

/* Pixels between two widgets. */
#define SPACING 6

/* What is typed in gets so many halves of the least width that it can do with before others get their full width. */
#define WIDER 3

static void
measure (GtkWidget *row,
         GtkOrientation orientation,
         int for_size,
         int *least,
         int *natural,
         int *least_baseline,
         int *natural_baseline)
{
  int n_shown = 0;

  *least = 0;
  *natural = 0;
  for (GtkWidget *child = gtk_widget_get_first_child (row); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    {
      int child_least, child_natural;

      if (!gtk_widget_get_visible (child))
        continue;
      gtk_widget_measure (child, orientation, -1, &child_least, &child_natural, NULL, NULL);
      if (orientation == GTK_ORIENTATION_VERTICAL)
        {
          *least = MAX (*least, child_least);
          *natural = MAX (*natural, child_natural);
          continue;
        }
      *least += child_least + (n_shown > 0 ? SPACING : 0);
      *natural += child_natural + (n_shown > 0 ? SPACING : 0);
      n_shown++;
    }
}

/* Those have room for their label, or they have not, and show their icon; others do with a part of what they want. */
static gboolean
has_icon (GtkWidget *child)
{
  return GTK_IS_BUTTON (child) || GTK_IS_MENU_BUTTON (child);
}

static gboolean
expands (GtkWidget *child)
{
  return gtk_widget_compute_expand (child, GTK_ORIENTATION_HORIZONTAL);
}

/* The width of a child. A box would give all of them a part of what there is.
 * @extra: pixels that are left; its share is taken from them */
static int
take_width (GtkWidget *child, int *extra)
{
  int least, natural, more;

  gtk_widget_measure (child, GTK_ORIENTATION_HORIZONTAL, -1, &least, &natural, NULL, NULL);
  if (has_icon (child) && natural - least > *extra)
    return least;
  if (expands (child))
    natural = MIN (natural, WIDER * least / 2);

  more = MIN (natural - least, *extra);
  *extra -= more;
  return least + more;
}

/* In this order each has what it wants if all of that is there; what is left belongs to what expands. */
typedef enum
{
  TURN_ENTRY,
  TURN_TEXT,
  TURN_BUTTONS,
  N_TURNS,
} Turn;

static Turn
get_turn (GtkWidget *child)
{
  return expands (child) ? TURN_ENTRY : has_icon (child) ? TURN_BUTTONS : TURN_TEXT;
}

/* The width of @wanted; what is left of @extra is set. */
static int
find_width (GtkWidget *row, GtkWidget *wanted, gboolean entry_first, int *extra)
{
  int found = 0, none = 0;

  for (Turn turn = 0; turn < N_TURNS; turn++)
    for (GtkWidget *child = gtk_widget_get_first_child (row); child != NULL;
         child = gtk_widget_get_next_sibling (child))
      if (gtk_widget_get_visible (child) && get_turn (child) == turn)
        {
          int width = take_width (child, turn == TURN_ENTRY && !entry_first ? &none : extra);

          if (child == wanted)
            found = width;
        }
  return found;
}

static void
place_all (GtkWidget *row, int width, int height, gboolean entry_first)
{
  gboolean is_mirrored = gtk_widget_get_direction (row) == GTK_TEXT_DIR_RTL;
  int least, natural, x = 0;

  measure (row, GTK_ORIENTATION_HORIZONTAL, -1, &least, &natural, NULL, NULL);
  for (GtkWidget *child = gtk_widget_get_first_child (row); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    {
      GtkAllocation place = { .x = x, .height = height };
      int left = MAX (width - least, 0);

      if (!gtk_widget_get_visible (child))
        continue;
      place.width = find_width (row, child, entry_first, &left);
      if (expands (child))
        place.width += left;
      x += place.width + SPACING;
      if (is_mirrored)
        place.x = width - place.x - place.width;
      gtk_widget_size_allocate (child, &place, -1);
    }
}

static void
allocate (GtkWidget *row, int width, int height, int baseline)
{
  place_all (row, width, height, FALSE);
}

static void
allocate_entry_first (GtkWidget *row, int width, int height, int baseline)
{
  place_all (row, width, height, TRUE);
}

/**
 * sl_filter_room_new:
 * @entry_first: whether what expands has some room to type in before others get their label
 *
 * Returns: (transfer full): the layout of a row of which one widget expands. The others are in the order in which they get
 *   their full width, or buttons with icons that and nothing less, where there is not enough for all.
 */
GtkLayoutManager *
sl_filter_room_new (gboolean entry_first)
{
  return gtk_custom_layout_new (NULL, measure, entry_first ? allocate_entry_first : allocate);
}

static GtkWidget *
get_content (GtkWidget *button)
{
  return GTK_IS_MENU_BUTTON (button) ? gtk_menu_button_get_child (GTK_MENU_BUTTON (button))
                                     : gtk_button_get_child (GTK_BUTTON (button));
}

/* What takes the focus. */
static GtkWidget *
get_pressed (GtkWidget *button)
{
  return GTK_IS_MENU_BUTTON (button) ? gtk_widget_get_first_child (button) : button;
}

/**
 * sl_filter_room_add_icon:
 * @button: a #GtkButton, or a #GtkMenuButton; it has no label
 * @icon: shown where the label does not fit
 *
 * The label is that of sl_filter_room_set_label().
 */
void
sl_filter_room_add_icon (GtkWidget *button, const char *icon)
{
  GtkWidget *squeezer = adw_squeezer_new ();
  GtkWidget *image = gtk_image_new_from_icon_name (icon);

  adw_squeezer_set_homogeneous (ADW_SQUEEZER (squeezer), FALSE);
  adw_squeezer_add (ADW_SQUEEZER (squeezer), gtk_label_new (NULL));
  adw_squeezer_add (ADW_SQUEEZER (squeezer), image);
  if (GTK_IS_MENU_BUTTON (button))
    {
      gtk_menu_button_set_child (GTK_MENU_BUTTON (button), squeezer);
      gtk_menu_button_set_always_show_arrow (GTK_MENU_BUTTON (button), TRUE);
    }
  else
    gtk_button_set_child (GTK_BUTTON (button), squeezer);
  gtk_widget_add_css_class (get_pressed (button), "text-button");
}

/**
 * sl_filter_room_set_label:
 * @button: with an icon, by sl_filter_room_add_icon()
 *
 * Assistive technologies call the button by its label, also where only the icon is seen.
 */
void
sl_filter_room_set_label (GtkWidget *button, const char *label)
{
  GtkWidget *text = gtk_widget_get_first_child (get_content (button));
  GtkAccessible *pressed = GTK_ACCESSIBLE (get_pressed (button));

  gtk_label_set_label (GTK_LABEL (text), label);
  /* GTK would put the name together from all that is in the button. */
  gtk_accessible_reset_relation (pressed, GTK_ACCESSIBLE_RELATION_LABELLED_BY);
  gtk_accessible_update_property (pressed, GTK_ACCESSIBLE_PROPERTY_LABEL, label, -1);
}

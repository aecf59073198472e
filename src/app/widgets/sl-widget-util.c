/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-widget-util.h"

#include "sl-message.h"
#include "sl-picture-style.h"
#include "sl-tip.h"

/* Longer values of rows of preferences are cut. */
#define MOST_VALUE_CHARS 24

/* GTK 4.8 names a button with an icon "GtkImage" and one with a mnemonic "_Open Open". */

static char *
dup_without_underscores (const char *label)
{
  g_auto (GStrv) parts = g_strsplit (label, "_", -1);

  return g_strjoinv ("", parts);
}

/* Buttons whose label is plain have the right name, and tabs are named where they are made: the
 * tooltip of one says why there is nothing to show. */
static char *
dup_name (GtkWidget *widget)
{
  if (GTK_IS_BUTTON (widget) && gtk_button_get_label (GTK_BUTTON (widget)) != NULL)
    return gtk_button_get_use_underline (GTK_BUTTON (widget))
               ? dup_without_underscores (gtk_button_get_label (GTK_BUTTON (widget)))
               : NULL;

  /* Its label or an icon, as there is room: it is named where it is made. */
  if (GTK_IS_BUTTON (widget) && ADW_IS_SQUEEZER (gtk_button_get_child (GTK_BUTTON (widget))))
    return NULL;

  if (GTK_IS_MENU_BUTTON (widget))
    {
      GtkMenuButton *button = GTK_MENU_BUTTON (widget);

      if (ADW_IS_SQUEEZER (gtk_menu_button_get_child (button)))
        return g_strdup ("");
      if (gtk_menu_button_get_label (button) == NULL)
        return g_strdup (gtk_widget_get_tooltip_text (widget));
      return gtk_menu_button_get_use_underline (button)
                 ? dup_without_underscores (gtk_menu_button_get_label (button))
                 : g_strdup (""); /* the button inside has its label */
    }

  if (gtk_accessible_get_accessible_role (GTK_ACCESSIBLE (widget)) == GTK_ACCESSIBLE_ROLE_TAB)
    return NULL;

  return GTK_IS_BUTTON (widget) ? g_strdup (gtk_widget_get_tooltip_text (widget)) : NULL;
}

static void
give_name (GtkWidget *widget, const char *name)
{
  gtk_accessible_reset_relation (GTK_ACCESSIBLE (widget), GTK_ACCESSIBLE_RELATION_LABELLED_BY);
  gtk_accessible_update_property (GTK_ACCESSIBLE (widget), GTK_ACCESSIBLE_PROPERTY_LABEL, name, -1);
}

/* A tooltip that is the name already would be read out twice. */
static void
drop_description (GtkWidget *widget)
{
  gtk_accessible_reset_relation (GTK_ACCESSIBLE (widget), GTK_ACCESSIBLE_RELATION_DESCRIBED_BY);
  sl_message_describe (widget, "");
}

/**
 * sl_page_names_give:
 *
 * Pages are called as what they hold; one without a title would be called by its type.
 */
void
sl_page_names_give (GtkStack *stack)
{
  g_autoptr (GtkSelectionModel) pages = gtk_stack_get_pages (stack);

  for (guint i = 0; i < g_list_model_get_n_items (G_LIST_MODEL (pages)); i++)
    {
      g_autoptr (GObject) page = g_list_model_get_item (G_LIST_MODEL (pages), i);

      if (gtk_stack_page_get_title (GTK_STACK_PAGE (page)) == NULL)
        gtk_accessible_update_property (GTK_ACCESSIBLE (page), GTK_ACCESSIBLE_PROPERTY_LABEL, "",
                                        -1);
    }
}

static void
name_choice_cb (GtkDropDown *drop)
{
  gpointer chosen = gtk_drop_down_get_selected_item (drop);

  give_name (gtk_widget_get_first_child (GTK_WIDGET (drop)),
             GTK_IS_STRING_OBJECT (chosen) ? gtk_string_object_get_string (chosen) : "");
}

/* What takes the focus is a button inside, which says what is chosen; the list itself says what for. */
static void
follow_choice (GtkWidget *drop)
{
  if (g_signal_handler_find (drop, G_SIGNAL_MATCH_FUNC, 0, 0, NULL, name_choice_cb, NULL) == 0)
    g_signal_connect (drop, "notify::selected-item", G_CALLBACK (name_choice_cb), NULL);
  name_choice_cb (GTK_DROP_DOWN (drop));
}

static gboolean
is_untitled_list (GtkWidget *widget)
{
  GtkWidget *group = gtk_widget_get_ancestor (widget, ADW_TYPE_PREFERENCES_GROUP);

  return GTK_IS_LIST_BOX (widget) && group != NULL &&
         adw_preferences_group_get_title (ADW_PREFERENCES_GROUP (group))[0] == '\0';
}

/**
 * sl_button_names_give:
 * @widget: whose buttons, down to the last descendant, are meant
 *
 * Gives each button without a plain label the name that assistive technologies say: its label
 * without the mark of the mnemonic, or its tooltip; and to what GTK 4.8 calls by its type, inside of
 * drop-down lists and tables, what it holds. Menus, and lists and pages without a title, are not called anything.
 */
void
sl_button_names_give (GtkWidget *widget)
{
  g_autofree char *name = dup_name (widget);
  gboolean is_tip = name != NULL && g_strcmp0 (name, gtk_widget_get_tooltip_text (widget)) == 0;

  if (name != NULL)
    give_name (widget, name);
  if (is_tip)
    drop_description (widget);
  if (GTK_IS_DROP_DOWN (widget))
    {
      follow_choice (widget);
      return;
    }
  if (GTK_IS_POPOVER_MENU (widget) || ADW_IS_VIEW_SWITCHER (widget) || is_untitled_list (widget))
    give_name (widget, "");
  if (GTK_IS_STACK (widget))
    sl_page_names_give (GTK_STACK (widget));

  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    {
      /* What takes the focus is the button inside. */
      if (name != NULL && name[0] != '\0' && GTK_IS_MENU_BUTTON (widget) &&
          GTK_IS_TOGGLE_BUTTON (child))
        {
          give_name (child, name);
          if (is_tip)
            drop_description (child);
        }
      else if (GTK_IS_COLUMN_VIEW (widget) && GTK_IS_LIST_VIEW (child))
        give_name (child, ""); /* it is called as its page is */
      else if (GTK_IS_BUTTON (widget) && GTK_IS_IMAGE (child))
        give_name (child, ""); /* the button says what it means */
      else
        sl_button_names_give (child);
    }
}

/* Escape leaves what was searched, and where nothing is searched the window. */
static void
stop_search_cb (GtkWidget *entry)
{
  if (gtk_editable_get_text (GTK_EDITABLE (entry))[0] != '\0')
    gtk_editable_set_text (GTK_EDITABLE (entry), "");
  else
    gtk_window_close (GTK_WINDOW (gtk_widget_get_root (entry)));
}

/* What is typed elsewhere goes into the search, where the next letter is expected too. */
static void
search_started_cb (GtkWidget *entry)
{
  gtk_widget_grab_focus (entry);
  gtk_editable_set_position (GTK_EDITABLE (entry), -1);
}

/**
 * sl_search_entry_new:
 * @name: what is searched, translated
 * @capture: in which what is typed is searched
 *
 * Returns: (transfer floating):
 */
GtkWidget *
sl_search_entry_new (const char *name, GtkWidget *capture)
{
  GtkWidget *entry = gtk_search_entry_new ();

  g_object_set (entry, "placeholder-text", name, "hexpand", TRUE, NULL);
  gtk_accessible_update_property (GTK_ACCESSIBLE (entry), GTK_ACCESSIBLE_PROPERTY_LABEL, name, -1);
  gtk_search_entry_set_key_capture_widget (GTK_SEARCH_ENTRY (entry), capture);
  g_signal_connect (entry, "stop-search", G_CALLBACK (stop_search_cb), NULL);
  g_signal_connect (entry, "search-started", G_CALLBACK (search_started_cb), NULL);
  return entry;
}

/**
 * sl_tip_name_give:
 * @name: the tooltip of a button that shows no such words, or of a text that may be cut, and its name, which is said once
 */
void
sl_tip_name_give (GtkWidget *widget, const char *name)
{
  sl_tip_set (widget, name);
  give_name (widget, name);
  drop_description (widget);
}

/**
 * sl_text_scale_get:
 *
 * Returns: how much larger than usual the user wants text to be, 1 for the usual size or less
 */
double
sl_text_scale_get (GtkWidget *widget)
{
  int dpi = 0;

  g_object_get (gtk_widget_get_settings (widget), "gtk-xft-dpi", &dpi, NULL);
  return MAX (dpi / (96.0 * 1024), 1);
}

/**
 * sl_error_mark_set:
 * @widget: in which something is typed or chosen
 * @is_invalid: whether that is not accepted
 *
 * Marks it for the eye and for assistive technologies; the reason is shown elsewhere.
 */
void
sl_error_mark_set (GtkWidget *widget, gboolean is_invalid)
{
  if (is_invalid)
    gtk_widget_add_css_class (widget, "error");
  else
    gtk_widget_remove_css_class (widget, "error");
  gtk_accessible_update_state (GTK_ACCESSIBLE (widget), GTK_ACCESSIBLE_STATE_INVALID,
                               is_invalid ? GTK_ACCESSIBLE_INVALID_TRUE
                                          : GTK_ACCESSIBLE_INVALID_FALSE,
                               -1);
}

/**
 * sl_icon_button_new:
 * @tip: what it does, translated
 * @action: (nullable): its name with prefix
 *
 * Returns: (transfer floating): a button that is an icon alone
 */
GtkWidget *
sl_icon_button_new (const char *icon, const char *tip, const char *action)
{
  GtkWidget *button = gtk_button_new_from_icon_name (icon);

  gtk_widget_set_tooltip_text (button, tip);
  gtk_actionable_set_action_name (GTK_ACTIONABLE (button), action);
  return button;
}

/**
 * sl_icon_button_new_menu:
 * @tip: what the menu is for, translated
 *
 * Returns: (transfer floating): a button that is an icon alone and opens @menu
 */
GtkWidget *
sl_icon_button_new_menu (const char *icon, const char *tip, GMenuModel *menu)
{
  GtkWidget *button = gtk_menu_button_new ();

  gtk_menu_button_set_icon_name (GTK_MENU_BUTTON (button), icon);
  gtk_menu_button_set_menu_model (GTK_MENU_BUTTON (button), menu);
  gtk_widget_set_tooltip_text (button, tip);
  return button;
}

static void
draw_cb (GtkDrawingArea *area, cairo_t *cr, int width, int height, gpointer user_data)
{
  sl_picture_style_set_source (cr, GPOINTER_TO_UINT (user_data), 1);
  cairo_paint (cr);
}

/**
 * sl_decoration_new:
 *
 * Returns: (transfer floating): an image that says nothing to a screen reader, since the text beside it says it all
 */
GtkWidget *
sl_decoration_new (const char *icon)
{
  return g_object_new (GTK_TYPE_IMAGE, "icon-name", icon, "accessible-role",
                       GTK_ACCESSIBLE_ROLE_PRESENTATION, NULL);
}

/**
 * sl_swatch_new:
 * @colour: 0xrrggbb
 * @width: in pixels, above zero
 * @height: in pixels, above zero
 *
 * Returns: (transfer floating): a bar in an object's colour
 */
GtkWidget *
sl_swatch_new (guint32 colour, int width, int height)
{
  GtkWidget *area = gtk_drawing_area_new ();

  gtk_drawing_area_set_content_width (GTK_DRAWING_AREA (area), width);
  gtk_drawing_area_set_content_height (GTK_DRAWING_AREA (area), height);
  gtk_drawing_area_set_draw_func (GTK_DRAWING_AREA (area), draw_cb, GUINT_TO_POINTER (colour),
                                  NULL);
  gtk_widget_set_overflow (area, GTK_OVERFLOW_HIDDEN);
  gtk_widget_add_css_class (area, "swatch");
  return area;
}

/**
 * sl_dialog_suggest:
 * @answer: one of the dialog's answers
 *
 * Makes Enter give @answer, and Escape "cancel", which must be an answer as well.
 */
void
sl_dialog_suggest (AdwMessageDialog *dialog, const char *answer)
{
  adw_message_dialog_set_response_appearance (dialog, answer, ADW_RESPONSE_SUGGESTED);
  adw_message_dialog_set_default_response (dialog, answer);
  adw_message_dialog_set_close_response (dialog, "cancel");
}

/* What is chosen in a row of preferences or in a drop-down. By itself that of a row gives way to a long
 * subtitle, down to "…", although it is what the row is for and the subtitle can have another line; and
 * a drop-down is never less wide than its longest choice. */

static void
setup_value_cb (GtkListItemFactory *factory, GtkListItem *item)
{
  GtkWidget *label = gtk_label_new (NULL);

  gtk_widget_set_valign (label, GTK_ALIGN_CENTER);
  gtk_list_item_set_child (item, label);
}

/* @is_narrow: whether any value is cut where there is little room, or only one that is very long */
static void
bind_value_cb (GtkListItemFactory *factory, GtkListItem *item, gpointer is_narrow)
{
  GtkLabel *label = GTK_LABEL (gtk_list_item_get_child (item));
  const char *text = gtk_string_object_get_string (gtk_list_item_get_item (item));
  gboolean is_long = is_narrow == NULL && g_utf8_strlen (text, -1) > MOST_VALUE_CHARS;

  gtk_label_set_xalign (label, is_narrow != NULL ? 0 : 1);
  gtk_label_set_ellipsize (label, is_narrow != NULL || is_long ? PANGO_ELLIPSIZE_END
                                                               : PANGO_ELLIPSIZE_NONE);
  gtk_label_set_width_chars (label, is_long ? MOST_VALUE_CHARS : -1);
  gtk_label_set_max_width_chars (label, is_long ? MOST_VALUE_CHARS : -1);
  gtk_label_set_label (label, text);
}

/* (transfer full) */
static GtkListItemFactory *
make_value_factory (gboolean is_narrow)
{
  GtkListItemFactory *factory = gtk_signal_list_item_factory_new ();

  g_signal_connect (factory, "setup", G_CALLBACK (setup_value_cb), NULL);
  g_signal_connect (factory, "bind", G_CALLBACK (bind_value_cb), GINT_TO_POINTER (is_narrow));
  return factory;
}

/**
 * sl_combo_value_keep:
 * @row: with a #GtkStringList, or to be given one
 *
 * Shows the chosen value in full, and breaks the row's subtitle instead.
 */
void
sl_combo_value_keep (AdwComboRow *row)
{
  g_autoptr (GtkListItemFactory) factory = make_value_factory (FALSE);

  /* The list that comes up keeps its marks of what is chosen. */
  adw_combo_row_set_list_factory (row, adw_combo_row_get_factory (row));
  adw_combo_row_set_factory (row, factory);
}

/**
 * sl_combo_value_narrow:
 * @drop: with a #GtkStringList, or to be given one
 *
 * Lets the chosen value be cut where there is little room; the list that comes up has all of it.
 */
void
sl_combo_value_narrow (GtkDropDown *drop)
{
  g_autoptr (GtkListItemFactory) factory = make_value_factory (TRUE);

  gtk_drop_down_set_list_factory (drop, gtk_drop_down_get_factory (drop));
  gtk_drop_down_set_factory (drop, factory);
}

/* Nothing was said of the focus until now. */
static void
active_cb (GtkWindow *window)
{
  g_autoptr (GtkWidget) focus = NULL;

  if (!gtk_window_is_active (window))
    return;

  g_signal_handlers_disconnect_by_func (window, active_cb, NULL);
  g_set_object (&focus, gtk_window_get_focus (window));
  gtk_window_set_focus (window, NULL);
  gtk_window_set_focus (window, focus);
}

/**
 * sl_window_present_at:
 * @focus: in @window
 *
 * Shows a window for the first time, with the focus at a widget in it. Screen readers say the window first and then the widget:
 * by itself GTK 4.8 tells them of the focus before the window is active, or not at all.
 */
void
sl_window_present_at (GtkWindow *window, GtkWidget *focus)
{
  gtk_window_set_focus (window, focus);
  g_signal_connect_after (window, "notify::is-active", G_CALLBACK (active_cb), NULL);
  gtk_window_present (window);
}

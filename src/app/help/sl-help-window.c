/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-help-window.h"

#include <glib/gi18n.h>
#include <string.h>

#include "sl-help-text.h"
#include "sl-widget-util.h"

#define WIDTH       820
#define HEIGHT      620
#define INDEX_WIDTH 210

struct _SlHelpWindow
{
  AdwWindow parent_instance;

  GtkWidget *entry;
  GtkListBox *index;  /* a row for each page */
  GtkWidget *content; /* of the page, or what was found */
  GtkWidget *nothing;
  GtkAdjustment *adjustment;
  guint page;
};

/* The text of a section, to which the keys go: labels take the focus only where they can be selected. */
struct _SlHelpPassage
{
  GtkWidget parent_instance;
};

#define SL_TYPE_HELP_PASSAGE (sl_help_passage_get_type ())
G_DECLARE_FINAL_TYPE (SlHelpPassage, sl_help_passage, SL, HELP_PASSAGE, GtkWidget)
G_DEFINE_FINAL_TYPE (SlHelpPassage, sl_help_passage, GTK_TYPE_WIDGET)

static void
sl_help_passage_dispose (GObject *object)
{
  GtkWidget *label = gtk_widget_get_first_child (GTK_WIDGET (object));

  if (label != NULL)
    gtk_widget_unparent (label);

  G_OBJECT_CLASS (sl_help_passage_parent_class)->dispose (object);
}

static void
sl_help_passage_class_init (SlHelpPassageClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = sl_help_passage_dispose;
  gtk_widget_class_set_css_name (widget_class, "passage");
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_LABEL);
}

static void
sl_help_passage_init (SlHelpPassage *self)
{
  gtk_widget_set_focusable (GTK_WIDGET (self), TRUE);
}

G_DEFINE_FINAL_TYPE (SlHelpWindow, sl_help_window, ADW_TYPE_WINDOW)

/* @text: in Pango's markup */
static GtkWidget *
make_label (const char *text)
{
  GtkWidget *label = gtk_label_new (NULL);

  gtk_label_set_markup (GTK_LABEL (label), text);
  gtk_label_set_wrap (GTK_LABEL (label), TRUE);
  gtk_label_set_wrap_mode (GTK_LABEL (label), PANGO_WRAP_WORD_CHAR);
  gtk_label_set_xalign (GTK_LABEL (label), 0);
  return label;
}

static GtkWidget *
make_heading (const char *text, const char *css_class)
{
  GtkWidget *heading =
      g_object_new (GTK_TYPE_LABEL, "accessible-role", GTK_ACCESSIBLE_ROLE_HEADING, "label", text,
                    "wrap", TRUE, "xalign", 0.0f, "margin-top", 9, NULL);

  gtk_widget_add_css_class (heading, css_class);
  return heading;
}

/* The keys go from one section to the next, and each is read out with its heading. */
static void
add_section (SlHelpWindow *self, const SlHelpSection *section)
{
  SlKeyMap *map = sl_key_map_get_default ();
  g_autofree char *markup = sl_help_text_dup_markup (section, map);
  g_autofree char *plain = sl_help_text_dup_plain (section, map);
  g_autofree char *name = g_strdup_printf ("%s. %s", _ (section->heading), plain);
  GtkWidget *passage = g_object_new (SL_TYPE_HELP_PASSAGE, NULL);

  gtk_box_append (GTK_BOX (self->content), make_heading (_ (section->heading), "heading"));
  gtk_widget_set_parent (make_label (markup), passage);
  gtk_accessible_update_property (GTK_ACCESSIBLE (passage), GTK_ACCESSIBLE_PROPERTY_LABEL, name,
                                  -1);
  gtk_box_append (GTK_BOX (self->content), passage);
}

/* (transfer full): case-folded */
static char **
dup_words (SlHelpWindow *self)
{
  g_autofree char *folded =
      g_utf8_casefold (gtk_editable_get_text (GTK_EDITABLE (self->entry)), -1);

  return g_strsplit_set (g_strstrip (folded), " ", -1);
}

/* Whether all @words are in the section or in the title of its page. */
static gboolean
matches (const SlHelpSection *section, const char *title, char **words)
{
  g_autofree char *plain = sl_help_text_dup_plain (section, sl_key_map_get_default ());
  g_autofree char *all = g_strjoin (" ", _ (title), _ (section->heading), plain, NULL);
  g_autofree char *folded = g_utf8_casefold (all, -1);

  for (guint i = 0; words[i] != NULL; i++)
    if (strstr (folded, words[i]) == NULL)
      return FALSE;

  return TRUE;
}

static void
clear (SlHelpWindow *self)
{
  GtkWidget *child;

  while ((child = gtk_widget_get_first_child (self->content)) != NULL)
    gtk_box_remove (GTK_BOX (self->content), child);
}

/* The page that is chosen; while something is searched, what was found on all pages. */
static void
fill (SlHelpWindow *self)
{
  g_auto (GStrv) words = dup_words (self);
  gboolean is_searching = words[0] != NULL && words[0][0] != '\0';
  const char *title = NULL, *last = NULL;
  guint n_sections, page = 0;
  const SlHelpSection *sections = sl_help_text_get (&n_sections);

  clear (self);
  for (guint i = 0; i < n_sections; i++)
    {
      if (sections[i].page != NULL && title != NULL)
        page++;
      if (sections[i].page != NULL)
        title = sections[i].page;
      if (is_searching ? !matches (&sections[i], title, words) : page != self->page)
        continue;

      if (title != last)
        gtk_box_append (GTK_BOX (self->content), make_heading (_ (title), "title-2"));
      last = title;
      add_section (self, &sections[i]);
    }
  gtk_widget_set_visible (self->nothing, last == NULL);
  gtk_adjustment_set_value (self->adjustment, 0);
}

static void
row_selected_cb (SlHelpWindow *self, GtkListBoxRow *row)
{
  if (row == NULL)
    return;

  self->page = (guint) gtk_list_box_row_get_index (row);
  /* Who chooses a page searches no more. */
  if (gtk_editable_get_text (GTK_EDITABLE (self->entry))[0] != '\0')
    gtk_editable_set_text (GTK_EDITABLE (self->entry), "");
  else
    fill (self);
}

static void
search_cb (SlHelpWindow *self)
{
  gboolean is_searching = gtk_editable_get_text (GTK_EDITABLE (self->entry))[0] != '\0';

  if (is_searching)
    gtk_list_box_unselect_all (self->index);
  else if (gtk_list_box_get_selected_row (self->index) == NULL)
    gtk_list_box_select_row (self->index,
                             gtk_list_box_get_row_at_index (self->index, (int) self->page));
  fill (self);
}

/* Enter in the search or on a page: what was found, or what the page says. */
static void
activate_cb (SlHelpWindow *self)
{
  gtk_widget_child_focus (self->content, GTK_DIR_TAB_FORWARD);
}

static GtkWidget *
make_entry (SlHelpWindow *self)
{
  self->entry = sl_search_entry_new (_ ("Search the help"), GTK_WIDGET (self));
  gtk_widget_set_size_request (self->entry, 240, -1);
  g_signal_connect_swapped (self->entry, "changed", G_CALLBACK (search_cb), self);
  g_signal_connect_swapped (self->entry, "activate", G_CALLBACK (activate_cb), self);
  return self->entry;
}

static GtkWidget *
make_index (SlHelpWindow *self)
{
  GtkWidget *scrolled = gtk_scrolled_window_new ();
  guint n_sections;
  const SlHelpSection *sections = sl_help_text_get (&n_sections);

  self->index = GTK_LIST_BOX (gtk_list_box_new ());
  gtk_list_box_set_selection_mode (self->index, GTK_SELECTION_SINGLE);
  gtk_widget_add_css_class (GTK_WIDGET (self->index), "navigation-sidebar");
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->index), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("Pages of the help"), -1);
  for (guint i = 0; i < n_sections; i++)
    if (sections[i].page != NULL)
      {
        GtkWidget *row = gtk_list_box_row_new ();

        gtk_list_box_row_set_child (GTK_LIST_BOX_ROW (row), make_label (_ (sections[i].page)));
        gtk_accessible_update_property (GTK_ACCESSIBLE (row), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                        _ (sections[i].page), -1);
        gtk_list_box_append (self->index, row);
      }
  g_signal_connect_swapped (self->index, "row-selected", G_CALLBACK (row_selected_cb), self);
  g_signal_connect_swapped (self->index, "row-activated", G_CALLBACK (activate_cb), self);
  gtk_scrolled_window_set_policy (GTK_SCROLLED_WINDOW (scrolled), GTK_POLICY_NEVER,
                                  GTK_POLICY_AUTOMATIC);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scrolled), GTK_WIDGET (self->index));
  gtk_widget_set_size_request (scrolled, INDEX_WIDTH, -1);
  return scrolled;
}

static GtkWidget *
make_content (SlHelpWindow *self)
{
  GtkWidget *scrolled = gtk_scrolled_window_new ();
  GtkWidget *clamp = adw_clamp_new ();
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);

  self->content = gtk_box_new (GTK_ORIENTATION_VERTICAL, 6);
  self->nothing = gtk_label_new (_ ("Nothing matches"));
  gtk_widget_set_margin_top (self->nothing, 24);
  gtk_widget_set_visible (self->nothing, FALSE);
  gtk_box_append (GTK_BOX (box), self->content);
  gtk_box_append (GTK_BOX (box), self->nothing);
  g_object_set (box, "margin-start", 18, "margin-end", 18, "margin-top", 6, "margin-bottom", 18,
                NULL);
  adw_clamp_set_child (ADW_CLAMP (clamp), box);
  gtk_scrolled_window_set_policy (GTK_SCROLLED_WINDOW (scrolled), GTK_POLICY_NEVER,
                                  GTK_POLICY_AUTOMATIC);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scrolled), clamp);
  gtk_widget_set_hexpand (scrolled, TRUE);
  self->adjustment = gtk_scrolled_window_get_vadjustment (GTK_SCROLLED_WINDOW (scrolled));
  return scrolled;
}

static void
sl_help_window_class_init (SlHelpWindowClass *klass)
{
  gtk_widget_class_add_binding_action (GTK_WIDGET_CLASS (klass), GDK_KEY_Escape, 0, "window.close",
                                       NULL);
}

static void
sl_help_window_init (SlHelpWindow *self)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  GtkWidget *bar = adw_header_bar_new ();
  GtkWidget *sides = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 0);

  adw_header_bar_set_title_widget (ADW_HEADER_BAR (bar), make_entry (self));
  gtk_box_append (GTK_BOX (sides), make_index (self));
  gtk_box_append (GTK_BOX (sides), gtk_separator_new (GTK_ORIENTATION_VERTICAL));
  gtk_box_append (GTK_BOX (sides), make_content (self));
  gtk_widget_set_vexpand (sides, TRUE);
  gtk_box_append (GTK_BOX (box), bar);
  gtk_box_append (GTK_BOX (box), sides);
  adw_window_set_content (ADW_WINDOW (self), box);
  sl_button_names_give (GTK_WIDGET (self));
  g_signal_connect_object (sl_key_map_get_default (), "changed", G_CALLBACK (fill), self,
                           G_CONNECT_SWAPPED);
  gtk_list_box_select_row (self->index, gtk_list_box_get_row_at_index (self->index, 0));
}

/**
 * sl_help_window_present:
 * @parent: next to which it is shown; it can be used meanwhile
 */
void
sl_help_window_present (GtkWindow *parent)
{
  GListModel *windows = gtk_window_get_toplevels ();
  SlHelpWindow *self;

  for (guint i = 0; i < g_list_model_get_n_items (windows); i++)
    {
      g_autoptr (GtkWindow) window = g_list_model_get_item (windows, i);

      if (SL_IS_HELP_WINDOW (window))
        {
          gtk_window_present (window);
          return;
        }
    }

  self = g_object_new (SL_TYPE_HELP_WINDOW, "title", _ ("Help"), "transient-for", parent,
                       "destroy-with-parent", TRUE, "default-width", WIDTH, "default-height",
                       HEIGHT, SL_WINDOW_ROLE, NULL);
  sl_window_present_at (GTK_WINDOW (self),
                        GTK_WIDGET (gtk_list_box_get_row_at_index (self->index, 0)));
}

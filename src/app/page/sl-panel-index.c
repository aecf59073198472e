/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-panel-index.h"

#include "sl-tip.h"

#define N_COLUMNS 2

/* All pages of a stack in two columns of names, which are never cut. Each has a place that never moves: a page for which
 * there is nothing to show is insensitive there, and its tooltip says why. */
struct _SlPanelIndex
{
  AdwBin parent_instance;

  GtkBox *columns[N_COLUMNS];
  GHashTable *entries; /* of Entry, by the name of the page */

  GtkStack *stack;
};

G_DEFINE_FINAL_TYPE (SlPanelIndex, sl_panel_index, ADW_TYPE_BIN)

/* The button of the page that is shown looks checked without being a toggle button: of one of those, screen readers say
 * the name twice, first that the tab has the focus and then that it is pressed. */
typedef struct
{
  char *name;
  char *title;
  GtkButton *button;
  GtkLabel *count;
} Entry;

static void
entry_free (gpointer data)
{
  Entry *entry = data;

  g_free (entry->name);
  g_free (entry->title);
  g_free (entry);
}

static Entry *
find_shown (SlPanelIndex *self)
{
  const char *name = gtk_stack_get_visible_child_name (self->stack);

  return name != NULL ? g_hash_table_lookup (self->entries, name) : NULL;
}

static void
follow_stack (SlPanelIndex *self)
{
  GHashTableIter iter;
  gpointer value;
  const Entry *shown = find_shown (self);

  g_hash_table_iter_init (&iter, self->entries);
  while (g_hash_table_iter_next (&iter, NULL, &value))
    {
      const Entry *entry = value;

      if (entry == shown)
        gtk_widget_set_state_flags (GTK_WIDGET (entry->button), GTK_STATE_FLAG_CHECKED, FALSE);
      else
        gtk_widget_unset_state_flags (GTK_WIDGET (entry->button), GTK_STATE_FLAG_CHECKED);
      gtk_accessible_update_state (GTK_ACCESSIBLE (entry->button), GTK_ACCESSIBLE_STATE_SELECTED,
                                   entry == shown, -1);
    }
}

static void
clicked_cb (SlPanelIndex *self, GtkButton *button)
{
  GHashTableIter iter;
  gpointer value;

  g_hash_table_iter_init (&iter, self->entries);
  while (g_hash_table_iter_next (&iter, NULL, &value))
    if (((Entry *) value)->button == button)
      gtk_stack_set_visible_child_name (self->stack, ((Entry *) value)->name);
}

static guint
get_place (GtkWidget *button)
{
  guint place = 0;

  for (GtkWidget *before = gtk_widget_get_prev_sibling (button); before != NULL;
       before = gtk_widget_get_prev_sibling (before))
    place++;
  return place;
}

/* From column to column: to the name on the same height, or the nearest above or below it. */
static gboolean
focus_across (SlPanelIndex *self, int by)
{
  GtkWidget *nearest = NULL;
  guint least = G_MAXUINT;

  for (int column = 0; column < N_COLUMNS; column++)
    {
      GtkWidget *button = gtk_widget_get_focus_child (GTK_WIDGET (self->columns[column]));
      guint place;

      if (button == NULL || column + by < 0 || column + by >= N_COLUMNS)
        continue;

      place = get_place (button);
      for (GtkWidget *other = gtk_widget_get_first_child (GTK_WIDGET (self->columns[column + by]));
           other != NULL; other = gtk_widget_get_next_sibling (other))
        {
          guint distance = (guint) ABS ((int) get_place (other) - (int) place);

          if (gtk_widget_is_sensitive (other) && distance < least)
            {
              nearest = other;
              least = distance;
            }
        }
    }

  return nearest != NULL && gtk_widget_grab_focus (nearest);
}

/* Tab comes to the page that is shown, and leaves from any; arrow keys go from name to name. */
static gboolean
sl_panel_index_focus (GtkWidget *widget, GtkDirectionType direction)
{
  SlPanelIndex *self = SL_PANEL_INDEX (widget);
  gboolean is_tab = direction == GTK_DIR_TAB_FORWARD || direction == GTK_DIR_TAB_BACKWARD;
  Entry *shown = self->stack != NULL ? find_shown (self) : NULL;

  if (direction == GTK_DIR_LEFT && focus_across (self, -1))
    return TRUE;
  if (direction == GTK_DIR_RIGHT && focus_across (self, 1))
    return TRUE;
  if (!is_tab || shown == NULL)
    return GTK_WIDGET_CLASS (sl_panel_index_parent_class)->focus (widget, direction);
  if (gtk_widget_get_focus_child (widget) != NULL)
    return FALSE;

  return gtk_widget_grab_focus (GTK_WIDGET (shown->button));
}

static void
sl_panel_index_dispose (GObject *object)
{
  SlPanelIndex *self = SL_PANEL_INDEX (object);

  g_clear_pointer (&self->entries, g_hash_table_unref);
  self->stack = NULL;

  G_OBJECT_CLASS (sl_panel_index_parent_class)->dispose (object);
}

static void
sl_panel_index_class_init (SlPanelIndexClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = sl_panel_index_dispose;
  widget_class->focus = sl_panel_index_focus;
  gtk_widget_class_set_css_name (widget_class, "panelindex");
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_TAB_LIST);
}

static void
sl_panel_index_init (SlPanelIndex *self)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 0);
  GtkWidget *scrolled = gtk_scrolled_window_new ();

  self->entries = g_hash_table_new_full (g_str_hash, g_str_equal, NULL, entry_free);
  gtk_box_set_homogeneous (GTK_BOX (box), TRUE);
  for (guint i = 0; i < N_COLUMNS; i++)
    {
      self->columns[i] = GTK_BOX (gtk_box_new (GTK_ORIENTATION_VERTICAL, 0));
      gtk_box_append (GTK_BOX (box), GTK_WIDGET (self->columns[i]));
    }

  gtk_scrolled_window_set_policy (GTK_SCROLLED_WINDOW (scrolled), GTK_POLICY_NEVER,
                                  GTK_POLICY_AUTOMATIC);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scrolled), box);
  adw_bin_set_child (ADW_BIN (self), scrolled);
  gtk_widget_set_hexpand (GTK_WIDGET (self), FALSE);
}

/**
 * sl_panel_index_set_stack:
 * @stack: what is switched; outlives @self
 *
 * Once, before pages are added.
 */
void
sl_panel_index_set_stack (SlPanelIndex *self, GtkStack *stack)
{
  g_return_if_fail (SL_IS_PANEL_INDEX (self));
  g_return_if_fail (self->stack == NULL);

  self->stack = stack;
  g_signal_connect_object (stack, "notify::visible-child", G_CALLBACK (follow_stack), self,
                           G_CONNECT_SWAPPED);
}

static GtkWidget *
make_label (const char *text, float xalign)
{
  GtkWidget *label = gtk_label_new (text);

  gtk_label_set_xalign (GTK_LABEL (label), xalign);
  return label;
}

/**
 * sl_panel_index_add:
 * @column: 0 or 1
 * @name: of a page in the stack
 * @title: translated
 *
 * Adds the page below the others of the column.
 */
void
sl_panel_index_add (SlPanelIndex *self, guint column, const char *name, const char *title)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);
  GtkWidget *label = make_label (title, 0);
  Entry *entry;

  g_return_if_fail (SL_IS_PANEL_INDEX (self));
  g_return_if_fail (self->stack != NULL);
  g_return_if_fail (column < N_COLUMNS);

  entry = g_new0 (Entry, 1);
  entry->name = g_strdup (name);
  entry->title = g_strdup (title);
  entry->button = g_object_new (GTK_TYPE_BUTTON, "accessible-role", GTK_ACCESSIBLE_ROLE_TAB,
                                "child", box, "focus-on-click", FALSE, NULL);
  entry->count = GTK_LABEL (make_label (NULL, 1));

  gtk_widget_set_hexpand (label, TRUE);
  gtk_widget_add_css_class (GTK_WIDGET (entry->count), "count");
  gtk_widget_add_css_class (GTK_WIDGET (entry->count), "numeric");
  gtk_widget_add_css_class (GTK_WIDGET (entry->button), "flat");
  gtk_widget_set_name (GTK_WIDGET (entry->button), name);
  gtk_box_append (GTK_BOX (box), label);
  gtk_box_append (GTK_BOX (box), GTK_WIDGET (entry->count));
  gtk_box_append (self->columns[column], GTK_WIDGET (entry->button));
  g_signal_connect_object (entry->button, "clicked", G_CALLBACK (clicked_cb), self,
                           G_CONNECT_SWAPPED);
  g_hash_table_insert (self->entries, entry->name, entry);
  sl_panel_index_set_page (self, name, NULL, NULL);
  follow_stack (self);
}

/**
 * sl_panel_index_set_page:
 * @name: of a page that was added
 * @count: (nullable): how much is on the page, as text
 * @obstacle: (nullable): why the page cannot be shown; %NULL where it can
 */
void
sl_panel_index_set_page (SlPanelIndex *self,
                         const char *name,
                         const char *count,
                         const char *obstacle)
{
  g_autofree char *spoken = NULL;
  Entry *entry;

  g_return_if_fail (SL_IS_PANEL_INDEX (self));
  entry = g_hash_table_lookup (self->entries, name);
  g_return_if_fail (entry != NULL);

  spoken =
      count != NULL ? g_strdup_printf ("%s (%s)", entry->title, count) : g_strdup (entry->title);
  gtk_label_set_label (entry->count, count != NULL ? count : "");
  gtk_widget_set_visible (GTK_WIDGET (entry->count), count != NULL);
  gtk_widget_set_sensitive (GTK_WIDGET (entry->button), obstacle == NULL);
  sl_tip_set (GTK_WIDGET (entry->button), obstacle);
  gtk_accessible_update_property (GTK_ACCESSIBLE (entry->button), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  spoken, -1);
}

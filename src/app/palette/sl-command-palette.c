/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-command-palette.h"

#include <glib/gi18n.h>

#include "sl-message.h"
#include "sl-widget-util.h"

/* Everything that can be done, in one list that is searched as one types. The entry keeps the
 * keyboard: arrows choose in the list, Enter does what is chosen. */
struct _SlCommandPalette
{
  AdwWindow parent_instance;

  GtkWindow *window; /* whose commands they are; it outlives this */
  SlTraceView *page; /* that it shows; NULL for none. Weak */
  SlCommandList *commands;
  GListStore *matching; /* of SlCommand, the best first */
  guint n_matching;     /* of which the best ones are in @matching */
  GtkSingleSelection *selection;
  GtkEditable *entry;
  GtkListView *list;
  GtkStack *stack;
  GtkLabel *more; /* that not all are listed, or what is chosen cannot be done */
};

G_DEFINE_FINAL_TYPE (SlCommandPalette, sl_command_palette, ADW_TYPE_WINDOW)

#define LIST_PAGE  "list"
#define EMPTY_PAGE "empty"

#define WIDTH  560
#define HEIGHT 460

/* How many rows a page key goes on by. */
#define PAGE_STEP 8

/* Nobody reads on: to find more, people type more. */
#define MOST_LISTED 500

/* What is said of it beside its title: why it cannot be done, or else what kind of command it is. */
static const char *
get_kind (SlCommand *command)
{
  const char *obstacle = sl_command_get_obstacle (command);

  return obstacle != NULL ? obstacle : sl_command_get_group (command);
}

/* What is chosen, and how many there are, for who does not see the list. */
static void
describe (SlCommandPalette *self)
{
  SlCommand *command = gtk_single_selection_get_selected_item (self->selection);
  g_autofree char *text = NULL;

  /* Translators: title of a command, what kind of command it is, its place in a list, how many
   * there are. */
  if (command != NULL)
    text =
        g_strdup_printf (_ ("%s, %s, %u of %u"), sl_command_get_title (command), get_kind (command),
                         gtk_single_selection_get_selected (self->selection) + 1, self->n_matching);
  sl_message_describe (GTK_WIDGET (self->entry), text != NULL ? text : _ ("Nothing matches"));
}

static void
set_more (SlCommandPalette *self, const char *text)
{
  gtk_label_set_label (self->more, text != NULL ? text : "");
  gtk_widget_set_visible (GTK_WIDGET (self->more), text != NULL);
}

static void
choose (SlCommandPalette *self, guint place)
{
  gtk_single_selection_set_selected (self->selection, place);
  gtk_widget_activate_action (GTK_WIDGET (self->list), "list.scroll-to-item", "u", place);
}

static void
search (SlCommandPalette *self)
{
  gboolean are_alike;
  g_autoptr (GPtrArray) found =
      sl_command_list_search (self->commands, gtk_editable_get_text (self->entry), MOST_LISTED,
                              &self->n_matching, &are_alike);
  g_autofree char *more = NULL;

  g_list_store_splice (self->matching, 0, g_list_model_get_n_items (G_LIST_MODEL (self->matching)),
                       found->pdata, found->len);
  /* A list whose items are others goes on where it was. */
  choose (self, 0);
  gtk_stack_set_visible_child_name (self->stack, found->len > 0 ? LIST_PAGE : EMPTY_PAGE);
  if (are_alike && found->len > 0)
    more = g_strdup (_ ("Nothing is called that; these are spelt alike"));
  else if (found->len < self->n_matching)
    more = g_strdup_printf (_ ("The first %u of %u are listed"), found->len, self->n_matching);
  set_more (self, more);
  describe (self);
}

static void
run (SlCommandPalette *self)
{
  g_autoptr (SlCommand) command = gtk_single_selection_get_selected_item (self->selection);
  g_autoptr (SlTraceView) page = NULL;
  GtkWidget *window = GTK_WIDGET (self->window);

  if (command == NULL)
    return;

  g_object_ref (command);
  if (sl_command_get_obstacle (command) != NULL)
    {
      g_autofree char *text = NULL;

      /* Translators: title of a command, and why it cannot be done now. */
      text = g_strdup_printf (_ ("%s: %s"), sl_command_get_title (command),
                              sl_command_get_obstacle (command));
      set_more (self, text);
      sl_message_describe (GTK_WIDGET (self->entry), text);
      return;
    }

  g_set_object (&page, self->page);
  /* First, so that what comes up belongs to the window itself. */
  gtk_window_destroy (GTK_WINDOW (self));
  sl_command_run (command, window, page);
}

static void
move (SlCommandPalette *self, int by)
{
  int n_matching = (int) g_list_model_get_n_items (G_LIST_MODEL (self->matching));
  int chosen = (int) gtk_single_selection_get_selected (self->selection);

  if (n_matching == 0)
    return;

  chosen = CLAMP (chosen + by, 0, n_matching - 1);
  choose (self, (guint) chosen);
  describe (self);
}

static gboolean
key_cb (SlCommandPalette *self, guint key, guint code, GdkModifierType state)
{
  static const struct
  {
    guint key;
    int by;
  } moves[] = {
    { GDK_KEY_Up, -1 },
    { GDK_KEY_Down, 1 },
    { GDK_KEY_Page_Up, -PAGE_STEP },
    { GDK_KEY_Page_Down, PAGE_STEP },
  };

  for (guint i = 0; i < G_N_ELEMENTS (moves); i++)
    if (moves[i].key == key)
      {
        move (self, moves[i].by);
        return GDK_EVENT_STOP;
      }

  if (key == GDK_KEY_Return || key == GDK_KEY_KP_Enter)
    run (self);
  else if (key == GDK_KEY_Escape)
    gtk_window_destroy (GTK_WINDOW (self));
  else
    return GDK_EVENT_PROPAGATE;
  return GDK_EVENT_STOP;
}

static GtkWidget *
make_label (GtkBox *box, const char *style)
{
  GtkWidget *label = gtk_label_new (NULL);

  if (style != NULL)
    gtk_widget_add_css_class (label, style);
  gtk_box_append (box, label);
  return label;
}

/* A list that activates at a click also selects what comes to be below a pointer that rests: what is typed would be answered by
 * chance. */
static void
clicked_cb (GtkGesture *gesture, int n_presses, double x, double y, GtkListItem *item)
{
  GtkWidget *row = gtk_event_controller_get_widget (GTK_EVENT_CONTROLLER (gesture));

  if (gtk_widget_contains (row, x, y))
    gtk_widget_activate_action (row, "list.activate-item", "u", gtk_list_item_get_position (item));
}

/* Below each other: the title, however long it is, and why it cannot be done. */
static GtkWidget *
make_texts (void)
{
  GtkBox *box = GTK_BOX (gtk_box_new (GTK_ORIENTATION_VERTICAL, 2));
  GtkWidget *labels[] = { make_label (box, NULL), make_label (box, "caption") };

  for (guint i = 0; i < G_N_ELEMENTS (labels); i++)
    {
      gtk_label_set_wrap (GTK_LABEL (labels[i]), TRUE);
      gtk_label_set_wrap_mode (GTK_LABEL (labels[i]), PANGO_WRAP_WORD_CHAR);
      gtk_label_set_xalign (GTK_LABEL (labels[i]), 0);
    }
  gtk_widget_set_hexpand (GTK_WIDGET (box), TRUE);
  gtk_widget_set_valign (GTK_WIDGET (box), GTK_ALIGN_CENTER);
  return GTK_WIDGET (box);
}

static void
setup_cb (GtkListItemFactory *factory, GtkListItem *item)
{
  GtkGesture *click = gtk_gesture_click_new ();
  GtkBox *box = GTK_BOX (gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 12));
  GtkWidget *group, *keys;

  gtk_box_append (box, make_texts ());
  group = make_label (box, "dim-label");
  keys = make_label (box, "caption");
  gtk_widget_add_css_class (group, "caption");
  gtk_widget_set_size_request (keys, 90, -1);
  gtk_label_set_xalign (GTK_LABEL (keys), 1);
  gtk_widget_set_margin_top (GTK_WIDGET (box), 6);
  gtk_widget_set_margin_bottom (GTK_WIDGET (box), 6);
  g_signal_connect (click, "released", G_CALLBACK (clicked_cb), item);
  gtk_widget_add_controller (GTK_WIDGET (box), GTK_EVENT_CONTROLLER (click));
  gtk_list_item_set_child (item, GTK_WIDGET (box));
}

static void
bind_cb (GtkListItemFactory *factory, GtkListItem *item)
{
  SlCommand *command = gtk_list_item_get_item (item);
  GtkWidget *texts = gtk_widget_get_first_child (gtk_list_item_get_child (item));
  GtkWidget *title = gtk_widget_get_first_child (texts);
  GtkWidget *reason = gtk_widget_get_next_sibling (title);
  GtkWidget *group = gtk_widget_get_next_sibling (texts);
  const char *obstacle = sl_command_get_obstacle (command);
  const char *keys = sl_command_get_keys (command);

  gtk_label_set_label (GTK_LABEL (title), sl_command_get_title (command));
  gtk_label_set_label (GTK_LABEL (reason), obstacle != NULL ? obstacle : "");
  gtk_widget_set_visible (reason, obstacle != NULL);
  gtk_label_set_label (GTK_LABEL (group), sl_command_get_group (command));
  if (obstacle != NULL)
    gtk_widget_add_css_class (title, "dim-label");
  else
    gtk_widget_remove_css_class (title, "dim-label");
  gtk_label_set_label (GTK_LABEL (gtk_widget_get_next_sibling (group)), keys != NULL ? keys : "");
}

static GtkWidget *
make_entry (SlCommandPalette *self)
{
  GtkWidget *entry = gtk_search_entry_new ();
  GtkEventController *controller = gtk_event_controller_key_new ();

  self->entry = GTK_EDITABLE (entry);
  g_object_set (entry, "placeholder-text", _ ("Command, page, row or marker"), NULL);
  gtk_accessible_update_property (GTK_ACCESSIBLE (entry), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("Command, page, row or marker"), -1);
  gtk_widget_set_margin_top (entry, 12);
  gtk_widget_set_margin_bottom (entry, 12);
  gtk_widget_set_margin_start (entry, 12);
  gtk_widget_set_margin_end (entry, 12);
  /* "search-changed" would come late: who types and presses Enter means what is typed. */
  g_signal_connect_swapped (entry, "changed", G_CALLBACK (search), self);

  gtk_event_controller_set_propagation_phase (controller, GTK_PHASE_CAPTURE);
  g_signal_connect_swapped (controller, "key-pressed", G_CALLBACK (key_cb), self);
  gtk_widget_add_controller (entry, controller);
  return entry;
}

static void
activate_cb (SlCommandPalette *self, guint position)
{
  gtk_single_selection_set_selected (self->selection, position);
  run (self);
}

static GtkWidget *
make_list (SlCommandPalette *self)
{
  GtkListItemFactory *factory = gtk_signal_list_item_factory_new ();
  GtkWidget *scrolled = gtk_scrolled_window_new ();
  GtkWidget *list;

  g_signal_connect (factory, "setup", G_CALLBACK (setup_cb), NULL);
  g_signal_connect (factory, "bind", G_CALLBACK (bind_cb), NULL);
  list = gtk_list_view_new (g_object_ref (GTK_SELECTION_MODEL (self->selection)), factory);
  self->list = GTK_LIST_VIEW (list);
  gtk_widget_set_focusable (list, FALSE);
  gtk_widget_add_css_class (list, "navigation-sidebar");
  g_signal_connect_swapped (list, "activate", G_CALLBACK (activate_cb), self);

  gtk_scrolled_window_set_policy (GTK_SCROLLED_WINDOW (scrolled), GTK_POLICY_NEVER,
                                  GTK_POLICY_AUTOMATIC);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scrolled), list);
  gtk_widget_set_vexpand (scrolled, TRUE);
  return scrolled;
}

static GtkWidget *
make_more (SlCommandPalette *self)
{
  GtkWidget *label = gtk_label_new (NULL);

  self->more = GTK_LABEL (label);
  gtk_widget_add_css_class (label, "dim-label");
  gtk_widget_add_css_class (label, "caption");
  gtk_widget_set_margin_top (label, 6);
  gtk_widget_set_margin_bottom (label, 6);
  return label;
}

static void
sl_command_palette_dispose (GObject *object)
{
  SlCommandPalette *self = SL_COMMAND_PALETTE (object);

  g_clear_weak_pointer (&self->page);
  g_clear_pointer (&self->commands, sl_command_list_free);
  g_clear_object (&self->selection);
  g_clear_object (&self->matching);

  G_OBJECT_CLASS (sl_command_palette_parent_class)->dispose (object);
}

static void
sl_command_palette_class_init (SlCommandPaletteClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = sl_command_palette_dispose;
}

static void
sl_command_palette_init (SlCommandPalette *self)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);

  self->matching = g_list_store_new (SL_TYPE_COMMAND);
  self->selection = gtk_single_selection_new (g_object_ref (G_LIST_MODEL (self->matching)));
  self->stack = GTK_STACK (gtk_stack_new ());
  gtk_box_append (GTK_BOX (box), make_entry (self));
  gtk_stack_add_named (self->stack, make_list (self), LIST_PAGE);
  gtk_stack_add_named (self->stack, gtk_label_new (_ ("Nothing matches")), EMPTY_PAGE);
  gtk_box_append (GTK_BOX (box), GTK_WIDGET (self->stack));
  gtk_box_append (GTK_BOX (box), make_more (self));
  adw_window_set_content (ADW_WINDOW (self), box);
}

/**
 * sl_command_palette_present:
 * @place: whose commands are offered; its page may be NULL
 *
 * Shows what can be done in a window, to be searched.
 */
void
sl_command_palette_present (const SlCommandPlace *place)
{
  SlCommandPalette *self =
      g_object_new (SL_TYPE_COMMAND_PALETTE, "title", _ ("Commands"), "modal", TRUE,
                    "transient-for", place->window, "destroy-with-parent", TRUE, "default-width",
                    WIDTH, "default-height", HEIGHT, SL_WINDOW_ROLE, NULL);

  self->window = GTK_WINDOW (place->window);
  g_set_weak_pointer (&self->page, place->page);
  self->commands = sl_command_list_new (place);
  sl_message_make_known (GTK_WIDGET (self->entry));
  search (self);
  sl_window_present_at (GTK_WINDOW (self), GTK_WIDGET (self->entry));
}

/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-table-selection.h"

/* GtkSingleSelection has one line, GtkMultiSelection has many and none that a panel could show in the timeline: here one
 * of many is the one that counts. Lines that are added by Ctrl or Shift leave it where it is.
 *
 * GtkColumnView makes the cells of up to 200 lines at once, which takes longer than a user waits. A view that is attached
 * gets those that may be in sight, and some more in each frame. Lines far down have no cells, and come at once. */

#define LINES_AT_ONCE 32
#define LINES_A_FRAME 8
#define LINES_KEPT    256

/* Where other items come in the place of lines, the selected item is looked for among so many of them. */
#define LOOKED_AT 1000u

struct _SlTableSelection
{
  GObject parent_instance;

  GListModel *model;
  guint n_shown;   /* of the model's lines, from the first one on; %G_MAXUINT for all */
  GtkWidget *view; /* that gets more of them in each frame; NULL for none */
  guint tick;
  GtkBitset *lines; /* @selected among them, where there is one */
  guint selected;
  gpointer selected_item;
};

enum
{
  PROP_SELECTED = 1,
  PROP_SELECTED_ITEM,
  N_PROPS,
};

static GParamSpec *properties[N_PROPS];

static void sl_table_selection_list_init (GListModelInterface *iface);
static void sl_table_selection_selection_init (GtkSelectionModelInterface *iface);

G_DEFINE_FINAL_TYPE_WITH_CODE (SlTableSelection,
                               sl_table_selection,
                               G_TYPE_OBJECT,
                               G_IMPLEMENT_INTERFACE (G_TYPE_LIST_MODEL,
                                                      sl_table_selection_list_init)
                                   G_IMPLEMENT_INTERFACE (GTK_TYPE_SELECTION_MODEL,
                                                          sl_table_selection_selection_init))

static GType
get_item_type (GListModel *list)
{
  return g_list_model_get_item_type (SL_TABLE_SELECTION (list)->model);
}

static guint
get_n_items (GListModel *list)
{
  SlTableSelection *self = SL_TABLE_SELECTION (list);

  return MIN (g_list_model_get_n_items (self->model), self->n_shown);
}

static gpointer
get_item (GListModel *list, guint position)
{
  SlTableSelection *self = SL_TABLE_SELECTION (list);

  return position < self->n_shown ? g_list_model_get_item (self->model, position) : NULL;
}

static void
sl_table_selection_list_init (GListModelInterface *iface)
{
  iface->get_item_type = get_item_type;
  iface->get_n_items = get_n_items;
  iface->get_item = get_item;
}

/* Which line counts; those that are selected stay as they are. */
static void
choose (SlTableSelection *self, guint position)
{
  if (position == self->selected)
    return;

  g_clear_object (&self->selected_item);
  if (position != GTK_INVALID_LIST_POSITION)
    self->selected_item = g_list_model_get_item (self->model, position);
  self->selected = position;
  g_object_freeze_notify (G_OBJECT (self));
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_SELECTED]);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_SELECTED_ITEM]);
  g_object_thaw_notify (G_OBJECT (self));
}

/* Selects @lines and no others, which the views are told first. */
static void
select_lines (SlTableSelection *self, GtkBitset *lines)
{
  g_autoptr (GtkBitset) changed = gtk_bitset_copy (lines);

  gtk_bitset_difference (changed, self->lines);
  if (gtk_bitset_is_empty (changed))
    return;

  gtk_bitset_unref (self->lines);
  self->lines = gtk_bitset_copy (lines);
  gtk_selection_model_selection_changed (GTK_SELECTION_MODEL (self),
                                         gtk_bitset_get_minimum (changed),
                                         gtk_bitset_get_maximum (changed) -
                                             gtk_bitset_get_minimum (changed) + 1);
}

static gboolean
is_selected (GtkSelectionModel *model, guint position)
{
  return gtk_bitset_contains (SL_TABLE_SELECTION (model)->lines, position);
}

static GtkBitset *
get_selection_in_range (GtkSelectionModel *model, guint position, guint n_items)
{
  return gtk_bitset_ref (SL_TABLE_SELECTION (model)->lines);
}

static gboolean
set_selection (GtkSelectionModel *model, GtkBitset *selected, GtkBitset *mask)
{
  SlTableSelection *self = SL_TABLE_SELECTION (model);
  guint n_items = g_list_model_get_n_items (self->model);
  g_autoptr (GtkBitset) lines = gtk_bitset_copy (self->lines);
  g_autoptr (GtkBitset) added = gtk_bitset_copy (selected);

  gtk_bitset_intersect (added, mask);
  gtk_bitset_subtract (lines, mask);
  gtk_bitset_union (lines, added);
  gtk_bitset_remove_range_closed (lines, n_items, G_MAXUINT);
  select_lines (self, lines);

  if (self->selected != GTK_INVALID_LIST_POSITION && gtk_bitset_contains (lines, self->selected))
    return TRUE;
  /* Where the line that counted is let go and others stay, none counts until one is chosen. */
  choose (self, gtk_bitset_is_empty (lines) || gtk_bitset_is_empty (added)
                    ? GTK_INVALID_LIST_POSITION
                    : gtk_bitset_get_minimum (added));
  return TRUE;
}

static void
sl_table_selection_selection_init (GtkSelectionModelInterface *iface)
{
  iface->is_selected = is_selected;
  iface->get_selection_in_range = get_selection_in_range;
  iface->set_selection = set_selection;
}

/* Where the selected item is after lines have changed: among those that came in the place of it, or as many lines on. */
static guint
find_item (SlTableSelection *self, guint position, guint removed, guint added)
{
  if (self->selected == GTK_INVALID_LIST_POSITION || self->selected < position)
    return self->selected;
  if (self->selected >= position + removed)
    return self->selected - removed + added;

  for (guint i = position; i < position + MIN (added, LOOKED_AT); i++)
    {
      g_autoptr (GObject) item = g_list_model_get_item (self->model, i);

      if ((gpointer) item == self->selected_item)
        return i;
    }
  return GTK_INVALID_LIST_POSITION;
}

/* The views are told of the lines that they have. */
static void
change_shown (SlTableSelection *self, guint position, guint removed, guint added)
{
  guint after = g_list_model_get_n_items (self->model);
  guint before = MIN (after - added + removed, self->n_shown);
  guint first = MIN (position, before);

  after = MIN (after, self->n_shown);
  if (self->n_shown == G_MAXUINT)
    g_list_model_items_changed (G_LIST_MODEL (self), position, removed, added);
  else if (first < MAX (before, after))
    g_list_model_items_changed (G_LIST_MODEL (self), first, before - first, after - first);
}

static void
items_changed_cb (SlTableSelection *self, guint position, guint removed, guint added)
{
  guint selected = find_item (self, position, removed, added);
  gboolean is_moved = selected != self->selected;

  gtk_bitset_splice (self->lines, position, removed, added);
  if (selected != GTK_INVALID_LIST_POSITION)
    gtk_bitset_add (self->lines, selected);
  self->selected = selected;
  change_shown (self, position, removed, added);

  if (selected == GTK_INVALID_LIST_POSITION && self->selected_item != NULL)
    {
      g_clear_object (&self->selected_item);
      g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_SELECTED_ITEM]);
    }
  if (is_moved)
    g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_SELECTED]);
}

static void
sl_table_selection_get_property (GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  SlTableSelection *self = SL_TABLE_SELECTION (object);

  switch (id)
    {
    case PROP_SELECTED:
      g_value_set_uint (value, self->selected);
      break;
    case PROP_SELECTED_ITEM:
      g_value_set_object (value, self->selected_item);
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
    }
}

static void
sl_table_selection_dispose (GObject *object)
{
  SlTableSelection *self = SL_TABLE_SELECTION (object);

  g_clear_weak_pointer (&self->view);
  if (self->model != NULL)
    g_signal_handlers_disconnect_by_func (self->model, items_changed_cb, self);

  G_OBJECT_CLASS (sl_table_selection_parent_class)->dispose (object);
}

static void
sl_table_selection_finalize (GObject *object)
{
  SlTableSelection *self = SL_TABLE_SELECTION (object);

  g_clear_object (&self->selected_item);
  g_clear_object (&self->model);
  gtk_bitset_unref (self->lines);

  G_OBJECT_CLASS (sl_table_selection_parent_class)->finalize (object);
}

static void
sl_table_selection_class_init (SlTableSelectionClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->get_property = sl_table_selection_get_property;
  object_class->dispose = sl_table_selection_dispose;
  object_class->finalize = sl_table_selection_finalize;

  /**
   * SlTableSelection:selected:
   *
   * The line that counts; %GTK_INVALID_LIST_POSITION for none.
   */
  properties[PROP_SELECTED] =
      g_param_spec_uint ("selected", NULL, NULL, 0, G_MAXUINT, GTK_INVALID_LIST_POSITION,
                         G_PARAM_READABLE | G_PARAM_STATIC_STRINGS);

  /**
   * SlTableSelection:selected-item:
   *
   * What is in that line.
   */
  properties[PROP_SELECTED_ITEM] = g_param_spec_object ("selected-item", NULL, NULL, G_TYPE_OBJECT,
                                                        G_PARAM_READABLE | G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties (object_class, N_PROPS, properties);
}

static void
sl_table_selection_init (SlTableSelection *self)
{
  self->lines = gtk_bitset_new_empty ();
  self->selected = GTK_INVALID_LIST_POSITION;
  self->n_shown = G_MAXUINT;
}

/**
 * sl_table_selection_new:
 * @model: (transfer none): the lines
 *
 * Returns: (transfer full): with no line selected
 */
SlTableSelection *
sl_table_selection_new (GListModel *model)
{
  SlTableSelection *self;

  g_return_val_if_fail (G_IS_LIST_MODEL (model), NULL);

  self = g_object_new (SL_TYPE_TABLE_SELECTION, NULL);
  self->model = g_object_ref (model);
  g_signal_connect_object (model, "items-changed", G_CALLBACK (items_changed_cb), self,
                           G_CONNECT_SWAPPED);
  return self;
}

/**
 * sl_table_selection_get_model:
 *
 * Returns: (transfer none): the lines
 */
GListModel *
sl_table_selection_get_model (SlTableSelection *self)
{
  g_return_val_if_fail (SL_IS_TABLE_SELECTION (self), NULL);

  return self->model;
}

/**
 * sl_table_selection_get_selected:
 *
 * Returns: the position of the line that counts; %GTK_INVALID_LIST_POSITION for none
 */
guint
sl_table_selection_get_selected (SlTableSelection *self)
{
  g_return_val_if_fail (SL_IS_TABLE_SELECTION (self), GTK_INVALID_LIST_POSITION);

  return self->selected;
}

/**
 * sl_table_selection_get_selected_item:
 *
 * Returns: (transfer none) (nullable): what is in the line that counts
 */
gpointer
sl_table_selection_get_selected_item (SlTableSelection *self)
{
  g_return_val_if_fail (SL_IS_TABLE_SELECTION (self), NULL);

  return self->selected_item;
}

/**
 * sl_table_selection_set_selected:
 * @position: of the line that counts from now on; %GTK_INVALID_LIST_POSITION to select none
 *
 * The other selected lines stay selected where this is one of them.
 */
void
sl_table_selection_set_selected (SlTableSelection *self, guint position)
{
  g_autoptr (GtkBitset) lines = NULL;

  g_return_if_fail (SL_IS_TABLE_SELECTION (self));

  if (position >= g_list_model_get_n_items (self->model))
    position = GTK_INVALID_LIST_POSITION;
  else
    sl_table_selection_ensure (self, position);
  if (position == GTK_INVALID_LIST_POSITION || !gtk_bitset_contains (self->lines, position))
    {
      lines = gtk_bitset_new_empty ();
      if (position != GTK_INVALID_LIST_POSITION)
        gtk_bitset_add (lines, position);
      select_lines (self, lines);
    }
  choose (self, position);
}

/* The views get the model's first @n_shown lines. */
static void
set_n_shown (SlTableSelection *self, guint n_shown)
{
  guint n_items = g_list_model_get_n_items (self->model);
  guint before = MIN (n_items, self->n_shown);

  self->n_shown = n_shown;
  if (MIN (n_items, n_shown) > before)
    g_list_model_items_changed (G_LIST_MODEL (self), before, 0, MIN (n_items, n_shown) - before);
}

static void
stop_steps (SlTableSelection *self)
{
  if (self->view != NULL)
    gtk_widget_remove_tick_callback (self->view, self->tick);
  g_clear_weak_pointer (&self->view);
}

static gboolean
step_cb (GtkWidget *widget, GdkFrameClock *clock, gpointer user_data)
{
  SlTableSelection *self = user_data;
  guint next = self->n_shown + LINES_A_FRAME;

  if (next < MIN (g_list_model_get_n_items (self->model), LINES_KEPT))
    {
      set_n_shown (self, next);
      return G_SOURCE_CONTINUE;
    }

  g_clear_weak_pointer (&self->view);
  set_n_shown (self, G_MAXUINT);
  return G_SOURCE_REMOVE;
}

/**
 * sl_table_selection_attach:
 * @view: which shows the lines from now on: those that may be in sight at once, the others soon
 */
void
sl_table_selection_attach (SlTableSelection *self, GtkColumnView *view)
{
  g_return_if_fail (SL_IS_TABLE_SELECTION (self) && GTK_IS_COLUMN_VIEW (view));

  stop_steps (self);
  gtk_column_view_set_model (view, NULL);
  self->n_shown = G_MAXUINT;
  if (g_list_model_get_n_items (self->model) > LINES_AT_ONCE)
    {
      self->n_shown = LINES_AT_ONCE;
      g_set_weak_pointer (&self->view, GTK_WIDGET (view));
      self->tick =
          gtk_widget_add_tick_callback (self->view, step_cb, g_object_ref (self), g_object_unref);
    }
  gtk_column_view_set_model (view, GTK_SELECTION_MODEL (self));
}

/**
 * sl_table_selection_ensure:
 * @position: of a line that a view is about to go to
 *
 * Gives the views all lines where they do not have that one yet.
 */
void
sl_table_selection_ensure (SlTableSelection *self, guint position)
{
  g_return_if_fail (SL_IS_TABLE_SELECTION (self));

  if (position < self->n_shown)
    return;

  stop_steps (self);
  set_n_shown (self, G_MAXUINT);
}

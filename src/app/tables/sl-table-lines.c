/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-table-lines.h"

/* GTK's list views keep up to 200 lines with all their cells ready, of which the panels below the
 * timeline show ten: to make those widgets, or to let them go, takes several frames. So a table has
 * lines that stay: a line is a place in the list, and only what stands there changes. The first
 * lines come some in each frame, so that those in sight are there at once and the others when there
 * is time; and they go in the same way. Lines far down have no widgets unless they are looked at,
 * and come at once. */
#define LINES_A_FRAME 8
#define LINES_KEPT    256

struct _SlTableLines
{
  GObject parent_instance;

  GListModel *items;
  GtkWidget *view; /* whose frames count; NULL once it is gone */
  guint n_lines;   /* as the list's users know it */
  guint stamp;     /* another one where other items may stand at the lines */
  guint tick;      /* 0 while all lines are there */
};

struct _SlTableLine
{
  GObject parent_instance;

  SlTableLines *lines;
  guint position;
  gpointer item; /* of the time of @stamp; NULL for none */
  guint stamp;
};

static void sl_table_lines_list_init (GListModelInterface *iface);

G_DEFINE_FINAL_TYPE (SlTableLine, sl_table_line, G_TYPE_OBJECT)
G_DEFINE_FINAL_TYPE_WITH_CODE (SlTableLines,
                               sl_table_lines,
                               G_TYPE_OBJECT,
                               G_IMPLEMENT_INTERFACE (G_TYPE_LIST_MODEL, sl_table_lines_list_init))

enum
{
  SIGNAL_REPLACED,
  N_SIGNALS,
};

static guint signals[N_SIGNALS];

static void
sl_table_line_finalize (GObject *object)
{
  SlTableLine *self = SL_TABLE_LINE (object);

  g_clear_object (&self->item);
  g_clear_object (&self->lines);

  G_OBJECT_CLASS (sl_table_line_parent_class)->finalize (object);
}

static void
sl_table_line_class_init (SlTableLineClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = sl_table_line_finalize;
}

static void
sl_table_line_init (SlTableLine *self)
{
}

/**
 * sl_table_line_get_item:
 *
 * Returns: (transfer none) (nullable): what stands there now; %NULL where the list has become
 *   shorter and the line has yet to go
 */
gpointer
sl_table_line_get_item (SlTableLine *self)
{
  g_return_val_if_fail (SL_IS_TABLE_LINE (self), NULL);

  if (self->stamp != self->lines->stamp)
    {
      g_clear_object (&self->item);
      self->item = g_list_model_get_item (self->lines->items, self->position);
      self->stamp = self->lines->stamp;
    }
  return self->item;
}

static GType
get_item_type (GListModel *list)
{
  return SL_TYPE_TABLE_LINE;
}

static guint
get_n_items (GListModel *list)
{
  return SL_TABLE_LINES (list)->n_lines;
}

static gpointer
get_item (GListModel *list, guint position)
{
  SlTableLines *self = SL_TABLE_LINES (list);
  SlTableLine *line;

  if (position >= self->n_lines)
    return NULL;

  line = g_object_new (SL_TYPE_TABLE_LINE, NULL);
  line->lines = g_object_ref (self);
  line->position = position;
  line->stamp = self->stamp - 1;
  return line;
}

static void
sl_table_lines_list_init (GListModelInterface *iface)
{
  iface->get_item_type = get_item_type;
  iface->get_n_items = get_n_items;
  iface->get_item = get_item;
}

static void
set_n_lines (SlTableLines *self, guint n_lines)
{
  guint before = self->n_lines;

  self->n_lines = n_lines;
  if (n_lines > before)
    g_list_model_items_changed (G_LIST_MODEL (self), before, 0, n_lines - before);
  else if (n_lines < before)
    g_list_model_items_changed (G_LIST_MODEL (self), n_lines, before - n_lines, 0);
}

/* The number of lines after the next frame, on the way from @now to @wanted. */
static guint
get_next (guint now, guint wanted)
{
  if (now < wanted)
    return now >= LINES_KEPT ? wanted : MIN (wanted, now + LINES_A_FRAME);
  if (now > LINES_KEPT)
    return MAX (wanted, LINES_KEPT);
  return MAX (wanted, now - MIN (now, LINES_A_FRAME));
}

static gboolean
step_cb (GtkWidget *widget, GdkFrameClock *clock, gpointer user_data)
{
  SlTableLines *self = user_data;
  guint n_items = g_list_model_get_n_items (self->items);

  set_n_lines (self, get_next (self->n_lines, n_items));
  if (self->n_lines != n_items)
    return G_SOURCE_CONTINUE;

  self->tick = 0;
  return G_SOURCE_REMOVE;
}

static void
approach (SlTableLines *self)
{
  guint n_items = g_list_model_get_n_items (self->items);

  if (self->tick != 0 || self->n_lines == n_items)
    return;

  set_n_lines (self, get_next (self->n_lines, n_items));
  if (self->n_lines != n_items && self->view != NULL)
    self->tick = gtk_widget_add_tick_callback (self->view, step_cb, self, NULL);
}

/**
 * sl_table_lines_renew:
 *
 * To be called when other items may stand at the lines, though the list does not say so.
 */
void
sl_table_lines_renew (SlTableLines *self)
{
  g_return_if_fail (SL_IS_TABLE_LINES (self));

  self->stamp++;
  g_signal_emit (self, signals[SIGNAL_REPLACED], 0);
}

static void
items_changed_cb (SlTableLines *self, guint position, guint removed, guint added)
{
  /* What comes behind all that is known changes no line that is there. */
  if (removed > 0 || position < self->n_lines)
    sl_table_lines_renew (self);
  approach (self);
}

static void
sl_table_lines_dispose (GObject *object)
{
  SlTableLines *self = SL_TABLE_LINES (object);

  if (self->view != NULL)
    {
      if (self->tick != 0)
        gtk_widget_remove_tick_callback (self->view, self->tick);
      self->tick = 0;
      g_object_remove_weak_pointer (G_OBJECT (self->view), (gpointer *) &self->view);
      self->view = NULL;
    }
  if (self->items != NULL)
    g_signal_handlers_disconnect_by_func (self->items, items_changed_cb, self);
  g_clear_object (&self->items);

  G_OBJECT_CLASS (sl_table_lines_parent_class)->dispose (object);
}

static void
sl_table_lines_class_init (SlTableLinesClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = sl_table_lines_dispose;

  /**
   * SlTableLines::replaced:
   *
   * Other items may stand at the lines that are there.
   */
  signals[SIGNAL_REPLACED] = g_signal_new ("replaced", SL_TYPE_TABLE_LINES, G_SIGNAL_RUN_LAST, 0,
                                           NULL, NULL, NULL, G_TYPE_NONE, 0);
}

static void
sl_table_lines_init (SlTableLines *self)
{
}

/**
 * sl_table_lines_new:
 * @items: (transfer none): what stands at the lines
 * @view: where the lines are shown
 */
SlTableLines *
sl_table_lines_new (GListModel *items, GtkWidget *view)
{
  SlTableLines *self = g_object_new (SL_TYPE_TABLE_LINES, NULL);

  self->items = g_object_ref (items);
  g_set_weak_pointer (&self->view, view);
  g_signal_connect_object (items, "items-changed", G_CALLBACK (items_changed_cb), self,
                           G_CONNECT_SWAPPED);
  approach (self);
  return self;
}

/**
 * sl_table_lines_ensure:
 * @position: of a line that is to be there at once, if the list is as long
 */
void
sl_table_lines_ensure (SlTableLines *self, guint position)
{
  guint n_items;

  g_return_if_fail (SL_IS_TABLE_LINES (self));

  n_items = g_list_model_get_n_items (self->items);
  if (position >= self->n_lines && position < n_items)
    set_n_lines (self, n_items);
}

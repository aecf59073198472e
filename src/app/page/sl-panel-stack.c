/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-panel-stack.h"

#include <glib/gi18n.h>

#include "sl-filter-bar.h"
#include "sl-filter-room.h"
#include "sl-list-filters.h"
#include "sl-panel-index.h"
#include "sl-panel-room.h"
#include "sl-panel-switcher.h"
#include "sl-panel-table.h"
#include "sl-row-panel.h"
#include "sl-time-text.h"
#include "sl-widget-util.h"

/* The panels below the timeline, one of which is shown, with the filter above them. The panel of
 * events is there from the start; most traces have no use for most of the others, so each is made
 * when it is first seen, and offered only if a trace has something for it. */
struct _SlPanelStack
{
  SlDocumentWidget base;

  SlPanelSwitcher *switcher;
  GtkWidget *list_bar;
  SlPanelIndex *index;
  SlFilterBar *filter_bar;
  GtkStack *stack;

  SlListFilters *filters;
  char *row; /* key of the row that is listed; NULL for none */

  const char *wanted; /* interned name of the page that the user wants; it may not be offered yet */
  gboolean is_arranging; /* the page changes by itself */

  SlPanelRoom *room;
};

G_DEFINE_FINAL_TYPE (SlPanelStack, sl_panel_stack, SL_TYPE_DOCUMENT_WIDGET)

enum
{
  PROP_INDEX_WIDTH = 1,
};

enum
{
  SIGNAL_LEFT,
  SIGNAL_MADE,
  SIGNAL_RAISED,
  SIGNAL_TURNED,
  N_SIGNALS,
};

static guint signals[N_SIGNALS];

static void
leave_filter_cb (SlPanelStack *self)
{
  g_signal_emit (self, signals[SIGNAL_LEFT], 0);
}

static GtkStackPage *
get_page (SlPanelStack *self, const SlPanelInfo *info)
{
  return gtk_stack_get_page (self->stack, gtk_stack_get_child_by_name (self->stack, info->name));
}

static void
bring_forward (SlPanelStack *self, const SlPanelInfo *info)
{
  self->wanted = g_intern_string (info->name);
  gtk_stack_set_visible_child_name (self->stack, info->name);
  g_signal_emit (self, signals[SIGNAL_RAISED], 0);
}

/* The user wants another page. */
static void
turned_cb (SlPanelStack *self)
{
  const char *name = gtk_stack_get_visible_child_name (self->stack);

  if (self->is_arranging || name == NULL || gtk_widget_in_destruction (GTK_WIDGET (self)) ||
      g_str_equal (name, self->wanted))
    return;

  self->wanted = g_intern_string (name);
  g_signal_emit (self, signals[SIGNAL_TURNED], 0);
}

/* Offers a panel if a trace has something for it. Where the one that is shown goes, the stack
 * shows the first, until it comes again. */
static void
offer (SlPanelStack *self, const SlPanelInfo *info)
{
  SlDocument *document = self->base.document;
  GtkStackPage *page = get_page (self, info);
  guint count = info->count != NULL ? info->count (document) : 0;
  g_autofree char *number = count > 0 ? sl_time_text_ticks (count) : NULL;
  g_autofree char *title = number != NULL ? g_strdup_printf ("%s (%s)", _ (info->title), number)
                                          : g_strdup (_ (info->title));
  gboolean was_offered = gtk_stack_page_get_visible (page);
  gboolean is_offered =
      info->is_for != NULL ? info->is_for (document) : info->obstacle == NULL || count > 0;

  self->is_arranging = TRUE;
  gtk_stack_page_set_title (page, title);
  gtk_stack_page_set_visible (page, is_offered);
  sl_panel_index_set_page (self->index, info->name, number, is_offered ? NULL : _ (info->obstacle));
  if (info->comes_forward && is_offered && !was_offered)
    bring_forward (self, info);
  else if (is_offered && !was_offered && g_str_equal (info->name, self->wanted))
    gtk_stack_set_visible_child_name (self->stack, info->name);
  self->is_arranging = FALSE;
}

static void
make (SlPanelStack *self, AdwBin *place, const SlPanelInfo *info)
{
  GtkWidget *panel;

  if (adw_bin_get_child (place) != NULL)
    return;

  panel = g_object_new (info->get_type (), "document", self->base.document, NULL);
  /* The filter asks the list of events also while it is out of sight. */
  if (!SL_IS_EVENT_PANEL (panel))
    g_object_set (panel, "waits", TRUE, NULL);
  adw_bin_set_child (place, panel);
  if (SL_IS_ROW_PANEL (panel) && self->row != NULL)
    sl_row_panel_set_row (SL_ROW_PANEL (panel), self->row);
  sl_button_names_give (panel);
  g_signal_emit (self, signals[SIGNAL_MADE], 0, panel);
}

static void
seen_cb (AdwBin *place, const SlPanelInfo *info)
{
  make (SL_PANEL_STACK (gtk_widget_get_ancestor (GTK_WIDGET (place), SL_TYPE_PANEL_STACK)), place,
        info);
}

static void
sl_panel_stack_attached (SlDocumentWidget *widget)
{
  SlPanelStack *self = SL_PANEL_STACK (widget);
  GtkWidget *events;

  g_object_set (self->filter_bar, "document", widget->document, NULL);
  make (self, ADW_BIN (gtk_stack_get_child_by_name (self->stack, "events")),
        sl_panel_table_get (NULL));
  events = adw_bin_get_child (ADW_BIN (gtk_stack_get_child_by_name (self->stack, "events")));
  self->filters = sl_list_filters_new (widget->document, self->filter_bar, SL_EVENT_PANEL (events));
}

static void
sl_panel_stack_changed (SlDocumentWidget *widget, guint changes)
{
  guint n_panels;
  const SlPanelInfo *panels = sl_panel_table_get (&n_panels);
  SlPanelStack *self = SL_PANEL_STACK (widget);

  for (guint i = 0; i < n_panels; i++)
    if ((changes & panels[i].changes) != 0)
      offer (self, &panels[i]);

  if ((changes & (SL_CHANGED_TRACE | SL_CHANGED_SET | SL_CHANGED_ANNOTATIONS)) != 0)
    sl_list_filters_follow_trace (self->filters);
  /* Filters go by the user's names and rate too. */
  if ((changes & (SL_CHANGED_FILTER | SL_CHANGED_ANNOTATIONS)) != 0)
    sl_list_filters_follow_state (self->filters);
  if ((changes & SL_CHANGED_MATCHES) != 0)
    sl_list_filters_follow_matches (self->filters);
  if ((changes & SL_CHANGED_PICKED) != 0)
    sl_list_filters_follow_picked (self->filters);
}

static void
sl_panel_stack_measure (GtkWidget *widget,
                        GtkOrientation orientation,
                        int for_size,
                        int *minimum,
                        int *natural,
                        int *minimum_baseline,
                        int *natural_baseline)
{
  gtk_widget_measure (adw_bin_get_child (ADW_BIN (widget)), orientation, for_size, minimum, natural,
                      minimum_baseline, natural_baseline);
}

static void
sl_panel_stack_size_allocate (GtkWidget *widget, int width, int height, int baseline)
{
  gtk_widget_allocate (adw_bin_get_child (ADW_BIN (widget)), width, height, baseline, NULL);
  sl_panel_room_allocate (SL_PANEL_STACK (widget)->room, width);
}

static void
sl_panel_stack_set_property (GObject *object, guint id, const GValue *value, GParamSpec *pspec)
{
  SlPanelStack *self = SL_PANEL_STACK (object);

  switch (id)
    {
    case PROP_INDEX_WIDTH:
      sl_panel_room_set_index_width (self->room, g_value_get_int (value));
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
    }
}

static void
sl_panel_stack_dispose (GObject *object)
{
  g_clear_pointer (&SL_PANEL_STACK (object)->filters, sl_list_filters_free);
  g_clear_pointer (&SL_PANEL_STACK (object)->row, g_free);
  g_clear_pointer (&SL_PANEL_STACK (object)->room, sl_panel_room_free);

  G_OBJECT_CLASS (sl_panel_stack_parent_class)->dispose (object);
}

static void
sl_panel_stack_class_init (SlPanelStackClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = sl_panel_stack_dispose;
  G_OBJECT_CLASS (klass)->set_property = sl_panel_stack_set_property;
  widget_class->measure = sl_panel_stack_measure;
  widget_class->size_allocate = sl_panel_stack_size_allocate;
  SL_DOCUMENT_WIDGET_CLASS (klass)->attached = sl_panel_stack_attached;
  SL_DOCUMENT_WIDGET_CLASS (klass)->changed = sl_panel_stack_changed;

  /**
   * SlPanelStack:index-width:
   *
   * Of the names of the pages, in pixels, where there is room for them: that of the row headers, so
   * that the panels begin where the timeline does.
   */
  g_object_class_install_property (G_OBJECT_CLASS (klass), PROP_INDEX_WIDTH,
                                   g_param_spec_int ("index-width", NULL, NULL, 0, 4000, 0,
                                                     G_PARAM_WRITABLE | G_PARAM_STATIC_STRINGS));

  /**
   * SlPanelStack::left:
   *
   * The user is done with the filter and wants the keys to go elsewhere.
   */
  signals[SIGNAL_LEFT] = g_signal_new ("left", SL_TYPE_PANEL_STACK, G_SIGNAL_RUN_LAST, 0, NULL,
                                       NULL, NULL, G_TYPE_NONE, 0);

  /**
   * SlPanelStack::made:
   * @panel: which is there from now on
   */
  signals[SIGNAL_MADE] = g_signal_new ("made", SL_TYPE_PANEL_STACK, G_SIGNAL_RUN_LAST, 0, NULL,
                                       NULL, NULL, G_TYPE_NONE, 1, SL_TYPE_DOCUMENT_WIDGET);

  /**
   * SlPanelStack::raised:
   *
   * A panel came forward by itself, and should be seen.
   */
  signals[SIGNAL_RAISED] = g_signal_new ("raised", SL_TYPE_PANEL_STACK, G_SIGNAL_RUN_LAST, 0, NULL,
                                         NULL, NULL, G_TYPE_NONE, 0);

  /**
   * SlPanelStack::turned:
   *
   * The user turned to another page.
   */
  signals[SIGNAL_TURNED] = g_signal_new ("turned", SL_TYPE_PANEL_STACK, G_SIGNAL_RUN_LAST, 0, NULL,
                                         NULL, NULL, G_TYPE_NONE, 0);

  g_type_ensure (SL_TYPE_FILTER_BAR);
  g_type_ensure (SL_TYPE_PANEL_INDEX);
  g_type_ensure (SL_TYPE_PANEL_SWITCHER);
  gtk_widget_class_set_template_from_resource (widget_class,
                                               "/io/github/slackline/Slackline/sl-panel-stack.ui");
  gtk_widget_class_bind_template_child (widget_class, SlPanelStack, list_bar);
  gtk_widget_class_bind_template_child (widget_class, SlPanelStack, switcher);
  gtk_widget_class_bind_template_child (widget_class, SlPanelStack, index);
  gtk_widget_class_bind_template_child (widget_class, SlPanelStack, filter_bar);
  gtk_widget_class_bind_template_child (widget_class, SlPanelStack, stack);
  gtk_widget_class_bind_template_callback (widget_class, leave_filter_cb);
}

static void
sl_panel_stack_init (SlPanelStack *self)
{
  guint n_panels;
  const SlPanelInfo *panels = sl_panel_table_get (&n_panels);

  gtk_widget_init_template (GTK_WIDGET (self));
  /* A layout manager would get the size in its place. */
  gtk_widget_set_layout_manager (GTK_WIDGET (self), NULL);
  gtk_widget_set_layout_manager (self->list_bar, sl_filter_room_new (FALSE));
  self->room =
      sl_panel_room_new (GTK_WIDGET (self), GTK_WIDGET (self->index), GTK_WIDGET (self->switcher));
  sl_panel_index_set_stack (self->index, self->stack);
  for (guint i = 0; i < n_panels; i++)
    {
      const SlPanelInfo *info = &panels[i];
      GtkWidget *place = adw_bin_new ();
      GtkStackPage *page = gtk_stack_add_named (self->stack, place, info->name);

      gtk_stack_page_set_title (page, _ (info->title));
      gtk_stack_page_set_visible (page, info->obstacle == NULL);
      sl_panel_index_add (self->index, info->column, info->name, _ (info->title));
      if (info->obstacle != NULL)
        sl_panel_index_set_page (self->index, info->name, NULL, _ (info->obstacle));
      g_signal_connect (place, "map", G_CALLBACK (seen_cb), (gpointer) info);
    }
  sl_panel_switcher_set_stack (self->switcher, self->stack);
  self->wanted = g_intern_string (panels[0].name);
  g_signal_connect_object (self->stack, "notify::visible-child", G_CALLBACK (turned_cb), self,
                           G_CONNECT_SWAPPED);
}

/**
 * sl_panel_stack_get_page:
 *
 * Returns: (transfer none): interned name of the page that the user wants
 */
const char *
sl_panel_stack_get_page (SlPanelStack *self)
{
  g_return_val_if_fail (SL_IS_PANEL_STACK (self), NULL);

  return self->wanted;
}

/**
 * sl_panel_stack_get_title:
 *
 * Returns: (transfer none): of the panel that is shown
 */
const char *
sl_panel_stack_get_title (SlPanelStack *self)
{
  GtkWidget *child;

  g_return_val_if_fail (SL_IS_PANEL_STACK (self), NULL);

  child = gtk_stack_get_visible_child (self->stack);
  return gtk_stack_page_get_title (gtk_stack_get_page (self->stack, child));
}

/**
 * sl_panel_stack_set_page:
 * @name: of a page, which need not be offered, or be known, yet
 *
 * Shows it as soon as it is offered, without saying that the user turned to it.
 */
void
sl_panel_stack_set_page (SlPanelStack *self, const char *name)
{
  g_return_if_fail (SL_IS_PANEL_STACK (self));

  self->wanted = g_intern_string (name);
  self->is_arranging = TRUE;
  if (!sl_panel_stack_show (self, name))
    gtk_stack_set_visible_child_name (self->stack, sl_panel_table_get (NULL)->name);
  self->is_arranging = FALSE;
}

/**
 * sl_panel_stack_set_row:
 * @row: (nullable): key of the row that the panel of one row lists
 */
void
sl_panel_stack_set_row (SlPanelStack *self, const char *row)
{
  GtkWidget *panel;

  g_return_if_fail (SL_IS_PANEL_STACK (self));

  if (g_strcmp0 (row, self->row) == 0)
    return;

  g_free (self->row);
  self->row = g_strdup (row);
  panel = adw_bin_get_child (ADW_BIN (gtk_stack_get_child_by_name (self->stack, "row")));
  if (panel != NULL)
    sl_row_panel_set_row (SL_ROW_PANEL (panel), self->row);
}

/**
 * sl_panel_stack_find:
 *
 * Puts the keyboard's focus into the filter.
 */
void
sl_panel_stack_find (SlPanelStack *self)
{
  g_return_if_fail (SL_IS_PANEL_STACK (self));

  gtk_widget_grab_focus (GTK_WIDGET (self->filter_bar));
}

/**
 * sl_panel_stack_set_settings:
 * @settings: what keeps the user's filters
 */
void
sl_panel_stack_set_settings (SlPanelStack *self, GSettings *settings)
{
  g_return_if_fail (SL_IS_PANEL_STACK (self));

  sl_filter_bar_set_settings (self->filter_bar, settings);
}

/**
 * sl_panel_stack_step_hit:
 * @direction: above 0 to the next hit of the filter, below 0 to the one before
 *
 * Goes there. Without a filter, puts the keyboard's focus into it.
 */
void
sl_panel_stack_step_hit (SlPanelStack *self, int direction)
{
  g_return_if_fail (SL_IS_PANEL_STACK (self));

  if (!sl_list_filters_step (self->filters, direction))
    sl_panel_stack_find (self);
}

/**
 * sl_panel_stack_turn:
 * @by: panels; below 0 to earlier ones
 *
 * Shows another of those that are offered.
 */
void
sl_panel_stack_turn (SlPanelStack *self, int by)
{
  g_return_if_fail (SL_IS_PANEL_STACK (self));

  sl_panel_switcher_turn (self->switcher, by);
}

/**
 * sl_panel_stack_get_pages:
 *
 * Returns: (transfer full): a #GtkStackPage for each panel, the visible ones of which are offered
 */
GtkSelectionModel *
sl_panel_stack_get_pages (SlPanelStack *self)
{
  g_return_val_if_fail (SL_IS_PANEL_STACK (self), NULL);

  return gtk_stack_get_pages (self->stack);
}

/**
 * sl_panel_stack_show:
 * @name: of a panel, such as "misses"
 *
 * Shows it, unless no trace has anything for it.
 *
 * Returns: whether it is shown
 */
gboolean
sl_panel_stack_show (SlPanelStack *self, const char *name)
{
  GtkWidget *child;

  g_return_val_if_fail (SL_IS_PANEL_STACK (self), FALSE);

  child = gtk_stack_get_child_by_name (self->stack, name);
  if (child == NULL || !gtk_stack_page_get_visible (gtk_stack_get_page (self->stack, child)))
    return FALSE;

  gtk_stack_set_visible_child (self->stack, child);
  /* Also where it was shown in place of another one. */
  turned_cb (self);
  return TRUE;
}

/**
 * sl_panel_stack_focus:
 *
 * Puts the keyboard's focus into the panel that is shown.
 */
void
sl_panel_stack_focus (SlPanelStack *self)
{
  GtkWidget *panel;

  g_return_if_fail (SL_IS_PANEL_STACK (self));

  panel = adw_bin_get_child (ADW_BIN (gtk_stack_get_visible_child (self->stack)));
  if (!gtk_widget_grab_focus (panel))
    gtk_widget_child_focus (panel, GTK_DIR_TAB_FORWARD);
}

/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <string.h>

#include "sl-marker-edit.h"
#include "sl-marker-text.h"
#include "sl-message.h"
#include "sl-text.h"
#include "sl-timeline-headers.h"
#include "sl-timeline-private.h"
#include "sl-timeline-proxy.h"
#include "sl-view-text.h"

/* The widgets that stand in for what is drawn: the headers of rows, and one for the focused box or mark, which moves with it. Of that there
 * are two, which take turns: a reader of the screen says all of what gets the focus, but only some of what changes while it has it. */
struct _SlTimelineProxies
{
  SlTimelineWidget *timeline; /* which owns this and the widgets, as its children */
  SlTimelineHeaders *headers;
  SlTimelineProxy *boxes[2];
  SlTimelineProxy *box; /* the one of these whose turn it is */
  char *place;          /* what the box is, and where */
  GPtrArray *markers;   /* of SlTimelineProxy, one for each marker, in their order */
  char *picture;        /* what is said of the whole picture */
  guint describe;       /* idle; 0 while none is on its way */
};

/* What was decided, of the step that readers are told of while @proxy has the focus; NULL where they know it. */
static const char *
find_step (SlTimelineWidget *self, const SlTimelineProxy *proxy)
{
  g_autofree char *step = sl_view_text_describe_step (self->document, NULL);

  if (step[0] != '\0' && g_strcmp0 (step, self->said_step) == 0)
    {
      if (proxy != self->told_of)
        self->told_of = NULL;
      return self->told_of != NULL ? self->said_step : NULL;
    }

  g_free (self->said_step);
  self->said_step = step[0] != '\0' ? g_steal_pointer (&step) : NULL;
  self->told_of = proxy;
  return self->said_step;
}

/**
 * sl_timeline_describe_proxy:
 * @is_focused: whether @proxy has the focus
 *
 * While the trace is stepped through, what has the focus says what was decided: the panel that shows it is not where the
 * focus is. What itself is, it says again once the focus has gone on.
 */
void
sl_timeline_describe_proxy (SlTimelineWidget *self,
                            SlTimelineProxy *proxy,
                            gboolean is_focused,
                            const char *name,
                            const char *description)
{
  const char *step = is_focused ? find_step (self, proxy) : NULL;

  sl_timeline_proxy_describe (proxy, name, step != NULL ? step : description);
}

/* Of a picked event, such as a missed deadline, the nearest box of its row has the focus. */
static gboolean
is_of_picked (SlTimelineProxies *self, const SlTarget *focus)
{
  const SlTarget *picked =
      sl_view_state_get_picked (sl_document_get_state (self->timeline->document));

  return sl_target_equal (focus, picked) ||
         (picked->type == SL_TARGET_EVENT && g_strcmp0 (focus->row, picked->row) == 0);
}

static void
hide_from_readers (SlTimelineProxy *proxy, gboolean hide)
{
  gtk_accessible_update_state (GTK_ACCESSIBLE (proxy), GTK_ACCESSIBLE_STATE_HIDDEN, hide, -1);
}

/* The focus goes on to another box, of which @name and @description are said. Takes @place. */
static void
take_turns (SlTimelineProxies *self, const char *name, const char *description, char *place)
{
  SlTimelineProxy *before = self->box;
  gboolean is_focused = gtk_widget_is_focus (GTK_WIDGET (before));
  gboolean is_other = g_strcmp0 (self->place, place) != 0;

  g_free (self->place);
  self->place = place;
  if (is_focused && is_other)
    self->box = self->boxes[before == self->boxes[0] ? 1 : 0];
  sl_message_make_known (GTK_WIDGET (self->box));
  sl_timeline_describe_proxy (self->timeline, self->box, is_focused, name, description);
  if (self->box == before)
    return;

  hide_from_readers (self->box, FALSE);
  gtk_widget_grab_focus (GTK_WIDGET (self->box));
  sl_timeline_proxy_describe (before, NULL, NULL);
  hide_from_readers (before, TRUE);
  gtk_widget_queue_allocate (GTK_WIDGET (self->timeline));
}

static void
describe_box (SlTimelineProxies *self, SlRows *rows)
{
  const SlTarget *focus = &self->timeline->focus;
  g_autofree char *name = NULL;
  g_autofree char *description = NULL;
  g_autofree char *value = NULL;
  g_autofree char *miss = NULL;
  g_autoptr (GString) all = NULL;
  guint row;

  if (focus->type == SL_TARGET_NONE || focus->row == NULL || !sl_rows_find (rows, focus->row, &row))
    {
      sl_timeline_proxy_describe (self->box, NULL, NULL);
      return;
    }

  name = sl_text_name (rows, focus);
  description = sl_text_description (rows, focus);
  value = sl_text_value (rows, focus);
  all = g_string_new (description);
  /* What both say is said once. */
  if (strstr (description, value) == NULL)
    g_string_prepend (g_string_prepend (all, description[0] != '\0' ? ". " : ""), value);
  if (is_of_picked (self, focus))
    miss = sl_view_text_describe_miss (self->timeline->document);
  if (miss != NULL && miss[0] != '\0')
    g_string_append_printf (all, "%s%s", all->len > 0 ? ". " : "", miss);
  if (is_of_picked (self, focus) && sl_document_get_hit (self->timeline->document) != NULL)
    g_string_append_printf (all, "%s%s", all->len > 0 ? ". " : "",
                            sl_document_get_hit (self->timeline->document));
  take_turns (self, name, all->str, g_strconcat (name, "\n", value, NULL));
}

static SlMarkers *
get_markers (SlTimelineProxies *self)
{
  return sl_view_state_get_markers (sl_document_get_state (self->timeline->document));
}

/* The flags of the user's markers, behind the box. */
static void
update_markers (SlTimelineProxies *self)
{
  SlMarkers *markers = get_markers (self);
  guint n_markers = sl_markers_get_count (markers);

  /* Without this the focus would jump out of the timeline. */
  for (guint i = n_markers; i < self->markers->len; i++)
    if (gtk_widget_is_focus (g_ptr_array_index (self->markers, i)))
      gtk_widget_grab_focus (GTK_WIDGET (self->box));
  if (n_markers < self->markers->len)
    g_ptr_array_set_size (self->markers, (int) n_markers);
  while (self->markers->len < n_markers)
    {
      GtkWidget *flag = sl_timeline_proxy_new (GTK_ACCESSIBLE_ROLE_LIST_ITEM, NULL);

      gtk_widget_set_parent (flag, GTK_WIDGET (self->timeline));
      g_ptr_array_add (self->markers, flag);
    }

  for (guint i = 0; i < n_markers; i++)
    {
      const SlMarker *marker = sl_markers_get (markers, i);
      g_autofree char *title = sl_marker_text_title (marker);
      g_autofree char *text = sl_marker_text_describe (self->timeline->document, marker);

      sl_timeline_proxy_describe (g_ptr_array_index (self->markers, i), title, text);
    }
}

/**
 * sl_timeline_proxies_update:
 *
 * Makes names, and where rows came or went also widgets, those of the document, as far as there are headers.
 */
void
sl_timeline_proxies_update (SlTimelineProxies *self)
{
  SlRows *rows = sl_document_get_rows (self->timeline->document);

  sl_timeline_headers_update (self->headers, rows, GTK_WIDGET (self->box));
  describe_box (self, rows);
  update_markers (self);
}

static gboolean
describe_cb (gpointer user_data)
{
  SlTimelineProxies *self = user_data;
  g_autofree char *text = NULL;

  self->describe = 0;
  if (self->timeline->document == NULL)
    return G_SOURCE_REMOVE;

  text = sl_view_text_describe (self->timeline->document);
  if (g_strcmp0 (self->picture, text) != 0)
    {
      g_free (self->picture);
      self->picture = g_steal_pointer (&text);
      gtk_accessible_update_property (GTK_ACCESSIBLE (self->timeline),
                                      GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, self->picture, -1);
    }
  return G_SOURCE_REMOVE;
}

/**
 * sl_timeline_proxies_describe_picture:
 *
 * Says anew, when there is time for it, what the whole picture shows.
 */
void
sl_timeline_proxies_describe_picture (SlTimelineProxies *self)
{
  if (self->describe == 0)
    self->describe = g_idle_add_full (G_PRIORITY_LOW, describe_cb, self, NULL);
}

static void
allocate_box (SlTimelineProxies *self, SlScene *scene)
{
  const SlElement *element = sl_scene_find (scene, &self->timeline->focus);
  float place[4] = {
    (float) sl_picture_widget_get_header_width (SL_PICTURE_WIDGET (self->timeline)), 0, 1, 1
  };
  guint row;

  if (element != NULL)
    {
      place[0] = element->x;
      place[1] = element->y;
      place[2] = element->width;
      place[3] = element->height;
    }
  else if (self->timeline->focus.row != NULL &&
           sl_rows_find (sl_scene_get_rows (scene), self->timeline->focus.row, &row))
    sl_scene_get_row_box (scene, row, place);

  for (guint i = 0; i < G_N_ELEMENTS (self->boxes); i++)
    sl_timeline_proxy_allocate (self->boxes[i], place);
}

/* One that is out of sight is at the edge of the plot. */
static void
allocate_markers (SlTimelineProxies *self, SlScene *scene)
{
  SlMarkers *markers = get_markers (self);

  for (guint i = 0; i < self->markers->len; i++)
    {
      const float edge[4] = { (float) sl_scene_get_plot_x (scene), 0, 1, 1 };

      sl_timeline_proxy_allocate (g_ptr_array_index (self->markers, i), edge);
    }
  for (guint i = 1; i < sl_scene_get_n_elements (scene); i++)
    {
      const SlElement *element = sl_scene_get_element (scene, i);
      const float place[4] = { element->x, element->y, element->width, element->height };
      guint number;

      if (element->type == SL_ELEMENT_MARKER &&
          sl_markers_find (markers, (guint) element->target.index, &number) != NULL &&
          number < self->markers->len)
        sl_timeline_proxy_allocate (g_ptr_array_index (self->markers, number), place);
    }
}

/**
 * sl_timeline_proxies_allocate:
 *
 * Lays each over what it stands in for. Headers that are scrolled out of sight lie outside the
 * timeline, which clips them.
 */
void
sl_timeline_proxies_allocate (SlTimelineProxies *self)
{
  SlScene *scene = sl_picture_widget_get_scene (SL_PICTURE_WIDGET (self->timeline));

  if (scene == NULL)
    return;

  sl_timeline_headers_allocate (self->headers, scene);
  allocate_box (self, scene);
  allocate_markers (self, scene);
}

/* Moves the keyboard's focus to the header of the focused row; where no row has one, to the box. */
static gboolean
grab_header (SlTimelineProxies *self)
{
  GtkWidget *header = sl_timeline_headers_get_focused (self->headers);

  if (header == NULL)
    return gtk_widget_grab_focus (GTK_WIDGET (self->box));

  sl_message_make_known (header);
  return gtk_widget_grab_focus (header);
}

gboolean
sl_timeline_proxies_is_on_header (SlTimelineProxies *self)
{
  return sl_timeline_headers_have_focus (self->headers);
}

void
sl_timeline_proxies_focus_header (SlTimelineProxies *self)
{
  grab_header (self);
}

/**
 * sl_timeline_proxies_focus_box:
 *
 * Moves the keyboard's focus to the focused box.
 */
void
sl_timeline_proxies_focus_box (SlTimelineProxies *self)
{
  gtk_widget_grab_focus (GTK_WIDGET (self->box));
}

/**
 * sl_timeline_proxies_is_on_marker:
 *
 * Returns: whether the flag of a marker has the keyboard's focus, which is that of the chosen one
 */
gboolean
sl_timeline_proxies_is_on_marker (SlTimelineProxies *self)
{
  for (guint i = 0; i < self->markers->len; i++)
    if (gtk_widget_is_focus (g_ptr_array_index (self->markers, i)))
      return TRUE;

  return FALSE;
}

/**
 * sl_timeline_proxies_focus_marker:
 *
 * Moves the keyboard's focus to the flag of the chosen marker, or to the first where none is chosen.
 *
 * Returns: whether there is one
 */
gboolean
sl_timeline_proxies_focus_marker (SlTimelineProxies *self)
{
  SlViewState *state = sl_document_get_state (self->timeline->document);
  guint number = 0;

  sl_markers_find (get_markers (self), sl_view_state_get_chosen_marker (state), &number);
  return number < self->markers->len &&
         gtk_widget_grab_focus (g_ptr_array_index (self->markers, number));
}

void
sl_timeline_proxies_grab_focus (SlTimelineProxies *self)
{
  if (self->timeline->focus.type == SL_TARGET_ITEMS)
    sl_timeline_proxies_focus_box (self);
  else
    sl_timeline_proxies_focus_header (self);
}

/* Tab goes from the header to the box, to the chosen marker and on; arrows are keys of the timeline. */
gboolean
sl_timeline_proxies_move_focus (SlTimelineProxies *self, GtkDirectionType direction)
{
  gboolean on_box = gtk_widget_is_focus (GTK_WIDGET (self->box));
  gboolean on_header = sl_timeline_proxies_is_on_header (self);
  gboolean on_marker = sl_timeline_proxies_is_on_marker (self);

  if (direction == GTK_DIR_TAB_FORWARD)
    {
      if (on_marker)
        return FALSE;
      if (on_box)
        return sl_timeline_proxies_focus_marker (self);
      if (on_header)
        return gtk_widget_grab_focus (GTK_WIDGET (self->box));
      return grab_header (self);
    }
  if (direction == GTK_DIR_TAB_BACKWARD)
    {
      if (on_header)
        return FALSE;
      if (on_box)
        return grab_header (self);
      return (!on_marker && sl_timeline_proxies_focus_marker (self)) ||
             gtk_widget_grab_focus (GTK_WIDGET (self->box));
    }

  return !on_box && !on_header && !on_marker && grab_header (self);
}

/* The ring is part of the picture. */
static void
box_focus_cb (SlTimelineProxies *self)
{
  sl_picture_widget_invalidate (SL_PICTURE_WIDGET (self->timeline));
}

/**
 * sl_timeline_proxies_has_ring:
 *
 * Returns: whether the focused box shows that it is focused
 */
gboolean
sl_timeline_proxies_has_ring (SlTimelineProxies *self)
{
  return gtk_widget_has_visible_focus (GTK_WIDGET (self->box));
}

SlTimelineProxies *
sl_timeline_proxies_new (SlTimelineWidget *timeline)
{
  SlTimelineProxies *self = g_new0 (SlTimelineProxies, 1);

  self->timeline = timeline;
  self->headers = sl_timeline_headers_new (timeline);
  self->markers = g_ptr_array_new_with_free_func ((GDestroyNotify) gtk_widget_unparent);
  for (guint i = 0; i < G_N_ELEMENTS (self->boxes); i++)
    {
      GtkWidget *box = sl_timeline_proxy_new (GTK_ACCESSIBLE_ROLE_LIST_ITEM, NULL);

      self->boxes[i] = SL_TIMELINE_PROXY (box);
      gtk_widget_set_parent (box, GTK_WIDGET (timeline));
      gtk_widget_add_css_class (box, "box");
      g_signal_connect_swapped (box, "notify::has-focus", G_CALLBACK (box_focus_cb), self);
    }
  self->box = self->boxes[0];
  hide_from_readers (self->boxes[1], TRUE);
  return self;
}

void
sl_timeline_proxies_free (SlTimelineProxies *self)
{
  for (guint i = 0; i < G_N_ELEMENTS (self->boxes); i++)
    g_signal_handlers_disconnect_by_data (self->boxes[i], self);
  g_clear_handle_id (&self->describe, g_source_remove);
  g_clear_pointer (&self->picture, g_free);
  g_clear_pointer (&self->headers, sl_timeline_headers_free);
  g_clear_pointer (&self->markers, g_ptr_array_unref);
  for (guint i = 0; i < G_N_ELEMENTS (self->boxes); i++)
    gtk_widget_unparent (GTK_WIDGET (self->boxes[i]));
  g_free (self->place);
  g_free (self);
}

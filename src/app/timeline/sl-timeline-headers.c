/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-timeline-headers.h"

#include "sl-lower-bound.h"
#include "sl-timeline-proxy.h"
#include "sl-view-text.h"

/* Rows that have a widget each: GTK is slow with many more. */
#define MOST_HEADERS 400

/* One for each row, as far as it is not too far from the focused row or from what is in sight. */
struct _SlTimelineHeaders
{
  SlTimelineWidget *timeline; /* which owns this and the widgets, as its children */
  GPtrArray *headers; /* of SlTimelineProxy, one for each row from the first on, in their order */
  guint first;
  char *gone;    /* row that had the focus and is not shown any more; NULL for none */
  char *instead; /* row that got the focus then */
};

SlTimelineHeaders *
sl_timeline_headers_new (SlTimelineWidget *timeline)
{
  SlTimelineHeaders *self = g_new0 (SlTimelineHeaders, 1);

  self->timeline = timeline;
  self->headers = g_ptr_array_new ();
  return self;
}

void
sl_timeline_headers_free (SlTimelineHeaders *self)
{
  for (guint i = 0; i < self->headers->len; i++)
    {
      g_signal_handlers_disconnect_by_data (g_ptr_array_index (self->headers, i), self);
      gtk_widget_unparent (g_ptr_array_index (self->headers, i));
    }
  g_ptr_array_unref (self->headers);
  g_free (self->gone);
  g_free (self->instead);
  g_free (self);
}

/* The place of the one that has the keyboard's focus; %G_MAXUINT where none has. */
static guint
find_focused (SlTimelineHeaders *self)
{
  for (guint i = 0; i < self->headers->len; i++)
    if (gtk_widget_is_focus (g_ptr_array_index (self->headers, i)))
      return i;

  return G_MAXUINT;
}

/* Whether one of them has the keyboard's focus. */
gboolean
sl_timeline_headers_have_focus (SlTimelineHeaders *self)
{
  return find_focused (self) != G_MAXUINT;
}

/**
 * sl_timeline_headers_get_focused:
 *
 * Returns: (transfer none) (nullable): that of the focused row, or the first where that row has none; %NULL where there are none
 */
GtkWidget *
sl_timeline_headers_get_focused (SlTimelineHeaders *self)
{
  SlRows *rows = sl_document_get_rows (self->timeline->document);
  guint row = 0;

  if (self->headers->len == 0)
    return NULL;
  if (self->timeline->focus.row == NULL || !sl_rows_find (rows, self->timeline->focus.row, &row) ||
      row < self->first || row - self->first >= self->headers->len)
    row = self->first;
  return g_ptr_array_index (self->headers, row - self->first);
}

/* The row around which others have headers. */
static guint
find_middle (SlTimelineHeaders *self, SlRows *rows)
{
  double top = self->timeline->adjustment != NULL
                   ? gtk_adjustment_get_value (self->timeline->adjustment)
                   : 0;
  guint row;

  if (self->timeline->focus.row != NULL && sl_rows_find (rows, self->timeline->focus.row, &row))
    return row;

  return sl_lower_bound (0, sl_rows_get_count (rows), i, sl_rows_get (rows, i)->y < top);
}

/* The first row that has a header: the one that had it, as long as the rows around the middle have theirs. */
static guint
find_first (SlTimelineHeaders *self, SlRows *rows)
{
  guint n_rows = sl_rows_get_count (rows);
  guint most = n_rows > MOST_HEADERS ? n_rows - MOST_HEADERS : 0;
  guint middle = find_middle (self, rows);
  guint first = MIN (self->first, most);

  if (middle >= first + (first > 0 ? MOST_HEADERS / 4 : 0) &&
      middle < first + (first < most ? MOST_HEADERS * 3 / 4 : MOST_HEADERS))
    return first;

  return MIN (middle > MOST_HEADERS / 2 ? middle - MOST_HEADERS / 2 : 0, most);
}

static guint
count_headers (SlRows *rows)
{
  return MIN (sl_rows_get_count (rows), MOST_HEADERS);
}

static gboolean
same_rows (SlTimelineHeaders *self, SlRows *rows)
{
  if (count_headers (rows) != self->headers->len)
    return FALSE;

  for (guint i = 0; i < self->headers->len; i++)
    if (!g_str_equal (sl_timeline_proxy_get_row (g_ptr_array_index (self->headers, i)),
                      sl_rows_get (rows, self->first + i)->key))
      return FALSE;

  return TRUE;
}

/* Wherever the focus came from, by Tab or through assistive technologies, the keys go on from
 * there. */
static void
header_focus_cb (SlTimelineHeaders *self, GParamSpec *pspec, SlTimelineProxy *header)
{
  SlTarget target = { .type = SL_TARGET_ROW, .row = sl_timeline_proxy_get_row (header) };

  if (gtk_widget_has_focus (GTK_WIDGET (header)) &&
      g_strcmp0 (self->timeline->focus.row, target.row) != 0)
    sl_timeline_set_focus (self->timeline, &target);
}

static GtkWidget *
make_header (SlTimelineHeaders *self, const char *row)
{
  GtkWidget *header = sl_timeline_proxy_new (GTK_ACCESSIBLE_ROLE_ROW_HEADER, row);

  g_signal_connect_swapped (header, "notify::has-focus", G_CALLBACK (header_focus_cb), self);
  return header;
}

/* (transfer full): the headers that there are, by their rows */
static GHashTable *
index_headers (SlTimelineHeaders *self)
{
  GHashTable *by_row = g_hash_table_new (g_str_hash, g_str_equal);

  for (guint i = 0; i < self->headers->len; i++)
    {
      SlTimelineProxy *header = g_ptr_array_index (self->headers, i);

      g_hash_table_insert (by_row, (char *) sl_timeline_proxy_get_row (header), header);
    }

  return by_row;
}

/* Of the headers that there were, the next one behind @number that is still there, else the one before; %NULL where none is. */
static GtkWidget *
find_near (SlTimelineHeaders *self, const GPtrArray *before, guint number)
{
  for (guint i = number + 1; i < before->len; i++)
    if (g_ptr_array_find (self->headers, g_ptr_array_index (before, i), NULL))
      return g_ptr_array_index (before, i);
  for (guint i = number; i > 0; i--)
    if (g_ptr_array_find (self->headers, g_ptr_array_index (before, i - 1), NULL))
      return g_ptr_array_index (before, i - 1);

  return NULL;
}

/* Without this the focus would jump out of the timeline. */
static void
leave_row (SlTimelineHeaders *self, GtkWidget *near, GtkWidget *fallback)
{
  GtkWidget *header = sl_timeline_headers_get_focused (self);

  if (near != NULL && g_strcmp0 (sl_timeline_proxy_get_row (SL_TIMELINE_PROXY (header)),
                                 self->timeline->focus.row) != 0)
    header = near;
  g_free (self->gone);
  g_free (self->instead);
  self->gone = g_strdup (self->timeline->focus.row);
  gtk_widget_grab_focus (header != NULL ? header : fallback);
  self->instead = g_strdup (self->timeline->focus.row);
}

/* Where the row that had the focus comes back, such as by undo, so does the focus, unless it was moved meanwhile. */
static void
return_to_row (SlTimelineHeaders *self, SlRows *rows)
{
  guint row;

  if (self->gone == NULL || g_strcmp0 (self->timeline->focus.row, self->instead) != 0 ||
      !sl_rows_find (rows, self->gone, &row) || row < self->first ||
      row - self->first >= self->headers->len)
    return;

  g_clear_pointer (&self->gone, g_free);
  gtk_widget_grab_focus (g_ptr_array_index (self->headers, row - self->first));
}

/* A row that had a header keeps it: it may be the one that just got the focus. */
static void
remake_headers (SlTimelineHeaders *self, SlRows *rows, GtkWidget *fallback)
{
  guint focused = find_focused (self);
  g_autoptr (GPtrArray) last = g_ptr_array_copy (self->headers, NULL, NULL);
  g_autoptr (GHashTable) by_row = index_headers (self);
  GHashTableIter left;
  gpointer header_left;
  GtkWidget *before = NULL;

  g_ptr_array_set_size (self->headers, 0);
  for (guint i = 0; i < count_headers (rows); i++)
    {
      const char *row = sl_rows_get (rows, self->first + i)->key;
      GtkWidget *header = g_hash_table_lookup (by_row, row);

      if (header == NULL)
        header = make_header (self, row);
      else
        g_hash_table_remove (by_row, row);
      if (gtk_widget_get_parent (header) == NULL || gtk_widget_get_prev_sibling (header) != before)
        gtk_widget_insert_after (header, GTK_WIDGET (self->timeline), before);
      g_ptr_array_add (self->headers, header);
      before = header;
    }

  if (focused != G_MAXUINT && !sl_timeline_headers_have_focus (self))
    leave_row (self, find_near (self, last, focused), fallback);
  else if (focused != G_MAXUINT)
    return_to_row (self, rows);
  g_hash_table_iter_init (&left, by_row);
  while (g_hash_table_iter_next (&left, NULL, &header_left))
    gtk_widget_unparent (header_left);
}

/**
 * sl_timeline_headers_update:
 * @fallback: gets the focus where a header that has it goes, and no other is left
 *
 * Makes names, and where rows came or went also widgets, those of @rows.
 */
void
sl_timeline_headers_update (SlTimelineHeaders *self, SlRows *rows, GtkWidget *fallback)
{
  self->first = find_first (self, rows);
  if (!same_rows (self, rows))
    remake_headers (self, rows, fallback);

  for (guint i = 0; i < self->headers->len; i++)
    {
      SlTimelineProxy *header = g_ptr_array_index (self->headers, i);
      const SlRow *row = sl_rows_get (rows, self->first + i);
      g_autofree char *text = sl_view_text_describe_row (self->timeline->document, self->first + i);

      sl_timeline_describe_proxy (self->timeline, header, gtk_widget_is_focus (GTK_WIDGET (header)),
                                  row->title, text);
    }
}

/**
 * sl_timeline_headers_allocate:
 *
 * Lays each over what it stands in for. Those that are scrolled out of sight lie outside the timeline, which clips them.
 */
void
sl_timeline_headers_allocate (SlTimelineHeaders *self, SlScene *scene)
{
  SlRows *rows = sl_scene_get_rows (scene);

  for (guint i = 0; i < self->headers->len && self->first + i < sl_rows_get_count (rows); i++)
    {
      const SlRow *row = sl_rows_get (rows, self->first + i);
      float place[4] = { 0,
                         (float) (sl_scene_get_plot_y (scene) + row->y) -
                             (float) gtk_adjustment_get_value (self->timeline->adjustment),
                         (float) sl_picture_widget_get_header_width (
                             SL_PICTURE_WIDGET (self->timeline)),
                         (float) row->height };

      sl_timeline_proxy_allocate (g_ptr_array_index (self->headers, i), place);
    }
}

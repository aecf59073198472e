/* SPDX-License-Identifier: GPL-3.0-or-later */

/* What a saved view says of the panels around the timeline, of what is picked, of the addresses that maps
 * show, and of the places of other traces on the axis. */
#include <stdlib.h>
#include <string.h>

#include "sl-view-file-private.h"
#include "sl-view-state-private.h"

#define ADDRESSES "addresses "

/* Whoever has more of them wrote them by a program. */
#define MOST_MAPS   1000
#define MOST_TRACES 1000

/* Ticks; sums of a few of them are times still. */
#define MOST_OFFSET (G_GINT64_CONSTANT (1) << 60)

static const char *const target_types[] = {
  [SL_TARGET_ROW] = "row",
  [SL_TARGET_ITEMS] = "items",
  [SL_TARGET_EVENT] = "event",
};

static const struct
{
  const char *id;
  guint track;
} counted_tracks[] = {
  { "span", SL_TARGET_TRACK_SPAN },
  { "pages", SL_TARGET_TRACK_PAGES },
};

void
sl_view_file_write_panels (GKeyFile *file, const SlViewState *state)
{
  const SlViewPanels *panels = sl_view_state_get_panels (state);

  g_key_file_set_string (file, "panels", "page", panels->page);
  g_key_file_set_boolean (file, "panels", "list", panels->has_list);
  g_key_file_set_boolean (file, "panels", "maximized", panels->is_maximized);
  g_key_file_set_integer (file, "panels", "height", panels->list_height);
  g_key_file_set_boolean (file, "panels", "details", panels->has_details);
}

static gboolean
read_boolean (const SlViewReading *self, const char *key, gboolean otherwise)
{
  g_autoptr (GError) error = NULL;
  gboolean value = g_key_file_get_boolean (self->file, "panels", key, &error);

  return error == NULL ? value : otherwise;
}

/**
 * sl_view_file_read_panels:
 *
 * Those that the text does not name stay as they are.
 */
void
sl_view_file_read_panels (SlViewReading *self)
{
  SlViewPanels panels = *sl_view_state_get_panels (self->state);
  g_autofree char *page = g_key_file_get_string (self->file, "panels", "page", NULL);
  int height = g_key_file_get_integer (self->file, "panels", "height", NULL);

  if (page != NULL && page[0] != '\0')
    panels.page = page;
  panels.has_list = read_boolean (self, "list", panels.has_list);
  panels.is_maximized = read_boolean (self, "maximized", panels.is_maximized);
  panels.has_details = read_boolean (self, "details", panels.has_details);
  if (height >= SL_VIEW_PANELS_LEAST && height <= SL_VIEW_PANELS_MOST)
    panels.list_height = height;
  sl_view_reading_take (self, sl_view_state_with_panels (self->state, &panels));
}

static void
write_track (GKeyFile *file, guint track)
{
  for (guint i = 0; i < G_N_ELEMENTS (counted_tracks); i++)
    if (counted_tracks[i].track == track)
      {
        g_key_file_set_string (file, "picked", "track", counted_tracks[i].id);
        return;
      }

  g_key_file_set_uint64 (file, "picked", "track", track);
}

/**
 * sl_view_file_write_picked:
 * @place: (nullable): where it is
 */
void
sl_view_file_write_picked (GKeyFile *file, const SlViewState *state, const SlViewPlace *place)
{
  const SlTarget *picked = sl_view_state_get_picked (state);

  if (picked->type == SL_TARGET_NONE)
    return;

  g_key_file_set_string (file, "picked", "type", target_types[picked->type]);
  g_key_file_set_uint64 (file, "picked", "trace", picked->trace);
  if (picked->row != NULL)
    g_key_file_set_string (file, "picked", "row", picked->row);
  if (picked->type != SL_TARGET_ROW)
    g_key_file_set_uint64 (file, "picked", "index", picked->index);
  if (picked->type == SL_TARGET_ITEMS)
    {
      write_track (file, picked->track);
      g_key_file_set_uint64 (file, "picked", "count", picked->count);
    }
  if (place != NULL)
    {
      g_key_file_set_int64 (file, "picked", "begin", place->span.begin);
      g_key_file_set_int64 (file, "picked", "end", place->span.end);
    }
  if (place != NULL && place->instant != SL_TIME_MAX)
    g_key_file_set_int64 (file, "picked", "instant", place->instant);
}

static gboolean
read_number (const SlViewReading *self, const char *key, guint64 most, guint64 *number)
{
  g_autofree char *text = g_key_file_get_string (self->file, "picked", key, NULL);

  return text != NULL && g_ascii_string_to_unsigned (text, 10, 0, most, number, NULL);
}

static gboolean
read_track (const SlViewReading *self, guint *track)
{
  g_autofree char *text = g_key_file_get_string (self->file, "picked", "track", NULL);
  guint64 number;

  for (guint i = 0; i < G_N_ELEMENTS (counted_tracks); i++)
    if (g_strcmp0 (text, counted_tracks[i].id) == 0)
      {
        *track = counted_tracks[i].track;
        return TRUE;
      }
  if (!read_number (self, "track", G_MAXUINT16, &number))
    return FALSE;

  *track = (guint) number;
  return TRUE;
}

/* @row owns the name of the row. */
static gboolean
read_target (SlViewReading *self, SlTarget *target, char **row)
{
  g_autofree char *type = g_key_file_get_string (self->file, "picked", "type", NULL);
  guint64 trace;

  for (guint i = SL_TARGET_ROW; i < G_N_ELEMENTS (target_types); i++)
    if (g_strcmp0 (type, target_types[i]) == 0)
      target->type = (SlTargetType) i;
  if (target->type == SL_TARGET_NONE || self->fit.n_traces == 0 ||
      !read_number (self, "trace", self->fit.n_traces - 1, &trace))
    return FALSE;

  target->trace = (guint) trace;
  *row = g_key_file_get_string (self->file, "picked", "row", NULL);
  target->row = *row = sl_view_reading_find_row (self, *row);
  if (target->type == SL_TARGET_ROW)
    return *row != NULL;
  if (!read_number (self, "index", G_MAXUINT64, &target->index))
    return FALSE;

  target->count = 1;
  return target->type == SL_TARGET_EVENT ||
         (*row != NULL && read_track (self, &target->track) &&
          read_number (self, "count", G_MAXUINT64, &target->count) && target->count > 0);
}

static SlTime
read_time (const SlViewReading *self, const char *key)
{
  return sl_view_reading_scale (self, g_key_file_get_int64 (self->file, "picked", key, NULL));
}

/**
 * sl_view_file_read_picked:
 * @place: (out): where it was
 */
void
sl_view_file_read_picked (SlViewReading *self, SlViewPlace *place)
{
  SlTarget target = { .type = SL_TARGET_NONE };
  g_autofree char *row = NULL;
  gboolean is_picked = read_target (self, &target, &row);

  sl_view_reading_take (self, sl_view_state_with_picked (self->state, is_picked ? &target : NULL));
  *place = (SlViewPlace) { { 0, -1 }, SL_TIME_MAX };
  if (!g_key_file_has_key (self->file, "picked", "begin", NULL))
    return;

  place->span.begin = read_time (self, "begin");
  place->span.end = read_time (self, "end");
  if (g_key_file_has_key (self->file, "picked", "instant", NULL))
    place->instant = read_time (self, "instant");
  if (place->instant < place->span.begin || place->instant > place->span.end)
    place->instant = SL_TIME_MAX;
}

void
sl_view_file_write_addresses (GKeyFile *file, const SlViewState *state)
{
  for (guint i = 0; i < state->row_addresses->len; i++)
    {
      const SlViewRowAddresses *entry =
          &g_array_index (state->row_addresses, SlViewRowAddresses, i);
      g_autofree char *group = g_strdup_printf (ADDRESSES "%u", i + 1);

      g_key_file_set_string (file, group, "row", entry->row);
      g_key_file_set_string (file, group, "scale", sl_address_scale_get_id (entry->view.scale));
      if (entry->view.is_zoomed)
        {
          g_autofree char *first = g_strdup_printf ("0x%" G_GINT64_MODIFIER "x", entry->view.first);
          g_autofree char *last = g_strdup_printf ("0x%" G_GINT64_MODIFIER "x", entry->view.last);

          g_key_file_set_string (file, group, "first", first);
          g_key_file_set_string (file, group, "last", last);
        }
    }
}

/* As they are written, "0x1f000". */
static gboolean
read_address (const SlViewReading *self, const char *group, const char *key, guint64 *address)
{
  g_autofree char *text = g_key_file_get_string (self->file, group, key, NULL);

  return text != NULL && g_str_has_prefix (text, "0x") &&
         g_ascii_string_to_unsigned (text + 2, 16, 0, G_MAXUINT64, address, NULL);
}

static void
read_map (SlViewReading *self, const char *group)
{
  g_autofree char *row =
      sl_view_reading_find_row (self, g_key_file_get_string (self->file, group, "row", NULL));
  g_autofree char *scale = g_key_file_get_string (self->file, group, "scale", NULL);
  SlAddressView view = { .scale = SL_ADDRESS_PAGES };

  if (row == NULL || scale == NULL || !sl_address_scale_find (scale, &view.scale))
    return;

  view.is_zoomed = read_address (self, group, "first", &view.first) &&
                   read_address (self, group, "last", &view.last) && view.first <= view.last;
  if (!view.is_zoomed)
    view.first = view.last = 0;
  sl_view_reading_take (self, sl_view_state_with_addresses (self->state, row, &view));
}

/**
 * sl_view_file_read_addresses:
 *
 * Maps that the text does not name show all addresses.
 */
void
sl_view_file_read_addresses (SlViewReading *self)
{
  g_auto (GStrv) groups = g_key_file_get_groups (self->file, NULL);
  const SlAddressView all = { .scale = SL_ADDRESS_PAGES };
  guint n_maps = 0;

  while (self->state->row_addresses->len > 0)
    {
      const char *row = g_array_index (self->state->row_addresses, SlViewRowAddresses, 0).row;

      sl_view_reading_take (self, sl_view_state_with_addresses (self->state, row, &all));
    }
  for (gsize i = 0; groups[i] != NULL; i++)
    if (g_str_has_prefix (groups[i], ADDRESSES) && n_maps++ < MOST_MAPS)
      read_map (self, groups[i]);
}

void
sl_view_file_write_traces (GKeyFile *file, const SlViewState *state)
{
  g_autoptr (GPtrArray) offsets = g_ptr_array_new_with_free_func (g_free);
  guint n_moved = 0;
  guint compared[2];

  for (guint i = 1; i < state->offsets->len; i++)
    {
      gint64 offset = sl_view_state_get_offset (state, i);

      g_ptr_array_add (offsets, g_strdup_printf ("%" G_GINT64_FORMAT, offset));
      if (offset != 0)
        n_moved = i;
    }
  if (n_moved > 0)
    g_key_file_set_string_list (file, "traces", "offsets", (const char *const *) offsets->pdata,
                                n_moved);
  if (sl_view_state_get_compared (state, compared))
    g_key_file_set_integer_list (file, "traces", "compared",
                                 (int[]) { (int) compared[0], (int) compared[1] }, 2);
}

static void
read_offsets (SlViewReading *self)
{
  g_auto (GStrv) offsets = sl_view_reading_get_list (self, "traces", "offsets", MOST_TRACES);
  guint n_offsets = g_strv_length (offsets);
  guint n_before = self->state->offsets->len;

  for (guint i = 1; i < self->fit.n_traces && (i <= n_offsets || i < n_before); i++)
    {
      gint64 offset = 0;

      if (i <= n_offsets &&
          !g_ascii_string_to_signed (offsets[i - 1], 10, -MOST_OFFSET, MOST_OFFSET, &offset, NULL))
        continue;
      sl_view_reading_take (self, sl_view_state_with_offset (self->state, i,
                                                             sl_view_reading_scale (self, offset)));
    }
}

/**
 * sl_view_file_read_traces:
 *
 * What is said of traces that are not there is left out.
 */
void
sl_view_file_read_traces (SlViewReading *self)
{
  gsize n_compared = 0;
  g_autofree int *compared =
      g_key_file_get_integer_list (self->file, "traces", "compared", &n_compared, NULL);
  guint n_traces = self->fit.n_traces;
  gboolean is_compared = n_compared == 2 && compared[0] >= 0 && compared[1] >= 0 &&
                         compared[0] != compared[1] && (guint) compared[0] < n_traces &&
                         (guint) compared[1] < n_traces;

  read_offsets (self);
  sl_view_reading_take (self,
                        sl_view_state_with_compared (self->state,
                                                     is_compared
                                                         ? (const guint[]) { (guint) compared[0],
                                                                             (guint) compared[1] }
                                                         : NULL));
}

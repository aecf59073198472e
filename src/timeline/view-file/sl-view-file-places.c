/* SPDX-License-Identifier: GPL-3.0-or-later */

/* What a saved view says of the panels around the timeline, of what is picked, of the addresses that maps
 * show, and of the places of other traces on the axis. */

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

/**
 * sl_view_file_read_panels:
 *
 * Those that the text does not name stay as they are.
 */
void
sl_view_file_read_panels (SlViewReading *self)
{
  SlViewPanels panels = *sl_view_state_get_panels (self->state);
  g_autofree char *page = sl_view_take_text (self, "page");
  gint64 height = panels.list_height;

  if (page != NULL && page[0] != '\0')
    panels.page = page;
  sl_view_take_switch (self, "list", &panels.has_list);
  sl_view_take_switch (self, "maximized", &panels.is_maximized);
  sl_view_take_switch (self, "details", &panels.has_details);
  sl_view_take_number (self, "height", SL_VIEW_PANELS_LEAST, SL_VIEW_PANELS_MOST, &height);
  panels.list_height = (int) height;
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

static const char *
get_target_type (guint type)
{
  return target_types[type];
}

static gboolean
read_track (SlViewReading *self, guint *track)
{
  g_autofree char *text = sl_view_take_text (self, "track");
  guint64 number;

  for (guint i = 0; i < G_N_ELEMENTS (counted_tracks); i++)
    if (g_strcmp0 (text, counted_tracks[i].id) == 0)
      {
        *track = counted_tracks[i].track;
        return TRUE;
      }
  if (text == NULL)
    return FALSE;
  if (!g_ascii_string_to_unsigned (text, 10, 0, G_MAXUINT16, &number, NULL))
    {
      sl_view_refuse (self, "track", text, "use span, pages or a number from 0 to 65535");
      return FALSE;
    }

  *track = (guint) number;
  return TRUE;
}

/* @row owns the name of the row. */
static gboolean
read_target (SlViewReading *self, SlTarget *target, char **row)
{
  static const SlViewWords types = { get_target_type, SL_TARGET_ROW, G_N_ELEMENTS (target_types) };
  guint64 trace;
  guint type;
  gboolean has_type = sl_view_take_word (self, "type", &types, &type);
  gboolean has_trace = sl_view_take_count (self, "trace", &trace);
  gboolean has_index = sl_view_take_count (self, "index", &target->index);
  gboolean has_count = sl_view_take_count (self, "count", &target->count);
  gboolean has_track = read_track (self, &target->track);

  target->row = *row = sl_view_reading_find_row (self, sl_view_take_text (self, "row"));
  if (!has_type || !has_trace || trace >= self->fit.n_traces)
    return FALSE;

  target->type = (SlTargetType) type;
  target->trace = (guint) trace;
  if (type == SL_TARGET_ITEMS)
    return has_index && *row != NULL && has_track && has_count && target->count > 0;

  target->track = 0;
  target->count = 1;
  if (type == SL_TARGET_EVENT)
    return has_index;

  target->index = 0;
  return *row != NULL;
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
  SlViewPlace read = { { 0, -1 }, SL_TIME_MAX };
  gboolean has_begin = sl_view_take_time (self, "begin", &read.span.begin);
  gboolean has_end = sl_view_take_time (self, "end", &read.span.end);

  sl_view_reading_take (self, sl_view_state_with_picked (self->state, is_picked ? &target : NULL));
  if (!sl_view_take_time (self, "instant", &read.instant) || read.instant < read.span.begin ||
      read.instant > read.span.end)
    read.instant = SL_TIME_MAX;
  *place = has_begin && has_end ? read : (SlViewPlace) { { 0, -1 }, SL_TIME_MAX };
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

static const char *
get_scale (guint scale)
{
  return sl_address_scale_get_id ((SlAddressScale) scale);
}

static void
read_map (SlViewReading *self)
{
  static const SlViewWords scales = { get_scale, 0, SL_N_ADDRESS_SCALES };
  g_autofree char *row = sl_view_reading_find_row (self, sl_view_take_text (self, "row"));
  SlAddressView view = { .scale = SL_ADDRESS_PAGES };
  guint scale;
  gboolean has_scale = sl_view_take_word (self, "scale", &scales, &scale);
  gboolean has_first = sl_view_take_count (self, "first", &view.first);
  gboolean has_last = sl_view_take_count (self, "last", &view.last);

  if (row == NULL || !has_scale)
    return;

  view.scale = (SlAddressScale) scale;
  view.is_zoomed = has_first && has_last && view.first <= view.last;
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
      {
        self->group = groups[i];
        read_map (self);
      }
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
  g_auto (GStrv) offsets = sl_view_take_list (self, "offsets", MOST_TRACES);
  guint n_offsets = g_strv_length (offsets);
  guint n_before = self->state->offsets->len;

  for (guint i = 1; i < self->fit.n_traces && (i <= n_offsets || i < n_before); i++)
    {
      gint64 offset = 0;

      if (i <= n_offsets &&
          !g_ascii_string_to_signed (offsets[i - 1], 10, -MOST_OFFSET, MOST_OFFSET, &offset, NULL))
        sl_view_refuse (self, "offsets", offsets[i - 1], "use ticks from -2^60 to 2^60");
      else
        sl_view_reading_take (self,
                              sl_view_state_with_offset (self->state, i,
                                                         sl_view_reading_scale (self, offset)));
    }
}

/* Two different numbers of traces. */
static gboolean
read_compared (SlViewReading *self, guint compared[2])
{
  g_auto (GStrv) numbers = sl_view_take_list (self, "compared", MOST_TRACES);

  for (guint i = 0; i < 2; i++)
    {
      guint64 number;

      if (numbers[0] == NULL)
        return FALSE;
      if (g_strv_length (numbers) != 2 ||
          !g_ascii_string_to_unsigned (numbers[i], 10, 0, MOST_TRACES, &number, NULL))
        {
          sl_view_refuse (self, "compared", numbers[i], "use two numbers of traces, as 0;1");
          return FALSE;
        }
      compared[i] = (guint) number;
    }
  return compared[0] != compared[1] && MAX (compared[0], compared[1]) < self->fit.n_traces;
}

/**
 * sl_view_file_read_traces:
 *
 * What is said of traces that are not there is left out.
 */
void
sl_view_file_read_traces (SlViewReading *self)
{
  guint compared[2];
  gboolean is_compared = read_compared (self, compared);

  read_offsets (self);
  sl_view_reading_take (self,
                        sl_view_state_with_compared (self->state, is_compared ? compared : NULL));
}

/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The user's markers in a saved view. */
#include "sl-view-file-private.h"

#define MARKER "marker "

/* Whoever has more of them wrote them by a program. */
#define MOST_MARKERS 1000

static void
write_form (GKeyFile *file, const char *group, const SlMarker *marker)
{
  if (marker->form == SL_MARKER_FLAG)
    return;

  g_key_file_set_string (file, group, "form", sl_marker_form_get_id (marker->form));
  if (marker->row[0] != '\0')
    g_key_file_set_string (file, group, "row", marker->row);
  if (marker->to_row[0] != '\0')
    g_key_file_set_string (file, group, "to-row", marker->to_row);
  if (marker->points_back)
    g_key_file_set_boolean (file, group, "back", TRUE);
}

void
sl_view_file_write_markers (GKeyFile *file, const SlViewState *state)
{
  SlMarkers *markers = sl_view_state_get_markers (state);

  for (guint i = 0; i < sl_markers_get_count (markers); i++)
    {
      const SlMarker *marker = sl_markers_get (markers, i);
      g_autofree char *group = g_strdup_printf (MARKER "%u", marker->id);

      g_key_file_set_int64 (file, group, "begin", marker->span.begin);
      g_key_file_set_int64 (file, group, "end", marker->span.end);
      g_key_file_set_string (file, group, "name", marker->name);
      if (marker->text[0] != '\0')
        g_key_file_set_string (file, group, "note", marker->text);
      g_key_file_set_integer (file, group, "colour", (int) marker->colour);
      write_form (file, group, marker);
      if (marker->id == sl_view_state_get_chosen_marker (state))
        g_key_file_set_boolean (file, group, "chosen", TRUE);
    }
}

static const char *
get_form (guint form)
{
  return sl_marker_form_get_id ((SlMarkerForm) form);
}

/* A form that is not known is a flag. The strings own what @marker points to. */
static gboolean
read_marker (SlViewReading *self, SlMarker *marker, GStrv strings)
{
  static const SlViewWords forms = { get_form, 0, SL_N_MARKER_FORMS };
  gboolean has_span = sl_view_take_span (self, "begin", "end", &marker->span);
  gint64 colour = 0;
  guint form = SL_MARKER_FLAG;

  marker->name = strings[0] = sl_view_take_text (self, "name");
  marker->text = strings[1] = sl_view_take_text (self, "note");
  strings[2] = sl_view_take_text (self, "row");
  strings[3] = sl_view_take_text (self, "to-row");
  sl_view_take_number (self, "colour", 0, 255, &colour);
  sl_view_take_word (self, "form", &forms, &form);
  sl_view_take_switch (self, "back", &marker->points_back);
  marker->colour = (guint) colour;
  marker->form = (SlMarkerForm) form;
  if (!has_span || marker->name == NULL)
    return FALSE;

  if (form != SL_MARKER_FLAG)
    {
      marker->row = strings[2] = sl_view_reading_find_row (self, strings[2]);
      marker->to_row = strings[3] = sl_view_reading_find_row (self, strings[3]);
    }
  return TRUE;
}

/* They get new ids: those of the file may be the same twice. */
void
sl_view_file_read_markers (SlViewReading *self)
{
  g_autoptr (SlMarkers) markers = sl_markers_new ();
  g_auto (GStrv) groups = g_key_file_get_groups (self->file, NULL);
  guint chosen = 0;

  for (gsize i = 0; groups[i] != NULL && sl_markers_get_count (markers) < MOST_MARKERS; i++)
    {
      SlMarker marker = { .id = sl_markers_get_count (markers) + 1 };
      char *strings[4] = { NULL };
      gboolean is_chosen = FALSE;

      if (!g_str_has_prefix (groups[i], MARKER))
        continue;
      self->group = groups[i];
      sl_view_take_switch (self, "chosen", &is_chosen);
      if (read_marker (self, &marker, strings))
        {
          g_autoptr (SlMarkers) before = g_steal_pointer (&markers);

          markers = sl_markers_with (before, &marker);
          if (is_chosen)
            chosen = marker.id;
        }
      for (guint j = 0; j < G_N_ELEMENTS (strings); j++)
        g_free (strings[j]);
    }
  sl_view_reading_take (self, sl_view_state_with_markers (self->state, markers));
  sl_view_reading_take (self, sl_view_state_with_chosen_marker (self->state, chosen));
}

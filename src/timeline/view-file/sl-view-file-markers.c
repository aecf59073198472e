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

/* @name and @text own what @marker points to. */
static gboolean
read_marker (const SlViewReading *self,
             const char *group,
             SlMarker *marker,
             char **name,
             char **text)
{
  if (!g_str_has_prefix (group, MARKER) ||
      !sl_view_reading_get_span (self, group, "begin", "end", &marker->span))
    return FALSE;

  marker->name = *name = g_key_file_get_string (self->file, group, "name", NULL);
  marker->text = *text = g_key_file_get_string (self->file, group, "note", NULL);
  marker->colour = (guint) g_key_file_get_integer (self->file, group, "colour", NULL) % 256;
  return marker->name != NULL;
}

/* A form of a later version is a flag. The strings own what @marker points to. */
static void
read_form (SlViewReading *self, const char *group, SlMarker *marker, char *strings[2])
{
  g_autofree char *form = g_key_file_get_string (self->file, group, "form", NULL);

  if (form == NULL || !sl_marker_form_find (form, &marker->form) || marker->form == SL_MARKER_FLAG)
    return;

  strings[0] = g_key_file_get_string (self->file, group, "row", NULL);
  strings[1] = g_key_file_get_string (self->file, group, "to-row", NULL);
  marker->row = strings[0] = sl_view_reading_find_row (self, strings[0]);
  marker->to_row = strings[1] = sl_view_reading_find_row (self, strings[1]);
  marker->points_back = g_key_file_get_boolean (self->file, group, "back", NULL);
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
      g_autofree char *name = NULL;
      g_autofree char *text = NULL;

      if (read_marker (self, groups[i], &marker, &name, &text))
        {
          g_autoptr (SlMarkers) before = g_steal_pointer (&markers);
          char *rows[2] = { NULL, NULL };

          read_form (self, groups[i], &marker, rows);
          markers = sl_markers_with (before, &marker);
          g_free (rows[0]);
          g_free (rows[1]);
          if (g_key_file_get_boolean (self->file, groups[i], "chosen", NULL))
            chosen = marker.id;
        }
    }
  sl_view_reading_take (self, sl_view_state_with_markers (self->state, markers));
  sl_view_reading_take (self, sl_view_state_with_chosen_marker (self->state, chosen));
}

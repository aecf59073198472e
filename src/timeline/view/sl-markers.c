/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-markers.h"

#include <string.h>

struct _SlMarkers
{
  gatomicrefcount ref_count;
  GPtrArray *list; /* of SlMarker in reference-counted boxes, which lists share */
};

static const char *const form_ids[SL_N_MARKER_FORMS] = {
  [SL_MARKER_FLAG] = "flag",
  [SL_MARKER_BOX] = "box",
  [SL_MARKER_ARROW] = "arrow",
  [SL_MARKER_TEXT] = "text",
};

static void
clear_marker (gpointer data)
{
  SlMarker *marker = data;

  g_free ((char *) marker->name);
  g_free ((char *) marker->text);
  g_free ((char *) marker->row);
  g_free ((char *) marker->to_row);
}

static void
unref_marker (gpointer marker)
{
  g_atomic_rc_box_release_full (marker, clear_marker);
}

/* Whole characters of @text, of which control characters are spaces: line breaks too, unless
 * @has_lines. */
static char *
dup_clean (const char *text, gsize most, gboolean has_lines)
{
  g_autofree char *valid = g_utf8_make_valid (text, -1);
  gsize length = strlen (valid);

  if (length > most)
    {
      const char *end = g_utf8_find_prev_char (valid, valid + most + 1);

      valid[end != NULL ? end - valid : 0] = '\0';
    }
  for (char *at = valid; *at != '\0'; at++)
    if (g_ascii_iscntrl (*at) && !(has_lines && *at == '\n'))
      *at = ' ';

  return g_strdup (g_strstrip (valid));
}

static SlMarker *
copy_marker (const SlMarker *marker)
{
  SlMarker *copy = g_atomic_rc_box_new0 (SlMarker);

  *copy = *marker;
  copy->span.end = MAX (marker->span.begin, marker->span.end);
  copy->name = dup_clean (marker->name, SL_MARKER_NAME_MOST, FALSE);
  copy->text = dup_clean (marker->text != NULL ? marker->text : "", SL_MARKER_TEXT_MOST, TRUE);
  copy->row = dup_clean (marker->row != NULL ? marker->row : "", SL_MARKER_NAME_MOST, FALSE);
  copy->to_row =
      dup_clean (marker->to_row != NULL ? marker->to_row : "", SL_MARKER_NAME_MOST, FALSE);
  return copy;
}

/* In the order of time; of several at once, the longer first, then in the order in which they were
 * set. */
static int
compare (gconstpointer one, gconstpointer other)
{
  const SlMarker *left = *(const SlMarker *const *) one;
  const SlMarker *right = *(const SlMarker *const *) other;

  if (left->span.begin != right->span.begin)
    return left->span.begin < right->span.begin ? -1 : 1;
  if (left->span.end != right->span.end)
    return left->span.end > right->span.end ? -1 : 1;
  return (left->id > right->id) - (left->id < right->id);
}

/**
 * sl_markers_new:
 *
 * Returns: (transfer full): no markers
 */
SlMarkers *
sl_markers_new (void)
{
  SlMarkers *self = g_new0 (SlMarkers, 1);

  g_atomic_ref_count_init (&self->ref_count);
  self->list = g_ptr_array_new_with_free_func (unref_marker);
  return self;
}

/**
 * sl_markers_ref:
 */
SlMarkers *
sl_markers_ref (SlMarkers *self)
{
  g_atomic_ref_count_inc (&self->ref_count);
  return self;
}

/**
 * sl_markers_unref:
 */
void
sl_markers_unref (SlMarkers *self)
{
  if (!g_atomic_ref_count_dec (&self->ref_count))
    return;

  g_ptr_array_unref (self->list);
  g_free (self);
}

static gboolean
is_same (const SlMarker *one, const SlMarker *other)
{
  return one == other ||
         (one->id == other->id && sl_span_equal (one->span, other->span) &&
          one->colour == other->colour && g_str_equal (one->name, other->name) &&
          g_str_equal (one->text, other->text) && one->form == other->form &&
          g_str_equal (one->row, other->row) && g_str_equal (one->to_row, other->to_row) &&
          one->points_back == other->points_back);
}

/**
 * sl_markers_equal:
 */
gboolean
sl_markers_equal (const SlMarkers *one, const SlMarkers *other)
{
  if (one == other)
    return TRUE;
  if (one->list->len != other->list->len)
    return FALSE;

  for (guint i = 0; i < one->list->len; i++)
    if (!is_same (sl_markers_get (one, i), sl_markers_get (other, i)))
      return FALSE;

  return TRUE;
}

/**
 * sl_markers_get_count:
 */
guint
sl_markers_get_count (const SlMarkers *self)
{
  return self->list->len;
}

/**
 * sl_markers_get:
 * @number: below sl_markers_get_count(), in the order of time
 *
 * Returns: (transfer none): good as long as the list
 */
const SlMarker *
sl_markers_get (const SlMarkers *self, guint number)
{
  g_return_val_if_fail (number < self->list->len, NULL);

  return g_ptr_array_index (self->list, number);
}

/**
 * sl_markers_find:
 * @id: 0 finds none
 * @number: (out) (optional): its place in the list
 *
 * Returns: (transfer none) (nullable):
 */
const SlMarker *
sl_markers_find (const SlMarkers *self, guint id, guint *number)
{
  for (guint i = 0; i < self->list->len; i++)
    {
      const SlMarker *marker = sl_markers_get (self, i);

      if (marker->id != id)
        continue;
      if (number != NULL)
        *number = i;
      return marker;
    }

  return NULL;
}

/**
 * sl_markers_step:
 * @from: id of the marker to go on from; 0 for none
 * @time: reference tick to go on from where @from is not in the list
 * @direction: 1 to the next, -1 to the one before
 *
 * Returns: (transfer none) (nullable): %NULL beyond the first and the last
 */
const SlMarker *
sl_markers_step (const SlMarkers *self, guint from, SlTime time, int direction)
{
  guint n_markers = self->list->len;
  guint at = 0;

  if (sl_markers_find (self, from, &at) != NULL)
    {
      if (direction < 0 ? at == 0 : at + 1 == n_markers)
        return NULL;
      return sl_markers_get (self, direction < 0 ? at - 1 : at + 1);
    }

  for (at = 0; at < n_markers; at++)
    {
      SlTime begin = sl_markers_get (self, at)->span.begin;

      if (direction < 0 ? begin >= time : begin > time)
        break;
    }
  if (direction < 0)
    return at > 0 ? sl_markers_get (self, at - 1) : NULL;
  return at < n_markers ? sl_markers_get (self, at) : NULL;
}

/**
 * sl_markers_have_flags:
 *
 * Returns: whether any of them is drawn on the axis
 */
gboolean
sl_markers_have_flags (const SlMarkers *self)
{
  for (guint i = 0; i < self->list->len; i++)
    if (sl_markers_get (self, i)->form == SL_MARKER_FLAG)
      return TRUE;

  return FALSE;
}

/**
 * sl_marker_form_get_id:
 *
 * Returns: its word in files
 */
const char *
sl_marker_form_get_id (SlMarkerForm form)
{
  g_return_val_if_fail (form < SL_N_MARKER_FORMS, NULL);

  return form_ids[form];
}

/**
 * sl_marker_form_find:
 * @id: from sl_marker_form_get_id(), or from anybody
 *
 * Returns: whether there is such a form
 */
gboolean
sl_marker_form_find (const char *id, SlMarkerForm *form)
{
  for (guint i = 0; i < SL_N_MARKER_FORMS; i++)
    if (g_str_equal (form_ids[i], id))
      {
        *form = (SlMarkerForm) i;
        return TRUE;
      }

  return FALSE;
}

/**
 * sl_markers_get_free_id:
 *
 * Returns: the least id above all that the list has
 */
guint
sl_markers_get_free_id (const SlMarkers *self)
{
  guint id = 0;

  for (guint i = 0; i < self->list->len; i++)
    id = MAX (id, sl_markers_get (self, i)->id);

  return id + 1;
}

static SlMarkers *
copy_but (const SlMarkers *self, guint id)
{
  SlMarkers *other = sl_markers_new ();

  for (guint i = 0; i < self->list->len; i++)
    {
      SlMarker *marker = g_ptr_array_index (self->list, i);

      if (marker->id != id)
        g_ptr_array_add (other->list, g_atomic_rc_box_acquire (marker));
    }
  return other;
}

/**
 * sl_markers_with:
 * @marker: (transfer none): takes the place of the one with its id, or comes to the others; its
 *   texts are copied, without control characters and what is beyond %SL_MARKER_NAME_MOST and
 *   %SL_MARKER_TEXT_MOST
 *
 * Returns: (transfer full):
 */
SlMarkers *
sl_markers_with (const SlMarkers *self, const SlMarker *marker)
{
  SlMarkers *other;

  g_return_val_if_fail (marker->id > 0, NULL);
  g_return_val_if_fail (marker->name != NULL, NULL);

  other = copy_but (self, marker->id);
  g_ptr_array_add (other->list, copy_marker (marker));
  g_ptr_array_sort (other->list, compare);
  return other;
}

/**
 * sl_markers_without:
 * @id: of the marker that goes; where there is none, the copy has the same
 *
 * Returns: (transfer full):
 */
SlMarkers *
sl_markers_without (const SlMarkers *self, guint id)
{
  return copy_but (self, id);
}

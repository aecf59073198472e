/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* Instants and spans that the user gave a name. */

#include "sl-time.h"

G_BEGIN_DECLS

/* Of names and notes, in bytes; what is longer is cut. */
#define SL_MARKER_NAME_MOST 200
#define SL_MARKER_TEXT_MOST 4000

/* How a marker is drawn: on the axis, or over rows to explain them. */
typedef enum
{
  SL_MARKER_FLAG,
  SL_MARKER_BOX,
  SL_MARKER_ARROW,
  SL_MARKER_TEXT,
  SL_N_MARKER_FORMS,
} SlMarkerForm;

/**
 * SlMarker:
 * @id: above 0; stays while the marker is changed
 * @span: reference ticks; of an instant both ends are equal
 * @name: UTF-8, one line, not empty
 * @text: UTF-8, "" for none
 * @colour: rank for %SL_PAINT_OBJECT
 * @row: (nullable): key of the row where what is drawn over rows begins; "" or %NULL for all rows
 * @to_row: (nullable): of the row where it ends; "" or %NULL for the same
 * @points_back: whether it was drawn from its end to its beginning, where an arrow then has its head
 */
typedef struct
{
  guint id;
  SlSpan span;
  const char *name;
  const char *text;
  guint colour;
  SlMarkerForm form;
  const char *row;
  const char *to_row;
  gboolean points_back;
} SlMarker;

/* What an element of a picture is of a marker. */
typedef enum
{
  SL_MARKER_TAG,  /* its flag or name, by which it is moved */
  SL_MARKER_HEAD, /* the end to which it was drawn */
} SlMarkerElement;

/* An immutable list in the order of time: a change makes a changed copy. Shared by count. */
typedef struct _SlMarkers SlMarkers;

SlMarkers *sl_markers_new (void);
SlMarkers *sl_markers_ref (SlMarkers *self);
void sl_markers_unref (SlMarkers *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (SlMarkers, sl_markers_unref)
gboolean sl_markers_equal (const SlMarkers *one, const SlMarkers *other);

guint sl_markers_get_count (const SlMarkers *self);
const SlMarker *sl_markers_get (const SlMarkers *self, guint number);
const SlMarker *sl_markers_find (const SlMarkers *self, guint id, guint *number);
const SlMarker *sl_markers_step (const SlMarkers *self, guint from, SlTime time, int direction);
gboolean sl_markers_have_flags (const SlMarkers *self);
guint sl_markers_get_free_id (const SlMarkers *self);

const char *sl_marker_form_get_id (SlMarkerForm form);
gboolean sl_marker_form_find (const char *id, SlMarkerForm *form);

SlMarkers *sl_markers_with (const SlMarkers *self, const SlMarker *marker);
SlMarkers *sl_markers_without (const SlMarkers *self, guint id);

G_END_DECLS

/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* A place of the axis that the user points at, and what can be done there, by menu or key. */

#include "sl-document.h"
#include "sl-scene.h"

G_BEGIN_DECLS

/**
 * SlPlace:
 * @span: in reference ticks, for what has a length; else begin and end are the same
 * @time: the reference tick at which cursors are put
 * @cursor: which cursor it is; %SL_N_CURSORS for none
 * @marker: which marker it is; 0 for none
 * @is_item: whether it is something that was recorded, and not just an instant
 * @filter: (nullable): an expression for what it is about
 * @row: (nullable): key of the row where it is
 * @csv: (nullable): what it is, as the table of the picture has it
 */
typedef struct
{
  SlSpan span;
  SlTime time;
  guint cursor;
  guint marker;
  gboolean is_item;
  char *filter;
  char *row;
  char *csv;
} SlPlace;

SlPlace *sl_place_new (SlSpan span, SlTime time);
SlPlace *sl_place_new_for_element (SlScene *scene, const SlElement *element, SlTime time);
SlPlace *sl_place_new_for_event (SlDocument *document, guint trace, const SlEvent *event);
SlPlace *sl_place_new_in (SlDocument *document, guint trace, guint32 object, SlSpan span);
void sl_place_free (SlPlace *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (SlPlace, sl_place_free)

void sl_place_zoom (const SlPlace *self, SlDocument *document);
void sl_place_center (const SlPlace *self, SlDocument *document);
void sl_place_select (const SlPlace *self, SlDocument *document);
void sl_place_put_cursor (const SlPlace *self, SlDocument *document, SlCursor cursor);
void sl_place_remove_cursor (const SlPlace *self, SlDocument *document);
void sl_place_mark (const SlPlace *self, SlDocument *document);
void sl_place_draw (const SlPlace *self, SlDocument *document, SlMarkerForm form);
void sl_place_filter (const SlPlace *self, SlDocument *document);
char *sl_place_dup_time (const SlPlace *self, SlDocument *document) G_GNUC_WARN_UNUSED_RESULT;

gboolean sl_place_find_between (SlDocument *document, SlSpan *span);

G_END_DECLS

/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* All that the user chose about a view, as one immutable value: a change makes a changed copy, so
 * that undo is a stack of these and a scene is a function of one of these. Rows, families and
 * kinds are named by strings (row keys, family ids, kind ids), which survive a reload. */

#include <glib-object.h>

#include "sl-address-axis.h"
#include "sl-axis.h"
#include "sl-clock-shown.h"
#include "sl-filter.h"
#include "sl-markers.h"
#include "sl-target.h"
#include "sl-view-panels.h"

G_BEGIN_DECLS

#define SL_TYPE_VIEW_STATE (sl_view_state_get_type ())
typedef struct _SlViewState SlViewState;
GType sl_view_state_get_type (void);

/* The sets of names that a state holds. */
typedef enum
{
  SL_NAMES_HIDDEN_FAMILIES, /* family ids */
  SL_NAMES_HIDDEN_KINDS,    /* kind ids */
  SL_NAMES_HIDDEN_ROWS,     /* row keys; hides objects */
  SL_NAMES_ONLY_ROWS,       /* row keys; where there are any, all other rows are hidden */
  SL_NAMES_SHOWN_ROWS,      /* keys of rows that are hidden by default: cli, real mode */
  SL_NAMES_PINNED_ROWS,     /* row keys */
  SL_NAMES_SEPARATED_ROWS,  /* keys of rows with a separator above them */
  SL_NAMES_COLLAPSED,       /* keys of headings */
  SL_NAMES_EXPANDED,        /* keys of headings that are collapsed by default: tasks without jobs */
  SL_NAMES_SELECTED_ROWS,   /* row keys; to do one thing with all of them, not kept in files */
  SL_NAMES_SHOWN_SIGNS,     /* what is not drawn by default: SL_EVERY_EVENT, SL_TASK_LEVELS … */
  SL_N_NAME_SETS,
} SlNameSet;

/* A tick for every recorded event. */
#define SL_EVERY_EVENT "every-event"

/* Maps of addresses are coloured by the type of memory instead of by the type of cycle. */
#define SL_MAP_ATTRIBUTES "map-attributes"

/* Tasks stand in groups by the scheduling module that they belong to. */
#define SL_TASK_LEVELS "task-levels"

/* Tasks stand in groups by the process whose threads they are. */
#define SL_TASK_PROCESSES "task-processes"

/* Tasks stand in groups by the processor on which they ran most. */
#define SL_TASK_PROCESSORS "task-processors"

/* Rows are sorted by something else than the order in which they appear in the trace; see sl-row-sort.h */
#define SL_SORT_BY_NAME   "sort-by-name"
#define SL_SORT_BY_LOAD   "sort-by-load"
#define SL_SORT_BY_MISSES "sort-by-misses"

/* Rows in which nothing happens in sight are as others, thin lines, or hidden; see sl-row-quiet.h */
#define SL_FULL_QUIET_ROWS "full-quiet-rows"
#define SL_THIN_QUIET_ROWS "thin-quiet-rows"
#define SL_HIDE_QUIET_ROWS "hide-quiet-rows"

SlViewState *sl_view_state_new (SlSpan visible);
SlViewState *sl_view_state_ref (SlViewState *self);
void sl_view_state_unref (SlViewState *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (SlViewState, sl_view_state_unref)
gboolean sl_view_state_equal (const SlViewState *one, const SlViewState *other);

SlSpan sl_view_state_get_visible (const SlViewState *self);
SlAxis sl_view_state_get_axis (const SlViewState *self);
SlShownUnit sl_view_state_get_unit (const SlViewState *self);
SlTime sl_view_state_get_origin (const SlViewState *self);
SlStyle sl_view_state_get_style (const SlViewState *self);
SlFilter *sl_view_state_get_filter (const SlViewState *self);
const char *sl_view_state_get_filter_text (const SlViewState *self);
gboolean sl_view_state_get_filter_hides (const SlViewState *self);
SlKindMask *sl_view_state_get_hidden_kinds (const SlViewState *self);
gboolean sl_view_state_has_name (const SlViewState *self, SlNameSet set, const char *name);
const char *const *sl_view_state_get_names (const SlViewState *self, SlNameSet set);
const char *const *sl_view_state_get_row_order (const SlViewState *self);
const char *sl_view_state_get_row_group (const SlViewState *self, const char *row, guint *place);
GPtrArray *sl_view_state_dup_groups (const SlViewState *self);
int sl_view_state_get_row_height (const SlViewState *self, const char *row);
void
sl_view_state_get_addresses (const SlViewState *self, const char *row, SlAddressView *addresses);
gboolean sl_view_state_get_selection (const SlViewState *self, SlSpan *selection);
gboolean sl_view_state_get_compared (const SlViewState *self, guint traces[2]);
gboolean sl_view_state_get_cursor (const SlViewState *self, SlCursor cursor, SlTime *time);
gboolean sl_view_state_has_flags (const SlViewState *self);
const SlTarget *sl_view_state_get_picked (const SlViewState *self);
const SlViewPanels *sl_view_state_get_panels (const SlViewState *self);
SlMarkers *sl_view_state_get_markers (const SlViewState *self);
guint sl_view_state_get_chosen_marker (const SlViewState *self);
gint64 sl_view_state_get_offset (const SlViewState *self, guint trace);
gboolean sl_view_state_has_same_offsets (const SlViewState *self, const SlViewState *other);

/* Each gives a changed copy, or another reference to @self where nothing changes. */
SlViewState *sl_view_state_with_visible (SlViewState *self, SlSpan visible);
SlViewState *sl_view_state_with_axis (SlViewState *self, SlAxis axis);
SlViewState *sl_view_state_with_unit (SlViewState *self, SlShownUnit unit);
SlViewState *sl_view_state_with_origin (SlViewState *self, SlTime origin);
SlViewState *sl_view_state_with_style (SlViewState *self, SlStyle style);
SlViewState *sl_view_state_with_filter (SlViewState *self, SlFilter *filter, gboolean hides);
SlViewState *
sl_view_state_with_name (SlViewState *self, SlNameSet set, const char *name, gboolean present);
SlViewState *sl_view_state_without_names (SlViewState *self, const SlNameSet *sets, guint n_sets);
SlViewState *sl_view_state_with_row_order (SlViewState *self, const char *const *rows);
SlViewState *sl_view_state_with_row_group (SlViewState *self, const char *row, const char *group);
SlViewState *sl_view_state_with_row_height (SlViewState *self, const char *row, int height);
SlViewState *
sl_view_state_with_addresses (SlViewState *self, const char *row, const SlAddressView *addresses);
SlViewState *sl_view_state_with_selection (SlViewState *self, const SlSpan *selection);
SlViewState *sl_view_state_with_compared (SlViewState *self, const guint traces[2]);
SlViewState *sl_view_state_with_cursor (SlViewState *self, SlCursor cursor, const SlTime *time);
SlViewState *sl_view_state_with_offset (SlViewState *self, guint trace, gint64 offset);
SlViewState *sl_view_state_with_picked (SlViewState *self, const SlTarget *picked);
SlViewState *sl_view_state_with_panels (SlViewState *self, const SlViewPanels *panels);
SlViewState *sl_view_state_with_markers (SlViewState *self, SlMarkers *markers);
SlViewState *sl_view_state_with_chosen_marker (SlViewState *self, guint id);

G_END_DECLS

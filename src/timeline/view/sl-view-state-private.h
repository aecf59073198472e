/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* What a view state consists of, for the file that copies it with a change. */

#include "sl-view-state.h"

G_BEGIN_DECLS

typedef struct
{
  const char *row; /* interned */
  int height;
} SlViewRowHeight;

typedef struct
{
  const char *row;   /* interned, as is */
  const char *group; /* the name */
} SlViewRowGroup;

typedef struct
{
  const char *row; /* interned */
  SlAddressView view;
} SlViewRowAddresses;

struct _SlViewState
{
  gatomicrefcount ref_count;

  SlSpan visible;
  SlAxis axis;
  SlShownUnit unit;
  SlTime origin;
  SlStyle style;
  SlFilter *filter; /* NULL for none */
  gboolean filter_hides;
  GPtrArray *names[SL_N_NAME_SETS]; /* interned, sorted, NULL-ended; shared between states */
  SlKindMask *hidden_kinds;         /* what the hidden families and kinds come to; NULL for none */
  GPtrArray *row_order;             /* owned, NULL-ended; shared between states */
  GArray *row_heights;              /* of SlViewRowHeight; shared between states */
  GArray *row_groups;               /* of SlViewRowGroup, each row once; shared between states */
  GArray *row_addresses;            /* of SlViewRowAddresses; shared between states */
  gboolean has_selection;
  SlSpan selection;
  gboolean has_cursor[SL_N_CURSORS];
  SlTime cursors[SL_N_CURSORS];
  SlTarget picked;
  SlViewPanels panels;
  SlMarkers *markers;
  guint chosen_marker; /* id; 0 for none */
  gboolean is_compared;
  GArray *facts;     /* of SlViewFact, each key once; NULL for none; shared between states */
  guint compared[2]; /* traces; 0 where nothing is compared */
  GArray *offsets;   /* of gint64, by trace; those that lack are 0; shared between states */
};

SlViewState *sl_view_state_with_row_groups (SlViewState *self, GArray *groups);
SlViewState *sl_view_state_take_facts (SlViewState *self, GArray *facts);
gboolean sl_view_state_facts_equal (const SlViewState *one, const SlViewState *other);
gboolean sl_view_state_groups_equal (const GArray *one, const GArray *other);
gboolean sl_view_state_find_name (const GPtrArray *names, const char *name, guint *place);

G_END_DECLS

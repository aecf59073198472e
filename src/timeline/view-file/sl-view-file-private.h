/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* What the parts of a saved view share: the text as a whole with what is drawn (sl-view-file.c), rows (sl-view-file-rows.c), markers
 * (sl-view-file-markers.c), panels, picked item, addresses and other traces (sl-view-file-places.c), names of rows
 * (sl-view-file-names.c), and what cannot be read (sl-view-file-check.c). */

#include "sl-view-file.h"

G_BEGIN_DECLS

/* While a text is read. */
typedef struct
{
  GKeyFile *file;
  SlViewFit fit;
  SlViewState *state;
  double scale;      /* ticks of the traces for each tick of the text */
  GHashTable *lanes; /* made once it is needed: by what they are called, the names of lanes */
} SlViewReading;

void sl_view_reading_take (SlViewReading *self, SlViewState *state);
char **sl_view_reading_get_list (const SlViewReading *self,
                                 const char *group,
                                 const char *key,
                                 gsize most) G_GNUC_WARN_UNUSED_RESULT;

gboolean sl_view_reading_get_span (const SlViewReading *self,
                                   const char *group,
                                   const char *begin,
                                   const char *end,
                                   SlSpan *span);

SlTime sl_view_reading_scale (const SlViewReading *self, SlTime time);

void sl_view_file_check (GKeyFile *file, GPtrArray *odd);

void sl_view_file_write_rows (GKeyFile *file, const SlViewState *state);
void sl_view_file_write_groups (GKeyFile *file, const SlViewState *state);
GPtrArray *sl_view_file_list_rows (const SlViewState *state) G_GNUC_WARN_UNUSED_RESULT;
void sl_view_file_read_rows (SlViewReading *self);
void sl_view_file_read_groups (SlViewReading *self);

void sl_view_file_write_names (GKeyFile *file, SlTraceSet *set, GPtrArray *rows);
char **sl_view_reading_find_rows (SlViewReading *self, char **rows) G_GNUC_WARN_UNUSED_RESULT;
char *sl_view_reading_find_row (SlViewReading *self, char *row) G_GNUC_WARN_UNUSED_RESULT;

void sl_view_file_write_markers (GKeyFile *file, const SlViewState *state);
void sl_view_file_read_markers (SlViewReading *self);

void sl_view_file_write_panels (GKeyFile *file, const SlViewState *state);
void sl_view_file_write_picked (GKeyFile *file, const SlViewState *state, const SlViewPlace *place);
void sl_view_file_write_addresses (GKeyFile *file, const SlViewState *state);
void sl_view_file_write_traces (GKeyFile *file, const SlViewState *state);

void sl_view_file_read_panels (SlViewReading *self);
void sl_view_file_read_picked (SlViewReading *self, SlViewPlace *place);
void sl_view_file_read_addresses (SlViewReading *self);
void sl_view_file_read_traces (SlViewReading *self);

G_END_DECLS

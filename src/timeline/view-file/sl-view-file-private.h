/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* What the parts of a saved view share: the text as a whole with what is drawn (sl-view-file.c), markers
 * (sl-view-file-markers.c), and panels, picked item, addresses and other traces (sl-view-file-places.c). */

#include "sl-view-file.h"

G_BEGIN_DECLS

/* While a text is read. */
typedef struct
{
  GKeyFile *file;
  SlViewFit fit;
  SlViewState *state;
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

void sl_view_file_write_markers (GKeyFile *file, const SlViewState *state);
void sl_view_file_read_markers (SlViewReading *self);

void sl_view_file_write_panels (GKeyFile *file, const SlViewState *state);
void sl_view_file_write_picked (GKeyFile *file, const SlViewState *state, const SlSpan *span);
void sl_view_file_write_addresses (GKeyFile *file, const SlViewState *state);
void sl_view_file_write_traces (GKeyFile *file, const SlViewState *state);

void sl_view_file_read_panels (SlViewReading *self);
void sl_view_file_read_picked (SlViewReading *self, SlSpan *span);
void sl_view_file_read_addresses (SlViewReading *self);
void sl_view_file_read_traces (SlViewReading *self);

G_END_DECLS

/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* What the parts of a saved view share: the text as a whole with what is drawn (sl-view-file.c), rows (sl-view-file-rows.c), markers
 * (sl-view-file-markers.c), panels, picked item, addresses and other traces (sl-view-file-places.c), names of rows
 * (sl-view-file-names.c), and taking values out of the text (sl-view-reading.c). */

#include "sl-view-file.h"

G_BEGIN_DECLS

/* While a text is read. */
typedef struct
{
  GKeyFile *file;    /* what was not taken yet */
  const char *text;  /* all of it */
  const char *group; /* that is read */
  SlViewFit fit;
  SlViewState *state;
  double scale;      /* ticks of the traces for each tick of the text */
  GHashTable *lanes; /* made once it is needed: by what they are called, the names of lanes */
} SlViewReading;

/* Words to choose from, by the numbers that they stand for. */
typedef struct
{
  const char *(*get) (guint number);
  guint first;
  guint end;
} SlViewWords;

void sl_view_reading_take (SlViewReading *self, SlViewState *state);
void sl_view_refuse (SlViewReading *self, const char *key, const char *value, const char *wanted);
char *sl_view_take_text (SlViewReading *self, const char *key) G_GNUC_WARN_UNUSED_RESULT;
char **
sl_view_take_list (SlViewReading *self, const char *key, gsize most) G_GNUC_WARN_UNUSED_RESULT;
gboolean sl_view_take_number (SlViewReading *self,
                              const char *key,
                              gint64 least,
                              gint64 most,
                              gint64 *number);
gboolean sl_view_take_count (SlViewReading *self, const char *key, guint64 *number);
gboolean sl_view_take_switch (SlViewReading *self, const char *key, gboolean *is_on);
gboolean
sl_view_take_word (SlViewReading *self, const char *key, const SlViewWords *words, guint *number);
void sl_view_end (SlViewReading *self);

gboolean sl_view_take_time (SlViewReading *self, const char *key, SlTime *time);
gboolean sl_view_take_span (SlViewReading *self, const char *begin, const char *end, SlSpan *span);

SlTime sl_view_reading_scale (const SlViewReading *self, SlTime time);

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

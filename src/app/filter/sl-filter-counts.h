/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/**
 * SlFilterCountsParts:
 * @count_label: how many events match
 * @hit_label: which one is picked
 * @hits_box: where others are gone to
 * @hidden_button: how many rows are hidden, and shows them
 * @progress: how far the traces have been looked through
 */
typedef struct
{
  GtkLabel *count_label;
  GtkLabel *hit_label;
  GtkWidget *hits_box;
  GtkButton *hidden_button;
  GtkProgressBar *progress;
} SlFilterCountsParts;

/* What the filter bar says beside its entry of what was found. */
typedef struct _SlFilterCounts SlFilterCounts;

SlFilterCounts *sl_filter_counts_new (const SlFilterCountsParts *parts);
void sl_filter_counts_free (SlFilterCounts *self);

void sl_filter_counts_set_count (SlFilterCounts *self,
                                 gboolean is_filtered,
                                 guint64 n_matches,
                                 guint64 n_events,
                                 double done);
void sl_filter_counts_set_hit (SlFilterCounts *self, const char *text, gboolean has_hits);
void sl_filter_counts_set_hidden (SlFilterCounts *self, guint n_hidden);
char *sl_filter_counts_dup_text (SlFilterCounts *self) G_GNUC_WARN_UNUSED_RESULT;

G_END_DECLS

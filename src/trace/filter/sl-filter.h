/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* Filter expressions: the language of the filter bar and of --filter.
 *
 *   and or not ( ) · plain words, in quotes or not, each of which the name of the kind, of the object or of
 *   the lane has in it, in letters of either case · field op value · fields kind family object task cpu lane tick delta a b
 *   size offset state, and the raw fields of the trace's records by name, or as field.NAME where the
 *   name alone is one of these · operators = (or ==) != < <= > >= ~ (glob) & (any of these bits) · in lo..hi
 *   (half open) · numbers decimal or 0x · times with unit · strings quoted or bare
 *
 * The items of a lane have neither a nor b, size, delta, offset or raw fields, and slices no kind: of
 * these a filter only asks events. */

#include "sl-annotations.h"
#include "sl-kind-mask.h"

G_BEGIN_DECLS

/* Immutable, shared by count; bound to no trace. */
typedef struct _SlFilter SlFilter;

SlFilter *sl_filter_parse (const char *text, GError **error);
gboolean sl_filter_ends_early (const char *text);
SlFilter *sl_filter_new_hiding (SlFilter *filter, SlKindMask *hidden);
SlFilter *sl_filter_ref (SlFilter *self);
void sl_filter_unref (SlFilter *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (SlFilter, sl_filter_unref)

const char *sl_filter_get_text (const SlFilter *self);
gboolean sl_filter_equal (const SlFilter *one, const SlFilter *other);
char *sl_filter_fold_word (const char *word) G_GNUC_WARN_UNUSED_RESULT;
gboolean sl_filter_check_names (const SlFilter *self,
                                SlTrace *const *traces,
                                SlAnnotations *const *annotations_of,
                                guint n_traces,
                                GError **error);
gboolean sl_filter_check_fields (const SlFilter *self,
                                 SlTrace *const *traces,
                                 guint n_traces,
                                 GError **error);
gboolean sl_filter_compares_state (const SlFilter *self);
GPtrArray *sl_filter_dup_raw_names (const SlFilter *self);

/* How many of several events match, or whether an item does. */
typedef enum
{
  SL_FILTER_NONE,
  SL_FILTER_SOME,
  SL_FILTER_ALL,
} SlFilterMatch;

/* A filter bound to one generation: names looked up, times in ticks. Immutable, shared by count. */
typedef struct _SlFilterBinding SlFilterBinding;

SlFilterBinding *
sl_filter_bind (SlFilter *filter, SlTrace *trace, SlAnnotations *annotations, GError **error);
SlFilterBinding *sl_filter_binding_ref (SlFilterBinding *self);
void sl_filter_binding_unref (SlFilterBinding *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (SlFilterBinding, sl_filter_binding_unref)
gboolean sl_filter_binding_is_of (const SlFilterBinding *self,
                                  const SlFilter *filter,
                                  const SlTrace *trace,
                                  const SlAnnotations *annotations);

/* Asks a bound filter, and remembers what it looked up last. One thread at a time. */
typedef struct _SlFilterRun SlFilterRun;

SlFilterRun *sl_filter_run_new_bound (SlFilterBinding *binding);
SlFilterRun *sl_filter_run_new (SlFilter *filter, SlTrace *trace, GError **error);
SlFilterRun *sl_filter_run_new_with_annotations (SlFilter *filter,
                                                 SlTrace *trace,
                                                 SlAnnotations *annotations,
                                                 GError **error);
void sl_filter_run_free (SlFilterRun *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (SlFilterRun, sl_filter_run_free)

gboolean sl_filter_run_may_match_zone (SlFilterRun *self, const SlZone *zone);
SlFilterMatch sl_filter_run_match_zone (SlFilterRun *self, guint zone);
gboolean
sl_filter_run_mark_columns (SlFilterRun *self, guint zone, SlColumns *columns, guint8 *marks);
guint sl_filter_run_count_zone (SlFilterRun *self, guint zone);
gboolean sl_filter_run_match_event (SlFilterRun *self, const SlEvent *event, SlTime previous);
SlFilterMatch sl_filter_run_match_item (SlFilterRun *self, const SlLane *lane, const SlItem *item);
SlFilterMatch sl_filter_run_match_code (SlFilterRun *self,
                                        const SlLane *lane,
                                        const SlTrack *track,
                                        guint32 state,
                                        guint32 detail);
guint32 sl_filter_run_get_task (SlFilterRun *self, const SlEvent *event);
guint32 sl_filter_run_get_asked_task (SlFilterRun *self, const SlEvent *event);

G_END_DECLS

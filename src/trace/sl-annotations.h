/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* What the user adds to a trace: names, the clock's rate, the idle task. Stands beside the
 * trace, never in it; immutable, changed by making a changed copy. */

#include "sl-code-map.h"
#include "sl-trace.h"

G_BEGIN_DECLS

#define SL_TYPE_ANNOTATIONS (sl_annotations_get_type ())
typedef struct _SlAnnotations SlAnnotations;
GType sl_annotations_get_type (void);

SlAnnotations *sl_annotations_new (void);
SlAnnotations *sl_annotations_ref (SlAnnotations *self);
void sl_annotations_unref (SlAnnotations *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (SlAnnotations, sl_annotations_unref)

SlAnnotations *sl_annotations_with_names (SlAnnotations *self, GHashTable *names);
SlAnnotations *
sl_annotations_with_name (SlAnnotations *self, const char *reference, const char *name);
SlAnnotations *
sl_annotations_with_rate (SlAnnotations *self, guint64 numerator, guint64 denominator);
SlAnnotations *sl_annotations_with_code_files (SlAnnotations *self, const char *const *files);
SlAnnotations *sl_annotations_with_code_map (SlAnnotations *self, SlCodeMap *map);
SlAnnotations *sl_annotations_with_idle_task (SlAnnotations *self, const char *reference);

gboolean sl_annotations_is_empty (const SlAnnotations *self);
char *sl_annotations_to_text (SlAnnotations *self) G_GNUC_WARN_UNUSED_RESULT;
SlAnnotations *sl_annotations_from_text (const char *text);

const char *sl_annotations_get_name (SlAnnotations *self, const char *reference);
char *sl_annotations_dup_object_name (SlAnnotations *self, SlTrace *trace, guint32 object);
char *sl_annotations_dup_given_name (SlAnnotations *self, SlTrace *trace, guint32 object);
const char *const *sl_annotations_get_code_files (SlAnnotations *self);
SlCodeMap *sl_annotations_get_code_map (SlAnnotations *self);
char *sl_annotations_dup_code_text (SlAnnotations *self, guint64 address) G_GNUC_WARN_UNUSED_RESULT;
gboolean sl_annotations_get_rate (SlAnnotations *self, guint64 *numerator, guint64 *denominator);
SlClock *sl_annotations_dup_clock (SlAnnotations *self, SlTrace *trace);
guint32 sl_annotations_get_idle_task (SlAnnotations *self, SlTrace *trace);
gboolean sl_annotations_find_task (SlAnnotations *self,
                                   SlTrace *trace,
                                   const char *text,
                                   guint32 *object,
                                   GError **error);

G_END_DECLS

/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* What the user adds to a trace: names, the clock's rate, the idle task. Stands beside the
 * trace, never in it; immutable, changed by making a changed copy. */

#include "sl-code-map.h"
#include "sl-trace.h"

G_BEGIN_DECLS

#define SL_TYPE_OVERLAY (sl_overlay_get_type ())
typedef struct _SlOverlay SlOverlay;
GType sl_overlay_get_type (void);

SlOverlay *sl_overlay_new (void);
SlOverlay *sl_overlay_ref (SlOverlay *self);
void sl_overlay_unref (SlOverlay *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (SlOverlay, sl_overlay_unref)

SlOverlay *sl_overlay_with_names (SlOverlay *self, GHashTable *names);
SlOverlay *sl_overlay_with_name (SlOverlay *self, const char *reference, const char *name);
SlOverlay *sl_overlay_with_rate (SlOverlay *self, guint64 numerator, guint64 denominator);
SlOverlay *sl_overlay_with_code_files (SlOverlay *self, const char *const *files);
SlOverlay *sl_overlay_with_code_map (SlOverlay *self, SlCodeMap *map);
SlOverlay *sl_overlay_with_idle_task (SlOverlay *self, const char *reference);

char *sl_overlay_to_text (SlOverlay *self) G_GNUC_WARN_UNUSED_RESULT;
SlOverlay *sl_overlay_from_text (const char *text);

const char *sl_overlay_get_name (SlOverlay *self, const char *reference);
char *sl_overlay_dup_object_name (SlOverlay *self, SlTrace *trace, guint32 object);
char *sl_overlay_dup_given_name (SlOverlay *self, SlTrace *trace, guint32 object);
const char *const *sl_overlay_get_code_files (SlOverlay *self);
SlCodeMap *sl_overlay_get_code_map (SlOverlay *self);
char *sl_overlay_dup_code_text (SlOverlay *self, guint64 address) G_GNUC_WARN_UNUSED_RESULT;
gboolean sl_overlay_get_rate (SlOverlay *self, guint64 *numerator, guint64 *denominator);
SlClock *sl_overlay_dup_clock (SlOverlay *self, SlTrace *trace);
guint32 sl_overlay_get_idle_task (SlOverlay *self, SlTrace *trace);
gboolean sl_overlay_find_task (SlOverlay *self,
                               SlTrace *trace,
                               const char *text,
                               guint32 *object,
                               GError **error);

G_END_DECLS

/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* Which group of a task model speaks of which object. A group's "match", or its name where it has none,
 * is a native id, a reference such as task:296, or a reference, a display name or, of a task, its display
 * name and its process, such as control/1234, in which * and ? stand for any characters and for one. A group
 * without such wildcards comes before those with some; of either the first counts. */

#include "sl-task-model.h"

G_BEGIN_DECLS

/* What the groups say when it is made; to be made once for many objects. Any thread, one at a time. */
typedef struct _SlModelMatcher SlModelMatcher;

SlModelMatcher *sl_model_matcher_new (const SlTaskModel *model);
void sl_model_matcher_free (SlModelMatcher *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (SlModelMatcher, sl_model_matcher_free)

const char *sl_model_matcher_find (SlModelMatcher *self,
                                   SlModelGroup group,
                                   SlTrace *trace,
                                   SlAnnotations *annotations,
                                   guint32 object);
gboolean sl_model_matcher_may_match (SlModelGroup group, SlObjectType type);
GHashTable *sl_model_matcher_find_locks (SlModelMatcher *self,
                                         SlTrace *trace,
                                         SlAnnotations *annotations,
                                         const char *const *names);
guint64 sl_model_matcher_get_n_tried (const SlModelMatcher *self);

G_END_DECLS

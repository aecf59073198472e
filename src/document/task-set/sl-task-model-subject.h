/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "sl-document.h"
#include "sl-task-model-store.h"

G_BEGIN_DECLS

/**
 * SlTaskModelSubject:
 * @group: what kind of thing it is
 * @name: of the group in the model that speaks of it, or will
 * @match: (nullable): what a new group applies to; %NULL where there is one, or where its name says it
 * @object: number of the object in the trace; 0 where the trace has none that the group applies to
 * @n_objects: how many of the trace it applies to
 *
 * One thing that the model may speak of.
 */
typedef struct
{
  SlModelGroup group;
  char *name;
  char *match;
  guint32 object;
  guint n_objects;
} SlTaskModelSubject;

void sl_task_model_subject_free (SlTaskModelSubject *self);
const char *sl_task_model_subject_get_title (const SlTaskModelSubject *self);

void
sl_task_model_subject_append_all (GPtrArray *subjects, SlDocument *document, SlModelGroup group);

G_END_DECLS

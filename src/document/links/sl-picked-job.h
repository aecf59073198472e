/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "sl-job-link.h"
#include "sl-scene-builder.h"

G_BEGIN_DECLS

/* What the timeline draws of the job that is picked. */
typedef struct _SlPickedJob SlPickedJob;

SlPickedJob *sl_picked_job_new (SlDocument *document);
void sl_picked_job_free (SlPickedJob *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (SlPickedJob, sl_picked_job_free)

const SlSceneJob *sl_picked_job_get (const SlPickedJob *self);

G_END_DECLS

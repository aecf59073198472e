/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "sl-document.h"

G_BEGIN_DECLS

/**
 * SlJobRef:
 * @trace: number in the document's set
 * @number: place of the job in that trace's table
 */
typedef struct
{
  guint trace;
  guint number;
} SlJobRef;

gboolean sl_job_link_find_picked (SlDocument *document, SlJobRef *ref);
gboolean sl_job_link_find_picked_time (SlDocument *document, SlTime *time);
void sl_job_link_begin_steps (SlDocument *document);
gboolean
sl_job_link_find_box (SlRows *rows, guint trace, guint32 task, SlTime time, SlTarget *target);
gboolean sl_job_link_show_box (SlDocument *document,
                               guint trace,
                               guint32 task,
                               SlTime time,
                               SlTarget *target);
void sl_job_link_go_to (SlDocument *document, SlJobRef ref);
void sl_job_link_go_to_target (SlDocument *document, const SlTarget *target);
void sl_job_link_go_to_slice (SlDocument *document, guint trace, guint32 task, SlSpan span);
void sl_job_link_go_to_miss (SlDocument *document, SlJobRef ref);

G_END_DECLS

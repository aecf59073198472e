/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

#include "sl-document.h"
#include "sl-job-table.h"
#include "sl-statistics.h"

G_BEGIN_DECLS

/**
 * SlResponses:
 * @n_jobs: finished jobs whose release is known
 * @sum: of their response times, in ticks
 *
 * The response times of one task.
 */
typedef struct
{
  guint64 n_jobs;
  gint64 minimum;
  gint64 maximum;
  double sum;
} SlResponses;

void sl_object_statistics_add_responses (SlResponses *self, const SlJobTable *jobs, guint32 task);
void sl_object_statistics_fill (GtkBox *box,
                                SlDocument *document,
                                guint trace,
                                const SlStatistics *statistics,
                                const SlResponses *responses,
                                guint32 object);

G_END_DECLS

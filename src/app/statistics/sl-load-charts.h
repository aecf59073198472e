/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "sl-chart-parts.h"
#include "sl-task-load.h"

G_BEGIN_DECLS

void sl_load_charts_append_share (GtkBox *box,
                                  const SlChartSubject *subject,
                                  guint32 task,
                                  SlSpan span,
                                  const SlTaskLoad *load);
void sl_load_charts_append_demand (GtkBox *box,
                                   const SlChartSubject *subject,
                                   guint32 task,
                                   SlSpan span,
                                   const SlTaskLoad *load);

G_END_DECLS

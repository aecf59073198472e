/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* The jobs of one bar, as a list from which one goes to a job. */

#include "sl-distribution-chart.h"
#include "sl-document.h"

G_BEGIN_DECLS

void sl_distribution_jobs_popup (SlDistributionChart *chart,
                                 guint bar,
                                 SlDocument *document,
                                 guint trace,
                                 SlJobTable *jobs,
                                 const SlJobFigures *figures,
                                 const char *title);

G_END_DECLS

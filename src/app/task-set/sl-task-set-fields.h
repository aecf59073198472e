/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* The entries of one group of a task set, laid out for its card. */

#include "sl-task-model-control.h"

G_BEGIN_DECLS

GtkWidget *sl_task_set_fields_make_first (SlTaskModelStore *store,
                                          SlModelGroup group,
                                          const char *name,
                                          GPtrArray *controls);
GtkWidget *sl_task_set_fields_make_more (SlTaskModelStore *store,
                                         SlModelGroup group,
                                         const char *name,
                                         GPtrArray *controls,
                                         gboolean *is_given);

G_END_DECLS

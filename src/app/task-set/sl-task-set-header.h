/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <adwaita.h>

#include "sl-task-model-store.h"

G_BEGIN_DECLS

GtkWidget *sl_task_set_header_new (void);
void sl_task_set_header_follow (GtkWidget *header, SlTaskModelStore *store);

G_END_DECLS

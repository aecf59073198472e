/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <adwaita.h>

#include "sl-task-model-subject.h"

G_BEGIN_DECLS

GtkWidget *
sl_task_model_field_new (SlDocument *document, SlTaskModelSubject *subject, const SlModelKey *key);

G_END_DECLS

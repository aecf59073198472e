/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <adwaita.h>

#include "sl-model-subject.h"

G_BEGIN_DECLS

GtkWidget *
sl_model_field_new (SlDocument *document, SlModelSubject *subject, const SlModelKey *key);

G_END_DECLS

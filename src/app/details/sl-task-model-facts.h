/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

#include "sl-document.h"

G_BEGIN_DECLS

void sl_task_model_facts_append_to (GtkBox *box, SlDocument *document, guint trace, guint32 object);

G_END_DECLS

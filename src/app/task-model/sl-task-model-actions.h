/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

#include "sl-task-model-store.h"

G_BEGIN_DECLS

/* Opens @file, which was chosen, for @window, which has the actions. */
typedef void (*SlModelOpenFunc) (GtkWindow *window, GFile *file);

/**
 * SlModelOpening:
 * @title: of the dialog that asks what to open, to be translated
 * @accept: its button, with a mnemonic, to be translated
 * @files: what the files are called, to be translated
 * @open: opens one
 */
typedef struct
{
  const char *title;
  const char *accept;
  const char *files;
  SlModelOpenFunc open;
} SlModelOpening;

void sl_task_model_actions_bind_keys (GtkWidgetClass *klass);
void sl_task_model_actions_add (GtkWindow *window,
                                SlTaskModelStore *store,
                                GtkWidget *toasts,
                                const SlModelOpening *opening);
void sl_task_model_actions_share_undo (GtkEditable *entry, SlTaskModelStore *store);

G_END_DECLS

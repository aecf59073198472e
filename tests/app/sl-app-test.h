/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* What tests of the window share: an application, a trace made of arithmetic, and waiting. */

#include "fake-source.h"
#include "sl-window.h"

G_BEGIN_DECLS

typedef gboolean (*SlAppCondition) (gpointer data);

GtkApplication *sl_app_test_start (void);
SlTrace *sl_app_test_make_trace (guint64 n_events);
void sl_app_test_wait (SlAppCondition condition, gpointer data);
void sl_app_test_spin (guint msec);
SlWindow *sl_app_test_open (GFile *file);
SlWindow *sl_app_test_open_sample (void);
SlWindow *sl_app_test_open_set (const char *text);
GtkWidget *sl_app_test_find (GtkWidget *root, GType type);

G_END_DECLS

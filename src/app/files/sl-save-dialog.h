/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <adwaita.h>

G_BEGIN_DECLS

/**
 * SlSaveType:
 * @title: of the kind of file, to be translated
 * @suffix: without a dot
 */
typedef struct
{
  const char *title;
  const char *suffix;
} SlSaveType;

/* Writes @file for @widget, which asked; %FALSE on error. */
typedef gboolean (*SlSaveFunc) (GtkWidget *widget, GFile *file, GError **error);

/* Begins to write @file for @widget, which asked. */
typedef void (*SlSaveBeginFunc) (GtkWidget *widget, GFile *file);

void sl_save_dialog_present (GtkWidget *widget,
                             const char *title,
                             const char *name,
                             const SlSaveType *type,
                             SlSaveFunc save);
void sl_save_dialog_ask (GtkWidget *widget,
                         const char *title,
                         const char *name,
                         const SlSaveType *type,
                         SlSaveBeginFunc begin);
void sl_save_dialog_report (GtkWidget *widget, GFile *file, const GError *error);
gboolean sl_save_dialog_save (GtkWidget *widget, GFile *file, SlSaveFunc save);

G_END_DECLS

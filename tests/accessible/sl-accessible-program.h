/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* A program on the accessibility bus, asked by plain messages. The library for this (libatspi)
 * keeps a cache of its own of all programs, and crashes now and then where one of them goes. */

#include <gio/gio.h>

G_BEGIN_DECLS

#define SL_ACCESSIBLE_INTERFACE "org.a11y.atspi.Accessible"

/* How long a program that is busy may take until it is given up. */
#define SL_ACCESSIBLE_PATIENCE_MS (60 * 1000)

typedef struct _SlAccessibleProgram SlAccessibleProgram;

gboolean sl_accessible_program_is_possible (void);
SlAccessibleProgram *sl_accessible_program_find (guint pid);
SlAccessibleProgram *sl_accessible_program_ref (SlAccessibleProgram *self);
void sl_accessible_program_unref (SlAccessibleProgram *self);
const char *sl_accessible_program_get_root (SlAccessibleProgram *self);
GVariant *sl_accessible_program_ask (SlAccessibleProgram *self,
                                     const char *path,
                                     const char *interface,
                                     const char *method,
                                     GVariant *arguments,
                                     const char *reply_type);
guint sl_accessible_program_listen (SlAccessibleProgram *self,
                                    GDBusSignalCallback heard,
                                    gpointer user_data);
void sl_accessible_program_ignore (SlAccessibleProgram *self, guint subscription);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (SlAccessibleProgram, sl_accessible_program_unref)

G_END_DECLS

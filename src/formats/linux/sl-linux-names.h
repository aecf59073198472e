/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* What tasks, interrupts and marks of a Linux trace are called. One thread fills it, while the file is opened or during the
 * first pass, and any may read meanwhile. Times are those of the file's clock, before its origin is taken off. */

#include "sl-object.h"

G_BEGIN_DECLS

typedef struct _SlLinuxNames SlLinuxNames;

SlLinuxNames *sl_linux_names_new (void);
void sl_linux_names_free (SlLinuxNames *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (SlLinuxNames, sl_linux_names_free)

void sl_linux_names_add_comm (SlLinuxNames *self,
                              guint32 tid,
                              guint64 time,
                              const char *comm,
                              gsize length);
void sl_linux_names_add_saved (SlLinuxNames *self, guint32 tid, const char *comm, gsize length);
void
sl_linux_names_fork (SlLinuxNames *self, guint32 tid, guint64 time, const char *comm, gsize length);
void sl_linux_names_set_tgid (SlLinuxNames *self, guint32 tid, guint64 time, guint32 tgid);
void sl_linux_names_bear (SlLinuxNames *self, guint32 tid, guint64 time, guint32 maker);
void sl_linux_names_exec (SlLinuxNames *self, guint32 tid, guint64 time);
void sl_linux_names_add_object (SlLinuxNames *self,
                                SlObjectType type,
                                guint64 id,
                                const char *name,
                                gsize length);
guint32 sl_linux_names_intern (SlLinuxNames *self, const char *text, gsize length);

guint32 sl_linux_names_find (const SlLinuxNames *self, const char *text, gsize length);
const char *sl_linux_names_get_text (const SlLinuxNames *self, guint32 number);
const char *sl_linux_names_get_comm (const SlLinuxNames *self, guint32 tid, guint64 time);
gboolean sl_linux_names_is_kernel_thread (const SlLinuxNames *self, guint32 tid, const char *comm);
guint32 sl_linux_names_get_tgid (const SlLinuxNames *self, guint32 tid);
guint32 sl_linux_names_get_tgid_at (const SlLinuxNames *self, guint32 tid, guint64 time);
char *sl_linux_names_dup (const SlLinuxNames *self, SlObjectType type, guint64 id, guint64 time);

G_END_DECLS

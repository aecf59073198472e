/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* Changes of a task model as a whole, which no key can tell: groups that come, go, move, are
 * copied or get another name. They work on the file's text, so that what is not known here stays
 * where it stood; the comments right above a group go with it. */

#include "sl-task-model.h"

G_BEGIN_DECLS

char *sl_model_text_add (const char *text, SlModelGroup group, const char *name, const char *keys)
    G_GNUC_WARN_UNUSED_RESULT;
char *sl_model_text_remove (const char *text,
                            SlModelGroup group,
                            const char *name) G_GNUC_WARN_UNUSED_RESULT;
char *sl_model_text_move (const char *text, SlModelGroup group, const char *name, int by)
    G_GNUC_WARN_UNUSED_RESULT;
char *sl_model_text_copy (const char *text, SlModelGroup group, const char *name, const char *copy)
    G_GNUC_WARN_UNUSED_RESULT;
char *sl_model_text_rename (const char *text,
                            SlModelGroup group,
                            const char *name,
                            const char *renamed) G_GNUC_WARN_UNUSED_RESULT;
char *sl_model_text_find_free_name (const char *text,
                                    SlModelGroup group,
                                    const char *stem) G_GNUC_WARN_UNUSED_RESULT;

G_END_DECLS

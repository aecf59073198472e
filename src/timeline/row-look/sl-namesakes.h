/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* Tasks of one name, such as the threads of a program, told apart by their numbers. */

#include "sl-annotations.h"

G_BEGIN_DECLS

char *sl_namesakes_dup_title (SlAnnotations *annotations,
                              SlTrace *trace,
                              guint32 object) G_GNUC_WARN_UNUSED_RESULT;

G_END_DECLS

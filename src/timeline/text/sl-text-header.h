/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* What is said of a whole row where one points at its name. */

#include "sl-scene.h"

G_BEGIN_DECLS

char *sl_text_header (SlRows *rows, guint number) G_GNUC_WARN_UNUSED_RESULT;
char *sl_text_header_process (SlRows *rows, const SlElement *element) G_GNUC_WARN_UNUSED_RESULT;

G_END_DECLS

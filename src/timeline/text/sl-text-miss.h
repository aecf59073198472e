/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* Sentences for people about deadlines and misses in a scene. Strings are (transfer full). */

#include "sl-scene.h"

G_BEGIN_DECLS

char *sl_text_miss_title (SlRows *rows, const SlElement *element) G_GNUC_WARN_UNUSED_RESULT;
char *sl_text_miss_detail (SlRows *rows, const SlElement *element) G_GNUC_WARN_UNUSED_RESULT;
char *sl_text_deadline_title (SlRows *rows, const SlElement *element) G_GNUC_WARN_UNUSED_RESULT;

G_END_DECLS

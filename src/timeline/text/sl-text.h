/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* Sentences for people about what a scene shows: names for accessibility, lines of tooltips.
 * The one table of translated words that belong to the timeline. Strings are (transfer full). */

#include "sl-scene.h"
#include "sl-text-time.h"

G_BEGIN_DECLS

char *sl_text_name (const SlRows *rows, const SlTarget *target) G_GNUC_WARN_UNUSED_RESULT;
char *sl_text_what (const SlRows *rows, const SlTarget *target) G_GNUC_WARN_UNUSED_RESULT;
char *sl_text_description (const SlRows *rows, const SlTarget *target) G_GNUC_WARN_UNUSED_RESULT;
char *sl_text_value (const SlRows *rows, const SlTarget *target) G_GNUC_WARN_UNUSED_RESULT;
char *sl_text_tooltip_title (const SlScene *scene,
                             const SlElement *element) G_GNUC_WARN_UNUSED_RESULT;
char *sl_text_tooltip_detail (const SlScene *scene,
                              const SlElement *element) G_GNUC_WARN_UNUSED_RESULT;

G_END_DECLS

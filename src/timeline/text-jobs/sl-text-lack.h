/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* Sentences for people about figures that schedulability analysis lacks. */

#include "sl-annotations.h"
#include "sl-schedulability.h"

G_BEGIN_DECLS

char *sl_text_lack_of_bound (const SlSchedulability *theory,
                             SlJobTable *jobs,
                             SlAnnotations *annotations,
                             const SlTaskTheory *task) G_GNUC_WARN_UNUSED_RESULT;
char *sl_text_lack_of_share (const SlSchedulability *theory,
                             SlJobTable *jobs,
                             SlAnnotations *annotations) G_GNUC_WARN_UNUSED_RESULT;

G_END_DECLS

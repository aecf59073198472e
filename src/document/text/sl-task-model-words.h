/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* The words of a task model that are one of a few, in the language of people. */

#include <glib.h>

G_BEGIN_DECLS

const char *sl_task_model_words_get_title (const char *word);

G_END_DECLS

/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/**
 * SlTaskSetTemplate:
 * @id: as in "set.new"
 * @title: for people, to be translated
 * @text: of the task set
 */
typedef struct
{
  const char *id;
  const char *title;
  const char *text;
} SlTaskSetTemplate;

const SlTaskSetTemplate *sl_task_set_templates_get (guint *n_templates);
const SlTaskSetTemplate *sl_task_set_templates_find (const char *id);

G_END_DECLS

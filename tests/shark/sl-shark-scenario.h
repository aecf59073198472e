/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* Traces by name, each with what is true about it. */

#include "sl-shark-truth.h"
#include "sl-shark-writer.h"

G_BEGIN_DECLS

/**
 * SlSharkScenario:
 * @id: kebab case
 * @title: what it shows
 * @make: writes the trace; the files it consists of, and the truth as far as it is known
 */
typedef struct
{
  const char *id;
  const char *title;
  GPtrArray *(*make) (SlSharkTruth *truth);
} SlSharkScenario;

const SlSharkScenario *sl_shark_scenarios_get_all (guint *n_scenarios);
const SlSharkScenario *sl_shark_scenarios_find (const char *id);

/**
 * sl_shark_scenario_make:
 * @truth: empty
 *
 * Returns: (transfer full) (element-type GBytes): the files, more than one where the trace is a
 *   set of chunks
 */
GPtrArray *sl_shark_scenario_make (const SlSharkScenario *self, SlSharkTruth *truth);

gboolean sl_shark_generate_long (FILE *file, guint64 n_events);

G_END_DECLS

/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* One run of the simulator, and where its trace lies: in the user's cache folder, under the task
 * set's name, with the task model beside it, so that it is opened as any trace is.
 *
 *   g_autoptr (SlSimulation) simulation = sl_simulation_new (model, "Two tasks", &options);
 *
 *   sl_window_open_simulation (window, simulation);
 *
 * runs it in the background and shows the trace, or what is wrong with the set, in that window;
 * where two runs go onto one axis, sl_simulation_run() in a thread and sl_simulation_get_file() give
 * the file of each. */

#include <gio/gio.h>

#include "sl-simulator.h"

G_BEGIN_DECLS

/* Immutable, shared by count. */
typedef struct _SlSimulation SlSimulation;

SlSimulation *
sl_simulation_new (const SlTaskModel *model, const char *name, const SlSimOptions *options);
SlSimulation *sl_simulation_new_of_run (const SlTaskModel *model,
                                        const char *name,
                                        const char *run,
                                        const SlSimOptions *options);
SlSimulation *sl_simulation_ref (SlSimulation *self);
void sl_simulation_unref (SlSimulation *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (SlSimulation, sl_simulation_unref)

const char *sl_simulation_get_name (const SlSimulation *self);
const char *sl_simulation_get_run (const SlSimulation *self);
GFile *sl_simulation_get_file (const SlSimulation *self);
gboolean sl_simulation_run (SlSimulation *self, GCancellable *cancellable, GError **error);

char *sl_simulation_find_name (GFile *file) G_GNUC_WARN_UNUSED_RESULT;

G_END_DECLS

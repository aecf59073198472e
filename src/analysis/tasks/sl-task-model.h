/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* What a system's tasks are asked for, as its developer knows it and no trace tells: a key file
 * beside the trace, good for every run of the same system.
 *
 *   [task pilot]        match, period, deadline, wcet, priority, level, server, begin, end, colour; of a task
 *                       set for the simulator also offset, jitter, sporadic, arrivals, execution,
 *                       sections
 *   [lock state]        match, protocol, ceiling
 *   [server camera]     match, budget, period, policy, priority
 *   [interrupt disk]    match, period, wcet; for the simulator also offset, jitter, sporadic,
 *                       arrivals, execution, nested, task
 *   [scheduler]         policy, protocol, overrun, quantum, overhead; for the simulator also until,
 *                       seed
 *   [event frame]       match: what the traced program logs under a number
 *   [level EDF]         match: a scheduling module of the kernel
 *   [span render]       from, to: what lies between two events
 *
 * What is not known here is kept when it is saved, comments as well. */

#include <gio/gio.h>

#include "sl-annotations.h"
#include "sl-file-set.h"
#include "sl-model-keys.h"
#include "sl-task-rules.h"

G_BEGIN_DECLS

#define SL_TASK_MODEL_SUFFIX ".slackline-tasks"

/* Shared by count, and not changed any more once it is: what is to be different is another model. */
typedef struct _SlTaskModel SlTaskModel;

SlTaskModel *sl_task_model_new (void);
SlTaskModel *sl_task_model_parse (const char *text, const char *file_name, GError **error);
SlTaskModel *sl_task_model_load (GFile *file, GError **error);
SlTaskModel *sl_task_model_load_given (GFile *file, GError **error);
SlTaskModel *sl_task_model_copy (const SlTaskModel *self);
SlTaskModel *sl_task_model_ref (const SlTaskModel *self);
void sl_task_model_unref (SlTaskModel *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (SlTaskModel, sl_task_model_unref)

char **sl_task_model_list_unknown (const SlTaskModel *self) G_GNUC_WARN_UNUSED_RESULT;
char *sl_task_model_to_text (const SlTaskModel *self) G_GNUC_WARN_UNUSED_RESULT;
gboolean
sl_task_model_save (const SlTaskModel *self, GFile *file, const SlFileSet *inputs, GError **error);
GFile *sl_task_model_get_file (GFile *trace);
gboolean sl_task_model_is_file (GFile *file);
char *sl_task_model_dup_title (GFile *file) G_GNUC_WARN_UNUSED_RESULT;

const char *sl_task_model_get_file_name (const SlTaskModel *self);
guint sl_task_model_find_line (const SlTaskModel *self,
                               SlModelGroup group,
                               const char *name,
                               const char *key);
char **sl_task_model_list (const SlTaskModel *self, SlModelGroup group);
char *sl_task_model_get (const SlTaskModel *self,
                         SlModelGroup group,
                         const char *name,
                         const char *key) G_GNUC_WARN_UNUSED_RESULT;
gboolean sl_task_model_set (SlTaskModel *self,
                            SlModelGroup group,
                            const char *name,
                            const char *key,
                            const char *value,
                            GError **error);
char *sl_task_model_find (const SlTaskModel *self,
                          SlModelGroup group,
                          SlTrace *trace,
                          SlAnnotations *annotations,
                          guint32 object) G_GNUC_WARN_UNUSED_RESULT;

SlAnnotations *sl_task_model_name_objects (const SlTaskModel *self, SlAnnotations *annotations);
SlAnnotations *sl_task_model_unname_objects (const SlTaskModel *self, SlAnnotations *annotations);
SlTaskRules *sl_task_model_get_rules (const SlTaskModel *self,
                                      SlTrace *trace,
                                      SlAnnotations *annotations,
                                      GError **error);

G_END_DECLS

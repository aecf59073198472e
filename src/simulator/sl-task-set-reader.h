/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* The values of one group of a task set, with errors that tell where they stand. */

#include "sl-clock.h"
#include "sl-task-model.h"

G_BEGIN_DECLS

/* Of a list in one value: a set is written by hand. */
#define SL_SET_MAX_LIST 4096

/* Sums of some of these stay far from the end of 64 bits. */
#define SL_SET_MAX_DURATION (G_GINT64_CONSTANT (1000000000) * 1000000)

/**
 * SlTaskSetReader:
 * @name: of the group
 * @clock: in which one tick is a nanosecond
 */
typedef struct
{
  const SlTaskModel *model;
  SlModelGroup group;
  const char *name;
  const SlClock *clock;
} SlTaskSetReader;

gboolean sl_task_set_reader_fail (const SlTaskSetReader *self,
                                  const char *key,
                                  GError **error,
                                  const char *format,
                                  ...) G_GNUC_PRINTF (4, 5);
char *sl_task_set_reader_get (const SlTaskSetReader *self,
                              const char *key) G_GNUC_WARN_UNUSED_RESULT;
gboolean sl_task_set_reader_parse_time (const SlTaskSetReader *self,
                                        const char *key,
                                        const char *text,
                                        gint64 least,
                                        gint64 *ticks,
                                        GError **error);
gboolean sl_task_set_reader_read_duration (const SlTaskSetReader *self,
                                           const char *key,
                                           gint64 *ticks,
                                           GError **error);
gboolean
sl_task_set_reader_read_number (const SlTaskSetReader *self, const char *key, gint64 *number);

G_END_DECLS

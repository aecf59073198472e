/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* The program that is recorded: a child process that waits for the recording to begin. */

#include <gio/gio.h>

G_BEGIN_DECLS

/**
 * SlCommandEnd:
 * @SL_COMMAND_RUNS: not yet
 * @SL_COMMAND_EXITED: by itself
 * @SL_COMMAND_KILLED: by a signal
 */
typedef enum
{
  SL_COMMAND_RUNS,
  SL_COMMAND_EXITED,
  SL_COMMAND_KILLED,
} SlCommandEnd;

typedef struct _SlRecordedCommand SlRecordedCommand;

SlRecordedCommand *sl_recorded_command_new (char *const *words,
                                            const char *marker,
                                            const char *wanted,
                                            GError **error);
void sl_recorded_command_free (SlRecordedCommand *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (SlRecordedCommand, sl_recorded_command_free)

gboolean sl_recorded_command_start (SlRecordedCommand *self,
                                    gboolean *has_marks,
                                    int *status,
                                    GError **error);
SlCommandEnd sl_recorded_command_look (SlRecordedCommand *self, int *number);
void sl_recorded_command_end (SlRecordedCommand *self);

G_END_DECLS

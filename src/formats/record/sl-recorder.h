/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* Records what this computer's Linux does, as a trace.dat: an instance of the kernel's tracing whose pages go from the kernel
 * into the file without being looked at. Of one thread. */

#include <gio/gio.h>

G_BEGIN_DECLS

/* What is recorded is read as this format. */
#define SL_RECORDER_FORMAT "trace-dat"

#define SL_RECORDER_CLOCK  "mono"
#define SL_RECORDER_BUFFER (G_GUINT64_CONSTANT (8) << 20)

/**
 * SlRecorderSettings:
 * @events: as of sl_event_choice_new()
 * @clock: of the kernel's clocks
 * @buffer: bytes of each CPU's buffer in the kernel
 * @most: once so many bytes of pages were recorded it is full; 0 for no limit
 * @without_copies: even where the kernel can copy marks, for tests
 */
typedef struct
{
  const char *events;
  const char *clock;
  guint64 buffer;
  guint64 most;
  gboolean without_copies;
} SlRecorderSettings;

/**
 * SlRecorderLoss:
 * @cpu: its number
 * @overwritten: records that were not read in time
 * @dropped: records for which there was no room otherwise
 */
typedef struct
{
  guint32 cpu;
  guint64 overwritten;
  guint64 dropped;
} SlRecorderLoss;

typedef struct _SlRecorder SlRecorder;

SlRecorder *sl_recorder_new (const SlRecorderSettings *settings, int fd, GError **error);
void sl_recorder_free (SlRecorder *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (SlRecorder, sl_recorder_free)

guint sl_recorder_get_n_cpus (const SlRecorder *self);
const GPtrArray *sl_recorder_get_missing (const SlRecorder *self);
const char *sl_recorder_get_marker (const SlRecorder *self, const char **wanted);
guint64 sl_recorder_get_total (const SlRecorder *self);
guint sl_recorder_get_pause_msec (const SlRecorder *self);
gboolean sl_recorder_is_full (const SlRecorder *self);
const GArray *sl_recorder_get_losses (SlRecorder *self);

gboolean sl_recorder_start (SlRecorder *self, GError **error);
gboolean sl_recorder_take (SlRecorder *self, GError **error);
gboolean sl_recorder_stop (SlRecorder *self, GError **error);
gboolean sl_recorder_finish (SlRecorder *self, GError **error);

G_END_DECLS

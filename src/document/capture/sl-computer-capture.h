/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* A recording of this computer's Linux that runs in the background, in a process of its own (slackline-cli record), since it may
 * need more rights than a window should have. */

#include "sl-live-capture.h"

G_BEGIN_DECLS

/**
 * SlComputerCaptureSettings:
 * @events: as of slackline-cli record --events
 * @duration_us: microseconds after which it ends; 0 for any time
 * @most: bytes after which it ends; 0 for any size
 * @asks_rights: whether the user has to give the rights first, by pkexec
 */
typedef struct
{
  const char *events;
  gint64 duration_us;
  guint64 most;
  gboolean asks_rights;
} SlComputerCaptureSettings;

#define SL_TYPE_COMPUTER_CAPTURE (sl_computer_capture_get_type ())
G_DECLARE_FINAL_TYPE (SlComputerCapture, sl_computer_capture, SL, COMPUTER_CAPTURE, SlLiveCapture)

SlLiveCapture *
sl_computer_capture_new (const SlComputerCaptureSettings *settings, GFile *file, GError **error);
gboolean sl_computer_capture_can_ask_rights (void);

G_END_DECLS

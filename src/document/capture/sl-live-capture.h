/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* A trace that comes into being in the background, and is shown meanwhile: what is received, what is recorded. */

#include <gio/gio.h>

G_BEGIN_DECLS

/**
 * SlLiveCaptureLook:
 * @format_id: how to read what has come so far
 * @waiting: title of a page that waits for the first of it, translated
 * @icon: name of a symbolic icon
 * @stop_hint: what Stop does, translated
 */
typedef struct
{
  const char *format_id;
  const char *waiting;
  const char *icon;
  const char *stop_hint;
} SlLiveCaptureLook;

#define SL_TYPE_LIVE_CAPTURE (sl_live_capture_get_type ())
G_DECLARE_DERIVABLE_TYPE (SlLiveCapture, sl_live_capture, SL, LIVE_CAPTURE, GObject)

/**
 * SlLiveCaptureClass:
 * @get_look: how it is shown
 * @dup_growing_path: where this process can read what has come so far; %NULL for nowhere
 * @dup_text: what has come, for people
 * @dup_loss: what did not come, for people; %NULL for nothing
 * @stop: ends it soon
 * @finish: ends it now and saves it; returns whether a file was written, also where some of it had no room
 */
struct _SlLiveCaptureClass
{
  GObjectClass parent_class;

  void (*get_look) (SlLiveCapture *self, SlLiveCaptureLook *look);
  char *(*dup_growing_path) (SlLiveCapture *self);
  char *(*dup_text) (SlLiveCapture *self);
  char *(*dup_loss) (SlLiveCapture *self);
  void (*stop) (SlLiveCapture *self);
  gboolean (*finish) (SlLiveCapture *self, GError **error);
};

void sl_live_capture_begin (SlLiveCapture *self, GFile *file);
void sl_live_capture_changed (SlLiveCapture *self);
void sl_live_capture_ended (SlLiveCapture *self);

SlLiveCaptureLook sl_live_capture_get_look (SlLiveCapture *self);
GFile *sl_live_capture_get_file (SlLiveCapture *self);
GFile *sl_live_capture_dup_growing_file (SlLiveCapture *self);
char *sl_live_capture_dup_text (SlLiveCapture *self);
char *sl_live_capture_dup_saved_text (SlLiveCapture *self);
void sl_live_capture_stop (SlLiveCapture *self);
gboolean sl_live_capture_finish (SlLiveCapture *self, GError **error);

G_END_DECLS

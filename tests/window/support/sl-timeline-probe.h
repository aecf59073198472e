/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* The timeline of a real window, as a test sees it: where it lies on the screen, and what it says
 * that it shows. */

#include "sl-real-window.h"

G_BEGIN_DECLS

/* The sample that comes with the program. */
#define SL_SAMPLE_NAME   "jumping-balls.shark"
#define SL_SAMPLE_EVENTS 701

/**
 * SlTimelineProbe:
 * @x: left edge of the plot, right of the headers, on the screen
 * @y: top of the timeline, where the ruler is
 * @height: with ruler and cursors
 */
typedef struct
{
  SlRealWindow *window;
  SlAccessible *timeline;
  int x, y, width, height;
} SlTimelineProbe;

/* Absolute ticks. */
typedef struct
{
  gint64 begin, end;
} SlTickSpan;

SlRealWindow *sl_timeline_probe_start_program (const char *file);
char *sl_timeline_probe_dup_sample (void) G_GNUC_WARN_UNUSED_RESULT;

SlTimelineProbe *sl_timeline_probe_open_sample (void);
SlTimelineProbe *sl_timeline_probe_open_copy (const char *file);
SlTimelineProbe *sl_timeline_probe_new (SlRealWindow *window);
void sl_timeline_probe_free (SlTimelineProbe *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (SlTimelineProbe, sl_timeline_probe_free)

char *sl_timeline_probe_get_text (SlTimelineProbe *self) G_GNUC_WARN_UNUSED_RESULT;
void sl_timeline_probe_wait_text (SlTimelineProbe *self, const char *pattern);
void sl_timeline_probe_wait_no_text (SlTimelineProbe *self, const char *pattern);

void sl_timeline_probe_count_ticks (SlTimelineProbe *self);
SlTickSpan sl_timeline_probe_get_visible (SlTimelineProbe *self);
SlTickSpan sl_timeline_probe_wait_other (SlTimelineProbe *self, SlTickSpan than);
void sl_timeline_probe_wait_visible (SlTimelineProbe *self, SlTickSpan visible);
gint64 sl_timeline_probe_tick_at (SlTimelineProbe *self, int x);
gint64 sl_timeline_probe_find_tick (SlTimelineProbe *self, const char *after);

void sl_timeline_probe_get_row (SlTimelineProbe *self, const char *name, int *y, int *height);
char *sl_timeline_probe_dup_box (SlTimelineProbe *self, const char *row_name);
void sl_timeline_probe_choose (SlTimelineProbe *self,
                               const char *menu,
                               const char *submenu,
                               const char *item);
void sl_timeline_probe_unfold (SlTimelineProbe *self, const char *title);
char *sl_timeline_probe_focus_box (SlTimelineProbe *self,
                                   const char *row_name) G_GNUC_WARN_UNUSED_RESULT;

G_END_DECLS

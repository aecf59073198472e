/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

/* Watches over the main loop and the frames of a widget's window: how long each turn of the loop
 * keeps everything else waiting, and how far frames are apart. */

typedef struct _SlBenchFrames SlBenchFrames;

SlBenchFrames *sl_bench_frames_new (GtkWidget *widget);
void sl_bench_frames_free (SlBenchFrames *self);
void sl_bench_frames_begin (SlBenchFrames *self);
void sl_bench_frames_print (SlBenchFrames *self, const char *name);
gint64 sl_bench_frames_get_last (SlBenchFrames *self);
double sl_bench_get_others_seconds (void);

/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* Real recordings of Linux, as far as they are here. */

#include "sl-trace.h"

G_BEGIN_DECLS

#define SL_LINUX_NOT_HERE "The real traces are not here"

SlSource *sl_linux_recording_open (const char *path);
char *sl_linux_recording_find (const char *name);
SlTrace *sl_linux_recording_load (const char *name);

G_END_DECLS

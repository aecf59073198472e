/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* The words for what flags say of events, in lists and in filters. */

#include "sl-event.h"

G_BEGIN_DECLS

#define SL_EVENT_FLAG_WORDS 7

/* Room for all of them, joined. */
#define SL_EVENT_FLAGS_LENGTH 64

const char *sl_event_flag_get_word (guint number);
gboolean sl_event_flags_have (guint32 flags, guint number);
void sl_event_flags_to_text (guint32 flags, char text[SL_EVENT_FLAGS_LENGTH]);

G_END_DECLS

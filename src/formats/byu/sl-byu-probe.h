/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* Which of the BYU layouts the bytes of a file fit, and what they must be to be read at all. */

#include "sl-format.h"
#include "sl-record-source.h"

G_BEGIN_DECLS

guint sl_byu_probe_timed (const SlProbe *probe, gsize record_size);
guint sl_byu_probe_pentium (const SlProbe *probe);

gboolean sl_byu_check_input (SlInput *input, gsize record_size, SlRecordRun *run, GError **error);
void sl_byu_note_rest (SlInput *input, gsize record_size, SlSource *source);

G_END_DECLS

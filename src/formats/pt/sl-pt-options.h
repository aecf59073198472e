/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* What a user, or a text file beside the stream, says of the machine that recorded it. */

#include "sl-format.h"
#include "sl-pt-stream.h"

G_BEGIN_DECLS

extern const SlFormatOption sl_pt_option_table[];

gboolean
sl_pt_options_parse_text (SlPtStreamOptions *self, const char *text, gsize size, GError **error);
gboolean sl_pt_options_parse (SlPtStreamOptions *self, SlFormatOptions *options, GError **error);

G_END_DECLS

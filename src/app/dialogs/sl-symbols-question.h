/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* Whether files that a trace names may be read for the names of its functions: whoever made the trace chose
 * them, so the user is asked, with the list of files. */

#include <adwaita.h>

#include "sl-source.h"

G_BEGIN_DECLS

typedef void (*SlSymbolsAnswerFunc) (SlSource *source, gboolean may_read, gpointer user_data);

gboolean sl_symbols_question_is_allowed (SlSource *source);
GtkWindow *sl_symbols_question_ask (SlSource *source,
                                    GtkWindow *parent,
                                    SlSymbolsAnswerFunc answer,
                                    gpointer user_data);

G_END_DECLS

/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* The view of a document as a text, and back. */

#include "sl-document.h"
#include "sl-view-file.h"

G_BEGIN_DECLS

/* Names of files that hold one end so. */
#define SL_SESSION_SUFFIX ".slackline-view"

SlTime sl_session_text_find_instant (SlDocument *document);
void sl_session_text_lead_to (SlDocument *document, SlTime instant);
gboolean sl_session_text_find_picked (SlDocument *document, SlViewPlace *place);
char *sl_session_text_write_state (const SlViewState *state,
                                   SlTraceSet *set,
                                   const SlViewPlace *picked) G_GNUC_WARN_UNUSED_RESULT;
char *sl_session_text_write (SlDocument *document) G_GNUC_WARN_UNUSED_RESULT;
GPtrArray *sl_session_text_read_files (GFile *file, GError **error) G_GNUC_WARN_UNUSED_RESULT;
SlViewState *sl_session_text_read (SlDocument *document,
                                   const char *text,
                                   gsize length,
                                   GPtrArray *missing,
                                   GPtrArray *odd,
                                   SlTime *instant,
                                   GError **error) G_GNUC_WARN_UNUSED_RESULT;

G_END_DECLS

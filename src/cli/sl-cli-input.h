/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* From the command line to loaded traces: the options that all reading commands share. */

#include "sl-overlay.h"

G_BEGIN_DECLS

/**
 * SlCliRequest:
 * @files: (nullable): as given
 * @format: (nullable): id
 * @options: (nullable): KEY=VALUE of the format
 * @rate: (nullable): of the clock, in Hz
 * @symbols: (nullable): ELF[@BASE]
 * @idle: (nullable): the idle task
 * @join: several traces share one axis
 *
 * Strings are bytes as they were given.
 */
typedef struct
{
  char **files;
  char *format;
  char **options;
  char *rate;
  char **symbols;
  char *idle;
  gboolean join;
} SlCliRequest;

void sl_cli_request_clear (SlCliRequest *self);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (SlCliRequest, sl_cli_request_clear)
void sl_cli_request_add_options (SlCliRequest *self, GOptionContext *context);

/**
 * SlCliTrace:
 * @name: what errors and info call it: the file as given where it is one
 * @overlay: what the options say about it
 * @clock: with the rate of the options
 */
typedef struct
{
  char *name;
  SlTrace *trace;
  SlOverlay *overlay;
  SlClock *clock;
} SlCliTrace;

void sl_cli_trace_free (SlCliTrace *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (SlCliTrace, sl_cli_trace_free)

GPtrArray *sl_cli_open_all (const SlCliRequest *request, GError **error);
SlCliTrace *sl_cli_open (const SlCliRequest *request, GError **error);

guint sl_cli_trace_get_n_files (const SlCliTrace *self);
gboolean sl_cli_trace_parse_span (const SlCliTrace *self,
                                  const char *from,
                                  const char *to,
                                  SlSpan *span,
                                  GError **error);
gboolean sl_cli_check_text (const char *option, const char *value, GError **error);

G_END_DECLS

/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* From the command line to loaded traces: the options that all reading commands share. */

#include "sl-annotations.h"

G_BEGIN_DECLS

/**
 * SlCliRequest:
 * @files: (nullable): as given
 * @formats: (nullable): ids
 * @options: (nullable): KEY=VALUE of the format
 * @rates: (nullable): of the clock, in Hz
 * @symbols: (nullable): FILE[@BASE]
 * @symbols_from_trace: whether files that traces name are read as well
 * @idles: (nullable): the idle task
 * @join: several traces share one axis
 * @align: (nullable): how they come to stand on it
 * @offsets: (nullable): N:T, how far each is moved
 * @unpack_limit: (nullable): to how many bytes a file may unpack
 * @model: (nullable): path of the task model that names objects; %NULL for the one beside each trace
 * @no_model: not even that one
 * @program: (nullable): what follows “--”: a program and its arguments, as they were given
 *
 * Strings are bytes as they were given. Formats and options may be meant for one file, rates and
 * idle tasks for one trace: "N:" then stands before them (see sl-cli-words.h).
 */
typedef struct
{
  char **files;
  char **formats;
  char **options;
  char **rates;
  char **symbols;
  gboolean symbols_from_trace;
  char **idles;
  gboolean join;
  char *align;
  char **offsets;
  char *unpack_limit;
  const char *model;
  gboolean no_model;
  char **program;
} SlCliRequest;

void sl_cli_request_clear (SlCliRequest *self);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (SlCliRequest, sl_cli_request_clear)
void sl_cli_request_add_options (SlCliRequest *self, GOptionContext *context);

/**
 * SlCliTrace:
 * @name: what errors and info call it: the file as given where it is one
 * @annotations: what the options say about it, and the names of its task model
 * @clock: with the rate of the options
 * @first_file: of its files among those of all traces
 */
typedef struct
{
  char *name;
  SlTrace *trace;
  SlAnnotations *annotations;
  SlClock *clock;
  guint first_file;
} SlCliTrace;

void sl_cli_trace_free (SlCliTrace *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (SlCliTrace, sl_cli_trace_free)

GPtrArray *sl_cli_open_all (const SlCliRequest *request, GError **error);
guint sl_cli_trace_get_n_files (const SlCliTrace *self);

G_END_DECLS

/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "sl-cli-traces.h"
#include "sl-cli-words.h"
#include "sl-view-state.h"

G_BEGIN_DECLS

/**
 * SlCliRowOptions:
 *
 * What is said of rows, as it was given; zero at first.
 */
typedef struct
{
  char *sort;
  char *quiet;
  char *values;
  gboolean events;
  gboolean levels;
  gboolean processes;
  gboolean processors;
  gboolean compress;
} SlCliRowOptions;

/* For the entries of a command that draws rows. */
#define SL_CLI_ROW_ENTRIES(options)                                                   \
  { "sort",                                                                           \
    0,                                                                                \
    0,                                                                                \
    G_OPTION_ARG_FILENAME,                                                            \
    &(options).sort,                                                                  \
    "Sort rows by appearance (the default), name, load or misses",                    \
    "BY" },                                                                           \
      { "quiet-rows",                                                                 \
        0,                                                                            \
        0,                                                                            \
        G_OPTION_ARG_FILENAME,                                                        \
        &(options).quiet,                                                             \
        "Draw rows without events in the span in full (the default), thin or hidden", \
        "HOW" },                                                                      \
      { "values",                                                                     \
        0,                                                                            \
        0,                                                                            \
        G_OPTION_ARG_FILENAME,                                                        \
        &(options).values,                                                            \
        "Write beside each row what it holds at T",                                   \
        "T" },                                                                        \
      { "events",                                                                     \
        0,                                                                            \
        0,                                                                            \
        G_OPTION_ARG_NONE,                                                            \
        &(options).events,                                                            \
        "Draw a tick for every recorded event, where few enough are visible",         \
        NULL },                                                                       \
      { "compress-empty",                                                             \
        0,                                                                            \
        0,                                                                            \
        G_OPTION_ARG_NONE,                                                            \
        &(options).compress,                                                          \
        "Compress long stretches without events",                                     \
        NULL },                                                                       \
      { "levels",                                                                     \
        0,                                                                            \
        0,                                                                            \
        G_OPTION_ARG_NONE,                                                            \
        &(options).levels,                                                            \
        "Group tasks by the scheduling module that they belong to",                   \
        NULL },                                                                       \
      { "processes",                                                                  \
        0,                                                                            \
        0,                                                                            \
        G_OPTION_ARG_NONE,                                                            \
        &(options).processes,                                                         \
        "Group tasks by their processes",                                             \
        NULL },                                                                       \
  {                                                                                   \
    "processors", 0, 0, G_OPTION_ARG_NONE, &(options).processors,                     \
        "Group tasks by the processor on which they ran most", NULL                   \
  }

gboolean sl_cli_rows_check (const SlCliRowOptions *options, GError **error);
SlViewState *sl_cli_rows_apply (const SlCliRowOptions *options,
                                const SlCliTraces *set,
                                SlViewState *state,
                                GError **error) G_GNUC_WARN_UNUSED_RESULT;

SlViewState *sl_cli_rows_choose (const SlCliTraces *set,
                                 SlViewState *state,
                                 SlCliGlobs *globs) G_GNUC_WARN_UNUSED_RESULT;

G_END_DECLS

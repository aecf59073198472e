/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* The jobs of a trace as the options of "jobs", "stats" and "check" ask for them. */

#include "sl-cli-set.h"
#include "sl-job-table.h"

G_BEGIN_DECLS

/**
 * SlCliDeadlines:
 * @deadlines: (nullable): [N:]TASK=DURATION
 * @model: (nullable): path of a task model; %NULL for the one beside the trace, if there is one
 * @no_model: not even that one
 *
 * Filled in by the option parser.
 */
typedef struct
{
  char **deadlines;
  char *model;
  gboolean no_model;
} SlCliDeadlines;

/* The entries of these options; @options must be the command's own static struct. */
#define SL_CLI_DEADLINE_ENTRIES(options)                              \
  { "deadline",                                                       \
    0,                                                                \
    0,                                                                \
    G_OPTION_ARG_FILENAME_ARRAY,                                      \
    &(options).deadlines,                                             \
    "Deadline from release on, such as 296=5ms; may be repeated",     \
    "[N:]TASK=DURATION" },                                            \
      { "model",                                                      \
        0,                                                            \
        0,                                                            \
        G_OPTION_ARG_FILENAME,                                        \
        &(options).model,                                             \
        "Task model to read, instead of the one beside the trace",    \
        "FILE" },                                                     \
  {                                                                   \
    "no-model", 0, 0, G_OPTION_ARG_NONE, &(options).no_model,         \
        "Read no task model, not even the one beside the trace", NULL \
  }

GPtrArray *
sl_cli_find_all_jobs (const SlCliSet *set, const SlCliDeadlines *options, GError **error);

G_END_DECLS

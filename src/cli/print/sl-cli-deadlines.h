/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* The options that say what is asked of tasks. */

#include <glib.h>

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
#define SL_CLI_DEADLINE_ENTRIES(options)                                  \
  { "deadline",                                                           \
    0,                                                                    \
    0,                                                                    \
    G_OPTION_ARG_FILENAME_ARRAY,                                          \
    &(options).deadlines,                                                 \
    "Deadline relative to the release, such as 296=5ms; may be repeated", \
    "[N:]TASK=DURATION" },                                                \
      { "model",                                                          \
        0,                                                                \
        0,                                                                \
        G_OPTION_ARG_FILENAME,                                            \
        &(options).model,                                                 \
        "Task model to read instead of the one next to the trace",        \
        "FILE" },                                                         \
  {                                                                       \
    "no-model", 0, 0, G_OPTION_ARG_NONE, &(options).no_model,             \
        "Read no task model, not even the one next to the trace", NULL    \
  }

G_END_DECLS

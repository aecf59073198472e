/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* What a subcommand is: one `const SlCliCommand` in a file of its own. */

#include "sl-cli-deadlines.h"
#include "sl-cli-input.h"

G_BEGIN_DECLS

/**
 * SlCliCommand:
 * @id: the word on the command line
 * @summary: one line for lists of commands
 * @description: (nullable): stands below the options in --help
 * @reads_files: whether it takes files and the options that say how to read them
 * @takes_command: whether a program and its arguments may follow behind “--”
 * @entries: its own options, ended by a zero entry
 * @deadlines: (nullable): of these, where it has them, what is asked of tasks
 * @run: does the work; @request is for commands that read files. Returns %FALSE and sets the
 *   error to end with another status than 0
 */
typedef struct
{
  const char *id;
  const char *summary;
  const char *description;
  gboolean reads_files;
  gboolean takes_command;
  const GOptionEntry *entries;
  const SlCliDeadlines *deadlines;
  gboolean (*run) (const SlCliRequest *request, GError **error);
} SlCliCommand;

extern const SlCliCommand sl_cmd_check;
extern const SlCliCommand sl_cmd_compare;
extern const SlCliCommand sl_cmd_cut;
extern const SlCliCommand sl_cmd_demand;
extern const SlCliCommand sl_cmd_events;
extern const SlCliCommand sl_cmd_exercise;
extern const SlCliCommand sl_cmd_formats;
extern const SlCliCommand sl_cmd_info;
extern const SlCliCommand sl_cmd_instructions;
extern const SlCliCommand sl_cmd_intervals;
extern const SlCliCommand sl_cmd_jobs;
extern const SlCliCommand sl_cmd_receive;
extern const SlCliCommand sl_cmd_record;
extern const SlCliCommand sl_cmd_render;
extern const SlCliCommand sl_cmd_simulate;
extern const SlCliCommand sl_cmd_slices;
extern const SlCliCommand sl_cmd_stats;
extern const SlCliCommand sl_cmd_steps;
extern const SlCliCommand sl_cmd_theory;
extern const SlCliCommand sl_cmd_topa;

G_END_DECLS

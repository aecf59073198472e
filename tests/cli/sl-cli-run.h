/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* Runs the built slackline-cli (the environment variable SLACKLINE_CLI) and looks at what it says. */

#include <json-glib/json-glib.h>

G_BEGIN_DECLS

/**
 * SlCliResult:
 * @status: exit status; -1 if a signal ended it
 * @output: standard output; ended by NUL
 * @length: of @output
 * @errors: standard error
 */
typedef struct
{
  int status;
  char *output;
  gsize length;
  char *errors;
} SlCliResult;

void sl_cli_result_clear (SlCliResult *self);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (SlCliResult, sl_cli_result_clear)

SlCliResult sl_cli_run (const char *first, ...) G_GNUC_NULL_TERMINATED;
SlCliResult sl_cli_run_argv (const char *const *arguments, const char *folder);
void sl_cli_assert_fails (const SlCliResult *result, int status, const char *part);
void sl_cli_assert_fine (const SlCliResult *result);
JsonNode *sl_cli_parse_json (const SlCliResult *result);
GPtrArray *sl_cli_parse_csv (const char *text);
const char *sl_cli_cell (GPtrArray *rows, guint row, const char *column);
void sl_cli_assert_slice (const char *path, const char *lane, const char *const *cells);

char *sl_cli_make_folder (void);
char *sl_cli_write_file (const char *folder, const char *name, GBytes *bytes);
char *sl_cli_write_text (const char *folder, const char *name, const char *text);
char *sl_cli_write_ftrace (const char *folder, const char *text);
char *sl_cli_real_trace (void);

G_END_DECLS

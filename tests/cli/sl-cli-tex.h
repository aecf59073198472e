/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* Opens what slackline-cli draws with the programs that people open it with. Where one of them is not
 * installed, the test is skipped and says so. */

#include <glib.h>

G_BEGIN_DECLS

/**
 * SlCliWord:
 *
 * A word on a page: points from its top left corner.
 */
typedef struct
{
  double left;
  double top;
  double right;
  double bottom;
  char *text;
} SlCliWord;

char *sl_cli_run_program (const char *folder, const char *program, const char *const *arguments);
char *sl_cli_read_pdf (const char *folder, const char *path);
char *sl_cli_compile_tex (const char *folder, const char *path);
char *sl_cli_frame_rtsched (const char *folder, const char *picture);
GPtrArray *sl_cli_find_words (const char *folder, const char *pdf_path);

G_END_DECLS

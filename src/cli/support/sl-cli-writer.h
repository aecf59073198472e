/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* Standard output for millions of rows: one large buffer, numbers formatted by hand in the C
 * locale, one error kept until the end. */

#include <glib.h>

G_BEGIN_DECLS

typedef struct _SlCliWriter SlCliWriter;

SlCliWriter *sl_cli_writer_new (int fd, const char *name);
void sl_cli_writer_free (SlCliWriter *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (SlCliWriter, sl_cli_writer_free)

void sl_cli_writer_bytes (SlCliWriter *self, const char *bytes, gsize length);
void sl_cli_writer_text (SlCliWriter *self, const char *text);
void sl_cli_writer_char (SlCliWriter *self, char c);
void sl_cli_writer_pad (SlCliWriter *self, guint n_spaces);
void sl_cli_writer_format (SlCliWriter *self, const char *format, ...) G_GNUC_PRINTF (2, 3);

gboolean sl_cli_writer_is_open (const SlCliWriter *self);
gboolean sl_cli_writer_finish (SlCliWriter *self, GError **error);

/* Room that holds any number below, without an ending NUL. */
#define SL_CLI_NUMBER_LENGTH 20

guint sl_cli_format_decimal (char *text, guint64 number);
guint sl_cli_format_hex (char *text, guint64 number);

G_END_DECLS

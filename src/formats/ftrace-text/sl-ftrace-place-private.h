/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* Reading a line from its begin to its end. */

#include <string.h>

#include "sl-ftrace-line.h"

G_BEGIN_DECLS

/* What is left of a line. */
typedef struct
{
  const char *at;
  const char *end;
} SlFtracePlace;

/* Nothing in a trace is longer. */
#define SL_FTRACE_MOST_DIGITS 18

static inline void
sl_ftrace_skip_spaces (SlFtracePlace *place)
{
  while (place->at < place->end && (*place->at == ' ' || *place->at == '\t'))
    place->at++;
}

static inline gboolean
sl_ftrace_take_char (SlFtracePlace *place, char wanted)
{
  if (place->at == place->end || *place->at != wanted)
    return FALSE;

  place->at++;
  return TRUE;
}

static inline gboolean
sl_ftrace_take_word (SlFtracePlace *place, const char *word)
{
  gsize length = strlen (word);

  if ((gsize) (place->end - place->at) < length || memcmp (place->at, word, length) != 0)
    return FALSE;

  place->at += length;
  return TRUE;
}

static inline gboolean
sl_ftrace_take_number (SlFtracePlace *place, guint64 *number)
{
  guint n_digits = 0;

  for (*number = 0; place->at < place->end && g_ascii_isdigit (*place->at); place->at++, n_digits++)
    *number = *number * 10 + (guint) (*place->at - '0');
  return n_digits > 0 && n_digits <= SL_FTRACE_MOST_DIGITS;
}

gboolean sl_ftrace_verbose_read (SlFtraceLine *line, SlFtracePlace *place);

G_END_DECLS

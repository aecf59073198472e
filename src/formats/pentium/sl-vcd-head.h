/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* Words of a value change dump (IEEE 1364, section 18), and what its head declares. */

#include "sl-pentium-pins.h"

G_BEGIN_DECLS

/* Longer words are cut off. */
#define SL_VCD_WORD 127

typedef struct
{
  const char *data;
  gsize size;
  gsize position;
} SlVcdText;

/**
 * SlVcdVariable:
 * @reference: its name, with the range that stands beside it
 * @scope: the scopes it stands in, with dots
 * @code: its identifier code
 * @width: bits
 */
typedef struct
{
  char reference[2 * SL_VCD_WORD + 2];
  char scope[SL_VCD_WORD + 1];
  char code[SL_VCD_WORD + 1];
  guint width;
} SlVcdVariable;

/**
 * SlVcdTimescale:
 * @number: 1, 10 or 100; 0 where the head does not tell
 * @exponent: of ten, negative: how many seconds
 */
typedef struct
{
  guint number;
  int exponent;
} SlVcdTimescale;

typedef void (*SlVcdVariableFunc) (gpointer user_data, const SlVcdVariable *variable);

gboolean sl_vcd_next_word (SlVcdText *text, char *word, gsize *offset);
void sl_vcd_skip_command (SlVcdText *text);
gboolean sl_vcd_read_head (SlVcdText *text,
                           SlVcdTimescale *timescale,
                           SlVcdVariableFunc func,
                           gpointer user_data);

G_END_DECLS

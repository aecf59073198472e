/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* The parts of a trace.dat of version 7, as “sl-dat-file.h” says they are laid out: sections and options, in this computer’s
 * byte order. */

#include <glib.h>

G_BEGIN_DECLS

/* Numbers of sections and of the options that point to them. */
typedef enum
{
  SL_DAT_PART_DONE = 0,
  SL_DAT_PART_CPUSTAT = 2,
  SL_DAT_PART_BUFFER = 3,
  SL_DAT_PART_TRACECLOCK = 4,
  SL_DAT_PART_UNAME = 5,
  SL_DAT_PART_CPUCOUNT = 8,
  SL_DAT_PART_VERSION = 9,
  SL_DAT_PART_TSC2NSEC = 14,
  SL_DAT_PART_HEADER_INFO = 16,
  SL_DAT_PART_FTRACE_EVENTS = 17,
  SL_DAT_PART_EVENT_FORMATS = 18,
  SL_DAT_PART_KALLSYMS = 19,
  SL_DAT_PART_PRINTK = 20,
  SL_DAT_PART_CMDLINES = 21,
} SlDatPart;

/* The head of a section. */
#define SL_DAT_PART_HEAD_SIZE 16

void sl_dat_part_u16 (GByteArray *bytes, guint16 value);
void sl_dat_part_u32 (GByteArray *bytes, guint32 value);
void sl_dat_part_u64 (GByteArray *bytes, guint64 value);
void sl_dat_part_text (GByteArray *bytes, const char *text);
void sl_dat_part_head (GByteArray *bytes, SlDatPart id, guint64 size);
void sl_dat_part_option (GByteArray *bytes, SlDatPart id, gconstpointer data, gsize size);

G_END_DECLS

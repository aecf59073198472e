/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* Options of a trace.dat file, the same in both versions but for where data of CPUs are. */

#include "sl-dat-file.h"

G_BEGIN_DECLS

typedef enum
{
  SL_DAT_OPTION_DONE = 0,
  SL_DAT_OPTION_DATE = 1,
  SL_DAT_OPTION_CPUSTAT = 2,
  SL_DAT_OPTION_BUFFER = 3,
  SL_DAT_OPTION_TRACECLOCK = 4,
  SL_DAT_OPTION_UNAME = 5,
  SL_DAT_OPTION_OFFSET = 7,
  SL_DAT_OPTION_CPUCOUNT = 8,
  SL_DAT_OPTION_VERSION = 9,
  SL_DAT_OPTION_TRACEID = 11,
  SL_DAT_OPTION_TIME_SHIFT = 12,
  SL_DAT_OPTION_GUEST = 13,
  SL_DAT_OPTION_TSC2NSEC = 14,
  SL_DAT_OPTION_HEADER_INFO = 16,
  SL_DAT_OPTION_FTRACE_EVENTS = 17,
  SL_DAT_OPTION_EVENT_FORMATS = 18,
  SL_DAT_OPTION_KALLSYMS = 19,
  SL_DAT_OPTION_PRINTK = 20,
  SL_DAT_OPTION_CMDLINES = 21,
  SL_DAT_OPTION_BUFFER_TEXT = 22,
  SL_DAT_OPTION_EARLIER_MARKS =
      0x534c, /* of Slackline: sl-earlier-marks.h; other programs pass over it */
} SlDatOption;

/* What a span of a recording says of itself behind the version of the program that recorded. */
typedef enum
{
  SL_DAT_MARK_CUT = 1 << 0,     /* something before it is missing */
  SL_DAT_MARK_SYMBOLS = 1 << 1, /* of a whole list of symbols it has those that its records need */
  SL_DAT_MARK_LACKS = 1 << 2,   /* of some CPUs the recording has no pages */
} SlDatMarks;

/* Names of clocks and of buffers have fewer signs; a list of clocks has some hundred. */
#define SL_DAT_MOST_NAME 4096

char *sl_dat_option_dup_text (const SlByteReader *data);
char *sl_dat_option_parse_clock (const char *text);
char *sl_dat_option_dup_version (GBytes *recorded, SlDatMarks marks);
gboolean sl_dat_option_take (SlDatFile *file, SlDatOption id, const SlByteReader *data);
void sl_dat_option_keep (SlDatFile *file,
                         guint16 id,
                         gboolean is_section,
                         const guint8 *bytes,
                         gsize size);

G_END_DECLS

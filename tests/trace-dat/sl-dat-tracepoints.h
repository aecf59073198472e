/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* The fields of the tracepoints of the traces that are written, as a kernel declares them. */

#include "sl-dat-writer.h"

G_BEGIN_DECLS

typedef enum
{
  SL_DAT_FIELD_NUMBER,   /* of @size bytes; 0 for a long */
  SL_DAT_FIELD_COMM,     /* char[16]: "task-PID" of the field that @of says */
  SL_DAT_FIELD_LOC_COMM, /* the same by __data_loc */
  SL_DAT_FIELD_REL_TEXT, /* the event's text by __rel_loc */
  SL_DAT_FIELD_ALL_TEXT, /* the event's text up to the end of the record */
  SL_DAT_FIELD_LOC_TEXT, /* the event's text by __data_loc */
} SlDatFieldType;

typedef struct
{
  const char *declaration;
  SlDatFieldType type;
  guint size;
  gboolean is_signed;
  guint of; /* which value; a comm is that of this task */
} SlDatField;

typedef struct
{
  const char *system;
  const char *name;
  const char *print;
  SlDatField fields[9];
} SlDatFormat;

extern const SlDatFormat sl_dat_tracepoints[SL_DAT_N_TRACEPOINTS];

G_END_DECLS

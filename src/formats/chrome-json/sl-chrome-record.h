/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* One event of Chrome's trace event format, an object of JSON:
 *
 * key             meaning
 * ph              what it is, a letter: SlChromePhase
 * ts, dur         time and length, in microseconds with fractions
 * pid, tid        process and thread: numbers, or texts
 * name, cat       what it is called, and to which categories it belongs
 * id, id2.local, id2.global, bind_id   which events belong together: async spans, flows
 * s               whom an instant is about: "t", its thread, "p", its process, "g", all
 * bp              of a flow's end: "e" leads to the span that is open there, else it is the next one
 * flow_in, flow_out   a span is the end, or the begin, of the flow bind_id
 * args            anything else, as members
 *
 * Source: "Trace Event Format", the document of Chrome's tracing tools. */

#include "sl-json-cursor.h"
#include "sl-time.h"

G_BEGIN_DECLS

/* What an event is, by its letter. The older letters of a meaning are the same here. */
typedef enum
{
  SL_CHROME_OTHER,
  SL_CHROME_COMPLETE,    /* X: a span with its length */
  SL_CHROME_BEGIN,       /* B */
  SL_CHROME_END,         /* E */
  SL_CHROME_INSTANT,     /* i, I; P, a sample; R, a mark of navigation timing */
  SL_CHROME_COUNTER,     /* C */
  SL_CHROME_ASYNC_BEGIN, /* b; S; N, where the life of an object begins */
  SL_CHROME_ASYNC_STEP,  /* n; T, p; O, a snapshot of an object */
  SL_CHROME_ASYNC_END,   /* e; F; D */
  SL_CHROME_FLOW_BEGIN,  /* s */
  SL_CHROME_FLOW_STEP,   /* t */
  SL_CHROME_FLOW_END,    /* f */
  SL_CHROME_METADATA,    /* M */
} SlChromePhase;

/**
 * SlChromeRecord:
 * @offset: of the object
 * @time: in ns; 0 where there is none
 * @duration: in ns, not below zero; -1 where there is none
 * @is_exact: no time has digits behind the nanosecond
 * @length: of the object, in bytes
 *
 * Values are where the text has them; those that are missing are of type %SL_JSON_TYPE_NOTHING.
 */
typedef struct
{
  SlChromePhase phase;
  char letter;
  char scope;   /* NUL where there is none */
  char binding; /* likewise */
  gboolean has_time;
  gboolean is_exact;
  gboolean flow_in;
  gboolean flow_out;
  SlTime time;
  SlTime duration;
  SlJsonSpan name;
  SlJsonSpan category;
  SlJsonSpan pid;
  SlJsonSpan tid;
  SlJsonSpan id;
  SlJsonSpan bind;
  SlJsonSpan arguments;
} SlChromeRecord;

gboolean sl_chrome_record_read (SlChromeRecord *self, SlJsonCursor *cursor);
guint64 sl_chrome_record_get_id (const SlChromeRecord *self);
guint64 sl_chrome_record_get_bind (const SlChromeRecord *self);
gboolean
sl_chrome_record_next_argument (SlJsonCursor *arguments, SlJsonSpan *key, SlJsonSpan *value);
void sl_chrome_record_enter_arguments (const SlChromeRecord *self, SlJsonCursor *arguments);
gboolean
sl_chrome_record_find_argument (const SlChromeRecord *self, const char *name, SlJsonSpan *value);

G_END_DECLS

/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* Branch trace messages: special cycles with byte enables DFH that a Pentium sends when TR12.TR is
 * set, one (fast) or two (normal) a taken branch. "Embedded Pentium Processor Family Developer's
 * Manual", Execution Tracing:
 *
 *   pins      first of a normal pair        second of a pair, and a fast message
 *   A31-A4    target, bits 31 to 4          source, bits 31 to 4
 *   A3        1: operands are of 32 bits    the same, of the source
 *   D63-D60   target, bits 3 to 0           source, bits 3 to 0
 *   D59       0                             1
 *
 * The AMD-K5 sends the source first, always both, and other fields (its manual, table 5-24):
 *
 *   A31       0 first, 1 second
 *   A28       operand size
 *   A19-A4    code segment selector
 *   D31-D0    offset in the segment
 *
 * The first Pentium (60 and 66 MHz) had the low bits and the operand size on BT3-BT0 instead. */

#include "sl-pentium-bus.h"

G_BEGIN_DECLS

typedef enum
{
  SL_BTM_INTEL,
  SL_BTM_INTEL_BT, /* with BT3-BT0 */
  SL_BTM_AMD_K5,
} SlBtmVariant;

typedef enum
{
  SL_BTM_UNKNOWN,
  SL_BTM_NORMAL,
  SL_BTM_FAST,
} SlBtmMode;

/* As many messages ahead as are looked at, where order alone must tell what belongs together. */
#define SL_BTM_AHEAD 8

/**
 * SlBtmMessage:
 * @time: of the cycle
 * @offset: of the cycle
 * @linear: linear address; the AMD-K5's is an offset in its segment
 * @selector: of the AMD-K5, else 0
 * @processor: D/P#
 * @is_second: second of a pair, or fast
 * @is_wide: operands are of 32 bits
 */
typedef struct
{
  SlTime time;
  guint64 offset;
  guint32 linear;
  guint16 selector;
  guint8 processor;
  guint8 is_second;
  guint8 is_wide;
} SlBtmMessage;

typedef enum
{
  SL_BTM_NOTHING, /* a first, kept for its second */
  SL_BTM_PAIR,
  SL_BTM_ONLY_FAST,
  SL_BTM_LONE_FIRST,
  SL_BTM_LONE_SECOND,
} SlBtmOutcome;

/**
 * SlBtmBranch:
 * @outcome: what the message made
 * @first: the first of a pair, where it is one
 * @is_guessed: which processor of two sent it is guessed
 * @is_change: of the WRMSR that changed the format, and in the one from before
 */
typedef struct
{
  SlBtmOutcome outcome;
  SlBtmMessage first;
  gboolean is_guessed;
  gboolean is_change;
} SlBtmBranch;

typedef struct
{
  SlBtmMessage pending[2];
  guint32 last[2]; /* target of the pair before, by queue */
  guint8 queue[2]; /* of the pending messages */
  guint8 has_last[2];
  guint8 n_pending;
  guint8 mode;
  guint8 is_mixed; /* messages of two processors wait for each other */
  guint8 is_fresh; /* at the start or after a gap there was no message yet */
} SlBtmQueue;

/**
 * SlBtm:
 *
 * What is known between messages, by processor. Plain bytes, all zeros at the start.
 */
typedef struct
{
  SlBtmQueue queues[2];
  guint8 has_begun;
} SlBtm;

/**
 * SlBtmOptions:
 * @forced: %SL_BTM_UNKNOWN to recognise the format
 * @variant: who sent them
 * @has_processor: whether the capture tells the processors apart
 */
typedef struct
{
  SlBtmMode forced;
  SlBtmVariant variant;
  gboolean has_processor;
} SlBtmOptions;

/**
 * SlBtmAhead:
 * @seconds: (out): for each message that follows of @processor, before the next gap, whether it is
 *   a second one
 * @room: for so many
 *
 * Returns: how many there are, @room at most
 */
typedef guint (*SlBtmAhead) (gpointer user_data, guint8 processor, guint8 *seconds, guint room);

gboolean sl_btm_read (const SlPentiumBusCycle *cycle, SlBtmVariant variant, SlBtmMessage *message);
void sl_btm_add (SlBtm *self,
                 const SlBtmOptions *options,
                 const SlBtmMessage *message,
                 SlBtmAhead ahead,
                 gpointer user_data,
                 SlBtmBranch *branch,
                 SlNotes *notes);
void sl_btm_gap (SlBtm *self);

G_END_DECLS

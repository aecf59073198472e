/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* From the flow through the code to the functions that are running over time, as spans in each other.
 * What was called before decoding began is not known: it shows when control returns there, and was
 * then running from the beginning on. */

#include "sl-call-functions.h"
#include "sl-flow.h"

G_BEGIN_DECLS

/* Rows beyond are left out. */
#define SL_CALL_ROWS 96

/**
 * SlCallSpan:
 * @begin: half open, not empty
 * @row: from the outermost function that is known, from 0
 * @object: the function, in the table
 */
typedef struct
{
  SlTime begin;
  SlTime end;
  guint32 row;
  guint32 object;
} SlCallSpan;

typedef struct _SlCallStack SlCallStack;

SlCallStack *sl_call_stack_new (SlCallFunctions *functions);
void sl_call_stack_free (SlCallStack *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (SlCallStack, sl_call_stack_free)

void sl_call_stack_add (SlCallStack *self, const SlFlow *flow, const SlFlow *next);
void sl_call_stack_break (SlCallStack *self, SlTime time);
GArray *sl_call_stack_finish (SlCallStack *self);

G_END_DECLS

/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* The kinds of LITMUS^RT's events, by the type of the record. */

#include "sl-kind.h"
#include "sl-litmus-record.h"

G_BEGIN_DECLS

/* A flag of an event: the job's budget was used up, and so it ended. */
#define SL_LITMUS_FORCED (1u << 16)

/* By SlLitmusType; that of type 0 stands for a record that is gone. */
extern const SlKind sl_litmus_kinds[SL_N_LITMUS_TYPES];

/* Number of the first of them in the registry. */
extern guint16 sl_litmus_kind_base;

G_END_DECLS

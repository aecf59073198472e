/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* What a trace says about its system, as actions: read back from its lanes, so that it is the same whatever format the
 * trace has, and whether one event said it or several together. Fed to a system again they give the same lanes. */

#include "sl-trace.h"
#include "sl-translator.h"

G_BEGIN_DECLS

/* One thread. */
typedef struct _SlActionReader SlActionReader;

SlActionReader *sl_action_reader_new (SlTrace *trace);
SlActionReader *sl_action_reader_new_at (SlTrace *trace, SlTime begin);
void sl_action_reader_free (SlActionReader *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (SlActionReader, sl_action_reader_free)

gboolean sl_action_reader_next (SlActionReader *self, SlActed *acted);

G_END_DECLS

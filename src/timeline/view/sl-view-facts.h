/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* What the user says of the traces besides: names, rates, idle tasks. The traces have it as annotations; a
 * view's state holds what was changed of it while the window was open, so that undo can give it back. It
 * is in no saved view. */

#include "sl-view-history.h"

G_BEGIN_DECLS

/**
 * SlViewFact:
 * @key: what it is of, interned
 * @value: interned; %NULL for none
 */
typedef struct
{
  const char *key;
  const char *value;
} SlViewFact;

guint sl_view_state_get_n_facts (const SlViewState *self);
const SlViewFact *sl_view_state_get_fact (const SlViewState *self, guint number);
const SlViewFact *sl_view_state_find_fact (const SlViewState *self, const char *key);
SlViewState *sl_view_state_with_fact (SlViewState *self, const char *key, const char *value);
SlViewState *sl_view_state_with_facts_of (SlViewState *self, const SlViewState *other);

void sl_view_history_know_fact (SlViewHistory *self, const char *key, const char *value);

G_END_DECLS

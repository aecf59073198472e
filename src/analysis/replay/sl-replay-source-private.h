/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* What the events of a replay say. */

#include "sl-replay-source.h"
#include "sl-translator.h"

G_BEGIN_DECLS

extern const SlTranslator sl_replay_translator;

G_END_DECLS

/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "sl-translator.h"

G_BEGIN_DECLS

extern const SlTranslator sl_replay_translator;

G_END_DECLS

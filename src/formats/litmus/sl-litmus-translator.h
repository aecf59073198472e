/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* What LITMUS^RT's events say by actions. */

#include "sl-translator.h"

G_BEGIN_DECLS

extern const SlTranslator sl_litmus_translator;

G_END_DECLS

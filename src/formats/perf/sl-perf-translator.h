/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "sl-translator.h"

G_BEGIN_DECLS

/* Who runs on which processor, by the kernel's records of its switches. */
extern const SlTranslator sl_perf_translator;

G_END_DECLS

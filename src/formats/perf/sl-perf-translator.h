/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "sl-translator.h"

G_BEGIN_DECLS

/* Who runs on which processor, by the kernel's records of its switches. */
extern const SlTranslator sl_perf_translator;

/* The same, with tracepoints of the whole system, or only of some tasks: then what comes after a switch is not recorded. */
extern const SlTranslator sl_perf_system_translator;
extern const SlTranslator sl_perf_tasks_translator;

G_END_DECLS

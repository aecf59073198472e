/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* The built-in formats, each defined in a file of its own name. */

#include "sl-format.h"

G_BEGIN_DECLS

extern const SlFormat sl_format_byu12;
extern const SlFormat sl_format_byu16;
extern const SlFormat sl_format_byu6;
extern const SlFormat sl_format_chrome_json;
extern const SlFormat sl_format_events;
extern const SlFormat sl_format_ftrace_text;
extern const SlFormat sl_format_intel_pt;
extern const SlFormat sl_format_litmus;
extern const SlFormat sl_format_lldb_pt;
extern const SlFormat sl_format_pentium_csv;
extern const SlFormat sl_format_pentium_vcd;
extern const SlFormat sl_format_perf_data;
extern const SlFormat sl_format_shark_ftrace;
extern const SlFormat sl_format_sigrok;
extern const SlFormat sl_format_simple_pt;
extern const SlFormat sl_format_text_log;
extern const SlFormat sl_format_topa;
extern const SlFormat sl_format_trace_dat;

G_END_DECLS

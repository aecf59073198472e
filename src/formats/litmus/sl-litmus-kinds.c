/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-litmus-kinds.h"

#include <glib/gi18n-lib.h>

guint16 sl_litmus_kind_base;

#define LITMUS_KIND(type, word, name, b_name, meaning)      \
  [SL_LITMUS_##type] = { .id = "st-" word,                  \
                         .title = name,                     \
                         .family = "litmus",                \
                         .a = { "pid", SL_FIELD_DECIMAL },  \
                         .b = { b_name, SL_FIELD_DECIMAL }, \
                         .object_type = SL_OBJECT_TASK,     \
                         .object_source = SL_FROM_A,        \
                         .action = meaning }
#define BARE_KIND(type, word, name, meaning)               \
  [SL_LITMUS_##type] = { .id = "st-" word,                 \
                         .title = name,                    \
                         .family = "litmus",               \
                         .a = { "pid", SL_FIELD_DECIMAL }, \
                         .object_type = SL_OBJECT_TASK,    \
                         .object_source = SL_FROM_A,       \
                         .action = meaning }

const SlKind sl_litmus_kinds[SL_N_LITMUS_TYPES] = {
  [0] = { .id = "st-unreadable", .title = N_ ("Record that is gone"), .family = "litmus" },
  BARE_KIND (NAME, "name", N_ ("Task named"), SL_ACTION_NAME),
  LITMUS_KIND (PARAM, "param", N_ ("Task parameters"), "wcet", SL_ACTION_PERIOD),
  LITMUS_KIND (RELEASE, "release", N_ ("Job released"), "deadline", SL_ACTION_RELEASE),
  LITMUS_KIND (ASSIGNED, "assigned", N_ ("Job assigned to a processor"), "cpu", SL_ACTION_MIGRATE),
  LITMUS_KIND (SWITCH_TO, "switch-to", N_ ("Switched in"), "execution", SL_ACTION_RUN),
  LITMUS_KIND (SWITCH_AWAY, "switch-away", N_ ("Switched out"), "execution", SL_ACTION_NONE),
  LITMUS_KIND (COMPLETION, "completion", N_ ("Job finished"), "execution", SL_ACTION_FINISH),
  BARE_KIND (BLOCK, "block", N_ ("Task suspended"), SL_ACTION_SLEEP),
  BARE_KIND (RESUME, "resume", N_ ("Task resumed"), SL_ACTION_READY),
  LITMUS_KIND (ACTION, "action", N_ ("Action"), "number", SL_ACTION_NONE),
  LITMUS_KIND (SYSTEM_RELEASE, "system-release", N_ ("System released"), "release", SL_ACTION_NONE),
  BARE_KIND (NP_ENTER, "np-enter", N_ ("Non-preemptive section entered"), SL_ACTION_NONE),
  BARE_KIND (NP_EXIT, "np-exit", N_ ("Non-preemptive section left"), SL_ACTION_NONE),
};

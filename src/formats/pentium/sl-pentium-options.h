/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* What the user may say of a capture of a Pentium's bus, whatever file it stands in. */

#include "sl-btm.h"
#include "sl-format.h"

G_BEGIN_DECLS

/**
 * SlPentiumOptions:
 * @btm: how messages are read
 * @is_variant_given: the user said who sent them
 * @gap_ns: a longer time without a cycle is a gap; 0 for none
 */
typedef struct
{
  SlBtmOptions btm;
  gboolean is_variant_given;
  guint64 gap_ns;
} SlPentiumOptions;

/* Options that all these formats share; for the table of a format. */
#define SL_PENTIUM_OPTIONS                                                                      \
  { "btm", N_ ("Branch trace messages: auto, normal (two cycles) or fast (one)"), "auto" },     \
      { "btm-variant", N_ ("Sender of branch trace messages: auto, intel, intel-bt or amd-k5"), \
        "auto" },                                                                               \
  {                                                                                             \
    "gap-ns", N_ ("Nanoseconds without a cycle after which cycles count as missing"), NULL      \
  }

gboolean sl_pentium_options_parse (SlPentiumOptions *self, SlFormatOptions *user, GError **error);
const char *sl_pentium_options_get (SlFormatOptions *user, const char *key);

G_END_DECLS

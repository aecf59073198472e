/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* Kinds of events of Chrome's format which say nothing about the system by themselves. All others are neutral: spans, marks,
 * flows and values. */

#include "sl-kind.h"

G_BEGIN_DECLS

typedef enum
{
  SL_CHROME_KIND_OTHER,
  SL_N_CHROME_KINDS,
} SlChromeKind;

extern const SlKind sl_chrome_kinds[SL_N_CHROME_KINDS];

/* Number of the first of them in the registry. */
extern guint16 sl_chrome_kind_base;

G_END_DECLS

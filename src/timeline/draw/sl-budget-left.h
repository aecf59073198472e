/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "sl-rows.h"

G_BEGIN_DECLS

char *
sl_budget_left_dup_text (const SlRows *rows, guint row, SlTime time) G_GNUC_WARN_UNUSED_RESULT;

G_END_DECLS

/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "sl-format.h"

G_BEGIN_DECLS

extern const SlFormat sl_format_simple_pt;

G_END_DECLS

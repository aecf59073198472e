/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "sl-filter-condition.h"
#include "sl-zone-map.h"

G_BEGIN_DECLS

gboolean sl_filter_conditions_may_pass_zone (const SlFilterCondition *conditions,
                                             const SlFilterNode *root,
                                             const SlZone *zone);

G_END_DECLS

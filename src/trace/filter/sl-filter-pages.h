/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* What the comparisons of a filter with addresses say of the pages that a zone touches. Pages of
 * which all comparisons say the same are one class, so that for a zone a few classes are asked, not
 * hundreds of pages. */

#include "sl-bus-kinds.h"
#include "sl-filter-condition.h"

G_BEGIN_DECLS

/* A set of classes is a word. */
#define SL_FILTER_CLASSES 64

/**
 * SlFilterTouched:
 * @pages: by plane and group, the classes of the pages that events of the group touch
 * @unmapped: classes of the events that are in neither map
 */
typedef struct
{
  guint64 pages[SL_N_PLANES][SL_N_PAGE_GROUPS];
  guint64 unmapped;
} SlFilterTouched;

typedef struct _SlFilterPages SlFilterPages;

SlFilterPages *
sl_filter_pages_new (SlTrace *trace, const SlFilterCondition *conditions, guint n_conditions);
void sl_filter_pages_free (SlFilterPages *self);

gboolean sl_filter_pages_look (const SlFilterPages *self, guint zone, SlFilterTouched *touched);
SlFilterChance sl_filter_pages_get_chance (const SlFilterPages *self, guint class, guint condition);
gboolean sl_filter_pages_is_whole (const SlFilterPages *self, SlPlane plane);

G_END_DECLS

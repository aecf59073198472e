/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* What the kinds of events do with the address in their a: the groups of a page map. */

#include "sl-page-map.h"

G_BEGIN_DECLS

/* The map of a trace has groups of one sort only: those of bus cycles, which come first, or those of
 * branches. */
typedef enum
{
  SL_PAGE_GROUP_FETCH,
  SL_PAGE_GROUP_READ,
  SL_PAGE_GROUP_INVALIDATE,
  SL_PAGE_GROUP_WRITE,
  SL_N_PAGE_GROUPS_OF_BUS,

  SL_PAGE_GROUP_TARGET = SL_N_PAGE_GROUPS_OF_BUS, /* of an indirect branch */
  SL_PAGE_GROUP_TRACED,                           /* where tracing was switched on */
  SL_PAGE_GROUP_UNTRACED,                         /* where code goes on that is not traced */
  SL_PAGE_GROUP_EVENT, /* where the processor was when something happened */
  SL_N_PAGE_GROUPS,
} SlPageGroup;

guint8 sl_page_group_of_memory (guint16 kind);
guint8 sl_page_group_of_ports (guint16 kind);
guint8 sl_page_group_of_event (SlPlane plane, const SlEvent *event);
gboolean sl_page_group_is_of_branches (guint8 group);

G_END_DECLS

/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-page-group.h"

#include "sl-kind-action.h"

static guint8
get_group_of_action (SlAction action)
{
  switch ((int) action)
    {
    case SL_ACTION_FETCH:
      return SL_PAGE_GROUP_FETCH;
    case SL_ACTION_MEMORY_READ:
      return SL_PAGE_GROUP_READ;
    case SL_ACTION_MEMORY_READ_INVALIDATE:
    case SL_ACTION_WRITE_BACK:
      return SL_PAGE_GROUP_INVALIDATE;
    case SL_ACTION_MEMORY_WRITE:
      return SL_PAGE_GROUP_WRITE;
    default:
      return SL_PAGE_NO_GROUP;
    }
}

/**
 * sl_page_group_of_memory:
 *
 * Returns: the #SlPageGroup of the kind; %SL_PAGE_NO_GROUP where its a is not an address of memory
 */
guint8
sl_page_group_of_memory (guint16 kind)
{
  switch (kind)
    {
    case SL_KIND_PT_TIP:
      return SL_PAGE_GROUP_TARGET;
    case SL_KIND_PT_TIP_PGE:
      return SL_PAGE_GROUP_TRACED;
    case SL_KIND_PT_TIP_PGD:
      return SL_PAGE_GROUP_UNTRACED;
    case SL_KIND_PT_FUP:
      return SL_PAGE_GROUP_EVENT;
    default:
      return get_group_of_action (sl_kind_get_action (kind));
    }
}

/**
 * sl_page_group_of_ports:
 *
 * Returns: the #SlPageGroup of the kind; %SL_PAGE_NO_GROUP where its a is not a port
 */
guint8
sl_page_group_of_ports (guint16 kind)
{
  SlAction action = sl_kind_get_action (kind);

  return action == SL_ACTION_IO_READ    ? SL_PAGE_GROUP_READ
         : action == SL_ACTION_IO_WRITE ? SL_PAGE_GROUP_WRITE
                                        : SL_PAGE_NO_GROUP;
}

/**
 * sl_page_group_of_event:
 *
 * Returns: the #SlPageGroup of the event; %SL_PAGE_NO_GROUP where it is not in the map of @plane
 */
guint8
sl_page_group_of_event (SlPlane plane, const SlEvent *event)
{
  if ((event->flags & SL_EVENT_NO_A) != 0)
    return SL_PAGE_NO_GROUP;

  return plane == SL_PLANE_PORTS ? sl_page_group_of_ports (event->kind)
                                 : sl_page_group_of_memory (event->kind);
}

/**
 * sl_page_group_is_of_branches:
 *
 * Returns: whether packets of a branch trace have the group, not cycles of a bus
 */
gboolean
sl_page_group_is_of_branches (guint8 group)
{
  return group >= SL_PAGE_GROUP_TARGET && group < SL_N_PAGE_GROUPS;
}

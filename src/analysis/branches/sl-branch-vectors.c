/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The types of control flow events, by the manual's table of the CFE packet. */
#include "sl-branch-vectors.h"

enum
{
  TYPE_INTR = 1, /* interrupts, exceptions and faults, by vector */
  TYPE_IRET = 2,
  TYPE_SMI = 3,
  TYPE_RSM = 4,
  TYPE_SIPI = 5,
  TYPE_INIT = 6,
  TYPE_VM_ENTRY = 7,
  TYPE_VM_EXIT = 8,
  TYPE_VM_EXIT_INTR = 9,
  TYPE_SHUTDOWN = 10,
  TYPE_UINTR = 12,
  TYPE_UIRET = 13,
  TYPE_SWINT = 14,
  TYPE_SYSCALL = 15,
};

/* The processor's own exceptions, by vector. */
static const char *const exceptions[] = {
  "#DE", "#DB", "NMI", "#BP", "#OF", "#BR", "#UD", "#NM", "#DF", NULL,  "#TS",
  "#NP", "#SS", "#GP", "#PF", NULL,  "#MF", "#AC", "#MC", "#XM", "#VE", "#CP",
};

/* Ids of what has no line of its own: above all vectors, the type and what it says. */
#define OTHER_ID(type, vector) ((guint64) (type) << 8 | (vector))

/**
 * sl_branch_event_get_use:
 * @type: of a CFE packet
 *
 * Returns: whether something comes or ends with it
 */
SlBranchEventUse
sl_branch_event_get_use (guint type)
{
  switch (type)
    {
    case TYPE_INTR:
    case TYPE_SMI:
    case TYPE_VM_EXIT:
    case TYPE_VM_EXIT_INTR:
    case TYPE_UINTR:
    case TYPE_SWINT:
    case TYPE_SYSCALL:
      return SL_BRANCH_EVENT_COMES;
    case TYPE_IRET:
    case TYPE_RSM:
    case TYPE_VM_ENTRY:
    case TYPE_UIRET:
      return SL_BRANCH_EVENT_ENDS;
    case TYPE_SIPI:
    case TYPE_INIT:
    case TYPE_SHUTDOWN:
      return SL_BRANCH_EVENT_ENDS_ALL;
    default:
      return SL_BRANCH_EVENT_OTHER;
    }
}

static char *
make_name (guint type, guint vector)
{
  switch (type)
    {
    case TYPE_INTR:
      if (vector < G_N_ELEMENTS (exceptions) && exceptions[vector] != NULL)
        return g_strdup (exceptions[vector]);
      return g_strdup_printf ("vector 0x%02x", vector);
    case TYPE_SMI:
      return g_strdup ("SMI");
    case TYPE_UINTR:
      return g_strdup_printf ("user interrupt %u", vector);
    case TYPE_SWINT:
      return g_strdup_printf ("INT 0x%02x", vector);
    case TYPE_SYSCALL:
      return g_strdup ("SYSCALL");
    case TYPE_VM_EXIT_INTR:
      return g_strdup_printf ("VM exit by vector 0x%02x", vector);
    case TYPE_VM_EXIT:
    default:
      return g_strdup ("VM exit");
    }
}

/**
 * sl_branch_event_get_object:
 * @type: of a CFE packet with which something comes
 * @vector: of the packet
 *
 * Returns: the object's number: the interrupt line of the vector, or one beyond all vectors
 */
guint32
sl_branch_event_get_object (SlObjectTableBuilder *objects, guint type, guint vector, SlTime time)
{
  gboolean has_vector = type != TYPE_SMI && type != TYPE_SYSCALL && type != TYPE_VM_EXIT;
  guint64 id = type == TYPE_INTR ? vector : OTHER_ID (type, has_vector ? vector : 0);
  guint32 object = sl_object_table_builder_current (objects, SL_OBJECT_IRQ, id);
  g_autofree char *name = NULL;

  if (object == 0)
    {
      name = make_name (type, vector);
      object = sl_object_table_builder_begin_life (objects, SL_OBJECT_IRQ, id, time);
      sl_object_table_builder_name (objects, object, name);
    }
  sl_object_table_builder_touch (objects, object, time);
  return object;
}

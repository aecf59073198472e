/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-bus-fault.h"

#include <errno.h>
#include <signal.h>
#include <sys/mman.h>
#include <unistd.h>

/* The handler may run at any instruction of any thread, so it walks a list that only ever grows:
 * nodes are reused, never freed. A node's version is odd while it changes hands; a reader that saw
 * it odd or changed looks away, which is right, since a mapping that is being read is held and its
 * node at rest. */
struct _SlBusFaultRange
{
  _Atomic (guint) version;
  _Atomic (guintptr) begin; /* 0: the node is free */
  _Atomic (gsize) size;
  _Atomic (gsize) *_Atomic intact;
  SlBusFaultRange *next;
};

static _Atomic (SlBusFaultRange *) ranges;
static GMutex ranges_lock; /* of those who register, never of the handler */
static struct sigaction previous;
static gsize page_size;

static void
lower (_Atomic (gsize) *value, gsize bound)
{
  gsize old = atomic_load (value);

  while (bound < old && !atomic_compare_exchange_weak (value, &old, bound))
    ;
}

/* Backs the page at @address by zeros if it lies in @range. */
static gboolean
mend_in (SlBusFaultRange *range, guintptr address)
{
  guint version = atomic_load (&range->version);
  guintptr begin = atomic_load (&range->begin);
  gsize size = atomic_load (&range->size);
  _Atomic (gsize) *intact = atomic_load (&range->intact);
  guintptr page = address & ~(page_size - 1);

  if (begin == 0 || address < begin || address - begin >= size)
    return FALSE;
  if (version % 2 != 0 || version != atomic_load (&range->version))
    return FALSE;

  if (mmap ((void *) page, page_size, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0) ==
      MAP_FAILED)
    return FALSE;

  lower (intact, page - begin);
  return TRUE;
}

static void
pass_on (int signal_number, siginfo_t *info, void *context)
{
  if ((previous.sa_flags & SA_SIGINFO) != 0)
    previous.sa_sigaction (signal_number, info, context);
  else if (previous.sa_handler != SIG_DFL && previous.sa_handler != SIG_IGN)
    previous.sa_handler (signal_number);
  else
    /* On return the same instruction faults again, and then ends the process as it should. */
    signal (SIGBUS, SIG_DFL);
}

static void
handle_cb (int signal_number, siginfo_t *info, void *context)
{
  int saved = errno;
  gboolean mended = FALSE;

  /* Sent by kill() or for a broken memory cell it has no address of ours. */
  if (info->si_code == BUS_ADRERR)
    {
      for (SlBusFaultRange *range = atomic_load (&ranges); range != NULL && !mended;
           range = range->next)
        mended = mend_in (range, (guintptr) info->si_addr);
    }

  if (!mended)
    pass_on (signal_number, info, context);
  errno = saved;
}

static void
install_once (void)
{
  static gsize installed = 0;
  struct sigaction action = { .sa_sigaction = handle_cb, .sa_flags = SA_SIGINFO | SA_ONSTACK };

  if (!g_once_init_enter (&installed))
    return;

  page_size = sysconf (_SC_PAGESIZE);
  sigemptyset (&action.sa_mask);
  sigaction (SIGBUS, NULL, &previous);
  sigaction (SIGBUS, &action, NULL);
  g_once_init_leave (&installed, 1);
}

static SlBusFaultRange *
take_node (void)
{
  SlBusFaultRange *range = atomic_load (&ranges);

  while (range != NULL && atomic_load (&range->begin) != 0)
    range = range->next;
  if (range != NULL)
    return range;

  range = g_new0 (SlBusFaultRange, 1);
  range->next = atomic_load (&ranges);
  atomic_store (&ranges, range);
  return range;
}

/**
 * sl_bus_fault_register:
 * @begin: first byte of a private, read-only mapping of a file, at a page's border
 * @size: in bytes, above zero
 * @intact: lowered to the offset of the first page that could not be read; valid until
 *   sl_bus_fault_unregister()
 *
 * From here on a fault inside the mapping, because the file shrank or its device failed, reads as
 * a page of zeros and is marked in @intact. The first call installs the handler. Safe from any
 * thread.
 *
 * Returns: (transfer full): what to hand to sl_bus_fault_unregister() before unmapping
 */
SlBusFaultRange *
sl_bus_fault_register (gconstpointer begin, gsize size, _Atomic (gsize) *intact)
{
  SlBusFaultRange *range;

  install_once ();

  g_mutex_lock (&ranges_lock);
  range = take_node ();
  atomic_fetch_add (&range->version, 1);
  atomic_store (&range->size, size);
  atomic_store (&range->intact, intact);
  atomic_store (&range->begin, (guintptr) begin);
  atomic_fetch_add (&range->version, 1);
  g_mutex_unlock (&ranges_lock);

  return range;
}

/**
 * sl_bus_fault_unregister:
 * @range: (transfer full): from sl_bus_fault_register()
 *
 * Faults in this mapping are not ours any more. Call it before munmap().
 */
void
sl_bus_fault_unregister (SlBusFaultRange *range)
{
  g_mutex_lock (&ranges_lock);
  atomic_fetch_add (&range->version, 1);
  atomic_store (&range->begin, 0);
  atomic_fetch_add (&range->version, 1);
  g_mutex_unlock (&ranges_lock);
}

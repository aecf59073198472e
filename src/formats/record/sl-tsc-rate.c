/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-tsc-rate.h"

#include <linux/perf_event.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

/**
 * sl_tsc_rate_read:
 *
 * The kernel says it to who counts with perf, without anything being counted.
 *
 * Returns: whether the kernel says it
 */
gboolean
sl_tsc_rate_read (SlTscRate *rate)
{
  struct perf_event_attr attributes;
  gsize size = (gsize) sysconf (_SC_PAGESIZE);
  struct perf_event_mmap_page *page;
  gboolean is_known;
  int fd;

  memset (&attributes, 0, sizeof attributes);
  attributes.type = PERF_TYPE_SOFTWARE;
  attributes.config = PERF_COUNT_SW_DUMMY;
  attributes.size = sizeof attributes;
  attributes.exclude_kernel = 1;
  attributes.disabled = 1;
  fd = (int) syscall (SYS_perf_event_open, &attributes, 0, -1, -1, PERF_FLAG_FD_CLOEXEC);
  if (fd < 0)
    return FALSE;

  page = mmap (NULL, size, PROT_READ, MAP_SHARED, fd, 0);
  close (fd);
  if (page == MAP_FAILED)
    return FALSE;

  is_known = page->cap_user_time != 0 && page->time_mult != 0 && page->time_shift < 64;
  *rate = (SlTscRate) { page->time_mult, page->time_shift, page->time_zero };
  munmap (page, size);
  return is_known;
}

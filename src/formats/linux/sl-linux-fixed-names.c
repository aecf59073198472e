/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-linux-fixed-names.h"

#include <string.h>

/**
 * sl_linux_is_kernel_name:
 * @comm: of a task
 *
 * Returns: whether the kernel gives such names to its own threads; hardly any program has one
 */
gboolean
sl_linux_is_kernel_name (const char *comm)
{
  static const char *const prefixes[] = {
    "kworker/",      "ksoftirqd/",   "migration/", "irq/",     "rcu_",         "rcuc/",
    "rcuop/",        "rcuog/",       "rcuos/",     "rcub/",    "rcu-",         "cpuhp/",
    "watchdog/",     "idle_inject/", "napi/",      "ktimers/", "ktimersoftd/", "posixcputmr/",
    "backlog_napi/", "irq_work/",    "jbd2/",      "scsi_eh_", "sugov:",       "kcompactd",
    "kswapd",        "card0-crtc",   "pr/",
  };
  static const char *const names[] = {
    "kthreadd",    "khugepaged",
    "khungtaskd",  "kdevtmpfs",
    "kauditd",     "ksmd",
    "oom_reaper",  "writeback",
    "usb-storage", "hwrng",
    "kthrotld",    "kblockd",
    "watchdogd",   "pool_workqueue_release",
  };

  for (gsize i = 0; i < G_N_ELEMENTS (prefixes); i++)
    if (g_str_has_prefix (comm, prefixes[i]))
      return TRUE;
  for (gsize i = 0; i < G_N_ELEMENTS (names); i++)
    if (strcmp (comm, names[i]) == 0)
      return TRUE;

  return FALSE;
}

/**
 * sl_linux_get_fixed_name:
 * @id: of an object of @type
 *
 * Returns: (nullable): what an interrupt is whose number says it: softirqs everywhere, vectors on x86 since Linux 4.15
 */
const char *
sl_linux_get_fixed_name (SlObjectType type, guint64 id)
{
  static const char *const softirqs[] = { "HI",       "TIMER",   "NET_TX", "NET_RX",  "BLOCK",
                                          "IRQ_POLL", "TASKLET", "SCHED",  "HRTIMER", "RCU" };
  static const struct
  {
    guint64 vector;
    const char *name;
  } vectors[] = {
    { 2, "NMI" },          { 236, "local timer" },  { 244, "deferred error" },
    { 246, "irq work" },   { 247, "platform IPI" }, { 249, "threshold" },
    { 250, "thermal" },    { 251, "call single" },  { 252, "call function" },
    { 253, "reschedule" }, { 254, "APIC error" },   { 255, "spurious" },
  };

  if (type == SL_OBJECT_SOFTIRQ && id < G_N_ELEMENTS (softirqs))
    return softirqs[id];
  for (gsize i = 0; type == SL_OBJECT_VECTOR && i < G_N_ELEMENTS (vectors); i++)
    if (vectors[i].vector == id)
      return vectors[i].name;

  return NULL;
}

/**
 * sl_linux_dup_reason:
 * @text: such as "read/folio_wait_bit_common/io": the system call where one was recorded, where the task sleeps, and whether
 *   that is for I/O
 *
 * Returns: (transfer full): "read: folio_wait_bit_common (I/O)"
 */
char *
sl_linux_dup_reason (const char *text)
{
  gboolean is_io = g_str_has_suffix (text, "/io");
  gsize length = strlen (text) - (is_io ? strlen ("/io") : 0);
  const char *slash = memchr (text, '/', length);
  gsize before = slash != NULL ? (gsize) (slash - text) + 1 : 0;

  return g_strdup_printf ("%.*s%s%.*s%s", (int) MAX (before, 1) - 1, text,
                          slash != NULL ? ": " : "", (int) (length - before), text + before,
                          is_io ? " (I/O)" : "");
}

/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* Real recordings of Linux, and reports of the programs that recorded them. */

#include "sl-source.h"

G_BEGIN_DECLS

/**
 * SlLinuxReport:
 * @events: from name with underscores to count
 * @run: from "tid" or "idle/cpu" to ns
 * @switches: from the same to switches to it
 * @n_lost: places where records were lost
 * @n_counted: those with a number
 *
 * What a report says, or what was read.
 */
typedef struct
{
  GHashTable *events;
  GHashTable *run;
  GHashTable *switches;
  guint n_lost;
  guint n_counted;
} SlLinuxReport;

SlSource *sl_linux_report_open (const char *name, const char *format);
char *sl_linux_report_read_text (const char *name) G_GNUC_WARN_UNUSED_RESULT;

void sl_linux_report_clear (SlLinuxReport *self);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (SlLinuxReport, sl_linux_report_clear)

gboolean sl_linux_report_read (SlLinuxReport *self, const char *name);
void sl_linux_report_add_up (SlLinuxReport *self, SlSource *source);
void sl_linux_report_assert_same (const SlLinuxReport *self, const SlLinuxReport *other);

G_END_DECLS

/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* Helpers for tests of sources: a record format made for tests, files in memory, and the laws that
 * every source keeps. */

#include "sl-record-source.h"

G_BEGIN_DECLS

/* A record of 16 bytes: the time, a value, and 0 where the slot is empty. */
#define SL_TEST_RECORD_SIZE 16

void sl_test_put_record (GByteArray *file, SlTime time, guint32 value, gboolean used);
SlInput *sl_test_input (GByteArray *const *files, guint n_files) G_GNUC_WARN_UNUSED_RESULT;
SlClock *sl_test_clock (void) G_GNUC_WARN_UNUSED_RESULT;
guint sl_test_decode_records (gpointer user_data,
                              const SlRecordBlock *block,
                              gpointer state,
                              SlEvent *events);

GArray *sl_test_read_all (SlSource *source) G_GNUC_WARN_UNUSED_RESULT;
void sl_test_reread_at_random (SlSource *source, GArray *events);
void sl_test_assert_same_event (const SlEvent *one, const SlEvent *other);
gboolean sl_test_has_note (SlSource *source, const char *text);

G_END_DECLS

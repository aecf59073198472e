/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* Receives what a S.Ha.R.K. kernel sends by UDP (FTrace_OSD_init_udp, FTrace_send_chunk) and keeps it as a network
 * capture: each datagram of the tracer whole, in the order of arrival, with its time and sender. What is
 * lost, late, there twice or not the tracer's is counted. */

#include "sl-file-set.h"
#include "sl-receive-counts.h"

G_BEGIN_DECLS

/* What is recorded is read as this format. */
#define SL_RECEIVER_FORMAT "shark-ftrace"

/* Where the kernel sends to. */
#define SL_RECEIVE_ADDRESS "127.0.0.1"
#define SL_RECEIVE_PORT    20000

typedef struct _SlReceiver SlReceiver;

SlReceiver *sl_receiver_new (const char *address, guint port, GError **error);
void sl_receiver_free (SlReceiver *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (SlReceiver, sl_receiver_free)

gboolean
sl_receiver_set_output (SlReceiver *self, GFile *file, const SlFileSet *inputs, GError **error);
char *sl_receiver_dup_address (const SlReceiver *self);
char *sl_receiver_dup_path (const SlReceiver *self);
void sl_receiver_start (SlReceiver *self, gint64 duration_us);
void sl_receiver_stop (SlReceiver *self);
gboolean sl_receiver_wait (SlReceiver *self, gint64 timeout_us);
void sl_receiver_get_counts (SlReceiver *self, SlReceiveCounts *counts);
gboolean sl_receiver_finish (SlReceiver *self, gboolean *is_saved, GError **error);

G_END_DECLS

/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* A receiver with a folder of its own, what is sent to it, and what it wrote. */

#include "sl-net-address.h"
#include "sl-receiver.h"
#include "sl-source.h"

G_BEGIN_DECLS

typedef struct
{
  SlReceiver *receiver;
  char *folder;
  GFile *file;
  char *path;
  guint port;
} SlReceiveFixture;

void sl_receive_fixture_set_up (SlReceiveFixture *self);
void sl_receive_fixture_set_up_on (SlReceiveFixture *self, const char *bound);
void sl_receive_fixture_start (SlReceiveFixture *self);
void sl_receive_fixture_tear_down (SlReceiveFixture *self);
SlReceiveCounts sl_receive_fixture_finish (SlReceiveFixture *self);
guint64 sl_receive_fixture_count_note (SlSource *source, const char *part);
SlSource *sl_receive_fixture_open (const SlReceiveFixture *self);
void sl_receive_fixture_send_bytes (guint port, const char *from, gconstpointer bytes, gsize size);
void sl_receive_fixture_send (guint port, const char *from, guint32 number, guint32 value);

G_END_DECLS

/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* A host and a port, of IPv4 or of IPv6. */

#include <netinet/in.h>
#include <sys/socket.h>

#include <glib.h>

G_BEGIN_DECLS

/**
 * SlNetAddress:
 * @any: its family says which of the others holds
 *
 * A plain value, as the system's functions take it; of no family where it is all zeros.
 */
typedef union
{
  struct sockaddr any;
  struct sockaddr_in v4;
  struct sockaddr_in6 v6;
} SlNetAddress;

gboolean sl_net_address_parse (SlNetAddress *self, const char *text, guint port);
char *sl_net_address_dup_text (const SlNetAddress *self) G_GNUC_WARN_UNUSED_RESULT;
gboolean sl_net_address_is_v6 (const SlNetAddress *self);
socklen_t sl_net_address_get_size (const SlNetAddress *self);
guint sl_net_address_get_port (const SlNetAddress *self);
gboolean sl_net_address_has_host_of (const SlNetAddress *self, const SlNetAddress *other);

G_END_DECLS

/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-net-address.h"

#include <arpa/inet.h>
#include <netdb.h>
#include <string.h>

/**
 * sl_net_address_parse:
 * @text: digits, such as 127.0.0.1, ::1 or fe80::1%eth0; names are not looked up
 *
 * Returns: whether it is an address; @self is set only then
 */
gboolean
sl_net_address_parse (SlNetAddress *self, const char *text, guint port)
{
  const struct addrinfo hints = { .ai_family = AF_INET6,
                                  .ai_socktype = SOCK_DGRAM,
                                  .ai_flags = AI_NUMERICHOST };
  struct addrinfo *found = NULL;
  struct in_addr v4;

  if (inet_pton (AF_INET, text, &v4) == 1)
    {
      *self = (SlNetAddress) {
        .v4 = { .sin_family = AF_INET, .sin_port = htons ((guint16) port), .sin_addr = v4 }
      };
      return TRUE;
    }
  if (strchr (text, ':') == NULL || getaddrinfo (text, NULL, &hints, &found) != 0)
    return FALSE;

  memset (self, 0, sizeof *self);
  memcpy (&self->v6, found->ai_addr, sizeof self->v6);
  self->v6.sin6_port = htons ((guint16) port);
  freeaddrinfo (found);
  return TRUE;
}

/* Returns: (transfer full): such as 127.0.0.1:20000 or [::1]:20000 */
char *
sl_net_address_dup_text (const SlNetAddress *self)
{
  char host[NI_MAXHOST] = "";

  getnameinfo (&self->any, sl_net_address_get_size (self), host, sizeof host, NULL, 0,
               NI_NUMERICHOST);
  return g_strdup_printf (sl_net_address_is_v6 (self) ? "[%s]:%u" : "%s:%u", host,
                          sl_net_address_get_port (self));
}

gboolean
sl_net_address_is_v6 (const SlNetAddress *self)
{
  return self->any.sa_family == AF_INET6;
}

/* Returns: bytes of it that the system's functions take */
socklen_t
sl_net_address_get_size (const SlNetAddress *self)
{
  return sl_net_address_is_v6 (self) ? sizeof self->v6 : sizeof self->v4;
}

guint
sl_net_address_get_port (const SlNetAddress *self)
{
  return ntohs (sl_net_address_is_v6 (self) ? self->v6.sin6_port : self->v4.sin_port);
}

gboolean
sl_net_address_has_host_of (const SlNetAddress *self, const SlNetAddress *other)
{
  if (sl_net_address_is_v6 (self) != sl_net_address_is_v6 (other))
    return FALSE;
  if (!sl_net_address_is_v6 (self))
    return self->v4.sin_addr.s_addr == other->v4.sin_addr.s_addr;

  return memcmp (&self->v6.sin6_addr, &other->v6.sin6_addr, sizeof self->v6.sin6_addr) == 0 &&
         self->v6.sin6_scope_id == other->v6.sin6_scope_id;
}

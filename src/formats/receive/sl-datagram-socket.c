/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-datagram-socket.h"

#include <errno.h>
#include <linux/sock_diag.h>
#include <poll.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <unistd.h>

#include "sl-error.h"

/* What arrives while the program does not run. The system may give less. */
#define BUFFER_SIZE (64 * 1024 * 1024)

#define CONTROL_SIZE 128

struct _SlDatagramSocket
{
  int fd;
  int wake_fd;
  SlNetAddress address;
  guint32 dropped; /* of all, as the system counts them, as far as it was said */

  guint8 *data; /* SL_DATAGRAM_BATCH times SL_DATAGRAM_SIZE */
  struct mmsghdr messages[SL_DATAGRAM_BATCH];
  struct iovec vectors[SL_DATAGRAM_BATCH];
  SlNetAddress senders[SL_DATAGRAM_BATCH];
  union
  {
    struct cmsghdr header;
    guint8 bytes[CONTROL_SIZE];
  } controls[SL_DATAGRAM_BATCH];
};

static gboolean
fail (int number, const char *address, guint port, GError **error)
{
  g_set_error (error, G_IO_ERROR, (int) g_io_error_from_errno (number),
               strchr (address, ':') != NULL ? "[%s]:%u: %s" : "%s:%u: %s", address, port,
               g_strerror (number));
  return FALSE;
}

static gboolean
parse_address (SlDatagramSocket *self, const char *address, guint port, GError **error)
{
  if (sl_net_address_parse (&self->address, address, port))
    return TRUE;

  g_set_error (error, SL_ERROR, SL_ERROR_USAGE,
               "“%s” is not an IP address such as 127.0.0.1 or ::1, or 0.0.0.0 or :: for all "
               "addresses of this computer",
               address);
  return FALSE;
}

static void
set_options (int fd)
{
  const int size = BUFFER_SIZE;
  const int on = 1;

  /* An administrator's program gets it whole, others what the system allows. */
  if (setsockopt (fd, SOL_SOCKET, SO_RCVBUFFORCE, &size, sizeof size) != 0)
    setsockopt (fd, SOL_SOCKET, SO_RCVBUF, &size, sizeof size);
  setsockopt (fd, SOL_SOCKET, SO_TIMESTAMPNS, &on, sizeof on);
  setsockopt (fd, SOL_SOCKET, SO_RXQ_OVFL, &on, sizeof on);
}

static gboolean
open_socket (SlDatagramSocket *self, const char *address, guint port, GError **error)
{
  socklen_t length = sl_net_address_get_size (&self->address);

  self->fd = socket (self->address.any.sa_family, SOCK_DGRAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
  self->wake_fd = eventfd (0, EFD_CLOEXEC | EFD_NONBLOCK);
  if (self->fd < 0 || self->wake_fd < 0)
    return fail (errno, address, port, error);

  set_options (self->fd);
  if (bind (self->fd, &self->address.any, length) != 0 ||
      getsockname (self->fd, &self->address.any, &length) != 0)
    return fail (errno, address, port, error);

  return TRUE;
}

static void
prepare_messages (SlDatagramSocket *self)
{
  self->data = g_malloc ((gsize) SL_DATAGRAM_BATCH * SL_DATAGRAM_SIZE);
  for (guint i = 0; i < SL_DATAGRAM_BATCH; i++)
    {
      struct msghdr *message = &self->messages[i].msg_hdr;

      self->vectors[i] =
          (struct iovec) { self->data + (gsize) i * SL_DATAGRAM_SIZE, SL_DATAGRAM_SIZE };
      message->msg_iov = &self->vectors[i];
      message->msg_iovlen = 1;
      message->msg_name = &self->senders[i];
      message->msg_control = &self->controls[i];
    }
}

/**
 * sl_datagram_socket_new:
 * @address: IPv4 or IPv6, of this computer
 * @port: 0 for any that is free
 * @error: %SL_ERROR_USAGE for what is not an address, or of %G_IO_ERROR
 *
 * Returns: (transfer full) (nullable):
 */
SlDatagramSocket *
sl_datagram_socket_new (const char *address, guint port, GError **error)
{
  g_autoptr (SlDatagramSocket) self = g_new0 (SlDatagramSocket, 1);

  self->fd = -1;
  self->wake_fd = -1;
  if (!parse_address (self, address, port, error) || !open_socket (self, address, port, error))
    return NULL;

  prepare_messages (self);
  return g_steal_pointer (&self);
}

void
sl_datagram_socket_free (SlDatagramSocket *self)
{
  if (self->fd >= 0)
    close (self->fd);
  if (self->wake_fd >= 0)
    close (self->wake_fd);
  g_free (self->data);
  g_free (self);
}

/* Returns: (transfer none): where it receives, with the port that it got */
const SlNetAddress *
sl_datagram_socket_get_address (const SlDatagramSocket *self)
{
  return &self->address;
}

/**
 * sl_datagram_socket_wait:
 * @timeout_us: below 0 for no limit
 * @takes: whether datagrams end it, too
 *
 * Returns: %FALSE once sl_datagram_socket_wake() was called
 */
gboolean
sl_datagram_socket_wait (SlDatagramSocket *self, gint64 timeout_us, gboolean takes)
{
  struct pollfd fds[] = { { .fd = self->wake_fd, .events = POLLIN },
                          { .fd = takes ? self->fd : -1, .events = POLLIN } };
  int timeout = timeout_us < 0 ? -1 : (int) MIN ((timeout_us + 999) / 1000, G_MAXINT);

  poll (fds, G_N_ELEMENTS (fds), timeout);
  return (fds[0].revents & POLLIN) == 0;
}

static void
read_control (SlDatagramSocket *self, struct msghdr *message, SlDatagram *datagram)
{
  for (struct cmsghdr *one = CMSG_FIRSTHDR (message); one != NULL; one = CMSG_NXTHDR (message, one))
    {
      if (one->cmsg_level != SOL_SOCKET)
        continue;
      if (one->cmsg_type == SCM_TIMESTAMPNS)
        {
          struct timespec time;

          memcpy (&time, CMSG_DATA (one), sizeof time);
          datagram->arrival =
              (guint64) time.tv_sec * G_GUINT64_CONSTANT (1000000000) + (guint64) time.tv_nsec;
        }
      else if (one->cmsg_type == SO_RXQ_OVFL)
        {
          guint32 dropped;

          memcpy (&dropped, CMSG_DATA (one), sizeof dropped);
          datagram->dropped = dropped - self->dropped;
          self->dropped = dropped;
        }
    }
}

/**
 * sl_datagram_socket_take:
 * @datagrams: (out): room for %SL_DATAGRAM_BATCH
 *
 * Takes those that are there; does not wait.
 *
 * Returns: how many there were
 */
guint
sl_datagram_socket_take (SlDatagramSocket *self, SlDatagram *datagrams)
{
  int n_taken;

  for (guint i = 0; i < SL_DATAGRAM_BATCH; i++)
    {
      self->messages[i].msg_hdr.msg_namelen = sizeof self->senders[i];
      self->messages[i].msg_hdr.msg_controllen = CONTROL_SIZE;
    }
  /* Errors of a socket that never sends are those of single datagrams: the next ones come. */
  n_taken = recvmmsg (self->fd, self->messages, SL_DATAGRAM_BATCH, MSG_DONTWAIT, NULL);

  for (int i = 0; i < n_taken; i++)
    {
      datagrams[i] = (SlDatagram) {
        .from = self->senders[i],
        .data = self->data + (gsize) i * SL_DATAGRAM_SIZE,
        .size = self->messages[i].msg_len,
        .is_cut = (self->messages[i].msg_hdr.msg_flags & MSG_TRUNC) != 0,
        .arrival = (guint64) g_get_real_time () * 1000,
      };
      read_control (self, &self->messages[i].msg_hdr, &datagrams[i]);
    }

  return MAX (n_taken, 0);
}

/**
 * sl_datagram_socket_take_dropped:
 *
 * Returns: how many datagrams the system dropped after the last one that was taken
 */
guint32
sl_datagram_socket_take_dropped (SlDatagramSocket *self)
{
  guint32 memory[SK_MEMINFO_VARS] = { 0 };
  socklen_t length = sizeof memory;
  guint32 before = self->dropped;

  if (getsockopt (self->fd, SOL_SOCKET, SO_MEMINFO, memory, &length) != 0 ||
      length <= SK_MEMINFO_DROPS * sizeof *memory)
    return 0;

  self->dropped = memory[SK_MEMINFO_DROPS];
  return self->dropped - before;
}

/**
 * sl_datagram_socket_wake:
 *
 * Ends sl_datagram_socket_wait() for good. From any thread, and from a signal's handler.
 */
void
sl_datagram_socket_wake (SlDatagramSocket *self)
{
  const guint64 one = 1;
  int number = errno;

  if (write (self->wake_fd, &one, sizeof one) < 0)
    errno = number; /* it is woken already */
}

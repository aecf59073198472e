/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The program in the document of the 6-byte format, with nothing changed but what kept it to its
 * machine: its long has 32 bits, its addresses come in big-endian order, and main says its type. */
#include <arpa/inet.h>
#include <stdint.h>
#include <stdio.h>

static const char op[16][11] = {
  "INVALID", "INT_ACK",    "INVALID", "SPECIAL", "INVALID", "IO_READ",   "INVALID",    "IO_WRITE",
  "I_FETCH", "NC_I_FETCH", "INVALID", "INVALID", "D_READ",  "NC_D_READ", "WRITE_BACK", "D_WRITE",
};

static void
get (void *place, size_t size)
{
  size_t n = fread (place, size, 1, stdin);

  (void) n;
}

int
main (void)
{
  uint32_t addr = 0;
  unsigned char be = 0, control = 0;

  get (&addr, 4);
  get (&be, 1);
  get (&control, 1);
  while (!feof (stdin))
    {
      printf ("%08x %02x %s\n", ntohl (addr), be, op[control >> 4]);
      get (&addr, 4);
      get (&be, 1);
      get (&control, 1);
    }
  return 0;
}

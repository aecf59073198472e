/* SPDX-License-Identifier: GPL-3.0-or-later */

/* What b2a.c prints, which the document of the 12-byte format names: the address, the request by the
 * name in byutr.h and tabs up to the next column, size, attribute, processor and time. Its long has
 * 32 bits and a sign. */
#include <stdint.h>
#include <stdio.h>

typedef struct
{
  uint32_t addr;
  unsigned char reqtype;
  unsigned char size;
  unsigned char attr;
  unsigned char proc;
  int32_t time;
} p2AddrTr;

static const char *
get_request (unsigned char type)
{
  switch (type)
    {
    case 0x00:
      return "FETCH\t\t";
    case 0x01:
      return "MEMREAD\t";
    case 0x02:
      return "MEMREADINV\t";
    case 0x03:
      return "MEMWRITE\t";
    case 0x10:
      return "IOREAD\t\t";
    case 0x11:
      return "IOWRITE\t";
    case 0x20:
      return "DEFERREPLY\t";
    case 0x21:
      return "INTA\t\t";
    case 0x22:
      return "CNTRLAGNTRES\t";
    case 0x23:
      return "BRTRACEREC\t";
    case 0x31:
      return "SHUTDOWN\t";
    case 0x32:
      return "FLUSH\t\t";
    case 0x33:
      return "HALT\t\t";
    case 0x34:
      return "SYNC\t\t";
    case 0x35:
      return "FLUSHACK\t";
    case 0x36:
      return "STOPCLKAK\t";
    case 0x37:
      return "SMIACK\t\t";
    default:
      return "";
    }
}

int
main (void)
{
  p2AddrTr tr;

  while (fread (&tr, 12, 1, stdin) == 1)
    {
      printf ("%08x ", tr.addr);
      printf ("%s", get_request (tr.reqtype));
      printf ("%2d\t%02x\t%1d\t%d\n", tr.size, tr.attr, tr.proc, tr.time);
    }
  return 0;
}

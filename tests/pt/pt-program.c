/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Writes a program of many functions and the packets of running it:
 *   pt-program SEED BYTES STREAM.pt PROGRAM
 * Then: slackline STREAM.pt, and PROGRAM by the menu's Symbols…; or
 *   slackline-cli render --calls --symbols PROGRAM -o OUT.svg STREAM.pt */
#include <stdio.h>
#include <stdlib.h>

#include "sl-pt-program.h"

static gboolean
write_file (const char *path, GBytes *bytes)
{
  g_autoptr (GError) error = NULL;

  if (g_file_set_contents (path, g_bytes_get_data (bytes, NULL), (gssize) g_bytes_get_size (bytes),
                           &error))
    return TRUE;

  fprintf (stderr, "%s\n", error->message);
  return FALSE;
}

int
main (int argc, char *argv[])
{
  g_autoptr (SlPtProgram) program = NULL;

  if (argc != 5)
    {
      fprintf (stderr, "Usage: pt-program SEED BYTES STREAM.pt PROGRAM\n");
      return 2;
    }

  program = sl_pt_program_new ((guint) atoi (argv[1]), (gsize) atol (argv[2]));
  if (!write_file (argv[3], program->stream) || !write_file (argv[4], program->elf))
    return 1;

  printf ("%" G_GUINT64_FORMAT " instructions, %" G_GUINT64_FORMAT " calls, %u deep\n",
          program->n_instructions, program->n_calls, program->deepest);
  return 0;
}

/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Loads a trace.dat as KernelShark does, and prints what it took: "key value" lines that bench.py reads. Built only where
 * libkshark is installed. */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <libkshark.h>

static double
get_seconds (clockid_t clock)
{
  struct timespec time;

  clock_gettime (clock, &time);
  return (double) time.tv_sec + 1e-9 * (double) time.tv_nsec;
}

/* What the process holds in memory beside the files that it has mapped. */
static unsigned long
get_anonymous (void)
{
  unsigned long kilobytes = 0;
  FILE *file = fopen ("/proc/self/status", "r");
  char line[256];

  while (file != NULL && fgets (line, sizeof line, file) != NULL)
    if (strncmp (line, "RssAnon:", 8) == 0)
      kilobytes = strtoul (line + 8, NULL, 10);
  if (file != NULL)
    fclose (file);
  return 1024 * kilobytes;
}

int
main (int argc, char **argv)
{
  struct kshark_context *context = NULL;
  struct kshark_entry **rows = NULL;
  unsigned long before = get_anonymous ();
  double begin = get_seconds (CLOCK_MONOTONIC);
  int stream;
  ssize_t n_rows;

  if (argc != 2 || !kshark_instance (&context))
    {
      fputs ("usage: bench-kshark FILE\n", stderr);
      return 2;
    }

  stream = kshark_open (context, argv[1]);
  n_rows = stream < 0 ? -1 : kshark_load_entries (context, stream, &rows);
  if (n_rows < 0)
    {
      fputs ("bench-kshark: libkshark does not open the file\n", stderr);
      return 1;
    }

  printf ("events %zd\nseconds %.6f\ncpu %.6f\nmemory %lu\n", n_rows,
          get_seconds (CLOCK_MONOTONIC) - begin, get_seconds (CLOCK_PROCESS_CPUTIME_ID),
          get_anonymous () - before);
  for (ssize_t i = 0; i < n_rows; i++)
    free (rows[i]);
  free (rows);
  kshark_close (context, stream);
  kshark_free (context);
  return 0;
}

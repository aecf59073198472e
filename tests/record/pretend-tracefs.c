/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Preloaded into a recorder: a folder that looks like a tracefs, in which a new instance has files at once, as in the kernel's, and
 * an instance can be removed with all that is in it. What a new one has is copied from a folder “template” beside “instances”. */

#include <dlfcn.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

/* Whether @path is that of an instance, and not of something in it. */
static int
is_instance (const char *path)
{
  const char *root = getenv ("SLACKLINE_TRACEFS");
  size_t length = root != NULL ? strlen (root) : 0;
  static const char folder[] = "/instances/";

  return length > 0 && strncmp (path, root, length) == 0 &&
         strncmp (path + length, folder, sizeof folder - 1) == 0 &&
         strchr (path + length + sizeof folder - 1, '/') == NULL;
}

static int
run (const char *program, const char *option, const char *first, const char *second)
{
  const char *words[] = { program, option, first, second, NULL };
  pid_t child;
  int status;

  if (posix_spawnp (&child, program, NULL, NULL, (char *const *) words, environ) != 0 ||
      waitpid (child, &status, 0) != child)
    return -1;
  return status == 0 ? 0 : -1;
}

int
mkdir (const char *path, mode_t mode)
{
  int (*next) (const char *, mode_t) = (int (*) (const char *, mode_t)) dlsym (RTLD_NEXT, "mkdir");
  char template[4096];

  if (next (path, mode) != 0)
    return -1;
  if (!is_instance (path))
    return 0;
  snprintf (template, sizeof template, "%s/template/.", getenv ("SLACKLINE_TRACEFS"));
  return run ("cp", "-a", template, path);
}

int
rmdir (const char *path)
{
  int (*next) (const char *) = (int (*) (const char *)) dlsym (RTLD_NEXT, "rmdir");
  struct stat status;

  if (!is_instance (path) || stat (path, &status) != 0)
    return next (path);
  return run ("rm", "-r", path, NULL);
}

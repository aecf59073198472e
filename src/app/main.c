/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <signal.h>

#include <glib/gi18n.h>

#include "sl-application.h"

int
main (int argc, char *argv[])
{
  g_autoptr (GApplication) application = NULL;

  bindtextdomain (GETTEXT_PACKAGE, SL_LOCALEDIR);
  bind_textdomain_codeset (GETTEXT_PACKAGE, "UTF-8");
  textdomain (GETTEXT_PACKAGE);

  /* A limit on the size of files is an error like a full disk. */
  signal (SIGXFSZ, SIG_IGN);
  application = G_APPLICATION (sl_application_new ());
  return g_application_run (application, argc, argv);
}

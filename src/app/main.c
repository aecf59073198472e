/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <glib/gi18n.h>
#include <locale.h>
#include <signal.h>

#include "sl-application.h"
#include "sl-install.h"
#include "sl-settings.h"

int
main (int argc, char *argv[])
{
  g_autofree char *translations = sl_install_dup_folder (SL_INSTALL_LOCALE);
  g_autoptr (GApplication) application = NULL;
  g_autoptr (GError) error = NULL;

  setlocale (LC_ALL, ""); /* GTK does so too, but what comes before it speaks as well */
  bindtextdomain (GETTEXT_PACKAGE, translations);
  bind_textdomain_codeset (GETTEXT_PACKAGE, "UTF-8");
  textdomain (GETTEXT_PACKAGE);

  /* A limit on the size of files is an error like a full disk. */
  signal (SIGXFSZ, SIG_IGN);

  if (!sl_settings_check (&error))
    {
      g_printerr ("slackline: %s\n", error->message);
      return 1;
    }

  application = G_APPLICATION (sl_application_new ());
  return g_application_run (application, argc, argv);
}

/* SPDX-License-Identifier: GPL-3.0-or-later */

/* slackline-cli: picks the subcommand, parses its options, says how it ended. */

#include <libintl.h>
#include <locale.h>
#include <signal.h>
#include <string.h>
#include <unistd.h>

#include "sl-cli-command.h"
#include "sl-cli-error.h"
#include "sl-cli-writer.h"
#include "sl-install.h"

static const SlCliCommand *const commands[] = {
  &sl_cmd_check,    &sl_cmd_compare, &sl_cmd_cut,    &sl_cmd_demand,       &sl_cmd_events,
  &sl_cmd_exercise, &sl_cmd_formats, &sl_cmd_info,   &sl_cmd_instructions, &sl_cmd_intervals,
  &sl_cmd_jobs,     &sl_cmd_receive, &sl_cmd_record, &sl_cmd_render,       &sl_cmd_simulate,
  &sl_cmd_slices,   &sl_cmd_stats,   &sl_cmd_steps,  &sl_cmd_theory,       &sl_cmd_topa,
};

static const SlCliCommand *
find_command (const char *id)
{
  for (guint i = 0; i < G_N_ELEMENTS (commands); i++)
    {
      if (strcmp (commands[i]->id, id) == 0)
        return commands[i];
    }

  return NULL;
}

/* What a command that does not exist may have been meant for: what others call it, or one that begins alike. */
static const char *
guess_command (const char *word)
{
  static const struct
  {
    const char *word;
    const char *id;
  } others[] = {
    { "misses", "check" },       { "deadlines", "check" },  { "diff", "compare" },
    { "draw", "render" },        { "export", "render" },    { "follow", "receive" },
    { "list", "events" },        { "plot", "render" },      { "report", "events" },
    { "show", "info" },          { "statistics", "stats" }, { "summary", "stats" },
    { "tasks", "stats" },        { "timehist", "slices" },  { "trim", "cut" },
    { "utilisation", "theory" },
  };
  const char *best = NULL;
  gsize most = 1;

  for (guint i = 0; i < G_N_ELEMENTS (others); i++)
    if (strcmp (others[i].word, word) == 0)
      return others[i].id;
  for (guint i = 0; i < G_N_ELEMENTS (commands); i++)
    {
      gsize length = 0;

      while (word[length] != '\0' && word[length] == commands[i]->id[length])
        length++;
      if (length <= most)
        continue;
      most = length;
      best = commands[i]->id;
    }

  return best;
}

static gboolean
print_overview (GError **error)
{
  g_autoptr (SlCliWriter) writer = sl_cli_writer_new (STDOUT_FILENO, "standard output");

  sl_cli_writer_text (writer, "Usage: slackline-cli COMMAND [OPTION…] FILE…\n\n"
                              "Shows what a real-time system did and when, without a display.\n\n"
                              "Commands:\n");
  for (guint i = 0; i < G_N_ELEMENTS (commands); i++)
    sl_cli_writer_format (writer, "  %-12s %s\n", commands[i]->id, commands[i]->summary);
  sl_cli_writer_text (writer, "\nRun “slackline-cli COMMAND --help” for the options of a command.\n"
                              "Exit status: 0 success, 1 check failed, 2 usage error, "
                              "3 the input cannot be read, 4 the output cannot be written.\n");

  return sl_cli_writer_finish (writer, error);
}

static gboolean
print_version (GError **error)
{
  g_autoptr (SlCliWriter) writer = sl_cli_writer_new (STDOUT_FILENO, "standard output");

  sl_cli_writer_text (writer, "slackline-cli " SL_VERSION "\n");
  return sl_cli_writer_finish (writer, error);
}

static gboolean
print_help (GOptionContext *context, GError **error)
{
  g_autoptr (SlCliWriter) writer = sl_cli_writer_new (STDOUT_FILENO, "standard output");
  g_autofree char *help = g_option_context_get_help (context, TRUE, NULL);

  sl_cli_writer_text (writer, help);
  return sl_cli_writer_finish (writer, error);
}

/* Commands that read no files must not swallow one either. */
static gboolean
check_rest (const SlCliCommand *command, int argc, char **argv, GError **error)
{
  if (argc <= 1)
    return TRUE;

  g_set_error (error, SL_CLI_ERROR, SL_CLI_STATUS_USAGE,
               "%s: Unexpected file “%s”; the command takes none", command->id, argv[1]);
  return FALSE;
}

static gboolean
has_option (const SlCliCommand *command, const char *name)
{
  for (const GOptionEntry *entry = command->entries; entry->long_name != NULL; entry++)
    if (strcmp (entry->long_name, name) == 0)
      return TRUE;

  return FALSE;
}

/* An option that other commands have may have been meant for one of these. */
static void
add_owners (GError *error, char **argv)
{
  for (guint i = 1; argv[i] != NULL; i++)
    {
      g_autofree char *word = g_strndup (argv[i], strcspn (argv[i], "="));
      g_autofree char *wrong = g_strconcat ("Unknown option ", word, NULL);
      g_autoptr (GString) owners = g_string_new (NULL);

      if (!g_str_has_prefix (word, "--") || strcmp (error->message, wrong) != 0)
        continue;
      for (guint j = 0; j < G_N_ELEMENTS (commands); j++)
        if (has_option (commands[j], word + 2))
          g_string_append_printf (owners, "%s%s", owners->len > 0 ? ", " : "", commands[j]->id);
      if (owners->len == 0)
        return;

      g_free (error->message);
      error->message = g_strdup_printf ("%s; commands that have it: %s", wrong, owners->str);
      return;
    }
}

/* Cuts the program behind “--” off: its options are its own.
 *
 * Returns: (transfer none) (nullable): it and its arguments */
static char **
take_program (int *argc, char **argv)
{
  for (int i = 1; i < *argc; i++)
    if (strcmp (argv[i], "--") == 0)
      {
        *argc = i;
        argv[i] = NULL;
        return argv + i + 1;
      }

  return NULL;
}

static gboolean
run_command (const SlCliCommand *command, int argc, char **argv, GError **error)
{
  g_auto (SlCliRequest) request = { 0 };
  g_autoptr (GOptionContext) context =
      g_option_context_new (command->takes_command ? "[-- COMMAND [ARGUMENT…]]" : NULL);
  g_autofree char *name = g_strdup_printf ("slackline-cli %s", command->id);
  g_auto (GStrv) words = NULL;
  gboolean help = FALSE;
  const GOptionEntry help_entries[] = {
    { "help", 'h', 0, G_OPTION_ARG_NONE, &help, "Show this help and exit", NULL },
    G_OPTION_ENTRY_NULL,
  };

  /* GLib's own --help would end the program from within, unwritable output unnoticed. */
  g_option_context_set_help_enabled (context, FALSE);
  g_set_prgname (name);
  g_option_context_set_summary (context, command->summary);
  g_option_context_set_description (context, command->description);
  g_option_context_add_main_entries (context, command->entries, NULL);
  if (command->reads_files)
    sl_cli_request_add_options (&request, context);
  g_option_context_add_main_entries (context, help_entries, NULL);

  if (command->takes_command)
    request.program = take_program (&argc, argv);
  words = g_strdupv (argv);
  if (!g_option_context_parse (context, &argc, &argv, error))
    {
      if (error != NULL && g_error_matches (*error, G_OPTION_ERROR, G_OPTION_ERROR_UNKNOWN_OPTION))
        add_owners (*error, words);
      g_prefix_error (error, "%s: ", command->id);
      return FALSE;
    }
  if (help)
    return print_help (context, error);
  if (!command->reads_files && !check_rest (command, argc, argv, error))
    return FALSE;

  if (command->deadlines != NULL && command->deadlines->model != NULL &&
      command->deadlines->no_model)
    {
      g_set_error (error, SL_CLI_ERROR, SL_CLI_STATUS_USAGE,
                   "%s: Give --model or --no-model, not both", command->id);
      return FALSE;
    }
  if (command->deadlines != NULL)
    {
      request.model = command->deadlines->model;
      request.no_model = command->deadlines->no_model;
    }
  return command->run (&request, error);
}

static gboolean
run (int argc, char **argv, GError **error)
{
  const char *word = argc > 1 ? argv[1] : NULL;
  const SlCliCommand *command;
  const char *guess;

  if (word == NULL)
    {
      g_set_error_literal (error, SL_CLI_ERROR, SL_CLI_STATUS_USAGE,
                           "No command given; “slackline-cli --help” lists them");
      return FALSE;
    }
  if (strcmp (word, "--help") == 0 || strcmp (word, "-h") == 0 || strcmp (word, "help") == 0)
    return print_overview (error);
  if (strcmp (word, "--version") == 0)
    return print_version (error);

  command = find_command (word);
  if (command == NULL)
    {
      guess = guess_command (word);
      g_set_error (error, SL_CLI_ERROR, SL_CLI_STATUS_USAGE,
                   "Unknown command “%s”; %s%s%s“slackline-cli --help” lists the commands", word,
                   guess != NULL ? "did you mean “" : "", guess != NULL ? guess : "",
                   guess != NULL ? "”? " : "");
      return FALSE;
    }

  return run_command (command, argc - 1, argv + 1, error);
}

int
main (int argc, char *argv[])
{
  g_autofree char *locale = sl_install_dup_folder (SL_INSTALL_LOCALE);
  g_autoptr (GError) error = NULL;

  /* Without a set of characters, quotes in messages are printed as question marks. What is printed
   * is for scripts, and the same in every language; only pictures speak the user's. */
  setlocale (LC_CTYPE, "");
  bindtextdomain (GETTEXT_PACKAGE, locale);
  bind_textdomain_codeset (GETTEXT_PACKAGE, "UTF-8");
  signal (SIGPIPE, SIG_IGN); /* a reader that went away ends us quietly, with status 0 */
  signal (SIGXFSZ, SIG_IGN); /* a limit on the size of files is an error like a full disk */

  if (run (argc, argv, &error))
    return SL_CLI_STATUS_FINE;

  sl_cli_error_print (error);
  return sl_cli_error_get_status (error);
}

/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-cli-run.h"
#include "sl-test.h"

#include <string.h>

#include <gio/gio.h>

void
sl_cli_result_clear (SlCliResult *self)
{
  g_free (self->output);
  g_free (self->errors);
  *self = (SlCliResult) { 0 };
}

/* As text, ended by NUL; GLib has no data where there are no bytes. */
static char *
dup_text (GBytes *bytes)
{
  gsize length = g_bytes_get_size (bytes);

  return length > 0 ? g_strndup (g_bytes_get_data (bytes, NULL), length) : g_strdup ("");
}

/**
 * sl_cli_run_argv:
 * @arguments: after the program's name, ended by %NULL
 * @folder: (nullable): to run in
 */
SlCliResult
sl_cli_run_argv (const char *const *arguments, const char *folder)
{
  g_autoptr (GSubprocessLauncher) launcher =
      g_subprocess_launcher_new (G_SUBPROCESS_FLAGS_STDOUT_PIPE | G_SUBPROCESS_FLAGS_STDERR_PIPE);
  g_autoptr (GStrvBuilder) argv = g_strv_builder_new ();
  g_auto (GStrv) strings = NULL;
  g_autoptr (GSubprocess) process = NULL;
  g_autoptr (GBytes) output = NULL;
  g_autoptr (GBytes) errors = NULL;
  g_autoptr (GError) error = NULL;
  const char *program = g_getenv ("SLACKLINE_CLI");
  SlCliResult result = { -1, NULL, 0, NULL };

  g_assert_nonnull (program);
  g_strv_builder_add (argv, program);
  g_strv_builder_addv (argv, (const char **) arguments);
  strings = g_strv_builder_end (argv);
  if (folder != NULL)
    g_subprocess_launcher_set_cwd (launcher, folder);

  process = g_subprocess_launcher_spawnv (launcher, (const char *const *) strings, &error);
  g_assert_no_error (error);
  g_subprocess_communicate (process, NULL, NULL, &output, &errors, &error);
  g_assert_no_error (error);

  if (g_subprocess_get_if_exited (process))
    result.status = g_subprocess_get_exit_status (process);
  result.length = g_bytes_get_size (output);
  result.output = dup_text (output);
  result.errors = dup_text (errors);
  return result;
}

SlCliResult
sl_cli_run (const char *first, ...)
{
  g_autoptr (GPtrArray) arguments = g_ptr_array_new ();
  va_list list;

  va_start (list, first);
  for (const char *argument = first; argument != NULL; argument = va_arg (list, const char *))
    g_ptr_array_add (arguments, (gpointer) argument);
  va_end (list);
  g_ptr_array_add (arguments, NULL);

  return sl_cli_run_argv ((const char *const *) arguments->pdata, NULL);
}

/**
 * sl_cli_assert_fails:
 * @status: exit status that must come
 * @part: (nullable): must stand in the message
 *
 * Every failure says what it is about in exactly one line.
 */
void
sl_cli_assert_fails (const SlCliResult *result, int status, const char *part)
{
  g_test_message ("%s", result->errors);
  g_assert_cmpint (result->status, ==, status);
  g_assert_true (g_str_has_prefix (result->errors, "slackline-cli: "));
  g_assert_true (strchr (result->errors, '\n') == result->errors + strlen (result->errors) - 1);
  g_assert_true (g_utf8_validate (result->errors, -1, NULL));
  if (part != NULL)
    g_assert_nonnull (strstr (result->errors, part));
}

void
sl_cli_assert_fine (const SlCliResult *result)
{
  g_assert_cmpstr (result->errors, ==, "");
  g_assert_cmpint (result->status, ==, 0);
}

/**
 * sl_cli_parse_json:
 *
 * Returns: (transfer full): what a run that was fine printed
 */
JsonNode *
sl_cli_parse_json (const SlCliResult *result)
{
  g_autoptr (GError) error = NULL;
  JsonNode *root;

  sl_cli_assert_fine (result);
  root = json_from_string (result->output, &error);
  g_assert_no_error (error);
  return root;
}

/**
 * sl_cli_parse_csv:
 * @text: after RFC 4180, with LF line ends
 *
 * Returns: (transfer full) (element-type GStrv): the rows, the header first; all have as many
 *   fields
 */
GPtrArray *
sl_cli_parse_csv (const char *text)
{
  GPtrArray *rows = g_ptr_array_new_with_free_func ((GDestroyNotify) g_strfreev);
  g_autoptr (GString) field = g_string_new (NULL);

  while (*text != '\0')
    {
      g_autoptr (GStrvBuilder) row = g_strv_builder_new ();
      gboolean more = TRUE;

      while (more)
        {
          gboolean quoted = *text == '"';

          g_string_truncate (field, 0);
          for (text += quoted; quoted || (*text != ',' && *text != '\n'); text++)
            {
              g_assert_cmpint (*text, !=, '\0');
              if (quoted && *text == '"' && *++text != '"')
                break;
              g_string_append_c (field, *text);
            }
          g_strv_builder_add (row, field->str);
          g_assert_true (*text == ',' || *text == '\n');
          more = *text++ == ',';
        }

      g_ptr_array_add (rows, g_strv_builder_end (row));
      g_assert_cmpuint (g_strv_length (g_ptr_array_index (rows, rows->len - 1)), ==,
                        g_strv_length (g_ptr_array_index (rows, 0)));
    }

  return rows;
}

const char *
sl_cli_cell (GPtrArray *rows, guint row, const char *column)
{
  char **header = g_ptr_array_index (rows, 0);

  g_assert_cmpuint (row, <, rows->len);
  for (guint i = 0; header[i] != NULL; i++)
    {
      if (strcmp (header[i], column) == 0)
        return ((char **) g_ptr_array_index (rows, row))[i];
    }

  g_assert_not_reached ();
}

char *
sl_cli_make_folder (void)
{
  g_autoptr (GError) error = NULL;
  char *path = g_dir_make_tmp ("slackline-XXXXXX", &error);

  g_assert_no_error (error);
  return path;
}

/* Returns the path. */
char *
sl_cli_write_file (const char *folder, const char *name, GBytes *bytes)
{
  char *path = g_build_filename (folder, name, NULL);
  g_autoptr (GError) error = NULL;

  g_file_set_contents (path, g_bytes_get_data (bytes, NULL), (gssize) g_bytes_get_size (bytes),
                       &error);
  g_assert_no_error (error);
  return path;
}

/* Returns the path. */
char *
sl_cli_write_text (const char *folder, const char *name, const char *text)
{
  g_autoptr (GBytes) bytes = g_bytes_new_static (text, strlen (text));

  return sl_cli_write_file (folder, name, bytes);
}

/* Writes lines of tracefs, and returns the path of that. */
char *
sl_cli_write_ftrace (const char *folder, const char *text)
{
  g_autofree char *whole = g_strconcat ("# tracer: nop\n#\n", text, NULL);

  return sl_cli_write_text (folder, "trace.txt", whole);
}

/* The trace at @path has a slice in @lane whose begin, end and detail are @cells. */
void
sl_cli_assert_slice (const char *path, const char *lane, const char *const *cells)
{
  g_auto (SlCliResult) result = sl_cli_run ("slices", "--csv", "--lane", lane, path, NULL);
  g_autoptr (GPtrArray) rows = NULL;
  gboolean found = FALSE;

  sl_cli_assert_fine (&result);
  rows = sl_cli_parse_csv (result.output);
  for (guint i = 1; i < rows->len; i++)
    found |= g_str_equal (sl_cli_cell (rows, i, "begin"), cells[0]) &&
             g_str_equal (sl_cli_cell (rows, i, "end"), cells[1]) &&
             g_str_equal (sl_cli_cell (rows, i, "detail"), cells[2]);
  if (!found)
    g_error ("no slice from %s to %s with %s in:\n%s", cells[0], cells[1], cells[2], result.output);
}

/* Returns the path of the real S.Ha.R.K. trace; skips the test and returns NULL without it. */
char *
sl_cli_real_trace (void)
{
  g_autofree char *path = sl_test_make_real_path ("shark/test");

  if (g_file_test (path, G_FILE_TEST_EXISTS))
    return g_steal_pointer (&path);

  g_test_skip ("The real traces are not here (SLACKLINE_TRACES)");
  return NULL;
}

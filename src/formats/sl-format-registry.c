/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-format-registry.h"

#include <string.h>

#include "sl-error.h"
#include "sl-format-module.h"
#include "sl-formats.h"

/* By the alphabet; the order decides nothing. */
static const SlFormat *const builtin[] = {
  &sl_format_byu12,
  &sl_format_byu16,
  &sl_format_byu6,
  &sl_format_chrome_json,
  &sl_format_intel_pt,
  &sl_format_litmus,
  &sl_format_lldb_pt,
  &sl_format_pentium_csv,
  &sl_format_pentium_vcd,
  &sl_format_perf_data,
  &sl_format_shark_ftrace,
  &sl_format_sigrok,
  &sl_format_simple_pt,
  &sl_format_events,
  &sl_format_ftrace_text,
  &sl_format_text_log,
  &sl_format_topa,
  &sl_format_trace_dat,
  NULL,
};

static GRecMutex lock;
static GPtrArray *infos; /* of SlFormatInfo, which stay where they are */

static gboolean
is_id (const char *id)
{
  return id != NULL && id[0] != '\0' &&
         strspn (id, "abcdefghijklmnopqrstuvwxyz0123456789-") == strlen (id);
}

static const SlFormat *
find_locked (const char *id)
{
  for (guint i = 0; i < infos->len; i++)
    {
      const SlFormatInfo *info = g_ptr_array_index (infos, i);

      if (info->format != NULL && g_str_equal (info->format->id, id))
        return info->format;
    }

  return NULL;
}

static gboolean
check_kinds (const SlFormat *format, GError **error)
{
  if (format->n_kinds == 0)
    return TRUE;

  if (format->kinds == NULL || format->kind_base == NULL ||
      format->n_kinds > (guint) SL_KIND_UNKNOWN_BUS - sl_kind_get_count ())
    {
      g_set_error (error, SL_ERROR, SL_ERROR_MALFORMED,
                   "Its table of %u kinds is missing or too large", format->n_kinds);
      return FALSE;
    }

  for (guint i = 0; i < format->n_kinds; i++)
    {
      const SlKind *kind = &format->kinds[i];
      guint16 number;

      if (!is_id (kind->id) || kind->title == NULL || !is_id (kind->family))
        {
          g_set_error (error, SL_ERROR, SL_ERROR_MALFORMED,
                       "Its kind %u lacks an id, a title or a family", i);
          return FALSE;
        }
      if (sl_kind_find (kind->id, &number))
        {
          g_set_error (error, SL_ERROR, SL_ERROR_MALFORMED, "A kind “%s” is already known",
                       kind->id);
          return FALSE;
        }
    }

  return TRUE;
}

static gboolean
check_options (const SlFormat *format, GError **error)
{
  for (guint i = 0; format->options != NULL && format->options[i].key != NULL; i++)
    {
      if (is_id (format->options[i].key) && format->options[i].title != NULL)
        continue;

      g_set_error (error, SL_ERROR, SL_ERROR_MALFORMED,
                   "Its option %u lacks a proper key or a title", i);
      return FALSE;
    }

  return TRUE;
}

/* Before anything else of it is looked at. */
static gboolean
check_version (const SlFormat *format, gboolean is_module, GError **error)
{
  /* What stands before the padding has been there from the first version. */
  gsize least = G_STRUCT_OFFSET (SlFormat, padding);

  if (format->struct_size < least || format->struct_size > sizeof (SlFormat))
    {
      g_set_error (error, SL_ERROR, SL_ERROR_UNSUPPORTED,
                   "Its SlFormat has %" G_GSIZE_FORMAT " bytes; %" G_GSIZE_FORMAT
                   " to %" G_GSIZE_FORMAT " are understood",
                   format->struct_size, least, sizeof (SlFormat));
      return FALSE;
    }
  if (!is_module || format->abi == SL_FORMAT_ABI)
    return TRUE;

  g_set_error (error, SL_ERROR, SL_ERROR_UNSUPPORTED,
               "It was built for another version of Slackline (%#" G_GINT64_MODIFIER
               "x; this one is %#" G_GINT64_MODIFIER "x): build it again",
               format->abi, SL_FORMAT_ABI);
  return FALSE;
}

static gboolean
check_format (const SlFormat *format, gboolean is_module, GError **error)
{
  if (!check_version (format, is_module, error))
    return FALSE;

  if (!is_id (format->id) || format->title == NULL || format->probe == NULL || format->open == NULL)
    {
      g_set_error_literal (error, SL_ERROR, SL_ERROR_MALFORMED,
                           "Its SlFormat lacks a proper id, a title, probe or open");
      return FALSE;
    }

  if (find_locked (format->id) != NULL)
    {
      g_set_error (error, SL_ERROR, SL_ERROR_MALFORMED, "A format “%s” is already known",
                   format->id);
      return FALSE;
    }

  return check_options (format, error) && check_kinds (format, error);
}

static void
add_info (const SlFormat *format, const char *module_path, const char *failure)
{
  SlFormatInfo *info = g_new0 (SlFormatInfo, 1);

  info->format = format;
  info->module_path = g_strdup (module_path);
  info->failure = g_strdup (failure);
  g_ptr_array_add (infos, info);
}

static gboolean
add_locked (const SlFormat *format, const char *module_path, GError **error)
{
  if (!check_format (format, module_path != NULL, error))
    return FALSE;

  if (format->n_kinds > 0)
    *format->kind_base = sl_kind_register (format->kinds, format->n_kinds);
  add_info (format, module_path, NULL);
  return TRUE;
}

static void
add_module (const char *path)
{
  g_autoptr (GError) error = NULL;
  GModule *module;
  const SlFormat *format = sl_format_module_load (path, &module, &error);

  if (format != NULL && add_locked (format, path, &error))
    {
      g_module_make_resident (module);
      return;
    }

  add_info (NULL, path, error->message);
  if (module != NULL)
    g_module_close (module);
}

static void
ensure_loaded (void)
{
  g_autoptr (GPtrArray) paths = NULL;

  if (infos != NULL)
    return;

  infos = g_ptr_array_new ();
  for (gsize i = 0; builtin[i] != NULL; i++)
    {
      g_autoptr (GError) error = NULL;

      if (!add_locked (builtin[i], NULL, &error))
        g_critical ("Built-in format %s: %s", builtin[i]->id, error->message);
    }

  paths = sl_format_module_list ();
  for (guint i = 0; i < paths->len; i++)
    add_module (g_ptr_array_index (paths, i));
}

/**
 * sl_formats_add:
 * @format: (transfer none): valid for as long as the process lives
 *
 * Registers a format of the program itself, such as a test's. Safe from any thread.
 *
 * Returns: whether it is in; else @error says why not, as for a module that does not load
 */
gboolean
sl_formats_add (const SlFormat *format, GError **error)
{
  gboolean added;

  g_rec_mutex_lock (&lock);
  ensure_loaded ();
  added = add_locked (format, NULL, error);
  g_rec_mutex_unlock (&lock);

  return added;
}

/**
 * sl_formats_get_count:
 *
 * The first call of this or of its neighbours loads the modules. Safe from any thread.
 *
 * Returns: number of formats and of modules that did not load
 */
guint
sl_formats_get_count (void)
{
  guint count;

  g_rec_mutex_lock (&lock);
  ensure_loaded ();
  count = infos->len;
  g_rec_mutex_unlock (&lock);

  return count;
}

/**
 * sl_formats_get:
 * @number: below sl_formats_get_count()
 *
 * Returns: (transfer none): a format, or a module that did not load; never freed
 */
const SlFormatInfo *
sl_formats_get (guint number)
{
  const SlFormatInfo *info = NULL;

  g_rec_mutex_lock (&lock);
  ensure_loaded ();
  if (number < infos->len)
    info = g_ptr_array_index (infos, number);
  g_rec_mutex_unlock (&lock);

  g_return_val_if_fail (info != NULL, NULL);
  return info;
}

/**
 * sl_formats_find:
 * @id: as --format takes it
 *
 * Returns: (transfer none) (nullable): the format, or %NULL if there is none with this id
 */
const SlFormat *
sl_formats_find (const char *id)
{
  const SlFormat *format;

  g_rec_mutex_lock (&lock);
  ensure_loaded ();
  format = find_locked (id);
  g_rec_mutex_unlock (&lock);

  return format;
}

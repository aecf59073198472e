/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Annotations as text, to be kept between sessions: a key file. Names stand under numbers, since a
 * reference need not be the name of a key. */

#include "sl-annotations-private.h"

#include <string.h>

#include "sl-key-file.h"

#define GROUP_TRACE "trace"
#define GROUP_NAME  "name-"

static void
put_names (SlAnnotations *self, GKeyFile *file)
{
  g_autoptr (GList) references =
      g_list_sort (g_hash_table_get_keys (self->names), (GCompareFunc) strcmp);
  guint number = 0;

  for (GList *link = references; link != NULL; link = link->next)
    {
      g_autofree char *group = g_strdup_printf (GROUP_NAME "%u", number++);

      g_key_file_set_string (file, group, "reference", link->data);
      g_key_file_set_string (file, group, "name", g_hash_table_lookup (self->names, link->data));
    }
}

/* Names of files are bytes: what is not plain text is escaped. */
static void
put_code_files (SlAnnotations *self, GKeyFile *file)
{
  g_autoptr (GPtrArray) escaped = g_ptr_array_new_with_free_func (g_free);

  for (guint i = 0; self->code_files != NULL && self->code_files[i] != NULL; i++)
    g_ptr_array_add (escaped, g_strescape (self->code_files[i], NULL));
  if (escaped->len > 0)
    g_key_file_set_string_list (file, GROUP_TRACE, "symbols", (const char *const *) escaped->pdata,
                                escaped->len);
}

/**
 * sl_annotations_to_text:
 *
 * Returns: (transfer full): what sl_annotations_from_text() reads; empty where nothing was added
 */
char *
sl_annotations_to_text (SlAnnotations *self)
{
  g_autoptr (GKeyFile) file = g_key_file_new ();

  g_return_val_if_fail (self != NULL, NULL);

  if (self->numerator != 0)
    {
      g_autofree char *rate = g_strdup_printf ("%" G_GUINT64_FORMAT "/%" G_GUINT64_FORMAT,
                                               self->numerator, self->denominator);

      g_key_file_set_string (file, GROUP_TRACE, "rate", rate);
    }
  if (self->idle_task != NULL)
    g_key_file_set_string (file, GROUP_TRACE, "idle-task", self->idle_task);
  put_code_files (self, file);
  put_names (self, file);

  return g_key_file_to_data (file, NULL, NULL);
}

static void
take (SlAnnotations **self, SlAnnotations *next)
{
  sl_annotations_unref (*self);
  *self = next;
}

/* One group; what it lacks or has too much is passed over. */
static void
read_group (SlAnnotations **self, GKeyFile *file, const char *group)
{
  g_autofree char *reference = g_key_file_get_string (file, group, "reference", NULL);
  g_autofree char *name = g_key_file_get_string (file, group, "name", NULL);
  g_autofree char *idle = g_key_file_get_string (file, group, "idle-task", NULL);
  g_autofree char *rate = g_key_file_get_string (file, group, "rate", NULL);
  g_auto (GStrv) symbols = g_key_file_get_string_list (file, group, "symbols", NULL, NULL);
  guint64 numerator, denominator;

  if (g_str_has_prefix (group, GROUP_NAME) && reference != NULL && name != NULL)
    take (self, sl_annotations_with_name (*self, reference, name));
  if (strcmp (group, GROUP_TRACE) != 0)
    return;

  for (guint i = 0; symbols != NULL && symbols[i] != NULL; i++)
    {
      char *plain = g_strcompress (symbols[i]);

      g_free (symbols[i]);
      symbols[i] = plain;
    }
  if (symbols != NULL)
    take (self, sl_annotations_with_code_files (*self, (const char *const *) symbols));
  if (idle != NULL)
    take (self, sl_annotations_with_idle_task (*self, idle));
  if (rate != NULL && sl_clock_parse_rate (rate, &numerator, &denominator, NULL))
    take (self, sl_annotations_with_rate (*self, numerator, denominator));
}

/**
 * sl_annotations_from_text:
 * @text: as sl_annotations_to_text() writes it; what is not understood adds nothing
 *
 * Returns: (transfer full): the annotations
 */
SlAnnotations *
sl_annotations_from_text (const char *text)
{
  g_autoptr (GKeyFile) file = g_key_file_new ();
  g_auto (GStrv) groups = NULL;
  SlAnnotations *self = sl_annotations_new ();

  g_return_val_if_fail (text != NULL, self);

  if (!sl_key_file_load (file, text, strlen (text), NULL))
    return self;

  groups = g_key_file_get_groups (file, NULL);
  for (guint i = 0; groups[i] != NULL; i++)
    read_group (&self, file, groups[i]);
  return self;
}

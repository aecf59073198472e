/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Every FORMAT/NAME.hex is a case. Beside it stands what must come out: NAME.dump for a trace,
 * NAME.error for a refusal. */
#include <string.h>

#include "sl-error.h"
#include "sl-format-dump.h"
#include "sl-test.h"

typedef struct
{
  char *format; /* the folder's name */
  char *path;
} Case;

static void
case_free (gpointer data)
{
  Case *self = data;

  g_free (self->format);
  g_free (self->path);
  g_free (self);
}

static SlSource *
open_bytes (GBytes *bytes, const char *format, GError **error)
{
  const char *name = "fixture";

  return sl_test_open_bytes (&bytes, &name, 1, format, error);
}

static void
assert_same_event (const SlEvent *one, const SlEvent *other)
{
  g_assert_cmpint (one->time, ==, other->time);
  g_assert_cmpuint (one->kind, ==, other->kind);
  g_assert_cmpuint (one->a, ==, other->a);
  g_assert_cmpuint (one->b, ==, other->b);
  g_assert_cmpuint (one->offset, ==, other->offset);
  g_assert_cmpuint (one->flags, ==, other->flags);
  g_assert_cmpuint (one->cpu, ==, other->cpu);
  g_assert_cmpuint (one->detail, ==, other->detail);
}

static gboolean
has_field (GArray *details, const char *field)
{
  return sl_details_find (details, field) != NULL;
}

/* What is read of a field by itself is what the description says of it. */
static void
check_value (SlSource *source, guint64 offset, const SlDetail *detail)
{
  SlFieldValue value;
  __int128 number;

  if (!sl_source_read_field (source, offset, detail->field, &value))
    return;
  if (value.word != NULL)
    {
      g_assert_cmpstr (value.word, ==, detail->plain);
      return;
    }

  g_assert_true (sl_detail_parse_number (detail->plain, &number));
  g_assert_true (number == value.number);
}

static gboolean
is_of_some (SlSource *source, const char *field)
{
  const char *const *some = sl_source_get_some_fields (source);

  return some != NULL && g_strv_contains (some, field);
}

/* Records of a kind have the same raw fields, but for those that the format names. */
static void
check_fields (SlSource *source, const SlEvent *event, GHashTable *by_kind, GArray *details)
{
  GArray *before = g_hash_table_lookup (by_kind, GUINT_TO_POINTER (event->kind));

  for (guint i = 0; i < details->len; i++)
    {
      const SlDetail *detail = &g_array_index (details, SlDetail, i);

      g_assert_cmpstr (detail->field, !=, "");
      check_value (source, event->offset, detail);
      for (const char *at = detail->field; *at != '\0'; at++)
        g_assert_true (g_ascii_islower (*at) || g_ascii_isdigit (*at) || *at == '-' || *at == '_');
      if (before != NULL && !has_field (before, detail->field) &&
          !is_of_some (source, detail->field))
        g_error ("%s: only some of %s have the field %s", sl_source_get_format_id (source),
                 sl_kind_get (event->kind)->id, detail->field);
    }
  if (before == NULL)
    g_hash_table_insert (by_kind, GUINT_TO_POINTER (event->kind), g_array_ref (details));
}

/* Time never goes back, and what is read twice is the same. */
static void
check_source (SlSource *source)
{
  g_autoptr (GArray) events = sl_test_read_events (source);
  g_autoptr (GArray) again = sl_test_read_events (source);
  g_autoptr (GHashTable) by_kind =
      g_hash_table_new_full (NULL, NULL, NULL, (GDestroyNotify) g_array_unref);

  g_assert_cmpuint (events->len, ==, again->len);
  for (guint i = 0; i < events->len; i++)
    assert_same_event (&g_array_index (events, SlEvent, i), &g_array_index (again, SlEvent, i));
  for (guint i = 1; i < events->len; i++)
    g_assert_cmpint (g_array_index (events, SlEvent, i - 1).time, <=,
                     g_array_index (events, SlEvent, i).time);
  for (guint i = 0; i < events->len; i++)
    {
      g_autoptr (GArray) details = sl_details_new ();

      g_assert_true (
          sl_source_describe (source, g_array_index (events, SlEvent, i).offset, details));
      g_assert_cmpuint (details->len, >, 0);
      check_fields (source, &g_array_index (events, SlEvent, i), by_kind, details);
    }
}

static void
test_golden (gconstpointer data)
{
  const Case *self = data;
  g_autoptr (GBytes) bytes = sl_test_read_hex (self->path);
  g_autoptr (GError) error = NULL;
  g_autoptr (SlSource) source = open_bytes (bytes, self->format, &error);
  g_autofree char *stem = g_strndup (self->path, strlen (self->path) - strlen (".hex"));
  g_autofree char *golden = g_strconcat (stem, source != NULL ? ".dump" : ".error", NULL);
  g_autofree char *text = NULL;

  g_test_summary ("What is read from a fixture is what stands beside it.");
  if (source != NULL)
    {
      check_source (source);
      text = sl_test_dump_source (source);
    }
  else
    {
      text = g_strdup_printf ("%s\n", error->message);
    }

  sl_test_compare_text (text, golden);
}

static void
test_every_prefix (gconstpointer data)
{
  const Case *self = data;
  g_autoptr (GBytes) bytes = sl_test_read_hex (self->path);

  g_test_summary ("A file cut off anywhere is either a shorter trace or an error.");
  for (gsize length = 0; length < g_bytes_get_size (bytes); length++)
    {
      /* A copy of exactly this size, so that ASan sees one byte too many. */
      g_autoptr (GBytes) prefix = g_bytes_new (g_bytes_get_data (bytes, NULL), length);
      g_autoptr (GError) error = NULL;
      g_autoptr (SlSource) source = open_bytes (prefix, self->format, &error);

      g_assert_true ((source == NULL) == (error != NULL));
      if (source != NULL)
        check_source (source);
    }
}

static void
test_any_damage (gconstpointer data)
{
  const Case *self = data;
  g_autoptr (GBytes) bytes = sl_test_read_hex (self->path);
  gsize size = g_bytes_get_size (bytes);

  g_test_summary ("Random bytes may be refused, never crash. Replay with --seed.");
  for (int i = 0; size > 0 && i < (g_test_thorough () ? 100000 : 500); i++)
    {
      g_autofree guint8 *copy = g_memdup2 (g_bytes_get_data (bytes, NULL), size);
      g_autoptr (GBytes) damaged = NULL;
      g_autoptr (SlSource) source = NULL;

      for (int j = 0; j < 4; j++)
        copy[g_test_rand_int_range (0, (gint32) size)] = g_test_rand_int_range (0, 256);
      damaged = g_bytes_new_take (g_steal_pointer (&copy), size);
      source = open_bytes (damaged, self->format, NULL);
      if (source != NULL)
        check_source (source);
    }
}

static void
add_case (const char *kind, const char *format, const char *path, GTestDataFunc function)
{
  Case *self = g_new (Case, 1);
  g_autofree char *name = g_path_get_basename (path);
  g_autofree char *test = NULL;

  name[strlen (name) - strlen (".hex")] = '\0';
  test = g_strdup_printf ("/formats/%s/%s/%s", kind, format, name);
  self->format = g_strdup (format);
  self->path = g_strdup (path);
  g_test_add_data_func_full (test, self, function, case_free);
}

static void
add_folder (const char *format, const char *path)
{
  g_autoptr (GDir) dir = g_dir_open (path, 0, NULL);
  const char *name;

  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *file = g_build_filename (path, name, NULL);

      if (!g_str_has_suffix (name, ".hex"))
        continue;
      add_case ("golden", format, file, test_golden);
      add_case ("prefix", format, file, test_every_prefix);
      add_case ("damage", format, file, test_any_damage);
    }
}

int
main (int argc, char *argv[])
{
  g_autofree char *folder = NULL;
  g_autoptr (GDir) dir = NULL;
  const char *format;

  g_test_init (&argc, &argv, NULL);

  folder = g_test_build_filename (G_TEST_DIST, "formats", "fixtures", NULL);
  dir = g_dir_open (folder, 0, NULL);
  g_assert_nonnull (dir);
  while ((format = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *path = g_build_filename (folder, format, NULL);

      if (sl_formats_find (format) != NULL)
        add_folder (format, path);
    }

  return g_test_run ();
}

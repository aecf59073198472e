/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-lldb-bundle.h"

#include "sl-error.h"
#include "sl-json.h"

/* A bundle is some lines of text. */
#define MAX_SIZE     (1 << 20)
#define MOST_STREAMS 2048
#define PAGE         4096

static void
stream_clear (gpointer data)
{
  SlLldbStream *self = data;

  g_free (self->trace);
  g_free (self->switches);
}

static gboolean
fail (JsonNode *node, const char *path, const char *expected, GError **error)
{
  g_autofree char *value = node != NULL ? json_to_string (node, FALSE) : NULL;

  if (value != NULL)
    g_set_error (error, SL_ERROR, SL_ERROR_MALFORMED, "%s is %.60s; %s is expected", path, value,
                 expected);
  else
    g_set_error (error, SL_ERROR, SL_ERROR_MALFORMED, "%s is missing; %s is expected", path,
                 expected);
  return FALSE;
}

static JsonNode *
get_member (JsonObject *object, const char *key)
{
  return json_object_get_member (object, key);
}

/* Numbers may be written as text where they are too large for other readers of JSON. */
static gboolean
read_number (JsonObject *object,
             const char *where,
             const char *key,
             guint64 most,
             gboolean may_be_text,
             guint64 *number,
             GError **error)
{
  JsonNode *node = get_member (object, key);
  g_autofree char *path = g_strdup_printf ("%s.%s", where, key);
  g_autofree char *expected = g_strdup_printf ("a number from 0 to %" G_GUINT64_FORMAT, most);
  GType type = node != NULL && JSON_NODE_HOLDS_VALUE (node) ? json_node_get_value_type (node) : 0;

  if (type == G_TYPE_INT64)
    {
      gint64 value = json_node_get_int (node);

      *number = (guint64) value;
      if (value >= 0 ? *number <= most : most == G_MAXUINT64)
        return TRUE;
    }
  if (type == G_TYPE_STRING && may_be_text)
    {
      const char *text = json_node_get_string (node);

      if (g_ascii_string_to_unsigned (g_str_has_prefix (text, "0x") ? text + 2 : text,
                                      g_str_has_prefix (text, "0x") ? 16 : 10, 0, most, number,
                                      NULL))
        return TRUE;
    }

  return fail (node, path, expected, error);
}

static gboolean
read_text (JsonObject *object, const char *where, const char *key, char **text, GError **error)
{
  JsonNode *node = get_member (object, key);
  g_autofree char *path = g_strdup_printf ("%s.%s", where, key);

  if (node == NULL || !JSON_NODE_HOLDS_VALUE (node) ||
      json_node_get_value_type (node) != G_TYPE_STRING)
    return fail (node, path, "a text", error);

  *text = json_node_dup_string (node);
  return TRUE;
}

static JsonObject *
get_object (JsonNode *node, const char *path, GError **error)
{
  if (node != NULL && JSON_NODE_HOLDS_OBJECT (node))
    return json_node_get_object (node);

  fail (node, path, "an object", error);
  return NULL;
}

static gboolean
add_stream (SlLldbBundle *self, SlLldbStream stream, GError **error)
{
  if (self->streams->len < MOST_STREAMS)
    {
      g_array_append_val (self->streams, stream);
      return TRUE;
    }

  stream_clear (&stream);
  g_set_error (error, SL_ERROR, SL_ERROR_TOO_LARGE, "There are more than %d streams", MOST_STREAMS);
  return FALSE;
}

/* Reads one element of an array. */
typedef gboolean (*ReadElement) (SlLldbBundle *self,
                                 JsonObject *object,
                                 const char *path,
                                 GError **error);

static gboolean
read_array (SlLldbBundle *self,
            JsonObject *object,
            const char *where,
            const char *key,
            ReadElement read,
            GError **error)
{
  JsonNode *node = get_member (object, key);
  g_autofree char *path = g_strdup_printf ("%s%s%s", where, where[0] != '\0' ? "." : "", key);
  JsonArray *array;

  if (node == NULL)
    return TRUE;
  if (!JSON_NODE_HOLDS_ARRAY (node))
    return fail (node, path, "a list", error);

  array = json_node_get_array (node);
  for (guint i = 0; i < json_array_get_length (array); i++)
    {
      g_autofree char *name = g_strdup_printf ("%s[%u]", path, i);
      JsonObject *element = get_object (json_array_get_element (array, i), name, error);

      if (element == NULL || !read (self, element, name, error))
        return FALSE;
    }

  return TRUE;
}

static gboolean
read_thread (SlLldbBundle *self, JsonObject *object, const char *path, GError **error)
{
  SlLldbStream stream = { .cpu = -1 };
  guint64 tid;

  if (!read_number (object, path, "tid", G_MAXUINT32, FALSE, &tid, error))
    return FALSE;
  if (get_member (object, "iptTrace") == NULL)
    return TRUE;

  stream.tid = (guint32) tid;
  return read_text (object, path, "iptTrace", &stream.trace, error) &&
         add_stream (self, stream, error);
}

/* Names that are not there: a module without a copy in the bundle. */
static char *
dup_optional (JsonObject *object, const char *key)
{
  JsonNode *node = get_member (object, key);

  return node != NULL && JSON_NODE_HOLDS_VALUE (node) &&
                 json_node_get_value_type (node) == G_TYPE_STRING
             ? json_node_dup_string (node)
             : NULL;
}

static gboolean
read_module (SlLldbBundle *self, JsonObject *object, const char *path, GError **error)
{
  g_autofree char *name = g_strdup_printf ("%s.loadAddress", path);
  g_autofree char *file = dup_optional (object, "file");
  g_autofree char *system_path = dup_optional (object, "systemPath");
  guint64 address;

  if (!read_number (object, path, "loadAddress", G_MAXUINT64, TRUE, &address, error))
    return FALSE;
  if (address % PAGE != 0)
    return fail (get_member (object, "loadAddress"), name, "a multiple of 4096", error);

  if (file != NULL || system_path != NULL)
    {
      SlCodeFile *code =
          sl_code_file_new (file != NULL ? file : system_path, self->process, address);

      if (file != NULL)
        code->other_path = g_steal_pointer (&system_path);
      g_ptr_array_add (self->code_files, code);
    }
  return TRUE;
}

static gboolean
read_process (SlLldbBundle *self, JsonObject *object, const char *path, GError **error)
{
  guint64 pid;

  if (!read_number (object, path, "pid", G_MAXUINT32, FALSE, &pid, error))
    return FALSE;

  self->process = (guint32) pid;
  return read_array (self, object, path, "threads", read_thread, error) &&
         read_array (self, object, path, "modules", read_module, error);
}

static gboolean
read_cpu (SlLldbBundle *self, JsonObject *object, const char *path, GError **error)
{
  SlLldbStream stream = { 0 };
  guint64 cpu;

  if (!read_number (object, path, "id", G_MAXUINT16, FALSE, &cpu, error) ||
      !read_text (object, path, "iptTrace", &stream.trace, error))
    return FALSE;

  stream.cpu = (gint32) cpu;
  if (get_member (object, "contextSwitchTrace") != NULL &&
      !read_text (object, path, "contextSwitchTrace", &stream.switches, error))
    {
      stream_clear (&stream);
      return FALSE;
    }

  return add_stream (self, stream, error);
}

static gboolean
read_conversion (SlLldbBundle *self, JsonObject *root, GError **error)
{
  static const char path[] = "tscPerfZeroConversion";
  JsonObject *object;
  guint64 mult, shift, zero;

  if (get_member (root, path) == NULL)
    return TRUE;

  object = get_object (get_member (root, path), path, error);
  if (object == NULL || !read_number (object, path, "timeMult", G_MAXUINT32, TRUE, &mult, error) ||
      !read_number (object, path, "timeShift", 32, TRUE, &shift, error) ||
      !read_number (object, path, "timeZero", G_MAXUINT64, TRUE, &zero, error))
    return FALSE;

  sl_perf_clock_init (&self->clock, shift, mult, zero);
  return TRUE;
}

static gboolean
read_root (SlLldbBundle *self, JsonObject *root, GError **error)
{
  JsonObject *cpu = get_object (get_member (root, "cpuInfo"), "cpuInfo", error);
  guint64 number;

  /* What CPUID can tell. */
  if (cpu == NULL || !read_number (cpu, "cpuInfo", "family", 270, FALSE, &number, error) ||
      !read_number (cpu, "cpuInfo", "model", 255, FALSE, &number, error) ||
      !read_number (cpu, "cpuInfo", "stepping", 15, FALSE, &number, error) ||
      !read_array (self, root, "", "processes", read_process, error) ||
      !read_array (self, root, "", "cpus", read_cpu, error) || !read_conversion (self, root, error))
    return FALSE;

  if (self->streams->len > 0)
    return TRUE;

  g_set_error (error, SL_ERROR, SL_ERROR_EMPTY,
               "No thread and no processor of the bundle has an iptTrace");
  return FALSE;
}

/**
 * sl_lldb_bundle_new:
 *
 * Returns: (transfer full) (nullable): what the file names; %NULL with an error that tells key,
 *   value and what is expected
 */
SlLldbBundle *
sl_lldb_bundle_new (SlMapping *file, GError **error)
{
  g_autoptr (SlLldbBundle) self = g_new0 (SlLldbBundle, 1);
  g_autoptr (JsonNode) node = NULL;
  JsonObject *root;

  self->streams = g_array_new (FALSE, FALSE, sizeof (SlLldbStream));
  g_array_set_clear_func (self->streams, stream_clear);
  self->code_files = sl_code_files_new ();
  if (sl_mapping_get_size (file) > MAX_SIZE)
    {
      g_set_error (error, SL_ERROR, SL_ERROR_TOO_LARGE,
                   "The bundle has %" G_GSIZE_FORMAT " bytes; at most %d are read",
                   sl_mapping_get_size (file), MAX_SIZE);
      return NULL;
    }
  node = sl_json_parse (sl_mapping_get_data (file), sl_mapping_get_size (file), error);
  if (node == NULL)
    return NULL;

  root = get_object (node, "The file", error);
  return root != NULL && read_root (self, root, error) ? g_steal_pointer (&self) : NULL;
}

void
sl_lldb_bundle_free (SlLldbBundle *self)
{
  g_clear_pointer (&self->streams, g_array_unref);
  g_clear_pointer (&self->code_files, g_ptr_array_unref);
  g_free (self);
}

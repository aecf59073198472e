/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-app-test.h"

/* A file of a machine that has to be connected to first. */
typedef struct
{
  GObject parent_instance;

  GFile *local; /* what it holds */
  gboolean is_mounted;
  gboolean is_reachable; /* connecting works */
  gboolean is_forgetful; /* it works, and is of no use */
  guint n_mounts;        /* how often it was tried */
} RemoteFile;

typedef GObjectClass RemoteFileClass;

static GType remote_file_get_type (void);
static void remote_file_init_file (GFileIface *iface);

G_DEFINE_TYPE_WITH_CODE (RemoteFile,
                         remote_file,
                         G_TYPE_OBJECT,
                         G_IMPLEMENT_INTERFACE (G_TYPE_FILE, remote_file_init_file))

static void
remote_file_init (RemoteFile *self)
{
  self->local = g_file_new_build_filename (g_getenv ("SLACKLINE_DATA"), "samples",
                                           "jumping-balls.shark", NULL);
}

static void
remote_file_finalize (GObject *object)
{
  g_clear_object (&((RemoteFile *) object)->local);
  G_OBJECT_CLASS (remote_file_parent_class)->finalize (object);
}

static void
remote_file_class_init (RemoteFileClass *klass)
{
  klass->finalize = remote_file_finalize;
}

static GFile *
dup_file (GFile *file)
{
  return g_object_ref (file);
}

static guint
hash (GFile *file)
{
  return GPOINTER_TO_UINT (file);
}

static gboolean
equal (GFile *one, GFile *other)
{
  return one == other;
}

static gboolean
is_native (GFile *file)
{
  return FALSE;
}

static gboolean
has_uri_scheme (GFile *file, const char *scheme)
{
  return g_str_equal (scheme, "sftp");
}

static char *
get_uri_scheme (GFile *file)
{
  return g_strdup ("sftp");
}

static char *
get_basename (GFile *file)
{
  return g_strdup ("far.shark");
}

static char *
get_path (GFile *file)
{
  return NULL;
}

static char *
get_uri (GFile *file)
{
  return g_strdup ("sftp://host/far.shark");
}

static GFile *
get_parent (GFile *file)
{
  return NULL;
}

/* Next to it is nothing. */
static GFile *
resolve_relative_path (GFile *file, const char *path)
{
  return g_file_new_for_path ("/nonexistent");
}

static GFileInputStream *
read_file (GFile *file, GCancellable *cancellable, GError **error)
{
  RemoteFile *self = (RemoteFile *) file;

  if (self->is_mounted)
    return g_file_read (self->local, cancellable, error);

  g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_NOT_MOUNTED, "not mounted");
  return NULL;
}

static void
mount_enclosing_volume (GFile *file,
                        GMountMountFlags flags,
                        GMountOperation *operation,
                        GCancellable *cancellable,
                        GAsyncReadyCallback callback,
                        gpointer user_data)
{
  RemoteFile *self = (RemoteFile *) file;
  g_autoptr (GTask) task = g_task_new (file, cancellable, callback, user_data);

  self->n_mounts++;
  self->is_mounted = self->is_reachable && !self->is_forgetful;
  if (self->is_reachable)
    g_task_return_boolean (task, TRUE);
  else
    g_task_return_new_error (task, G_IO_ERROR, G_IO_ERROR_HOST_UNREACHABLE, "no way there");
}

static gboolean
mount_finish (GFile *file, GAsyncResult *result, GError **error)
{
  return g_task_propagate_boolean (G_TASK (result), error);
}

static void
remote_file_init_file (GFileIface *iface)
{
  iface->dup = dup_file;
  iface->hash = hash;
  iface->equal = equal;
  iface->is_native = is_native;
  iface->has_uri_scheme = has_uri_scheme;
  iface->get_uri_scheme = get_uri_scheme;
  iface->get_basename = get_basename;
  iface->get_path = get_path;
  iface->get_uri = get_uri;
  iface->get_parse_name = get_uri;
  iface->get_parent = get_parent;
  iface->resolve_relative_path = resolve_relative_path;
  iface->read_fn = read_file;
  iface->mount_enclosing_volume = mount_enclosing_volume;
  iface->mount_enclosing_volume_finish = mount_finish;
}

static gboolean
is_shown (gpointer data)
{
  SlDocument *document = sl_window_get_document (data);

  return document != NULL && sl_trace_is_complete (sl_document_get_trace (document));
}

static const char *
get_page (SlWindow *window)
{
  GObject *stack = gtk_widget_get_template_child (GTK_WIDGET (sl_window_get_tab (window)),
                                                  SL_TYPE_TRACE_TAB, "stack");

  return gtk_stack_get_visible_child_name (GTK_STACK (stack));
}

static gboolean
has_failed (gpointer data)
{
  return g_strcmp0 (get_page (data), "error") == 0;
}

static SlWindow *
open_remote (RemoteFile *remote)
{
  SlWindow *window = sl_window_new (sl_app_test_start ());
  g_autoptr (GPtrArray) files = g_ptr_array_new ();

  gtk_window_present (GTK_WINDOW (window));
  g_ptr_array_add (files, remote);
  sl_window_open (window, files);
  return window;
}

static void
test_connects (void)
{
  g_autoptr (GObject) object = g_object_new (remote_file_get_type (), NULL);
  RemoteFile *remote = (RemoteFile *) object;
  SlWindow *window;

  g_test_summary ("A machine that is not connected is connected to, and its file opened.");

  remote->is_reachable = TRUE;
  window = open_remote (remote);
  sl_app_test_wait (is_shown, window);
  g_assert_cmpuint (remote->n_mounts, ==, 1);
  g_assert_cmpuint (sl_trace_get_n_events (sl_document_get_trace (sl_window_get_document (window))),
                    ==, 701);
  gtk_window_destroy (GTK_WINDOW (window));
}

static void
test_unreachable (void)
{
  g_autoptr (GObject) object = g_object_new (remote_file_get_type (), NULL);
  RemoteFile *remote = (RemoteFile *) object;
  SlWindow *window;

  g_test_summary (
      "Where that fails the window says so, and tries it once more for each Try Again.");

  window = open_remote (remote);
  sl_app_test_wait (has_failed, window);
  g_assert_cmpuint (remote->n_mounts, ==, 1);

  remote->is_reachable = TRUE;
  gtk_widget_activate_action (GTK_WIDGET (window), "win.reload", NULL);
  sl_app_test_wait (is_shown, window);
  g_assert_cmpuint (remote->n_mounts, ==, 2);
  gtk_window_destroy (GTK_WINDOW (window));
}

static void
test_forgetful (void)
{
  g_autoptr (GObject) object = g_object_new (remote_file_get_type (), NULL);
  RemoteFile *remote = (RemoteFile *) object;
  SlWindow *window;

  g_test_summary ("A connection that is of no use is not made again and again.");

  remote->is_reachable = TRUE;
  remote->is_forgetful = TRUE;
  window = open_remote (remote);
  sl_app_test_wait (has_failed, window);
  g_assert_cmpuint (remote->n_mounts, ==, 1);
  gtk_window_destroy (GTK_WINDOW (window));
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/app/remote/connects", test_connects);
  g_test_add_func ("/app/remote/unreachable", test_unreachable);
  g_test_add_func ("/app/remote/forgetful", test_forgetful);
  return g_test_run ();
}

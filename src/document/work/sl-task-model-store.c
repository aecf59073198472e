/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-task-model-store.h"

#include <string.h>

/* The task model that a window works with: where it is saved, and what it was before. */
struct _SlTaskModelStore
{
  GObject parent_instance;

  GFile *file; /* where it is saved; NULL where nobody said so */
  char *name;  /* what it is called where there is no file; NULL for nothing in particular */
  SlTaskModel *model;
  char *saved;      /* the text of the file; NULL before it is first saved */
  char *error_text; /* about the file, which is left as it is; NULL for none */
  GPtrArray *undo;  /* of SlTaskModel, the newest last */
  GPtrArray *redo;
  char *gesture; /* the value that is being typed; NULL for none */
};

G_DEFINE_FINAL_TYPE (SlTaskModelStore, sl_task_model_store, G_TYPE_OBJECT)

enum
{
  SIGNAL_CHANGED,
  N_SIGNALS,
};

static guint signals[N_SIGNALS];

static void
sl_task_model_store_finalize (GObject *object)
{
  SlTaskModelStore *self = SL_TASK_MODEL_STORE (object);

  g_clear_object (&self->file);
  g_clear_pointer (&self->name, g_free);
  g_clear_pointer (&self->model, sl_task_model_unref);
  g_clear_pointer (&self->saved, g_free);
  g_clear_pointer (&self->error_text, g_free);
  g_clear_pointer (&self->undo, g_ptr_array_unref);
  g_clear_pointer (&self->redo, g_ptr_array_unref);
  g_clear_pointer (&self->gesture, g_free);

  G_OBJECT_CLASS (sl_task_model_store_parent_class)->finalize (object);
}

static void
sl_task_model_store_class_init (SlTaskModelStoreClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = sl_task_model_store_finalize;

  /**
   * SlTaskModelStore::changed:
   * @as_a_whole: whether groups may have come or gone, not just a value changed
   */
  signals[SIGNAL_CHANGED] = g_signal_new ("changed", SL_TYPE_TASK_MODEL_STORE, G_SIGNAL_RUN_LAST, 0,
                                          NULL, NULL, NULL, G_TYPE_NONE, 1, G_TYPE_BOOLEAN);
}

static void
sl_task_model_store_init (SlTaskModelStore *self)
{
  self->model = sl_task_model_new ();
  self->undo = g_ptr_array_new_with_free_func ((GDestroyNotify) sl_task_model_unref);
  self->redo = g_ptr_array_new_with_free_func ((GDestroyNotify) sl_task_model_unref);
}

SlTaskModelStore *
sl_task_model_store_new (void)
{
  return g_object_new (SL_TYPE_TASK_MODEL_STORE, NULL);
}

static void
emit_changed (SlTaskModelStore *self, gboolean as_a_whole)
{
  g_signal_emit (self, signals[SIGNAL_CHANGED], 0, as_a_whole);
}

/* Begins a step of undo. */
static void
remember (SlTaskModelStore *self)
{
  g_ptr_array_add (self->undo, sl_task_model_ref (self->model));
  g_ptr_array_set_size (self->redo, 0);
}

/**
 * sl_task_model_store_load:
 * @file: where the model stands, and will be saved; it need not be there yet
 *
 * Takes the model from there; can be undone where there was one before.
 *
 * Returns: %FALSE where there is a file that cannot be read or is wrong: the model stays what it
 *   was, and the complaint is kept
 */
gboolean
sl_task_model_store_load (SlTaskModelStore *self, GFile *file, GError **error)
{
  g_autoptr (SlTaskModel) loaded = NULL;
  g_autoptr (GError) failure = NULL;

  g_return_val_if_fail (SL_IS_TASK_MODEL_STORE (self), FALSE);

  loaded = sl_task_model_load (file, &failure);
  g_clear_pointer (&self->error_text, g_free);
  if (loaded == NULL && g_error_matches (failure, G_IO_ERROR, G_IO_ERROR_NOT_FOUND))
    {
      g_clear_error (&failure);
      loaded = sl_task_model_new ();
    }
  if (loaded == NULL)
    {
      self->error_text = g_strdup (failure->message);
      emit_changed (self, TRUE);
      g_propagate_error (error, g_steal_pointer (&failure));
      return FALSE;
    }

  if (self->file != NULL)
    remember (self);
  g_set_object (&self->file, file);
  g_clear_pointer (&self->model, sl_task_model_unref);
  self->model = g_steal_pointer (&loaded);
  g_free (self->saved);
  self->saved = sl_task_model_to_text (self->model);
  sl_task_model_store_end_gesture (self);
  emit_changed (self, TRUE);
  return TRUE;
}

/* (transfer full) @model */
static void
take_model (SlTaskModelStore *self, SlTaskModel *model)
{
  g_return_if_fail (model != NULL);

  sl_task_model_unref (self->model);
  self->model = model;
}

/* @text is that of a model. */
static void
take_text (SlTaskModelStore *self, const char *text)
{
  take_model (self, sl_task_model_parse (text, sl_task_model_get_file_name (self->model), NULL));
  sl_task_model_store_end_gesture (self);
}

/**
 * sl_task_model_store_start:
 * @text: of a model, in no file
 * @name: what it is called, for people
 *
 * Begins with it: nothing is to be undone, and nothing to be saved until it is changed.
 */
void
sl_task_model_store_start (SlTaskModelStore *self, const char *text, const char *name)
{
  g_return_if_fail (SL_IS_TASK_MODEL_STORE (self));

  g_clear_object (&self->file);
  g_free (self->name);
  self->name = g_strdup (name);
  g_clear_pointer (&self->error_text, g_free);
  take_text (self, text);
  g_free (self->saved);
  self->saved = sl_task_model_to_text (self->model);
  g_ptr_array_set_size (self->undo, 0);
  g_ptr_array_set_size (self->redo, 0);
  emit_changed (self, TRUE);
}

/**
 * sl_task_model_store_save:
 * @file: where to; later saves go there as well
 * @inputs: (nullable): files that must not be written over
 *
 * Returns: %FALSE with %G_IO_ERROR; the file is as it was then
 */
gboolean
sl_task_model_store_save (SlTaskModelStore *self,
                          GFile *file,
                          const SlFileSet *inputs,
                          GError **error)
{
  g_return_val_if_fail (SL_IS_TASK_MODEL_STORE (self), FALSE);

  if (!sl_task_model_save (self->model, file, inputs, error))
    return FALSE;

  g_set_object (&self->file, file);
  g_free (self->saved);
  self->saved = sl_task_model_to_text (self->model);
  g_clear_pointer (&self->error_text, g_free);
  emit_changed (self, FALSE);
  return TRUE;
}

/**
 * sl_task_model_store_dup_name:
 *
 * Returns: (transfer full) (nullable): what the model is called, for people: as its file, without
 *   what all such files end in
 */
char *
sl_task_model_store_dup_name (SlTaskModelStore *self)
{
  g_return_val_if_fail (SL_IS_TASK_MODEL_STORE (self), NULL);

  return self->file != NULL ? sl_task_model_dup_title (self->file) : g_strdup (self->name);
}

/**
 * sl_task_model_store_get_file:
 *
 * Returns: (transfer none) (nullable): where it is saved
 */
GFile *
sl_task_model_store_get_file (SlTaskModelStore *self)
{
  g_return_val_if_fail (SL_IS_TASK_MODEL_STORE (self), NULL);

  return self->file;
}

/**
 * sl_task_model_store_is_changed:
 *
 * Returns: whether there is something to save
 */
gboolean
sl_task_model_store_is_changed (SlTaskModelStore *self)
{
  g_autofree char *text = NULL;

  g_return_val_if_fail (SL_IS_TASK_MODEL_STORE (self), FALSE);

  text = sl_task_model_to_text (self->model);
  return g_strcmp0 (text, self->saved != NULL ? self->saved : "") != 0;
}

/**
 * sl_task_model_store_get_error_text:
 *
 * Returns: (transfer none) (nullable): what is wrong with the file that was to be loaded last
 */
const char *
sl_task_model_store_get_error_text (SlTaskModelStore *self)
{
  g_return_val_if_fail (SL_IS_TASK_MODEL_STORE (self), NULL);

  return self->error_text;
}

/**
 * sl_task_model_store_get_model:
 *
 * Returns: (transfer none): to be read; changed by the functions here alone
 */
SlTaskModel *
sl_task_model_store_get_model (SlTaskModelStore *self)
{
  g_return_val_if_fail (SL_IS_TASK_MODEL_STORE (self), NULL);

  return self->model;
}

/**
 * sl_task_model_store_set:
 * @name: of a group, which is made where there is none
 * @match: (nullable): what a new group applies to
 * @value: (nullable): %NULL to take the key away
 *
 * What is typed into one field, up to sl_task_model_store_end_gesture(), is one step of undo.
 *
 * Returns: %FALSE with %SL_ERROR_USAGE where the value has not the form that its key asks for
 */
gboolean
sl_task_model_store_set (SlTaskModelStore *self,
                         SlModelGroup group,
                         const char *name,
                         const char *match,
                         const char *key,
                         const char *value,
                         GError **error)
{
  g_autofree char *gesture = NULL;
  g_autofree char *before = NULL;
  g_autoptr (SlTaskModel) model = NULL;
  g_auto (GStrv) names = NULL;

  g_return_val_if_fail (SL_IS_TASK_MODEL_STORE (self), FALSE);

  gesture = g_strdup_printf ("%d %s %s", (int) group, key, name);
  before = sl_task_model_get (self->model, group, name, key);
  if (g_strcmp0 (before, value) == 0)
    return TRUE;

  model = sl_task_model_copy (self->model);
  names = sl_task_model_list (model, group);
  if (!sl_task_model_set (model, group, name, key, value, error))
    return FALSE;
  if (match != NULL && value != NULL && !g_strv_contains ((const char *const *) names, name))
    sl_task_model_set (model, group, name, "match", match, NULL);

  if (g_strcmp0 (gesture, self->gesture) != 0)
    g_ptr_array_add (self->undo, sl_task_model_ref (self->model));
  g_ptr_array_set_size (self->redo, 0);
  take_model (self, sl_task_model_copy (model));
  g_free (self->gesture);
  self->gesture = g_steal_pointer (&gesture);
  emit_changed (self, FALSE);
  return TRUE;
}

/**
 * sl_task_model_store_replace:
 * @text: of a model
 *
 * Puts it in the place of what there is, as one step of undo.
 */
void
sl_task_model_store_replace (SlTaskModelStore *self, const char *text)
{
  g_autofree char *before = NULL;

  g_return_if_fail (SL_IS_TASK_MODEL_STORE (self));

  before = sl_task_model_to_text (self->model);
  if (g_str_equal (before, text))
    return;

  remember (self);
  take_text (self, text);
  emit_changed (self, TRUE);
}

/**
 * sl_task_model_store_end_gesture:
 *
 * What is set next is a step of undo of its own.
 */
void
sl_task_model_store_end_gesture (SlTaskModelStore *self)
{
  g_return_if_fail (SL_IS_TASK_MODEL_STORE (self));

  g_clear_pointer (&self->gesture, g_free);
}

gboolean
sl_task_model_store_can_undo (SlTaskModelStore *self)
{
  g_return_val_if_fail (SL_IS_TASK_MODEL_STORE (self), FALSE);

  return self->undo->len > 0;
}

gboolean
sl_task_model_store_can_redo (SlTaskModelStore *self)
{
  g_return_val_if_fail (SL_IS_TASK_MODEL_STORE (self), FALSE);

  return self->redo->len > 0;
}

static void
go_back (SlTaskModelStore *self, GPtrArray *from, GPtrArray *to)
{
  if (from->len == 0)
    return;

  g_ptr_array_add (to, sl_task_model_ref (self->model));
  take_model (self, g_ptr_array_steal_index (from, from->len - 1));
  sl_task_model_store_end_gesture (self);
  emit_changed (self, TRUE);
}

void
sl_task_model_store_undo (SlTaskModelStore *self)
{
  g_return_if_fail (SL_IS_TASK_MODEL_STORE (self));

  go_back (self, self->undo, self->redo);
}

void
sl_task_model_store_redo (SlTaskModelStore *self)
{
  g_return_if_fail (SL_IS_TASK_MODEL_STORE (self));

  go_back (self, self->redo, self->undo);
}

/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-source.h"

#include "sl-source-extras.h"

typedef struct
{
  SlNotes *notes;
  char *format_id;
  char *format_title;
  SlSourceTraits traits;
  SlActionGroups tells;
  const SlTranslator *translator;
  char **file_names;
  char *name;       /* NULL for that of its file */
  char **file_uris; /* NULL where nobody said */
  const char *const *some_fields;
  SlSourceExtras *extras;
} SlSourcePrivate;

G_DEFINE_ABSTRACT_TYPE_WITH_PRIVATE (SlSource, sl_source, G_TYPE_OBJECT)

static void
sl_source_finalize (GObject *object)
{
  SlSourcePrivate *priv = sl_source_get_instance_private (SL_SOURCE (object));

  g_clear_pointer (&priv->notes, sl_notes_unref);
  g_free (priv->format_id);
  g_free (priv->format_title);
  g_strfreev (priv->file_names);
  g_free (priv->name);
  g_strfreev (priv->file_uris);
  g_clear_pointer (&priv->extras, sl_source_extras_unref);
  G_OBJECT_CLASS (sl_source_parent_class)->finalize (object);
}

static void
sl_source_class_init (SlSourceClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = sl_source_finalize;
}

static void
sl_source_init (SlSource *self)
{
  SlSourcePrivate *priv = sl_source_get_instance_private (self);

  priv->notes = sl_notes_new ();
  priv->extras = sl_source_extras_new ();
  priv->format_id = g_strdup ("");
  priv->format_title = g_strdup ("");
  priv->file_names = g_new0 (char *, 1);
}

/**
 * sl_source_get_some_fields:
 *
 * Returns: (transfer none) (nullable) (array zero-terminated=1): the names, for filters and lists, of
 *   the raw fields that only some records of a kind have
 */
const char *const *
sl_source_get_some_fields (SlSource *self)
{
  SlSourcePrivate *priv = sl_source_get_instance_private (self);

  return priv->some_fields;
}

/**
 * sl_source_set_some_fields:
 * @fields: (nullable) (array zero-terminated=1): names of raw fields that only some records of a kind
 *   have; never freed
 *
 * To be called before the source is shared between threads.
 */
void
sl_source_set_some_fields (SlSource *self, const char *const *fields)
{
  SlSourcePrivate *priv = sl_source_get_instance_private (self);

  priv->some_fields = fields;
}

/**
 * sl_source_get_notes:
 *
 * Returns: (transfer none): what the source, the opener and the analyses found odd; it grows
 *   while the first pass runs
 */
SlNotes *
sl_source_get_notes (SlSource *self)
{
  SlSourcePrivate *priv = sl_source_get_instance_private (self);

  return priv->notes;
}

/**
 * sl_source_share_notes:
 * @other: a source that reads what @self hands on
 *
 * Makes the notes of both one list, that of @other. Only before anybody asked @self for its own.
 */
void
sl_source_share_notes (SlSource *self, SlSource *other)
{
  SlSourcePrivate *priv = sl_source_get_instance_private (self);
  SlNotes *notes = sl_notes_ref (sl_source_get_notes (other));

  sl_notes_unref (priv->notes);
  priv->notes = notes;
}

/**
 * sl_source_set_identity:
 * @format_id: of the format that reads it
 * @format_title: for people, untranslated
 * @file_names: (array zero-terminated=1): UTF-8, for display, in the order of SL_OFFSET_FILE()
 *
 * To be called once, before the source is shared between threads.
 */
void
sl_source_set_identity (SlSource *self,
                        const char *format_id,
                        const char *format_title,
                        const char *const *file_names)
{
  SlSourcePrivate *priv = sl_source_get_instance_private (self);

  g_free (priv->format_id);
  g_free (priv->format_title);
  g_strfreev (priv->file_names);
  priv->format_id = g_strdup (format_id);
  priv->format_title = g_strdup (format_title);
  priv->file_names = g_strdupv ((char **) file_names);
}

/**
 * sl_source_set_traits:
 * @traits: any of them, or 0
 *
 * To be called once, before the source is shared between threads.
 */
void
sl_source_set_traits (SlSource *self, SlSourceTraits traits)
{
  SlSourcePrivate *priv = sl_source_get_instance_private (self);

  priv->traits = traits;
}

SlSourceTraits
sl_source_get_traits (SlSource *self)
{
  SlSourcePrivate *priv = sl_source_get_instance_private (self);

  return priv->traits;
}

/**
 * sl_source_has_trait:
 *
 * Returns: whether the source declares @trait
 */
gboolean
sl_source_has_trait (SlSource *self, SlSourceTraits trait)
{
  return (sl_source_get_traits (self) & trait) != 0;
}

/**
 * sl_source_set_meaning:
 * @tells: what the events say, as far as the format declares it; 0 where they say nothing by actions
 * @translator: (nullable): how; %NULL by their kinds
 *
 * To be called once, before the source is shared between threads.
 */
void
sl_source_set_meaning (SlSource *self, SlActionGroups tells, const SlTranslator *translator)
{
  SlSourcePrivate *priv = sl_source_get_instance_private (self);

  priv->tells = tells;
  priv->translator = translator;
}

/**
 * sl_source_get_tells:
 *
 * Returns: what the events say by actions
 */
SlActionGroups
sl_source_get_tells (SlSource *self)
{
  SlSourcePrivate *priv = sl_source_get_instance_private (self);

  return priv->tells;
}

/**
 * sl_source_says:
 * @group: of actions
 *
 * Returns: whether the events say actions of that group
 */
gboolean
sl_source_says (SlSource *self, SlActionGroups group)
{
  return (sl_source_get_tells (self) & group) != 0;
}

/**
 * sl_source_get_translator:
 *
 * Returns: (transfer none): from events to actions
 */
const SlTranslator *
sl_source_get_translator (SlSource *self)
{
  static const SlTranslator by_kinds = { .translate = sl_translate_by_kinds };
  SlSourcePrivate *priv = sl_source_get_instance_private (self);

  return priv->translator != NULL ? priv->translator : &by_kinds;
}

/**
 * sl_source_get_extras:
 *
 * Returns: (transfer none): what the source has besides events; nothing in most
 */
SlSourceExtras *
sl_source_get_extras (SlSource *self)
{
  SlSourcePrivate *priv = sl_source_get_instance_private (self);

  return priv->extras;
}

/**
 * sl_source_share_extras:
 * @extras: held: takes the place of those of @self
 *
 * To be called before the source is shared between threads.
 */
void
sl_source_share_extras (SlSource *self, SlSourceExtras *extras)
{
  SlSourcePrivate *priv = sl_source_get_instance_private (self);

  sl_source_extras_ref (extras);
  sl_source_extras_unref (priv->extras);
  priv->extras = extras;
}

/**
 * sl_source_set_file_uris:
 * @uris: (array zero-terminated=1): of the files, in the order of their names
 *
 * To be called once, before the source is shared between threads.
 */
void
sl_source_set_file_uris (SlSource *self, const char *const *uris)
{
  SlSourcePrivate *priv = sl_source_get_instance_private (self);

  g_strfreev (priv->file_uris);
  priv->file_uris = g_strdupv ((char **) uris);
}

/**
 * sl_source_get_file_uris:
 *
 * Returns: (transfer none) (nullable) (array zero-terminated=1): where the files are, in the order
 *   of their names; %NULL if they are not known
 */
const char *const *
sl_source_get_file_uris (SlSource *self)
{
  SlSourcePrivate *priv = sl_source_get_instance_private (self);

  return (const char *const *) priv->file_uris;
}

/**
 * sl_source_get_format_id:
 *
 * Returns: the id as given, "" before that
 */
const char *
sl_source_get_format_id (SlSource *self)
{
  SlSourcePrivate *priv = sl_source_get_instance_private (self);

  return priv->format_id;
}

/**
 * sl_source_get_format_title:
 *
 * Returns: the title as given, "" before that
 */
const char *
sl_source_get_format_title (SlSource *self)
{
  SlSourcePrivate *priv = sl_source_get_instance_private (self);

  return priv->format_title;
}

/**
 * sl_source_get_file_names:
 *
 * Returns: (array zero-terminated=1): the names as given, none before that
 */
const char *const *
sl_source_get_file_names (SlSource *self)
{
  SlSourcePrivate *priv = sl_source_get_instance_private (self);

  return (const char *const *) priv->file_names;
}

/**
 * sl_source_set_name:
 * @name: (nullable): what people call the trace, where that is not its file's name
 *
 * To be called before the source is read.
 */
void
sl_source_set_name (SlSource *self, const char *name)
{
  SlSourcePrivate *priv = sl_source_get_instance_private (self);

  g_return_if_fail (SL_IS_SOURCE (self));

  g_free (priv->name);
  priv->name = g_strdup (name);
}

/**
 * sl_source_get_name:
 *
 * Returns: (transfer none) (nullable): the name as given; %NULL for that of its file
 */
const char *
sl_source_get_name (SlSource *self)
{
  SlSourcePrivate *priv = sl_source_get_instance_private (self);

  return priv->name;
}

/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-command.h"

#include <string.h>

#include "sl-command-columns.h"
#include "sl-go-to-name.h"
#include "sl-marker-edit.h"

struct _SlCommand
{
  GObject parent_instance;

  char *title;
  char *group;
  char *words;    /* other ones that it is looked for by; "" for none */
  char *others;   /* its group, and titles that it has elsewhere */
  char *folded;   /* all of them, for searching; NULL before that */
  char *keys;     /* as people read them; NULL for none */
  char *obstacle; /* NULL where it can be done */

  /* One of the three is there. */
  char *action; /* with its prefix */
  char *row;    /* its key */
  guint marker; /* its id */

  gboolean is_aside; /* what is looked for is rather another */
  GVariant *target;  /* of the action; NULL for none */
};

G_DEFINE_FINAL_TYPE (SlCommand, sl_command, G_TYPE_OBJECT)

static void
sl_command_finalize (GObject *object)
{
  SlCommand *self = SL_COMMAND (object);

  g_free (self->title);
  g_free (self->group);
  g_free (self->words);
  g_free (self->others);
  g_free (self->folded);
  g_free (self->keys);
  g_free (self->obstacle);
  g_free (self->action);
  g_clear_pointer (&self->target, g_variant_unref);
  g_free (self->row);

  G_OBJECT_CLASS (sl_command_parent_class)->finalize (object);
}

static void
sl_command_class_init (SlCommandClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = sl_command_finalize;
}

static void
sl_command_init (SlCommand *self)
{
}

/**
 * sl_command_fold:
 * @words: other ones that it is found by
 * @others: what else is said of it
 *
 * A title such as “Units of Time: Seconds” ends at its colon: its value counts less.
 *
 * Returns: (transfer full): what a command is searched by, for sl_command_words_rank()
 */
char *
sl_command_fold (const char *title, const char *words, const char *others)
{
  const char *value = strstr (title, ": ");
  gsize length = value != NULL ? (gsize) (value - title) : strlen (title);
  g_autofree char *lines = g_strdup_printf ("%.*s\n%s\n%s\n%s", (int) length, title, words,
                                            value != NULL ? value + strlen (": ") : "", others);

  return g_utf8_casefold (lines, -1);
}

static SlCommand *
make (const char *title, const char *group)
{
  SlCommand *self = g_object_new (SL_TYPE_COMMAND, NULL);

  self->title = g_strdup (title);
  self->group = g_strdup (group);
  self->words = g_strdup ("");
  self->others = g_strdup (group);
  return self;
}

/**
 * sl_command_new_action:
 * @group: what kind of thing it is, for people
 * @action: with its prefix, such as "view.undo"
 * @target: (nullable): its parameter; taken where it is floating
 */
SlCommand *
sl_command_new_action (const char *title, const char *group, const char *action, GVariant *target)
{
  SlCommand *self = make (title, group);

  self->action = g_strdup (action);
  self->target = target != NULL ? g_variant_ref_sink (target) : NULL;
  return self;
}

/* Going to the row with the key @row. */
SlCommand *
sl_command_new_row (const char *title, const char *group, const char *row)
{
  SlCommand *self = make (title, group);

  self->row = g_strdup (row);
  return self;
}

/* Going to the marker with the id @marker. */
SlCommand *
sl_command_new_marker (const char *title, const char *group, guint marker)
{
  SlCommand *self = make (title, group);

  self->marker = marker;
  return self;
}

/* Adds @more, for people, to what the command is found by. */
static void
add (SlCommand *self, char **text, const char *more)
{
  g_autofree char *before = g_steal_pointer (text);

  *text = g_strconcat (before, " ", more, NULL);
  g_clear_pointer (&self->folded, g_free);
}

/* @words: for people: others that it is looked for by */
void
sl_command_add_words (SlCommand *self, const char *words)
{
  g_return_if_fail (SL_IS_COMMAND (self));

  add (self, &self->words, words);
}

/* @title: that it has elsewhere */
void
sl_command_add_title (SlCommand *self, const char *title)
{
  g_return_if_fail (SL_IS_COMMAND (self));

  add (self, &self->others, title);
}

/**
 * sl_command_set_aside:
 *
 * From now on the command comes after all others that have the words.
 */
void
sl_command_set_aside (SlCommand *self)
{
  g_return_if_fail (SL_IS_COMMAND (self));

  self->is_aside = TRUE;
}

gboolean
sl_command_is_aside (SlCommand *self)
{
  g_return_val_if_fail (SL_IS_COMMAND (self), FALSE);

  return self->is_aside;
}

/* @keys: (nullable): as people read them */
void
sl_command_set_keys (SlCommand *self, const char *keys)
{
  g_return_if_fail (SL_IS_COMMAND (self));

  g_free (self->keys);
  self->keys = g_strdup (keys);
}

/**
 * sl_command_set_obstacle:
 * @obstacle: (nullable): for people: why it cannot be done now; %NULL where it can
 */
void
sl_command_set_obstacle (SlCommand *self, const char *obstacle)
{
  g_autofree char *before = NULL;

  g_return_if_fail (SL_IS_COMMAND (self));

  before = g_steal_pointer (&self->obstacle);
  self->obstacle = g_strdup (obstacle);
}

/* Returns: (nullable): why it cannot be done now */
const char *
sl_command_get_obstacle (SlCommand *self)
{
  g_return_val_if_fail (SL_IS_COMMAND (self), NULL);

  return self->obstacle;
}

const char *
sl_command_get_title (SlCommand *self)
{
  g_return_val_if_fail (SL_IS_COMMAND (self), NULL);

  return self->title;
}

const char *
sl_command_get_group (SlCommand *self)
{
  g_return_val_if_fail (SL_IS_COMMAND (self), NULL);

  return self->group;
}

/* Returns: (nullable): the keys that do the same */
const char *
sl_command_get_keys (SlCommand *self)
{
  g_return_val_if_fail (SL_IS_COMMAND (self), NULL);

  return self->keys;
}

/**
 * sl_command_rank:
 *
 * Returns: how well the command matches, from 1; 0 where it does not
 */
guint
sl_command_rank (SlCommand *self, const SlCommandWords *words)
{
  g_return_val_if_fail (SL_IS_COMMAND (self), 0);

  if (self->folded == NULL)
    self->folded = sl_command_fold (self->title, self->words, self->others);
  return sl_command_words_rank (words, self->folded);
}

/* To the row or the marker. */
static void
go (SlCommand *self, SlTraceView *page)
{
  SlDocument *document = sl_trace_view_get_document (page);
  SlTimelineWidget *timeline = sl_trace_view_get_timeline (page);

  if (self->row != NULL)
    {
      sl_go_to_row (document, self->row);
      gtk_widget_grab_focus (GTK_WIDGET (timeline));
      return;
    }

  sl_marker_edit_go_to (document, self->marker);
  sl_timeline_widget_focus_marker (timeline);
}

/**
 * sl_command_run:
 * @window: that has the actions
 * @page: (nullable): what it shows; %NULL only for actions of the window
 */
void
sl_command_run (SlCommand *self, GtkWidget *window, SlTraceView *page)
{
  g_return_if_fail (SL_IS_COMMAND (self));

  if (page != NULL && self->action != NULL && g_str_has_prefix (self->action, "table."))
    window = GTK_WIDGET (sl_command_columns_find_view (page));
  if (window == NULL)
    return;

  if (page != NULL && self->action != NULL && g_str_has_prefix (self->action, "timeline."))
    sl_timeline_widget_run (sl_trace_view_get_timeline (page), self->action);
  else if (self->action != NULL)
    gtk_widget_activate_action_variant (window, self->action, self->target);
  else if (page != NULL)
    go (self, page);
}

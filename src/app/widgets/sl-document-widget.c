/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-document-widget.h"

#include "sl-focus-out.h"
#include "sl-palette-choice.h"

/* What all panels and panes have in common: they show a document, set once, and follow its changes. */

typedef struct
{
  gboolean waits;
  guint missed; /* what has changed since it was last in sight, where it waits */
} SlDocumentWidgetPrivate;

G_DEFINE_ABSTRACT_TYPE_WITH_PRIVATE (SlDocumentWidget, sl_document_widget, ADW_TYPE_BIN)

enum
{
  PROP_DOCUMENT = 1,
  PROP_WAITS,
  N_PROPS,
};

static GParamSpec *properties[N_PROPS];

static void
follow (SlDocumentWidget *self, guint changes)
{
  SlDocumentWidgetClass *klass =
      G_TYPE_INSTANCE_GET_CLASS (self, SL_TYPE_DOCUMENT_WIDGET, SlDocumentWidgetClass);

  if (klass->changed != NULL)
    klass->changed (self, changes);
}

static void
changed_cb (SlDocumentWidget *self, guint changes)
{
  SlDocumentWidgetPrivate *own = sl_document_widget_get_instance_private (self);

  if (own->waits && !gtk_widget_get_mapped (GTK_WIDGET (self)))
    own->missed |= changes;
  else
    follow (self, changes);
}

static void
palette_cb (SlDocumentWidget *self)
{
  changed_cb (self, SL_CHANGED_PALETTE);
}

static void
attach (SlDocumentWidget *self, SlDocument *document)
{
  SlDocumentWidgetClass *klass =
      G_TYPE_INSTANCE_GET_CLASS (self, SL_TYPE_DOCUMENT_WIDGET, SlDocumentWidgetClass);

  g_return_if_fail (SL_IS_DOCUMENT (document));
  g_return_if_fail (self->document == NULL);

  self->document = g_object_ref (document);
  g_signal_connect_object (document, "changed", G_CALLBACK (changed_cb), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (sl_palette_choice_get_default (), "changed", G_CALLBACK (palette_cb),
                           self, G_CONNECT_SWAPPED);
  if (klass->attached != NULL)
    klass->attached (self);
  changed_cb (self, G_MAXUINT);
}

static void
sl_document_widget_set_property (GObject *object, guint id, const GValue *value, GParamSpec *pspec)
{
  switch (id)
    {
    case PROP_DOCUMENT:
      attach ((SlDocumentWidget *) object, g_value_get_object (value));
      break;
    case PROP_WAITS:
      ((SlDocumentWidgetPrivate *) sl_document_widget_get_instance_private (
           (SlDocumentWidget *) object))
          ->waits = g_value_get_boolean (value);
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
    }
}

/* Tab leads out of a table: its rows, of which there may be millions, are for the arrows. */
static gboolean
sl_document_widget_focus (GtkWidget *widget, GtkDirectionType direction)
{
  GtkRoot *root = gtk_widget_get_root (widget);
  GtkWidget *focus = root != NULL ? gtk_root_get_focus (root) : NULL;
  GtkWidget *table = focus != NULL ? gtk_widget_get_ancestor (focus, GTK_TYPE_COLUMN_VIEW) : NULL;

  if (table != NULL && (direction == GTK_DIR_TAB_FORWARD || direction == GTK_DIR_TAB_BACKWARD) &&
      gtk_widget_get_ancestor (table, SL_TYPE_DOCUMENT_WIDGET) == widget)
    return sl_focus_out_past (widget, table, direction);

  return GTK_WIDGET_CLASS (sl_document_widget_parent_class)->focus (widget, direction);
}

/* Before it is seen: what it would have shown meanwhile nobody has missed. */
static void
sl_document_widget_map (GtkWidget *widget)
{
  SlDocumentWidgetPrivate *own =
      sl_document_widget_get_instance_private ((SlDocumentWidget *) widget);
  guint missed = own->missed;

  own->missed = 0;
  if (missed != 0)
    follow ((SlDocumentWidget *) widget, missed);

  GTK_WIDGET_CLASS (sl_document_widget_parent_class)->map (widget);
}

static void
sl_document_widget_dispose (GObject *object)
{
  g_clear_object (&((SlDocumentWidget *) object)->document);

  G_OBJECT_CLASS (sl_document_widget_parent_class)->dispose (object);
}

static void
sl_document_widget_class_init (SlDocumentWidgetClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->dispose = sl_document_widget_dispose;
  object_class->set_property = sl_document_widget_set_property;
  GTK_WIDGET_CLASS (klass)->focus = sl_document_widget_focus;
  GTK_WIDGET_CLASS (klass)->map = sl_document_widget_map;

  /**
   * SlDocumentWidget:document:
   *
   * What is shown, an #SlDocument; set once.
   */
  properties[PROP_DOCUMENT] = g_param_spec_object ("document", NULL, NULL, SL_TYPE_DOCUMENT,
                                                   G_PARAM_WRITABLE | G_PARAM_STATIC_STRINGS);

  /**
   * SlDocumentWidget:waits:
   *
   * Whether changes are followed only when it is in sight, all at once, but for the document itself.
   */
  properties[PROP_WAITS] =
      g_param_spec_boolean ("waits", NULL, NULL, FALSE, G_PARAM_WRITABLE | G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties (object_class, N_PROPS, properties);
}

static void
sl_document_widget_init (SlDocumentWidget *self)
{
}

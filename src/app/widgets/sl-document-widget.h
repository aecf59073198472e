/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <adwaita.h>

#include "sl-document.h"

G_BEGIN_DECLS

#define SL_TYPE_DOCUMENT_WIDGET (sl_document_widget_get_type ())

typedef struct _SlDocumentWidget SlDocumentWidget;
typedef struct _SlDocumentWidgetClass SlDocumentWidgetClass;

/**
 * SlDocumentWidget:
 * @document: what is shown; %NULL until it is set and once it is disposed of. For derived types;
 *   all others set the property.
 */
struct _SlDocumentWidget
{
  AdwBin parent_instance;

  SlDocument *document;
};

/**
 * SlDocumentWidgetClass:
 * @attached: (nullable): the document has been set; called once, before @changed
 * @changed: (nullable): what differs in the document, as #SlChange bits; called with all of them
 *   when the document is set
 */
struct _SlDocumentWidgetClass
{
  AdwBinClass parent_class;

  void (*attached) (SlDocumentWidget *self);
  void (*changed) (SlDocumentWidget *self, guint changes);
};

GType sl_document_widget_get_type (void);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (SlDocumentWidget, g_object_unref)

#define SL_DOCUMENT_WIDGET_CLASS(klass) \
  G_TYPE_CHECK_CLASS_CAST (klass, SL_TYPE_DOCUMENT_WIDGET, SlDocumentWidgetClass)
#define SL_IS_DOCUMENT_WIDGET(widget) G_TYPE_CHECK_INSTANCE_TYPE (widget, SL_TYPE_DOCUMENT_WIDGET)

G_END_DECLS

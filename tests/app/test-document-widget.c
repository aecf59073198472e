/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-app-test.h"
#include "sl-document-widget.h"
#include "sl-palette-choice.h"

/* Keeps what it was told. */
typedef struct
{
  SlDocumentWidget base;

  guint n_attached;
  guint n_changed;
  guint changes;
} Probe;

typedef SlDocumentWidgetClass ProbeClass;

GType probe_get_type (void);

G_DEFINE_TYPE (Probe, probe, SL_TYPE_DOCUMENT_WIDGET)

static void
probe_attached (SlDocumentWidget *widget)
{
  Probe *self = (Probe *) widget;

  g_assert_nonnull (widget->document);
  g_assert_cmpuint (self->n_changed, ==, 0);
  self->n_attached++;
}

static void
probe_changed (SlDocumentWidget *widget, guint changes)
{
  Probe *self = (Probe *) widget;

  self->n_changed++;
  self->changes = changes;
}

static void
probe_class_init (ProbeClass *klass)
{
  klass->attached = probe_attached;
  klass->changed = probe_changed;
}

static void
probe_init (Probe *self)
{
}

static void
test_follow (void)
{
  g_autoptr (SlTrace) trace = NULL;
  SlDocument *document;
  gpointer weak;
  Probe *probe;
  Probe *plain;

  g_test_summary (
      "A widget that shows a document is told of all of it when it is set, then of each change, "
      "and of other colours, and keeps the document no longer than itself.");

  sl_app_test_start ();
  trace = sl_app_test_make_trace (10);
  document = sl_document_new (trace);
  weak = document;
  g_object_add_weak_pointer (G_OBJECT (document), &weak);
  probe = g_object_ref_sink (g_object_new (probe_get_type (), NULL));
  g_assert_cmpuint (probe->n_changed, ==, 0);

  g_object_set (probe, "document", document, NULL);
  g_assert_true (probe->base.document == document);
  g_assert_cmpuint (probe->n_attached, ==, 1);
  g_assert_cmpuint (probe->n_changed, ==, 1);
  g_assert_cmphex (probe->changes, ==, G_MAXUINT);

  sl_document_pick_event_of (document, 0, 3);
  g_assert_cmpuint (probe->n_attached, ==, 1);
  g_assert_cmpuint (probe->n_changed, >, 1);
  g_assert_cmphex (probe->changes & SL_CHANGED_PICKED, ==, SL_CHANGED_PICKED);

  probe->changes = 0;
  sl_palette_choice_set_colour_blind (sl_palette_choice_get_default (), TRUE);
  g_assert_cmphex (probe->changes, ==, SL_CHANGED_PALETTE);
  sl_palette_choice_set_colour_blind (sl_palette_choice_get_default (), FALSE);

  plain = g_object_ref_sink (g_object_new (probe_get_type (), "document", document, NULL));
  g_assert_cmpuint (plain->n_changed, ==, 1);
  g_object_unref (plain);
  g_object_unref (probe);
  sl_document_pick_event_of (document, 0, 4);
  g_object_unref (document);
  g_assert_null (weak);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/app/document-widget/follow", test_follow);

  return g_test_run ();
}

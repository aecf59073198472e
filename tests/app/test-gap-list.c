/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <string.h>

#include "sl-analyses.h"
#include "sl-app-test.h"
#include "sl-array-source.h"
#include "sl-details-private.h"
#include "sl-gap-list.h"
#include "sl-kind.h"
#include "sl-load.h"
#include "sl-summary-private.h"

#define N_EVENTS 1000

/* After the events 200, 500 and 700 it is not known how long nothing was recorded; the first two have the
 * time of the event before. */
static SlDocument *
make_document (void)
{
  g_autoptr (GArray) events = g_array_new (FALSE, FALSE, sizeof (SlEvent));
  g_autoptr (SlSource) source = NULL;
  g_autoptr (SlTrace) trace = NULL;
  g_autoptr (GError) error = NULL;

  for (guint i = 0; i < N_EVENTS; i++)
    {
      SlEvent event = { .time = (i == 201 || i == 501 ? i - 1 : i) * 100,
                        .kind = SL_KIND_BUS_FETCH,
                        .b = 8,
                        .offset = i * 12 };

      event.flags = i == 201 || i == 501 || i == 701 ? SL_EVENT_GAP : 0;
      g_array_append_val (events, event);
    }
  source = sl_array_source_new ("byu12", events);
  trace = sl_load_run (source, sl_analyses_get_all (), NULL, NULL, NULL, &error);
  g_assert_no_error (error);
  return sl_document_new (trace);
}

static guint64
click (SlDocument *document)
{
  GtkWidget *box = g_object_ref_sink (gtk_box_new (GTK_ORIENTATION_VERTICAL, 0));
  GtkWidget *button;
  guint64 picked;

  /* The summary is made anew each time that nothing is picked. */
  sl_summary_add_findings (GTK_BOX (box), document, 0, NULL);
  button = sl_app_test_find (box, GTK_TYPE_BUTTON);
  g_assert_nonnull (button);
  g_signal_emit_by_name (button, "clicked");
  g_assert_cmpint (sl_view_state_get_picked (sl_document_get_state (document))->type, ==,
                   SL_TARGET_EVENT);
  picked = sl_view_state_get_picked (sl_document_get_state (document))->index;
  g_object_unref (box);
  return picked;
}

static void
test_next (void)
{
  g_autoptr (SlDocument) document = NULL;
  g_autofree char *text = NULL;
  g_autofree char *none = NULL;

  g_test_summary (
      "Each click on the gaps of the summary goes to the next one, and from the last to the "
      "first; the event behind it says which of them it is.");

  sl_app_test_start ();
  document = make_document ();
  g_assert_cmpuint (click (document), ==, 201);
  g_assert_cmpuint (click (document), ==, 501);
  g_assert_cmpuint (click (document), ==, 701);
  g_assert_cmpuint (click (document), ==, 201);

  text = sl_gap_list_dup_text (document, 0, 501);
  none = sl_gap_list_dup_text (document, 0, 502);
  g_assert_cmpstr (text, ==, "2 of 3: of unknown length");
  g_assert_null (none);
}

static void
append_labels (GtkWidget *widget, GString *text)
{
  if (GTK_IS_LABEL (widget))
    g_string_append_printf (text, "%s\n", gtk_label_get_label (GTK_LABEL (widget)));
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    append_labels (child, text);
}

/* All that is said of gaps of the trace, from number @index on. */
static char *
describe (SlDocument *document, guint64 index, guint64 count)
{
  GtkWidget *box = g_object_ref_sink (gtk_box_new (GTK_ORIENTATION_VERTICAL, 0));
  SlTarget target = { SL_TARGET_ITEMS, 0, g_intern_string ("trace"), 0, index, count };
  GString *text = g_string_new (NULL);

  g_assert_true (sl_gap_details_append (GTK_BOX (box), document, &target));
  append_labels (box, text);
  g_object_unref (box);
  return g_string_free (text, FALSE);
}

static void
test_details (void)
{
  g_autoptr (SlDocument) document = NULL;
  g_autofree char *second = NULL, *all = NULL;
  SlTarget other = { SL_TARGET_ITEMS, 0, g_intern_string ("bus:fetch"), 0, 0, 1 };
  GtkWidget *box;

  g_test_summary (
      "A gap that is picked says which it is, when, how long, and between which events.");

  sl_app_test_start ();
  document = make_document ();
  second = describe (document, 1, 1);
  g_assert_nonnull (strstr (second, "Gap in the Recording\nnot recorded: for an unknown time\n"));
  g_assert_nonnull (strstr (second, "Gap\n2 of 3\n"));
  g_assert_nonnull (strstr (second, "Length\nunknown\n"));
  g_assert_nonnull (strstr (second, "Last event before it\nfetch, #500\n"));
  g_assert_nonnull (strstr (second, "First event after it\nfetch, #501\n"));

  all = describe (document, 0, 3);
  g_assert_nonnull (strstr (all, "Gap\n1 to 3 of 3\n"));
  g_assert_nonnull (strstr (all, "Last event before it\nfetch, #200\n"));
  g_assert_nonnull (strstr (all, "First event after it\nfetch, #701\n"));

  box = g_object_ref_sink (gtk_box_new (GTK_ORIENTATION_VERTICAL, 0));
  g_assert_false (sl_gap_details_append (GTK_BOX (box), document, &other));
  g_object_unref (box);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/app/gap-list/next", test_next);
  g_test_add_func ("/app/gap-list/details", test_details);
  return g_test_run ();
}

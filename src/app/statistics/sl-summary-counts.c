/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-summary-private.h"

#include <glib/gi18n.h>

#include "sl-branch-cause.h"
#include "sl-branch-look.h"
#include "sl-bus-kinds.h"
#include "sl-bus-look.h"
#include "sl-event-text.h"
#include "sl-field-list.h"
#include "sl-picture-style.h"
#include "sl-row-look.h"
#include "sl-scene-parts.h"
#include "sl-scene-widget.h"
#include "sl-source-extras.h"
#include "sl-text.h"
#include "sl-time-text.h"
#include "sl-widget-util.h"

/* What a trace of bus cycles or of branches holds: its rows with their counts, and of bus cycles the
 * gaps between them and the hottest page. */

#define BAR_WIDTH  64
#define BAR_HEIGHT 12

#define SHARE_CHARS 8

/* In place of a colour: the line has none. */
#define NO_COLOUR -2

typedef struct
{
  double share;
  int colour;
} Bar;

static SlScene *
build_bar (SlTextMeasure *measure, gconstpointer data)
{
  const Bar *bar = data;
  const SlView view = { .extent = { 0, BAR_WIDTH },
                        .visible = { 0, BAR_WIDTH },
                        .width = BAR_WIDTH };
  SlScene *scene = sl_scene_new (BAR_WIDTH, BAR_HEIGHT, view, NULL);
  SlPaint paint = bar->colour >= 0 ? sl_paint_object (SL_PAINT_OBJECT, (guint) bar->colour, 1)
                                   : sl_paint (SL_PAINT_DENSITY);

  if (bar->share > 0)
    sl_scene_add_box (scene, SL_LAYER_BOXES, 0,
                      sl_box (0, 1, MAX (bar->share * BAR_WIDTH, 1), BAR_HEIGHT - 2), paint);
  return scene;
}

static GtkWidget *
make_swatch (int colour)
{
  const SlPalette *palette = sl_picture_style_get_palette ();
  SlPaint paint = colour >= 0 ? sl_paint_object (SL_PAINT_OBJECT, (guint) colour, 1)
                              : sl_paint (SL_PAINT_DENSITY);
  double alpha;
  GtkWidget *swatch = sl_swatch_new (sl_palette_resolve (palette, paint, &alpha), 4, 16);

  gtk_widget_set_valign (swatch, GTK_ALIGN_CENTER);
  return swatch;
}

/* @share: of all; below 0 where that says nothing */
static void
add_line (GtkBox *box,
          const SlSummaryPlace *place,
          const char *title,
          const char *figure,
          int colour,
          double share)
{
  GtkWidget *line = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);
  GtkWidget *label = sl_summary_label_new (title, FALSE);
  GtkWidget *count;
  g_autofree char *percent =
      share >= 0 ? sl_text_share ((guint64) (share * 1000000), 1000000) : NULL;
  g_autofree char *name = percent != NULL ? g_strdup_printf ("%s: %s, %s", title, figure, percent)
                                          : g_strdup_printf ("%s: %s", title, figure);

  count = sl_summary_label_new (percent != NULL ? percent : figure, TRUE);

  gtk_widget_set_hexpand (label, TRUE);
  gtk_widget_add_css_class (label, "accent");
  gtk_widget_add_css_class (count, "dim-label");
  if (colour != NO_COLOUR)
    gtk_box_append (GTK_BOX (line), make_swatch (colour));
  gtk_box_append (GTK_BOX (line), label);
  if (share >= 0)
    {
      Bar *bar = g_new0 (Bar, 1);

      *bar = (Bar) { share, colour };
      gtk_box_append (GTK_BOX (line),
                      sl_scene_widget_new (BAR_WIDTH, BAR_HEIGHT, build_bar, bar, g_free));
      gtk_label_set_width_chars (GTK_LABEL (count), SHARE_CHARS);
    }
  gtk_box_append (GTK_BOX (line), count);
  gtk_box_append (box, sl_summary_line_new (place, line, name));
}

/* (nullable): The key of the row that shows a lane; NULL where it is hidden. */
static const char *
find_row (SlDocument *document, guint trace, guint lane)
{
  SlRows *rows = sl_document_get_rows (document);

  for (guint i = 0; i < sl_rows_get_count (rows); i++)
    {
      const SlRow *row = sl_rows_get (rows, i);

      if (row->part == SL_ROW_STATES && row->lane.trace == trace && row->lane.lane == lane)
        return row->key;
    }

  return NULL;
}

static void
add_lane (GtkBox *box, SlDocument *document, guint trace, guint number, double share)
{
  SlTraceSet *set = sl_document_get_trace_set (document);
  const SlLane *lane = sl_trace_get_lane (sl_trace_set_get_trace (set, trace), number);
  SlSummaryPlace place = { .goal = SL_SUMMARY_ROW, .document = document, .trace = trace };
  guint64 count;
  g_autofree char *title = sl_row_look_title (set, trace, lane, SL_ROW_STATES);
  g_autofree char *figure = sl_row_look_figure (set, trace, lane, SL_ROW_STATES, 0, &count);

  place.row = find_row (document, trace, number);
  if (place.row != NULL)
    add_line (box, &place, title, figure != NULL ? figure : "",
              sl_row_look_colour (lane, NULL, SL_ROW_STATES), share);
}

static gboolean
is_of_kind (const SlLane *lane)
{
  return lane->density != NULL && lane->measure < sl_density_get_n_codes (lane->density);
}

/* @special: (out): how many of the cycles are special
 *
 * Returns: how many cycles there are, without the branches that follow from some of them */
static guint64
count_cycles (SlTrace *trace, guint64 *special)
{
  g_autoptr (GArray) kinds = sl_trace_get_kinds (trace);
  guint64 count = 0;

  *special = 0;
  for (guint i = 0; i < kinds->len; i++)
    {
      guint16 kind = g_array_index (kinds, guint16, i);
      guint64 n_events = sl_trace_get_n_events_of_kind (trace, kind);

      if (sl_bus_kind_is_cycle (kind))
        count += n_events;
      if (sl_bus_kind_get_class (kind) == SL_BUS_SPECIAL)
        *special += n_events;
    }
  return MAX (count, 1);
}

static int
compare_kinds (gconstpointer one, gconstpointer other, gpointer trace)
{
  guint16 kinds[2], processors[2];
  const guint lanes[2] = { *(const guint *) one, *(const guint *) other };

  for (guint i = 0; i < 2; i++)
    {
      const SlLane *lane = sl_trace_get_lane (trace, lanes[i]);

      sl_density_get_code (lane->density, lane->measure, &kinds[i], &processors[i]);
    }

  return processors[0] != processors[1] ? processors[0] - processors[1] : kinds[0] - kinds[1];
}

/* Numbers of the lanes of kinds of cycles, processor by processor. */
static GArray *
list_kinds (SlTrace *trace)
{
  GArray *kinds = g_array_new (FALSE, FALSE, sizeof (guint));

  for (guint i = 0; i < sl_trace_get_n_lanes (trace); i++)
    {
      const SlLane *lane = sl_trace_get_lane (trace, i);

      if (lane->type == SL_LANE_BUS && is_of_kind (lane))
        g_array_append_val (kinds, i);
    }
  g_array_sort_with_data (kinds, compare_kinds, trace);
  return kinds;
}

/* Each kind of cycle with its share, by processor, then what they moved. */
static void
add_mix (GtkBox *box, SlDocument *document, guint trace)
{
  SlTrace *owner = sl_trace_set_get_trace (sl_document_get_trace_set (document), trace);
  GtkBox *section = sl_summary_add_section (box, _ ("Mix"));
  g_autoptr (GArray) kinds = list_kinds (owner);
  guint n_lanes = sl_trace_get_n_lanes (owner);
  guint64 special;
  double all = (double) count_cycles (owner, &special);

  for (guint i = 0; i < kinds->len; i++)
    {
      guint number = g_array_index (kinds, guint, i);
      const SlLane *lane = sl_trace_get_lane (owner, number);

      add_lane (section, document, trace, number,
                (double) sl_density_get_total (lane->density, lane->measure) / all);
    }
  for (guint i = 0; i < n_lanes; i++)
    {
      const SlLane *lane = sl_trace_get_lane (owner, i);

      if (lane->type == SL_LANE_BUS && !is_of_kind (lane) &&
          sl_lane_get_track (lane, SL_ROLE_MARKS) != NULL)
        add_lane (section, document, trace, i, (double) special / all);
    }
  for (guint i = 0; i < n_lanes; i++)
    {
      const SlLane *lane = sl_trace_get_lane (owner, i);

      if (lane->type == SL_LANE_BUS && lane->density != NULL && !is_of_kind (lane))
        add_lane (section, document, trace, i, -1);
    }
}

static void
add_gap (GtkBox *box, SlDocument *document, guint trace, const SlBusStatistics *statistics)
{
  SlClock *clock = sl_document_get_clock (document);
  SlSummaryPlace place = { .goal = SL_SUMMARY_EVENT,
                           .document = document,
                           .trace = trace,
                           .number = statistics->gaps.longest };
  g_autofree char *mean = NULL;
  g_autofree char *longest = NULL;

  if (statistics->gaps.gaps.count == 0)
    return;

  mean = sl_time_text_duration (clock,
                                (SlSpan) { 0, sl_range_get_rounded_mean (&statistics->gaps.gaps) });
  longest = sl_time_text_duration (clock, (SlSpan) { 0, statistics->gaps.gaps.max });
  place.goal = SL_SUMMARY_PAGE;
  place.page = "bus";
  add_line (box, &place, _ ("Mean gap"), mean, NO_COLOUR, -1);
  place.goal = SL_SUMMARY_EVENT;
  add_line (box, &place, _ ("Longest gap"), longest, NO_COLOUR, -1);
}

static void
add_hottest (GtkBox *box,
             SlDocument *document,
             guint trace,
             const SlAddressTally *tally,
             guint shift,
             const char *title)
{
  g_autoptr (GArray) hottest = sl_address_tally_dup_hottest (tally, 1);
  SlSummaryPlace place = { .goal = SL_SUMMARY_EVENT,
                           .document = document,
                           .trace = trace,
                           .page = "bus" };
  const SlAddressCount *hot;
  g_autofree char *count = NULL;
  g_autofree char *text = NULL;

  if (hottest->len == 0)
    return;

  hot = &g_array_index (hottest, SlAddressCount, 0);
  count = sl_time_text_ticks (hot->count);
  text = g_strdup_printf ("0x%" G_GINT64_MODIFIER "x × %s", hot->address << shift, count);
  place.number = hot->first;
  add_line (box, &place, title, text, NO_COLOUR, -1);
}

/* Whether the caches were on while the trace was recorded. */
static void
add_extent (GtkBox *box, SlDocument *document, guint trace, const SlBusStatistics *statistics)
{
  static const char *const texts[] = {
    [SL_BUS_EXTENT_UNKNOWN] = NULL,
    [SL_BUS_COMPLETE] = N_ ("complete"),
    [SL_BUS_NEARLY_COMPLETE] = N_ ("nearly complete"),
    [SL_BUS_MISSES] = N_ ("misses only"),
  };
  SlSummaryPlace place = { .goal = SL_SUMMARY_PAGE,
                           .document = document,
                           .trace = trace,
                           .page = "bus" };
  const char *text = texts[sl_bus_reads_get_extent (&statistics->reads)];

  if (text != NULL)
    add_line (box, &place, _ ("Fetches and reads"), _ (text), NO_COLOUR, -1);
}

/**
 * sl_summary_add_bus:
 * @statistics: (nullable): of the whole trace; %NULL while they are worked out
 */
void
sl_summary_add_bus (GtkBox *box,
                    SlDocument *document,
                    guint trace,
                    const SlBusStatistics *statistics)
{
  SlSummaryPlace place = { .goal = SL_SUMMARY_PAGE,
                           .document = document,
                           .trace = trace,
                           .page = "bus" };
  GtkBox *section;
  g_autofree char *pages = NULL;

  add_mix (box, document, trace);
  section = sl_summary_add_section (box, _ ("Gaps and Addresses"));
  if (statistics == NULL)
    {
      GtkWidget *label = sl_summary_label_new (_ ("Counting bus cycles…"), FALSE);

      gtk_widget_add_css_class (label, "dim-label");
      gtk_box_append (section, label);
      return;
    }

  add_extent (section, document, trace, statistics);
  add_gap (section, document, trace, statistics);
  pages = sl_time_text_ticks (sl_address_tally_get_n_addresses (statistics->pages));
  add_line (section, &place, _ ("Pages of 4 KiB"), pages, NO_COLOUR, -1);
  add_hottest (section, document, trace, statistics->pages, SL_BUS_PAGE_SHIFT, _ ("Hottest page"));
  add_hottest (section, document, trace, statistics->ports, 0, _ ("Hottest port"));
}

/* Packets by kind, also those that are counted but are not events. */
static guint64
count_kind (SlTrace *trace, guint16 kind)
{
  return sl_trace_get_n_events_of_kind (trace, kind) +
         sl_source_get_n_unlisted (sl_trace_get_source (trace), kind);
}

static void
add_kinds (GtkBox *box, SlDocument *document, guint trace)
{
  static const guint16 kinds[] = { SL_KIND_PT_TNT_SHORT, SL_KIND_PT_TNT_LONG, SL_KIND_PT_TIP,
                                   SL_KIND_PT_PSB,       SL_KIND_PT_OVF,      SL_KIND_LINUX_LOST };
  SlTrace *owner = sl_trace_set_get_trace (sl_document_get_trace_set (document), trace);
  GtkListBox *list = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (kinds); i++)
    {
      guint64 count = count_kind (owner, kinds[i]);
      g_autofree char *title = NULL;

      if (count == 0)
        continue;

      if (list == NULL)
        list = sl_field_list_append_to (box, _ ("Records"));
      title = sl_event_text_kind_title (kinds[i]);
      sl_field_list_take (list, title, sl_time_text_ticks (count));
    }
}

/**
 * sl_summary_add_branches:
 *
 * Adds nothing where the trace has no rows of branches.
 */
void
sl_summary_add_branches (GtkBox *box, SlDocument *document, guint trace)
{
  SlTrace *owner = sl_trace_set_get_trace (sl_document_get_trace_set (document), trace);
  GtkBox *section = NULL;

  for (guint i = 0; i < sl_trace_get_n_lanes (owner); i++)
    {
      if (sl_trace_get_lane (owner, i)->type != SL_LANE_BRANCH)
        continue;

      if (section == NULL)
        section = sl_summary_add_section (box, _ ("Rows"));
      add_lane (section, document, trace, i, -1);
    }
  if (section != NULL)
    add_kinds (box, document, trace);
}

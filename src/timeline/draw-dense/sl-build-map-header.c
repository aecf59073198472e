/* SPDX-License-Identifier: GPL-3.0-or-later */

/* What stands beside a page map: what it counts, what its colours mean, and its axis. */

#include "sl-build-map-private.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

#include "sl-bus-attribute.h"
#include "sl-bus-look.h"
#include "sl-time-text.h"

/* Pixels. */
#define LABEL_EVERY 24
#define LINE_HEIGHT 14
#define WORDS_X     26
#define TORN_EVERY  6
#define SWATCH      18
#define N_SWATCHES  4
#define FIGURE_GAP  4
#define LABEL_RIGHT 12

/* What words and addresses get of a header of the usual width; what is more is for addresses. */
#define WORDS_WIDTH 86

/* What is left out between two touched pages from here on is shown as torn. */
#define TORN_FROM (16u << 20)

/* Below this height there is no place for what the colours mean. */
#define LEGEND_FROM 190
#define LEVELS_FROM 250

typedef struct
{
  const SlPageMap *map;
  SlPlane plane;
  gboolean by_attribute;
  gboolean of_branches;
  SlAddressAxis axis;
  SlAddressView view;
  double top, height; /* of the cells */
} Header;

static void
add_torn_tick (SlPicture *self, double y)
{
  const float x = (float) self->options->header_width - 8;
  const SlPoint points[] = { { x, (float) y + 1 },
                             { x + 2, (float) y - 2 },
                             { x + 4, (float) y + 2 },
                             { x + 6, (float) y - 1 } };
  SlShape *shape = sl_scene_add_shape (self->scene, SL_LAYER_FRAME, SL_SHAPE_PATH, 0);

  shape->stroke = sl_paint (SL_PAINT_DIM);
  shape->line_width = 1;
  sl_scene_add_points (self->scene, shape, points, G_N_ELEMENTS (points));
}

static double
add_line (SlPicture *self, double y, const char *text)
{
  g_autofree char *fitting =
      sl_text_measure_elide (self->measure, SL_FONT_ROW, text,
                             MIN (WORDS_WIDTH, self->options->header_width - WORDS_X - 64), FALSE);

  if (fitting != NULL)
    sl_build_text (self, SL_LAYER_FRAME,
                   (SlTextSpot) { SL_FONT_ROW, SL_ANCHOR_LEFT, WORDS_X,
                                  sl_build_middle (self, SL_FONT_ROW, y) },
                   fitting, sl_paint (SL_PAINT_SOFT));
  return y + LINE_HEIGHT;
}

static double
add_figure (SlPicture *self, const Header *header, double y)
{
  guint n_pages = sl_page_map_get_n_pages (header->map);
  g_autofree char *digits = g_strdup_printf ("%u", n_pages);
  g_autofree char *grouped = sl_time_text_group (digits);
  g_autofree char *pages = NULL;

  if (header->plane == SL_PLANE_PORTS)
    {
      pages =
          g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "%s port", "%s ports", n_pages), grouped);
      return add_line (self, y, pages);
    }

  pages = g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "%s page", "%s pages", n_pages), grouped);
  y = add_line (self, y, pages);
  return add_line (self, y, _ ("of 4 KiB"));
}

static double
add_entry (SlPicture *self, double y, int colour, const char *text)
{
  SlShape *box = sl_build_box (self, SL_LAYER_FRAME, 0, sl_box (WORDS_X, y - 5, 10, 10),
                               sl_paint_object (SL_PAINT_OBJECT, (guint) MAX (colour, 0), 1));

  box->stroke = sl_paint_object (SL_PAINT_OUTLINE, (guint) colour, 0.2);
  box->line_width = 1;
  sl_build_text (self, SL_LAYER_FRAME,
                 (SlTextSpot) { SL_FONT_ROW, SL_ANCHOR_LEFT, WORDS_X + 13,
                                sl_build_middle (self, SL_FONT_ROW, y) },
                 text, sl_paint (SL_PAINT_SOFT));
  return y + 16;
}

/* What the colours mean where they are types of memory. */
static void
add_attributes (SlPicture *self, double y)
{
  static const char *const texts[SL_N_BUS_ATTRIBUTES] = {
    [SL_BUS_UNCACHEABLE] = N_ ("uncacheable"),
    [SL_BUS_WRITE_THROUGH] = N_ ("write-through"),
    [SL_BUS_WRITE_PROTECT] = N_ ("write-protect"),
    [SL_BUS_WRITE_BACK] = N_ ("write-back"),
  };

  for (guint8 attribute = 0; attribute < SL_N_BUS_ATTRIBUTES; attribute++)
    y = add_entry (self, y, sl_bus_look_colour_of_attribute (attribute), _ (texts[attribute]));
}

/* What they mean where they are types of cycle or of packet. */
static void
add_legend (SlPicture *self, const Header *header, double y)
{
  static const struct
  {
    const char *text;
    guint8 group;
    gboolean of_ports;
  } entries[] = {
    { N_ ("fetch"), SL_PAGE_GROUP_FETCH, FALSE },
    { N_ ("read"), SL_PAGE_GROUP_READ, TRUE },
    { N_ ("invalidate"), SL_PAGE_GROUP_INVALIDATE, FALSE },
    { N_ ("write"), SL_PAGE_GROUP_WRITE, TRUE },
    { N_ ("target"), SL_PAGE_GROUP_TARGET, FALSE },
    { N_ ("tracing on"), SL_PAGE_GROUP_TRACED, FALSE },
    { N_ ("tracing off"), SL_PAGE_GROUP_UNTRACED, FALSE },
    { N_ ("event"), SL_PAGE_GROUP_EVENT, FALSE },
  };

  if (header->by_attribute)
    {
      add_attributes (self, y);
      return;
    }

  for (guint i = 0; i < G_N_ELEMENTS (entries); i++)
    if (sl_page_group_is_of_branches (entries[i].group) == header->of_branches &&
        (header->plane == SL_PLANE_MEMORY || entries[i].of_ports))
      y = add_entry (self, y, sl_bus_look_colour_of_group (entries[i].group), _ (entries[i].text));
}

static char *
dup_short (guint32 count)
{
  if (count < 1000)
    return g_strdup_printf ("%u", count);

  return count < 1000000 ? g_strdup_printf ("%uk", count / 1000)
                         : g_strdup_printf ("%uM", count / 1000000);
}

/* How many events the strengths stand for: from one to the most that any cell has. */
static double
add_levels (SlPicture *self, const Header *header, double y)
{
  guint32 most = MAX (self->map_most[header->plane], N_SWATCHES);
  SlShape *shape = sl_scene_add_shape (self->scene, SL_LAYER_FRAME, SL_SHAPE_CELLS, 0);
  g_autofree char *last = dup_short (most);
  double free_until = WORDS_X + SWATCH * (N_SWATCHES - 0.5) - FIGURE_GAP -
                      sl_text_measure_width (self->measure, SL_FONT_ROW, last) / 2;
  double taken = 0;
  int colour = header->by_attribute  ? sl_bus_look_colour_of_attribute (SL_BUS_WRITE_BACK)
               : header->of_branches ? sl_bus_look_colour_of_group (SL_PAGE_GROUP_TARGET)
                                     : sl_bus_look_colour_of_group (SL_PAGE_GROUP_READ);
  guint8 *values;

  shape->x = WORDS_X;
  shape->y = (float) (y + 2);
  shape->width = N_SWATCHES * SWATCH;
  shape->height = SWATCH / 2;
  shape->spacing = SWATCH / 2;
  shape->fill = sl_paint_object (SL_PAINT_OBJECT, 0, 1);
  values = sl_scene_add_values (self->scene, shape, 2 * N_SWATCHES);
  for (guint i = 0; i < N_SWATCHES; i++)
    {
      double share = (double) i / (N_SWATCHES - 1);
      guint32 count = (guint32) lround (pow (most, share));
      g_autofree char *text = dup_short (count);
      double half = sl_text_measure_width (self->measure, SL_FONT_ROW, text) / 2;
      double x = WORDS_X + SWATCH * (i + 0.5);

      for (guint j = 4 * i; j < 4 * i + 4; j += 2)
        {
          values[j] = (guint8) (1 + colour);
          values[j + 1] = sl_map_get_level (count, most);
        }

      /* The first and the last figure say most: what they leave no room for is left out. */
      if (x - half < taken || (i + 1 < N_SWATCHES && x + half > free_until))
        continue;
      taken = x + half + FIGURE_GAP;
      sl_build_text (self, SL_LAYER_FRAME,
                     (SlTextSpot) { SL_FONT_ROW, SL_ANCHOR_MIDDLE, x,
                                    sl_build_middle (self, SL_FONT_ROW, y + 18) },
                     text, sl_paint (SL_PAINT_SOFT));
    }

  add_line (self, y - 6, _ ("a cell: records"));
  return y + 36;
}

static void
add_words (SlPicture *self, const SlRow *row, const Header *header, double top)
{
  double y = top + 20;

  sl_build_text (self, SL_LAYER_FRAME,
                 (SlTextSpot) { SL_FONT_NAME, SL_ANCHOR_LEFT, WORDS_X,
                                sl_build_middle (self, SL_FONT_NAME, y) },
                 row->title, sl_paint (SL_PAINT_INK));
  y = add_figure (self, header, y + 18);
  if (header->view.scale != SL_ADDRESS_PAGES)
    y = add_line (self, y, sl_address_scale_get_title (header->view.scale));
  else if (header->plane == SL_PLANE_MEMORY)
    {
      y = add_line (self, y, _ ("untouched ones"));
      y = add_line (self, y, _ ("left out"));
    }
  if (header->view.is_zoomed)
    y = add_line (self, y, _ ("enlarged"));
  if (row->height >= LEVELS_FROM)
    y = add_levels (self, header, y + 14);
  if (row->height >= LEGEND_FROM || (header->plane == SL_PLANE_PORTS && row->height >= 100))
    add_legend (self, header, y + 8);
}

/* The highest power of two that is not above @address. */
static guint64
round_to_power (guint64 address)
{
  return address == 0 ? 0 : G_GUINT64_CONSTANT (1) << (63 - __builtin_clzll (address));
}

/* Digits are cut at the front: the last ones tell neighbours apart. */
static char *
dup_label (SlPicture *self, guint64 address, guint n_digits)
{
  g_autofree char *text = g_strdup_printf ("%0*" G_GINT64_MODIFIER "x", (int) n_digits, address);
  double room = self->options->header_width - LABEL_RIGHT - WORDS_X - WORDS_WIDTH;
  gsize length = strlen (text);

  for (gsize cut = 0; cut + n_digits < length; cut++)
    {
      g_autofree char *shorter = cut == 0 ? g_strdup (text) : g_strconcat ("…", text + cut, NULL);

      if (sl_text_measure_width (self->measure, SL_FONT_MONO, shorter) <= room)
        return g_steal_pointer (&shorter);
    }

  if (length <= n_digits)
    return g_steal_pointer (&text);

  return g_strconcat ("…", text + length - n_digits, NULL);
}

/* Addresses every 24 pixels, as round as is possible there. */
static void
add_labels (SlPicture *self, const Header *header)
{
  guint n_digits = header->plane == SL_PLANE_PORTS ? 4 : 8;
  SlPaint paint = sl_paint (SL_PAINT_SOFT);
  double above = header->top + header->height + LABEL_EVERY;
  guint64 last = 0;
  gboolean has_last = FALSE;

  for (double y = header->top + header->height; y >= header->top + 8; y -= LABEL_EVERY)
    {
      double place = (header->top + header->height - y) / header->height;
      guint64 step = sl_address_axis_get_step (&header->axis, place, LABEL_EVERY / header->height);
      guint64 address = sl_address_axis_get_address (&header->axis, place);
      g_autofree char *text = NULL;
      double at = y;

      /* A round address stands where it belongs, a page anywhere in it. */
      if (header->view.scale == SL_ADDRESS_LOG && step > address / 2)
        address = round_to_power (address);
      else
        address -= address % step;
      if (header->view.scale != SL_ADDRESS_PAGES ||
          step < G_GUINT64_CONSTANT (1) << sl_page_map_get_shift (header->map))
        at =
            header->top + header->height * (1 - sl_address_axis_get_place (&header->axis, address));
      if ((has_last && address == last) || at > header->top + header->height + 0.5 ||
          above - at < LABEL_EVERY * 0.6)
        continue;

      last = address;
      has_last = TRUE;
      above = at;
      text = dup_label (self, address, n_digits);
      sl_build_text (self, SL_LAYER_FRAME,
                     (SlTextSpot) { SL_FONT_MONO, SL_ANCHOR_RIGHT,
                                    self->options->header_width - LABEL_RIGHT, at },
                     text, paint);
      sl_build_line (self, SL_LAYER_FRAME, 0,
                     sl_box (self->options->header_width - 4, at - 0.5, 4, 0), paint, 1);
    }
}

/* Where untouched addresses are left out. */
static void
add_torn_ticks (SlPicture *self, const Header *header)
{
  guint n_pages = sl_page_map_get_n_pages (header->map);
  double torn = header->top;

  if (header->view.scale != SL_ADDRESS_PAGES || header->plane == SL_PLANE_PORTS)
    return;

  for (guint i = n_pages; i-- > 1;)
    {
      double bottom, top, y;

      sl_address_axis_get_page_places (&header->axis, i, &bottom, &top);
      if (bottom >= 1)
        continue;
      if (bottom <= 0)
        break;

      y = header->top + header->height * (1 - bottom);
      if (y - torn < TORN_EVERY ||
          sl_page_map_get_page (header->map, i) - sl_page_map_get_page (header->map, i - 1) <
              TORN_FROM)
        continue;

      add_torn_tick (self, y);
      torn = y;
    }
}

/**
 * sl_build_map_header:
 *
 * Writes what the map shows, and the addresses beside it.
 */
void
sl_build_map_header (SlPicture *self, const SlRow *row, double top)
{
  SlTrace *trace = sl_trace_set_get_trace (self->set, row->lane.trace);
  const SlLane *lane = sl_trace_get_lane (trace, row->lane.lane);
  Header header = { .map = lane->map, .of_branches = lane->type == SL_LANE_BRANCH };
  int n_rows = MAX ((row->height - SL_MAP_TOP - SL_MAP_BELOW) / SL_MAP_CELL, 1);

  header.plane = sl_bus_look_get_plane (header.map);
  header.by_attribute = sl_bus_look_goes_by_attribute (self->state, trace, header.plane);
  header.top = top + SL_MAP_TOP;
  header.height = n_rows * SL_MAP_CELL;
  sl_view_state_get_addresses (self->state, row->key, &header.view);
  sl_address_axis_init (&header.axis, header.map, &header.view);

  add_words (self, row, &header, top);
  add_labels (self, &header);
  add_torn_ticks (self, &header);
}

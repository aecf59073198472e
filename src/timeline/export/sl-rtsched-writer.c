/* SPDX-License-Identifier: GPL-3.0-or-later */

/* A textbook scene in the commands of the LaTeX package rtsched, version 2.0. All times are
 * absolute and scaled here: the package's own scale leaves lengths out. What it has no command
 * for is drawn by TikZ, in its coordinates: instant t stands at (t + 1) sx, row i at hy - 3 i sy. */
#include "sl-tikz-writer.h"

#include <math.h>
#include <string.h>

#include "sl-build-textbook-private.h"
#include "sl-error.h"
#include "sl-kind-action.h"
#include "sl-tikz-text.h"

/* The grid gets crowded above. */
#define MAX_UNITS 60

/* In slots: by how much a raised box is lifted, and how high a whole budget stands. */
#define LIFT   0.45
#define BUDGET 1.5

/* Of a section, at most. */
#define LABEL_SHARE 0.85

typedef struct
{
  GString *text;
  SlScene *scene;
  const SlTextbookUnit *unit;
  gint64 first; /* grid line at the left edge */
  gint64 step;  /* grid lines of the picture a slot */
  gint64 n_units;
} Writer;

static double
get_slot (const Writer *self, SlTime time)
{
  return (sl_textbook_unit_from_time (self->unit, time) - (double) self->first) /
         (double) self->step;
}

static void
append_time (Writer *self, SlTime time)
{
  double slot = CLAMP (get_slot (self, time), 0, (double) self->n_units);
  char buffer[G_ASCII_DTOSTR_BUF_SIZE];

  g_string_append (self->text, g_ascii_formatd (buffer, sizeof buffer, "%.4f", slot));
}

/* (t, row) in the package's coordinates, @up slots above the row's base line. */
static void
append_place (Writer *self, SlTime time, guint row, double up)
{
  g_string_append (self->text, "({\\sx*(");
  append_time (self, time);
  g_string_append_printf (self->text, "+1)},{\\hy-3*\\sy*%u+\\sy*(", row + 1);
  sl_tikz_append_number (self->text, up);
  g_string_append (self->text, ")})");
}

static void
append_instant (Writer *self, const char *command, const SlElement *element)
{
  g_string_append_printf (self->text, "\\%s{%u}{", command, element->row + 1);
  append_time (self, element->span.begin);
  g_string_append (self->text, "}\n");
}

/* How far the bottom of the element's box stands above the row's base line, in pixels. */
static gboolean
is_raised (const Writer *self, const SlElement *element)
{
  float row[4];

  if (!sl_scene_get_row_box (self->scene, element->row, row))
    return FALSE;

  return row[1] + SL_TEXTBOOK_BASE - element->y > SL_TEXTBOOK_BOX + SL_TEXTBOOK_LIFT / 2.0;
}

static void
append_rectangle (Writer *self, const SlElement *element, double from, double to, const char *style)
{
  g_string_append_printf (self->text, "\\draw[%s] ", style);
  append_place (self, element->span.begin, element->row, from);
  g_string_append (self->text, " rectangle ");
  append_place (self, element->span.end, element->row, to);
  g_string_append (self->text, ";\n");
}

/* The package cannot lift a box: it is drawn in its coordinates, on what holds it up. */
static void
append_raised (Writer *self, const SlElement *element)
{
  append_rectangle (self, element, 0, LIFT, "thin,pattern=vertical lines,pattern color=gray");
  append_rectangle (self, element, LIFT, LIFT + 1, "fill=lightgray,draw=black,thick");
  g_string_append (self->text, "\\draw[line width=1.6pt] ");
  append_place (self, element->span.begin, element->row, 0);
  g_string_append (self->text, "--");
  append_place (self, element->span.begin, element->row, LIFT);
  g_string_append (self->text, "--");
  append_place (self, element->span.end, element->row, LIFT);
  g_string_append (self->text, "--");
  append_place (self, element->span.end, element->row, 0);
  g_string_append (self->text, ";\n");
}

static void
append_execution (Writer *self, const SlElement *element, const char *options)
{
  g_string_append_printf (self->text, "\\TaskExecution[%s]{%u}{", options, element->row + 1);
  append_time (self, element->span.begin);
  g_string_append (self->text, "}{");
  append_time (self, element->span.end);
  g_string_append (self->text, "}\n");
}

/* Where the picture has the section's label: in the part that no inner section hides. */
static void
append_label (Writer *self, guint number, double up)
{
  guint n_shapes = sl_scene_get_n_shapes (self->scene, SL_LAYER_LABELS);
  const SlShape *shapes = sl_scene_get_shapes (self->scene, SL_LAYER_LABELS);
  const SlElement *element = sl_scene_get_element (self->scene, number);
  SlView view = sl_scene_get_view (self->scene);
  SlTime middle;
  double room;

  for (guint i = 0; i < n_shapes; i++)
    {
      if (shapes[i].element != number || shapes[i].type != SL_SHAPE_TEXT)
        continue;

      middle = sl_view_time (&view, shapes[i].x - sl_scene_get_plot_x (self->scene));
      room = 2 * MIN (get_slot (self, middle) - get_slot (self, element->span.begin),
                      get_slot (self, element->span.end) - get_slot (self, middle));
      g_string_append (self->text, "\\node[inner sep=0pt] at ");
      append_place (self, middle, element->row, up);
      g_string_append (self->text, " {\\slfit{");
      sl_tikz_append_number (self->text, MAX (room * LABEL_SHARE, 0.1));
      g_string_append (self->text, "\\sx}{\\itshape ");
      sl_tikz_append_escaped (self->text, shapes[i].text);
      g_string_append (self->text, "}};\n");
      return;
    }
}

static void
append_section (Writer *self, const SlElement *element)
{
  if (is_raised (self, element))
    append_rectangle (self, element, LIFT, LIFT + 1, "fill=white,draw=black,thick");
  else
    append_execution (self, element, "color=white");
}

/* The names of critical sections, once all boxes are drawn. */
static void
append_labels (Writer *self)
{
  for (guint i = 1; i < sl_scene_get_n_elements (self->scene); i++)
    {
      const SlElement *element = sl_scene_get_element (self->scene, i);

      if (element->type == SL_ELEMENT_BOX && element->state == SL_STATE_HELD)
        append_label (self, i, is_raised (self, element) ? LIFT + 0.5 : 0.5);
    }
}

/* From where the budget was filled up to the new deadline. */
static void
append_arc (Writer *self, const SlElement *element)
{
  gint64 third = sl_span_duration (element->span) / 3;

  g_string_append (self->text, "\\draw[-stealth] ");
  append_place (self, element->span.begin, element->row, BUDGET + 0.1);
  g_string_append (self->text, " .. controls ");
  append_place (self, sl_time_add (element->span.begin, third), element->row, BUDGET + 0.7);
  g_string_append (self->text, " and ");
  append_place (self, sl_time_add (element->span.end, -third), element->row, BUDGET + 0.7);
  g_string_append (self->text, " .. ");
  append_place (self, element->span.end, element->row, BUDGET + 0.3);
  g_string_append (self->text, ";\n");
}

/* Of a server from when it was set: dashed where another one was set before it came. */
static void
append_deadline (Writer *self, const SlElement *element)
{
  const SlRow *row = sl_rows_get (sl_scene_get_rows (self->scene), element->row);
  gboolean replaced = sl_kind_get_action (element->state) == SL_ACTION_REPLENISH;
  gboolean is_guessed = !replaced && element->detail != 0 &&
                        element->detail != SL_SERVER_COMPUTED && row->lane_type == SL_LANE_SERVER;
  double slot = get_slot (self, element->span.end);

  if (row->lane_type == SL_LANE_SERVER)
    append_arc (self, element);
  if (slot < 0 || slot > (double) self->n_units)
    return;

  g_string_append_printf (self->text, "\\TaskDeadline%s{%u}{",
                          replaced               ? "[style=dashed]"
                          : is_guessed           ? "[style=dotted,linecolor=gray]"
                          : element->detail != 0 ? "[linecolor=gray]"
                                                 : "",
                          element->row + 1);
  append_time (self, element->span.end);
  /* The package keeps the style for what comes next. */
  g_string_append (self->text, replaced || is_guessed ? "}\\setkeys{RT}{style}\n" : "}\n");
}

/* The path of the scene's sawtooth, and a dotted line at the whole budget. */
static void
append_budget (Writer *self, guint number, const SlElement *element)
{
  const SlShape *shapes = sl_scene_get_shapes (self->scene, SL_LAYER_BOXES);
  SlView view = sl_scene_get_view (self->scene);
  double left = sl_scene_get_plot_x (self->scene), base = element->y + element->height;

  append_rectangle (self, element, BUDGET, BUDGET, "dotted");
  for (guint i = 0; i < sl_scene_get_n_shapes (self->scene, SL_LAYER_BOXES); i++)
    {
      const SlPoint *points = sl_scene_get_points (self->scene, &shapes[i]);

      if (shapes[i].element != number || shapes[i].type != SL_SHAPE_PATH ||
          shapes[i].fill.role != SL_PAINT_NONE)
        continue;

      g_string_append (self->text, "\\draw[thick] ");
      for (guint j = 0; j < shapes[i].count; j++)
        {
          double up = (base - points[j].y) / element->height * BUDGET;

          if (j > 0)
            g_string_append (self->text, "--");
          append_place (self, sl_view_time (&view, points[j].x - left), element->row, up);
        }
      g_string_append (self->text, ";\n");
    }
}

static void
append_overrun (Writer *self, const SlElement *element)
{
  g_string_append (self->text, "\\node[red,draw=red,rotate=45,inner sep=2pt] at ");
  append_place (self, element->span.begin, element->row, 1.5);
  g_string_append (self->text, " {};\n");
}

/* The trace's own word, where another deadline is in force. */
static void
append_recorded_miss (Writer *self, const SlElement *element)
{
  g_string_append (self->text, "\\draw[red,dashed] ");
  append_place (self, element->span.begin, element->row, 2.2);
  g_string_append (self->text, "--");
  append_place (self, element->span.begin, element->row, 0);
  g_string_append (self->text, ";\n\\node[red,draw=red,fill=white,rotate=45,inner sep=2pt] at ");
  append_place (self, element->span.begin, element->row, 2.3);
  g_string_append (self->text, " {};\n\\node[red,inner sep=0pt] at ");
  append_place (self, element->span.begin, element->row, 2.3);
  g_string_append (self->text, " {$\\scriptscriptstyle\\times$};\n");
}

static void
append_miss (Writer *self, const SlElement *element)
{
  g_string_append (self->text, "\\draw[red,line width=1.6pt,-stealth] ");
  append_place (self, element->span.begin, element->row, 2.2);
  g_string_append (self->text, "--");
  append_place (self, element->span.begin, element->row, 0);
  g_string_append (self->text, ";\n\\node[red,draw=red,fill=red,rotate=45,inner sep=2pt] at ");
  append_place (self, element->span.begin, element->row, 2.3);
  g_string_append (self->text, " {};\n\\node[white,inner sep=0pt] at ");
  append_place (self, element->span.begin, element->row, 2.3);
  g_string_append (self->text, " {$\\scriptscriptstyle\\times$};\n");
  if (element->span.end > element->span.begin)
    append_rectangle (self, element, -0.1, -0.4, "red,pattern=north west lines,pattern color=red");
}

static void
append_box (Writer *self, const SlElement *element)
{
  switch ((int) element->state)
    {
    case SL_STATE_RUNNING:
      if (is_raised (self, element))
        append_raised (self, element);
      else
        append_execution (self, element, "color=lightgray");
      break;
    case SL_STATE_HELD:
      append_section (self, element);
      break;
    case SL_STATE_BLOCKED:
      append_rectangle (self, element, 0, 0.3, "pattern=north east lines");
      break;
    case SL_STATE_THROTTLED:
      append_rectangle (self, element, 0, 0.3, "pattern=vertical lines");
      break;
    default:
      break;
    }
}

static void
append_element (Writer *self, guint number)
{
  const SlElement *element = sl_scene_get_element (self->scene, number);

  switch ((int) element->type)
    {
    case SL_ELEMENT_BOX:
      append_box (self, element);
      break;
    case SL_ELEMENT_RELEASE:
      append_instant (self, "TaskArrival", element);
      break;
    case SL_ELEMENT_DEADLINE:
      append_deadline (self, element);
      break;
    case SL_ELEMENT_FINISH:
      append_instant (self, "TaskEnd", element);
      break;
    case SL_ELEMENT_MISS:
      append_miss (self, element);
      break;
    case SL_ELEMENT_RECORDED_MISS:
      append_recorded_miss (self, element);
      break;
    case SL_ELEMENT_INHERITS:
      g_string_append_printf (self->text, "\\Inherit{%u}{%u}{", element->row + 1,
                              element->detail + 1);
      append_time (self, element->span.begin);
      g_string_append (self->text, "}\n");
      break;
    case SL_ELEMENT_OVERRUN:
      append_overrun (self, element);
      break;
    case SL_ELEMENT_VALUE:
      append_budget (self, number, element);
      break;
    default:
      break;
    }
}

/* Its budget, as the picture calls it. */
static void
append_server (Writer *self, const char *name)
{
  g_string_append (self->text, "$c_{\\mathrm{");
  sl_tikz_append_escaped (self->text, g_utf8_strlen (name, -1) > 2 ? "s" : name);
  g_string_append (self->text, "}}$ ");
}

static void
append_row_labels (Writer *self)
{
  SlRows *rows = sl_scene_get_rows (self->scene);

  for (guint i = 0; i < sl_rows_get_count (rows); i++)
    {
      const SlRow *row = sl_rows_get (rows, i);

      const char *name = sl_row_get_model_name (rows, row);

      g_string_append_printf (self->text, "\\RowLabel{%u}{", i + 1);
      if (row->part == SL_ROW_HEADING)
        {
          g_string_append (self->text, "\\textbf{");
          sl_tikz_append_escaped (self->text, row->title);
          g_string_append (self->text, "}}\n");
          continue;
        }
      if (row->lane_type == SL_LANE_SERVER)
        append_server (self, name);
      else if (g_utf8_strlen (name, -1) > 2)
        g_string_append_printf (self->text, "$\\tau_{%u}$ ", row->place);
      if (row->lane_type != SL_LANE_SERVER || g_utf8_strlen (name, -1) > 2)
        sl_tikz_append_escaped (self->text, name);
      g_string_append (self->text, "}\n");
    }
}

/* The package's own numbers are whole; ours count the unit. */
static void
append_numbers (Writer *self)
{
  for (gint64 i = 0; i <= self->n_units; i += 2)
    {
      g_autofree char *number = sl_textbook_unit_number (self->unit, self->first + i * self->step);

      gboolean negative = g_str_has_prefix (number, "−");

      g_string_append_printf (self->text, "\\node[below,font=\\small] at ({\\sx*%d},0) {$%s%s$};\n",
                              (int) i + 1, negative ? "-" : "",
                              negative ? number + strlen ("−") : number);
    }
}

/* Below the numbers: which locks the letters stand for. */
static void
append_explained (Writer *self)
{
  const char *explained = sl_scene_get_explained (self->scene);

  if (explained == NULL)
    return;

  g_string_append (self->text,
                   "\\node[anchor=north west,inner sep=0pt,font=\\small] at (\\sx,-0.7) {");
  sl_tikz_append_escaped (self->text, explained);
  g_string_append (self->text, ".};\n");
}

static void
choose_units (Writer *self)
{
  SlSpan visible = sl_scene_get_view (self->scene).visible;
  double first = sl_textbook_unit_from_time (self->unit, visible.begin);
  double last = sl_textbook_unit_from_time (self->unit, visible.end);

  self->step = 1;
  while ((last - first) / (double) self->step > MAX_UNITS)
    self->step++;
  self->step = MAX (self->step, 1);
  while (self->step > 1 && sl_textbook_unit_floor (self->step) != self->step)
    self->step++;
  self->first = (gint64) floor (first / (double) self->step) * self->step;
  self->n_units = (gint64) ceil ((last - (double) self->first) / (double) self->step);
}

/**
 * sl_rtsched_writer_write:
 * @scene: in the textbook look
 *
 * Fails with %SL_ERROR_USAGE for another look, and where the span is too long for its signs.
 *
 * Returns: (transfer full) (nullable): UTF-8
 */
GString *
sl_rtsched_writer_write (SlScene *scene, const SlTikzOptions *options, GError **error)
{
  Writer self = { .scene = scene, .unit = sl_scene_get_unit (scene) };
  g_autofree char *slot = NULL;
  guint n_rows;

  if (self.unit == NULL)
    {
      g_set_error_literal (
          error, SL_ERROR, SL_ERROR_USAGE,
          "Only the textbook look can be written for rtsched, for a span in which its symbols fit");
      return NULL;
    }

  n_rows = sl_rows_get_count (sl_scene_get_rows (scene));
  choose_units (&self);
  self.text = g_string_new (NULL);
  sl_tikz_append_head (
      self.text, options->title,
      "Input it where \\usepackage{rtsched} is given: version 2.0 (2015) or later, which uses TikZ.");
  slot = sl_textbook_unit_number (self.unit, self.step);
  g_string_append_printf (self.text, "%% One slot is %s %s.\n", slot,
                          *self.unit->name != '\0' ? self.unit->name
                                                   : sl_clock_get_unit_id (self.unit->clock));
  g_string_append_printf (
      self.text, "\\begin{RTGrid}[width=%dcm,height=%dcm,nosymbols=1,nonumbers=1]{%u}{%d}\n", 15,
      (int) MAX (2 * n_rows, 2), MAX (n_rows, 1), (int) self.n_units);
  g_string_append (self.text, SL_TIKZ_FIT);
  append_row_labels (&self);
  for (guint i = 1; i < sl_scene_get_n_elements (scene); i++)
    append_element (&self, i);
  append_labels (&self);
  append_numbers (&self);
  append_explained (&self);
  g_string_append (self.text, "\\end{RTGrid}\n");

  return self.text;
}

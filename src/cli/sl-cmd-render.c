/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-cli-command.h"

#include <locale.h>
#include <string.h>

#include "sl-cli-addresses.h"
#include "sl-cli-calls.h"
#include "sl-cli-error.h"
#include "sl-cli-jobs.h"
#include "sl-cli-matches.h"
#include "sl-cli-picture.h"
#include "sl-cli-rows.h"
#include "sl-cli-session.h"
#include "sl-cli-symbols.h"
#include "sl-cli-words.h"
#include "sl-filter.h"
#include "sl-scene-builder.h"
#include "sl-source-extras.h"
#include "sl-time-column.h"
#include "sl-time-text.h"
#include "sl-topa-scene.h"

static struct
{
  SlCliPictureOptions picture;
  char *from;
  char *to;
  char *style;
  char *cpu;
  char *axis;
  char *unit;
  char *origin;
  char **lanes;
  char *filter;
  char *session;
  char *title;
  char *view;
  char *address_axis;
  char *addresses;
  char *ports;
  char *colour_by;
  gboolean calls;
} given;

static SlCliRowOptions row_options;

static SlCliDeadlines deadlines;

static const GOptionEntry entries[] = {
  { "output", 'o', 0, G_OPTION_ARG_FILENAME, &given.picture.output,
    "Output file; the extension selects the format: svg, pdf, png, tex or csv", "OUT" },
  { "from", 0, 0, G_OPTION_ARG_FILENAME, &given.from,
    "First instant of the span: 24305936302, +1000, 1.5ms", "T" },
  { "to", 0, 0, G_OPTION_ARG_FILENAME, &given.to, "First instant after the span", "T" },
  { "width", 0, 0, G_OPTION_ARG_FILENAME, &given.picture.width, "Width in pixels (1200)", "W" },
  { "height", 0, 0, G_OPTION_ARG_FILENAME, &given.picture.height,
    "Height in pixels (that of the rows)", "H" },
  { "style", 0, 0, G_OPTION_ARG_FILENAME, &given.style,
    "The look: compact (the default) or textbook", "STYLE" },
  { "cpu", 0, 0, G_OPTION_ARG_FILENAME, &given.cpu,
    "In the textbook look, only the part of processor N", "N" },
  { "axis", 0, 0, G_OPTION_ARG_FILENAME, &given.axis,
    "What the ruler counts: tsc, time, delta or wall", "AXIS" },
  { "unit", 0, 0, G_OPTION_ARG_FILENAME, &given.unit,
    "Unit of times: auto (the default), ns, us, ms, s or ticks", "UNIT" },
  { "origin", 0, 0, G_OPTION_ARG_FILENAME, &given.origin,
    "Where delta time is 0 (the first instant shown)", "T" },
  { "lane", 0, 0, G_OPTION_ARG_FILENAME_ARRAY, &given.lanes,
    "Only lanes whose name matches, such as 'task:*'; may be repeated", "GLOB" },
  { "filter", 0, 0, G_OPTION_ARG_FILENAME, &given.filter,
    "Dim what does not match, such as 'family = task'", "EXPR" },
  { "session", 0, 0, G_OPTION_ARG_FILENAME, &given.session,
    "Draw it as a view that was saved in the window; other options go before what is in it",
    "FILE" },
  { "address-axis", 0, 0, G_OPTION_ARG_FILENAME, &given.address_axis,
    "How maps of addresses are scaled: pages, linear or log", "SCALE" },
  { "addresses", 0, 0, G_OPTION_ARG_FILENAME, &given.addresses,
    "Part of memory that its map shows, such as 0x400000..0x500000", "LO..HI" },
  { "ports", 0, 0, G_OPTION_ARG_FILENAME, &given.ports, "I/O ports that their map shows",
    "LO..HI" },
  SL_CLI_ROW_ENTRIES (row_options),
  { "colour-by", 0, 0, G_OPTION_ARG_FILENAME, &given.colour_by,
    "What the map of addresses is coloured by: type (of the cycle; the default) or attribute",
    "WHAT" },
  { "calls", 0, 0, G_OPTION_ARG_NONE, &given.calls,
    "Show function calls, from Intel PT and the programs that ran", NULL },
  { "palette", 0, 0, G_OPTION_ARG_FILENAME, &given.picture.palette,
    "Colours: light, dark, print, …", "P" },
  { "scale", 0, 0, G_OPTION_ARG_FILENAME, &given.picture.scale,
    "Size of a pixel, from 0.1 to 20 (1)", "S" },
  { "tex", 0, 0, G_OPTION_ARG_FILENAME, &given.picture.tex,
    "Type of a .tex file: tikz (the default), rtsched or beamer", "KIND" },
  { "title", 0, 0, G_OPTION_ARG_FILENAME, &given.title, "Title above the picture", "TEXT" },
  SL_CLI_DEADLINE_ENTRIES (deadlines),
  { "view", 0, 0, G_OPTION_ARG_FILENAME, &given.view,
    "What is drawn: timeline (the default) or topa", "VIEW" },
  G_OPTION_ENTRY_NULL,
};

typedef struct
{
  SlCliPicture picture;
  SlAxis axis;
  SlShownUnit unit;
  SlFilter *filter;
  SlViewState *session; /* a plain view of all where none is given */
  SlCliGlobs *globs;
  SlStyle style;
  guint64 cpu;
  SlAddressView addresses[SL_N_PLANES];
  gboolean is_topa;
  gboolean by_attribute;
} Settings;

static void
settings_clear (Settings *self)
{
  g_clear_pointer (&self->filter, sl_filter_unref);
  g_clear_pointer (&self->session, sl_view_state_unref);
  g_clear_pointer (&self->globs, sl_cli_globs_free);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Settings, settings_clear)

static gboolean
parse_style (SlStyle *style, GError **error)
{
  *style = SL_STYLE_COMPACT;
  if (given.style != NULL && !sl_style_find (given.style, style))
    return sl_cli_refuse (error, "--style", given.style, "unknown look; use compact or textbook");

  return TRUE;
}

static gboolean
parse_cpu (Settings *self, GError **error)
{
  if (given.cpu == NULL)
    return TRUE;
  if (!g_ascii_string_to_unsigned (given.cpu, 10, 0, G_MAXUINT32, &self->cpu, NULL))
    return sl_cli_refuse (error, "--cpu", given.cpu, "not the number of a processor");

  return self->style == SL_STYLE_TEXTBOOK ||
         sl_cli_refuse (error, "--cpu", given.cpu,
                        "only the textbook look has a part for each processor");
}

static gboolean
parse_filter (SlFilter **filter, GError **error)
{
  if (given.filter == NULL)
    return TRUE;
  if (!sl_cli_check_text ("--filter", given.filter, error))
    return FALSE;

  *filter = sl_filter_parse (given.filter, error);
  if (*filter == NULL)
    g_prefix_error (error, "--filter: ");
  return *filter != NULL;
}

/* All that can be judged before the file is read. */
static gboolean
parse_settings (Settings *self, GError **error)
{
  self->axis = SL_AXIS_TIME;

  if (!sl_cli_picture_parse (&self->picture, &given.picture, error) ||
      !parse_style (&self->style, error) || !parse_cpu (self, error) ||
      !parse_filter (&self->filter, error) || !sl_cli_rows_check (&row_options, error) ||
      !sl_cli_addresses_parse (given.address_axis, given.addresses, given.ports, self->addresses,
                               error))
    return FALSE;
  if (given.axis != NULL && !sl_axis_find (given.axis, &self->axis))
    return sl_cli_refuse (error, "--axis", given.axis,
                          "unknown axis; use tsc, time, delta or wall");
  if (given.unit != NULL && !sl_shown_unit_find (given.unit, &self->unit))
    return sl_cli_refuse (error, "--unit", given.unit,
                          "unknown unit; use auto, ns, us, ms, s or ticks");
  self->by_attribute = g_strcmp0 (given.colour_by, "attribute") == 0;
  if (given.colour_by != NULL && !self->by_attribute && strcmp (given.colour_by, "type") != 0)
    return sl_cli_refuse (error, "--colour-by", given.colour_by,
                          "unknown colouring; use type or attribute");
  self->is_topa = g_strcmp0 (given.view, "topa") == 0;
  if (given.view != NULL && !self->is_topa && strcmp (given.view, "timeline") != 0)
    return sl_cli_refuse (error, "--view", given.view, "unknown view; use timeline or topa");
  if (given.title != NULL && !sl_cli_check_text ("--title", given.title, error))
    return FALSE;

  self->globs = sl_cli_globs_new (given.lanes, error);
  return self->globs != NULL;
}

/* Takes @changed for @state. */
static void
replace (SlViewState **state, SlViewState *changed)
{
  sl_view_state_unref (*state);
  *state = changed;
}

static gboolean
parse_origin (const SlCliTraces *set, SlTime fallback, SlTime *origin, GError **error)
{
  *origin = fallback;
  if (given.origin == NULL ||
      sl_time_parse (given.origin, sl_trace_set_get_clock (set->set), origin, error))
    return TRUE;

  g_prefix_error (error, "--origin %s: ", given.origin);
  return FALSE;
}

static gboolean
check_times (const SlCliTraces *set, GError **error)
{
  const SlClock *clock = sl_trace_set_get_clock (set->set);

  if (g_strcmp0 (given.axis, "wall") == 0 && !sl_clock_has_wall (clock))
    return sl_cli_refuse (error, "--axis", given.axis,
                          "the trace does not say what time of day it was");
  if (given.unit != NULL && !sl_clock_has_rate (clock) && strcmp (given.unit, "auto") != 0 &&
      strcmp (given.unit, "ticks") != 0)
    return sl_cli_refuse (error, "--unit", given.unit,
                          "how long a tick takes is not known: give --rate HZ");

  return TRUE;
}

static gboolean
check_style (const Settings *self, const SlCliTraces *set, GError **error)
{
  const char *obstacle = sl_style_get_obstacle (self->style, set->set);

  return obstacle == NULL || sl_cli_refuse (error, "--style", given.style, obstacle);
}

static gboolean
choose_cpu (const Settings *self, const SlCliTraces *set, SlViewState **state, GError **error)
{
  gboolean found;

  replace (state, sl_rows_show_processor (set->set, *state, self->cpu, &found));
  return found || sl_cli_refuse (error, "--cpu", given.cpu, "the trace has no such processor");
}

/* What the view that was saved says where no option does. */
static gboolean
read_session (Settings *self, const SlCliTraces *set, GError **error)
{
  SlSpan extent = sl_trace_set_get_span (set->set);
  const SlViewFit fit = { extent, sl_trace_set_get_size (set->set), set->set, NULL, NULL };
  SlFilter *filter;

  self->session = given.session != NULL && extent.begin < extent.end
                      ? sl_cli_session_read (given.session, &fit, error)
                      : sl_view_state_new (extent);
  if (self->session == NULL)
    return FALSE;

  /* The look of one trace may be none for another. */
  if (given.style == NULL &&
      sl_style_get_obstacle (sl_view_state_get_style (self->session), set->set) == NULL)
    self->style = sl_view_state_get_style (self->session);
  filter = sl_view_state_get_filter (self->session);
  if (given.filter == NULL && filter != NULL)
    self->filter = sl_filter_ref (filter);
  return TRUE;
}

static SlViewState *
make_view (const Settings *self, const SlCliTraces *set, GError **error)
{
  SlViewState *state;
  SlTime origin;
  SlSpan span;

  if (!sl_cli_traces_parse_span (set, given.from, given.to, &span, error) ||
      !parse_origin (set, span.begin, &origin, error))
    return NULL;
  if (span.begin >= span.end)
    {
      g_set_error_literal (error, SL_CLI_ERROR, SL_CLI_STATUS_USAGE,
                           "--from, --to: The trace has nothing in this span");
      return NULL;
    }
  if (self->filter != NULL &&
      !sl_cli_traces_check_filter_somewhere (set, "--filter", self->filter, error))
    return NULL;

  if (!check_style (self, set, error) || !check_times (set, error) ||
      !sl_cli_addresses_check (set, given.address_axis, given.addresses, given.ports, error) ||
      (self->by_attribute && !sl_cli_attributes_check (set, error)))
    return NULL;

  state = sl_view_state_ref (self->session);
  if (given.session == NULL || given.from != NULL || given.to != NULL)
    replace (&state, sl_view_state_with_visible (state, span));
  if (given.session == NULL || given.origin != NULL)
    replace (&state, sl_view_state_with_origin (state, origin));
  if (given.session == NULL || given.axis != NULL)
    replace (&state, sl_view_state_with_axis (state, self->axis));
  if (given.unit != NULL)
    replace (&state, sl_view_state_with_unit (state, self->unit));
  sl_trace_set_show_unit (set->set, sl_view_state_get_unit (state));
  replace (&state, sl_view_state_with_style (state, self->style));
  if (given.filter != NULL)
    replace (&state, sl_view_state_with_filter (state, self->filter, FALSE));
  if (self->by_attribute)
    replace (&state,
             sl_view_state_with_name (state, SL_NAMES_SHOWN_SIGNS, SL_MAP_ATTRIBUTES, TRUE));
  replace (&state,
           sl_cli_addresses_apply (state, sl_trace_set_get_size (set->set), self->addresses));
  if (given.cpu != NULL && !choose_cpu (self, set, &state, error))
    {
      sl_view_state_unref (state);
      return NULL;
    }
  if (given.lanes != NULL)
    replace (&state, sl_cli_rows_choose (set, state, self->globs));
  return state;
}

/* With rows as the options say. */
static SlViewState *
make_state (const Settings *self, const SlCliTraces *set, GError **error)
{
  g_autoptr (SlViewState) view = make_view (self, set, error);

  return view != NULL ? sl_cli_rows_apply (&row_options, set, view, error) : NULL;
}

/* From here on, words stand in the picture; errors before are the same everywhere. */
static void
speak_to_people (void)
{
  setlocale (LC_MESSAGES, "");
}

static SlScene *
build_timeline (const Settings *self,
                const SlCliRequest *request,
                SlCliTraces *set,
                SlTextMeasure *measure,
                GError **error)
{
  g_autoptr (SlViewState) state = make_state (self, set, error);
  g_autoptr (GPtrArray) jobs = NULL;
  g_autoptr (GPtrArray) matches = NULL;
  g_autoptr (GPtrArray) attributes = NULL;
  g_autoptr (GPtrArray) hits = NULL;
  g_autoptr (SlRows) rows = NULL;
  SlSceneOptions options = { .width = self->picture.width,
                             .height = self->picture.height,
                             .show_ruler = TRUE,
                             .measure = measure,
                             .title = given.title };

  if (state == NULL)
    return NULL;
  options.show_cursors = self->style == SL_STYLE_COMPACT && sl_view_state_has_flags (state);
  if (!given.calls)
    for (guint i = 0; i < set->traces->len; i++)
      sl_cli_symbols_note_unread (g_ptr_array_index (set->traces, i), request);
  else if (!sl_cli_calls_find (set, request, sl_view_state_get_visible (state), error))
    return NULL;
  jobs = sl_cli_find_all_jobs (set, &deadlines, error);
  if (jobs == NULL)
    return NULL;

  speak_to_people ();
  hits = sl_cli_hits_find (set, self->filter);
  rows = sl_rows_new_with_findings (set->set, state, 1,
                                    &(SlRowFindings) {
                                        .tables = jobs,
                                        .hits = hits,
                                        .sets_apart = given.lanes == NULL && !row_options.levels,
                                    });
  options.header_width = self->style == SL_STYLE_TEXTBOOK ? sl_textbook_get_margin (rows, measure)
                                                          : sl_header_get_width (rows, measure) +
                                                                sl_time_column_get_width (state);
  matches = sl_cli_matches_find (set, self->filter, self->by_attribute);
  attributes = self->by_attribute ? sl_cli_attributes_find (set) : NULL;
  options.matches = matches;
  options.attributes = attributes;
  return sl_scene_build (rows, state, &options);
}

/* The first of the traces that came from tables of physical addresses. */
static SlScene *
build_topa (const Settings *self, const SlCliTraces *set, SlTextMeasure *measure, GError **error)
{
  SlTopaSceneOptions options = { self->picture.width, SL_TOPA_NO_ENTRY, measure, given.title };

  for (guint i = 0; i < set->traces->len; i++)
    {
      SlTrace *trace = sl_cli_traces_get (set, i)->trace;
      const SlTopaLayout *layout = sl_source_get_topa_layout (sl_trace_get_source (trace));

      if (layout != NULL)
        {
          speak_to_people ();
          return sl_topa_scene_build (layout, &options);
        }
    }

  sl_cli_refuse (error, "--view", given.view,
                 "The trace was not rebuilt from memory; give a state file and its dumps");
  return NULL;
}

static gboolean
run (const SlCliRequest *request, GError **error)
{
  g_auto (Settings) settings = { 0 };
  g_autoptr (SlCliTraces) set = NULL;
  g_autoptr (SlTextMeasure) measure = NULL;
  g_autoptr (SlScene) scene = NULL;
  g_autoptr (SlFileSet) inputs = NULL;
  g_autofree char *name = NULL;
  SlFontSet fonts = SL_FONT_SET_DEFAULT;

  if (!parse_settings (&settings, error))
    return FALSE;
  set = sl_cli_traces_open (request, error);
  if (set == NULL || !read_session (&settings, set, error))
    return FALSE;

  measure = sl_text_measure_new_pango (&fonts);
  scene = settings.is_topa ? build_topa (&settings, set, measure, error)
                           : build_timeline (&settings, request, set, measure, error);
  if (scene == NULL)
    return FALSE;

  name = sl_cli_traces_dup_title (set);
  inputs = sl_cli_inputs_new (set, request, deadlines.model);
  return sl_cli_picture_write (&settings.picture, scene, given.title != NULL ? given.title : name,
                               inputs, error);
}

const SlCliCommand sl_cmd_render = {
  .id = "render",
  .summary = "Draw the timeline as SVG, PDF, PNG or LaTeX",
  .reads_files = TRUE,
  .entries = entries,
  .deadlines = &deadlines,
  .run = run,
};

/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Pictures: whatever a trace says, and whatever is looked at of it in whichever look, a picture of it is
 * written as text, or a reason is given why not. The last bytes of the input choose what is looked at. */
#include "sl-analyses.h"
#include "sl-export.h"
#include "sl-job-table.h"
#include "sl-load.h"
#include "sl-open.h"
#include "sl-scene-builder.h"

#define N_CHOICES 5

/* Longer inputs show nothing more and take their time. */
#define MAX_TRACE (64 << 10)

int LLVMFuzzerTestOneInput (const guint8 *data, gsize size);
const char *__asan_default_options (void);
const char *__lsan_default_suppressions (void);

/* Keys of rows are interned. GLib gives up its table of such words where that grows, the first of which
 * is made as it is loaded; only whole stacks say so. */
const char *
__asan_default_options (void)
{
  return "fast_unwind_on_malloc=0";
}

const char *
__lsan_default_suppressions (void)
{
  return "leak:_dl_init\nleak:g_intern_string\n";
}

static SlTrace *
load (const guint8 *data, gsize size)
{
  g_autoptr (GBytes) bytes = g_bytes_new (data, MIN (size, MAX_TRACE));
  SlProbe probe = { data, MIN (size, SL_PROBE_LENGTH), size, "fuzz" };
  const SlFormat *format = sl_formats_detect (&probe, NULL);
  g_autoptr (SlSource) source =
      format != NULL ? sl_open_bytes (bytes, "fuzz", format->id, NULL, NULL) : NULL;

  return source != NULL ? sl_load_run (source, sl_analyses_get_all (), NULL, NULL, NULL, NULL)
                        : NULL;
}

/* Takes @changed for @state. */
static void
replace (SlViewState **state, SlViewState *changed)
{
  sl_view_state_unref (*state);
  *state = changed;
}

static SlViewState *
choose_state (SlTrace *trace, const guint8 *choices)
{
  SlSpan span = sl_trace_get_span (trace);
  SlTime length = span.end - span.begin;
  SlSpan visible = { span.begin + length / 256 * choices[1], span.end };
  SlViewState *state;

  /* From all of it to some ticks. */
  visible.end = MIN (span.end, visible.begin + MAX (1, length >> (choices[2] % 48)));
  state = sl_view_state_new (visible.end > visible.begin ? visible : span);
  replace (&state, sl_view_state_with_axis (state, (SlAxis) (choices[0] % SL_N_AXES)));
  replace (&state, sl_view_state_with_style (state, (choices[0] & 0x10) != 0 ? SL_STYLE_TEXTBOOK
                                                                             : SL_STYLE_COMPACT));
  return state;
}

static void
write_texts (SlScene *scene, guint8 choice)
{
  static const SlExportType types[] = { SL_EXPORT_SVG, SL_EXPORT_TEX, SL_EXPORT_CSV };
  SlFontSet fonts = SL_FONT_SET_DEFAULT;
  SlExportOptions options = { .type = types[choice % G_N_ELEMENTS (types)],
                              .palette =
                                  sl_palette_get ((SlPaletteId) (choice / 4 % SL_N_PALETTES)),
                              .fonts = &fonts,
                              .scale = 1,
                              .tex = (SlTexType) (choice / 64 % 3) };
  g_autoptr (GError) error = NULL;
  g_autoptr (GBytes) bytes = sl_export_to_bytes (scene, &options, &error);

  g_assert_true ((bytes == NULL) == (error != NULL));
}

int
LLVMFuzzerTestOneInput (const guint8 *data, gsize size)
{
  g_autoptr (SlTrace) trace = size > N_CHOICES ? load (data, size - N_CHOICES) : NULL;
  const guint8 *choices;
  g_autoptr (SlAnnotations) annotations = NULL;
  g_autoptr (SlTraceSet) set = NULL;
  g_autoptr (GPtrArray) jobs = g_ptr_array_new_with_free_func ((GDestroyNotify) sl_job_table_unref);
  g_autoptr (SlTextMeasure) measure = NULL;
  g_autoptr (SlViewState) state = NULL;
  g_autoptr (SlRows) rows = NULL;
  g_autoptr (SlScene) scene = NULL;
  SlSceneOptions options = { .show_ruler = TRUE };

  if (trace == NULL || sl_span_duration (sl_trace_get_span (trace)) == 0)
    return 0;

  choices = data + size - N_CHOICES;
  annotations = sl_annotations_new ();
  set = sl_trace_set_new_single (trace, annotations);
  g_ptr_array_add (jobs, sl_job_table_new (trace, 0, NULL, NULL, NULL));
  measure = sl_text_measure_new_fixed (7);
  state = choose_state (trace, choices);
  rows = sl_rows_new_with_jobs (set, state, 1, jobs);
  options.width = 100 + 8 * choices[3];
  options.header_width = SL_HEADER_WIDTH;
  options.measure = measure;
  scene = sl_scene_build (rows, state, &options);
  write_texts (scene, choices[4]);
  return 0;
}

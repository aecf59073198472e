/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* What is asked of a picture, and the sizes that all of them share. */

#include "sl-block-cache.h"
#include "sl-fold-cache.h"
#include "sl-rows.h"
#include "sl-scene-snap.h"
#include "sl-text-measure.h"
#include "sl-view-state.h"

G_BEGIN_DECLS

/* Sizes of look/, in pixels at scale 1. */
#define SL_HEADER_WIDTH    176 /* at least, see sl_header_get_width() */
#define SL_PLOT_MARGIN     10  /* of a window, for the signs at both ends */
#define SL_BAND_HEIGHT     22 /* of the ruler, and of the strip of cursors; see sl_band_get_height() */
#define SL_OVERVIEW_HEIGHT 42
#define SL_TEXTBOOK_MARGIN 112 /* left of the rows of a textbook picture */

/**
 * SlSceneWake:
 * @time: in reference ticks
 * @waker: number of who woke; 0 for nobody who has a row
 * @cpu: number of the processor on which that was; 0 where nobody knows
 * @woken: number of the task that was woken
 * @is_by_task: whether @waker is a task; else it is an interrupt
 */
typedef struct
{
  SlTime time;
  guint32 waker;
  guint32 cpu;
  guint32 woken;
  gboolean is_by_task;
} SlSceneWake;

/**
 * SlSceneRelation:
 * @type: an #SlRelationType
 * @from, @to: numbers of the objects in whose rows its ends are
 * @begin, @end: reference ticks
 */
typedef struct
{
  guint type;
  guint32 from, to;
  SlTime begin, end;
} SlSceneRelation;

/**
 * SlSceneJob:
 * @trace: number in the set
 * @row: (nullable): key of its task's row; %NULL where what is picked is not part of a job
 * @span: from its release to its finish, in reference ticks
 * @instant: reference tick that is picked; %SL_TIME_MAX for none
 * @is_veiled: whether what took nothing from it is paled
 * @objects: (array length=n_objects): numbers of those that took time from it, and of its task
 *
 * @wakes: (array length=n_wakes): how it was woken; drawn as arrows with numbers
 * @relations: (array length=n_relations): what else led from one row to another; drawn as thin arrows
 *
 * The job that is picked, and when.
 */
typedef struct
{
  guint trace;
  const char *row;
  SlSpan span;
  SlTime instant;
  gboolean is_veiled;
  const guint32 *objects;
  guint n_objects;
  const SlSceneWake *wakes;
  guint n_wakes;
  const SlSceneRelation *relations;
  guint n_relations;
} SlSceneJob;

/**
 * SlSceneOptions:
 * @width: of the whole picture, above the header's
 * @height: of the whole picture; 0 for as high as ruler and rows need
 * @header_width: of the row headers; 0 for none
 * @margin: left and right of the plot, where signs of its first and last instant reach into; the
 *   textbook look has a wider one at the right
 * @scroll_y: pixels by which the rows are scrolled up under the ruler
 * @show_ruler: one or two bands: sl_ruler_get_height()
 * @show_cursors: the strip with flags A and B
 * @hover: (nullable): gets an outline in full ink
 * @focus: (nullable): gets the dashed ring
 * @job: (nullable): gets a ring and a line at its instant
 * @pointer: (nullable): reference tick below the pointer, for the column of values where cursor A is not set
 * @snap: (nullable): the edge or sign that the pointer means, which gets a small ring
 * @zoomed: (nullable): reference ticks that are dragged out to be zoomed into
 * @hit: (nullable): which of the filter's hits is picked, said at its instant; %NULL for none
 * @measure: (transfer none): how wide text is
 * @title: (nullable): a line above the picture
 * @cache: (nullable): keeps folds from one scene of the same rows to the next
 * @zones: (nullable): keeps decoded events from one scene to the next, and says how many more may
 *   be decoded; %NULL to decode all that the picture can show
 * @matches: (nullable) (element-type SlBusMatches): by trace, what the filter lets through of bus
 *   cycles, as far as it is known; entries may be %NULL
 * @attributes: (nullable) (element-type SlBusMatches): by trace, all bus cycles by type of memory, as far
 *   as they are known; entries may be %NULL
 */
typedef struct
{
  int width;
  int height;
  int header_width;
  int margin;
  int scroll_y;
  gboolean show_ruler;
  gboolean show_cursors;
  const SlTarget *hover;
  const SlTarget *focus;
  const SlSceneJob *job;
  const SlTime *pointer;
  const SlSceneSnap *snap;
  const SlSpan *zoomed;
  const char *hit;
  SlTextMeasure *measure;
  const char *title;
  SlFoldCache *cache;
  SlBlockCache *zones;
  GPtrArray *matches;
  GPtrArray *attributes;
} SlSceneOptions;

int sl_header_get_width (const SlRows *rows, SlTextMeasure *measure);
int sl_band_get_height (const SlRows *rows);
int sl_ruler_get_height (const SlRows *rows, SlViewState *state);
int sl_textbook_get_margin (const SlRows *rows, SlTextMeasure *measure);

G_END_DECLS

/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* What the parts of the textbook look share while one picture is made. */

#include "sl-legend-sign.h"
#include "sl-textbook-size.h"
#include "sl-textbook-unit.h"

G_BEGIN_DECLS

/* What a legend explains: bits of SlTextbook.signs. */
typedef enum
{
  SL_SIGN_RELEASE = 1 << 0,
  SL_SIGN_DEADLINE = 1 << 1,
  SL_SIGN_INFERRED = 1 << 2,
  SL_SIGN_FINISH = 1 << 3,
  SL_SIGN_SECTION = 1 << 4,
  SL_SIGN_WAITS = 1 << 5,
  SL_SIGN_INHERITS = 1 << 6,
  SL_SIGN_RAISED = 1 << 7,
  SL_SIGN_THROTTLED = 1 << 8,
  SL_SIGN_MISS = 1 << 9,
  SL_SIGN_OVERRUN = 1 << 10,
  SL_SIGN_ABORTED = 1 << 11,
  SL_SIGN_POSTPONED = 1 << 12,
  SL_SIGN_GUESSED = 1 << 13,
  SL_SIGN_RECORDED = 1 << 14,
  SL_SIGN_ELSEWHERE = 1 << 15,
  SL_SIGN_NOT_RECORDED = 1 << 16,
  SL_SIGN_UNINTERRUPTIBLE = 1 << 17,
  SL_SIGN_STOPPED = 1 << 18,
  SL_SIGN_WAKING = 1 << 19,
} SlTextbookSign;

/* What a text takes of the page, in pixels. */
typedef struct
{
  double left;
  double top;
  double right;
  double bottom;
} SlTextbookRoom;

/* Where a text may be. */
typedef struct
{
  SlAnchor anchor;
  double x;
  double y; /* of the base line */
} SlTextbookPlace;

/* Sizes of runs: roman, italic and lowered. */
typedef enum
{
  SL_TEXTBOOK_NORMAL,
  SL_TEXTBOOK_SMALL,
  SL_TEXTBOOK_SYMBOL,
  SL_TEXTBOOK_CAPTION,
} SlTextbookSize;

/* A text, wherever it comes. */
typedef struct
{
  SlLayer layer;
  guint32 element; /* that it says something of */
  SlTextbookSize size;
  const char *text;
  SlPaint paint;
} SlTextbookText;

/* A text that comes where there is room for it; its string is owned by the scene. */
typedef struct
{
  SlTextbookText text;
  SlTextbookPlace places[3];
  guint n_places;
} SlTextbookWish;

/**
 * SlTextbook:
 * @pen: of the row at hand; of no row between them
 * @compact: the unit is too narrow for the signs
 * @signs: those that the picture has
 * @served: server's lane → states of the tasks that it serves
 * @lock_of: lock's (trace, number) → one of @locks
 * @locks: what locks are called
 * @places: critical sections whose labels come when all of them are known
 * @explained: what letters stand for, as pieces of a caption
 * @taken: band of the page → #SlTextbookRoom of texts and signs
 * @wishes: (element-type SlTextbookWish): texts that come when all signs are drawn
 * @blockers: number of a trace → who keeps its tasks from its locks
 * @n_jobs, @n_missed: whose releases are in the picture
 * @processors: (nullable) (element-type SlLaneRef): lanes of all processors; %NULL while not wanted
 * @counted: (element-type SlJob): jobs of tasks that are in the parts of several processors, once they count
 */
typedef struct
{
  SlPicture *picture;
  SlRowPen *pen;
  SlTextbookUnit unit;
  gboolean compact;
  guint signs;
  GHashTable *served;
  GHashTable *lock_of;
  GPtrArray *locks;
  GArray *places;
  GString *explained;
  GHashTable *taken;
  GArray *wishes;
  GHashTable *blockers;
  guint n_jobs;
  guint n_missed;
  GHashTable *counted;
  GArray *processors;
} SlTextbook;

/* In texts: what follows is italic, roman, or lowered and small. */
#define SL_TEXTBOOK_I "\001"
#define SL_TEXTBOOK_R "\002"
#define SL_TEXTBOOK_S "\003"

double sl_textbook_scaled (const SlTextbook *self, double pixels);
double sl_textbook_text_width (SlTextbook *self, SlTextbookSize size, const char *text);
double sl_textbook_add_text (SlTextbook *self, const SlTextbookText *text, SlTextbookPlace place);
gboolean sl_textbook_try_text (SlTextbook *self, const SlTextbookText *text, SlTextbookPlace place);
void sl_textbook_wish_text (SlTextbook *self,
                            const SlTextbookText *text,
                            const SlTextbookPlace *places,
                            guint n_places);
void sl_textbook_wish_beside (SlTextbook *self,
                              const SlTextbookText *text,
                              double x,
                              double gap,
                              double y);
void sl_textbook_grant_wishes (SlTextbook *self);
void sl_textbook_take (SlTextbook *self, double x, double y, double width, double height);
char *sl_textbook_dup_symbol (const SlTextbook *self, const SlRow *row) G_GNUC_WARN_UNUSED_RESULT;
char *sl_textbook_dup_server (const SlTextbook *self, const SlRow *row) G_GNUC_WARN_UNUSED_RESULT;

GArray *sl_textbook_new_places (void);
const char *sl_textbook_get_lock (SlTextbook *self, guint32 number);
void sl_textbook_add_lock (SlTextbook *self,
                           guint32 number,
                           guint32 element,
                           double x,
                           double y,
                           double width,
                           double height);
void sl_textbook_add_locks (SlTextbook *self);
void sl_textbook_draw_lock (SlTextbook *self, double x, double y, double width, double height);

void sl_textbook_add_arrow (SlTextbook *self,
                            guint32 element,
                            double x,
                            double base,
                            gboolean up,
                            SlPaint paint,
                            double line_width);
void sl_textbook_add_head (SlTextbook *self,
                           SlLayer layer,
                           guint32 element,
                           double x,
                           double y,
                           double dx,
                           double dy,
                           double half,
                           SlPaint paint);
void sl_textbook_add_postponed (SlTextbook *self,
                                SlLayer layer,
                                guint32 element,
                                double x,
                                double top,
                                double base);
void sl_textbook_add_guessed (SlTextbook *self,
                              SlLayer layer,
                              guint32 element,
                              double x,
                              double top,
                              double base);
void sl_textbook_add_recorded_shaft (SlTextbook *self,
                                     SlLayer layer,
                                     guint32 element,
                                     double x,
                                     double top,
                                     double base);
void sl_textbook_add_disc (SlTextbook *self, guint32 element, double x, double base);
void sl_textbook_add_section (SlTextbook *self,
                              guint32 element,
                              double x,
                              double y,
                              double width,
                              double height);
void sl_textbook_add_raised (SlTextbook *self,
                             guint32 element,
                             double x,
                             double base,
                             double width,
                             double lift);
void sl_textbook_add_strip (SlTextbook *self,
                            guint32 element,
                            SlHatch hatch,
                            double x,
                            double y,
                            double width,
                            SlPaint paint);

void sl_textbook_add_row (SlTextbook *self);
double sl_textbook_get_x (SlTextbook *self, SlTime own);
guint32 sl_textbook_add_box_element (SlTextbook *self,
                                     guint track,
                                     guint64 first,
                                     guint64 count,
                                     SlSpan own,
                                     SlState state,
                                     guint32 detail);
void sl_textbook_add_sections (SlTextbook *self, SlSpan own, double y);
void sl_textbook_add_jobs (SlTextbook *self);
void sl_textbook_add_budget (SlTextbook *self);
const SlTrack *sl_textbook_find_stopped (SlTrace *trace, SlTime time);
guint sl_textbook_get_most_marks (SlTrace *trace);
GPtrArray *sl_textbook_get_served (SlTextbook *self, SlLaneRef server);
gboolean sl_textbook_is_served (SlTextbook *self);
void sl_textbook_add_server_deadlines (SlTextbook *self, const char *name, const SlTrack *marks);
void sl_textbook_add_inheritance (SlTextbook *self, const SlItem *blocked);
void sl_textbook_add_grid (SlTextbook *self, double top, double bottom);
void sl_textbook_add_axis (SlTextbook *self, double y);
void sl_textbook_add_names (SlTextbook *self);
char *sl_textbook_dup_length (const SlTextbook *self,
                              const SlRow *row,
                              gint64 ticks) G_GNUC_WARN_UNUSED_RESULT;
double sl_textbook_add_legend (SlTextbook *self, double x, double y, double width);
void sl_textbook_add_window_legend (SlTextbook *self, double height);
double sl_textbook_add_caption (SlTextbook *self, double x, double y, double width);

guint32 sl_textbook_find_processor (SlTextbook *self, SlItem *run);
guint32 sl_textbook_find_home (SlTextbook *self, SlTime time);
void sl_textbook_add_gap (SlTextbook *self, guint32 element, SlBox box, double alpha);
void sl_textbook_add_elsewhere (SlTextbook *self,
                                guint32 element,
                                double x,
                                double base,
                                double width,
                                guint32 processor);
void sl_textbook_add_heading (SlTextbook *self);
void sl_textbook_name_heading (SlTextbook *self, const SlRow *row);
gboolean sl_textbook_is_window (const SlPicture *picture);
gboolean sl_textbook_is_crowded (SlTextbook *self);
double sl_textbook_get_busy (const SlPicture *picture, const SlRow *part);
double sl_textbook_get_utilisation (const SlPicture *picture, const SlRow *part);
char *sl_textbook_dup_load (const SlPicture *picture, const SlRow *part) G_GNUC_WARN_UNUSED_RESULT;

void sl_build_textbook (SlPicture *picture);
void sl_legend_draw_textbook (SlPicture *self, SlLegendSign sign);

G_END_DECLS

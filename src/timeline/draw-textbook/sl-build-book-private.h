/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* What the parts of the textbook look share while one picture is made. */

#include "sl-book-size.h"
#include "sl-book-unit.h"
#include "sl-legend-sign.h"

G_BEGIN_DECLS

/* What a legend explains: bits of SlBook.signs. */
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
} SlBookSign;

/* What a text takes of the page, in pixels. */
typedef struct
{
  double left;
  double top;
  double right;
  double bottom;
} SlBookRoom;

/* Where a text may be. */
typedef struct
{
  SlAnchor anchor;
  double x;
  double y;
} SlBookPlace;

/* A text that comes where there is room for it; owned by the scene. */
typedef struct
{
  SlLayer layer;
  guint32 element;
  const char *text;
  SlPaint paint;
  SlBookPlace places[3];
  guint n_places;
} SlBookWish;

/**
 * SlBook:
 * @compact: the unit is too narrow for the signs
 * @signs: those that the picture has
 * @served: server's lane → states of the tasks that it serves
 * @lock_of: lock's (trace, number) → one of @locks
 * @locks: what locks are called
 * @places: critical sections whose labels come when all of them are known
 * @explained: what letters stand for, as pieces of a caption
 * @taken: band of the page → #SlBookRoom of texts and signs
 * @wishes: (element-type SlBookWish): texts that come when all signs are drawn
 * @blockers: number of a trace → who keeps its tasks from its locks
 * @n_jobs, @n_missed: whose releases are in the picture
 */
typedef struct
{
  SlBuild *build;
  SlBookUnit unit;
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
} SlBook;

/* Runs of one size: roman, italic and lowered. */
typedef enum
{
  SL_BOOK_NORMAL,
  SL_BOOK_SMALL,
  SL_BOOK_SYMBOL,
  SL_BOOK_CAPTION,
} SlBookSize;

/* In texts: what follows is italic, roman, or lowered and small. */
#define SL_BOOK_I "\001"
#define SL_BOOK_R "\002"
#define SL_BOOK_S "\003"

double sl_book_text_width (SlBook *self, SlBookSize size, const char *text);
double sl_book_add_text (SlBook *self,
                         SlLayer layer,
                         guint32 element,
                         SlBookSize size,
                         SlAnchor anchor,
                         double x,
                         double y,
                         const char *text,
                         SlPaint paint);
gboolean sl_book_try_text (SlBook *self,
                           SlLayer layer,
                           guint32 element,
                           SlBookSize size,
                           SlAnchor anchor,
                           double x,
                           double y,
                           const char *text,
                           SlPaint paint);
void sl_book_wish_text (SlBook *self,
                        SlLayer layer,
                        guint32 element,
                        const char *text,
                        SlPaint paint,
                        const SlBookPlace *places,
                        guint n_places);
void sl_book_wish_beside (SlBook *self,
                          SlLayer layer,
                          guint32 element,
                          double x,
                          double gap,
                          double y,
                          const char *text,
                          SlPaint paint);
void sl_book_grant_wishes (SlBook *self);
void sl_book_take (SlBook *self, double x, double y, double width, double height);
char *sl_book_dup_symbol (const SlBook *self, const SlRow *row) G_GNUC_WARN_UNUSED_RESULT;
char *sl_book_dup_server (const SlBook *self, const SlRow *row) G_GNUC_WARN_UNUSED_RESULT;

GArray *sl_book_new_places (void);
const char *sl_book_get_lock (SlBook *self, guint32 number);
void sl_book_add_lock (SlBook *self,
                       guint32 number,
                       guint32 element,
                       double x,
                       double y,
                       double width,
                       double height);
void sl_book_add_locks (SlBook *self);
void sl_book_draw_lock (SlBook *self, double x, double y, double width, double height);

void sl_book_add_arrow (SlBook *self,
                        guint32 element,
                        double x,
                        double base,
                        gboolean up,
                        SlPaint paint,
                        double line_width);
void sl_book_add_head (SlBook *self,
                       SlLayer layer,
                       guint32 element,
                       double x,
                       double y,
                       double dx,
                       double dy,
                       double half,
                       SlPaint paint);
void sl_book_add_postponed (SlBook *self,
                            SlLayer layer,
                            guint32 element,
                            double x,
                            double top,
                            double base);
void sl_book_add_guessed (SlBook *self,
                          SlLayer layer,
                          guint32 element,
                          double x,
                          double top,
                          double base);
void sl_book_add_recorded_shaft (SlBook *self,
                                 SlLayer layer,
                                 guint32 element,
                                 double x,
                                 double top,
                                 double base);
void sl_book_add_disc (SlBook *self, guint32 element, double x, double base);
void sl_book_add_section (SlBook *self,
                          guint32 element,
                          double x,
                          double y,
                          double width,
                          double height);
void sl_book_add_raised (SlBook *self, guint32 element, double x, double base, double width);
void sl_book_add_strip (SlBook *self,
                        guint32 element,
                        SlHatch hatch,
                        double x,
                        double y,
                        double width,
                        SlPaint paint);

void sl_book_add_row (SlBook *self);
void sl_book_add_jobs (SlBook *self);
void sl_book_add_budget (SlBook *self);
const SlTrack *sl_book_find_stopped (SlTrace *trace, SlTime time);
guint sl_book_get_most_marks (SlTrace *trace);
GPtrArray *sl_book_get_served (SlBook *self, SlLaneRef server);
gboolean sl_book_is_served (SlBook *self);
void sl_book_add_server_deadlines (SlBook *self, const char *name, const SlTrack *marks);
void sl_book_add_inheritance (SlBook *self, const SlItem *blocked);
void sl_book_add_grid (SlBook *self, double top, double bottom);
void sl_book_add_axis (SlBook *self, double y);
void sl_book_add_names (SlBook *self);
char *
sl_book_dup_length (const SlBook *self, const SlRow *row, gint64 ticks) G_GNUC_WARN_UNUSED_RESULT;
double sl_book_add_legend (SlBook *self, double x, double y, double width);
void sl_book_add_window_legend (SlBook *self, double height);
double sl_book_add_caption (SlBook *self, double x, double y, double width);

gboolean sl_book_is_window (const SlBuild *build);
gboolean sl_book_is_crowded (SlBook *self);
double sl_book_get_busy (const SlBuild *build);
double sl_book_get_utilization (const SlBuild *build);

void sl_build_book (SlBuild *build);
void sl_legend_draw_textbook (SlBuild *self, SlLegendSign sign);

G_END_DECLS

/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* What the parts of the textbook look share while one picture is made. */

#include "sl-book-unit.h"
#include "sl-build-private.h"

G_BEGIN_DECLS

/* Sizes of look/, in pixels at scale 1. */
#define SL_BOOK_BASE      64 /* of the base line, below the row's top */
#define SL_BOOK_BOX       26
#define SL_BOOK_ARROW     47
#define SL_BOOK_LIFT      11
#define SL_BOOK_LOW       9
#define SL_BOOK_RIGHT     44 /* room for the axis' head and what points outwards */
#define SL_BOOK_LINE      1.5
#define SL_BOOK_THIN      0.7
#define SL_BOOK_TEXT_HALO 3

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
} SlBookSign;

/**
 * SlBook:
 * @compact: the unit is too narrow for the signs
 * @signs: those that the picture has
 * @letters: lock's (trace, number) → letter, owned by the scene
 * @explained: what letters stand for, as pieces of a caption
 * @n_jobs, @n_missed: whose releases are in the picture
 * @label_end: right edge of the last label under the row at hand
 * @utilization: share of the time in which a processor ran a task
 */
typedef struct
{
  SlBuild *build;
  SlBookUnit unit;
  gboolean compact;
  guint signs;
  GHashTable *letters;
  GString *explained;
  guint n_jobs;
  guint n_missed;
  double utilization;
  double label_end;
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
char *sl_book_dup_symbol (const SlBook *self, const SlRow *row) G_GNUC_WARN_UNUSED_RESULT;
const char *sl_book_get_letter (SlBook *self, guint32 lock);

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
void sl_book_add_disc (SlBook *self, guint32 element, double x, double base);
void sl_book_add_section (SlBook *self,
                          guint32 element,
                          double x,
                          double y,
                          double width,
                          double height,
                          const char *letter);
void sl_book_add_letter (SlBook *self,
                         guint32 element,
                         double x,
                         double y,
                         double width,
                         double height,
                         const char *letter);
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
GPtrArray *sl_book_find_served (SlBuild *build, const SlTaskRule *rule, const SlTrack *marks);
gboolean sl_book_add_server_deadlines (SlBook *self);
void sl_book_add_inheritance (SlBook *self, const SlItem *blocked);
void sl_book_add_names (SlBook *self);
double sl_book_add_legend (SlBook *self, double x, double y, double width);
double sl_book_add_caption (SlBook *self, double x, double y, double width);

void sl_build_book (SlBuild *build);

G_END_DECLS

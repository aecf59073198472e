/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* A picture that is too high for one page, cut between its rows. */

#include "sl-scene.h"

G_BEGIN_DECLS

/* Of a trace, a group and a process in it. */
#define SL_PRINT_MOST_HEADINGS 3

/* Pixels of the picture: of its rows, or of all of it in the textbook look. */
typedef struct
{
  int from;
  int to;
} SlPrintStrip;

/**
 * SlPrintPart:
 * @headings: of the groups that go on, which are drawn above the rest once more, the outermost first
 *
 * What is on one page.
 */
typedef struct
{
  SlPrintStrip strip;
  SlPrintStrip headings[SL_PRINT_MOST_HEADINGS];
  guint n_headings;
} SlPrintPart;

void
sl_print_parts_divide (GArray *parts, SlRows *rows, const SlScene *scene, int height, int room);

G_END_DECLS

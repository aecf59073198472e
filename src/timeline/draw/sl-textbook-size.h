/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* Sizes of the textbook look that the marks of the view need too. */

#include "sl-build-private.h"

G_BEGIN_DECLS

/* Sizes of look/, in pixels at scale 1. */
#define SL_TEXTBOOK_BASE      64 /* of the base line, below the row's top; see sl_textbook_get_base() */
#define SL_TEXTBOOK_BOX       26
#define SL_TEXTBOOK_ARROW     47
#define SL_TEXTBOOK_LIFT      11
#define SL_TEXTBOOK_LOW       9
#define SL_TEXTBOOK_RIGHT     56 /* room for the axis' head and what points outwards */
#define SL_TEXTBOOK_LINE      1.5
#define SL_TEXTBOOK_THIN      0.7
#define SL_TEXTBOOK_TEXT_HALO 3

double sl_textbook_get_base (const SlPicture *picture, const SlRow *row);

G_END_DECLS

/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* A small number for each pair of numbers, the same as long as the program runs: where only one number fits. */

#include <glib.h>

G_BEGIN_DECLS

/* Pairs that are numbered; a damaged file could name more. */
#define SL_NUMBER_PAIRS_MOST (1u << 20)

gboolean sl_number_pairs_add (guint64 first, guint64 second, guint32 *number);
gboolean sl_number_pairs_get (guint32 number, guint64 *first, guint64 *second);

G_END_DECLS

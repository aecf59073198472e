/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* Does many small pieces of work at once while the caller waits, such as what one picture is made of. */

#include <glib.h>

G_BEGIN_DECLS

/**
 * SlParallelFunc:
 * @number: of the piece
 *
 * Does one piece of work, on any thread.
 */
typedef void (*SlParallelFunc) (guint number, gpointer user_data);

void sl_parallel_run (guint n_pieces, SlParallelFunc func, gpointer user_data);

G_END_DECLS

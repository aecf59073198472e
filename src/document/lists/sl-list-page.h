/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* GTK counts the pixels of a list in 32 bits: 2²⁴ rows of up to 127 px fit. Longer lists come in
 * pages of this many rows. */
#define SL_PAGE_ROWS (1u << 24)

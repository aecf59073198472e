/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-error.h"

G_DEFINE_QUARK (sl-error-quark, sl_error)

/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* Small traces with all that is odd. */

#include <glib.h>

G_BEGIN_DECLS

typedef struct
{
  const char *id;
  const char *title;
  const char *format; /* id of the format that reads it; NULL where none does */
  void (*make) (GByteArray *file);
} SlByuCase;

const SlByuCase *sl_byu_cases_get_all (guint *n_cases);
const SlByuCase *sl_byu_cases_find (const char *id);
GBytes *sl_byu_case_make (const SlByuCase *self) G_GNUC_WARN_UNUSED_RESULT;

G_END_DECLS

/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Task models: whatever the text says, it is refused with a reason, or written it reads as the same. */
#include <string.h>

#include "sl-task-model.h"

int LLVMFuzzerTestOneInput (const guint8 *data, gsize size);

/* GLib keeps a carriage return of an empty line when it reads, and drops it when it reads again. */
static void
drop_returns (char *text)
{
  char *to = text;

  for (const char *from = text; from != NULL && *from != '\0'; from++)
    {
      if (*from != '\r')
        *to++ = *from;
    }
  if (to != NULL)
    *to = '\0';
}

int
LLVMFuzzerTestOneInput (const guint8 *data, gsize size)
{
  g_autofree char *text = g_strndup ((const char *) data, size);
  g_autoptr (GError) error = NULL;
  g_autoptr (SlTaskModel) model = sl_task_model_parse (text, "fuzz", &error);
  g_autofree char *written = model != NULL ? sl_task_model_to_text (model) : NULL;
  g_autoptr (SlTaskModel) again =
      written != NULL ? sl_task_model_parse (written, "fuzz", NULL) : NULL;
  g_autofree char *rewritten = again != NULL ? sl_task_model_to_text (again) : NULL;

  g_assert_true ((model == NULL) == (error != NULL));
  g_assert_true ((model == NULL) == (again == NULL));
  drop_returns (written);
  drop_returns (rewritten);
  g_assert_cmpstr (written, ==, rewritten);
  return 0;
}

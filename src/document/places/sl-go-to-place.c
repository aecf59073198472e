/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-go-to-place.h"

#include "sl-error.h"

/**
 * sl_go_to_new:
 * @said: (transfer full):
 */
SlGoTo *
sl_go_to_new (SlGoToType type, char *said)
{
  SlGoTo *self = g_new0 (SlGoTo, 1);

  self->type = type;
  self->said = said;
  return self;
}

/**
 * sl_go_to_free:
 */
void
sl_go_to_free (SlGoTo *self)
{
  g_free (self->said);
  g_free (self);
}

/**
 * sl_go_to_set_error:
 * @text: (transfer full): why a line of text leads nowhere, a translated sentence
 *
 * Sets %SL_ERROR_USAGE.
 */
void
sl_go_to_set_error (GError **error, char *text)
{
  g_set_error_literal (error, SL_ERROR, SL_ERROR_USAGE, text);
  g_free (text);
}

/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-go-to-place.h"

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

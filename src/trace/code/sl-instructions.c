/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-instructions.h"

/**
 * sl_instructions_new:
 *
 * Returns: (transfer full): none yet, to be filled by who decodes
 */
SlInstructions *
sl_instructions_new (void)
{
  SlInstructions *self = g_new0 (SlInstructions, 1);

  self->list = g_array_new (FALSE, FALSE, sizeof (SlInstruction));
  return self;
}

void
sl_instructions_free (SlInstructions *self)
{
  g_array_unref (self->list);
  g_free (self);
}

/**
 * sl_instruction_class_get_id:
 *
 * Returns: a word for scripts
 */
const char *
sl_instruction_class_get_id (SlInstructionClass type)
{
  static const char *const ids[] = {
    [SL_INSTRUCTION_OTHER] = "other",           [SL_INSTRUCTION_CALL] = "call",
    [SL_INSTRUCTION_RETURN] = "return",         [SL_INSTRUCTION_JUMP] = "jump",
    [SL_INSTRUCTION_BRANCH] = "branch",         [SL_INSTRUCTION_FAR_CALL] = "far-call",
    [SL_INSTRUCTION_FAR_RETURN] = "far-return", [SL_INSTRUCTION_FAR_JUMP] = "far-jump",
    [SL_INSTRUCTION_PTWRITE] = "ptwrite",
  };

  g_return_val_if_fail (type < G_N_ELEMENTS (ids), NULL);

  return ids[type];
}

/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-instructions.h"

#include <glib/gi18n-lib.h>

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

static const struct
{
  const char *id;
  const char *title;
} classes[] = {
  [SL_INSTRUCTION_OTHER] = { "other", "" },
  [SL_INSTRUCTION_CALL] = { "call", N_ ("call") },
  [SL_INSTRUCTION_RETURN] = { "return", N_ ("return") },
  [SL_INSTRUCTION_JUMP] = { "jump", N_ ("jump") },
  [SL_INSTRUCTION_BRANCH] = { "branch", N_ ("branch") },
  [SL_INSTRUCTION_FAR_CALL] = { "far-call", N_ ("far call") },
  [SL_INSTRUCTION_FAR_RETURN] = { "far-return", N_ ("far return") },
  [SL_INSTRUCTION_FAR_JUMP] = { "far-jump", N_ ("far jump") },
  [SL_INSTRUCTION_PTWRITE] = { "ptwrite", "ptwrite" },
};

/**
 * sl_instruction_class_get_id:
 *
 * Returns: a word for scripts
 */
const char *
sl_instruction_class_get_id (SlInstructionClass type)
{
  g_return_val_if_fail (type < G_N_ELEMENTS (classes), NULL);

  return classes[type].id;
}

/**
 * sl_instruction_class_dup_title:
 *
 * Returns: (transfer full): what people call it, translated; empty for what is like most instructions
 */
char *
sl_instruction_class_dup_title (SlInstructionClass type)
{
  g_return_val_if_fail (type < G_N_ELEMENTS (classes), NULL);

  return g_strdup (*classes[type].title != '\0' ? _ (classes[type].title) : "");
}

/**
 * sl_instruction_dup_bytes:
 * @between: separates two bytes
 *
 * Returns: (transfer full): the bytes of the code in hexadecimal digits, the first at the lowest address
 */
char *
sl_instruction_dup_bytes (const SlInstruction *self, const char *between)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < self->size && i < sizeof self->bytes; i++)
    g_string_append_printf (text, "%s%02x", i > 0 ? between : "", self->bytes[i]);
  return g_string_free (text, FALSE);
}

/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* Single instructions that a processor executed, as far as they can be decoded. */

#include "sl-time.h"

G_BEGIN_DECLS

typedef enum
{
  SL_INSTRUCTION_OTHER,
  SL_INSTRUCTION_CALL,
  SL_INSTRUCTION_RETURN,
  SL_INSTRUCTION_JUMP,
  SL_INSTRUCTION_BRANCH, /* conditional */
  SL_INSTRUCTION_FAR_CALL,
  SL_INSTRUCTION_FAR_RETURN,
  SL_INSTRUCTION_FAR_JUMP,
  SL_INSTRUCTION_PTWRITE,
} SlInstructionClass;

/**
 * SlInstruction:
 * @time: in ticks of the trace; between the times that are known: spread evenly
 * @address: of its first byte
 * @process: in whose memory, as sl_code_map_find() takes it
 * @size: in bytes, 1 … 15
 * @type: an #SlInstructionClass
 */
typedef struct
{
  SlTime time;
  guint64 address;
  guint32 process;
  guint8 size;
  guint8 type;
  guint8 bytes[15];
} SlInstruction;

/**
 * SlInstructions:
 * @list: (element-type SlInstruction): by time; the first of them where there are more
 * @n_instructions: of the span, also those that are not in @list
 * @n_gaps: places at which decoding could not go on
 */
typedef struct
{
  GArray *list;
  guint64 n_instructions;
  guint64 n_gaps;
} SlInstructions;

SlInstructions *sl_instructions_new (void);
void sl_instructions_free (SlInstructions *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (SlInstructions, sl_instructions_free)

const char *sl_instruction_class_get_id (SlInstructionClass type);
char *sl_instruction_class_dup_title (SlInstructionClass type) G_GNUC_WARN_UNUSED_RESULT;
char *sl_instruction_dup_bytes (const SlInstruction *self,
                                const char *between) G_GNUC_WARN_UNUSED_RESULT;

G_END_DECLS

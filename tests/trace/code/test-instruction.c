/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <string.h>

#include "sl-instructions.h"

static void
test_bytes (void)
{
  static const struct
  {
    SlInstruction instruction;
    const char *joined;
    const char *apart;
  } cases[] = {
    { { .size = 1, .bytes = { 0xc3 } }, "c3", "c3" },
    { { .size = 5, .bytes = { 0xe8, 0x05, 0x00, 0x0f, 0xff } }, "e805000fff", "e8 05 00 0f ff" },
    { { .size = 0, .bytes = { 0x90 } }, "", "" },
    { { .size = 200, .bytes = { 0x66 } },
      "660000000000000000000000000000",
      "66 00 00 00 00 00 00 00 00 00 00 00 00 00 00" },
  };

  g_test_summary (
      "The bytes of an instruction are two digits each, the lowest address first, as many as it "
      "is long and no more than there are.");

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *joined = sl_instruction_dup_bytes (&cases[i].instruction, "");
      g_autofree char *apart = sl_instruction_dup_bytes (&cases[i].instruction, " ");

      g_assert_cmpstr (joined, ==, cases[i].joined);
      g_assert_cmpstr (apart, ==, cases[i].apart);
    }
}

static void
test_classes (void)
{
  g_autofree char *other = sl_instruction_class_dup_title (SL_INSTRUCTION_OTHER);
  g_autofree char *far_call = sl_instruction_class_dup_title (SL_INSTRUCTION_FAR_CALL);

  g_test_summary (
      "Each class of instructions has a word for scripts and a title for people, which is empty for "
      "what is like most instructions.");

  g_assert_cmpstr (sl_instruction_class_get_id (SL_INSTRUCTION_OTHER), ==, "other");
  g_assert_cmpstr (other, ==, "");
  g_assert_cmpstr (sl_instruction_class_get_id (SL_INSTRUCTION_FAR_CALL), ==, "far-call");
  g_assert_cmpstr (far_call, ==, "far call");
  for (guint i = SL_INSTRUCTION_CALL; i <= SL_INSTRUCTION_PTWRITE; i++)
    {
      g_autofree char *title = sl_instruction_class_dup_title ((SlInstructionClass) i);

      g_assert_null (strchr (sl_instruction_class_get_id ((SlInstructionClass) i), ' '));
      g_assert_cmpuint (strlen (title), >, 0);
    }
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/instruction/bytes", test_bytes);
  g_test_add_func ("/instruction/classes", test_classes);

  return g_test_run ();
}

/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Call stacks of programs whose way is worked out by hand, and of one that is simulated. */
#include <glib/gstdio.h>
#include <string.h>

#include "sl-analyses.h"
#include "sl-call-lanes.h"
#include "sl-call-stack.h"
#include "sl-code-load.h"
#include "sl-elf-writer.h"
#include "sl-format-registry.h"
#include "sl-load.h"
#include "sl-pt-program.h"

static char *
write_elf (GBytes *bytes)
{
  g_autofree char *folder = g_dir_make_tmp ("calls-XXXXXX", NULL);
  char *path = g_build_filename (folder, "program", NULL);

  g_assert_true (g_file_set_contents (path, g_bytes_get_data (bytes, NULL),
                                      (gssize) g_bytes_get_size (bytes), NULL));
  return path;
}

static void
delete_elf (const char *path)
{
  g_autofree char *folder = g_path_get_dirname (path);

  g_unlink (path);
  g_rmdir (folder);
}

static SlCodeMap *
load_map (const char *path)
{
  g_autoptr (GPtrArray) files = sl_code_files_new ();
  SlCodeMap *map;

  sl_code_load_add (files, path, NULL);
  map = sl_code_load (files, NULL, NULL);
  g_assert_nonnull (map);
  return map;
}

static SlTrace *
load_trace (GBytes *stream)
{
  g_autoptr (SlMapping) mapping = sl_mapping_new_for_bytes (stream, "test.pt");
  g_autoptr (SlInput) input = sl_input_new (&mapping, 1);
  g_autoptr (SlSource) source = sl_formats_find ("intel-pt")->open (input, NULL, NULL, NULL);
  SlTrace *trace = sl_load_run (source, sl_analyses_get_all (), NULL, NULL, NULL, NULL);

  g_assert_nonnull (trace);
  return trace;
}

/* The functions of each row, in the order of their begin, as text: "main{a{c}c}". */
static char *
describe (GArray *spans, SlObjectTable *objects, guint row, SlTime begin, SlTime end)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < spans->len; i++)
    {
      const SlCallSpan *span = &g_array_index (spans, SlCallSpan, i);
      g_autofree char *inner = NULL;

      if (span->row != row || span->begin < begin || span->end > end)
        continue;
      inner = describe (spans, objects, row + 1, span->begin, span->end);
      g_string_append_printf (text, "%s%s", text->len > 0 ? " " : "",
                              sl_object_table_get (objects, span->object)->name);
      if (*inner != '\0')
        g_string_append_printf (text, "{%s}", inner);
    }

  return g_string_free (text, FALSE);
}

static void
assert_stack (const SlFlowStep *steps, guint n_steps, const char *expected)
{
  static const guint8 code[0x100] = { 0x90 };
  static const SlElfSymbol symbols[] = {
    { "main", 0x00, 0x20, 0x12 }, { "a", 0x20, 0x20, 0x12 },     { "b", 0x40, 0x20, 0x12 },
    { "c", 0x60, 0x20, 0x12 },    { "start", 0x80, 0x20, 0x12 }, { "handler", 0xa0, 0x20, 0x12 },
  };
  SlElfPlan plan = { TRUE, FALSE, 0x1000, code, sizeof code, symbols, G_N_ELEMENTS (symbols) };
  g_autoptr (GBytes) elf = sl_elf_write (&plan);
  g_autofree char *path = write_elf (elf);
  g_autoptr (SlCodeMap) map = load_map (path);
  g_autoptr (SlObjectTableBuilder) objects = sl_object_table_builder_new ();
  g_autoptr (SlCallFunctions) functions = sl_call_functions_new (map, objects);
  g_autoptr (SlCallStack) stack = sl_call_stack_new (functions);
  g_autoptr (SlFlow) flow = sl_flow_new ();
  g_autoptr (GArray) spans = NULL;
  g_autoptr (SlObjectTable) table = NULL;
  g_autofree char *text = NULL;

  g_array_append_vals (flow->steps, steps, n_steps);
  sl_call_stack_add (stack, flow, NULL);
  sl_call_stack_break (stack, 100);
  spans = sl_call_stack_finish (stack);
  table = sl_object_table_builder_snapshot (objects);
  text = describe (spans, table, 0, SL_TIME_MIN, SL_TIME_MAX);
  g_assert_cmpstr (text, ==, expected);
  delete_elf (path);
}

static void
test_stack (void)
{
  static const SlFlowStep nested[] = {
    { 0, 0, 0x1000, 0, SL_FLOW_ENTER, 0 },        { 10, 0x1002, 0x1020, 2, SL_FLOW_CALL, 0 },
    { 20, 0x1024, 0x1060, 2, SL_FLOW_CALL, 0 },   { 30, 0x1068, 0x1029, 2, SL_FLOW_RETURN, 0 },
    { 40, 0x1030, 0x1007, 2, SL_FLOW_RETURN, 0 },
  };
  static const SlFlowStep below[] = {
    { 0, 0, 0x1064, 0, SL_FLOW_ENTER, 0 },        { 10, 0x1068, 0x1025, 2, SL_FLOW_RETURN, 0 },
    { 20, 0x1030, 0x1005, 2, SL_FLOW_RETURN, 0 }, { 30, 0x1008, 0x1040, 2, SL_FLOW_CALL, 0 },
    { 40, 0x1048, 0x100d, 2, SL_FLOW_RETURN, 0 },
  };
  static const SlFlowStep tail[] = {
    { 0, 0, 0x1000, 0, SL_FLOW_ENTER, 0 },      { 10, 0x1002, 0x1040, 2, SL_FLOW_CALL, 0 },
    { 20, 0x1048, 0x1060, 2, SL_FLOW_JUMP, 0 }, { 30, 0x1068, 0x1007, 2, SL_FLOW_RETURN, 0 },
    { 40, 0x1008, 0x1020, 2, SL_FLOW_CALL, 0 },
  };
  static const SlFlowStep longjmp[] = {
    { 0, 0, 0x1000, 0, SL_FLOW_ENTER, 0 },      { 10, 0x1002, 0x1020, 2, SL_FLOW_CALL, 0 },
    { 20, 0x1024, 0x1040, 2, SL_FLOW_CALL, 0 }, { 30, 0x1048, 0x1060, 2, SL_FLOW_CALL, 0 },
    { 40, 0x1068, 0x1010, 2, SL_FLOW_JUMP, 0 }, { 50, 0x1012, 0x1060, 2, SL_FLOW_CALL, 0 },
  };
  static const SlFlowStep unmatched[] = {
    { 0, 0, 0x1000, 0, SL_FLOW_ENTER, 0 },      { 10, 0x1002, 0x1020, 2, SL_FLOW_CALL, 0 },
    { 20, 0x1024, 0x1040, 2, SL_FLOW_CALL, 0 }, { 30, 0x1048, 0x1018, 2, SL_FLOW_RETURN, 0 },
    { 40, 0x1019, 0x1060, 2, SL_FLOW_CALL, 0 },
  };
  static const SlFlowStep interrupt[] = {
    { 0, 0, 0x1000, 0, SL_FLOW_ENTER, 0 },
    { 10, 0x1002, 0x1020, 2, SL_FLOW_CALL, 0 },
    { 20, 0x1024, 0x10a0, 2, SL_FLOW_INTERRUPT, 0 },
    { 30, 0x10a8, 0x1024, 2, SL_FLOW_FAR_RETURN, 0 },
    { 40, 0x1030, 0x1007, 2, SL_FLOW_RETURN, 0 },
  };
  static const SlFlowStep off[] = {
    { 0, 0, 0x1000, 0, SL_FLOW_ENTER, 0 },        { 10, 0x1002, 0x1020, 2, SL_FLOW_CALL, 0 },
    { 20, 0x1024, 0, 2, SL_FLOW_OFF, 0 },         { 30, 0x1026, 0x1026, 0, SL_FLOW_ON, 0 },
    { 40, 0x1030, 0x1007, 2, SL_FLOW_RETURN, 0 },
  };
  static const SlFlowStep lost[] = {
    { 0, 0, 0x1000, 0, SL_FLOW_ENTER, 0 },        { 10, 0x1002, 0x1020, 2, SL_FLOW_CALL, 0 },
    { 20, 0x1024, 0, 2, SL_FLOW_LOST, 0 },        { 30, 0x1064, 0x1064, 0, SL_FLOW_ENTER, 0 },
    { 40, 0x1068, 0x1045, 2, SL_FLOW_RETURN, 0 },
  };
  static const SlFlowStep position[] = {
    { 0, 0, 0x1000, 0, SL_FLOW_ENTER, 0 },
    { 10, 0x1002, 0x1007, 2, SL_FLOW_CALL, 0 },
    { 20, 0x1008, 0x1020, 2, SL_FLOW_CALL, 0 },
  };

  g_test_summary ("Functions lie in each other as they were called; what was running before shows "
                  "when control returns there; whatever leaves in another way is found again.");
  assert_stack (nested, G_N_ELEMENTS (nested), "main{a{c}}");
  assert_stack (below, G_N_ELEMENTS (below), "main{a{c} b}");
  assert_stack (tail, G_N_ELEMENTS (tail), "main{b c a}");
  assert_stack (longjmp, G_N_ELEMENTS (longjmp), "main{a{b{c}} c}");
  assert_stack (unmatched, G_N_ELEMENTS (unmatched), "main{a{b} c}");
  assert_stack (interrupt, G_N_ELEMENTS (interrupt), "main{a{handler}}");
  assert_stack (off, G_N_ELEMENTS (off), "main{a} main{a}");
  assert_stack (lost, G_N_ELEMENTS (lost), "main{a} b{c}");
  assert_stack (position, G_N_ELEMENTS (position), "main{a}");
}

#ifdef SL_HAVE_IPT

static char *
describe_trace (SlTrace *trace)
{
  g_autoptr (GArray) spans = g_array_new (FALSE, FALSE, sizeof (SlCallSpan));
  const SlLane *lane;
  guint number;

  g_assert_true (sl_trace_find_lane (trace, "cpu:0/calls", &number));
  lane = sl_trace_get_lane (trace, number);
  for (guint i = 0; i < lane->n_tracks; i++)
    {
      SlTrackIter iter;
      SlItem item;

      sl_track_iter_init (&iter, lane->tracks[i].track, SL_TIME_MIN);
      while (sl_track_iter_next (&iter, &item))
        {
          SlCallSpan span = { item.begin, item.end, i, item.detail };

          g_assert_cmpuint (item.state, ==, SL_STATE_CALL);
          g_array_append_val (spans, span);
        }
    }

  return describe (spans, sl_trace_get_objects (trace), 0, SL_TIME_MIN, SL_TIME_MAX);
}

static SlTrace *
decode (SlTrace *trace, SlCodeMap *map, SlSpan visible, guint64 *n_instructions)
{
  g_autoptr (SlCallLanes) lanes = NULL;

  g_assert_true (sl_call_lanes_can (trace, map));
  lanes = sl_call_lanes_new (trace, map);
  if (sl_call_lanes_set_visible (lanes, visible, G_MAXUINT64))
    while (sl_call_lanes_step (lanes, NULL))
      ;
  *n_instructions = sl_call_lanes_count_instructions (lanes);
  return sl_call_lanes_snapshot (lanes);
}

/* main calls a, which calls c, and b, which jumps to c; then it returns to start. */
static void
test_program (void)
{
  guint8 code[0x100] = { 0 };
  static const SlElfSymbol symbols[] = {
    { "main", 0x00, 0x0b, 0x12 }, { "a", 0x20, 0x06, 0x12 },     { "b", 0x40, 0x05, 0x12 },
    { "c", 0x60, 0x05, 0x12 },    { "start", 0x80, 0x07, 0x12 },
  };
  SlElfPlan plan = { TRUE,        FALSE,   SL_PROGRAM_ADDRESS,    code,
                     sizeof code, symbols, G_N_ELEMENTS (symbols) };
  g_autoptr (GByteArray) packets = g_byte_array_new ();
  g_autoptr (GBytes) stream = NULL;
  g_autoptr (GBytes) elf = NULL;
  g_autofree char *path = NULL;
  g_autofree char *text = NULL;
  g_autoptr (SlCodeMap) map = NULL;
  g_autoptr (SlTrace) trace = NULL;
  g_autoptr (SlTrace) called = NULL;
  guint64 n_instructions;

  g_test_summary ("Calls are found from branches and the bytes of the code.");
  sl_code_call (code, 0x00, 0x20);
  sl_code_call (code, 0x05, 0x40);
  code[0x0a] = 0xc3;
  sl_code_call (code, 0x20, 0x60);
  code[0x25] = 0xc3;
  sl_code_jump (code, 0x40, 0x60);
  memcpy (code + 0x60, "\x90\x74\x01\x90\xc3", 5); /* nop; je over; nop; over: ret */
  sl_code_call (code, 0x80, 0x00);
  memcpy (code + 0x85, "\xff\xe0", 2); /* jmp *rax */
  elf = sl_elf_write (&plan);

  sl_packets_psb (packets, 1000, 0);
  sl_packets_ip (packets, SL_PACKET_PGE, 0x401000);
  sl_packets_tnt (packets, "T");
  sl_packets_ip (packets, SL_PACKET_TIP, 0x401025);
  sl_packets_tsc (packets, 2000);
  sl_packets_ip (packets, SL_PACKET_TIP, 0x401005);
  sl_packets_tnt (packets, "N");
  sl_packets_ip (packets, SL_PACKET_TIP, 0x40100a);
  sl_packets_tsc (packets, 3000);
  sl_packets_ip (packets, SL_PACKET_TIP, 0x401085);
  sl_packets_tsc (packets, 4000);
  sl_packets_ip (packets, SL_PACKET_PGD, 0x500000);
  stream = g_byte_array_free_to_bytes (g_steal_pointer (&packets));

  path = write_elf (elf);
  map = load_map (path);
  trace = load_trace (stream);
  called = decode (trace, map, sl_trace_get_span (trace), &n_instructions);
  text = describe_trace (called);
  g_assert_cmpstr (text, ==, "start{main{a{c} b c}}");
  g_assert_cmpuint (n_instructions, ==, 14);
  g_assert_cmpuint (sl_trace_get_n_lanes (called), ==, sl_trace_get_n_lanes (trace) + 1);
  delete_elf (path);
}

static void
test_simulated (void)
{
  g_test_summary ("A program that is run in many depths gives as many calls and instructions as "
                  "ran, however many boundaries cut its stream.");
  for (guint seed = 1; seed <= 3; seed++)
    {
      g_autoptr (SlPtProgram) program = sl_pt_program_new (seed, 200000);
      g_autofree char *path = write_elf (program->elf);
      g_autoptr (SlCodeMap) map = load_map (path);
      g_autoptr (SlTrace) trace = load_trace (program->stream);
      guint64 n_instructions, n_spans = 0;
      g_autoptr (SlTrace) called = decode (trace, map, sl_trace_get_span (trace), &n_instructions);
      const SlLane *lane;
      guint number;

      g_assert_true (sl_trace_find_lane (called, "cpu:0/calls", &number));
      lane = sl_trace_get_lane (called, number);
      for (guint i = 1; i < lane->n_tracks; i++)
        n_spans += sl_track_get_count (lane->tracks[i].track);
      g_assert_cmpuint (lane->n_tracks, ==, program->deepest);
      g_assert_cmpuint (n_spans, ==, program->n_calls);
      g_assert_cmpuint (n_instructions, >=, program->n_instructions);
      delete_elf (path);
    }
}

#endif

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/analysis/calls/stack", test_stack);
#ifdef SL_HAVE_IPT
  g_test_add_func ("/analysis/calls/program", test_program);
  g_test_add_func ("/analysis/calls/simulated", test_simulated);
#endif
  return g_test_run ();
}

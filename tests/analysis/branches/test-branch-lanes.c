/* SPDX-License-Identifier: GPL-3.0-or-later */

/* What the lanes of a branch trace say, on streams written by hand. */
#include "sl-analyses.h"
#include "sl-format-registry.h"
#include "sl-lane.h"
#include "sl-load.h"

#define PSB "\x02\x82\x02\x82\x02\x82\x02\x82\x02\x82\x02\x82\x02\x82\x02\x82"

static SlTrace *
load (const char *bytes, gsize size)
{
  g_autoptr (GBytes) all = g_bytes_new (bytes, size);
  g_autoptr (SlMapping) mapping = sl_mapping_new_for_bytes (all, "test.pt");
  g_autoptr (SlInput) input = sl_input_new (&mapping, 1);
  const char *const names[] = { "test.pt", NULL };
  g_autoptr (GError) error = NULL;
  g_autoptr (SlSource) source = sl_formats_find ("intel-pt")->open (input, NULL, NULL, &error);
  SlTrace *trace;

  g_assert_no_error (error);
  sl_source_set_identity (source, "intel-pt", "Intel PT", names);
  sl_source_set_traits (source, SL_TRAIT_PACKETS);
  trace = sl_load_run (source, sl_analyses_get_all (), NULL, NULL, NULL, &error);
  g_assert_no_error (error);
  return trace;
}

/* The slices of a lane as text: "begin-end state detail". */
static char *
get_slices (SlTrace *trace, const char *name, SlTrackRole role)
{
  GString *text = g_string_new (NULL);
  const SlTrack *track;
  SlTrackIter iter;
  SlItem item;
  guint lane;

  if (!sl_trace_find_lane (trace, name, &lane))
    return g_string_free (text, FALSE);

  track = sl_lane_get_track (sl_trace_get_lane (trace, lane), role);
  if (track == NULL)
    return g_string_free (text, FALSE);

  sl_track_iter_init (&iter, track, SL_TIME_MIN);
  while (sl_track_iter_next (&iter, &item))
    g_string_append_printf (text, "%s%d-%d %s", text->len > 0 ? ", " : "", (int) item.begin,
                            (int) item.end, sl_state_get_id ((SlState) item.state));
  return g_string_free (text, FALSE);
}

static void
assert_slices (SlTrace *trace, const char *name, SlTrackRole role, const char *expected)
{
  g_autofree char *text = get_slices (trace, name, role);

  g_assert_cmpstr (text, ==, expected);
}

/* Without time stamps times are offsets. */
static void
test_tracing (void)
{
  static const char bytes[] = PSB    /* 0 */
      "\x99\x01"                     /* 16 MODE.Exec, 64 bits */
      "\x02\x23"                     /* 18 PSBEND: tracing is off */
      "\x71\x00\x10\x00\x00\x00\x00" /* 20 TIP.PGE */
      "\x99\x02"                     /* 27 MODE.Exec, 32 bits */
      "\x2d\x00\x20"                 /* 29 TIP */
      "\x01"                         /* 32 TIP.PGD */
      "\x00\x00\x00\x00"             /* 33 */
      "\x31\x00\x30"                 /* 37 TIP.PGE */
      "\x02\x83";                    /* 40 TraceStop */
  g_autoptr (SlTrace) trace = load (bytes, sizeof bytes - 1);

  g_test_summary ("Tracing goes on and off, and what is known of the mode only holds in between.");

  assert_slices (trace, "cpu:0/tracing", SL_ROLE_STATES, "20-32 traced, 37-40 traced");
  assert_slices (trace, "cpu:0/mode", SL_ROLE_STATES,
                 "20-27 bits-64, 27-32 bits-32, 37-40 bits-32");
}

static void
test_interrupts (void)
{
  static const char bytes[] = PSB    /* 0 */
      "\x7d\x00\x10\x00\x00\x00\x00" /* 16 FUP: tracing is on, no interrupt */
      "\x02\x23"                     /* 23 PSBEND */
      "\x2d\x00\x11"                 /* 25 TIP */
      "\x3d\x40\x11"                 /* 28 FUP 0x1140 */
      "\x2d\x00\x80"                 /* 31 TIP: an interrupt */
      "\x3d\x80\x80"                 /* 34 FUP 0x8080 */
      "\x2d\x00\x90"                 /* 37 TIP: another inside of it */
      "\x2d\x80\x80"                 /* 40 TIP: back from that */
      "\x2d\x40\x11"                 /* 43 TIP: back from the first */
      "\x02\x92\x01\x02\x03\x04"     /* 46 PTW with an address behind it */
      "\x3d\x60\x11"                 /* 52 FUP of the PTW */
      "\x2d\x00\x12"                 /* 55 TIP: a branch, no interrupt */
      "\x06";                        /* 58 */
  g_autoptr (SlTrace) trace = load (bytes, sizeof bytes - 1);

  g_test_summary ("An interrupt is an address and a target; it ends where it left from.");

  assert_slices (trace, "cpu:0/interrupts", SL_ROLE_STATES, "28-43 interrupt");
  assert_slices (trace, "cpu:0/interrupts", SL_ROLE_NESTED, "34-40 interrupt");
}

static void
assert_vectors (SlTrace *trace, SlTrackRole role, const char *expected)
{
  g_autoptr (GString) text = g_string_new (NULL);
  SlTrackIter iter;
  SlItem item;
  guint lane;

  g_assert_true (sl_trace_find_lane (trace, "cpu:0/interrupts", &lane));
  sl_track_iter_init (&iter, sl_lane_get_track (sl_trace_get_lane (trace, lane), role),
                      SL_TIME_MIN);
  while (sl_track_iter_next (&iter, &item))
    {
      const SlObject *object = sl_object_table_get (sl_trace_get_objects (trace), item.detail);

      g_string_append_printf (text, "%s%" G_GUINT64_FORMAT " %s", text->len > 0 ? ", " : "",
                              object->id, object->name);
    }
  g_assert_cmpstr (text->str, ==, expected);
}

static void
test_vectors (void)
{
  static const char bytes[] = PSB                    /* 0 */
      "\x7d\x00\x10\x00\x00\x00\x00"                 /* 16 FUP */
      "\x02\x23"                                     /* 23 PSBEND */
      "\x02\x13\x81\x0e"                             /* 25 CFE: INTR, vector 14 */
      "\x02\x53\x00\x00\x10\x00\x00\x00\x00\x00\x00" /* 29 EVD: CR2 */
      "\x3d\x40\x11"                                 /* 40 FUP of the CFE */
      "\x2d\x00\x80"                                 /* 43 TIP */
      "\x02\x13\x81\x31"                             /* 46 CFE: INTR, vector 0x31, in the first */
      "\x3d\x80\x80"                                 /* 50 FUP */
      "\x2d\x00\x90"                                 /* 53 TIP */
      "\x02\x13\x82\x00"                             /* 56 CFE: IRET */
      "\x3d\x00\x91"                                 /* 60 FUP */
      "\x2d\x80\x80"                                 /* 63 TIP: back */
      "\x02\x13\x82\x00"                             /* 66 CFE: IRET */
      "\x3d\x00\x81"                                 /* 70 FUP */
      "\x2d\x40\x11"                                 /* 73 TIP: back */
      "\x02\x13\x08\x00"                             /* 76 CFE: VM exit */
      "\x02\x13\x07\x00"                             /* 80 CFE: VM entry */
      "\x06";                                        /* 84 */
  g_autoptr (SlTrace) trace = load (bytes, sizeof bytes - 1);

  g_test_summary ("Where the processor tells of events, interrupts, faults and exits have their "
                  "vectors, and end where it says.");

  assert_slices (trace, "cpu:0/interrupts", SL_ROLE_STATES, "25-66 interrupt, 76-80 interrupt");
  assert_slices (trace, "cpu:0/interrupts", SL_ROLE_NESTED, "46-56 interrupt");
  assert_vectors (trace, SL_ROLE_STATES, "14 #PF, 2048 VM exit");
  assert_vectors (trace, SL_ROLE_NESTED, "49 vector 0x31");
}

static void
test_losses (void)
{
  static const char bytes[] = PSB    /* 0 */
      "\x7d\x00\x10\x00\x00\x00\x00" /* 16 FUP */
      "\x02\x23"                     /* 23 PSBEND */
      "\x02\xf3"                     /* 25 OVF */
      "\x06\x06\x06"                 /* 27 */
      "\x3d\x40\x11"                 /* 30 FUP: on again */
      "\x05\x05"                     /* 33 no packet */
      PSB                            /* 35 */
      "\x02\x23";                    /* 51 */
  g_autoptr (SlTrace) trace = load (bytes, sizeof bytes - 1);

  g_test_summary ("What was lost is a gap, by overflow or by damage.");

  assert_slices (trace, "trace", SL_ROLE_STATES, "25-30 gap, 30-35 gap");
  assert_slices (trace, "cpu:0/tracing", SL_ROLE_STATES, "16-25 traced, 30-51 traced");
}

static void
test_context (void)
{
  static const char bytes[] = PSB        /* 0 */
      "\x02\x43\x00\x20\x00\x00\x00\x00" /* 16 PIP */
      "\x7d\x00\x10\x00\x00\x00\x00"     /* 24 FUP */
      "\x02\x23"                         /* 31 PSBEND */
      "\x99\x21"                         /* 33 MODE.TSX: in a transaction */
      "\x3d\x40\x11"                     /* 35 FUP */
      "\x99\x20"                         /* 38 MODE.TSX: over */
      "\x02\x43\x01\x40\x00\x00\x00\x00" /* 40 PIP, a guest */
      "\x02\x22\x00\x50"                 /* 48 PWRE C6 */
      "\x00\x00"                         /* 52 */
      "\x02\xa2\x05\x01\x00\x00\x00"     /* 54 PWRX */
      "\x02\x43\x00\x20\x00\x00\x00\x00" /* 61 PIP, back */
      "\x01";                            /* 69 TIP.PGD */
  g_autoptr (SlTrace) trace = load (bytes, sizeof bytes - 1);

  g_test_summary ("Address spaces, guests, transactions and power states are slices.");

  assert_slices (trace, "cpu:0/address-space", SL_ROLE_STATES,
                 "24-40 running, 40-61 running, 61-69 running");
  assert_slices (trace, "cpu:0/guest", SL_ROLE_STATES, "40-61 guest");
  assert_slices (trace, "cpu:0/transactions", SL_ROLE_STATES, "33-38 transaction");
  assert_slices (trace, "cpu:0/power", SL_ROLE_STATES, "48-54 asleep");
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/branch-lanes/tracing", test_tracing);
  g_test_add_func ("/branch-lanes/interrupts", test_interrupts);
  g_test_add_func ("/branch-lanes/vectors", test_vectors);
  g_test_add_func ("/branch-lanes/losses", test_losses);
  g_test_add_func ("/branch-lanes/context", test_context);

  return g_test_run ();
}

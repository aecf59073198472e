/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Captures of branch trace messages, made by a machine that knows its branches. */
#include "sl-format-dump.h"
#include "sl-kind.h"
#include "sl-test-source.h"

#define HEAD "time_ns,cpu,addr,be,mio,dc,wr,cache,lock,data\n"

typedef struct
{
  guint32 source;
  guint32 target;
  guint16 kind;
  guint16 cpu;
} Branch;

typedef struct
{
  GRand *random;
  GString *text;
  GArray *branches; /* of Branch, in the order of their last messages */
  guint64 time;
} Machine;

static void
machine_init (Machine *self, guint32 seed)
{
  self->random = g_rand_new_with_seed (seed);
  self->text = g_string_new (HEAD);
  self->branches = g_array_new (FALSE, FALSE, sizeof (Branch));
  self->time = 0;
}

static void
machine_clear (Machine *self)
{
  g_rand_free (self->random);
  g_string_free (self->text, TRUE);
  g_array_unref (self->branches);
}

static void
send_message (Machine *self, guint cpu, guint32 linear, gboolean is_second)
{
  guint wide = (guint) g_rand_int_range (self->random, 0, 2);
  guint64 rest = g_rand_int (self->random);

  self->time += (guint64) g_rand_int_range (self->random, 1, 100);
  g_string_append_printf (self->text,
                          "%" G_GUINT64_FORMAT ",%u,%08X,DF,0,0,1,1,1,%016" G_GINT64_MODIFIER "X\n",
                          self->time, cpu, (linear & ~0xfu) | wide << 3,
                          (guint64) (linear & 0xf) << 60 | (guint64) is_second << 59 | rest);
}

/* Cycles of other kinds stand between messages, and mean nothing. */
static void
send_others (Machine *self)
{
  for (int i = g_rand_int_range (self->random, 0, 4); i > 0; i--)
    {
      self->time += 30;
      g_string_append_printf (self->text, "%" G_GUINT64_FORMAT ",0,%08X,00,1,0,0,1,1,X\n",
                              self->time, g_rand_int (self->random) & ~7u);
    }
}

static void
expect (Machine *self, guint16 kind, guint cpu, guint32 source, guint32 target)
{
  Branch branch = { source, target, kind, (guint16) cpu };

  g_array_append_val (self->branches, branch);
}

static SlSource *
open_text (const Machine *self)
{
  g_autoptr (GBytes) bytes = g_bytes_new (self->text->str, self->text->len);
  g_autoptr (GError) error = NULL;
  const char *name = "capture.csv";
  SlSource *source = sl_test_open_bytes (&bytes, &name, 1, NULL, &error);

  g_assert_no_error (error);
  return source;
}

static void
check (const Machine *self)
{
  g_autoptr (SlSource) source = open_text (self);
  g_autoptr (GArray) events = sl_test_read_all (source);
  guint n_branches = 0;

  for (guint i = 0; i < events->len; i++)
    {
      const SlEvent *event = &g_array_index (events, SlEvent, i);
      const Branch *branch;

      if (event->kind < SL_KIND_BRANCH || event->kind > SL_KIND_BRANCH_TARGET)
        continue;

      g_assert_cmpuint (n_branches, <, self->branches->len);
      branch = &g_array_index (self->branches, Branch, n_branches++);
      g_assert_cmpuint (event->kind, ==, branch->kind);
      g_assert_cmpuint (event->cpu, ==, branch->cpu);
      g_assert_cmpuint (event->a, ==, branch->source);
      g_assert_cmpuint (event->b, ==, branch->target);
      /* It stands at the cycle that bears it. */
      g_assert_cmpuint (event->offset, ==, g_array_index (events, SlEvent, i - 1).offset);
      g_assert_cmpint (event->time, ==, g_array_index (events, SlEvent, i - 1).time);
    }
  g_assert_cmpuint (n_branches, ==, self->branches->len);
  sl_test_reread_at_random (source, events);
}

static void
test_pairs (void)
{
  g_test_summary ("What two processors branched is what comes out, however their messages mix.");
  for (guint32 seed = 0; seed < 5; seed++)
    {
      Machine machine;
      Branch open[2] = { 0 };
      gboolean is_open[2] = { FALSE };

      machine_init (&machine, seed);
      for (guint i = 0; i < 3000; i++)
        {
          guint cpu = (guint) g_rand_int_range (machine.random, 0, 2);

          send_others (&machine);
          if (is_open[cpu])
            expect (&machine, SL_KIND_BRANCH, cpu, open[cpu].source, open[cpu].target);
          else
            open[cpu] = (Branch) { g_rand_int (machine.random), g_rand_int (machine.random), 0, 0 };
          send_message (&machine, cpu, is_open[cpu] ? open[cpu].source : open[cpu].target,
                        is_open[cpu]);
          is_open[cpu] = !is_open[cpu];
        }
      for (guint cpu = 0; cpu < 2; cpu++)
        {
          if (is_open[cpu])
            {
              send_message (&machine, cpu, open[cpu].source, TRUE);
              expect (&machine, SL_KIND_BRANCH, cpu, open[cpu].source, open[cpu].target);
            }
        }
      check (&machine);
      machine_clear (&machine);
    }
}

static void
test_modes (void)
{
  g_test_summary ("Runs of normal and of fast messages are told apart wherever they meet.");
  for (guint32 seed = 100; seed < 105; seed++)
    {
      Machine machine;

      machine_init (&machine, seed);
      for (guint run = 0; run < 40; run++)
        {
          /* A fast message alone among pairs could as well be half of one. */
          for (int i = g_rand_int_range (machine.random, 2, 30); i > 0; i--)
            {
              guint32 source = g_rand_int (machine.random), target = g_rand_int (machine.random);

              send_others (&machine);
              if (run % 2 == 0)
                send_message (&machine, 0, target, FALSE);
              send_message (&machine, 0, source, TRUE);
              expect (&machine, run % 2 == 0 ? SL_KIND_BRANCH : SL_KIND_BRANCH_SOURCE, 0, source,
                      run % 2 == 0 ? target : 0);
            }
        }
      check (&machine);
      machine_clear (&machine);
    }
}

/* The raw fields of the last branch of a capture, as NAME=VALUE;… in their order. */
static char *
describe_last (const char *text)
{
  static const char *const names[] = { "a3",      "cause", "vector", "repeated",
                                       "stalled", "first", "halt",   "delay" };
  Machine machine = { .text = g_string_new (HEAD) };
  g_autoptr (GString) result = g_string_new (NULL);
  g_autoptr (SlSource) source = NULL;
  g_autoptr (GArray) events = NULL;
  g_autoptr (GArray) details = sl_details_new ();

  g_string_append (machine.text, text);
  source = open_text (&machine);
  g_string_free (machine.text, TRUE);
  events = sl_test_read_all (source);
  g_assert_true (sl_source_describe (source,
                                     g_array_index (events, SlEvent, events->len - 1).offset,
                                     details));
  for (guint i = 0; i < details->len; i++)
    {
      const SlDetail *detail = &g_array_index (details, SlDetail, i);

      for (guint name = 0; name < G_N_ELEMENTS (names); name++)
        {
          if (g_str_equal (detail->field, names[name]))
            g_string_append_printf (result, "%s=%s;", detail->field, detail->plain);
        }
    }
  return g_string_free (g_steal_pointer (&result), FALSE);
}

/* A pair from 0x1010 to 0x2000, and what may stand before it. */
#define PAIR(time, operands)                                                  \
  time "0,0,0000200" operands ",DF,0,0,1,1,1,0\n" time "5,0,0000101" operands \
       ",DF,0,0,1,1,1,0800000000000000\n"
#define STEP(time)                                         \
  time "0,0,00001018,DF,0,0,1,1,1,3000000000000000\n" time \
       "5,0,00001018,DF,0,0,1,1,1,0800000000000000\n"
#define ACKNOWLEDGE(time, vector) \
  time "0,0,00000004,EF,0,0,0,1,0,X\n" time "5,0,00000000,FE,0,0,0,1,0,00000000000000" vector "\n"
#define HALT(time)  time "0,0,00000000,FB,0,0,1,1,1,X\n"
#define FETCH(time) time "0,0,00002000,00,1,0,0,0,1,X\n"

static void
test_facts (void)
{
  static const struct
  {
    const char *text;
    const char *fields;
  } cases[] = {
    { PAIR ("1", "8"), "a3=1;cause=jump;" },
    { PAIR ("1", "0"), "a3=0;cause=jump;" },
    /* WRMSR goes on with the next instruction. */
    { STEP ("1"), "a3=1;cause=serialising-or-short-jump;first=yes;" },
    { PAIR ("1", "8") STEP ("3"), "a3=1;cause=serialising-or-short-jump;" },
    { PAIR ("1", "8") STEP ("3") STEP ("5"), "a3=1;cause=serialising-or-short-jump;repeated=yes;" },
    { ACKNOWLEDGE ("1", "31") PAIR ("3", "8"), "a3=1;cause=interrupt;vector=0x31;delay=15;" },
    /* The first message was on its way when the interrupt came. */
    { "10,0,00002008,DF,0,0,1,1,1,0\n" ACKNOWLEDGE (
          "2", "31") "35,0,00001018,DF,0,0,1,1,1,0800000000000000\n",
      "a3=1;cause=jump;" },
    { "10,0,00002008,DF,0,0,1,1,1,0\n" ACKNOWLEDGE (
          "2", "31") "35,0,00001018,DF,0,0,1,1,1,0800000000000000\n" PAIR ("5", "8"),
      "a3=1;cause=interrupt;vector=0x31;delay=25;" },
    { HALT ("1") PAIR ("3", "8"), "a3=1;cause=halt-exit;" },
    { HALT ("1") ACKNOWLEDGE ("2", "20") PAIR ("3", "8"),
      "a3=1;cause=interrupt;vector=0x20;halt=yes;delay=5;" },
    /* As soon after the pair before as its two were after each other: it had waited. */
    { "15,0,00003008,DF,0,0,1,1,1,0\n20,0,00001018,DF,0,0,1,1,1,0800000000000000\n"
      "25,0,00002008,DF,0,0,1,1,1,0\n30,0,00003018,DF,0,0,1,1,1,0800000000000000\n",
      "a3=1;cause=jump;stalled=yes;" },
    { "15,0,00003008,DF,0,0,1,1,1,0\n20,0,00001018,DF,0,0,1,1,1,0800000000000000\n"
      "26,0,00002008,DF,0,0,1,1,1,0\n31,0,00003018,DF,0,0,1,1,1,0800000000000000\n",
      "a3=1;cause=jump;" },
    { FETCH ("1") PAIR ("3", "8"), "a3=1;cause=jump;delay=20;" },
    /* The branch before had read it. */
    { FETCH ("1") PAIR ("2", "8") PAIR ("4", "8"), "a3=1;cause=jump;repeated=yes;" },
  };

  g_test_summary ("A branch is what the bus around its messages says: an interrupt by its "
                  "acknowledge, the end of a halt, a repeated one, one that stalled.");
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *fields = describe_last (cases[i].text);

      g_assert_cmpstr (fields, ==, cases[i].fields);
    }
}

/* Manual: M/IO# = 0, D/C# = 0, W/R# = 1, BE7#-BE0# = DFH; it does not name other pins. */
static void
test_pins (void)
{
  g_test_summary ("A message is known by the pins that the manual names, whatever CACHE# and LOCK# "
                  "are.");
  for (guint pins = 0; pins < 4; pins++)
    {
      Machine machine = { .text = g_string_new (HEAD) };
      g_autoptr (SlSource) source = NULL;
      g_autoptr (GArray) events = NULL;
      g_autoptr (GArray) notes = NULL;

      g_string_append_printf (machine.text,
                              "10,0,00002008,DF,0,0,1,%u,%u,0\n"
                              "15,0,00001018,DF,0,0,1,%u,%u,0800000000000000\n",
                              pins & 1, pins >> 1, pins & 1, pins >> 1);
      source = open_text (&machine);
      g_string_free (machine.text, TRUE);
      events = sl_test_read_all (source);
      g_assert_cmpuint (events->len, ==, 3);
      g_assert_cmpuint (g_array_index (events, SlEvent, 2).kind, ==, SL_KIND_BRANCH);
      g_assert_cmpuint (g_array_index (events, SlEvent, 2).a, ==, 0x1010);
      g_assert_cmpuint (g_array_index (events, SlEvent, 2).b, ==, 0x2000);
      notes = sl_notes_snapshot (sl_source_get_notes (source));
      /* One says that CACHE# is low, one that LOCK# is. */
      g_assert_cmpuint (notes->len, ==, ((pins & 1) == 0) + (pins >> 1 == 0));
    }
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/btm/pairs", test_pairs);
  g_test_add_func ("/btm/modes", test_modes);
  g_test_add_func ("/btm/facts", test_facts);
  g_test_add_func ("/btm/pins", test_pins);

  return g_test_run ();
}

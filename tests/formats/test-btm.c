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

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/btm/pairs", test_pairs);
  g_test_add_func ("/btm/modes", test_modes);

  return g_test_run ();
}

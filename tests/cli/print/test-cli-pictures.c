/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <string.h>

#include "sl-cli-run.h"
#include "sl-cli-tex.h"
#include "sl-test.h"

/* What a course puts on paper, simulated, drawn and compiled: each label is whole, and none stands on
 * another one. */

#define MAX_LABELS 8

typedef struct
{
  const char *name;
  const char *set;
  const char *labels[MAX_LABELS]; /* whole, as the picture has them */
} Situation;

static const Situation situations[] = {
  { "rate-monotonic",
    "[scheduler]\npolicy=rm\n"
    "[task sensor]\nperiod=4ms\nwcet=1ms\n[task control]\nperiod=6ms\nwcet=2ms\n"
    "[task radio]\nperiod=12ms\nwcet=3ms\n",
    { "release", "deadline", "finish", "t / ms", "sensor", "C = 1 T = 4", "D = 4 = T",
      "U = 0.83" } },
  { "edf-inheritance",
    "[scheduler]\npolicy=edf\nprotocol=pip\nuntil=30ms\n"
    "[task t1]\nperiod=8ms\ndeadline=5ms\noffset=3ms\nwcet=3ms\nsections=A@1ms+1ms\n"
    "[task t2]\nperiod=14ms\noffset=2ms\nwcet=2ms\n"
    "[task t3]\nperiod=30ms\nwcet=7ms\nsections=A@1ms+5ms\n",
    { "missed", "waits for A", "inherits d = 8", "tardiness 2", "critical section", "t / ms",
      "missed, late by", "U = 0.75" } },
  { "pip",
    "[scheduler]\npolicy=rm\nprotocol=pip\nuntil=50ms\n"
    "[task alarm]\nperiod=20ms\noffset=5ms\nwcet=1ms\n"
    "[task control]\nperiod=25ms\noffset=4ms\nwcet=4ms\nsections=state@1ms+2ms\n"
    "[task logger]\nperiod=50ms\nwcet=12ms\nsections=state@2ms+8ms\n",
    { "waits for state", "inherits from", "raised", "inherits", "t / ms", "critical section" } },
  { "pcp",
    "[scheduler]\npolicy=fp\nprotocol=pcp\nuntil=20ms\n"
    "[task J0]\nperiod=40ms\noffset=5ms\nwcet=5ms\npriority=3\nsections=S0@1ms+1ms, S1@3ms+1ms\n"
    "[task J1]\nperiod=40ms\noffset=2ms\nwcet=4ms\npriority=2\nsections=S2@1ms+2ms\n"
    "[task J2]\nperiod=40ms\nwcet=9ms\npriority=1\nsections=S2@1ms+6ms, S1@3ms+2ms\n",
    { "waits for S2", "S0", "S1", "inherits from", "t / ms" } },
  { "nested-sections",
    "[scheduler]\npolicy=rm\nprotocol=icpp\nuntil=30ms\n"
    "[task A]\nperiod=20ms\noffset=3ms\nwcet=6ms\nsections=bus@1ms+4ms, memory@2ms+2ms\n"
    "[task B]\nperiod=60ms\nwcet=14ms\nsections=memory@1ms+8ms, bus@4ms+3ms\n",
    { "bus", "t / ms", "critical section" } },
  { "polling",
    "[scheduler]\npolicy=rm\nuntil=24ms\n[server S]\npolicy=ps\nbudget=2ms\nperiod=5ms\n"
    "[task a]\nperiod=4ms\nwcet=1ms\n[task b]\nperiod=6ms\nwcet=2ms\n"
    "[task x1]\nwcet=2ms\narrivals=2ms\nserver=S\n[task x2]\nwcet=1ms\narrivals=8ms\nserver=S\n",
    { "release", "t / ms", "Q = 2", "T = 5", "24" } },
  { "deferrable",
    "[scheduler]\npolicy=rm\nuntil=24ms\n[server S]\npolicy=ds\nbudget=2ms\nperiod=5ms\n"
    "[task a]\nperiod=4ms\nwcet=1ms\n[task b]\nperiod=6ms\nwcet=2ms\n"
    "[task x1]\nwcet=2ms\narrivals=2ms\nserver=S\n[task x2]\nwcet=1ms\narrivals=8ms\nserver=S\n",
    { "release", "t / ms", "Q = 2", "T = 5", "24" } },
  { "sporadic",
    "[scheduler]\npolicy=rm\nuntil=25ms\n[server S]\npolicy=ss\nbudget=5ms\nperiod=10ms\n"
    "[task a]\nperiod=5ms\nwcet=1ms\n[task b]\nperiod=15ms\nwcet=4ms\n"
    "[task x1]\nwcet=2ms\narrivals=4ms\nserver=S\n[task x2]\nwcet=2ms\narrivals=8ms\nserver=S\n",
    { "release", "t / ms", "Q = 5" } },
  { "constant-bandwidth",
    "[scheduler]\npolicy=edf\nuntil=28ms\n[server S]\npolicy=cbs\nbudget=3ms\nperiod=8ms\n"
    "[task a]\nperiod=7ms\nwcet=4ms\n[task x1]\nwcet=4ms\narrivals=3ms\nserver=S\n"
    "[task x2]\nwcet=3ms\narrivals=13ms\nserver=S\n",
    { "postponed", "t / ms", "28", "U = 0.95" } },
  { "overload",
    "[scheduler]\npolicy=edf\nuntil=38ms\n[task control]\nperiod=4ms\nwcet=1ms\n"
    "[task video]\nperiod=6ms\nwcet=2ms\n[task logger]\nperiod=12ms\nwcet=7ms\n",
    { "missed", "tardiness 1", "tardiness 2", "missed, late by", "U = 1.17", "Busy 100", "t / ms",
      "38" } },
  { "pathfinder",
    "[scheduler]\npolicy=fp\nprotocol=none\nuntil=500ms\n"
    "[task bc_sched]\nperiod=125ms\nwcet=5ms\npriority=4\n"
    "[task bc_dist]\nperiod=125ms\noffset=50ms\ndeadline=75ms\nwcet=20ms\npriority=3\n"
    "sections=bus@2ms+15ms\n"
    "[task comms]\nperiod=500ms\noffset=55ms\nwcet=80ms\npriority=2\n"
    "[task asi_met]\nperiod=500ms\noffset=30ms\nwcet=40ms\npriority=1\nsections=bus@10ms+25ms\n",
    { "waits for bus", "missed", "tardiness 45", "b is bus", "t / ms" } },
};

static char *folder;

/* Returns: the picture's path. */
static char *
draw (const Situation *situation, const char *extension, const char *option)
{
  g_autofree char *set_name = g_strconcat (situation->name, ".set", NULL);
  g_autofree char *trace_name = g_strconcat (situation->name, ".shark", NULL);
  g_autofree char *name = g_strconcat (situation->name, "-", extension, NULL);
  g_autofree char *trace = g_build_filename (folder, trace_name, NULL);
  g_autoptr (GBytes) text = g_bytes_new_static (situation->set, strlen (situation->set));
  g_autofree char *set = sl_cli_write_file (folder, set_name, text);
  g_auto (SlCliResult) simulated = sl_cli_run ("simulate", set, "-o", trace, NULL);
  char *path = g_build_filename (folder, name, NULL);
  g_auto (SlCliResult) drawn =
      sl_cli_run ("render", "--style=textbook", "-o", path, trace, option, NULL);

  g_assert_cmpint (simulated.status, ==, 0);
  sl_cli_assert_fine (&drawn);
  return path;
}

/* Letters are less high than their lines. */
static gboolean
overlap (const SlCliWord *one, const SlCliWord *other)
{
  double left = MAX (one->left, other->left), right = MIN (one->right, other->right);
  double top = MAX (one->top, other->top), bottom = MIN (one->bottom, other->bottom);
  double least = MIN (one->bottom - one->top, other->bottom - other->top);

  return right - left > 0.5 && bottom - top > 0.4 * least;
}

static void
assert_words_apart (const char *pdf)
{
  g_autoptr (GPtrArray) words = sl_cli_find_words (folder, pdf);

  if (words == NULL)
    return;
  g_assert_cmpuint (words->len, >, 10);

  for (guint i = 0; i < words->len; i++)
    {
      const SlCliWord *word = g_ptr_array_index (words, i);

      for (guint j = 0; j < i; j++)
        {
          const SlCliWord *other = g_ptr_array_index (words, j);

          if (!overlap (word, other))
            continue;
          g_test_message ("\"%s\" and \"%s\" overlap at %.1f, %.1f", word->text, other->text,
                          word->left, word->top);
          g_test_fail ();
        }
    }
}

/* Without spaces: between small letters pdftotext does not see them. */
static char *
squeeze (const char *text)
{
  g_auto (GStrv) words = g_strsplit (text, " ", -1);

  return g_strjoinv ("", words);
}

static void
assert_labels (const Situation *situation, const char *pdf)
{
  g_autofree char *text = sl_cli_read_pdf (folder, pdf);
  g_autofree char *squeezed = text != NULL ? squeeze (text) : NULL;

  for (guint i = 0; squeezed != NULL && i < MAX_LABELS && situation->labels[i] != NULL; i++)
    {
      g_autofree char *label = squeeze (situation->labels[i]);

      if (strstr (squeezed, label) != NULL)
        continue;
      g_test_message ("No \"%s\" in: %s", situation->labels[i], text);
      g_test_fail ();
    }
}

static void
test_tikz (gconstpointer data)
{
  g_autofree char *path = draw (data, "x.tex", NULL);
  g_autofree char *pdf = sl_cli_compile_tex (folder, path);

  g_test_summary ("Compiled TikZ has each label as a whole, and no two words on each other, in the "
                  "document's own font.");

  if (pdf == NULL)
    return;

  assert_labels (data, pdf);
  assert_words_apart (pdf);
}

static void
test_pdf (gconstpointer data)
{
  g_autofree char *pdf = draw (data, "x.pdf", NULL);

  g_test_summary ("A PDF has each label as a whole, and no two words on each other.");

  assert_labels (data, pdf);
  assert_words_apart (pdf);
}

static void
test_rtsched (gconstpointer data)
{
  g_autofree char *picture = draw (data, "rtsched.tex", "--tex=rtsched");
  g_autofree char *path = sl_cli_frame_rtsched (folder, picture);
  g_autofree char *pdf = path != NULL ? sl_cli_compile_tex (folder, path) : NULL;

  g_test_summary ("The commands for rtsched compile, and no two words are on each other.");

  if (pdf != NULL)
    assert_words_apart (pdf);
}

static const Situation *
find_situation (const char *name)
{
  const Situation *found = situations;

  while (!g_str_equal (found->name, name))
    found++;
  return found;
}

/* (transfer full): the instants of the arrows, in order of the rows: "6000000 3000000" */
static char *
list_arrows (const Situation *situation)
{
  g_autofree char *path = draw (situation, "arrows.csv", NULL);
  g_autofree char *text = NULL;
  g_autoptr (GPtrArray) rows = NULL;
  GString *instants = g_string_new (NULL);

  g_assert_true (g_file_get_contents (path, &text, NULL, NULL));
  rows = sl_cli_parse_csv (text);
  for (guint i = 1; i < rows->len; i++)
    if (g_str_equal (sl_cli_cell (rows, i, "what"), "inherits"))
      g_string_append_printf (instants, "%s%s", instants->len > 0 ? " " : "",
                              sl_cli_cell (rows, i, "begin"));

  return g_string_free (instants, FALSE);
}

static void
test_inheritance (void)
{
  static const Situation stack = {
    "stack",
    "[scheduler]\npolicy=fp\nprotocol=srp\nuntil=40ms\n"
    "[task high]\nperiod=40ms\noffset=2ms\nwcet=3ms\npriority=3\nsections=m@1ms+1ms\n"
    "[task low]\nperiod=40ms\nwcet=6ms\npriority=1\nsections=m@1ms+4ms\n",
    { NULL }
  };
  g_autofree char *ceiling = list_arrows (find_situation ("pcp"));
  g_autofree char *none = list_arrows (&stack);

  g_test_summary (
      "An arrow shows that a task inherits: also from one whose lock is free and refused "
      "by a ceiling, and never under the stack resource policy");

  /* J0 is refused S0 at 6, J1 S2 at 3. */
  g_assert_cmpstr (ceiling, ==, "6000000 3000000");
  g_assert_cmpstr (none, ==, "");
}

static void
add (const char *kind, const Situation *situation, GTestDataFunc function)
{
  g_autofree char *path = g_strconcat ("/cli-pictures/", kind, "/", situation->name, NULL);

  g_test_add_data_func (path, situation, function);
}

int
main (int argc, char **argv)
{
  int status;

  g_test_init (&argc, &argv, NULL);
  folder = sl_cli_make_folder ();

  for (guint i = 0; i < G_N_ELEMENTS (situations); i++)
    {
      add ("tikz", &situations[i], test_tikz);
      add ("pdf", &situations[i], test_pdf);
      add ("rtsched", &situations[i], test_rtsched);
    }

  g_test_add_func ("/cli-pictures/inheritance", test_inheritance);

  status = g_test_run ();
  sl_test_remove_folder (folder);
  g_free (folder);
  return status;
}

/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <string.h>

#include "sl-error.h"
#include "sl-format-registry.h"

/* Formats that score what the head of the file tells them to: "score:alpha=500,beta=510". */
static guint
score_of (const SlProbe *probe, const char *id)
{
  g_autofree char *head = g_strndup ((const char *) probe->head, probe->head_length);
  const char *place = g_str_has_prefix (head, "score:") ? strstr (head, id) : NULL;

  return place != NULL ? g_ascii_strtoull (place + strlen (id) + 1, NULL, 10) : 0;
}

static guint
alpha_probe (const SlProbe *probe)
{
  return score_of (probe, "alpha");
}

static guint
beta_probe (const SlProbe *probe)
{
  return score_of (probe, "beta");
}

static guint
gamma_probe (const SlProbe *probe)
{
  return score_of (probe, "gamma");
}

static SlSource *
no_open (SlInput *input, SlFormatOptions *options, GCancellable *cancellable, GError **error)
{
  g_set_error_literal (error, SL_ERROR, SL_ERROR_MALFORMED, "Nothing to read");
  return NULL;
}

static const SlFormat alpha = {
  .struct_size = sizeof (SlFormat),
  .id = "test-alpha",
  .title = "Alpha trace",
  .probe = alpha_probe,
  .open = no_open,
};

static const SlFormat beta = {
  .struct_size = sizeof (SlFormat),
  .id = "test-beta",
  .title = "Beta trace",
  .probe = beta_probe,
  .open = no_open,
};

/* Gives way to alpha. */
static const SlFormat gamma_format = {
  .struct_size = sizeof (SlFormat),
  .id = "test-gamma",
  .title = "Gamma trace",
  .yields_to = "test-alpha",
  .probe = gamma_probe,
  .open = no_open,
};

static const SlFormat *
detect (const char *head, GError **error)
{
  SlProbe probe = { (const guint8 *) head, strlen (head), strlen (head), "test" };

  return sl_formats_detect (&probe, error);
}

static void
test_scores (void)
{
  g_test_summary (
      "The highest score from 300 on wins; scores within 20 of it are ambiguous, unless one yields "
      "to the other.");
  static const struct
  {
    const char *head;
    const SlFormat *format;
    int code;
  } cases[] = {
    { "score:alpha=500", &alpha, 0 },
    { "score:alpha=300", &alpha, 0 },
    { "score:alpha=299", NULL, SL_ERROR_UNKNOWN_FORMAT },
    { "score:alpha=500,beta=521", &beta, 0 },
    { "score:alpha=521,beta=500", &alpha, 0 },
    { "score:alpha=500,beta=520", NULL, SL_ERROR_AMBIGUOUS_FORMAT },
    { "score:alpha=520,beta=500", NULL, SL_ERROR_AMBIGUOUS_FORMAT },
    { "score:alpha=1000,beta=5000", NULL, SL_ERROR_AMBIGUOUS_FORMAT },
    { "score:alpha=500,gamma=500", &alpha, 0 },
    { "score:alpha=500,gamma=520", &alpha, 0 },
    { "score:alpha=500,gamma=521", &gamma_format, 0 },
    { "score:beta=500,gamma=500", NULL, SL_ERROR_AMBIGUOUS_FORMAT },
    { "score:alpha=500,beta=500,gamma=500", NULL, SL_ERROR_AMBIGUOUS_FORMAT },
    { "score:", NULL, SL_ERROR_UNKNOWN_FORMAT },
    { "", NULL, SL_ERROR_UNKNOWN_FORMAT },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (GError) error = NULL;

      g_test_message ("%s", cases[i].head);
      g_assert_true (detect (cases[i].head, &error) == cases[i].format);
      if (cases[i].format == NULL)
        g_assert_error (error, SL_ERROR, cases[i].code);
    }
}

static void
test_messages (void)
{
  g_test_summary ("The messages tell the user which option chooses and what lists the formats.");
  g_autoptr (GError) ambiguous = NULL;
  g_autoptr (GError) unknown = NULL;

  detect ("score:alpha=500,beta=500", &ambiguous);
  g_assert_cmpstr (ambiguous->message, ==,
                   "The file could be Alpha trace or Beta trace: choose with --format test-alpha "
                   "or --format test-beta");
  detect ("nothing known", &unknown);
  g_assert_nonnull (strstr (unknown->message, "slackline-cli formats"));
}

static void
test_refused (void)
{
  g_test_summary ("A format that lacks something, has a wrong size or a known id is refused.");
  SlFormat wrong[5] = { alpha, alpha, alpha, alpha, alpha };
  static const SlKind kinds[] = { { .id = "task-create", .title = "Again", .family = "task" } };
  static guint16 base;
  guint n_formats = sl_formats_get_count ();

  wrong[0].struct_size = 8;
  wrong[0].id = "test-size";
  wrong[1].struct_size = sizeof (SlFormat) + 8;
  wrong[1].id = "test-size";
  wrong[2].id = "Not An Id";
  /* wrong[3] has the id of alpha. */
  wrong[4].id = "test-kinds";
  wrong[4].kinds = kinds;
  wrong[4].n_kinds = 1;
  wrong[4].kind_base = &base;

  for (guint i = 0; i < G_N_ELEMENTS (wrong); i++)
    {
      g_autoptr (GError) error = NULL;

      g_assert_false (sl_formats_add (&wrong[i], &error));
      g_assert_nonnull (error);
    }
  g_assert_cmpuint (sl_formats_get_count (), ==, n_formats);
}

static void
test_found (void)
{
  g_test_summary ("A registered format is found by its id.");

  g_assert_true (sl_formats_find ("test-beta") == &beta);
  g_assert_null (sl_formats_find ("test-delta"));
  g_assert_nonnull (sl_formats_find ("shark-ftrace"));
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_assert_true (sl_formats_add (&gamma_format, NULL));
  g_assert_true (sl_formats_add (&beta, NULL));
  g_assert_true (sl_formats_add (&alpha, NULL));
  g_test_add_func ("/formats/detect/scores", test_scores);
  g_test_add_func ("/formats/detect/messages", test_messages);
  g_test_add_func ("/formats/registry/refused", test_refused);
  g_test_add_func ("/formats/registry/found", test_found);
  return g_test_run ();
}

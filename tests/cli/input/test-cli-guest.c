/* SPDX-License-Identifier: GPL-3.0-or-later */

/* A virtual machine and its host, recorded together: joined, each event of the guest is where the host's clock was. */

#include <string.h>

#include "sl-cli-run.h"
#include "sl-dat-writer.h"
#include "sl-test.h"

#define N_EVENTS     200
#define MOST_SAMPLES 6

#define HOST_ID  G_GUINT64_CONSTANT (0xabcdef0123456789)
#define GUEST_ID G_GUINT64_CONSTANT (0x1122334455667788)

#define VCPU_THREAD 4711

typedef struct
{
  gint64 time;
  gint64 offset;
  gint64 scaling;
  guint64 fraction;
} Sample;

typedef struct
{
  gboolean is_big;
  gboolean interpolates;
  gboolean has_fractions;
  guint n_samples;
  Sample samples[MOST_SAMPLES];
} Shift;

static char *folder;

static void
put (GByteArray *bytes, guint64 number, guint size, gboolean is_big)
{
  for (guint i = 0; i < size; i++)
    {
      guint8 byte = (guint8) (number >> 8 * (is_big ? size - 1 - i : i));

      g_byte_array_append (bytes, &byte, 1);
    }
}

/* The option TIME_SHIFT of a guest with two CPUs that share a clock. */
static GByteArray *
make_shift (const Shift *shift)
{
  GByteArray *bytes = g_byte_array_new ();

  put (bytes, HOST_ID, 8, shift->is_big);
  put (bytes, shift->interpolates, 4, shift->is_big);
  put (bytes, 2, 4, shift->is_big);
  for (guint cpu = 0; cpu < 2; cpu++)
    {
      put (bytes, shift->n_samples, 4, shift->is_big);
      for (guint i = 0; i < shift->n_samples; i++)
        put (bytes, (guint64) shift->samples[i].time, 8, shift->is_big);
      for (guint i = 0; i < shift->n_samples; i++)
        put (bytes, (guint64) shift->samples[i].offset, 8, shift->is_big);
      for (guint i = 0; i < shift->n_samples; i++)
        put (bytes, (guint64) shift->samples[i].scaling, 8, shift->is_big);
    }
  for (guint i = 0; shift->has_fractions && i < 2 * shift->n_samples; i++)
    put (bytes, shift->samples[i % shift->n_samples].fraction, 8, shift->is_big);
  return bytes;
}

static GByteArray *
make_guest (gboolean is_big)
{
  GByteArray *bytes = g_byte_array_new ();

  g_byte_array_append (bytes, (const guint8 *) "vm1", 4);
  put (bytes, GUEST_ID, 8, is_big);
  put (bytes, 2, 4, is_big);
  for (guint cpu = 0; cpu < 2; cpu++)
    {
      put (bytes, cpu, 4, is_big);
      put (bytes, VCPU_THREAD + cpu, 4, is_big);
    }
  return bytes;
}

static GByteArray *
make_id (guint64 id, gboolean is_big)
{
  GByteArray *bytes = g_byte_array_new ();

  put (bytes, id, 8, is_big);
  return bytes;
}

static char *
write_trace (const char *name,
             gboolean is_big,
             const gint64 *times,
             guint option,
             const GByteArray *data,
             guint64 id)
{
  g_autoptr (GByteArray) trace_id = make_id (id, is_big);
  SlDatExtra extras[] = { { 11, trace_id->data, trace_id->len },
                          { option, data->data, data->len } };
  SlDatLayout layout = { .version = g_test_rand_bit () ? 6 : 7,
                         .codec = "none",
                         .is_big = is_big,
                         .long_size = 8,
                         .page_size = 4096,
                         .n_cpus = 2,
                         .n_buffers = 1,
                         .pages_a_chunk = 4,
                         .clock = "mono",
                         .seed = 1,
                         .is_plain = TRUE,
                         .extras = extras,
                         .n_extras = 2 };
  g_autoptr (SlDatWriter) writer = sl_dat_writer_new (&layout);
  g_autoptr (GBytes) bytes = NULL;

  for (guint i = 0; i < N_EVENTS; i++)
    {
      SlDatEvent event = { SL_DAT_SWITCH, (guint64) times[i], 0, VCPU_THREAD, { 0 }, NULL };

      event.values[0] = VCPU_THREAD;
      event.values[3] = 0;
      sl_dat_writer_add (writer, 0, i % 2, &event);
    }
  bytes = sl_dat_writer_finish (writer);
  return sl_cli_write_file (folder, name, bytes);
}

/* What the document says: the sample before the time, or the way to the next. */
static gint64
map (const Shift *shift, gint64 time)
{
  guint at = 0, next, from;
  gint64 offset;

  while (at + 1 < shift->n_samples && shift->samples[at + 1].time <= time)
    at++;
  offset = shift->samples[at].offset;
  next = at + 1 < shift->n_samples ? at + 1 : at;
  from = next > 0 ? next - 1 : 0;
  if (shift->interpolates && next != from)
    offset = shift->samples[from].offset +
             (gint64) (((double) (time - shift->samples[from].time) *
                        (double) (shift->samples[next].offset - shift->samples[from].offset)) /
                       (double) (shift->samples[next].time - shift->samples[from].time));
  return (gint64) ((__int128) time * shift->samples[at].scaling >> shift->samples[at].fraction) +
         offset;
}

static void
make_times (gint64 *times, gint64 begin)
{
  times[0] = begin;
  for (guint i = 1; i < N_EVENTS; i++)
    times[i] = times[i - 1] + g_test_rand_int_range (1, 1000000);
}

static Shift
make_any_shift (gint64 begin, gint64 end)
{
  Shift shift = { .is_big = g_test_rand_bit (),
                  .interpolates = g_test_rand_bit (),
                  .has_fractions = g_test_rand_bit (),
                  .n_samples = (guint) g_test_rand_int_range (1, MOST_SAMPLES + 1) };

  for (guint i = 0; i < shift.n_samples; i++)
    {
      Sample *sample = &shift.samples[i];

      sample->time = begin + (end - begin) * i / shift.n_samples + 7 * i;
      sample->offset = G_GINT64_CONSTANT (-123456789012) + 1000 * i;
      sample->scaling = shift.has_fractions ? (gint64) ((1ull << 32) + 12345) : 1;
      sample->fraction = shift.has_fractions ? 32 : 0;
    }
  return shift;
}

/* The document rounds down, twice; a map with a slope goes to the nearest tick. */
static void
check_joined (const char *host,
              const char *guest,
              gint64 host_first,
              const gint64 *times,
              const Shift *shift)
{
  g_auto (SlCliResult) result = sl_cli_run ("events", "--csv", "--join", host, guest, NULL);
  gint64 slack = shift->has_fractions || shift->interpolates ? 2 : 0;
  g_autoptr (GPtrArray) rows = NULL;
  guint n_found = 0;

  sl_cli_assert_fine (&result);
  rows = sl_cli_parse_csv (result.output);
  for (guint i = 1; i < rows->len; i++)
    {
      gint64 tick;

      if (!g_str_has_prefix (sl_cli_cell (rows, i, "offset"), "1:"))
        continue;
      g_assert_true (g_ascii_string_to_signed (sl_cli_cell (rows, i, "tick"), 10, G_MININT64,
                                               G_MAXINT64, &tick, NULL));
      g_assert_cmpint (ABS (tick - map (shift, times[n_found])), <=, slack);
      n_found++;
    }
  g_assert_cmpuint (n_found, ==, N_EVENTS);
}

static void
test_any_shift (void)
{
  g_test_summary (
      "Events of a guest stand where its time shift puts them on the host's axis. Replay with "
      "--seed");
  for (guint round = 0; round < 8; round++)
    {
      gint64 own[N_EVENTS], others[N_EVENTS];
      g_autofree char *host = NULL, *guest = NULL;
      g_autoptr (GByteArray) shift_data = NULL, guest_data = NULL;
      Shift shift;

      make_times (own, G_GINT64_CONSTANT (987654321098));
      shift = make_any_shift (own[0] + 5000, own[N_EVENTS - 1]);
      make_times (others, map (&shift, own[0]) - 1000);
      shift_data = make_shift (&shift);
      guest_data = make_guest (shift.is_big);
      guest = write_trace ("guest.dat", shift.is_big, own, 12, shift_data, GUEST_ID);
      host = write_trace ("host.dat", shift.is_big, others, 13, guest_data, HOST_ID);
      check_joined (host, guest, others[0], own, &shift);
    }
}

static void
test_both_ways (void)
{
  gint64 own[N_EVENTS], others[N_EVENTS];
  Shift shift = { .n_samples = 1, .samples = { { 0, 5000000, 1, 0 } } };
  g_autoptr (GByteArray) shift_data = make_shift (&shift);
  g_autoptr (GByteArray) guest_data = make_guest (FALSE);
  g_autofree char *guest = NULL, *host = NULL;
  g_auto (SlCliResult) result = { 0 };
  g_autoptr (GPtrArray) rows = NULL;
  guint n_found = 0;

  g_test_summary ("With the guest first, the host stands on the guest's axis");
  make_times (own, 1000000000);
  make_times (others, 1005000000);
  guest = write_trace ("guest.dat", FALSE, own, 12, shift_data, GUEST_ID);
  host = write_trace ("host.dat", FALSE, others, 13, guest_data, HOST_ID);
  result = sl_cli_run ("events", "--csv", "--join", guest, host, NULL);
  sl_cli_assert_fine (&result);
  rows = sl_cli_parse_csv (result.output);
  for (guint i = 1; i < rows->len; i++)
    if (g_str_has_prefix (sl_cli_cell (rows, i, "offset"), "1:"))
      g_assert_cmpint (g_ascii_strtoll (sl_cli_cell (rows, i, "tick"), NULL, 10), ==,
                       others[n_found++] - 5000000);
  g_assert_cmpuint (n_found, ==, N_EVENTS);
}

static void
test_alone (void)
{
  gint64 own[N_EVENTS];
  Shift shift = { .n_samples = 1, .samples = { { 0, 5000000, 1, 0 } } };
  g_autoptr (GByteArray) shift_data = make_shift (&shift);
  g_autoptr (GByteArray) guest_data = make_guest (FALSE);
  g_autofree char *guest = NULL, *host = NULL;
  g_auto (SlCliResult) result = { 0 };
  g_auto (SlCliResult) other = { 0 };
  g_autoptr (GPtrArray) rows = NULL;

  g_test_summary (
      "A guest by itself keeps its time and says that it has a host; threads of a host that are "
      "CPUs of a guest are called so");
  make_times (own, 1000000000);
  guest = write_trace ("guest.dat", FALSE, own, 12, shift_data, GUEST_ID);
  host = write_trace ("host.dat", FALSE, own, 13, guest_data, HOST_ID);
  result = sl_cli_run ("events", "--csv", guest, NULL);
  sl_cli_assert_fine (&result);
  rows = sl_cli_parse_csv (result.output);
  g_assert_cmpint (g_ascii_strtoll (sl_cli_cell (rows, 1, "tick"), NULL, 10), ==, own[0]);
  g_clear_pointer (&rows, g_ptr_array_unref);
  sl_cli_result_clear (&result);
  result = sl_cli_run ("info", guest, NULL);
  sl_cli_assert_fine (&result);
  g_assert_nonnull (strstr (result.output, "TRACEID 0xabcdef0123456789"));
  other = sl_cli_run ("info", host, NULL);
  sl_cli_assert_fine (&other);
  g_assert_nonnull (strstr (other.output, "vm1 CPU 0"));
  g_assert_nonnull (strstr (other.output, "TRACEID 0x1122334455667788"));
}

static void
test_wrong (void)
{
  static const Shift wrong[] = {
    { .n_samples = 0 },
    { .n_samples = 1, .samples = { { 0, 0, 0, 0 } } },
    { .n_samples = 2, .samples = { { 5, 0, 1, 0 }, { 5, 0, 1, 0 } } },
    { .n_samples = 1, .has_fractions = TRUE, .samples = { { 0, 0, 1, 64 } } },
    { .n_samples = 1, .samples = { { 0, G_MAXINT64, G_MAXINT64, 0 } } },
  };
  gint64 own[N_EVENTS];

  g_test_summary ("Samples that cannot be right, or are cut anywhere, do no harm");
  make_times (own, 1000000000);
  for (guint i = 0; i < G_N_ELEMENTS (wrong); i++)
    {
      g_autoptr (GByteArray) data = make_shift (&wrong[i]);
      g_autoptr (GByteArray) guest_data = make_guest (FALSE);
      g_autofree char *guest = NULL, *host = NULL;
      g_auto (SlCliResult) result = { 0 };

      g_byte_array_set_size (data, data->len - (guint) g_test_rand_int_range (0, 9));
      guest = write_trace ("guest.dat", FALSE, own, 12, data, GUEST_ID);
      host = write_trace ("host.dat", FALSE, own, 13, guest_data, HOST_ID);
      result = sl_cli_run ("events", "--csv", "--join", host, guest, NULL);
      sl_cli_assert_fine (&result);
    }
}

/* Recordings that say nothing of each other, of clocks with one name. */
static void
test_shared_clock (void)
{
  static const gint64 begins[] = { 0, 700, 1000000 };
  char *paths[G_N_ELEMENTS (begins)];
  g_autoptr (GByteArray) nothing = g_byte_array_new ();

  g_test_summary (
      "Recordings of one clock at one time are said to be so, unless they are where they were.");

  for (guint i = 0; i < G_N_ELEMENTS (begins); i++)
    {
      g_autofree char *name = g_strdup_printf ("shared-%u.dat", i);
      gint64 times[N_EVENTS];

      for (guint j = 0; j < N_EVENTS; j++)
        times[j] = 5000 + begins[i] + 10 * j;
      paths[i] = write_trace (name, FALSE, times, 5, nothing, HOST_ID + i);
    }
  {
    g_auto (SlCliResult) apart = sl_cli_run ("info", "--join", paths[0], paths[1], NULL);
    g_auto (SlCliResult) right =
        sl_cli_run ("info", "--join", "--align=absolute", paths[0], paths[1], NULL);
    g_auto (SlCliResult) moved =
        sl_cli_run ("info", "--join", "--offset=1:700", paths[0], paths[1], NULL);
    g_auto (SlCliResult) later = sl_cli_run ("info", "--join", paths[0], paths[2], NULL);

    g_assert_cmpint (apart.status, ==, 0);
    g_assert_nonnull (strstr (apart.errors, "--align absolute"));
    sl_cli_assert_fine (&right);
    sl_cli_assert_fine (&moved);
    sl_cli_assert_fine (&later);
  }
  for (guint i = 0; i < G_N_ELEMENTS (begins); i++)
    g_free (paths[i]);
}

int
main (int argc, char **argv)
{
  int status;

  g_test_init (&argc, &argv, NULL);
  folder = sl_cli_make_folder ();
  g_test_add_func ("/cli/guest/any-shift", test_any_shift);
  g_test_add_func ("/cli/guest/both-ways", test_both_ways);
  g_test_add_func ("/cli/guest/alone", test_alone);
  g_test_add_func ("/cli/guest/wrong", test_wrong);
  g_test_add_func ("/cli/guest/shared-clock", test_shared_clock);
  status = g_test_run ();
  sl_test_remove_folder (folder);
  g_free (folder);
  return status;
}

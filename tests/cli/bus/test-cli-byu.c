/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <string.h>

#include "sl-byu-case.h"
#include "sl-byu-writer.h"
#include "sl-cli-run.h"
#include "sl-test.h"

static char *folder;

static char *
write_records (const char *name, guint record_size, const SlByuRecord *records, guint n_records)
{
  guint8 *bytes = g_malloc (n_records * record_size);
  g_autoptr (GBytes) file = NULL;

  for (guint i = 0; i < n_records; i++)
    sl_byu_put (bytes + i * record_size, record_size, &records[i]);
  file = g_bytes_new_take (bytes, n_records * record_size);
  return sl_cli_write_file (folder, name, file);
}

static char *
write_case (const char *id)
{
  g_autoptr (GBytes) bytes = sl_byu_case_make (sl_byu_cases_find (id));

  return sl_cli_write_file (folder, id, bytes);
}

static void
test_events (void)
{
  static const SlByuRecord records[] = {
    { .address = 0x41f760, .type = 0x00, .size = 8, .time = 100 },
    { .address = 0x5e78900, .type = 0x01, .size = 8, .time = 24, .processor = 1 },
    { .address = 0x0703ff10, .type = 0x02, .size = 8, .time = 7 },
    { .address = 0x70, .type = 0x11, .size = 1, .time = 0xffffffff },
    { .address = 0x32001400, .type = 0x20, .time = 480 },
    { .address = 0x1000, .type = 0x30, .size = 8, .time = 24, .processor = 2 },
  };
  g_autofree char *trace = write_records ("some", 12, records, G_N_ELEMENTS (records));
  g_auto (SlCliResult) all = sl_cli_run ("events", "--csv", trace, NULL);
  g_auto (SlCliResult) folded =
      sl_cli_run ("events", "--csv", "-O", "fold-second-packets=yes", "--limit=3", trace, NULL);

  g_test_summary ("Cycles print as scripts rely on: the first at tick 0, none after a gap with a "
                  "delta, unknown types by their code.");
  sl_cli_assert_fine (&all);
  g_assert_cmpstr (all.output, ==,
                   "index,tick,delta,cpu,kind,object,a,b,offset,tick_max,flags,name\n"
                   "0,0,,0,fetch,agent:0,0x41f760,8,0,,,\n"
                   "1,24,24,1,memory-read,agent:1,0x5e78900,8,12,,,\n"
                   "2,31,7,0,memory-read-invalidate,agent:0,0x703ff10,8,24,,,\n"
                   "3,31,,0,io-write,agent:0,0x70,1,36,,gap,\n"
                   "4,511,480,0,deferred-reply,agent:0,0x32001400,0,48,,,\n"
                   "5,535,24,2,unknown-0x30,agent:2,0x1000,8,60,,,\n");
  sl_cli_assert_fine (&folded);
  g_assert_cmpstr (folded.output, ==,
                   "index,tick,delta,cpu,kind,object,a,b,offset,tick_max,flags,name\n"
                   "0,0,,0,fetch,agent:0,0x41f760,8,0,,,\n"
                   "1,24,24,1,memory-read,agent:1,0x5e78900,8,12,,,\n"
                   "2,31,,0,io-write,agent:0,0x70,1,36,,gap,\n");
}

static void
test_pentium_events (void)
{
  g_autofree char *trace = write_case ("pentium");
  g_auto (SlCliResult) result =
      sl_cli_run ("events", "--csv", "--filter=kind = write-back", "--limit=1", trace, NULL);
  g_auto (SlCliResult) none = sl_cli_run ("events", "--csv", "--filter=kind = fetch", trace, NULL);
  g_autoptr (GPtrArray) rows = NULL;

  g_test_summary ("Byte enables print in hex; the tick is the number of the record.");
  sl_cli_assert_fine (&result);
  rows = sl_cli_parse_csv (result.output);
  g_assert_cmpuint (rows->len, ==, 2);
  g_assert_cmpstr (sl_cli_cell (rows, 1, "tick"), ==, sl_cli_cell (rows, 1, "index"));
  g_assert_true (g_str_has_prefix (sl_cli_cell (rows, 1, "b"), "0x"));
  sl_cli_assert_fine (&none);
}

static void
test_shared_kinds (void)
{
  static const SlByuRecord records[] = {
    { .address = 0x70, .type = 0x11, .size = 1, .time = 24 },
    { .address = 0x1000, .type = 0x00, .size = 8, .time = 24 },
  };
  static const guint sizes[] = { 6, 12, 16 };

  g_test_summary ("A filter finds a kind in each format that has one of this name.");
  for (guint i = 0; i < G_N_ELEMENTS (sizes); i++)
    {
      static const char *const formats[] = { "byu6", "byu12", "byu16" };
      g_autofree char *trace = write_records ("shared", sizes[i], records, G_N_ELEMENTS (records));
      g_auto (SlCliResult) result = sl_cli_run ("events", "--csv", "--format", formats[i],
                                                "--filter=kind = io-write", trace, NULL);
      g_autoptr (GPtrArray) rows = NULL;

      sl_cli_assert_fine (&result);
      rows = sl_cli_parse_csv (result.output);
      g_assert_cmpuint (rows->len, ==, 2);
      g_assert_cmpstr (sl_cli_cell (rows, 1, "kind"), ==, "io-write");
      g_assert_cmpstr (sl_cli_cell (rows, 1, "a"), ==, "0x70");
      g_assert_cmpstr (sl_cli_cell (rows, 1, "b"), ==, sizes[i] == 6 ? "0xfe" : "1");
    }
}

static void
test_textbook (void)
{
  g_autofree char *trace = write_case ("lines");
  g_autofree char *picture = g_build_filename (folder, "x.svg", NULL);
  g_auto (SlCliResult) result =
      sl_cli_run ("render", "--style=textbook", "-o", picture, trace, NULL);

  g_test_summary ("A trace without tasks has no textbook look, and no file is written.");
  sl_cli_assert_fails (&result, 2, "shows tasks, and this trace has none");
  g_assert_false (g_file_test (picture, G_FILE_TEST_EXISTS));
}

static void
test_seconds (void)
{
  g_autofree char *trace = write_case ("lines");
  g_auto (SlCliResult) unknown = sl_cli_run ("events", "--csv", "--from=1us", trace, NULL);
  g_auto (SlCliResult) known =
      sl_cli_run ("events", "--csv", "--rate=800000000", "--from=1us", "--limit=1", trace, NULL);

  g_test_summary ("Ticks have no length until somebody gives their rate.");
  sl_cli_assert_fails (&unknown, 2, "give --rate HZ");
  sl_cli_assert_fine (&known);
}

static void
test_tikz (void)
{
  g_autofree char *trace = write_case ("lines");
  g_autofree char *path = g_build_filename (folder, "map.tex", NULL);
  g_auto (SlCliResult) result = sl_cli_run ("render", "-o", path, trace, NULL);
  g_autofree char *text = NULL;

  g_test_summary ("A map of addresses can be written as TikZ too: its cells are rectangles.");

  sl_cli_assert_fine (&result);
  g_assert_true (g_file_get_contents (path, &text, NULL, NULL));
  g_assert_nonnull (strstr (text, ",fill opacity="));
}

static void
test_refused (void)
{
  g_autofree char *zeros = write_case ("zeros");
  g_autofree char *mangled = write_case ("mangled");
  g_auto (SlCliResult) ambiguous = sl_cli_run ("info", zeros, NULL);
  g_auto (SlCliResult) chosen = sl_cli_run ("info", "--format=byu16", zeros, NULL);
  g_auto (SlCliResult) damaged = sl_cli_run ("info", mangled, NULL);
  g_auto (SlCliResult) option =
      sl_cli_run ("info", "-O", "fold-second-packets=perhaps", "--format=byu12", zeros, NULL);

  g_test_summary ("Zeros are asked about, a mangled trace is refused with the reason.");
  sl_cli_assert_fails (&ambiguous, 3, "--format byu12 or --format byu16");
  sl_cli_assert_fine (&chosen);
  sl_cli_assert_fails (&damaged, 3, "treated it as UTF-8 text");
  sl_cli_assert_fails (&option, 2, "fold-second-packets");
}

/* How many rows a filter leaves; the header is none. */
static guint
count_rows (const char *format, const char *trace, const char *filter)
{
  g_auto (SlCliResult) result =
      sl_cli_run ("events", "--csv", "--format", format, "--filter", filter, trace, NULL);
  guint n_lines = 0;

  g_test_message ("%s", filter);
  sl_cli_assert_fine (&result);
  for (const char *at = result.output; *at != '\0'; at++)
    n_lines += *at == '\n' ? 1 : 0;

  return n_lines - 1;
}

typedef struct
{
  const char *filter;
  guint n_rows;
} Rows;

static void
check_rows (const char *format, const char *trace, const Rows *rows, guint n)
{
  for (guint i = 0; i < n; i++)
    g_assert_cmpuint (count_rows (format, trace, rows[i].filter), ==, rows[i].n_rows);
}

static void
check_refusal (const char *command, const char *option, const char *trace, const char *said)
{
  g_autofree char *picture = g_build_filename (folder, "refused.svg", NULL);
  g_auto (SlCliResult) result = g_str_equal (command, "render")
                                    ? sl_cli_run (command, "-o", picture, option, trace, NULL)
                                    : sl_cli_run (command, "--csv", option, trace, NULL);

  g_test_message ("%s %s: %s", command, option, result.errors);
  g_assert_cmpint (result.status, ==, 2);
  g_assert_nonnull (strstr (result.errors, said));
}

/* The twelve bytes of one record for each value of the attribute's byte that matters. */
static void
test_fields (void)
{
  static const SlByuRecord records[] = {
    { .address = 0x1000, .type = 0x00, .size = 8, .time = 100, .attribute = 0 },
    { .address = 0x2000, .type = 0x01, .size = 16, .time = 24, .attribute = 1, .processor = 1 },
    { .address = 0x3000, .type = 0x01, .size = 32, .time = 24, .attribute = 2, .processor = 255 },
    { .address = 0x4000, .type = 0x03, .size = 64, .time = 24, .attribute = 3 },
    { .address = 0x5000, .type = 0x03, .size = 4, .time = 24, .attribute = 0xf3 },
  };
  static const Rows rows[] = {
    { "attribute = write-back", 2 },
    { "attribute != write-back", 3 },
    { "attribute ~ write-*", 4 },
    { "attribute = uncacheable", 1 },
    { "size in 16..64", 2 },
    { "field.size in 16..64", 2 },
    { "agent = 255", 1 },
    { "agent < 0xff and kind = memory-read", 1 },
    { "attribute-byte & 0xf0", 1 },
    { "attribute-byte & 0x3", 4 },
    { "address = 16384", 1 },
    { "field.address in 0x2000..0x4000", 2 },
    { "request = 0x3 or request = 0x0", 3 },
    { "not attribute = write-back and not agent = 1", 2 },
    { "second-packet = 1", 0 },
  };
  g_autofree char *trace = write_records ("fields", 12, records, G_N_ELEMENTS (records));
  g_auto (SlCliResult) all =
      sl_cli_run ("events", "--csv", "--fields", "attribute,size,agent,field.address", trace, NULL);
  g_auto (SlCliResult) info = sl_cli_run ("info", "--json", trace, NULL);

  g_test_summary ("What the records say is a field of lists and filters: caching, size and agent.");
  sl_cli_assert_fine (&all);
  g_assert_cmpstr (all.output, ==,
                   "index,tick,delta,cpu,kind,object,a,b,offset,tick_max,flags,name,"
                   "attribute,size,agent,address\n"
                   "0,0,,0,fetch,agent:0,0x1000,8,0,,,,uncacheable,8,0,0x1000\n"
                   "1,24,24,1,memory-read,agent:1,0x2000,16,12,,,,write-through,16,1,0x2000\n"
                   "2,48,24,255,memory-read,agent:255,0x3000,32,24,,,,write-protect,32,255,0x3000\n"
                   "3,72,24,0,memory-write,agent:0,0x4000,64,36,,,,write-back,64,0,0x4000\n"
                   "4,96,24,0,memory-write,agent:0,0x5000,4,48,,,,write-back,4,0,0x5000\n");
  check_rows ("byu12", trace, rows, G_N_ELEMENTS (rows));
  check_refusal ("events", "--fields=attribute,colour", trace, "“colour” in column 11");
  check_refusal ("events", "--fields=attribute,", trace, "column 11");
  check_refusal ("events", "--filter=a = 1 or colour = 3", trace, "“colour” in column 10");
  check_refusal ("render", "--filter=colour = 3", trace, "“colour” in column 1");
  sl_cli_assert_fine (&info);
  g_assert_nonnull (strstr (info.output, "\"fields\""));
  g_assert_nonnull (strstr (info.output, "\"attribute-byte\""));
}

/* The sentence: "if only the upper four bytes are being requested the field will contain 0x0f". */
static void
test_requested (void)
{
  static const guint8 bytes[] = {
    0x00, 0x00, 0x10, 0x00, 0x00, 0xc0, /* a data read of all eight */
    0x00, 0x00, 0x20, 0x00, 0x0f, 0xd0, /* of the upper four */
    0x00, 0x00, 0x30, 0x00, 0xf0, 0xf0, /* a write of the lower four */
    0x00, 0x00, 0x40, 0x00, 0xfe, 0x90, /* a fetch of the lowest */
  };
  static const Rows rows[] = {
    { "requested & 0xf0", 2 },    { "not requested & 0x0f", 1 },
    { "requested = 0xf0", 1 },    { "requested = 240", 1 },
    { "byte-enables = 0x0f", 1 }, { "b & 0xf0", 2 },
    { "requested in 1..16", 2 },  { "size = 4", 2 },
  };
  g_autoptr (GBytes) file = g_bytes_new_static (bytes, sizeof bytes);
  g_autofree char *trace = sl_cli_write_file (folder, "requested", file);
  g_auto (SlCliResult) all =
      sl_cli_run ("events", "--csv", "--format=byu6", "--fields=requested,size", trace, NULL);

  g_test_summary ("The bytes that a cycle asks for are a field whose bits can be tested.");
  sl_cli_assert_fine (&all);
  g_assert_nonnull (strstr (all.output, ",0xff,32\n"));
  g_assert_nonnull (strstr (all.output, ",0xf0,4\n"));
  g_assert_nonnull (strstr (all.output, ",0xf,4\n"));
  g_assert_nonnull (strstr (all.output, ",0x1,1\n"));
  check_rows ("byu6", trace, rows, G_N_ELEMENTS (rows));
}

/* What is said of a trace, whether its blocks are read as columns or event by event. */
static void
check_said (const char *format, const char *trace, const char *said, const char *extent)
{
  g_auto (SlCliResult) info = sl_cli_run ("info", "--format", format, trace, NULL);
  g_auto (SlCliResult) stats = sl_cli_run ("stats", "--json", "--format", format, trace, NULL);

  sl_cli_assert_fine (&info);
  g_test_message ("%s", info.output);
  g_assert_nonnull (strstr (info.output, said));
  sl_cli_assert_fine (&stats);
  g_assert_nonnull (strstr (stats.output, extent));
  if (g_str_equal (format, "byu12"))
    {
      g_auto (SlCliResult) folded =
          sl_cli_run ("info", "-O", "fold-second-packets=yes", "--format", format, trace, NULL);

      sl_cli_assert_fine (&folded);
      g_assert_nonnull (strstr (folded.output, said));
    }
}

/* The last of @n_records fetches and reads is the odd one; a write is never asked. */
static char *
write_reads (const char *name, guint n_records, guint8 last_attribute, guint8 last_size)
{
  g_autofree SlByuRecord *records = g_new0 (SlByuRecord, n_records + 1);

  for (guint i = 0; i < n_records; i++)
    records[i] = (SlByuRecord) { .address = 0x1000 + 8 * i,
                                 .type = (guint8) (i % 3),
                                 .size = 8,
                                 .attribute = i + 1 < n_records ? 0 : last_attribute,
                                 .time = 24 };
  records[n_records - 1].size = last_size;
  records[n_records] = (SlByuRecord) { .type = 3, .size = 8, .attribute = 3, .time = 24 };
  return write_records (name, 12, records, n_records + 1);
}

static void
test_extent (void)
{
  g_autofree char *complete = write_reads ("complete", 500, 4, 8);
  g_autofree char *nearly = write_reads ("nearly", 500, 1, 16);
  g_autofree char *misses = write_reads ("misses", 50, 3, 32);

  g_test_summary ("Whether a trace is complete or one of misses, and its version, are said.");

  check_said ("byu12", complete,
              "All instruction fetches and data reads are noncacheable: the trace is complete, "
              "recorded with the first-level caches disabled, count 500\n",
              "\"trace\" : \"complete\"");
  check_said ("byu12", complete, "the trace is in format v1.0", "\"cacheable\" : 0");
  check_said ("byu12", nearly, "so few that they may be capture errors",
              "\"trace\" : \"nearly-complete\"");
  check_said ("byu12", nearly,
              "Transfers of 16 or 32 bytes: the trace is in format v1.1, count 1\n",
              "\"cacheable\" : 1");
  check_said ("byu12", misses,
              "the first-level caches were enabled, and the trace has only the cycles that "
              "missed them, count 1\n",
              "\"trace\" : \"misses-only\"");
  check_said ("byu12", misses, "format v1.1", "\"cycles\" : 50");
}

/* The pins say it in the 6-byte format: code and data reads, cacheable or not. */
static void
test_extent_of_pins (void)
{
  static const guint8 noncacheable[] = {
    0x00, 0x00, 0x10, 0x00, 0x00, 0x90, 0x00, 0x00, 0x20, 0x00, 0x0f, 0xd0,
    0x00, 0x00, 0x30, 0x00, 0xf0, 0xf0, 0x00, 0x00, 0x40, 0x00, 0xf0, 0xe0,
  };
  static const guint8 cacheable[] = {
    0x00, 0x00, 0x10, 0x00, 0x00, 0x80, 0x00, 0x00, 0x20, 0x00, 0x00, 0xc0,
    0x00, 0x00, 0x30, 0x00, 0xf0, 0xf0, 0x00, 0x00, 0x40, 0x00, 0x0f, 0x90,
  };
  g_autoptr (GBytes) first = g_bytes_new_static (noncacheable, sizeof noncacheable);
  g_autoptr (GBytes) second = g_bytes_new_static (cacheable, sizeof cacheable);
  g_autofree char *complete = sl_cli_write_file (folder, "pins-complete", first);
  g_autofree char *misses = sl_cli_write_file (folder, "pins-misses", second);

  g_test_summary ("The 6-byte format says by its pins whether a trace is complete.");

  check_said ("byu6", complete,
              "the trace is complete, recorded with the first-level caches "
              "disabled, count 2\n",
              "\"trace\" : \"complete\"");
  check_said ("byu6", misses, "the trace has only the cycles that missed them, count 2\n",
              "\"trace\" : \"misses-only\"");
}

/* Two processors on the bus, each with its own mix. */
static void
test_agents (void)
{
  static const SlByuRecord records[] = {
    { .address = 0x1000, .type = 0x00, .size = 8, .time = 24 },
    { .address = 0x2000, .type = 0x00, .size = 8, .time = 24, .processor = 1 },
    { .address = 0x3000, .type = 0x03, .size = 4, .time = 24, .processor = 1 },
    { .address = 0x4000, .type = 0x03, .size = 4, .time = 24, .processor = 1 },
    { .address = 0x70, .type = 0x11, .size = 1, .time = 24 },
  };
  g_autofree char *trace = write_records ("agents", 12, records, G_N_ELEMENTS (records));
  g_autofree char *picture = g_build_filename (folder, "agents.svg", NULL);
  g_autofree char *svg = NULL;
  g_auto (SlCliResult) info = sl_cli_run ("info", "--json", trace, NULL);
  g_auto (SlCliResult) slices = sl_cli_run ("slices", "--csv", trace, NULL);
  g_auto (SlCliResult) stats = sl_cli_run ("stats", trace, NULL);
  g_auto (SlCliResult) render = sl_cli_run ("render", "-o", picture, trace, NULL);
  const char *first, *second, *bytes;

  g_test_summary (
      "Rows of a bus are lanes of info and of pictures; each processor has its group and "
      "its figures.");

  sl_cli_assert_fine (&info);
  g_assert_nonnull (strstr (info.output, "\"lanes\" : [\n    \"bus:bytes\",\n"
                                         "    \"map:memory\",\n"
                                         "    \"map:ports\",\n"));
  for (const char *const *name =
           (const char *const[]) { "bus:fetch", "bus:fetch/1", "bus:memory-write/1", "bus:io-write",
                                   NULL };
       *name != NULL; name++)
    {
      g_autofree char *quoted = g_strdup_printf ("    \"%s\"", *name);

      g_assert_nonnull (strstr (info.output, quoted));
    }
  sl_cli_assert_fine (&slices);
  g_assert_cmpstr (slices.output, ==, "lane,state,begin,end,detail,name\n");

  sl_cli_assert_fine (&stats);
  g_assert_true (g_regex_match_simple ("agent:0 +2 +0\\.4000", stats.output, 0, 0));
  g_assert_true (g_regex_match_simple ("agent:1 +3 +0\\.6000", stats.output, 0, 0));
  g_assert_true (g_regex_match_simple ("  memory-write +2 +0\\.6667", stats.output, 0, 0));

  sl_cli_assert_fine (&render);
  g_assert_true (g_file_get_contents (picture, &svg, NULL, NULL));
  first = strstr (svg, "Processor 0 (2 cycles)");
  second = strstr (svg, "Processor 1 (3 cycles)");
  bytes = strstr (svg, "Bytes moved");
  g_assert_true (first != NULL && first < second && second < bytes);
}

static void
test_lanes (void)
{
  static const struct
  {
    const char *lane;
    const char *shown;
    const char *hidden;
  } lanes[] = {
    { "--lane=map:*", ">Addresses<", ">Bytes moved<" },
    { "--lane=bus:fetch", ">fetch<", ">Addresses<" },
    { "--lane=bus:fetch/1", ">fetch/1<", ">fetch<" },
  };
  static const SlByuRecord records[] = {
    { .address = 0x1000, .type = 0x00, .size = 8, .time = 24 },
    { .address = 0x2000, .type = 0x00, .size = 8, .time = 24, .processor = 1 },
  };
  g_autofree char *trace = write_records ("lanes", 12, records, G_N_ELEMENTS (records));
  g_autofree char *picture = g_build_filename (folder, "lanes.svg", NULL);

  g_test_summary ("A picture has the rows of a bus that --lane names, and no others.");

  for (guint i = 0; i < G_N_ELEMENTS (lanes); i++)
    {
      g_auto (SlCliResult) result =
          sl_cli_run ("render", "-o", picture, lanes[i].lane, trace, NULL);
      g_autofree char *svg = NULL;

      sl_cli_assert_fine (&result);
      g_assert_cmpstr (result.errors, ==, "");
      g_assert_true (g_file_get_contents (picture, &svg, NULL, NULL));
      g_test_message ("%s", lanes[i].lane);
      g_assert_nonnull (strstr (svg, lanes[i].shown));
      g_assert_null (strstr (svg, lanes[i].hidden));
    }
}

static void
test_actions (void)
{
  SlByuRecord records[200];
  g_autofree char *trace = NULL, *text = NULL;
  g_auto (SlCliResult) actions = { 0 }, before = { 0 }, after = { 0 };
  g_autoptr (GBytes) bytes = NULL;

  g_test_summary ("The cycles of a bus, printed as actions and opened again, have the same counts, "
                  "bytes, gaps and pages.");
  for (guint i = 0; i < G_N_ELEMENTS (records); i++)
    records[i] = (SlByuRecord) {
      .address = (guint32) g_test_rand_int_range (0, 1 << 20),
      .type = (guint8) g_test_rand_int_range (0, 3),
      .size = 8,
      .time = (guint32) g_test_rand_int_range (1, 50),
      .processor = (guint8) g_test_rand_int_range (0, 2),
    };
  trace = write_records ("actions", 12, records, G_N_ELEMENTS (records));
  actions = sl_cli_run ("events", "--actions", "--csv", trace, NULL);
  sl_cli_assert_fine (&actions);
  bytes = g_bytes_new (actions.output, strlen (actions.output));
  text = sl_cli_write_file (folder, "actions.csv", bytes);

  before = sl_cli_run ("stats", trace, NULL);
  after = sl_cli_run ("stats", text, NULL);
  sl_cli_assert_fine (&before);
  sl_cli_assert_fine (&after);
  /* What the memory's type is, the text does not say. */
  g_assert_nonnull (strstr (before.output, "\nagent "));
  g_assert_cmpstr (strstr (after.output, "\nagent "), ==, strstr (before.output, "\nagent "));
}

int
main (int argc, char *argv[])
{
  int status;

  g_test_init (&argc, &argv, NULL);
  folder = sl_cli_make_folder ();

  g_test_add_func ("/cli/byu/events", test_events);
  g_test_add_func ("/cli/byu/fields", test_fields);
  g_test_add_func ("/cli/byu/requested", test_requested);
  g_test_add_func ("/cli/byu/extent", test_extent);
  g_test_add_func ("/cli/byu/extent-of-pins", test_extent_of_pins);
  g_test_add_func ("/cli/byu/agents", test_agents);
  g_test_add_func ("/cli/byu/lanes", test_lanes);
  g_test_add_func ("/cli/byu/textbook", test_textbook);
  g_test_add_func ("/cli/byu/pentium-events", test_pentium_events);
  g_test_add_func ("/cli/byu/shared-kinds", test_shared_kinds);
  g_test_add_func ("/cli/byu/seconds", test_seconds);
  g_test_add_func ("/cli/byu/tikz", test_tikz);
  g_test_add_func ("/cli/byu/refused", test_refused);
  g_test_add_func ("/cli/byu/actions", test_actions);
  status = g_test_run ();

  sl_test_remove_folder (folder);
  g_free (folder);
  return status;
}

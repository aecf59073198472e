/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Symbols of code: ELF files, lists of symbols, and where files lie in memory. */
#include <glib/gstdio.h>
#include <string.h>

#include "sl-code-load.h"
#include "sl-demangle.h"
#include "sl-elf-writer.h"
#include "sl-elf.h"
#include "sl-error.h"
#include "sl-format-registry.h"

static const SlElfSymbol symbols[] = {
  { "main", 0, 0x20, 0x12 },
  { "inner", 0x8, 0x4, 0x02 },
  { "worse", 0, 0x20, 0x22 }, /* weak, at the place of a global one */
  { "label", 0x30, 0, 0x00 }, /* as far as the next one */
  { "_ZN3app4Task3runEi", 0x38, 0x8, 0x12 },
  { "data", 0x3c, 0x4, 0x11 }, /* no code */
};

static SlElfPlan
make_plan (gboolean is_64_bit, gboolean is_pie, guint64 address)
{
  static const guint8 code[0x48] = { 0x90 };

  return (
      SlElfPlan) { is_64_bit, is_pie, address, code, sizeof code, symbols, G_N_ELEMENTS (symbols) };
}

static char *
write_bytes (const char *name, GBytes *bytes)
{
  g_autofree char *folder = g_dir_make_tmp ("symbols-XXXXXX", NULL);
  char *path = g_build_filename (folder, name, NULL);

  g_assert_true (g_file_set_contents (path, g_bytes_get_data (bytes, NULL),
                                      (gssize) g_bytes_get_size (bytes), NULL));
  return path;
}

static void
delete_file (const char *path)
{
  g_autofree char *folder = g_path_get_dirname (path);

  g_unlink (path);
  g_rmdir (folder);
}

static SlCodeMap *
load (const char *path, const char *base)
{
  g_autofree char *text = g_strconcat (path, base, NULL);
  g_autoptr (GPtrArray) files = sl_code_files_new ();
  g_autoptr (GError) error = NULL;
  SlCodeMap *map;

  g_assert_true (sl_code_load_add (files, text, &error));
  g_assert_no_error (error);
  map = sl_code_load (files, NULL, &error);
  g_assert_no_error (error);
  return map;
}

static void
assert_name (SlCodeMap *map, guint64 address, const char *expected)
{
  g_autofree char *text = sl_code_map_dup_text (map, SL_CODE_ANY_PROCESS, address);

  g_assert_cmpstr (text, ==, expected);
}

static void
assert_names (SlCodeMap *map, guint64 at)
{
  assert_name (map, at - 1, NULL);
  assert_name (map, at, "main");
  assert_name (map, at + 1, "main+0x1");
  assert_name (map, at + 0x8, "inner");
  assert_name (map, at + 0xb, "inner+0x3");
  assert_name (map, at + 0xc, "main+0xc");
  assert_name (map, at + 0x1f, "main+0x1f");
  assert_name (map, at + 0x20, "[program]+0x20");
  assert_name (map, at + 0x30, "label");
  assert_name (map, at + 0x37, "label+0x7");
  assert_name (map, at + 0x3c, "app::Task::run(int)+0x4");
  assert_name (map, at + 0x40, "[program]+0x40");
  assert_name (map, at + 0x48, NULL);
}

static void
test_elf (void)
{
  g_test_summary (
      "An address is named by the innermost function that it lies in, half open; of two "
      "names for one place the global one stays; data names nothing.");

  for (guint i = 0; i < 4; i++)
    {
      SlElfPlan plan = make_plan (i % 2 == 0, i >= 2, 0x401000);
      g_autoptr (GBytes) bytes = sl_elf_write (&plan);
      g_autofree char *path = write_bytes ("program", bytes);
      g_autoptr (SlCodeMap) as_linked = load (path, "");
      g_autoptr (SlCodeMap) moved = load (path, "@0x7f0000");
      g_autoptr (SlCodeMap) decimal = load (path, "@4096");
      const SlCodeModule *module = sl_code_map_get (moved, 0);
      const SlCodeSection *section = &g_array_index (module->sections, SlCodeSection, 0);

      assert_names (as_linked, 0x401000);
      assert_names (moved, 0x7f1000);
      assert_names (decimal, 0x2000);
      g_assert_cmpuint (module->sections->len, ==, 1);
      g_assert_cmpuint (section->file_offset, ==, SL_ELF_CODE_OFFSET);
      g_assert_cmpuint (section->address, ==, 0x7f1000);
      g_assert_cmpuint (section->size, ==, 0x48);
      delete_file (path);
    }
}

static void
test_mapped (void)
{
  SlElfPlan plan = make_plan (TRUE, TRUE, 0x1000);
  g_autoptr (GBytes) bytes = sl_elf_write (&plan);
  g_autofree char *path = write_bytes ("program", bytes);
  g_autoptr (GPtrArray) files = sl_code_files_new ();
  g_autoptr (SlCodeMap) map = NULL;
  g_autofree char *one = NULL;
  g_autofree char *other = NULL;
  g_autofree char *none = NULL;
  static const guint64 addresses[] = { 0x10000, 0x20000 };

  g_test_summary ("What is mapped into two processes is found in each at its own address.");
  for (guint i = 0; i < 2; i++)
    {
      SlCodeFile *file = sl_code_file_new (path, 10 + i, addresses[i]);

      file->size = 0x1000;
      file->file_offset = SL_ELF_CODE_OFFSET;
      g_ptr_array_add (files, file);
    }
  map = sl_code_load (files, NULL, NULL);
  one = sl_code_map_dup_text (map, 10, 0x10004);
  other = sl_code_map_dup_text (map, 11, 0x20009);
  none = sl_code_map_dup_text (map, 10, 0x20009);
  g_assert_cmpstr (one, ==, "main+0x4");
  g_assert_cmpstr (other, ==, "inner+0x1");
  g_assert_cmpstr (none, ==, NULL);
  assert_name (map, 0x20009, "inner+0x1");
  delete_file (path);
}

static void
test_lists (void)
{
  static const struct
  {
    const char *text;
    const char *name; /* of 0x401012 */
  } cases[] = {
    { "0000000000401000 T main\n0000000000401010 t helper\n0000000000401020 D data\n",
      "helper+0x2" },
    { "401000 0000000000000020 T main\n401010 0000000000000002 t helper\n", "main+0x12" },
    { "                 U puts\n0000000000401010 W weak\n", "weak+0x2" },
    { "0000000000401010 t run\t[module]\n", "run+0x2" },
    { "Memory map\n\n .text          0x0000000000401000      0x100 main.o\n"
      "                0x0000000000401000                main\n"
      "                0x0000000000401010                . = ALIGN (0x10)\n"
      "                0x0000000000401012                helper\n",
      "helper" },
    { "401010 T no newline\n401011 T last", "last+0x1" },
  };

  g_test_summary ("Lists of nm and System.map and maps of a linker name code; other lines do not.");
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (GBytes) bytes = g_bytes_new_static (cases[i].text, strlen (cases[i].text));
      g_autofree char *path = write_bytes ("list.map", bytes);
      g_autoptr (SlCodeMap) map = load (path, "");
      g_autoptr (SlCodeMap) moved = load (path, "@0x1000");

      assert_name (map, 0x401012, cases[i].name);
      assert_name (moved, 0x402012, cases[i].name);
      delete_file (path);
    }
}

static void
assert_refused (GBytes *bytes, int code)
{
  g_autofree char *path = write_bytes ("bad", bytes);
  g_autoptr (GPtrArray) files = sl_code_files_new ();
  g_autoptr (GError) error = NULL;
  g_autoptr (SlCodeMap) map = NULL;

  sl_code_load_add (files, path, NULL);
  map = sl_code_load (files, NULL, &error);
  g_assert_null (map);
  g_assert_error (error, SL_ERROR, code);
  g_assert_nonnull (strstr (error->message, "bad: "));
  delete_file (path);
}

static void
test_refused (void)
{
  SlElfPlan plan = make_plan (TRUE, FALSE, 0x401000);
  g_autoptr (GBytes) good = sl_elf_write (&plan);
  gsize size;
  const guint8 *data = g_bytes_get_data (good, &size);
  static const struct
  {
    guint offset;
    guint8 value;
    int code;
  } changes[] = {
    { 4, 3, SL_ERROR_UNSUPPORTED },   /* class */
    { 5, 2, SL_ERROR_UNSUPPORTED },   /* big endian */
    { 18, 40, SL_ERROR_UNSUPPORTED }, /* ARM */
    { 16, 1, SL_ERROR_UNSUPPORTED },  /* an object */
    { 54, 8, SL_ERROR_MALFORMED },    /* program headers of 8 bytes */
    { 39, 0x7f, SL_ERROR_TRUNCATED }, /* that lie far away */
    { 47, 0x7f, SL_ERROR_TRUNCATED }, /* sections, too */
  };

  g_test_summary ("Files that are no ELF of x86, or contradict themselves, are refused by name.");
  for (guint i = 0; i < G_N_ELEMENTS (changes); i++)
    {
      guint8 *copy = g_memdup2 (data, size);
      g_autoptr (GBytes) bytes = NULL;

      copy[changes[i].offset] = changes[i].value;
      bytes = g_bytes_new_take (copy, size);
      assert_refused (bytes, changes[i].code);
    }
  {
    g_autoptr (GBytes) text = g_bytes_new_static ("hello\n", 6);

    assert_refused (text, SL_ERROR_MALFORMED);
  }
}

static void
test_spelling (void)
{
  static const struct
  {
    const char *text;
    const char *path;
    guint64 base;
    guint64 cr3;
    guint32 process;
  } cases[] = {
    { "vmlinux", "vmlinux", SL_CODE_NO_BASE, SL_CODE_NO_CR3, SL_CODE_ANY_PROCESS },
    { "a.out@0x1000", "a.out", 0x1000, SL_CODE_NO_CR3, SL_CODE_ANY_PROCESS },
    { "a@b/c.so", "a@b/c.so", SL_CODE_NO_BASE, SL_CODE_NO_CR3, SL_CODE_ANY_PROCESS },
    { "a@b/c.so@4096", "a@b/c.so", 4096, SL_CODE_NO_CR3, SL_CODE_ANY_PROCESS },
    { "a@0", "a", 0, SL_CODE_NO_CR3, SL_CODE_ANY_PROCESS },
    { "a@0x1000,cr3=0x3fd434000", "a", 0x1000, 0x3fd434000, SL_CODE_ANY_PROCESS },
    { "a@,pid=17", "a", SL_CODE_NO_BASE, SL_CODE_NO_CR3, 17 },
    { "a@here", NULL, 0, 0, 0 },
    { "a@0x", NULL, 0, 0, 0 },
    { "a@,", NULL, 0, 0, 0 },
    { "a@0x1000,cr3=", NULL, 0, 0, 0 },
    { "a@0x1000,tid=17", NULL, 0, 0, 0 },
    { "@0x1000", NULL, 0, 0, 0 },
    { "", NULL, 0, 0, 0 },
  };

  g_test_summary ("FILE@BASE is split at the last @ where a number follows, and says whose it is.");
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (SlCodeFile) file = sl_code_load_parse (cases[i].text, &error);
      g_autofree char *place = NULL;
      g_autofree char *again = NULL;

      if (cases[i].path == NULL)
        {
          g_assert_null (file);
          g_assert_error (error, SL_ERROR, SL_ERROR_USAGE);
          continue;
        }
      g_assert_no_error (error);
      g_assert_cmpstr (file->path, ==, cases[i].path);
      g_assert_cmpuint (file->address, ==, cases[i].base);
      g_assert_cmpuint (file->cr3, ==, cases[i].cr3);
      g_assert_cmpuint (file->process, ==, cases[i].process);

      place = sl_code_load_dup_place (file);
      again = *place != '\0' ? g_strconcat (file->path, "@", place, NULL) : g_strdup (file->path);
      {
        g_autoptr (SlCodeFile) same = sl_code_load_parse (again, NULL);

        g_assert_cmpuint (same->address, ==, file->address);
        g_assert_cmpuint (same->cr3, ==, file->cr3);
        g_assert_cmpuint (same->process, ==, file->process);
      }
    }
}

static void
test_demangle (void)
{
  g_autoptr (GString) hostile = g_string_new ("_Z1fI1A");
  g_autofree char *plain = sl_demangle ("main");
  g_autofree char *nested = sl_demangle ("_ZN3app4Task3runEi");
  g_autofree char *broken = sl_demangle ("_ZN3app");
  g_autofree char *kept = NULL;

  g_test_summary (
      "C++ names are read; broken ones, and those that would grow without bounds, stay.");
  for (guint i = 0; i < 40; i++)
    g_string_append (hostile, "1BIS_S_S_E");
  kept = sl_demangle (hostile->str);
  g_assert_cmpstr (plain, ==, "main");
  g_assert_cmpstr (nested, ==, "app::Task::run(int)");
  g_assert_cmpstr (broken, ==, "_ZN3app");
  g_assert_cmpstr (kept, ==, hostile->str);
}

/* objcopy, of the same package as the linker that built this. */
static void
run_objcopy (const char *options, const char *from, const char *to)
{
  g_autofree char *command = g_strdup_printf ("objcopy %s %s %s", options, from, to);
  g_autoptr (GError) error = NULL;
  int status;

  g_assert_true (g_spawn_command_line_sync (command, NULL, NULL, &status, &error));
  g_assert_no_error (error);
  g_assert_true (g_spawn_check_wait_status (status, NULL));
}

static SlElf *
read_elf (const char *path)
{
  g_autoptr (GMappedFile) file = g_mapped_file_new (path, FALSE, NULL);
  g_autoptr (GBytes) bytes = g_mapped_file_get_bytes (file);
  g_autoptr (SlMapping) mapping = sl_mapping_new_for_bytes (bytes, path);
  g_autoptr (GError) error = NULL;
  SlElf *elf = sl_elf_new (mapping, path, &error);

  g_assert_no_error (error);
  return elf;
}

static void
assert_same_symbols (SlSymbolTable *one, SlSymbolTable *other)
{
  g_assert_cmpuint (sl_symbol_table_get_count (one), ==, sl_symbol_table_get_count (other));
  for (guint i = 0; i < sl_symbol_table_get_count (one); i++)
    {
      const SlSymbol *a = sl_symbol_table_get (one, i);
      const SlSymbol *b = sl_symbol_table_get (other, i);

      g_assert_cmpuint (a->begin, ==, b->begin);
      g_assert_cmpuint (a->end, ==, b->end);
      g_assert_cmpstr (a->name, ==, b->name);
    }
}

static void
test_separate (void)
{
  g_autofree char *folder = g_dir_make_tmp ("symbols-XXXXXX", NULL);
  g_autofree char *whole = g_file_read_link ("/proc/self/exe", NULL);
  g_autofree char *stripped = g_build_filename (folder, "program", NULL);
  g_autofree char *debug = g_build_filename (folder, "program.debug", NULL);
  g_autofree char *link = g_strconcat ("--strip-all --add-gnu-debuglink=", debug, NULL);
  g_autoptr (SlElf) all = NULL;
  g_autoptr (SlElf) found = NULL;
  g_autoptr (SlElf) left = NULL;

  g_test_summary ("A stripped program has the names of its separate debug file, and only its "
                  "dynamic ones where that file is gone.");
  run_objcopy ("--only-keep-debug", whole, debug);
  run_objcopy (link, whole, stripped);
  all = read_elf (whole);
  found = read_elf (stripped);
  assert_same_symbols (found->symbols, all->symbols);

  g_unlink (debug);
  left = read_elf (stripped);
  g_assert_cmpuint (sl_symbol_table_get_count (left->symbols), <,
                    sl_symbol_table_get_count (all->symbols));
  g_assert_cmpuint (left->loads->len, ==, all->loads->len);
  g_unlink (stripped);
  g_rmdir (folder);
}

/* By looking at all of them. */
static const char *
find_slowly (const SlSymbol *all, guint n, guint64 address)
{
  const SlSymbol *best = NULL;

  for (guint i = 0; i < n; i++)
    {
      if (all[i].begin <= address && address < all[i].end &&
          (best == NULL || all[i].begin > best->begin))
        best = &all[i];
    }

  return best != NULL ? best->name : NULL;
}

static void
test_law (void)
{
  g_test_summary ("Whatever symbols there are, the one found is the last that begins before the "
                  "address and ends behind it.");
  for (guint seed = 1; seed <= 20; seed++)
    {
      g_autoptr (GRand) rand = g_rand_new_with_seed (seed);
      g_autoptr (SlSymbolTable) table = sl_symbol_table_new ();
      g_autoptr (GHashTable) begins = g_hash_table_new (NULL, NULL);
      g_autoptr (GStringChunk) names = g_string_chunk_new (64);
      SlSymbol all[40];
      guint n = 0;

      while (n < G_N_ELEMENTS (all))
        {
          guint begin = (guint) g_rand_int_range (rand, 0, 400);
          guint size = (guint) g_rand_int_range (rand, 1, 60);
          g_autofree char *name = g_strdup_printf ("s%u", n);

          if (!g_hash_table_add (begins, GUINT_TO_POINTER (begin + 1)))
            continue;
          all[n] = (SlSymbol) { begin, begin + size, g_string_chunk_insert (names, name) };
          sl_symbol_table_add (table, begin, size, 0, 0, name, strlen (name));
          n++;
        }
      sl_symbol_table_seal (table);
      for (guint64 address = 0; address < 500; address++)
        {
          const SlSymbol *found = sl_symbol_table_find (table, address);

          g_assert_cmpstr (found != NULL ? found->name : NULL, ==, find_slowly (all, n, address));
        }
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/formats/symbols/elf", test_elf);
  g_test_add_func ("/formats/symbols/mapped", test_mapped);
  g_test_add_func ("/formats/symbols/lists", test_lists);
  g_test_add_func ("/formats/symbols/refused", test_refused);
  g_test_add_func ("/formats/symbols/spelling", test_spelling);
  g_test_add_func ("/formats/symbols/separate", test_separate);
  g_test_add_func ("/formats/symbols/demangle", test_demangle);
  g_test_add_func ("/formats/symbols/law", test_law);
  return g_test_run ();
}

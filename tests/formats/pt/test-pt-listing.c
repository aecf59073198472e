/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The streams that libipt's own tests are made of, against the packets that they are known to
 * hold: type, offset and payload of each. */
#include <string.h>

#include "sl-pt-files.h"
#include "sl-pt-packet.h"

#define FOLDER "generated/libipt-2.0.5"

/* What ptdump adds behind the payload, from what it makes of it. */
static const char *const additions[] = { "em ", "ip ", "tsc ", "cr3 ", "vmcs ", "fcr " };

/* Listings that test something else. */
static const struct
{
  const char *name;
  const char *reason;
} left_out[] = {
  { "ptdump-no-offset-raw-ptdump.exp", "Tests only ptdump's column of raw bytes" },
  { "tsc-tma-cbr-mtc-cyc-no_cyc-ptdump.exp", "Tests only ptdump's option that leaves CYC out" },
  { "skz84-ptdump-cpu_6_85.exp",
    "Tests an erratum of one processor, by which reserved bits of a TMA are passed over" },
};

static char *
get_address (const SlPtPacket *packet)
{
  static const guint n_unknown[8] = { 16, 12, 8, 0, 4, 0, 0, 0 };
  guint n = n_unknown[packet->code];
  guint64 value = packet->b;
  g_autofree char *digits = NULL;

  if (packet->code == 3)
    value = (guint64) ((gint64) (value << 16) >> 16);
  digits = g_strdup_printf ("%016" G_GINT64_MODIFIER "x", value);
  memset (digits, '?', n);
  return g_strdup_printf ("%u: %s", packet->code, digits);
}

static char *
get_branches (const SlPtPacket *packet)
{
  GString *text = g_string_new (NULL);

  for (guint i = packet->code; i > 0; i--)
    g_string_append_c (text, (packet->a >> (i - 1) & 1) != 0 ? '!' : '.');
  return g_string_free (text, FALSE);
}

static char *
get_hex (guint64 value)
{
  return g_strdup_printf ("%" G_GINT64_MODIFIER "x", value);
}

static char *
get_power (const SlPtPacket *packet)
{
  const char *reason = (packet->b & 1) != 0 ? "int" : (packet->b & 4) != 0 ? "st" : "hw";

  if (packet->type == SL_PT_PWRE)
    return g_strdup_printf ("c%u.%u", (guint) packet->a, (guint) packet->b);

  return g_strdup_printf ("%s: c%u, c%u", reason, (guint) packet->a >> 8, (guint) packet->a & 0xff);
}

static const char *
get_mode (const SlPtPacket *packet)
{
  static const char *const execs[] = { "", "cs.l", "cs.d", "cs.l, cs.d" };

  if (packet->type == SL_PT_MODE_EXEC)
    return execs[packet->b];
  if (packet->b != 0)
    return packet->a != 0 ? "intx, abrt" : "abrt";

  return packet->a != 0 ? "intx" : "";
}

/* The packet as ptdump has it, without its type. */
static char *
get_payload (const SlPtPacket *packet)
{
  switch (packet->type)
    {
    case SL_PT_TIP:
    case SL_PT_TIP_PGE:
    case SL_PT_TIP_PGD:
    case SL_PT_FUP:
      return get_address (packet);
    case SL_PT_TNT_SHORT:
    case SL_PT_TNT_LONG:
      return get_branches (packet);
    case SL_PT_TSC:
    case SL_PT_MTC:
    case SL_PT_CYC:
    case SL_PT_CBR:
    case SL_PT_VMCS:
    case SL_PT_MNT:
      return get_hex (packet->a);
    case SL_PT_TMA:
      return g_strdup_printf ("%x, %x", (guint) packet->a, (guint) packet->b);
    case SL_PT_PIP:
      return g_strdup_printf ("%" G_GINT64_MODIFIER "x%s", packet->a, packet->flag ? ", nr" : "");
    case SL_PT_MODE_EXEC:
    case SL_PT_MODE_TSX:
      return g_strdup (get_mode (packet));
    case SL_PT_EXSTOP:
      return g_strdup (packet->flag ? "ip" : "");
    case SL_PT_MWAIT:
      return g_strdup_printf ("%08x, %08x", (guint) packet->a, (guint) packet->b);
    case SL_PT_PWRE:
    case SL_PT_PWRX:
      return get_power (packet);
    case SL_PT_PTW:
      return g_strdup_printf ("%u: %" G_GINT64_MODIFIER "x%s", packet->b == 8, packet->a,
                              packet->flag ? ", ip" : "");
    default:
      return g_strdup ("");
    }
}

static const char *
get_type (guint type)
{
  static const char *const names[SL_PT_N_TYPES] = {
    [SL_PT_PSB] = "psb",           [SL_PT_PSBEND] = "psbend",   [SL_PT_TSC] = "tsc",
    [SL_PT_TMA] = "tma",           [SL_PT_MTC] = "mtc",         [SL_PT_CYC] = "cyc",
    [SL_PT_CBR] = "cbr",           [SL_PT_TNT_SHORT] = "tnt.8", [SL_PT_TNT_LONG] = "tnt.64",
    [SL_PT_TIP] = "tip",           [SL_PT_TIP_PGE] = "tip.pge", [SL_PT_TIP_PGD] = "tip.pgd",
    [SL_PT_FUP] = "fup",           [SL_PT_PIP] = "pip",         [SL_PT_MODE_EXEC] = "mode.exec",
    [SL_PT_MODE_TSX] = "mode.tsx", [SL_PT_OVF] = "ovf",         [SL_PT_STOP] = "stop",
    [SL_PT_VMCS] = "vmcs",         [SL_PT_MNT] = "mnt",         [SL_PT_PTW] = "ptw",
    [SL_PT_EXSTOP] = "exstop",     [SL_PT_MWAIT] = "mwait",     [SL_PT_PWRE] = "pwre",
    [SL_PT_PWRX] = "pwrx",         [SL_PT_PAD] = "pad",
  };

  return names[type];
}

static gboolean
is_addition (const char *text)
{
  if (text[0] == '\0')
    return TRUE;

  for (guint i = 0; i < G_N_ELEMENTS (additions); i++)
    {
      if (g_str_has_prefix (text, additions[i]))
        return TRUE;
    }

  return FALSE;
}

/* One line of a listing: "OFFSET TYPE PAYLOAD…", the offset where it is there. */
static void
assert_line (const char *line, const guint8 *bytes, gsize at, const SlPtPacket *packet)
{
  g_autoptr (GRegex) spaces = g_regex_new ("\\s+", 0, 0, NULL);
  g_autofree char *plain = g_regex_replace_literal (spaces, line, -1, 0, " ", 0, NULL);
  g_autofree char *payload = get_payload (packet);
  const char *rest = g_strstrip (plain);
  const char *type = get_type (packet->type);

  if (strspn (rest, "0123456789abcdef") == 16)
    {
      g_assert_cmphex (g_ascii_strtoull (rest, NULL, 16), ==, at);
      rest += 17;
    }

  g_assert_nonnull (type);
  if (!g_str_has_prefix (rest, type))
    g_error ("Offset %" G_GSIZE_FORMAT ": “%s” is read as %s", at, line, type);
  rest += strlen (type);
  rest += rest[0] == ' ';
  if (!g_str_has_prefix (rest, payload))
    g_error ("Offset %" G_GSIZE_FORMAT ": “%s” is read as “%s”", at, line, payload);
  rest += strlen (payload);

  /* libipt has the bit HW of PWRE at 3, where the manual has nothing. */
  if (packet->type == SL_PT_PWRE && g_str_has_prefix (rest, ", hw"))
    {
      g_assert_cmpuint (bytes[2] & 8, !=, 0);
      rest += strlen (", hw");
    }
  rest += rest[0] == ' ';
  if (!is_addition (rest))
    g_error ("Offset %" G_GSIZE_FORMAT ": “%s” is read as “%s”", at, line, payload);
}

/* The next packet from @at on, beyond what is none. What is none may have reached into the next
 * PSB, but not back to the last one, which ends at @after_psb. */
static gboolean
find_packet (SlPtContext *context,
             const guint8 *data,
             gsize size,
             gsize *at,
             gsize *after_psb,
             SlPtPacket *packet)
{
  while (*at < size)
    {
      if (sl_pt_packet_read (context, data + *at, size - *at, packet))
        {
          if (packet->type == SL_PT_PSB)
            *after_psb = *at + SL_PT_PSB_LENGTH;
          return TRUE;
        }

      *at = MAX (*after_psb, *at - MIN (*at, SL_PT_PSB_LENGTH - 1));
      *at = sl_pt_find_psb (data, size, *at);
      *context = (SlPtContext) { 0 };
    }

  return FALSE;
}

static gboolean
is_packet_line (const char *line)
{
  return line[0] != '\0' && line[0] != '[';
}

static gsize
find_begin (char **lines, const guint8 *data, gsize size)
{
  for (guint i = 0; lines[i] != NULL; i++)
    {
      if (is_packet_line (lines[i]) && strspn (lines[i], "0123456789abcdef") == 16)
        return g_ascii_strtoull (lines[i], NULL, 16);
    }

  return sl_pt_find_psb (data, size, 0);
}

static void
test_listing (gconstpointer data)
{
  const char *name = data;
  g_autofree char *listing_name = g_build_filename (FOLDER, name, NULL);
  g_autofree char *stem = g_strndup (name, strstr (name, "-ptdump") - name);
  g_autofree char *stream_name = NULL;
  g_autofree char *text = NULL;
  g_autoptr (GBytes) listing = NULL;
  g_autoptr (GBytes) stream = NULL;
  g_auto (GStrv) lines = NULL;
  SlPtContext context = { 0 };
  const guint8 *bytes;
  SlPtPacket packet;
  gsize size, at;
  gsize after_psb = 0;

  g_test_summary ("Every packet of a generated stream is what its listing says.");

  /* The listings of ptdump's own tests end in -ptdump twice. */
  if (g_str_has_prefix (name, "ptdump-"))
    {
      g_free (stem);
      stem = g_strndup (name, strlen (name) - strlen ("-ptdump.exp"));
    }
  stream_name = g_strconcat (FOLDER "/", stem, ".pt", NULL);
  listing = sl_pt_files_read (listing_name);
  stream = sl_pt_files_read (stream_name);
  g_assert_nonnull (stream);
  text = g_strndup (g_bytes_get_data (listing, NULL), g_bytes_get_size (listing));
  lines = g_strsplit (text, "\n", -1);
  bytes = g_bytes_get_data (stream, &size);
  at = find_begin (lines, bytes, size);

  for (guint i = 0; lines[i] != NULL; i++)
    {
      if (!is_packet_line (lines[i]))
        continue;

      g_assert_true (find_packet (&context, bytes, size, &at, &after_psb, &packet));
      assert_line (lines[i], bytes + at, at, &packet);
      at += packet.length;
    }
  g_assert_false (find_packet (&context, bytes, size, &at, &after_psb, &packet));
}

static void
test_absent (void)
{
  g_test_skip ("The generated streams are not here");
}

static const char *
get_reason (const char *name)
{
  for (guint i = 0; i < G_N_ELEMENTS (left_out); i++)
    {
      if (g_str_equal (left_out[i].name, name))
        return left_out[i].reason;
    }

  return NULL;
}

static void
test_left_out (gconstpointer data)
{
  g_test_skip (get_reason (data));
}

int
main (int argc, char **argv)
{
  g_autoptr (GPtrArray) names = g_ptr_array_new_with_free_func (g_free);
  g_autofree char *folder = NULL;
  g_autoptr (GDir) dir = NULL;
  const char *entry;

  g_test_init (&argc, &argv, NULL);

  folder = sl_pt_files_find (FOLDER);
  dir = folder != NULL ? g_dir_open (folder, 0, NULL) : NULL;
  while (dir != NULL && (entry = g_dir_read_name (dir)) != NULL)
    {
      if (strstr (entry, "-ptdump") != NULL && g_str_has_suffix (entry, ".exp"))
        g_ptr_array_add (names, g_strdup (entry));
    }

  if (names->len == 0)
    g_test_add_func ("/pt-listing/absent", test_absent);
  for (guint i = 0; i < names->len; i++)
    {
      const char *name = g_ptr_array_index (names, i);
      g_autofree char *path = g_strconcat ("/pt-listing/", name, NULL);

      g_test_add_data_func (path, name, get_reason (name) != NULL ? test_left_out : test_listing);
    }

  return g_test_run ();
}

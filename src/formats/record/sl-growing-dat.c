/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-growing-dat.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/falloc.h>
#include <sys/resource.h>
#include <sys/utsname.h>
#include <unistd.h>

#include "sl-dat-parts.h"

/* All regions together: what file systems with pages of 4 KiB can address, and how much of it one CPU needs at most. */
#define MOST_ROOM   (G_GUINT64_CONSTANT (1) << 43)
#define MOST_REGION (G_GUINT64_CONSTANT (1) << 38)

/* Pages are moved together in pieces of this size. */
#define PIECE_SIZE (1024 * 1024)

typedef struct
{
  guint32 number;
  guint64 offset;
  guint64 size; /* of whole pages */
} Cpu;

struct _SlGrowingDat
{
  int fd;
  guint32 page_size;
  GArray *cpus; /* of Cpu */
  guint64 base; /* where pages begin */
  guint64 region;
  guint64 table; /* where the table of CPUs is */
  guint64 next;  /* where it says which options follow */
};

static gboolean
fail (GError **error)
{
  int number = errno;

  g_set_error_literal (error, G_IO_ERROR, (int) g_io_error_from_errno (number),
                       g_strerror (number));
  return FALSE;
}

static gboolean
write_at (SlGrowingDat *self, guint64 offset, gconstpointer data, gsize size, GError **error)
{
  const guint8 *bytes = data;

  while (size > 0)
    {
      gssize written = pwrite (self->fd, bytes, size, (off_t) offset);

      if (written < 0 && errno == EINTR)
        continue;
      if (written <= 0)
        return fail (error);
      bytes += written;
      offset += (guint64) written;
      size -= (gsize) written;
    }

  return TRUE;
}

static gboolean
read_at (SlGrowingDat *self, guint64 offset, gpointer data, gsize size, GError **error)
{
  guint8 *bytes = data;

  while (size > 0)
    {
      gssize n_read = pread (self->fd, bytes, size, (off_t) offset);

      if (n_read < 0 && errno == EINTR)
        continue;
      if (n_read == 0)
        errno = EIO;
      if (n_read <= 0)
        return fail (error);
      bytes += n_read;
      offset += (guint64) n_read;
      size -= (gsize) n_read;
    }

  return TRUE;
}

static guint64
append_section (GByteArray *bytes, SlDatPart id, const GByteArray *contents)
{
  guint64 offset = bytes->len;

  sl_dat_part_head (bytes, id, contents->len);
  g_byte_array_append (bytes, contents->data, contents->len);
  return offset;
}

/* Appends a text, behind its size, as a section; @is_wide: a size of 8 bytes. Returns: where it is in @bytes */
static guint64
append_text (GByteArray *bytes, SlDatPart id, const char *text, gboolean is_wide)
{
  g_autoptr (GByteArray) contents = g_byte_array_new ();
  gsize size = strlen (text);

  if (is_wide)
    sl_dat_part_u64 (contents, size);
  else
    sl_dat_part_u32 (contents, (guint32) size);
  g_byte_array_append (contents, (const guint8 *) text, (guint) size);
  return append_section (bytes, id, contents);
}

static void
append_offset (GByteArray *options, SlDatPart id, guint64 offset)
{
  sl_dat_part_option (options, id, &offset, sizeof offset);
}

static void
append_system (GByteArray *options, guint32 n_cpus)
{
  static const char version[] = "slackline " SL_VERSION;
  struct utsname name;

  if (uname (&name) == 0)
    {
      g_autofree char *text =
          g_strjoin (" ", name.sysname, name.nodename, name.release, name.machine, NULL);

      sl_dat_part_option (options, SL_DAT_PART_UNAME, text, strlen (text) + 1);
    }
  sl_dat_part_option (options, SL_DAT_PART_VERSION, version, sizeof version);
  sl_dat_part_option (options, SL_DAT_PART_CPUCOUNT, &n_cpus, sizeof n_cpus);
}

/* The table of CPUs is the end of this option, 20 bytes for each. */
static void
append_buffer (const SlGrowingDat *self, GByteArray *options, const char *clock)
{
  g_autoptr (GByteArray) buffer = g_byte_array_new ();

  sl_dat_part_u64 (buffer, self->base - SL_DAT_PART_HEAD_SIZE);
  sl_dat_part_text (buffer, "");
  sl_dat_part_text (buffer, clock);
  sl_dat_part_u32 (buffer, self->page_size);
  sl_dat_part_u32 (buffer, self->cpus->len);
  for (guint i = 0; i < self->cpus->len; i++)
    {
      const Cpu *cpu = &g_array_index (self->cpus, Cpu, i);

      sl_dat_part_u32 (buffer, cpu->number);
      sl_dat_part_u64 (buffer, cpu->offset);
      sl_dat_part_u64 (buffer, cpu->size);
    }
  sl_dat_part_option (options, SL_DAT_PART_BUFFER, buffer->data, buffer->len);
}

/* The options of the beginning, the table last: where it is does not depend on what is in it. @offsets: in the order of
 * their sections; the last is 0 where there is none. */
static GByteArray *
make_options (const SlGrowingDat *self, const SlRecordedFormats *formats, const guint64 *offsets)
{
  GByteArray *options = g_byte_array_new ();

  append_system (options, self->cpus->len);
  sl_dat_part_option (options, SL_DAT_PART_TRACECLOCK, formats->clocks,
                      strlen (formats->clocks) + 1);
  append_offset (options, SL_DAT_PART_HEADER_INFO, offsets[0]);
  append_offset (options, SL_DAT_PART_FTRACE_EVENTS, offsets[1]);
  append_offset (options, SL_DAT_PART_EVENT_FORMATS, offsets[2]);
  append_offset (options, SL_DAT_PART_PRINTK, offsets[3]);
  if (offsets[4] != 0)
    append_offset (options, SL_DAT_PART_KALLSYMS, offsets[4]);
  append_buffer (self, options, formats->clock);
  append_offset (options, SL_DAT_PART_DONE, 0);
  return options;
}

/* Lays the CPUs' regions out behind @begin. A limit on the size of files leaves them less. */
static void
lay_out (SlGrowingDat *self, guint64 begin)
{
  guint64 page = self->page_size;
  guint64 room = MOST_ROOM;
  struct rlimit limit;

  self->base = (begin + SL_DAT_PART_HEAD_SIZE + page - 1) / page * page;
  if (getrlimit (RLIMIT_FSIZE, &limit) == 0 && limit.rlim_cur != RLIM_INFINITY)
    room = MIN (room, limit.rlim_cur > self->base ? limit.rlim_cur - self->base : 0);
  self->region = MIN (room / self->cpus->len, MOST_REGION) / page * page;
  for (guint i = 0; i < self->cpus->len; i++)
    g_array_index (self->cpus, Cpu, i).offset = self->base + i * self->region;
}

static gboolean
write_beginning (SlGrowingDat *self, const SlRecordedFormats *formats, GError **error)
{
  g_autoptr (GByteArray) bytes = g_byte_array_new ();
  g_autoptr (GByteArray) options = NULL;
  guint64 offsets[5] = { 0 };
  guint64 at;
  guint link;

  sl_recorded_formats_append_head (formats, bytes);
  sl_dat_part_text (bytes, "none");
  sl_dat_part_text (bytes, "");
  link = bytes->len;
  sl_dat_part_u64 (bytes, 0);
  offsets[0] = append_section (bytes, SL_DAT_PART_HEADER_INFO, formats->header_info);
  offsets[1] = append_section (bytes, SL_DAT_PART_FTRACE_EVENTS, formats->ftrace_events);
  offsets[2] = append_section (bytes, SL_DAT_PART_EVENT_FORMATS, formats->event_formats);
  offsets[3] = append_section (bytes, SL_DAT_PART_PRINTK, formats->printk);
  if (formats->timers != NULL)
    offsets[4] = append_text (bytes, SL_DAT_PART_KALLSYMS, formats->timers, FALSE);

  /* How long the options are is known only once they are made. */
  options = make_options (self, formats, offsets);
  lay_out (self, bytes->len + SL_DAT_PART_HEAD_SIZE + options->len);
  g_byte_array_unref (options);
  options = make_options (self, formats, offsets);
  at = append_section (bytes, SL_DAT_PART_DONE, options);
  memcpy (bytes->data + link, &at, sizeof at);
  self->next = bytes->len - 8;
  self->table = self->next - 6 - 20 * (guint64) self->cpus->len;

  g_byte_array_set_size (bytes, (guint) self->base - SL_DAT_PART_HEAD_SIZE);
  memset (bytes->data + self->next + 8, 0, bytes->len - self->next - 8);
  sl_dat_part_head (bytes, SL_DAT_PART_BUFFER, self->region * self->cpus->len);
  return write_at (self, 0, bytes->data, bytes->len, error);
}

/**
 * sl_growing_dat_new:
 * @fd: an empty regular file, readable and writable; kept open by the caller
 * @cpus: (element-type guint32): their numbers, at least one
 * @error: of %G_IO_ERROR
 *
 * Returns: (transfer full) (nullable): a file without pages; %NULL with @error
 */
SlGrowingDat *
sl_growing_dat_new (int fd, const SlRecordedFormats *formats, const GArray *cpus, GError **error)
{
  g_autoptr (SlGrowingDat) self = g_new0 (SlGrowingDat, 1);

  self->fd = fd;
  self->page_size = formats->page_size;
  self->cpus = g_array_new (FALSE, FALSE, sizeof (Cpu));
  for (guint i = 0; i < cpus->len; i++)
    g_array_append_val (self->cpus, ((Cpu) { g_array_index (cpus, guint32, i), 0, 0 }));
  return write_beginning (self, formats, error) ? g_steal_pointer (&self) : NULL;
}

void
sl_growing_dat_free (SlGrowingDat *self)
{
  g_array_unref (self->cpus);
  g_free (self);
}

guint32
sl_growing_dat_get_page_size (const SlGrowingDat *self)
{
  return self->page_size;
}

/* Returns: where in the file the first page is */
guint64
sl_growing_dat_get_begin (const SlGrowingDat *self)
{
  return self->base;
}

/* Returns: where in the file the next page of a CPU goes, by its place in the list of CPUs */
guint64
sl_growing_dat_get_end (const SlGrowingDat *self, guint cpu)
{
  const Cpu *at = &g_array_index (self->cpus, Cpu, cpu);

  return at->offset + at->size;
}

/* Returns: how many bytes have room there */
guint64
sl_growing_dat_get_room (const SlGrowingDat *self, guint cpu)
{
  return self->region - g_array_index (self->cpus, Cpu, cpu).size;
}

/**
 * sl_growing_dat_add:
 * @size: of the whole pages that were written at sl_growing_dat_get_end()
 */
void
sl_growing_dat_add (SlGrowingDat *self, guint cpu, guint64 size)
{
  g_array_index (self->cpus, Cpu, cpu).size += size;
}

guint64
sl_growing_dat_get_size (const SlGrowingDat *self, guint cpu)
{
  return g_array_index (self->cpus, Cpu, cpu).size;
}

/* Returns: bytes of pages */
guint64
sl_growing_dat_get_total (const SlGrowingDat *self)
{
  guint64 total = 0;

  for (guint i = 0; i < self->cpus->len; i++)
    total += g_array_index (self->cpus, Cpu, i).size;
  return total;
}

/**
 * sl_growing_dat_publish:
 *
 * From now on who opens the file reads what was added.
 *
 * Returns: %FALSE with @error of %G_IO_ERROR
 */
gboolean
sl_growing_dat_publish (SlGrowingDat *self, GError **error)
{
  g_autoptr (GByteArray) table = g_byte_array_new ();

  for (guint i = 0; i < self->cpus->len; i++)
    {
      const Cpu *cpu = &g_array_index (self->cpus, Cpu, i);

      sl_dat_part_u32 (table, cpu->number);
      sl_dat_part_u64 (table, cpu->offset);
      sl_dat_part_u64 (table, cpu->size);
    }
  return write_at (self, self->table, table->data, table->len, error);
}

/* Moves the pages of a CPU down, and gives back what they had. The disk may be full: never are more than a few pieces
 * there twice. */
static gboolean
move (SlGrowingDat *self, Cpu *cpu, guint64 to, GError **error)
{
  g_autofree guint8 *piece = g_malloc (PIECE_SIZE);

  for (guint64 done = 0; done < cpu->size && cpu->offset != to; done += PIECE_SIZE)
    {
      gsize size = (gsize) MIN (cpu->size - done, PIECE_SIZE);

      if (!read_at (self, cpu->offset + done, piece, size, error) ||
          !write_at (self, to + done, piece, size, error))
        return FALSE;
      /* Only what lies behind the pages' new place; where it cannot be done, cutting the file off does it. */
      if (cpu->offset + done >= to + cpu->size &&
          fallocate (self->fd, FALLOC_FL_PUNCH_HOLE | FALLOC_FL_KEEP_SIZE,
                     (off_t) (cpu->offset + done), (off_t) size) != 0)
        continue;
    }

  cpu->offset = to;
  return TRUE;
}

/**
 * sl_growing_dat_pack:
 *
 * Moves the pages of all CPUs together. None can be added after it.
 *
 * Returns: %FALSE with @error of %G_IO_ERROR
 */
gboolean
sl_growing_dat_pack (SlGrowingDat *self, GError **error)
{
  g_autoptr (GByteArray) head = g_byte_array_new ();
  guint64 end = self->base;

  for (guint i = 0; i < self->cpus->len; i++)
    {
      Cpu *cpu = &g_array_index (self->cpus, Cpu, i);

      if (!move (self, cpu, end, error))
        {
          sl_growing_dat_publish (self, NULL);
          return FALSE;
        }
      end += cpu->size;
    }

  sl_dat_part_head (head, SL_DAT_PART_BUFFER, end - self->base);
  if (!write_at (self, self->base - SL_DAT_PART_HEAD_SIZE, head->data, head->len, error) ||
      !sl_growing_dat_publish (self, error))
    return FALSE;
  return ftruncate (self->fd, (off_t) end) == 0 || fail (error);
}

/**
 * sl_growing_dat_finish:
 *
 * Appends what is known only in the end, after sl_growing_dat_pack().
 *
 * Returns: %FALSE with @error of %G_IO_ERROR; the file is whole without the tail then
 */
gboolean
sl_growing_dat_finish (SlGrowingDat *self, const SlGrowingTail *tail, GError **error)
{
  g_autoptr (GByteArray) bytes = g_byte_array_new ();
  g_autoptr (GByteArray) options = g_byte_array_new ();
  guint64 base = self->base + sl_growing_dat_get_total (self);
  guint64 at;

  if (tail->symbols != NULL)
    append_offset (options, SL_DAT_PART_KALLSYMS,
                   base + append_text (bytes, SL_DAT_PART_KALLSYMS, tail->symbols, FALSE));
  if (tail->cmdlines != NULL)
    append_offset (options, SL_DAT_PART_CMDLINES,
                   base + append_text (bytes, SL_DAT_PART_CMDLINES, tail->cmdlines, TRUE));
  for (guint i = 0; i < tail->stats->len; i++)
    {
      const char *text = g_ptr_array_index (tail->stats, i);

      sl_dat_part_option (options, SL_DAT_PART_CPUSTAT, text, strlen (text) + 1);
    }
  if (tail->tsc != NULL)
    sl_dat_part_option (options, SL_DAT_PART_TSC2NSEC, tail->tsc->data, tail->tsc->len);
  append_offset (options, SL_DAT_PART_DONE, 0);
  at = base + append_section (bytes, SL_DAT_PART_DONE, options);

  return write_at (self, base, bytes->data, bytes->len, error) &&
         write_at (self, self->next, &at, sizeof at, error);
}

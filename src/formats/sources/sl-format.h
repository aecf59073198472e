/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* What a format is: one `const SlFormat`, everything else static. Built-in formats are listed in
 * sl-format-registry.c; modules export a function sl_format_module_get (see there). */

#include <gio/gio.h>

#include "sl-input.h"
#include "sl-kind.h"
#include "sl-source.h"

G_BEGIN_DECLS

/* Probes see at most this many bytes. */
#define SL_PROBE_LENGTH 65536

/* Scores: certain, by a magic number · the best that shape alone can give. */
#define SL_PROBE_MAGIC 1000
#define SL_PROBE_SHAPE 900

/* A lower score is not a claim: in random bytes some records look right by chance. */
#define SL_PROBE_LEAST 300

/* Scores as near as this to the best are a tie. */
#define SL_PROBE_TIE 20

/**
 * SlProbe:
 * @head: first bytes of the unpacked file
 * @head_length: at most %SL_PROBE_LENGTH
 * @size: of the whole unpacked file
 * @name: file name without folders, UTF-8
 */
typedef struct
{
  const guint8 *head;
  gsize head_length;
  guint64 size;
  const char *name;
} SlProbe;

typedef struct
{
  const char *key;   /* kebab case, for -O KEY=VALUE */
  const char *title; /* for people, marked with N_() */
  const char *value; /* the default; NULL for none */
} SlFormatOption;

/* Option values that the user gave: strings by key. */
typedef GHashTable SlFormatOptions;

/* Raised whenever the same numbers and structs change their meaning. */
#define SL_FORMAT_VERSION 1

/* What a module was built against: the version, and the sizes of what it shares with the library, which change
 * without a thought for modules. */
#define SL_FORMAT_ABI                                                               \
  (((guint64) SL_FORMAT_VERSION << 56) | ((guint64) sizeof (SlSourceClass) << 40) | \
   ((guint64) sizeof (SlKind) << 28) | ((guint64) sizeof (SlEvent) << 16) |         \
   (guint64) SL_N_BUILTIN_KINDS)

/**
 * SlFormat:
 * @struct_size: sizeof (SlFormat): a module built against an older library is still understood
 * @abi: %SL_FORMAT_ABI in a module, which is refused with another one; built-in formats leave it out
 * @id: for --format and for test folders: [a-z0-9-]+
 * @title: for people, marked with N_()
 * @extensions: (nullable): without the dot, NULL-ended
 * @mime_types: (nullable): NULL-ended
 * @kinds: (nullable): kinds of its own, appended to the registry when the format is registered
 * @kind_base: (nullable): where the number of the first of @kinds is stored then
 * @options: (nullable): ended by an option whose key is NULL
 * @yields_to: (nullable): id of a format that wins a tie against this one
 * @probe: 0 … 1000, a claim from %SL_PROBE_LEAST on; must not fail, allocate or keep anything
 * @joins: (nullable): whether the file @name belongs to the same trace as @other; lets
 *   files given together, or found together in a given folder, be one trace
 * @compare_names: (nullable): order of joined files
 * @companions: (nullable): appends the names of the files that @file itself says belong to its
 *   trace and that are in its folder or in folders there ("cpus/0.trace"): the dumps of a state file,
 *   the sidecar of a stream. Those that exist are opened with it, after it, under these names
 *   and in this order, given or not; a file that is the companion of another is not a trace of its own
 * @some_fields: (nullable): names, for filters and lists, of the raw fields that the source describes of
 *   some records of a kind and not of others; NULL-ended
 * @traits: what the events of its sources are; analyses go by this and by kinds, not by @id
 * @tells: which groups of actions its events say; 0 for none. With %SL_TELLS_SCHEDULING a trace has the states of
 *   tasks, with %SL_TELLS_JOBS their jobs, and so on. An action of another group is a note on the trace
 * @translator: (nullable): from events to actions where kinds do not say enough
 * @guide: (nullable): what follows a file's name in that of a file beside it that makes it one of this format, which then
 *   is one of its @companions
 * @open: makes the source; on %NULL sets @error (where it does not, an error without a reason is reported). A
 *   bad record that can be skipped is a note on the source, not an error
 */
typedef struct
{
  gsize struct_size;
  guint64 abi;
  const char *id;
  const char *title;
  const char *const *extensions;
  const char *const *mime_types;
  const SlKind *kinds;
  guint n_kinds;
  guint16 *kind_base;
  const SlFormatOption *options;
  const char *yields_to;

  guint (*probe) (const SlProbe *probe);
  gboolean (*joins) (const char *name, const char *other);
  int (*compare_names) (const char *name, const char *other);
  SlSource *(*open) (SlInput *input,
                     SlFormatOptions *options,
                     GCancellable *cancellable,
                     GError **error);
  void (*companions) (SlMapping *file, GPtrArray *names);

  const char *const *some_fields;
  SlSourceTraits traits;
  SlActionGroups tells;
  const SlTranslator *translator;
  const char *guide;

  gpointer padding[1];
} SlFormat;

G_END_DECLS

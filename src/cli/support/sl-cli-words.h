/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* The words of options and of what is printed: values that may be meant for one of several files,
 * patterns of lanes, and what objects are called. */

#include "sl-annotations.h"

G_BEGIN_DECLS

gboolean sl_cli_check_text (const char *option, const char *value, GError **error);

/* "VALUE" is meant for all files, "N:VALUE" for number N, from 0. */
#define SL_CLI_ALL G_MAXUINT

const char *sl_cli_numbered_split (const char *value, guint *number);
const char *sl_cli_numbered_find (char **values, guint number);
gboolean sl_cli_numbered_check (const char *option,
                                char **values,
                                guint count,
                                const char *what,
                                GError **error);

/* Patterns with * and ?, of which one must match: the values of --lane. */
typedef struct _SlCliGlobs SlCliGlobs;

SlCliGlobs *sl_cli_globs_new (char **globs, GError **error);
void sl_cli_globs_free (SlCliGlobs *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (SlCliGlobs, sl_cli_globs_free)

gboolean sl_cli_globs_match (SlCliGlobs *self, const char *name);
void sl_cli_globs_note_unmatched (const SlCliGlobs *self);

/* What objects are called: for scripts by reference ("task:296"), for people by name. Made once and
 * looked up for each row. */
typedef struct _SlCliNames SlCliNames;

SlCliNames *sl_cli_names_new (SlTrace *trace, SlAnnotations *annotations, const char *prefix);
void sl_cli_names_free (SlCliNames *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (SlCliNames, sl_cli_names_free)

const char *sl_cli_names_get (const SlCliNames *self, guint32 object);
const char *sl_cli_names_get_name (const SlCliNames *self, guint32 object);
const char *sl_cli_names_get_text (const SlCliNames *self, guint32 object, gboolean for_scripts);

G_END_DECLS

/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* Work in a thread, for one owner. There is one request at a time, and the newest wins: what is under way for
 * an older one is cancelled, and the newest starts when the thread has come back. Once the background
 * is stopped or freed, nothing is delivered any more. All functions but sl_background_report() are for the
 * thread that owns the background, whose main context has to run. */

#include <gio/gio.h>

G_BEGIN_DECLS

typedef struct _SlBackground SlBackground;
typedef struct _SlBackgroundRun SlBackgroundRun;

/**
 * SlBackgroundKind:
 * @work: in a thread: does what @request asks for, and returns soon after @cancellable was cancelled. No two run
 *   at once for one background. @run is for sl_background_report(). Returns: (transfer full) (nullable): what was
 *   found, which may be @request itself, as of a batch
 * @free: frees a request, in the main context; not one that was found
 * @free_found: (nullable): frees what is found and not delivered
 * @make: (nullable): the request as the owner has it now; for sl_background_ask()
 * @quiet_msec: how long after sl_background_ask() the work starts
 * @is_paced: whether asking again during that time leaves the start where it is, instead of moving it
 * @finishes: whether a newer request lets the work under way finish and be delivered
 * @priority: of the work among others, and of what it delivers in the main context; lower is earlier
 */
typedef struct
{
  gpointer (*work) (gpointer request,
                    GCancellable *cancellable,
                    SlBackgroundRun *run,
                    GError **error);
  GDestroyNotify free;
  GDestroyNotify free_found;
  gpointer (*make) (gpointer owner);
  guint quiet_msec;
  gboolean is_paced;
  gboolean finishes;
  int priority;
} SlBackgroundKind;

/**
 * SlBackgroundFunc:
 * @found: (transfer full) (nullable): what the work returned; a batch may be started again
 * @error: (nullable): what it failed with
 *
 * Called in the main context, with what is not cancelled. The background may be freed here.
 */
typedef void (*SlBackgroundFunc) (gpointer owner, gpointer found, const GError *error);

SlBackground *
sl_background_new (const SlBackgroundKind *kind, SlBackgroundFunc done, gpointer owner);
void sl_background_free (SlBackground *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (SlBackground, sl_background_free)

void sl_background_start (SlBackground *self, gpointer request);
void sl_background_ask (SlBackground *self);
void sl_background_stop (SlBackground *self);
gboolean sl_background_is_busy (const SlBackground *self);
double sl_background_get_fraction (const SlBackground *self);

void sl_background_report (SlBackgroundRun *run, double fraction);

G_END_DECLS

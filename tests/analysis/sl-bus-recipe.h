/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* Bus traces made at random after a recipe, opened as sources. */

#include "sl-byu-random.h"
#include "sl-source.h"

/* What a trace is made of. */
typedef struct
{
  guint record_size;
  guint64 seed;
  guint n_records;
  guint n_types; /* raw values of the type or the control byte; 0 for those that exist */
  guint n_processors;
  guint n_pages;
  guint gap_every;  /* 0 for never */
  guint long_every; /* a step of up to 2³¹ ticks; 0 for never */
  gboolean no_times;
  gboolean folds;
} SlBusRecipe;

SlSource *sl_bus_recipe_open (const SlBusRecipe *recipe);

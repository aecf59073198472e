/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-analyses.h"

#include "sl-marks-lanes.h"
#include "sl-shark-states.h"

static const SlAnalysis *const analyses[] = {
  &sl_shark_states,
  &sl_marks_lanes,
  NULL,
};

const SlAnalysis *const *
sl_analyses_get_all (void)
{
  return analyses;
}

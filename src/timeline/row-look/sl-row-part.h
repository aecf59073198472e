/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/**
 * SlRowPart:
 *
 * What of its lane a row shows: a processor's lane gives several rows.
 */
typedef enum
{
  SL_ROW_HEADING, /* of a group; has no lane */
  SL_ROW_STATES,  /* all of a lane, but for what the parts below show */
  SL_ROW_NESTED,  /* a processor's interrupts, by level */
  SL_ROW_QUEUE,   /* how many tasks run or are ready on it */
  SL_ROW_FREQUENCY,
  SL_ROW_CLI,
  SL_ROW_REAL_MODE,
} SlRowPart;

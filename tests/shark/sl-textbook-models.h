/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* The situations that every course draws, with what is asked of their tasks. */

/**
 * SlTextbookModel:
 * @scenario: its id
 * @text: of its task model
 */
typedef struct
{
  const char *scenario;
  const char *text;
} SlTextbookModel;

#define SL_TEXTBOOK_SET                                \
  "[task τ1]\nmatch=task:288\nperiod=5ms\nwcet=2ms\n" \
  "[task τ2]\nmatch=task:296\nperiod=7ms\nwcet=4ms\n"

#define SL_TEXTBOOK_INVERSION                                             \
  "[task low]\nmatch=task:288\nperiod=30ms\nwcet=5ms\n"                   \
  "[task medium]\nmatch=task:296\nperiod=20ms\ndeadline=15ms\nwcet=6ms\n" \
  "[task high]\nmatch=task:304\nperiod=15ms\ndeadline=8ms\nwcet=3ms\n"

static const SlTextbookModel sl_textbook_models[] = {
  { "rm-set", SL_TEXTBOOK_SET },
  { "edf-set", SL_TEXTBOOK_SET },
  { "unbounded-inversion", SL_TEXTBOOK_INVERSION },
  { "bounded-inversion", SL_TEXTBOOK_INVERSION },
  { "bandwidth-server", "[task τ1]\nmatch=task:288\nperiod=7ms\nwcet=4ms\n"
                        "[task S]\nmatch=task:296\n"
                        "[server CBS]\nmatch=server:0x1731c00\nbudget=2ms\nperiod=6ms\n" },
  { "blocked-miss", "[task low]\nmatch=task:288\nperiod=30ms\nwcet=7ms\n"
                    "[task medium]\nmatch=task:296\nperiod=14ms\nwcet=2ms\n"
                    "[task high]\nmatch=task:304\nperiod=8ms\ndeadline=5ms\nwcet=3ms\n" },
  { "pathfinder", "[task weather]\nmatch=task:288\nperiod=40ms\nwcet=5ms\n"
                  "[task radio]\nmatch=task:296\nperiod=35ms\ndeadline=25ms\nwcet=7ms\n"
                  "[task camera]\nmatch=task:304\nperiod=30ms\ndeadline=20ms\nwcet=3ms\n"
                  "[task distributor]\nmatch=task:312\nperiod=20ms\ndeadline=10ms\nwcet=3ms\n" },
};

/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <adwaita.h>

G_BEGIN_DECLS

#define SL_TYPE_COURSE_GROUP (sl_course_group_get_type ())
G_DECLARE_FINAL_TYPE (SlCourseGroup, sl_course_group, SL, COURSE_GROUP, AdwPreferencesGroup)

void sl_course_group_set_folder (SlCourseGroup *self, GFile *folder);

G_END_DECLS

export type Mode = 'philanthropic' | 'volunteer' | 'experiential' | 'communication'
/** `weight` is its share of all engagements; `occasions` are its descriptions, `{year}` the calendar year. */
export type ActivityCode = { code: string; name: string; mode: Mode; weight: number; occasions: string[] }

/** Codes in the four modes of engagement that CASE counts. */
export const activityCodes: ActivityCode[] = [
  activity('gift', 'Gift', 'philanthropic', 17, ''),
  activity('pledge', 'Pledge', 'philanthropic', 2, 'Annual Fund {year}; Scholarship Campaign'),
  activity('giving_day', 'Giving Day participation', 'philanthropic', 4, 'Giving Day {year}'),
  activity(
    'event_attended',
    'Event attended',
    'experiential',
    22,
    "Homecoming {year}; Reunion {year}; Commencement {year}; Regional reception; Alumni Awards {year}; Founders' Day {year}; Game watch party; Career night; Museum evening; Día de Muertos {year}; Lecture: “The Sea & the City”",
  ),
  activity(
    'webinar_attended',
    'Webinar attended',
    'experiential',
    8,
    'Career webinar; Faculty lecture series {year}; Book club; Financial planning; Ask me anything',
  ),
  activity('campus_visit', 'Campus visit', 'experiential', 2, 'Classroom guest; Campus tour'),
  activity(
    'travel_program',
    'Alumni travel',
    'experiential',
    1,
    'Danube {year}; Patagonia {year}; Machu Picchu {year}; Côte d’Azur {year}',
  ),
  activity('mentor', 'Mentored a student', 'volunteer', 4, 'Mentoring program {year}; First-generation mentors'),
  activity(
    'board_service',
    'Board service',
    'volunteer',
    1,
    'Alumni Council; Board of Overseers; Dean’s Advisory Board',
  ),
  activity('admissions_interview', 'Admissions interview', 'volunteer', 2, 'Admissions cycle {year}'),
  activity('class_agent', 'Class agent', 'volunteer', 1, 'Reunion committee {year}; Class agent'),
  activity('guest_speaker', 'Guest speaker', 'volunteer', 1, 'Career panel {year}; Commencement speaker {year}'),
  activity('service_project', 'Service project', 'volunteer', 2, 'Global Days of Service {year}'),
  activity(
    'email_clicked',
    'E-mail clicked',
    'communication',
    20,
    'Alumni newsletter; Bayside Magazine; Giving Day {year}; Homecoming {year} invitation',
  ),
  activity('survey_answered', 'Survey answered', 'communication', 4, 'Alumni attitude survey {year}; Event feedback'),
  activity('class_note', 'Class note', 'communication', 2, 'Wedding; New job; Retirement; New baby; Book published'),
  activity('social_media', 'Social media interaction', 'communication', 5, 'LinkedIn; Instagram; Facebook'),
  activity('profile_updated', 'Profile updated', 'communication', 2, ''),
]

function activity(code: string, name: string, mode: Mode, weight: number, occasions: string): ActivityCode {
  return { code, name, mode, weight, occasions: occasions === '' ? [] : occasions.split('; ') }
}

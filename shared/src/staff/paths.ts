/** The beginnings of the addresses that the staff app requests. The desktop app passes on no others. */
export const staffPaths: readonly string[] = [
  'account',
  'alumni',
  'alumni_search',
  'asks',
  'champion_signups',
  'classes',
  'engagement_stats',
  'letters',
  'login',
  'logout',
  'morning',
  'password-resets',
  'photos',
  'session',
  'settings',
  'tools',
  'users',
  // The names that engagements have had.
  'api/activity_descriptions',
]

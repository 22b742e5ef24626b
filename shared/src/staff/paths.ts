/** First segments of the paths that the staff app requests; the desktop app forwards no others. */
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
  // The descriptions of past engagements.
  'api/activity_descriptions',
]

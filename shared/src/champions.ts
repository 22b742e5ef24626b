/** `completed`: the location is complete; `linked`: staff have found the alumnus. */
export const signupStatuses = ['started', 'completed', 'linked'] as const
export type SignupStatus = (typeof signupStatuses)[number]

export const activityEventTypes = [
  'signup_started',
  'signup_completed',
  'signup_deleted',
  'signup_merged',
  'signin_requested',
  'signin_failed',
  'signin_completed',
  'signed_out',
  'device_remembered',
  'device_revoked',
  'google_linked',
  'google_unlinked',
  'profile_updated',
  'email_changed',
  'opportunity_responded',
] as const
export type ActivityEventType = (typeof activityEventTypes)[number]

/** In how many ways a champion offers to help, with the words on the form. */
export const helpRoles = {
  mentor: 'Mentor a student or a recent graduate',
  welcome: 'Welcome graduates who are new in my city',
  speak: 'Speak about my work or my research',
  recruit: 'Tell of jobs and internships where I work',
  host: 'Host a gathering, or help with one',
  advise: 'Talk with applicants and their families',
  organise: 'Help with my class reunion',
} as const
export type HelpRole = keyof typeof helpRoles

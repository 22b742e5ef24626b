/** A `completed` signup has a complete location. A `linked` signup is also linked to an alumnus. */
export const signupStatuses = ['started', 'completed', 'linked'] as const
export type SignupStatus = (typeof signupStatuses)[number]

/** `google`: someone signed in with a Google account that had no signup. */
export const signupSources = ['wizard', 'one_page', 'google'] as const
export type SignupSource = (typeof signupSources)[number]

export const activityEventTypes = [
  'signup_started',
  'signup_completed',
  'signup_deleted',
  'signup_merged',
  'signup_merge_undone',
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
  'signup_linked',
  'signup_unlinked',
  'signup_restored',
  'letter_sent',
] as const
export type ActivityEventType = (typeof activityEventTypes)[number]

export const helpRoles = {
  mentor: 'Mentor a student or a recent graduate',
  welcome: 'Welcome graduates who are new in my city',
  speak: 'Speak about my work or my research',
  recruit: 'Share jobs and internships where I work',
  host: 'Host a gathering, or help with one',
  advise: 'Talk with applicants and their families',
  organise: 'Help with my class reunion',
} as const
export type HelpRole = keyof typeof helpRoles

export const signupMoves = {
  complete: { from: 'started', to: 'completed', refusal: 'This signup has already been completed.' },
  link: { from: 'completed', to: 'linked', refusal: 'Only a completed signup that is not linked yet can be linked.' },
  unlink: { from: 'linked', to: 'completed', refusal: 'This signup is not linked to an alumnus.' },
} as const satisfies Record<string, { from: SignupStatus; to: SignupStatus; refusal: string }>
export type SignupMove = keyof typeof signupMoves

type Place = { zip_code: string | null; country: string | null; city: string | null }

export function isLocationComplete({ zip_code, country, city }: Place): boolean {
  return Boolean(zip_code || (country && city))
}

/** Returns `started` without a complete location, otherwise `linked` with an alumnus or `completed` without one. */
export function statusOf(signup: Place & { buid: string | null }): SignupStatus {
  if (!isLocationComplete(signup)) return 'started'
  return signup.buid ? 'linked' : 'completed'
}

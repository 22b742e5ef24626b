export type ContactFlags = { deceased: boolean; do_not_contact: boolean; do_not_email: boolean }

/** In order of precedence: a person belongs to the first group that applies. */
export const reachGroups = ['deceased', 'do_not_contact', 'do_not_email', 'no_email', 'may_be_emailed'] as const
export type ReachGroup = (typeof reachGroups)[number]
export type Reach = Record<ReachGroup, number>

/** Returns why a person must not be e-mailed, or null. Does not check whether there is an address. */
export function emailBlockerOf(person: ContactFlags): 'deceased' | 'do_not_contact' | 'do_not_email' | null {
  return phoneBlockerOf(person) ?? (person.do_not_email ? 'do_not_email' : null)
}

export function phoneBlockerOf({ deceased, do_not_contact }: ContactFlags): 'deceased' | 'do_not_contact' | null {
  if (deceased) return 'deceased'
  return do_not_contact ? 'do_not_contact' : null
}

/** Returns `may_be_emailed`, or why a person cannot be e-mailed, including `no_email`. */
export function reachGroupOf(person: ContactFlags & { primary_email: string | null }): ReachGroup {
  return emailBlockerOf(person) ?? (person.primary_email ? 'may_be_emailed' : 'no_email')
}

export const emptyReach: Readonly<Reach> = {
  deceased: 0,
  do_not_contact: 0,
  do_not_email: 0,
  no_email: 0,
  may_be_emailed: 0,
}

export function countReach(groups: Iterable<ReachGroup>): Reach {
  const reach = { ...emptyReach }
  for (const group of groups) reach[group]++
  return reach
}

export function countOptedOut({ do_not_contact, do_not_email }: Reach): number {
  return do_not_contact + do_not_email
}

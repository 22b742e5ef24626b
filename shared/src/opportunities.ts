/** The kinds of opportunities with the words for them. */
export const opportunityKindNames = {
  mentoring: 'Mentoring',
  hosting: 'Hosting',
  speaking: 'Speaking',
  recruiting: 'Jobs and internships',
  welcoming: 'Welcoming',
  giving_advice: 'Giving advice',
  organising: 'Organising',
} as const
export type OpportunityKind = keyof typeof opportunityKindNames
export const opportunityKinds = Object.keys(opportunityKindNames) as OpportunityKind[]

export const responseStatuses = ['responded', 'accepted', 'declined', 'waiting', 'withdrawn'] as const
export type ResponseStatus = (typeof responseStatuses)[number]

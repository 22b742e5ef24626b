export const communityKinds = ['region', 'interest', 'college', 'affinity'] as const
export type CommunityKind = (typeof communityKinds)[number]

export const rsvpStatuses = ['going', 'waiting', 'cancelled', 'attended', 'absent'] as const
export type RsvpStatus = (typeof rsvpStatuses)[number]

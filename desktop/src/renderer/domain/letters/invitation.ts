import { useSessionStorage } from '@mantine/hooks'

export type Invitation = { about: string; title: string }

/** What people are invited to while they are searched for, in this window until a letter is saved. */
export const useInvitation = () =>
  useSessionStorage<Invitation | null>({ key: 'invitation', defaultValue: null, getInitialValueInEffect: false })

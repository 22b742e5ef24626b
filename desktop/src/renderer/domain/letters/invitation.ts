import { useSessionStorage } from '@mantine/hooks'

export type Invitation = { about: string; title: string }

/** Stores the subject of an invitation in this window until its letter is saved. */
export const useInvitation = () =>
  useSessionStorage<Invitation | null>({ key: 'invitation', defaultValue: null, getInitialValueInEffect: false })

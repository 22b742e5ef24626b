import { z } from 'zod'
import { card } from './publications/cards.ts'
import { formState, portalPage } from './portal.ts'

/** The notices after leaving, by `GET /?done=`. */
export const leavingNotices = {
  'signed-out': 'You are signed out',
  'signed-out-everywhere': 'You are signed out everywhere',
  forgotten: 'This browser no longer remembers you',
} as const
export type LeavingNotice = keyof typeof leavingNotices

/**
 * The face of the alumni's site: the wizard's first step as a form for whoever is not known, and what there is to do,
 * to come to and to read. Each list may be empty. `notice` is for a visitor who has just left. `next` and `suggested`
 * are what those who come back see first: of those who are signed in, the next event that they said yes to.
 */
export const homePage = portalPage('home', {
  notice: z
    .enum(Object.keys(leavingNotices) as [LeavingNotice])
    .nullable()
    .default(null),
  form: formState,
  has_google: z.boolean(),
  next: card.nullable().default(null),
  suggested: z.array(card).default([]),
  opportunities: z.array(card),
  events: z.array(card),
  news: z.array(card),
  communities: z.array(card),
})

import { z } from 'zod'
import { card } from './publications/cards.ts'
import { formState, portalPage } from './portal.ts'

/** Each key is a value of `?done=` in `GET /`. */
export const leavingNotices = {
  'signed-out': 'You are signed out',
  'signed-out-everywhere': 'You are signed out everywhere',
  forgotten: 'This browser no longer remembers you',
} as const
export type LeavingNotice = keyof typeof leavingNotices

/**
 * `next` is the next event that a signed-in visitor attends, or a suggested event for a recognized visitor. `suggested`
 * is for both.
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

import { z } from 'zod'
import { card } from './cards.ts'
import { portalPage } from './portal.ts'

/** The face of the alumni's site: what there is to do, to come to and to read. Each list may be empty. */
export const homePage = portalPage('home', {
  opportunities: z.array(card),
  events: z.array(card),
  news: z.array(card),
  communities: z.array(card),
})

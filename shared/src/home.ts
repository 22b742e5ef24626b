import { z } from 'zod'
import { card } from './publications/cards.ts'
import { formState, portalPage } from './portal.ts'

/**
 * The face of the alumni's site: the wizard's first step as a form for whoever is not verified, and what there is to
 * do, to come to and to read. Each list may be empty.
 */
export const homePage = portalPage('home', {
  form: formState,
  has_google: z.boolean(),
  opportunities: z.array(card),
  events: z.array(card),
  news: z.array(card),
  communities: z.array(card),
})

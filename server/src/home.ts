import { latestNews, someCommunities, upcomingEvents } from './content/index.ts'
import { someOpportunities } from './opportunities/index.ts'
import type { ReadHome } from './signups/index.ts'

/** What the first page of the alumni's site shows of each feature. */
export const readHome: ReadHome = async (em) => {
  const opportunities = await someOpportunities(em, 3)
  const events = await upcomingEvents(em, 3)
  const news = await latestNews(em, 3)
  const communities = await someCommunities(em, 3)
  return { opportunities, events, news, communities }
}

import { latestNews } from './publications/news/news.ts'
import { someCommunities } from './publications/communities/communities.ts'
import { upcomingEvents } from './publications/events/events.ts'
import type { Db } from './foundations/database/db.ts'
import { someOpportunities } from './publications/opportunities/cards.ts'
import type { ReadHome } from './champions/sign-up/routes.ts'

/** A first page that everybody looks at in the same second is read once. */
const freshMs = 1000

/**
 * Returns a reader of the first page of the alumni's site: a few cards of each feature, the same for everybody, at most
 * a second old.
 */
export function homeReader(): ReadHome {
  let last: { at: number; home: ReturnType<ReadHome> } | undefined
  return (db) => {
    if (last && performance.now() - last.at < freshMs) return last.home
    const home = readHome(db)
    const reading = { at: performance.now(), home }
    last = reading
    home.catch(() => {
      if (last === reading) last = undefined
    })
    return home
  }
}

async function readHome(db: Db): ReturnType<ReadHome> {
  const opportunities = await someOpportunities(db, 3)
  const events = await upcomingEvents(db, 3)
  const news = await latestNews(db, 3)
  const communities = await someCommunities(db, 3)
  return { opportunities, events, news, communities }
}

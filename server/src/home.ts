import { siteSections, type SiteSection } from '@alumni/shared/portal'
import type { Config, Db, ReadSections } from './foundations/index.ts'
import { signupIdsOf, type ReadHome, type Visitor } from './champions/routes.ts'
import {
  isOpen,
  listLatestNews,
  selectPublishedCommunities,
  selectPublishedEvents,
  selectPublishedNews,
  selectPublishedOpportunities,
  listLargestCommunities,
  listNewestOpportunities,
  suggestCards,
  listUpcomingEvents,
} from './publications/routes.ts'

const freshMs = 1000

/** The cards are cached for all visitors; the suggestions are read for each visitor. */
export function createHomeReader(config: Config): ReadHome {
  const read = cacheForASecond((db) => readCards(db, config))
  return async (db, visitor) => {
    const cards = await read(db)
    return { ...cards, ...(await readSuggestions(db, visitor, cards)) }
  }
}

export function createSectionsReader(db: Db): ReadSections {
  const read = cacheForASecond(readSections)
  return () => read(db)
}

function cacheForASecond<Value>(readNow: (db: Db) => Promise<Value>): (db: Db) => Promise<Value> {
  let last: { at: number; value: Promise<Value> } | undefined
  return (db) => {
    if (last && performance.now() - last.at < freshMs) return last.value
    const reading = { at: performance.now(), value: readNow(db) }
    last = reading
    reading.value.catch(() => {
      if (last === reading) last = undefined
    })
    return reading.value
  }
}

async function readSections(db: Db): Promise<SiteSection[]> {
  const hasContent = await db
    .selectNoFrom(({ exists }) => [
      exists(selectPublishedOpportunities(db).where(isOpen).clearSelect().select('t.id')).as('opportunities'),
      exists(selectPublishedEvents(db).clearSelect().select('t.id')).as('events'),
      exists(selectPublishedNews(db).clearSelect().select('t.id')).as('news'),
      exists(selectPublishedCommunities(db).clearSelect().select('t.id')).as('communities'),
    ])
    .executeTakeFirstOrThrow()
  return siteSections.filter((section) => hasContent[section])
}

type Cards = Awaited<ReturnType<typeof readCards>>

/** Recognized visitors get public suggestions, and signed-in visitors get personal ones. */
async function readSuggestions(db: Db, { state, signup }: Visitor, { events, opportunities }: Cards) {
  if (state === 'anonymous') return {}
  if (state === 'recognized')
    return { next: events.find(({ tag }) => !tag) ?? events[0], suggested: opportunities.slice(0, 2) }
  const signupIds = await signupIdsOf(db, signup.id)
  const [next] = await listUpcomingEvents(db, 1, signup.id, { going: signupIds })
  return { next, suggested: (await suggestCards(db, signup, signupIds, null)).slice(0, 2) }
}

/** Reads one event and two opportunities more than the page lists, because some are suggested above the lists. */
async function readCards(db: Db, config: Config) {
  const opportunities = await listNewestOpportunities(db, 5)
  const events = await listUpcomingEvents(db, 4)
  const news = await listLatestNews(db, config, 3)
  const communities = await listLargestCommunities(db, 3)
  return { opportunities, events, news, communities }
}

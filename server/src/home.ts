import { siteSections, type SiteSection } from '@alumni/shared/portal'
import type { Config, Db, ReadSections } from './foundations/index.ts'
import { signupIdsOf, type ReadHome, type Visitor } from './champions/index.ts'
import {
  isOpen,
  latestNews,
  publishedCommunities,
  publishedEvents,
  publishedNews,
  publishedOpportunities,
  someCommunities,
  someOpportunities,
  suggestionsFor,
  upcomingEvents,
} from './publications/index.ts'

/** The database is read once for everyone who opens the page in the same second. */
const freshMs = 1000

/**
 * Returns a reader of the first page of the alumni's site: a few cards of each feature, the same for everybody, at most
 * a second old, and what a visitor who comes back sees first.
 */
export function homeReader(config: Config): ReadHome {
  const read = onceASecond((db) => readCards(db, config))
  return async (db, visitor) => {
    const cards = await read(db)
    return { ...cards, ...(await readFirst(db, visitor, cards)) }
  }
}

/** Returns a reader of the sections of the alumni's site that have something to see, at most a second old. */
export function sectionsReader(db: Db): ReadSections {
  const read = onceASecond(readSections)
  return () => read(db)
}

function onceASecond<Value>(readNow: (db: Db) => Promise<Value>): (db: Db) => Promise<Value> {
  let last: { at: number; value: Promise<Value> } | undefined
  return (db) => {
    if (last && performance.now() - last.at < freshMs) return last.value
    const value = readNow(db)
    const reading = { at: performance.now(), value }
    last = reading
    value.catch(() => {
      if (last === reading) last = undefined
    })
    return value
  }
}

async function readSections(db: Db): Promise<SiteSection[]> {
  const there = await db
    .selectNoFrom(({ exists }) => [
      exists(publishedOpportunities(db).where(isOpen).clearSelect().select('t.id')).as('opportunities'),
      exists(publishedEvents(db).clearSelect().select('t.id')).as('events'),
      exists(publishedNews(db).clearSelect().select('t.id')).as('news'),
      exists(publishedCommunities(db).clearSelect().select('t.id')).as('communities'),
    ])
    .executeTakeFirstOrThrow()
  return siteSections.filter((section) => there[section])
}

type Cards = Awaited<ReturnType<typeof readCards>>

/** Reads the next event and two suggestions; a device that is only remembered gets what everyone may see. */
async function readFirst(db: Db, { state, signup }: Visitor, { events, opportunities }: Cards) {
  if (state === 'anonymous') return {}
  if (state === 'recognized')
    return { next: events.find(({ tag }) => !tag) ?? events[0], suggested: opportunities.slice(0, 2) }
  const going = await signupIdsOf(db, signup.id)
  const [next] = await upcomingEvents(db, 1, signup.id, { going })
  return { next, suggested: (await suggestionsFor(db, signup, going, null)).slice(0, 2) }
}

/** One event and two opportunities more than the page lists: for those who come back they stand above the lists. */
async function readCards(db: Db, config: Config) {
  const opportunities = await someOpportunities(db, 5)
  const events = await upcomingEvents(db, 4)
  const news = await latestNews(db, config, 3)
  const communities = await someCommunities(db, 3)
  return { opportunities, events, news, communities }
}

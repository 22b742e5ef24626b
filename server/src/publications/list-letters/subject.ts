import type { ListLetterRecord } from '@alumni/shared/publications/list-letters'
import { sql } from 'kysely'
import { z } from 'zod'
import { communityKind } from '../communities/kind.ts'
import { asT } from '../engine/kind.ts'
import { findPublished } from '../engine/site.ts'
import { hasBegun, type Addressed } from '../engine/slugs.ts'
import { invalid } from '../engine/times.ts'
import { isUpcoming } from '../events/events.ts'
import { eventKind } from '../events/kind.ts'
import type { Db } from '../../foundations/database/db.ts'
import { selectRaw } from '../../foundations/database/select-raw.ts'
import { HttpError } from '../../foundations/http/errors.ts'
import type { Config } from '../../foundations/process/config.ts'
import { newsKind } from '../news/kind.ts'
import { opportunityKind } from '../opportunities/kind.ts'
import { isOpen } from '../opportunities/opportunities.ts'

export type AboutSubject = Pick<ListLetterRecord, 'event_id' | 'opportunity_id' | 'news_item_id'>

const subjectRow = z.object({
  noun: z.string(),
  is_public: z.boolean(),
  is_cancelled: z.boolean(),
  is_over: z.boolean(),
})

/** In a query with the subjects of a letter as `e`, `o` and `n`: the path of the subject's own page. */
export const aboutPath = sql<
  string | null
>`coalesce('/events/' || e.slug, '/opportunities/' || o.slug, '/news/' || n.slug)`

/** The event, opportunity or news item that a letter is about; undefined where there is none. */
async function findSubject(db: Db, about: AboutSubject): Promise<z.output<typeof subjectRow> | undefined> {
  const [subject] = await selectRaw(
    db,
    subjectRow,
    sql`
    select 'event' as noun, coalesce(published_at <= now(), false) as is_public, cancelled_at is not null as is_cancelled, not ${isUpcoming} as is_over
      from events t where id = ${about.event_id}
    union all
    select 'opportunity', coalesce(published_at <= now(), false), false, not ${isOpen}
      from opportunities t where id = ${about.opportunity_id}
    union all
    select 'news', coalesce(published_at <= now() and (unpublish_at > now()) is not false, false), false, false
      from news_items where id = ${about.news_item_id}`,
  )
  return subject
}

export const aboutFields = ['event_id', 'opportunity_id', 'news_item_id'] as const

/** Throws a 422 beside the field if the subject does not exist. */
export async function refuseUnknownSubject(db: Db, about: AboutSubject): Promise<void> {
  const field = aboutFields.find((name) => about[name] !== null)
  if (field && !(await findSubject(db, about)))
    throw invalid(field, 'This page is no longer there. Choose another one.')
}

/** Explains why a letter about this cannot be sent now; null if it can. */
export async function whySubjectEnded(db: Db, about: AboutSubject): Promise<string | null> {
  const subject = await findSubject(db, about)
  if (!subject) return null
  const { noun, is_public, is_cancelled, is_over } = subject
  if (is_cancelled) return `The ${noun} was canceled, so no more letters about it are sent.`
  if (is_over) return `The ${noun} is over, so no more letters about it are sent.`
  return is_public
    ? null
    : `The ${noun} is not on the site, so the button of the letter would lead nowhere. Publish it first.`
}

const kindsOnSite: readonly Addressed[] = [communityKind, eventKind, newsKind, opportunityKind]

/** Explains which link of a text leads to a page of ours that is not on the site; null where none does. */
export async function whyLinkEnds(db: Db, { CHAMPIONS_URL }: Config, html: string): Promise<string | null> {
  const links = new Set([...html.matchAll(/href="([^"]+)"/g)].map(([, link]) => link!.replaceAll('&amp;', '&')))
  for (const link of links) {
    const url = URL.parse(link, CHAMPIONS_URL)
    if (url?.origin !== new URL(CHAMPIONS_URL).origin) continue
    const [, folder, page] = url.pathname.split('/')
    const kind = kindsOnSite.find((one) => one.folder === `/${folder}`)
    if (!kind || !page || !(await isOff(db, kind, page))) continue
    return `The link to ${url.pathname} leads to a page that is not on the site. Publish it, or change the link.`
  }
  return null
}

async function isOff(db: Db, kind: Addressed, page: string): Promise<boolean> {
  const published = db
    .selectFrom(asT(kind.table))
    .select('t.id')
    .where(kind.isPublic ?? hasBegun)
  try {
    await findPublished(db, kind, published, page)
    return false
  } catch (error) {
    return error instanceof HttpError
  }
}

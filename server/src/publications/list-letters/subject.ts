import type { ListLetterRecord } from '@alumni/shared/publications/list-letters'
import { sql } from 'kysely'
import { communityKind } from '../communities/kind.ts'
import { asT, type Kind } from '../engine/kind.ts'
import { findPublished } from '../engine/site.ts'
import { hasBegun, type Addressed } from '../engine/slugs.ts'
import { invalid } from '../engine/times.ts'
import { eventKind } from '../events/kind.ts'
import type { Db } from '../../foundations/database/db.ts'
import { HttpError } from '../../foundations/http/errors.ts'
import type { Config } from '../../foundations/process/config.ts'
import { newsKind } from '../news/kind.ts'
import { opportunityKind } from '../opportunities/kind.ts'

export type AboutSubject = Pick<ListLetterRecord, 'event_id' | 'opportunity_id' | 'news_item_id'>

/** In a query with the subjects of a letter as `e`, `o` and `n`: the path of the subject's own page. */
export const aboutPath = sql<
  string | null
>`coalesce('/events/' || e.slug, '/opportunities/' || o.slug, '/news/' || n.slug)`

/** In a query of letters as `t`: the person who gets the replies, unless the office does. */
export const authorId = sql<
  number | null
>`case when t.requested_at is null then t.updated_by_id else t.requested_by_id end`

const kinds: Record<keyof AboutSubject, Pick<Kind, 'table' | 'noun' | 'state'>> = {
  event_id: eventKind,
  opportunity_id: opportunityKind,
  news_item_id: newsKind,
}
export const aboutFields = ['event_id', 'opportunity_id', 'news_item_id'] as const

/** The event, opportunity or news item that a letter is about; undefined where it is about none. */
async function findSubject(db: Db, about: AboutSubject) {
  const field = aboutFields.find((name) => about[name] !== null)
  if (!field) return undefined
  const { table, noun, state } = kinds[field]
  const row = db.selectFrom(asT(table)).select(state.as('state')).where('t.id', '=', about[field]!)
  return { field, noun, state: (await row.executeTakeFirst())?.state }
}

/** Throws a 422 beside the field if the subject does not exist. */
export async function refuseUnknownSubject(db: Db, about: AboutSubject): Promise<void> {
  const subject = await findSubject(db, about)
  if (subject && subject.state === undefined)
    throw invalid(subject.field, 'This page is no longer there. Choose another one.')
}

const endings: Record<string, string> = { cancelled: 'was canceled', past: 'is over', closed: 'is over' }
const onSite = ['upcoming', 'open', 'published']

/** Explains why a letter about this cannot be sent now; null if it can. */
export async function whySubjectEnded(db: Db, about: AboutSubject): Promise<string | null> {
  const { noun, state } = (await findSubject(db, about)) ?? {}
  if (state === undefined || onSite.includes(state)) return null
  return state in endings
    ? `The ${noun} ${endings[state]}, so no more letters about it are sent.`
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

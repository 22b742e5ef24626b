import type { ListLetterRecord } from '@alumni/shared/publications/list-letters'
import { sql } from 'kysely'
import { communityKind } from '../communities/kind.ts'
import { publicationTable, type Kind } from '../engine/kind.ts'
import { findPublished } from '../engine/site.ts'
import { isPublished, type PageKind } from '../engine/slugs.ts'
import { invalid } from '../engine/times.ts'
import { eventKind } from '../events/kind.ts'
import type { Db } from '../../foundations/database/db.ts'
import { HttpError } from '../../foundations/http/errors.ts'
import type { Config } from '../../foundations/process/config.ts'
import { newsKind } from '../news/kind.ts'
import { opportunityKind } from '../opportunities/kind.ts'

export type LetterSubject = Pick<ListLetterRecord, 'event_id' | 'opportunity_id' | 'news_item_id'>

/** Requires a query that joins the event as `e`, the opportunity as `o` and the news item as `n`. */
export const subjectPath = sql<
  string | null
>`coalesce('/events/' || e.slug, '/opportunities/' || o.slug, '/news/' || n.slug)`

/** Selects the author of a letter `t`, who gets the replies unless the office does. */
export const authorId = sql<
  number | null
>`case when t.requested_at is null then t.updated_by_id else t.requested_by_id end`

const kinds: Record<keyof LetterSubject, Pick<Kind, 'table' | 'noun' | 'state'>> = {
  event_id: eventKind,
  opportunity_id: opportunityKind,
  news_item_id: newsKind,
}
const subjectFields = ['event_id', 'opportunity_id', 'news_item_id'] as const

async function findSubject(db: Db, letter: LetterSubject) {
  const field = subjectFields.find((name) => letter[name] !== null)
  if (!field) return undefined
  const { table, state } = kinds[field]
  const row = db.selectFrom(publicationTable(table)).select(state.as('state')).where('t.id', '=', letter[field]!)
  return { field, state: (await row.executeTakeFirst())?.state }
}

export async function refuseUnknownSubject(db: Db, letter: LetterSubject): Promise<void> {
  const subject = await findSubject(db, letter)
  if (subject && subject.state === undefined)
    throw invalid(subject.field, 'This page is no longer there. Choose another one.')
}

/** Selects the state of the subject of a letter `t` in a query like that of `subjectPath`. */
export const subjectState = sql<string | null>`coalesce(
  (select ${eventKind.state} from events t where t.id = e.id),
  (select ${opportunityKind.state} from opportunities t where t.id = o.id),
  (select ${newsKind.state} from news_items t where t.id = n.id))`

const endings: Record<string, string> = { cancelled: 'was canceled', past: 'is over', closed: 'is over' }
const onSite = ['upcoming', 'open', 'published']

/** Returns why a letter cannot be sent, or null: its event or opportunity is over, or its page is unpublished. */
export async function findSubjectBlocker(db: Db, letter: LetterSubject): Promise<string | null> {
  const { state } = (await findSubject(db, letter)) ?? {}
  return describeSubjectBlocker(letter, state)?.message ?? null
}

export function describeSubjectBlocker(
  letter: LetterSubject,
  state: string | null | undefined,
): ListLetterRecord['subject_blocker'] {
  const field = subjectFields.find((name) => letter[name] !== null)
  if (!field || !state || onSite.includes(state)) return null
  const { noun } = kinds[field]
  const is_over = state in endings
  const message = is_over
    ? `The ${noun} ${endings[state]}, so no more letters about it are sent.`
    : `The ${noun} is not on the site, so the button of the letter would lead nowhere. Publish it first.`
  return { message, is_over }
}

const kindsOnSite: readonly PageKind[] = [communityKind, eventKind, newsKind, opportunityKind]

/** Returns a message if a link leads to an unpublished page on our site, otherwise null. */
export async function findLinkBlocker(db: Db, { CHAMPIONS_URL }: Config, html: string): Promise<string | null> {
  const links = new Set([...html.matchAll(/href="([^"]+)"/g)].map(([, link]) => link!.replaceAll('&amp;', '&')))
  for (const link of links) {
    const url = URL.parse(link, CHAMPIONS_URL)
    if (url?.origin !== new URL(CHAMPIONS_URL).origin) continue
    const [, folder, page] = url.pathname.split('/')
    const kind = kindsOnSite.find((candidate) => candidate.folder === `/${folder}`)
    if (!kind || !page || !(await isOffSite(db, kind, page))) continue
    return `The link to ${url.pathname} leads to a page that is not on the site. Publish it, or change the link.`
  }
  return null
}

async function isOffSite(db: Db, kind: PageKind, page: string): Promise<boolean> {
  const published = db
    .selectFrom(publicationTable(kind.table))
    .select('t.id')
    .where(kind.isPublic ?? isPublished)
  try {
    await findPublished(db, kind, published, page)
    return false
  } catch (error) {
    return error instanceof HttpError
  }
}

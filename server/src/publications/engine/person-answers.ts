import type { AskedGroup } from '@alumni/shared/alumni/asked'
import { sql, type RawBuilder } from 'kysely'

/** An event or opportunity that people are asked for. */
export type AskedFor = { kind: 'event' | 'opportunity'; id: number }

/** In a query, the people who were asked for something or have answered it, as `p`. */
export const personAnswers = ({ kind, id }: AskedFor) => sql`person_answers(${kind}, ${id}) p`

const wasAsked = sql<boolean>`p.asked_at is not null`
const hasAnswered = sql<boolean>`coalesce(p.answer in ('yes', 'no'), false)`

/** In that query, the condition of each group. A "maybe" is no answer yet, so asked = yes + no + none. */
export const groupConditions: Record<AskedGroup, RawBuilder<boolean>> = {
  asked: wasAsked,
  yes: sql`(${wasAsked} and p.answer = 'yes')`,
  no: sql`(${wasAsked} and p.answer = 'no')`,
  none: sql`(${wasAsked} and not ${hasAnswered})`,
  unasked: sql`(not ${wasAsked})`,
}

/** Selects the people who have answered, without reading who was asked. */
export const answeredPeople = ({ kind, id }: AskedFor) =>
  sql`select p.alumnus_id, p.signup_id from person_answers(${kind}, ${id}, true) p where ${hasAnswered}`

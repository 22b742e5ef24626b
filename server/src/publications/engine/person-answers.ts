import type { AskedGroup } from '@alumni/shared/alumni/ask-filters'
import { sql, type RawBuilder } from 'kysely'

/** An event or opportunity that people are asked for. */
export type AskSubject = { kind: 'event' | 'opportunity'; id: number }

/** Builds the `from` item `p` with the people who were asked for something or have answered it. */
export const personAnswers = ({ kind, id }: AskSubject) => sql`person_answers(${kind}, ${id}) p`

const wasAsked = sql<boolean>`p.asked_at is not null`

/** The condition on `p` of each group. A "maybe" is no answer yet, so asked = yes + no + none. */
export const groupConditions: Record<AskedGroup, RawBuilder<boolean>> = {
  asked: wasAsked,
  yes: sql`(${wasAsked} and p.answer = 'yes')`,
  no: sql`(${wasAsked} and p.answer = 'no')`,
  none: sql`(${wasAsked} and coalesce(p.answer = 'maybe', true))`,
  unasked: sql`(not ${wasAsked})`,
}

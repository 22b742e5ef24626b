import type { AskedGroup } from '@alumni/shared/alumni/ask-filters'
import { sql, type RawBuilder } from 'kysely'

export type AskSubject = { kind: 'event' | 'opportunity'; id: number }

/** Builds a `from` item `p` with everyone who was asked about an event or opportunity or has answered. */
export const personAnswers = ({ kind, id }: AskSubject) => sql`person_answers(${kind}, ${id}) p`

const wasAsked = sql<boolean>`p.asked_at is not null`

/** A "maybe" counts as no answer, so asked = yes + no + none. */
export const groupConditions: Record<AskedGroup, RawBuilder<boolean>> = {
  asked: wasAsked,
  yes: sql`(${wasAsked} and p.answer = 'yes')`,
  no: sql`(${wasAsked} and p.answer = 'no')`,
  none: sql`(${wasAsked} and coalesce(p.answer = 'maybe', true))`,
  unasked: sql`(not ${wasAsked})`,
}

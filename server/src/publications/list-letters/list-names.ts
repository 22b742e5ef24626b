import { assertNever } from '@alumni/shared/assert-never'
import { answerChoices } from '@alumni/shared/alumni/answer-filters'
import { signupsQuery } from '@alumni/shared/champions/list-filters'
import { formatDay } from '@alumni/shared/describe-filters'
import type { PeopleList } from '@alumni/shared/publications/list-letters'
import { z } from 'zod'
import { describeSearch, type PeopleIndex } from '../../alumni/index.ts'
import { describeSignups, namesOfSignups, signupChoicesOf } from '../../champions/index.ts'
import type { Db } from '../../foundations/database/db.ts'
import { selectRaw } from '../../foundations/database/select-raw.ts'

const answersToAsk: Record<string, string> = { asked: '', yes: ', yes', no: ', no', none: ', no answer' }

/** Returns the name of a list of people, such as “Class of 2015”. */
export async function describeList({ db, index }: { db: Db; index: PeopleIndex }, list: PeopleList): Promise<string> {
  switch (list.from) {
    case 'search':
      return describeSearch(db, index, list.query)
    case 'champions':
      return describeChampions(db, list.query)
    case 'signup':
      return (await namesOfSignups(db, [list.id])).get(list.id) || 'One champion'
    case 'people':
      return list.buids.length === 1 ? '1 selected person' : `${list.buids.length} selected people`
    case 'recorded':
      return `Recorded list: ${(await describeRecordedList(db, list.id)) ?? 'deleted'}`
    case 'answers':
      return describeAnswers(db, list)
    case 'reminder':
      return describeReminded(db, list.id)
    default:
      return assertNever(list)
  }
}

async function describeChampions(db: Db, query: string): Promise<string> {
  const filters = signupsQuery.safeParse(Object.fromEntries(new URLSearchParams(query)))
  return filters.success ? describeSignups(filters.data, await signupChoicesOf(db)) : 'A list of champions'
}

async function describeAnswers(db: Db, { to, id, status }: PeopleList & { from: 'answers' }): Promise<string> {
  const subject = await db.find(to === 'event' ? 'events' : 'opportunities', ['title'], { id })
  const title = subject?.title ?? `an ${to}`
  if (status === null) return `Answers to ${title}`
  const answer = answersToAsk[status]
  if (answer !== undefined) return `Asked to ${title}${answer}`
  const state = answerChoices.find(({ code }) => code === status)?.name ?? status
  return `Answers to ${title}, ${state.toLowerCase()}`
}

async function describeReminded(db: Db, letter: number): Promise<string> {
  const [subject] = await selectRaw(
    db,
    z.object({ title: z.string() }),
  )`select coalesce(e.title, o.title, l.title) as title from list_letters l
      left join events e on e.id = l.event_id left join opportunities o on o.id = l.opportunity_id
      where l.id = ${letter}`
  return `Asked to ${subject?.title ?? 'something'} by letter, not reminded yet`
}

async function describeRecordedList(db: Db, id: number): Promise<string | undefined> {
  const [first] = await selectRaw(
    db,
    z.object({ name: z.string(), day: z.string() }),
  )`select coalesce(nullif(w ->> 'description', ''), a.name, w ->> 'activity_code') as name, w ->> 'engagement_date' as day
      from engagement_batches b cross join lateral jsonb_array_elements(b.metadata -> 'what') w
        left join activity_codes a on a.code = w ->> 'activity_code'
      where b.id = ${id} limit 1`
  return first && `${first.name}, ${formatDay(first.day)}`
}

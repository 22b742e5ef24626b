import type { SearchPage } from '@alumni/shared/alumni/search'
import { rsvpStatuses } from '@alumni/shared/publications/content'
import { askedGroups } from '@alumni/shared/alumni/ask-filters'
import type { AskedPeoplePage, AskedSummary } from '@alumni/shared/publications/asks'
import type { LetterReach } from '@alumni/shared/publications/list-letters'
import { responseStatuses } from '@alumni/shared/publications/opportunities'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { createSignup } from '../../../testing/champions.ts'
import { letterOf } from '../../../testing/list-letters.ts'
import { seededRandom } from '../../../testing/seeded-random.ts'
import { rounds, seed } from '../../../testing/soak.ts'
import { buildContentStory } from '../testing/content-story.ts'

const { as, db, people, createEvent } = await buildContentStory()
const stan = await as('staff')

type Kind = 'event' | 'opportunity'
type Person = { asked: boolean; own: string[]; noted: { day: string; answer: string }[] }

let serial = 0
const nextSerial = () => ++serial

/** Creates random asks and answers about an event or opportunity. */
async function createWorld(kind: Kind, below: (bound: number) => number) {
  const pick = <Item>(items: readonly Item[]): Item => items[below(items.length)]!
  const id = kind === 'event' ? (await createEvent()).id : await createOpportunity()
  const subject = { event_id: kind === 'event' ? id : null, opportunity_id: kind === 'event' ? null : id }
  const known = new Map<string, Person>()
  const personOf = (key: string | null) => {
    if (key === null) return null
    if (!known.has(key)) known.set(key, { asked: false, own: [], noted: [] })
    return known.get(key)!
  }
  const alumni = await db
    .insertInto('alumni')
    .values(
      Array.from({ length: 4 }, () => nextSerial()).map((n) => ({
        buid: `B1${String(n).padStart(7, '0')}`,
        primary_email: `a${n}@example.org`,
      })),
    )
    .returning(['id', 'buid'])
    .execute()
  // Some signups are linked, merged (also in chains) or deleted.
  const signups: { id: number; key: string | null }[] = []
  for (let count = 0; count < 6; count++) {
    const into = signups.length > 0 && below(3) === 0 ? pick(signups) : null
    const alumnus = !into && below(2) === 0 ? pick(alumni) : null
    const isDeleted = !into && below(6) === 0
    const { id } = await createSignup(db, {
      email: `s${nextSerial()}@example.org`,
      buid: alumnus?.buid ?? null,
      ...(into && { merged_into_id: into.id, deleted_at: new Date() }),
      ...(isDeleted && { deleted_at: new Date(), buid: null }),
    })
    signups.push({ id, key: into ? into.key : isDeleted ? null : (alumnus?.buid ?? `signup ${id}`) })
  }
  const letter = await createLetter(subject)
  for (const recipient of [...alumni, ...signups]) {
    if (below(2) === 0) continue
    const state = pick(['sent', 'sent', 'in_doubt', 'refused', 'left_out'] as const)
    const reason = state === 'left_out' ? ('bounced' as const) : null
    const reference = 'buid' in recipient ? { alumnus_id: recipient.id } : { signup_id: recipient.id }
    await db
      .insertInto('list_letter_recipients')
      .values({ letter_id: letter.id, ...reference, state, reason })
      .execute()
    const person = personOf('buid' in recipient ? recipient.buid : recipient.key)
    if (person && (state === 'sent' || state === 'in_doubt')) person.asked = true
  }
  for (const { id: signup_id, key } of signups) {
    if (below(2) === 0) continue
    const status = kind === 'event' ? pick(rsvpStatuses) : pick(responseStatuses)
    if (kind === 'event') await db.insert('event_rsvps', { event_id: id, signup_id, status: status as 'going' })
    else await db.insert('opportunity_responses', { opportunity_id: id, signup_id, status: status as 'accepted' })
    personOf(key)?.own.push(status)
  }
  for (const { buid } of alumni) {
    for (let count = below(3); count > 0; count--) {
      const randomAnswer = { day: `2026-03-0${1 + below(3)}`, answer: pick(['yes', 'maybe', 'no', '']) }
      const answer = (randomAnswer.answer || null) as 'yes' | null
      const ask = { ...subject, buid, answer, topic: 'events', how: 'call', asked_by: 'Dean Mills' } as const
      await db.insert('asks', { ...ask, asked_on: randomAnswer.day, noted_by_id: people.staff.id })
      const person = personOf(buid)!
      person.asked = true
      if (randomAnswer.answer) person.noted.push(randomAnswer)
    }
  }
  return { id, about: subject, known }
}

async function createLetter(subject: object): Promise<{ id: number }> {
  return db
    .insertInto('list_letters')
    .values({
      ...letterOf(),
      ...subject,
      fallback: '',
      slug: `l${nextSerial()}`,
      status: 'sent',
      list: '{"from":"people","buids":[]}',
    } as never)
    .returning('id')
    .executeTakeFirstOrThrow()
}

async function createOpportunity(): Promise<number> {
  const fields = {
    slug: `o${nextSerial()}`,
    title: 'Speak',
    kind: 'speaking',
    summary: '',
    published_at: sql`now()`,
  } as never
  return db.add('opportunities', fields)
}

const order = ['no', 'maybe', 'yes']

/** An own answer counts more than one entered by staff; an own yes counts more than a no. */
function answerOf({ own, noted }: Person): string {
  if (own.length > 0) return own.every((status) => ['cancelled', 'withdrawn'].includes(status)) ? 'no' : 'yes'
  const [last] = noted.toSorted(
    (a, b) => b.day.localeCompare(a.day) || order.indexOf(b.answer) - order.indexOf(a.answer),
  )
  return !last || last.answer === 'maybe' ? 'none' : last.answer
}

const seeds = Array.from({ length: rounds(6, 100) }, (_, index) => seed + index)

test.each(seeds)('the summary, the list, the search and a letter count the same people, with seed %i', async (seed) => {
  const below = seededRandom(seed)
  const kind = below(2) === 0 ? 'event' : 'opportunity'
  const { id, about, known } = await createWorld(kind, below)
  const home = `/champion_signups/${kind === 'event' ? 'events' : 'opportunities'}/${id}`
  const summary = (await stan.get(`${home}/asks`)).json<AskedSummary>()
  const askedPeople = [...known.values()].filter((person) => person.asked)
  const count = (answer: string) => askedPeople.filter((person) => answerOf(person) === answer).length
  expect(summary).toMatchObject({
    asked: askedPeople.length,
    yes: count('yes'),
    no: count('no'),
    none: count('none'),
    unasked: [...known.values()].filter((person) => !person.asked && answerOf(person) !== 'none').length,
    not_linked: [...known].filter(([key, person]) => person.asked && key.startsWith('signup')).length,
  })
  expect(summary.asked).toBe(summary.yes + summary.no + summary.none)

  const list = async (query: string) => (await stan.get(`${home}/asks/people?${query}`)).json<AskedPeoplePage>()
  const search = async (query: string) => (await stan.get(`/alumni_search?${query}`)).json<SearchPage>().matching
  const reach = async (group: string, skips_answered: boolean) => {
    const body = { list: { from: 'answers', to: kind, id, status: group }, topic: 'events', ...about, skips_answered }
    return (await stan.post('/letters/reach', body)).json<LetterReach>()
  }
  for (const group of askedGroups) {
    const page = await list(`group=${group}`)
    expect([group, page.matching, page.people.length]).toEqual([group, summary[group], summary[group]])
    expect(new Set(page.people.map(({ buid, signup_id }) => buid ?? signup_id)).size).toBe(summary[group])
    expect([group, (await reach(group, false)).chosen]).toEqual([group, summary[group]])
    const unlinked = await list(`group=${group}&linked=no`)
    expect(unlinked.people).toEqual(page.people.filter(({ buid }) => buid === null))
    if (group === 'unasked') continue
    const answer = group === 'asked' ? '' : `&ask_answer=${group}`
    expect([group, await search(`asked=${kind}-${id}${answer}`)]).toEqual([group, page.matching - unlinked.matching])
  }
  expect((await reach('asked', true)).left_out.answered ?? 0).toBe(summary.yes + summary.no)
})

test('a person’s own answer precedes a no by a letter’s link, which precedes the latest answer entered by staff', async () => {
  const { id: event_id } = await createEvent()
  const buid = `B1${String(nextSerial()).padStart(7, '0')}`
  const alumnus = await db.insertInto('alumni').values({ buid }).returning('id').executeTakeFirstOrThrow()
  const readAnswer = async () => {
    const { rows } = await sql<{ answer: string }>`select answer from person_answers('event', ${event_id})`.execute(db)
    return rows.map(({ answer }) => answer)
  }
  const ask = {
    event_id,
    buid,
    topic: 'events',
    how: 'call',
    asked_by: 'Dean Mills',
    noted_by_id: people.staff.id,
  } as const
  await db.insert('asks', { ...ask, answer: 'maybe', asked_on: '2026-03-02' })
  await db.insert('asks', { ...ask, answer: 'yes', asked_on: '2026-03-01' })
  expect(await readAnswer()).toEqual(['maybe'])
  await db.insert('asks', { ...ask, answer: 'yes', asked_on: '2026-03-02' })
  expect(await readAnswer()).toEqual(['yes'])
  const letter = await createLetter({ event_id, opportunity_id: null })
  await db
    .insertInto('list_letter_recipients')
    .values({ letter_id: letter.id, alumnus_id: alumnus.id, state: 'sent', declined_at: '2026-03-01' })
    .execute()
  expect(await readAnswer()).toEqual(['no'])
  const signup = await createSignup(db, { email: `s${nextSerial()}@example.org`, buid })
  await db.insert('event_rsvps', { event_id, signup_id: signup.id, status: 'waiting' })
  expect(await readAnswer()).toEqual(['yes'])
})

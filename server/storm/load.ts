import { setTimeout as pause } from 'node:timers/promises'
import type { ImportStatusReply } from '@alumni/shared/exchange/imports'
import { multipart } from '../src/exchange/imports/testing/import-story.ts'
import { seededRandom } from '../testing/seeded-random.ts'
import { cookiesOf, type Ask, type Client, type Reply } from './client.ts'
import { now } from './history.ts'
import type { MailSink } from './mail-sink.ts'
import { alumniOnFile, type Cast } from './prepare.ts'

/** Requests per second of each kind, regardless of how long replies take (open loop). */
const rates = {
  search: 3,
  typeahead: 3,
  portal: 2,
  signup: 0.7,
  signin: 0.7,
  batch: 1,
  edit: 1.5,
  rsvps: 0.35,
  import: 0.06,
}
type Kind = keyof typeof rates
type Arrival = { at: number; kind: Kind; nth: number }

/** Spreads the requests evenly over `ms`, with a jitter from the seed. */
export function arrivals(seed: number, ms: number): Arrival[] {
  const below = seededRandom(seed)
  const all = (Object.keys(rates) as Kind[]).flatMap((kind) => {
    const apart = 1000 / rates[kind]
    return Array.from({ length: Math.floor(ms / apart) }, (_, nth) => ({ at: apart * nth + below(apart), kind, nth }))
  })
  return all.toSorted((one, other) => one.at - other.at)
}

type Scene = { client: Client; cast: Cast; sink: MailSink; over: AbortSignal; seed: number }
type Stage = Scene & { below: (bound: number) => number }

export async function load(schedule: readonly Arrival[], scene: Scene): Promise<void> {
  const started = now()
  const running: Promise<unknown>[] = []
  for (const [index, { at, kind, nth }] of schedule.entries()) {
    await pause(Math.max(0, started + at - now()))
    // Each request has its own generator, so that it does not depend on other replies.
    running.push(acts[kind]({ ...scene, below: seededRandom(scene.seed * 100_000 + index) }, nth))
  }
  await Promise.all(running)
}

const form = { 'content-type': 'application/x-www-form-urlencoded', accept: 'text/html' }
const json = { 'content-type': 'application/json' }
const visiting = {
  host: 'champions.localhost',
  headers: { accept: 'text/html', 'sec-fetch-mode': 'navigate' },
} as const
const fields = (values: Record<string, string>) => new URLSearchParams(values).toString()

const acts: Record<Kind, (stage: Stage, nth: number) => Promise<unknown>> = {
  search: (stage, nth) =>
    read(stage, 'search', `/alumni_search?q=Person${String(stage.below(400)).padStart(4, '0')}`, nth),
  typeahead: (stage, nth) => read(stage, 'typeahead', '/api/alumni?name=peggy', nth),
  portal: ({ client, below }, nth) =>
    client.ask({
      kind: 'portal',
      key: `portal-${nth}`,
      server: below(2),
      path: ['/', '/events'][below(2)]!,
      ...visiting,
    }),
  signup({ client, below }, nth) {
    const email = `signup-${nth}@storm.example`
    const values = {
      first_name: 'Siobhán',
      last_name: 'Storm',
      email,
      country: 'IE',
      city: 'Dublin',
      postal_code: 'D02 F205',
      consent: 'yes',
    }
    return client.ask({
      kind: 'signup',
      key: email,
      server: below(2),
      method: 'POST',
      path: '/',
      host: 'champions.localhost',
      headers: form,
      body: fields(values),
    })
  },
  signin,
  batch,
  edit,
  async rsvps({ client, cast, below }, nth) {
    const asks = cast.guests.map(({ email, cookie }): Ask => {
      const server = below(2)
      const body = fields({ guests: String(below(2)) })
      const facts = { event: nth, email }
      return {
        kind: 'rsvp',
        key: `${nth} ${email}`,
        server,
        facts,
        method: 'POST',
        path: `/events/storm-${nth}/rsvps`,
        host: 'champions.localhost',
        headers: { ...form, cookie },
        body,
      }
    })
    // Competes for the same few places at the same moment.
    return Promise.all(asks.map((ask) => client.ask(ask)))
  },
  import: importFile,
}

function read({ client, cast, below }: Stage, kind: string, path: string, nth: number): Promise<unknown> {
  return client.ask({ kind, key: `${kind}-${nth}`, server: below(2), path, headers: { cookie: cast.staff } })
}

async function signin({ client, sink, below, over }: Stage, nth: number): Promise<void> {
  const email = `signin-${nth}@storm.example`
  const server = below(2)
  const common = { server, method: 'POST', host: 'champions.localhost' } as const
  const asked = await client.ask({
    ...common,
    kind: 'signin',
    key: email,
    path: '/profile-link',
    headers: form,
    body: fields({ email }),
  })
  if (asked?.status !== 303) return
  const letter = await sink.letterTo(email, over)
  const code = /: (\d{6})\s*$/m.exec(letter?.text ?? '')?.[1]
  if (!code) return
  const headers = { ...form, cookie: cookiesOf(asked) }
  await client.ask({ ...common, kind: 'code', key: email, path: '/sign-in/code', headers, body: fields({ code }) })
}

const rowsOfBatch = 5

/** Repeats the batch until there is a reply. */
async function batch({ client, cast, below }: Stage, nth: number): Promise<void> {
  const batch_id = `storm batch ${nth}`
  const engagements = Array.from({ length: rowsOfBatch }, () => ({
    buid: buidAt(1 + below(alumniOnFile)),
    activity_code: 'event_attended',
    engagement_date: '2026-10-03',
    description: batch_id,
  }))
  const servers = Array.from({ length: 5 }, () => below(2))
  for (const server of servers) {
    const headers = { ...json, authorization: `Bearer ${cast.key}` }
    const reply = await client.ask({
      kind: 'batch',
      key: batch_id,
      server,
      facts: { rows: rowsOfBatch },
      method: 'POST',
      path: '/api/v1/engagements/batch',
      headers,
      body: JSON.stringify({ batch_id, engagements }),
    })
    if (reply && reply.status !== 503) return
    await pause(2000)
  }
}

/** Edits few people, so that edits sometimes conflict. */
async function edit({ client, cast, below }: Stage, nth: number): Promise<void> {
  const buid = buidAt(1 + below(8))
  const [first, second] = [below(2), below(2)]
  const headers = { ...json, cookie: cast.staff }
  const page = await client.ask({
    kind: 'look',
    key: `look-${nth}`,
    server: first,
    path: `/alumni_search?q=${buid}`,
    headers,
  })
  if (page?.status !== 200) return
  const [found] = (JSON.parse(page.body) as { alumni: { city: string | null }[] }).alumni
  const city = found!.city
  const value = `City ${nth}`
  await client.ask({
    kind: 'edit',
    key: value,
    server: second,
    facts: { buid },
    method: 'PATCH',
    path: `/alumni/${buid}/contact`,
    headers,
    body: JSON.stringify({ city: value, seen: { city } }),
  })
}

export const rowsOfFile = 1500
export const lastNameOf = (nth: number) => `Imported${String(nth).padStart(4, '0')}`
/** BUIDs of alumni on file are lower than those of rows in files. */
export const buidAt = (number: number) => `B${String(number).padStart(8, '0')}`
export const firstOfFile = (nth: number) => 10_000_000 + nth * 10_000
export const rowOfFile = (nth: number, row: number) =>
  `${buidAt(firstOfFile(nth) + row)},${lastNameOf(nth)},Town ${row}`
const fileName = (nth: number) => `storm-${nth}.csv`

/** Imports a file like a person who looks again after each missing reply. */
async function importFile({ client, cast, below, over }: Stage, nth: number): Promise<void> {
  const rows = Array.from({ length: rowsOfFile }, (_, row) => rowOfFile(nth, row))
  const { payload, headers } = multipart(`BUID,Last Name,City\n${rows.join('\n')}\n`, fileName(nth))
  const cookie = cast.staff
  const facts = { file: nth }
  const ask = (kind: string, rest: Partial<Ask> & { path: string }): Promise<Reply | undefined> =>
    client.ask({ kind, key: fileName(nth), server: below(2), facts, headers: { cookie }, ...rest })
  // The page of this import, once it is known; newer imports follow it in the list.
  let page: string | undefined
  for (; !over.aborted; await pause(1000)) {
    const seen = await ask('import-look', { path: page ?? '/settings/imports' })
    if (seen?.status !== 200) continue
    const last = page ? (JSON.parse(seen.body) as ImportStatusReply) : lastContactsIn(seen.body)
    const isMine = last?.file_name === fileName(nth)
    if (isMine) page = last.links.status
    if (isMine && ['completed', 'failed', 'cancelled'].includes(last.status))
      return void (await ask('import-result', { path: last.links.status, facts: { ...facts, status: last.status } }))
    if (isMine && last.status === 'review') {
      const body = JSON.stringify(
        Object.fromEntries(last.unusual.map(({ kind, number }) => [`confirm_${kind}`, number])),
      )
      await ask('import-commit', { method: 'POST', path: last.links.commit, headers: { ...json, cookie }, body })
    } else if (!last || !['scanning', 'review', 'running'].includes(last.status))
      await ask('import-upload', {
        method: 'POST',
        path: '/settings/imports/contacts',
        headers: { ...headers, cookie },
        body: payload,
      })
  }
}

function lastContactsIn(hub: string): ImportStatusReply | null {
  const { types } = JSON.parse(hub) as { types: { type: string; last_batch: ImportStatusReply | null }[] }
  return types.find(({ type }) => type === 'contacts')!.last_batch
}

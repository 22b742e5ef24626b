import { transact } from '../../foundations/database/db.ts'
import Papa from 'papaparse'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { CrmChangesPage, ExportBatch, WithdrawReply } from '@alumni/shared/exchange/crm'
import { addChecksum } from '@alumni/shared/exchange/crm-id'
import { queueChange } from './queue-change.ts'
import { buildCrmStory, changesUrl, conflictsUrl } from './testing/crm-story.ts'
import { rounds, seed } from '../../../testing/soak.ts'

/* Runs random steps of alumni, staff, the loader and the CRM, and checks the state after each step. */
const { ada, db, forgetCrm, importFile } = await buildCrmStory()
const runs = rounds(1, 125)
const stepsPerRun = rounds(250, 500)

const fields = ['city', 'street', 'state'] as const
type Field = (typeof fields)[number]
type Value = string | null
const columnOf = { city: 'MailingCity', street: 'MailingStreet', state: 'MailingState' }
const buids = Array.from({ length: 8 }, (_, index) => `B7000000${index}`)
const idOf = (buid: string) => `0035e00000Step${buid.at(-1)}`
const cells = buids.flatMap((buid) => fields.map((field) => ({ buid, field, key: `${buid} ${field}` })))
await sql`
  insert into alumni (buid, first_name, last_name, crm_id)
  select * from unnest(${buids}::text[], ${buids}::text[], ${buids}::text[], ${buids.map(idOf)}::text[])
`.execute(db)

type Open = {
  id: number
  key: string
  before: Value
  after: Value
  status: 'pending' | 'exported'
  batch: number | null
}
type CrmState = {
  open: Open[]
  all: number[]
  conflicts: { id: number }[]
  broken: unknown[]
  onFile: Map<string, Value>
}

/** `broken` lists violations of invariants. */
async function readState(): Promise<CrmState> {
  const { rows } = await sql<{
    open: Open[]
    all: number[]
    conflicts: { id: number }[]
    broken: unknown[]
    alumni: Record<Field | 'buid', Value>[]
  }>`
    select
      coalesce((select jsonb_agg(jsonb_build_object('id', id, 'key', buid || ' ' || field, 'before', before, 'after', after, 'status', status, 'batch', export_batch_id) order by id)
        from crm_data_changes where status <> 'verified'), '[]') as open,
      coalesce((select jsonb_agg(id) from crm_data_changes), '[]') as all,
      coalesce((select jsonb_agg(jsonb_build_object('id', id) order by id) from crm_conflicts where resolved_at is null), '[]') as conflicts,
      (select jsonb_agg(jsonb_build_object('buid', buid, 'city', city, 'street', street, 'state', state)) from alumni where buid = any(${buids}::text[])) as alumni,
      coalesce((select jsonb_agg(to_jsonb(d)) from crm_data_changes d where not case status
        when 'pending' then num_nulls(exported_at, export_batch_id, verified_at, verified_by_batch_id) = 4
          and not exists (select from crm_data_changes n where n.buid = d.buid and n.field = d.field and n.id > d.id and n.status in ('pending', 'exported'))
        when 'exported' then num_nulls(exported_at, export_batch_id, verified_at, verified_by_batch_id) = 2 and verified_at is null and verified_by_batch_id is null
        else num_nulls(exported_at, export_batch_id, verified_at, verified_by_batch_id) = 0 end), '[]')
      || coalesce((select jsonb_agg(to_jsonb(c)) from crm_conflicts c left join crm_data_changes d on d.id = c.change_id
        where c.resolved_at is null and (d.id is null or d.status = 'verified')), '[]') as broken
  `.execute(db)
  const [row] = rows
  const onFile = new Map(row!.alumni.flatMap((each) => fields.map((field) => [`${each.buid} ${field}`, each[field]])))
  return { ...row!, onFile }
}

class World {
  readonly crm = new Map<string, Value>(cells.map(({ key }) => [key, null]))
  /** The latest values that the CRM does not have yet, by field. */
  readonly ourValues = new Map<string, Value>()
  readonly said = new Set<string>()
  readonly everSeen = new Set<number>()
  readonly unloaded = new Set<number>()
  /** The unconfirmed value at the time of the resolution, by conflict id. */
  readonly settled = new Map<number, { key: string; ourValue: Value | undefined }>()
  readonly edits: { url: string; values: Map<string, [before: Value, after: Value]> }[] = []
  seen!: CrmState

  async begin() {
    await forgetCrm()
    await sql`update alumni set city = null, street = null, state = null where buid = any(${buids}::text[])`.execute(db)
    this.seen = await readState()
  }

  say(key: string, value: Value): void {
    this.ourValues.set(key, value)
    this.said.add(`${key} ${value}`)
  }

  newest(key: string): Open | undefined {
    return this.seen.open.findLast((change) => change.key === key)
  }
}

/** `mayEnd` returns whether the step may have completed the changes of a field. */
async function check(world: World, mayEnd: (key: string) => boolean = () => false): Promise<void> {
  world.seen = await readState()
  for (const id of world.seen.all) world.everSeen.add(id)
  const underWay = new Map(world.seen.open.map(({ key, after }) => [key, after]))
  for (const { key } of cells) if (!underWay.has(key) && mayEnd(key)) world.ourValues.delete(key)
  expect(world.seen.broken).toEqual([])
  expect(sortEntries(underWay)).toEqual(sortEntries(world.ourValues))
}

const sortEntries = (map: Map<string, Value>) => [...map].toSorted(([a], [b]) => (a < b ? -1 : 1))

type Step = { kind: number; a: number; b: number; value: number }
const pick = <Item>(items: readonly Item[], index: number): Item | undefined => items[index % Math.max(1, items.length)]

/** Steps with their weights; each returns the number of affected changes or people. */
const happenings: [number, (world: World, step: Step) => Promise<number>][] = [
  [6, staffEdits],
  [12, manyEdit],
  [8, crmChanges],
  [6, exportAll],
  [6, load],
  [3, undo],
  [1, importCrmFile],
  [9, settle],
  [6, undoSettlement],
  [6, undoEdit],
  [9, withdraw],
]
const total = happenings.reduce((sum, [weight]) => sum + weight, 0)

function stepOf(kind: number) {
  let rest = kind % total
  return happenings.find(([weight]) => (rest -= weight) < 0)![1]
}

function valueOf(world: World, key: string, step: Step): Value {
  return [null, world.crm.get(key)!, 'here 1', 'here 2', 'here 3'][step.value % 5]!
}

async function staffEdits(world: World, step: Step): Promise<number> {
  const buid = pick(buids, step.a)!
  const edits = fields.filter((_, index) => (step.b >> index) % 2 === 0)
  const body: Record<string, Value> = {}
  const previousValues: Record<string, Value> = {}
  for (const [index, field] of edits.entries()) {
    const key = `${buid} ${field}`
    previousValues[field] = world.seen.onFile.get(key)!
    body[field] = valueOf(world, key, { ...step, value: step.value + index })
    if (body[field] !== previousValues[field]) world.say(key, body[field])
  }
  const reply = await ada.request({
    method: 'PATCH',
    url: `/alumni/${buid}/contact`,
    payload: { ...body, seen: previousValues },
  })
  expect(reply.statusCode).toBe(200)
  const { undo } = reply.json<{ links: { undo: string | null } }>().links
  const changed = edits.filter((field) => body[field] !== previousValues[field])
  if (undo !== null)
    world.edits.push({
      url: undo,
      values: new Map(changed.map((field) => [`${buid} ${field}`, [previousValues[field]!, body[field]!]])),
    })
  await check(world, (key) => key.startsWith(buid))
  return edits.length
}

async function undoEdit(world: World, step: Step): Promise<number> {
  const edit = pick(world.edits, step.a % 2 === 0 ? step.b : world.edits.length - 1)
  if (!edit) return 0
  const stands = [...edit.values].every(([key, [, after]]) => world.seen.onFile.get(key) === after)
  const reply = await ada.post(edit.url)
  expect(reply.statusCode).toBe(stands ? 200 : 409)
  if (stands) for (const [key, [before]] of edit.values) world.say(key, before)
  await check(world, (key) => stands && edit.values.has(key))
  if (stands) for (const [key, [before]] of edit.values) expect(world.seen.onFile.get(key)).toBe(before)
  return edit.values.size
}

/** Edits by staff change records immediately; edits by alumni wait for the CRM. */
async function manyEdit(world: World, step: Step): Promise<number> {
  const newValues = new Map(
    Array.from({ length: 8 }, (_, index) => [
      pick(cells, step.a + index * (1 + (step.b % 7)))!,
      step.value + index * 3,
    ]),
  )
  const edits = [...newValues].flatMap(([{ key, buid, field }, value]) => {
    const newest = world.newest(key)
    const isStaff = value % 3 !== 0
    const before = newest && !isStaff ? newest.after : world.seen.onFile.get(key)!
    const after = valueOf(world, key, { ...step, value })
    return after === before ? [] : [{ key, buid, field, before, after, isStaff }]
  })
  await transact(db, async (db) => {
    for (const { key, isStaff, ...edit } of edits) {
      world.say(key, edit.after)
      const file = db.updateTable('alumni').where('buid', '=', edit.buid)
      if (isStaff) await file.set({ [edit.field]: edit.after }).execute()
      const withdrawn = await queueChange(db, edit, { id: null, name: 'Peggy Jones (champion)' })
      // This test calls `queueChange` directly, so withdrawn changes are not audited.
      for (const { id } of withdrawn as { id: number }[]) world.everSeen.delete(id)
    }
  })
  await check(world, (key) => edits.some((edit) => edit.key === key))
  return edits.length
}

async function crmChanges(world: World, step: Step): Promise<number> {
  for (let index = 0; index < 6; index++) {
    const { key } = pick(cells, step.a + index * (1 + (step.b % 7)))!
    const ourValue = world.ourValues.get(key)
    const isOurs = (step.value + index) % 4 === 0 && ourValue !== undefined
    world.crm.set(key, isOurs ? ourValue : pick(['there 1', 'there 2', null], step.b + index)!)
  }
  return 6
}

async function exportAll(world: World, step: Step): Promise<number> {
  const page = (await ada.get(changesUrl)).json<CrmChangesPage>()
  if (page.shown!.all.count === 0) return 0
  const [shownChanges, confirm_count] = [page.shown, page.shown!.all.count]
  const mark = () => ada.post(`${changesUrl}/export`, { shown: shownChanges, confirm_count })
  const replies = await Promise.all(step.b % 3 === 0 ? [mark(), mark()] : [mark()])
  expect(replies.filter(({ statusCode }) => statusCode === 201)).toHaveLength(1)
  const exportReply = replies.find(({ statusCode }) => statusCode === 201)!.json<{ export_batch: ExportBatch }>()
  world.unloaded.add(exportReply.export_batch.id)
  await check(world)
  const remaining = (await ada.get(`${changesUrl}?state=pending`)).json<CrmChangesPage>().changes
  expect(remaining).toEqual([])
  return 1
}

/** Undoes the export if the loader refuses contacts. */
async function load(world: World, step: Step): Promise<number> {
  const batch = pick([...world.unloaded], step.a)
  if (batch === undefined) return 0
  const self = `${changesUrl}/export_batches/${batch}`
  const { data } = Papa.parse<Record<string, string>>((await ada.get(`${self}/loader.csv`)).body.trim(), {
    header: true,
  })
  let hasRefused = false
  for (const [index, row] of data.entries()) {
    const buid = buids.find((each) => addChecksum(idOf(each)) === row.Id)!
    const isRefused = (step.b >> (index % 8)) % 2 === 1
    hasRefused ||= isRefused
    for (const field of fields) {
      const cell = row[columnOf[field]]
      if (!cell) continue
      const value = cell === '#N/A' ? null : cell
      expect(world.said).toContain(`${buid} ${field} ${value}`)
      if (!isRefused) world.crm.set(`${buid} ${field}`, value)
    }
  }
  world.unloaded.delete(batch)
  if (hasRefused) expect((await ada.post(`${self}/undo`)).statusCode).toBe(200)
  await check(world, () => true)
  return Math.max(1, data.length)
}

async function undo(world: World, step: Step): Promise<number> {
  const batch = pick([...world.unloaded], step.a)
  if (batch === undefined) return 0
  expect((await ada.post(`${changesUrl}/export_batches/${batch}/undo`)).statusCode).toBe(200)
  world.unloaded.delete(batch)
  await check(world, () => true)
  return 1
}

async function importCrmFile(world: World, step: Step): Promise<number> {
  const selectedFields = fields.filter((_, index) => (step.a >> index) % 2 === 0)
  const people = buids.filter((_, index) => (step.b >> index) % 4 !== 3)
  const isAll = step.value % 2 === 0
  return bringFile(world, isAll ? buids : people, isAll ? fields : selectedFields)
}

async function bringFile(world: World, people: readonly string[], columns: readonly Field[]): Promise<number> {
  if (columns.length === 0) return 0
  const file = [
    ['BUID', ...columns].join(','),
    ...people.map((buid) => [buid, ...columns.map((field) => world.crm.get(`${buid} ${field}`) ?? '')].join(',')),
  ]
  await importFile('contacts', `${file.join('\n')}\n`)
  const arrived = new Set<string>()
  for (const buid of people)
    for (const field of columns) {
      const key = `${buid} ${field}`
      if (world.ourValues.has(key) && world.ourValues.get(key) === world.crm.get(key)) arrived.add(key)
    }
  await check(world, (key) => arrived.has(key))
  expect([...arrived].filter((key) => world.ourValues.has(key))).toEqual([])
  const brought = people.flatMap((buid) => columns.map((field) => `${buid} ${field}`))
  const followed = brought.filter((key) => !world.ourValues.has(key))
  expect(followed.map((key) => [key, world.seen.onFile.get(key)])).toEqual(
    followed.map((key) => [key, world.crm.get(key)]),
  )
  return people.length
}

async function settle(world: World, step: Step): Promise<number> {
  const conflict = pick(world.seen.conflicts, step.a)
  if (!conflict) return 0
  const keep = step.b % 2 === 0 ? 'ours' : 'theirs'
  const ourValues = new Map(world.ourValues)
  const reply = await ada.post(`${conflictsUrl}/${conflict.id}`, { keep })
  expect(reply.statusCode).toBeOneOf(keep === 'ours' ? [200] : [200, 409])
  const { buid, field } = reply.json<{ buid: string; field: string }>()
  const key = `${buid} ${field}`
  if (reply.statusCode === 200) world.settled.set(conflict.id, { key, ourValue: ourValues.get(key) })
  await check(world, (each) => keep === 'theirs' && each === key)
  return 1
}

async function undoSettlement(world: World, step: Step): Promise<number> {
  const [id, { key, ourValue }] = pick([...world.settled], step.a % 2 === 0 ? step.b : world.settled.size - 1) ?? [
    0,
    { key: '' },
  ]
  if (id === 0) return 0
  const reply = await ada.post(`${conflictsUrl}/${id}/undo`)
  expect(reply.statusCode).toBeOneOf([200, 409])
  if (reply.statusCode === 200) {
    world.settled.delete(id)
    expect(ourValue).toBeDefined()
    // An edit made after the export remains the latest value.
    if (!world.ourValues.has(key)) world.ourValues.set(key, ourValue!)
  }
  await check(world)
  expect(world.seen.conflicts.some((conflict) => conflict.id === id)).toBe(
    reply.statusCode === 200 || isOpenAgain(reply),
  )
  return 1
}

const isOpenAgain = (reply: { body: string }) => reply.body.includes('already open again')

async function withdraw(world: World, step: Step): Promise<number> {
  const change = pick(
    world.seen.open.filter(({ status }) => status === 'pending'),
    step.a,
  )
  if (!change) return 0
  const { id, after, key } = change
  const reply = await ada.post(`${changesUrl}/withdrawals`, { changes: [{ id, after }] })
  expect(reply.json<WithdrawReply>()).toEqual({ withdrawn: 1, refused: [] })
  const exported = world.seen.open.findLast((each) => each.key === key && each.status === 'exported')
  if (exported) world.ourValues.set(key, exported.after)
  else world.ourValues.delete(key)
  await check(world)
  return 1
}

/** Every deleted change must be in an audit entry. */
async function expectNothingLost(world: World): Promise<void> {
  const { rows } = await sql<{ id: number }>`
    select (w ->> 'id')::int as id from audit_entries e, jsonb_array_elements(e.detail -> 'withdrawn') w
    where jsonb_typeof(e.detail -> 'withdrawn') = 'array'
  `.execute(db)
  const remainingIds = new Set([...world.seen.all, ...rows.map(({ id }) => id)])
  expect([...world.everSeen].filter((id) => !remainingIds.has(id))).toEqual([])
}

async function expectAgreement(world: World): Promise<void> {
  for (const batch of new Set(world.seen.open.map(({ batch }) => batch)))
    if (batch !== null) await ada.post(`${changesUrl}/export_batches/${batch}/undo`)
  world.unloaded.clear()
  await check(world, () => true)
  await exportAll(world, { kind: 0, a: 0, b: 1, value: 1 })
  await load(world, { kind: 0, a: 0, b: 0, value: 1 })
  await bringFile(world, buids, fields)
  expect(world.seen.open).toEqual([])
  expect(world.seen.conflicts).toEqual([])
  expect(world.seen.onFile).toEqual(world.crm)
}

/** Seeded random number generator (mulberry32). */
function random(from: number): () => number {
  let state = from
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) % 65_536
  }
}

test.each(Array.from({ length: runs }, (_, run) => seed + run))(
  `during ${stepsPerRun} steps (seed %d) each change has one status, nothing is lost, and no value returns to its source`,
  async (seed) => {
    const next = random(seed)
    const world = new World()
    await world.begin()
    for (let count = 0, nth = 1; count < stepsPerRun; nth++) {
      const step = { kind: next(), a: next(), b: next(), value: next() }
      const happening = stepOf(step.kind)
      try {
        count += await happening(world, step)
      } catch (error) {
        throw new Error(`Seed ${seed}, at the ${nth}th, ${happening.name}: ${(error as Error).message}`, {
          cause: error,
        })
      }
    }
    await expectNothingLost(world)
    await expectAgreement(world)
    await expectNothingLost(world)
  },
)

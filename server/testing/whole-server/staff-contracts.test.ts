import { writeFileSync } from 'node:fs'
import { staffContract } from '@alumni/shared/operations/releases'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { readReleases } from '../../src/operations/releases/read-releases.ts'
import { buildAppWithRoutes, type Route } from '../all-routes.ts'
import { brokenContracts, contractsText, readContracts, staffContracts } from '../staff-contracts.ts'

const { routes } = await buildAppWithRoutes()
const file = new URL('../releases/staff-contracts.jsonl', import.meta.url)

// Set when a release is complete, before its tag.
const release = process.env.CONTRACTS_OF
if (release)
  writeFileSync(file, contractsText({ release, contract: staffContract, routes: staffContracts(routes, 'app') }))
const last = readContracts(file)

test('the stored contracts are those of the last release, or of the one in preparation', async () => {
  const tags = (await readReleases()).slice(0, 2).map(({ tag }) => tag)
  expect(
    tags,
    'In the code of the last release: CONTRACTS_OF=v1.2.3 npx vitest run server/testing/whole-server/staff-contracts.test.ts',
  ).toContain(last.release)
})

test('the contract number is higher if the last release’s desktop app is incompatible with this server', () => {
  expect(staffContract).toBeGreaterThanOrEqual(last.contract)
  const broken = brokenContracts(last.routes, staffContracts(routes, 'server'))
  if (staffContract === last.contract)
    expect(broken, 'Raise staffContract in shared/src/operations/releases.ts, or let these be as they were').toEqual([])
})

/** Compares a contract of an app (`before`) with that of a server (`now`). */
function broken(part: 'reply' | 'body', before: z.ZodType, now: z.ZodType): string[] {
  const route = { method: 'GET', url: '/alumni/:id', site: 'internal' } as unknown as Route
  return brokenContracts(
    staffContracts([{ ...route, [part]: before }], 'app'),
    staffContracts([{ ...route, [part]: now }], 'server'),
  )
}
const person = z.object({ name: z.string(), role: z.enum(['staff', 'admin']), left: z.string().nullable() })

test.each([
  ['has another member', person.extend({ email: z.string() }), []],
  ['lacks a member', person.omit({ name: true }), ['name: missing']],
  ['may lack a member', person.partial({ name: true }), ['name: missing']],
  ['may have null in a member', person.extend({ name: z.string().nullable() }), ['name: null, not string']],
  ['no longer has null', person.extend({ left: z.string() }), []],
  ['has another type', person.extend({ left: z.number() }), ['left: number, not string']],
  ['has another enum value', person.extend({ role: z.enum(['staff', 'admin', 'viewer']) }), ['role: new viewer']],
  ['has one enum value less', person.extend({ role: z.literal('admin') }), []],
  ['has any string', person.extend({ role: z.string() }), ['role: new anything']],
])('compatibility is checked of a reply that %s', (_how, now, expected) => {
  const at = 'GET /alumni/: answered'
  expect(broken('reply', person, now)).toEqual(expected.map((problem) => `${at}.${problem}`))
  expect(broken('reply', z.array(person), z.array(now))).toEqual(expected.map((problem) => `${at}[].${problem}`))
})

test.each([
  ['accepts another member', person.extend({ email: z.string().optional() }), []],
  ['requires another member', person.extend({ email: z.string() }), ['email: missing']],
  ['refuses a former member as unknown', person.omit({ name: true }).strict(), ['name: refused']],
  ['accepts another enum value', person.extend({ role: z.enum(['staff', 'admin', 'viewer']) }), []],
  ['accepts one enum value less', person.extend({ role: z.literal('admin') }), ['role: new staff']],
])('compatibility is checked of a request that %s', (_how, now, expected) => {
  expect(broken('body', person, now)).toEqual(expected.map((problem) => `GET /alumni/: asked.${problem}`))
})

test('a removed route is reported, and a renamed parameter in a path is not', () => {
  const before = staffContracts([{ method: 'GET', url: '/alumni/:id', site: 'internal' } as unknown as Route], 'app')
  const now = staffContracts([{ method: 'GET', url: '/alumni/:buid', site: 'internal' } as unknown as Route], 'server')
  expect([brokenContracts(before, now), brokenContracts(before, [])]).toEqual([[], ['GET /alumni/: is gone']])
})

import { expect, test } from 'vitest'
import type { InjectOptions } from 'fastify'
import { buildAppWithRoutes, fieldsOf, type Route } from '../all-routes.ts'
import { createSignup } from '../champions.ts'
import { isSoak, seed } from '../soak.ts'

const { routes, as, asChampion, db, visitor } = await buildAppWithRoutes()
const nameOf = ({ method, url }: Route) => `${method} ${url}`
const method = ({ method }: Route) => method as InjectOptions['method']

const everyText = [
  '',
  ' ',
  '\0',
  'B0000\0',
  '%',
  '_%_',
  "'; drop table alumni; --",
  '"',
  '\\',
  'a'.repeat(10_000),
  '-1',
  '0',
  '1.5',
  '1e9',
  '99999999999999999999',
  'NaN',
  'null',
  'true',
  '[]',
  '{}',
  '2026-02-30',
  '2026-13-01',
  '../../etc/passwd',
  '\ud800',
  '\u202e\u200b',
  '🎓'.repeat(50),
  '=1+1',
  '__proto__',
  'constructor',
  '%00',
  '%zz',
]
const everyValue: unknown[] = [
  ...everyText,
  null,
  0,
  -1,
  1.5,
  1e300,
  true,
  [],
  {},
  [null],
  [[[]]],
  { toString: 1 },
  ['a', 'b'],
  Array.from({ length: 10_001 }, () => 'x'),
]

/** Returns one item per place in `npm test`, in turn; all items in the soak. */
function sampled<T>(list: readonly T[]): () => readonly T[] {
  let at = seed
  return () => (isSoak ? list : [list[at++ % list.length]!])
}
const hostileTexts = sampled(everyText)
const hostileValues = sampled(everyValue)
const hostileBodies = sampled([
  ['application/json', '{'],
  ['application/json', ''],
  ['text/plain', 'x'],
  ['application/x-www-form-urlencoded', 'a[b]=1&a=2'],
  ['multipart/form-data; boundary=x', '--x--'],
  ['application/json', '{"__proto__":{"a":1}}'],
] as const)

/** Encodes like a browser; lone surrogates become bytes that break a decoder. */
const encode = (text: string) => (text.isWellFormed() ? encodeURIComponent(text) : '%ED%A0%80')

async function callerFor({ site, url, visitor: asked }: Route) {
  if (asked === 'verified') return asChampion(await createSignup(db, { email: `${crypto.randomUUID()}@example.org` }))
  return site === 'external' || url === '/' ? visitor : as('admin')
}

function expectRefusal({ statusCode, body }: { statusCode: number; body: string }, what: string): void {
  expect([what, statusCode, body]).toEqual([what, expect.toSatisfy((status: number) => status < 500), body])
  if (statusCode < 400 || !body.startsWith('{')) return
  expect([what, JSON.parse(body)]).toEqual([
    what,
    expect.objectContaining({ error: expect.stringMatching(/[.?!]$|\(\d+ more to correct\.\)$/) }),
  ])
}

/** Checked before any contract: by the router, the decoder and the guard against NUL. */
const isSeenBefore = (value: unknown) =>
  typeof value === 'string' && (value.length > 100 || !value.isWellFormed() || value.includes('\0'))

/** Skips values that a contract refuses with the same message as an earlier value. */
function createFilter(contract: Route['body']) {
  const refusals = new Set<string>()
  return async (payload: unknown, value: unknown): Promise<boolean> => {
    const refusal = (await contract?.safeParseAsync(payload))?.error
    if (!refusal || isSeenBefore(value)) return true
    const issues = JSON.stringify(refusal.issues)
    return refusals.size < refusals.add(issues).size
  }
}

const withQuery = routes.filter(({ method, query }) => method === 'GET' && query.length > 0)
test.each(withQuery.map((route) => [nameOf(route), route] as const))(
  '%s withstands any text in any parameter, and names the invalid one',
  async (_, route) => {
    const caller = await callerFor(route)
    const isUntried = createFilter(route.queryContract)
    for (const field of route.query) {
      const required = route.requiredQuery.filter((name) => name !== field)
      const others = required.map((name) => `&${name}=x`).join('')
      const query = Object.fromEntries(required.map((name) => [name, 'x']))
      for (const text of hostileTexts()) {
        if (!(await isUntried({ ...query, [field]: text }, text))) continue
        const reply = await caller.get(`${route.path}?${field}=${encode(text)}${others}`)
        const what = `${field}=${text.slice(0, 30)}`
        expectRefusal(reply, what)
        const fields =
          reply.statusCode === 400 && reply.headers['content-type']?.includes('json')
            ? (reply.json().fields as Record<string, string> | undefined)
            : undefined
        // A required parameter may be refused too, because it has no valid value here.
        const atFault = Object.keys(fields ?? {}).filter((name) => !required.includes(name))
        if (atFault.length > 0) expect([what, atFault]).toEqual([what, expect.arrayContaining([field])])
      }
      expectRefusal(await caller.get(`${route.path}?${field}=1&${field}=2${others}`), `${field} twice`)
    }
  },
)

const withParameters = routes.filter(({ parameters, url }) => parameters.length > 0 && !url.includes('*'))
test.each(withParameters.map((route) => [nameOf(route), route] as const))(
  '%s withstands any text in its address',
  async (_, route) => {
    const caller = await callerFor(route)
    const isUntried = createFilter(route.parametersContract)
    for (const name of route.parameters) {
      const others = Object.fromEntries(route.parameters.map((other) => [other, '1']))
      for (const text of hostileTexts().filter((text) => text !== '')) {
        if (!(await isUntried({ ...others, [name]: text }, text))) continue
        const url = route.url.replaceAll(/:(\w+)/g, (_whole, other: string) => (other === name ? encode(text) : '1'))
        expectRefusal(
          await caller.request({ method: method(route), url, ...(route.method === 'GET' ? {} : { payload: {} }) }),
          `${name} ${text.slice(0, 30)}`,
        )
      }
    }
  },
)

// Each route has its own session, because signing out ends the session.
const withBody = routes.filter(({ method, body }) => method !== 'GET' && body !== undefined)
test.each(withBody.map((route) => [nameOf(route), route] as const))('%s withstands any body', async (_, route) => {
  const caller = await callerFor(route)
  const isUntried = createFilter(route.body)
  for (const value of hostileValues()) {
    for (const [field, payload] of [
      ['the whole', value],
      ...fieldsOf(route.body).map((field) => [field, { [field]: value }] as const),
    ] as const) {
      // The guard counts by e-mail address before the contract is checked.
      if (field !== 'email' && !(await isUntried(payload, value))) continue
      const headers = { 'content-type': 'application/json' }
      expectRefusal(
        await caller.request({ method: method(route), url: route.path, payload: JSON.stringify(payload), headers }),
        `${field}: ${JSON.stringify(value).slice(0, 40)}`,
      )
    }
  }
  for (const [type, payload] of hostileBodies()) {
    expectRefusal(
      await caller.request({ method: method(route), url: route.path, payload, headers: { 'content-type': type } }),
      `${type} ${payload}`,
    )
  }
})

// Names of form fields. Forms have no schema; their contracts reply with the same page.
const formFields =
  'email new_email code token first_name last_name former_last_name phone street city state country zip_code postal_code message answer guests help_roles affinity_codes step degree_year college_code consent confirm change website return_to keep_me_signed_in device seen updated_at privacy_policy_version'.split(
    ' ',
  )
const hostileForms = sampled<[what: string, payload: () => string]>([
  ['each field twice', () => formFields.map((name) => `${name}=1&${name}=2`).join('&')],
  ['members of every object', () => '__proto__=1&constructor=2&toString=3&hasOwnProperty=4&email[]=x&email[a]=y'],
  ['a field of almost 1 MiB', () => `message=${'x'.repeat(1_040_000)}`],
  ['more than 1 MiB', () => `message=${'x'.repeat(1_050_000)}`],
  ['100,000 fields', () => Array.from({ length: 100_000 }, (_, index) => `f${index}=`).join('&')],
])
const forms = routes.filter(({ method, site, url }) => method === 'POST' && (site === 'external' || url === '/'))
test.each(forms.map((route) => [nameOf(route), route] as const))(
  'the form of %s withstands any fields',
  async (_, route) => {
    const caller = await callerFor(route)
    const send = (what: string, type: string, payload: string) =>
      caller
        .request({ method: 'POST', url: route.path, payload, headers: { 'content-type': type, accept: 'text/html' } })
        .then((reply) => expectRefusal(reply, what))
    for (const value of hostileValues().filter((value) => JSON.stringify(value).length < 100_000)) {
      const fields = Object.fromEntries(formFields.map((name) => [name, value]))
      await send(JSON.stringify(value).slice(0, 40), 'application/json', JSON.stringify(fields))
    }
    for (const [what, payload] of hostileForms()) await send(what, 'application/x-www-form-urlencoded', payload())
  },
)

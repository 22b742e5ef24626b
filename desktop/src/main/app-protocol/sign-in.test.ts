import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { createAskServer, ServerProblem } from '../server/ask-server.ts'
import { createSignInGate } from './sign-in.ts'

type RequestOptions = { url: string; body: Record<string, unknown> }
let requests: RequestOptions[] = []
let answers: Record<string, [status: number, body: unknown]> = {}
const server = createServer(async (request, reply) => {
  let text = ''
  for await (const chunk of request) text += String(chunk)
  requests.push({ url: `${request.method} ${request.url}`, body: text ? JSON.parse(text) : {} })
  const [status, body] = answers[`${request.method} ${request.url}`] ?? [404, { error: 'Nothing.' }]
  reply.writeHead(status, { 'content-type': 'application/json', 'retry-after': '7' }).end(JSON.stringify(body))
})
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
afterAll(() => void server.close())
const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

const ada = { id: 1, email: 'admin@example.edu', name: 'Ada Lindqvist', role: 'admin' }
const token = 'a-session-token'
let savedToken: string | undefined
const store = {
  signIn: async (token: string) => void (savedToken = token),
  signOut: async () => void (savedToken = undefined),
}
let isOffline = false
const gate = createSignInGate((path, question) => {
  if (isOffline) throw new ServerProblem('Nobody answers.')
  return createAskServer(fetch)(origin, path, question)
}, store)
const post = (path: string, body: object) =>
  gate.answer(new Request(`app://staff${path}`, { method: 'POST', body: JSON.stringify(body) }))
const credentials = { email: ada.email, password: 'nine copper lanterns afloat' }

beforeEach(() => {
  requests = []
  savedToken = undefined
  isOffline = false
})

test('after a correct password main stores the token, and the window gets only the user', async () => {
  answers = { 'POST /login': [200, { user: ada, token }] }
  const reply = await post('/login', { ...credentials, token: false })
  expect(await reply!.json()).toEqual({ user: ada })
  expect([savedToken, requests[0]!.body]).toEqual([token, { ...credentials, token: true }])
})

test('main stores the second-factor token, and sends it with the code', async () => {
  const institution = { name: 'Bayside' }
  answers = {
    'POST /login': [200, { second_factor: ['totp'], second_factor_token: 'half' }],
    'GET /login/second-factor': [200, { institution, second_factor: null }],
    'POST /login/second-factor': [200, { user: ada, token }],
  }
  const readPage = () => gate.answer(new Request('app://staff/login/second-factor')).then((reply) => reply!.json())
  expect(await readPage()).toEqual({ institution, second_factor: null })
  expect(await (await post('/login', credentials))!.json()).toEqual({ second_factor: ['totp'] })
  expect([savedToken, await readPage()]).toEqual([undefined, { institution, second_factor: ['totp'] }])
  const entered = await post('/login/second-factor', { code: '123456' })
  expect([await entered!.json(), savedToken]).toEqual([{ user: ada }, token])
  expect(requests.at(-1)!.body).toEqual({ code: '123456', second_factor_token: 'half' })
  expect(await readPage()).toEqual({ institution, second_factor: null })
})

test('a refused sign-in is forwarded with its message and waiting time', async () => {
  answers = { 'POST /login': [429, { error: 'Wait a little.', retry_after: 7 }] }
  const reply = (await post('/login', credentials))!
  expect([reply.status, reply.headers.get('retry-after'), (await reply.json()).error]).toEqual([
    429,
    '7',
    'Wait a little.',
  ])
})

test('an invalid sign-in reply is refused, and no token is stored', async () => {
  for (const body of [{}, { token }, { user: ada }, '<html>', null]) {
    answers = { 'POST /login': [200, body] }
    expect((await post('/login', credentials))!.status).toBe(502)
    expect(savedToken).toBe(undefined)
  }
})

test('signing out removes the token even if the server cannot be reached', async () => {
  savedToken = token
  isOffline = true
  expect((await post('/logout', {}))!.status).toBe(204)
  expect(savedToken).toBe(undefined)
  expect((await post('/login', credentials))!.type).toBe('error')
})

test('the sign-in gate ignores other requests', async () => {
  expect(await gate.answer(new Request('app://staff/session'))).toBe(undefined)
  expect(await gate.answer(new Request('app://staff/login'))).toBe(undefined)
})

test('a token that is invalid in a header is refused, and signing out removes the token even if the request fails', async () => {
  answers = { 'POST /login': [200, { user: ada, token: 'a\r\nset-cookie: b' }] }
  expect([(await post('/login', credentials))!.status, savedToken]).toEqual([502, undefined])
  savedToken = token
  const broken = createSignInGate(() => {
    throw new TypeError('Invalid character in header content')
  }, store)
  const request = new Request('app://staff/logout', { method: 'POST', body: '{}' })
  await expect(broken.answer(request)).rejects.toThrow('Invalid character')
  expect(savedToken).toBe(undefined)
})

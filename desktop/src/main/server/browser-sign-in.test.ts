import { createHash } from 'node:crypto'
import { connect } from 'node:net'
import { expect, test } from 'vitest'
import { signInWithBrowser } from './browser-sign-in.ts'

function openBrowser() {
  const opened = Promise.withResolvers<URL>()
  return {
    open: async (url: string) => opened.resolve(new URL(url)),
    asked: opened.promise,
    async comeBack(answer: Record<string, string>, { path = '/', method = 'GET' } = {}) {
      const { searchParams } = await opened.promise
      const query = new URLSearchParams({ state: searchParams.get('state')!, ...answer })
      return fetch(`http://127.0.0.1:${searchParams.get('port')}${path}?${query}`, { method })
    },
  }
}
const server = 'https://alumni.example.edu'

test('the browser signs in at the server and returns a code that only this app can use', async () => {
  const browser = openBrowser()
  const signIn = signInWithBrowser(server, browser.open, new AbortController().signal)
  const url = await browser.asked
  expect(url.origin + url.pathname).toBe(`${server}/auth/app`)
  const page = await browser.comeBack({ code: 'one-time' })
  expect(page.headers.get('content-security-policy')).toContain("default-src 'none'")
  const { code, verifier } = await signIn
  expect(code).toBe('one-time')
  expect(createHash('sha256').update(verifier).digest('base64url')).toBe(url.searchParams.get('challenge'))
  expect(url.href).not.toContain(verifier)
  await expect(browser.comeBack({ code: 'again' })).rejects.toThrow()
})

test('requests of other programs get no information and do not stop the sign-in', async () => {
  const browser = openBrowser()
  const signIn = signInWithBrowser(server, browser.open, new AbortController().signal)
  expect((await browser.comeBack({ code: 'x', state: 'guessed' })).status).toBe(404)
  expect((await browser.comeBack({ code: 'x' }, { path: '/other' })).status).toBe(404)
  expect((await browser.comeBack({ code: 'x' }, { method: 'POST' })).status).toBe(404)
  await browser.comeBack({ code: 'right' })
  expect((await signIn).code).toBe('right')
})

test.each(['//[', '//', '*', 'http://[', '/?%'])(
  'a request for %s is refused and does not stop the sign-in',
  async (target) => {
    const browser = openBrowser()
    const signIn = signInWithBrowser(server, browser.open, new AbortController().signal)
    const { searchParams } = await browser.asked
    const socket = connect(Number(searchParams.get('port')), '127.0.0.1')
    socket.end(`GET ${target} HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n`)
    expect((await socket.toArray()).join('')).toMatch(/^HTTP\/1\.1 40[04] /)
    await browser.comeBack({ code: 'right' })
    expect((await signIn).code).toBe('right')
  },
)

test('canceling stops the sign-in', async () => {
  const [browser, change] = [openBrowser(), new AbortController()]
  const signIn = signInWithBrowser(server, browser.open, change.signal)
  await browser.asked
  change.abort()
  await expect(signIn).rejects.toThrow('was not finished')
})

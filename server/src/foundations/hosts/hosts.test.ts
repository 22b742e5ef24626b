import { Socket } from 'node:net'
import proxyAddr from '@fastify/proxy-addr'
import { describe, expect, test } from 'vitest'
import { buildTestApp } from '../../../testing/test-app.ts'
import { createSiteReader, type IsTrusted } from './site.ts'

describe('the site of a host', () => {
  test.each([
    ['champions.example.edu', 'external'],
    ['Champions.Example.EDU', 'external'],
    ['champions.localhost:3000', 'external'],
    ['champions.example.edu.', 'external'],
    ['champions.example.edu.:443', 'external'],
    ['champions', 'external'],
    ['champions:80', 'external'],
    ['alumni.example.edu', 'internal'],
    ['championship.example.edu', 'internal'],
    ['champions-test.example.edu', 'internal'],
    ['www.champions.example.edu', 'internal'],
    ['localhost:3000', 'internal'],
    ['[::1]:3000', 'internal'],
    ['', 'internal'],
  ])('%s is %s', (host, site) =>
    expect(createSiteReader(() => false)({ headers: { host }, socket: new Socket() })).toBe(site),
  )
})

describe('trusted proxies', async () => {
  test.each(['', undefined])('a socket with the address %j is not trusted', (remoteAddress) => {
    const isTrusted = proxyAddr.compile(['10.1.0.0/16', 'loopback']) as IsTrusted
    const request = { headers: { 'x-forwarded-host': 'champions.example.edu' }, socket: { remoteAddress } as Socket }
    expect(createSiteReader(isTrusted)(request)).toBe('internal')
  })

  const { app } = await buildTestApp({ env: { TRUST_PROXY: '10.1.0.0/16, 192.0.2.7,loopback,2001:db8::/32' } })
  const forwarded = { host: 'alumni.example.edu', 'x-forwarded-host': 'champions.example.edu' }
  const statusFrom = async (remoteAddress: string) =>
    (await app.inject({ url: '/', headers: forwarded, remoteAddress })).statusCode
  test.each(['10.1.2.3', '192.0.2.7', '127.0.0.1', '::1', '2001:db8::5', '::ffff:10.1.2.3'])(
    '%s is trusted',
    async (address) => expect(await statusFrom(address)).toBe(200),
  )
  test.each(['10.2.0.1', '192.0.2.8', '2001:db9::1', 'unknown', '::ffff:10.2.0.1'])(
    '"%s" is not trusted',
    async (other) => expect(await statusFrom(other)).toBe(302),
  )
})

const { app } = await buildTestApp({ env: { TRUST_PROXY: '192.0.2.7' } })
const visitHome = (headers: Record<string, string>, remoteAddress = '198.51.100.1') =>
  app.inject({ url: '/', headers, remoteAddress })

describe('routing by host', () => {
  test('alumni see their home page, and staff are redirected to the search', async () => {
    const first = await visitHome({ host: 'CHAMPIONS.example.edu.:443' })
    expect(first.statusCode).toBe(200)
    expect(first.body).toContain('<title>Bayside: home</title>')
    const search = await visitHome({ host: 'alumni.example.edu' })
    expect(search.statusCode).toBe(302)
    expect(search.headers.location).toBe('/alumni_search')
  })

  test('a forwarded host is accepted only from a trusted proxy', async () => {
    const forwarded = { host: 'alumni.example.edu', 'x-forwarded-host': 'champions.example.edu' }
    expect((await visitHome(forwarded)).statusCode).toBe(302)
    expect((await visitHome(forwarded, '192.0.2.7')).statusCode).toBe(200)
    expect(
      (await visitHome({ ...forwarded, 'x-forwarded-host': 'champions.example.edu, alumni.example.edu' }, '192.0.2.7'))
        .statusCode,
    ).toBe(302)
  })

  test('a forwarded protocol is accepted only from a trusted proxy', async () => {
    const secure = { host: 'alumni.example.edu', 'x-forwarded-proto': 'https' }
    expect((await visitHome(secure)).headers['strict-transport-security']).toBeUndefined()
    expect((await visitHome(secure, '192.0.2.7')).headers['strict-transport-security']).toBe('max-age=63072000')
  })

  test.each(['champions.example.edu', 'alumni.example.edu', 'anything'])('/up answers on %s', async (host) => {
    expect((await app.inject({ url: '/up', headers: { host } })).json()).toEqual({ status: 'up' })
    expect((await app.inject({ method: 'HEAD', url: '/up', headers: { host } })).statusCode).toBe(200)
    expect((await app.inject({ url: '/up/', headers: { host } })).statusCode).toBe(404)
    expect((await app.inject({ method: 'POST', url: '/up', headers: { host } })).statusCode).toBe(404)
  })
})

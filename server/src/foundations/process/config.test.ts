import { expect, test } from 'vitest'
import { ConfigError, readConfig } from './config.ts'

function problemsOf(env: Record<string, string>): readonly string[] {
  try {
    readConfig(env)
    return []
  } catch (error) {
    if (error instanceof ConfigError) return error.problems
    throw error
  }
}

test.each([
  ['600/5m', { max: 600, windowMs: 300_000 }],
  ['300/300s', { max: 300, windowMs: 300_000 }],
  [' 6000 / 1h ', { max: 6000, windowMs: 3_600_000 }],
  ['', { max: 300, windowMs: 300_000 }],
])('LIMIT_REQ_IP=%j is read', (text, limit) => {
  expect(readConfig({ LIMIT_REQ_IP: text }).LIMIT_REQ_IP).toEqual(limit)
})

test('a limit can be raised but not lowered, and every problem is named', () => {
  expect(
    problemsOf({
      LIMIT_REQ_IP: '299/5m',
      LIMIT_API_IP: '60/59s',
      LIMIT_LOGINS_IP: '5',
      LIMIT_LOGINS_EMAIL: '5/20',
      LIMIT_EMAIL_CHECK: '-10/1h',
      LIMIT_PORTAL_SIGNUPS_IP: '999999999999/1h',
      LIMIT_THROTTLE_ABUSE: '10/25h',
    }),
  ).toEqual([
    'LIMIT_REQ_IP must be at least 300/5m, the number and the window',
    'LIMIT_LOGINS_IP must be a number and a window such as 5/20s',
    'LIMIT_LOGINS_EMAIL must be a number and a window such as 5/20s',
    'LIMIT_API_IP must be at least 60/1m, the number and the window',
    'LIMIT_PORTAL_SIGNUPS_IP must be at most 1000000000/24h',
    'LIMIT_EMAIL_CHECK must be a number and a window such as 10/1h',
    'LIMIT_THROTTLE_ABUSE must be at most 1000000000/24h',
  ])
})

test.each([
  'https://champions.example.edu',
  'https://CHAMPIONS.example.edu:8443',
  'http://champions.localhost:3000',
  'https://champions',
])('%s is the alumni’s site', (url) => {
  expect(problemsOf({ CHAMPIONS_URL: url })).toEqual([])
  expect(problemsOf({ PUBLIC_URL: url })).toEqual([
    'PUBLIC_URL must not begin with champions: that is the alumni’s site',
  ])
})

test.each([
  'https://alumni.example.edu',
  'https://my.champions.example.edu',
  'https://champions-club.example.edu',
  'https://championship.example.edu',
])('%s is not the alumni’s site', (url) => {
  expect(problemsOf({ CHAMPIONS_URL: url })).toEqual([
    'CHAMPIONS_URL must have a host that begins with champions, such as https://champions.example.edu',
  ])
  expect(problemsOf({ PUBLIC_URL: url })).toEqual([])
})

test.each(['true', '*', '1', '0.0.0.0/0', '10.0.0.0/33', '10.0.0.0/x', '::/0', 'proxy.example.edu', '10.1, 10.0.0.1'])(
  'TRUST_PROXY=%s is refused',
  (proxies) => {
    expect(problemsOf({ TRUST_PROXY: proxies })).toEqual([
      'TRUST_PROXY must list addresses or networks such as 10.0.0.7, 10.0.0.0/8, separated by commas',
    ])
  },
)

test.each([
  ['#0b5c5c', '#0b5c5c'],
  ['#FFDD00', '#857300'],
  ['#ffffff', '#757575'],
])('white text is legible on the institution’s color: %s becomes %s', (configured, color) => {
  expect(readConfig({ INSTITUTION_COLOR: configured }).institution.color).toBe(color)
})

test('the monitor needs its own port and an address of this machine', () => {
  expect(problemsOf({ MONITOR_PORT: 'ninety', MONITOR_HOST: 'everywhere' })).toEqual([
    'MONITOR_PORT must be a port such as 9464',
    'MONITOR_HOST must be an address of this machine such as 127.0.0.1',
  ])
  expect(problemsOf({ MONITOR_PORT: '70000' })).toEqual(['MONITOR_PORT must be at most 65535'])
  expect(problemsOf({ MONITOR_HOST: '10.0.0.7' })).toEqual(['MONITOR_HOST needs MONITOR_PORT beside it'])
  expect(problemsOf({ MONITOR_PORT: '3000' })).toEqual(['MONITOR_PORT must be another port than PORT'])
  expect(readConfig({ MONITOR_PORT: '9464' })).toMatchObject({ MONITOR_PORT: 9464, MONITOR_HOST: '127.0.0.1' })
})

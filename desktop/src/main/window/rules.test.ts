import { expect, test } from 'vitest'
import { appOrigin } from '../app-protocol/app-address.ts'
import { RateLimit } from '../rate-limit.ts'
import { listRefusedSwitches } from '../refused-switches.ts'
import { findCsvFiles, findLink, parseDeepLink } from './deep-links.ts'
import { isTrustedUrl, toAppPath, toExternalUrl } from './external-url.ts'
import { isPermissionGranted } from './permissions.ts'
import { offsetBounds, fitBounds } from './window-state.ts'

test.each([
  ['alumni://alumnus/B00000001', { path: '/alumni/B00000001' }],
  ['ALUMNI://ALUMNUS/b00000001', { path: '/alumni/B00000001' }],
  ['alumni://import/12', { importId: '12' }],
  ['alumni://import/educations/12/', { path: '/settings/imports/educations/batches/12' }],
  ['alumni://search?q=jose%20alvarez&college=ENG', { path: '/alumni_search?q=jose+alvarez&college=ENG' }],
  ['alumni://search?evil=1', { path: '/alumni_search' }],
])('the link %s opens its page', (link, destination) => expect(parseDeepLink(link)).toEqual(destination))

test.each([
  'alumni://settings/users',
  'alumni://alumnus/B1/../../settings',
  'alumni://alumnus/%2e%2e%2fsettings',
  'alumni://import/12/delete',
  'alumni://import/0',
  'alumni://import/x',
  'alumni://user:password@alumnus/B00000001',
  'alumni:alumnus/B00000001',
  'https://alumnus/B00000001',
  'alumni://',
  `alumni://search?q=${'a'.repeat(3000)}`,
])('the link %s opens nothing', (link) => expect(parseDeepLink(link)).toBe(undefined))

test('a link among the arguments of a second start is found and kept as it is written', () => {
  expect(findLink(['electron', '--flag', 'alumni://alumnus/B00000001'])).toBe('alumni://alumnus/B00000001')
  expect(findLink(['electron', 'ALUMNI://alumnus/B00000001'])).toBe('ALUMNI://alumnus/B00000001')
  expect(findLink(['electron', 'people.csv'])).toBe(undefined)
})

test('files among the arguments of a second start are found by relative path, absolute path and address', () => {
  const args = [
    '/opt/app.csv',
    '--flag.csv',
    'people.csv',
    '../Gala.CSV',
    '/tmp/a.csv',
    'file:///tmp/b%20c.csv',
    'x.txt',
  ]
  expect(findCsvFiles(args, '/home/ada/lists')).toEqual([
    '/home/ada/lists/people.csv',
    '/home/ada/Gala.CSV',
    '/tmp/a.csv',
    '/tmp/b c.csv',
  ])
  expect(findCsvFiles(['app', 'https://example.edu/x.csv', 'file://other/%zz.csv'], '/')).toEqual([])
})

const server = 'https://alumni.example.edu'
test.each([
  ['https://github.com/x', 'https://github.com/x'],
  ['mailto:ada@example.edu', 'mailto:ada@example.edu'],
  ['mailto:ada@example.edu?Subject=Hi&body=x&cc=b@x', 'mailto:ada@example.edu?Subject=Hi&body=x&cc=b@x'],
  ['tel:+15550100', 'tel:+15550100'],
  ['app://staff/api/v1', `${server}/api/v1`],
])('%s is opened outside the app', (url, outside) => expect(toExternalUrl(url, server)).toBe(outside))

test.each([
  'http://example.com',
  'file:///etc/passwd',
  'javascript:alert(1)',
  'data:text/html,x',
  'ms-msdt:/id',
  'smb://host/share',
  'vscode://x',
  'https://ada:secret@example.com',
  'app://staff/alumni/B00000001',
  'app://other/x',
  'mailto:ada@example.edu?attach=/etc/passwd',
  'mailto:ada@example.edu?subject=x&Attachment=/etc/passwd',
  'nonsense',
])('%s is not opened outside the app', (url) => expect(toExternalUrl(url, server)).toBe(undefined))

test('a path of the app is distinguished from a similar address', () => {
  expect(toAppPath('app://staff/alumni/B1?page=2#x')).toBe('/alumni/B1?page=2#x')
  for (const url of ['app://staff.evil/x', 'https://staff/x', 'app://evil@staffx/x', 'blob:app://staff/1'])
    expect(toAppPath(url)).toBe(undefined)
})

const big = { x: 0, y: 0, width: 1920, height: 1040 }
const second = { x: 1920, y: 0, width: 1280, height: 1000 }
const savedBounds = (x: number, y: number, width = 1200, height = 800) => ({
  bounds: { x, y, width, height },
  isMaximized: false,
  isFullScreen: false,
})
test('a window opens at its saved position', () => {
  expect(fitBounds(savedBounds(2000, 50), [big, second])).toEqual({ x: 2000, y: 50, width: 1200, height: 800 })
})
test('a window whose display is gone, or whose title bar is out of reach, moves to the first display', () => {
  expect(fitBounds(savedBounds(2000, 50), [big])).toEqual({ width: 1200, height: 800 })
  expect(fitBounds(savedBounds(100, 5000), [big])).toEqual({ width: 1200, height: 800 })
  expect(fitBounds(savedBounds(-1150, 50), [big])).toEqual({ width: 1200, height: 800 })
  expect(fitBounds(savedBounds(0, 0, 9000, 9000), [big])).toEqual({ x: 0, y: 0, width: 1920, height: 1040 })
  expect(fitBounds(savedBounds(0, 0, 1, 1), [big])).toMatchObject({ width: 390, height: 480 })
  expect(fitBounds(undefined, [{ x: 0, y: 0, width: 1024, height: 700 }])).toEqual({ width: 1024, height: 700 })
})

test('a second window opens slightly beside the first, on the same display', () => {
  const front = { x: 100, y: 50, width: 1200, height: 800 }
  expect(offsetBounds(front, [big])).toEqual({ x: 128, y: 78, width: 1200, height: 800 })
  expect(offsetBounds({ ...front, x: 700, y: 230 }, [big])).toEqual({ x: 0, y: 0, width: 1200, height: 800 })
  expect(offsetBounds({ ...front, x: 2050 }, [big, second])).toMatchObject({ x: 1920, y: 78 })
})

test('a packaged app does not start with a switch that lets other programs control it', () => {
  const findRefused = (...names: string[]) => listRefusedSwitches((name) => names.includes(name), undefined)
  expect(findRefused('no-sandbox', 'user-data-dir', 'disable-gpu')).toEqual([])
  expect(findRefused('remote-debugging-port', 'ignore-certificate-errors', 'ssl-key-log-file')).toEqual([
    '--remote-debugging-port',
    '--ignore-certificate-errors',
    '--ssl-key-log-file',
  ])
  expect(listRefusedSwitches(() => true, 'ws://127.0.0.1:1')).toEqual([])
})

test('a limit of three a minute allows a fourth only when the first is a minute ago', () => {
  const limit = new RateLimit(3, 60_000)
  expect([0, 1, 2, 3].map((second) => limit.take(second * 1000))).toEqual([true, true, true, false])
  expect([limit.take(60_000), limit.take(60_500)]).toEqual([true, false])
})

test.each([
  ['https://alumni.example.edu/api/v1', true],
  ['https://champions.example.edu/events/7', true],
  ['https://champions.alumni.example.edu/events/7', true],
  ['https://champions-alumni.example.edu/', true],
  ['mailto:ada@example.edu', true],
  ['tel:+15550100', true],
  ['https://example.edu/', false],
  ['https://www.example.edu/', false],
  ['https://www.linkedin.com/in/ada', false],
  ['https://champions.evil.example/', false],
  ['https://champions.example.edu.evil.example/', false],
  ['https://xchampions.example.edu/', false],
  ['https://champions/', false],
])('%s belongs to the institution: %s', (url, isOwn) => expect(isTrustedUrl(url, server)).toBe(isOwn))

test('a server name of one or two parts makes no other site the institution’s', () => {
  expect(isTrustedUrl('https://champions.edu/', 'https://example.edu')).toBe(false)
  expect(isTrustedUrl('https://champions/', 'http://localhost:3000')).toBe(false)
  expect(isTrustedUrl('https://alumni.example.edu/', undefined)).toBe(false)
})

test.each([
  ['media', '/champion_signups/events/7/door', ['video'], true],
  ['media', '/champion_signups/events/7/door?from=mail', ['video'], true],
  ['media', '/champion_signups/events/7/door', ['video', 'audio'], false],
  ['media', '/champion_signups/events/7/door', [], false],
  ['media', '/champion_signups/events/7', ['video'], false],
  ['media', '/x/champion_signups/events/7/door', ['video'], false],
  ['geolocation', '/champion_signups/events/7/door', undefined, false],
  ['clipboard-sanitized-write', '/settings', undefined, true],
])('the permission %s is asked for on %s with %s: %s', (permission, path, media, answer) => {
  const page = appOrigin + path
  expect(isPermissionGranted(permission, { from: appOrigin, page, media })).toBe(answer)
  expect(isPermissionGranted(permission, { from: 'https://example.org', page, media })).toBe(false)
})

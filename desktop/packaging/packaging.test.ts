import { generateKeyPairSync } from 'node:crypto'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { validateConfiguration } from 'app-builder-lib/out/util/config/config.js'
import sharp from 'sharp'
import { afterAll, expect, test } from 'vitest'
import { derivePublicKey, verifyFeed } from '../src/main/updates/feed-signature.ts'
import { packagingConfiguration, packagingEnvironment } from './configuration.ts'
import { drawIcons } from './icons.ts'
import { missingDownload } from './missing-download.ts'
import { signFeeds } from './update-feed.ts'

const folder = mkdtempSync(join(tmpdir(), 'alumni-packaging-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const signed = {
  UPDATE_FEED_URL: 'https://updates.bayside.edu/alumni',
  WINDOWS_PUBLISHER_NAME: 'Bayside University',
  APPLE_API_KEY: '/keys/apple.p8',
  INSTITUTION_NAME: 'Bayside University',
  SUPPORT_EMAIL: 'alumni@bayside.edu',
}

function configurationIn(environment: Record<string, string>) {
  return packagingConfiguration({
    version: '1.2.3',
    releaseNotes: 'Lists are faster.',
    icons: folder,
    output: folder,
    environment: packagingEnvironment.parse(environment),
    updateKey: 'the public key',
  })
}

test.each([
  ['no variable is set', {}],
  ['everything is signed', signed],
])('electron-builder accepts the configuration when %s', async (_case, environment) => {
  await expect(
    validateConfiguration(configurationIn(environment), { isEnabled: false } as never),
  ).resolves.toBeUndefined()
})

test('electron-builder checks the configuration and rejects an unknown option', async () => {
  const wrong = { ...configurationIn({}), nsis: { perMachin: false } }
  await expect(validateConfiguration(wrong as never, { isEnabled: false } as never)).rejects.toThrow(
    'configuration.nsis',
  )
})

test('every file that the configuration names exists', async () => {
  await drawIcons(folder)
  const named = JSON.stringify(configurationIn(signed)).matchAll(/"(\/[^"]+\.(?:nsh|plist|ico|icns)|\/[^"]+\/icons)"/g)
  const files = [...named].map(([, file]) => file!)
  expect(files.length).toBeGreaterThan(5)
  for (const file of files) expect([file, existsSync(file)]).toEqual([file, true])
})

test('the icons exist in every size that the three systems need', async () => {
  await drawIcons(folder)
  for (const size of [16, 48, 256, 512])
    expect(await sharp(join(folder, `icons/${size}x${size}.png`)).metadata()).toMatchObject({
      width: size,
      height: size,
    })
  const ico = readFileSync(join(folder, 'icon.ico'))
  expect([ico.readUInt16LE(2), ico.readUInt16LE(4)]).toEqual([1, 7])
  const icns = readFileSync(join(folder, 'icon.icns'))
  expect([icns.toString('latin1', 0, 4), icns.readUInt32BE(4)]).toEqual(['icns', icns.length])
})

test('only a signed app checks for updates, and only over HTTPS', () => {
  expect(configurationIn({})).toMatchObject({ publish: null, forceCodeSigning: false })
  expect(configurationIn(signed)).toMatchObject({
    publish: { provider: 'generic', url: 'https://updates.bayside.edu/alumni' },
    forceCodeSigning: true,
    extraMetadata: { updates: { url: 'https://updates.bayside.edu/alumni', key: 'the public key' } },
    win: { signtoolOptions: { publisherName: 'Bayside University' } },
    mac: { notarize: true },
  })
  for (const url of ['http://updates.bayside.edu', 'file:///updates', 'updates.bayside.edu'])
    expect(packagingEnvironment.safeParse({ UPDATE_FEED_URL: url }).success).toBe(false)
})

test('an update feed is signed, and signed again when its rollout grows', () => {
  const { privateKey } = generateKeyPairSync('ed25519')
  const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }) as string
  const key = derivePublicKey(pem)
  const file = join(folder, 'latest-linux.yml')
  writeFileSync(file, 'version: 1.2.3\npath: app.AppImage\n')
  const read = () => readFileSync(file, 'utf8')

  expect(() => verifyFeed(read(), key)).toThrow('not signed')
  expect(signFeeds(folder, pem, 20)).toEqual(['latest-linux.yml'])
  expect(verifyFeed(read(), key)).toBe('stagingPercentage: 20\nversion: 1.2.3\npath: app.AppImage')
  signFeeds(folder, pem, 0)
  expect(verifyFeed(read(), key)).toMatch(/^stagingPercentage: 0\nversion/)
  signFeeds(folder, pem, 100)
  expect(verifyFeed(read(), key)).toBe('version: 1.2.3\npath: app.AppImage')

  expect(() => verifyFeed(read().replace('1.2.3', '1.2.4'), key)).toThrow('not signed')
  const other = generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' }) as string
  expect(() => verifyFeed(read(), derivePublicKey(other))).toThrow('not signed')
})

test('a failed download says what was to be downloaded and how to build without a network', () => {
  const wanted = { electron: '45.4.1', isElectronGiven: false, isFolder: false }
  expect(missingDownload('getaddrinfo ENOTFOUND github.com', wanted)).toMatch(
    /^This wanted to download Electron 45\.4\.1, and the tools .* \(ENOTFOUND github\.com\)\. .*--dir --electron BINARY/,
  )
  const several = 'Error #2 ---\nRequestError: getaddrinfo EAI_AGAIN github.com\n    at x'
  expect(missingDownload(several, { ...wanted, isElectronGiven: true })).toMatch(
    /^This wanted to download the tools that/,
  )
  expect(missingDownload('The icon is not there.', wanted)).toBe(undefined)
})

import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, expect, test, vi } from 'vitest'

const { folder, system } = vi.hoisted(() => ({ folder: { path: '' }, system: { keyring: '', isLocked: false } }))
folder.path = mkdtempSync(join(tmpdir(), 'profile-'))
afterAll(() => rmSync(folder.path, { recursive: true, force: true }))
const file = join(folder.path, 'sign-in')
afterEach(() => rmSync(`${file}.new`, { force: true }))

vi.mock('electron', () => ({
  app: { getPath: () => folder.path, whenReady: async () => undefined },
  BrowserWindow: { getFocusedWindow: () => null, getAllWindows: () => [] },
  safeStorage: {
    getSelectedStorageBackend: () => system.keyring,
    isEncryptionAvailable: () => true,
    encryptString(text: string) {
      if (system.isLocked) throw new Error('The keyring is locked.')
      return Buffer.from(`${system.keyring} ${Buffer.from(text).toString('base64')}`)
    },
    decryptString(encrypted: Buffer) {
      const [keyring, text] = encrypted.toString().split(' ')
      if (keyring !== system.keyring) throw new Error('The key is another one.')
      return Buffer.from(text!, 'base64').toString()
    },
  },
}))
// Another test of this process may have imported the module with its own Electron mock.
vi.resetModules()
const { forgetToken, isTokenSaved, checkTokenStorage, readToken, saveToken } = await import('./token-store.ts')
const linux = process.platform === 'linux'
const adas = 'the-token-of-ada'

test.runIf(linux)('the keyring stores a sign-in for this account only', async () => {
  system.keyring = 'gnome_libsecret'
  await saveToken(adas)
  expect(readFileSync(file, 'utf8')).not.toContain('the-token-of-ada')
  expect(statSync(file).mode & 0o777).toBe(0o600)
  expect([await readToken(), await checkTokenStorage(), isTokenSaved()]).toEqual([adas, 'saved', true])
  await forgetToken()
  expect([await readToken(), isTokenSaved()]).toEqual([undefined, false])
})

test.runIf(linux)(
  'if the keyring has only Chromium’s built-in key, no token is stored and the earlier one is removed',
  async () => {
    system.keyring = 'basic_text'
    writeFileSync(file, 'basic_text dGhlLXRva2VuLW9mLWFkYQ==')
    expect([await readToken(), await checkTokenStorage()]).toEqual([undefined, 'another keyring'])
    await saveToken('the-token-of-stan')
    expect([existsSync(file), await readToken(), await checkTokenStorage()]).toEqual([false, undefined, 'no keyring'])
  },
)

test.runIf(linux)('a sign-in that an earlier release stored is still valid', async () => {
  system.keyring = 'gnome_libsecret'
  writeFileSync(file, 'gnome_libsecret dGhlLXRva2VuLW9mLWFkYQ==')
  expect(await readToken()).toBe(adas)
})

test.runIf(linux)('a sign-in that another keyring stored is not read, and the reason is reported', async () => {
  system.keyring = 'kwallet5'
  await saveToken(adas)
  system.keyring = 'gnome_libsecret'
  expect([await readToken(), await checkTokenStorage()]).toEqual([undefined, 'another keyring'])
  await saveToken(adas)
  expect([await readToken(), await checkTokenStorage()]).toEqual([adas, 'saved'])
  writeFileSync(file, 'damaged')
  expect([await readToken(), await checkTokenStorage()]).toEqual([undefined, 'saved'])
})

test.runIf(linux).each([
  ['the disk is full', () => symlinkSync('/dev/full', `${file}.new`)],
  ['the keyring is locked', () => (system.isLocked = true)],
])('when %s, a sign-in lasts until the app exits, and the earlier one is removed', async (_case, happens) => {
  system.keyring = 'gnome_libsecret'
  await saveToken(adas)
  happens()
  await saveToken('the-token-of-stan')
  system.isLocked = false
  expect(await readToken()).toBe(undefined)
})

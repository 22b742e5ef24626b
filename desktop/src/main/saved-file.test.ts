import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'

const { app } = vi.hoisted(() => {
  const paths: Record<string, string> = {}
  const ends: (() => void)[] = []
  return {
    app: {
      paths,
      ends,
      getPath: (name: string) => paths[name],
      setPath: (name: string, path: string) => void (paths[name] = path),
      on: (_quit: string, end: () => void) => void ends.push(end),
    },
  }
})
vi.mock('electron', () => ({ app, BrowserWindow: { getFocusedWindow: () => null, getAllWindows: () => [] } }))
// Another test of this process may have imported the module with its own Electron mock.
vi.resetModules()
const { replaceReadOnlyProfile, readSavedFile, saveFile } = await import('./saved-file.ts')

const temp = mkdtempSync(join(tmpdir(), 'read-only-'))
app.paths.temp = temp

test('an existing profile, or one that can be created, is used', () => {
  const profile = join(temp, 'profile')
  app.paths.userData = profile
  expect([replaceReadOnlyProfile(), app.paths.userData, existsSync(profile)]).toEqual([false, profile, true])
})

test('a temporary profile replaces one that is not writable, until the app exits', () => {
  app.paths.userData = '/dev/null/alumni-relations'
  expect(replaceReadOnlyProfile()).toBe(true)
  const profile = app.paths.userData
  expect([profile.startsWith(temp), saveFile('settings.json', '{"address":"https://alumni.example.edu"}')]).toEqual([
    true,
    true,
  ])
  expect(readFileSync(join(profile, 'settings.json'), 'utf8')).toContain('alumni.example.edu')
  expect(readSavedFile('settings.json')).toEqual({ address: 'https://alumni.example.edu' })
  for (const end of app.ends) end()
  expect(existsSync(profile)).toBe(false)
  rmSync(temp, { recursive: true })
})

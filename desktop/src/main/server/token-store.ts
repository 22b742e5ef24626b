import { existsSync } from 'node:fs'
import { readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { app, safeStorage } from 'electron'
import { changeSettings, readSettings } from '../settings.ts'

/** Whether a sign-in outlives the app. */
export type Keeping = 'kept' | 'no keyring' | 'another keyring'

let wasLost = false

/**
 * Encrypted by a key of the operating system's. Where there is only a key that every copy of the app has, nothing is
 * kept.
 */
export async function saveToken(token: string): Promise<void> {
  wasLost = false
  if (!(await canKeep())) return forgetToken()
  const encrypted = await encrypt(token)
  await writeFile(`${tokenFile()}.new`, encrypted, { mode: 0o600 })
  await rename(`${tokenFile()}.new`, tokenFile())
  changeSettings({ keyring: keyring() })
}

export async function savedToken(): Promise<string | undefined> {
  await app.whenReady()
  if (!existsSync(tokenFile())) return undefined
  try {
    const encrypted = await readFile(tokenFile())
    if (await canKeep()) return await decrypt(encrypted)
  } catch {
    // The key is another one, or the file is damaged: the person signs in again.
  }
  wasLost = true
  return undefined
}

export async function keepingOfTokens(): Promise<Keeping> {
  if (wasLost && readSettings().keyring !== keyring()) return 'another keyring'
  return (await canKeep()) ? 'kept' : 'no keyring'
}

export async function forgetToken(): Promise<void> {
  await Promise.all([tokenFile(), `${tokenFile()}.new`].map((file) => rm(file, { force: true })))
}

/** Linux without a keyring uses a password that stands in Chromium's source. */
async function canKeep(): Promise<boolean> {
  if (keyring() === 'basic_text') return false
  return safeStorage.isAsyncEncryptionAvailable?.() ?? safeStorage.isEncryptionAvailable()
}

function keyring(): string {
  return process.platform === 'linux' ? safeStorage.getSelectedStorageBackend() : process.platform
}

// The asynchronous calls are newer than some versions of Electron that this runs in.
async function encrypt(text: string): Promise<Buffer> {
  return safeStorage.encryptStringAsync?.(text) ?? safeStorage.encryptString(text)
}
async function decrypt(encrypted: Buffer): Promise<string> {
  return (await safeStorage.decryptStringAsync?.(encrypted))?.result ?? safeStorage.decryptString(encrypted)
}

function tokenFile(): string {
  return join(app.getPath('userData'), 'sign-in')
}

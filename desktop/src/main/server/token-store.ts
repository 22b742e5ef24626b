import { existsSync } from 'node:fs'
import { readFile, rm } from 'node:fs/promises'
import { app, safeStorage } from 'electron'
import { savedFile, saveFile } from '../saved-file.ts'
import { changeSettings, readSettings } from '../settings.ts'

/** Whether the sign-in is saved, or the reason why it is not. */
export type Keeping = 'kept' | 'no keyring' | 'another keyring'

const file = 'sign-in'

let wasLost = false

/** Saves the token, encrypted with the operating system's key. Saves nothing if Chromium only has its built-in key. */
export async function saveToken(token: string): Promise<void> {
  wasLost = false
  const encrypted = (await canKeep()) ? await encrypt(token).catch(() => undefined) : undefined
  if (!encrypted || !saveFile(file, encrypted)) return forgetToken()
  changeSettings({ keyring: keyring() })
}

/** Returns the saved token. Releases before v0.15.0 saved a number and a space before it. */
export async function savedToken(): Promise<string | undefined> {
  await app.whenReady()
  if (!isTokenSaved()) return undefined
  try {
    const encrypted = await readFile(savedFile(file))
    if (await canKeep()) return (await decrypt(encrypted)).split(' ').at(-1)
  } catch {
    // The key has changed or the file is damaged, so the user signs in again.
  }
  wasLost = true
  return undefined
}

export function isTokenSaved(): boolean {
  return existsSync(savedFile(file))
}

export async function keepingOfTokens(): Promise<Keeping> {
  if (wasLost && readSettings().keyring !== keyring()) return 'another keyring'
  return (await canKeep()) ? 'kept' : 'no keyring'
}

export async function forgetToken(): Promise<void> {
  // A file that cannot be deleted is harmless, because its session has ended.
  const paths = [savedFile(file), savedFile(`${file}.new`)]
  await Promise.allSettled(paths.map((path) => rm(path, { force: true })))
}

/** Without a keyring, Chromium on Linux uses a password that is public in its source. */
async function canKeep(): Promise<boolean> {
  if (keyring() === 'basic_text') return false
  return safeStorage.isAsyncEncryptionAvailable?.() ?? safeStorage.isEncryptionAvailable()
}

function keyring(): string {
  return process.platform === 'linux' ? safeStorage.getSelectedStorageBackend() : process.platform
}

// Uses the asynchronous calls if this version of Electron has them.
async function encrypt(text: string): Promise<Buffer> {
  return safeStorage.encryptStringAsync?.(text) ?? safeStorage.encryptString(text)
}
async function decrypt(encrypted: Buffer): Promise<string> {
  return (await safeStorage.decryptStringAsync?.(encrypted))?.result ?? safeStorage.decryptString(encrypted)
}

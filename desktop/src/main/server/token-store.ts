import { existsSync } from 'node:fs'
import { readFile, rm } from 'node:fs/promises'
import { app, safeStorage } from 'electron'
import type { ReplyOf } from '../../ipc.ts'
import { getSavedFilePath, saveFile } from '../saved-file.ts'
import { changeSettings, readSettings } from '../settings.ts'

const file = 'sign-in'

let isTokenUnreadable = false

/** Saves the token, encrypted with the operating system's key. Saves nothing if Chromium only has its built-in key. */
export async function saveToken(token: string): Promise<void> {
  isTokenUnreadable = false
  const encrypted = (await canEncrypt()) ? await encrypt(token).catch(() => undefined) : undefined
  if (!encrypted || !saveFile(file, encrypted)) return forgetToken()
  changeSettings({ keyring: currentKeyring() })
}

/** Returns the saved token, if it can be decrypted. Releases before v0.15.0 put a number and a space before it. */
export async function readToken(): Promise<string | undefined> {
  await app.whenReady()
  if (!isTokenSaved()) return undefined
  try {
    const encrypted = await readFile(getSavedFilePath(file))
    if (await canEncrypt()) return (await decrypt(encrypted)).split(' ').at(-1)
  } catch {}
  isTokenUnreadable = true
  return undefined
}

export function isTokenSaved(): boolean {
  return existsSync(getSavedFilePath(file))
}

/** Returns `saved` if sign-ins can be saved on this computer, or the reason why not. */
export async function checkTokenStorage(): Promise<ReplyOf<'connection.read'>['tokenStorage']> {
  if (isTokenUnreadable && readSettings().keyring !== currentKeyring()) return 'another keyring'
  return (await canEncrypt()) ? 'saved' : 'no keyring'
}

export async function forgetToken(): Promise<void> {
  // Ignores errors, because a token of an ended session is harmless.
  const paths = [getSavedFilePath(file), getSavedFilePath(`${file}.new`)]
  await Promise.allSettled(paths.map((path) => rm(path, { force: true })))
}

/** Without a keyring, Chromium on Linux uses a password from its public source. */
async function canEncrypt(): Promise<boolean> {
  if (currentKeyring() === 'basic_text') return false
  return safeStorage.isAsyncEncryptionAvailable?.() ?? safeStorage.isEncryptionAvailable()
}

function currentKeyring(): string {
  return process.platform === 'linux' ? safeStorage.getSelectedStorageBackend() : process.platform
}

async function encrypt(text: string): Promise<Buffer> {
  return safeStorage.encryptStringAsync?.(text) ?? safeStorage.encryptString(text)
}
async function decrypt(encrypted: Buffer): Promise<string> {
  return (await safeStorage.decryptStringAsync?.(encrypted))?.result ?? safeStorage.decryptString(encrypted)
}

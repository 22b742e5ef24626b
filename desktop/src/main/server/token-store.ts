import { readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { app, safeStorage } from 'electron'

/** Encrypted by a key of the operating system's. Where there is only a key that every copy of the app has, nothing is kept. */
export async function keepToken(token: string): Promise<boolean> {
  if (!(await canKeep())) return false
  const encrypted = await encrypt(token)
  await writeFile(`${tokenFile()}.new`, encrypted, { mode: 0o600 })
  await rename(`${tokenFile()}.new`, tokenFile())
  return true
}

export async function keptToken(): Promise<string | undefined> {
  await app.whenReady()
  try {
    const encrypted = await readFile(tokenFile())
    return (await canKeep()) ? await decrypt(encrypted) : undefined
  } catch {
    return undefined
  }
}

export async function forgetToken(): Promise<void> {
  await Promise.all([tokenFile(), `${tokenFile()}.new`].map((file) => rm(file, { force: true })))
}

/** Linux without a keyring uses a password that stands in Chromium's source. */
async function canKeep(): Promise<boolean> {
  if (process.platform === 'linux' && safeStorage.getSelectedStorageBackend() === 'basic_text') return false
  return safeStorage.isAsyncEncryptionAvailable?.() ?? safeStorage.isEncryptionAvailable()
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

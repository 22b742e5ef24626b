import { accessSync, constants, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { app } from 'electron'
import { findFrontWindow, sendToWindows } from './window/every-window.ts'

let isWarned = false

/** Returns undefined if the file does not exist or is damaged. */
export function readSavedFile(name: string): unknown {
  try {
    return JSON.parse(readFileSync(getSavedFilePath(name), 'utf8'))
  } catch {
    return undefined
  }
}

/** Writes a file atomically. If the disk is full or the profile is read-only, warns the user and returns false. */
export function saveFile(name: string, content: string | Buffer): boolean {
  const file = getSavedFilePath(name)
  try {
    writeFileSync(`${file}.new`, content, { mode: 0o600 })
    renameSync(`${file}.new`, file)
    isWarned = false
    return true
  } catch (error) {
    warn(error as NodeJS.ErrnoException)
    return false
  }
}

/**
 * Switches to a temporary profile if the profile is read-only, because Chromium would show no pages. Returns whether it
 * has switched. Must be called before the app is ready.
 */
export function replaceReadOnlyProfile(): boolean {
  const profile = app.getPath('userData')
  try {
    mkdirSync(profile, { recursive: true })
    accessSync(profile, constants.W_OK)
    return false
  } catch {
    const settings = readSavedFile('settings.json')
    const temporaryProfile = mkdtempSync(join(app.getPath('temp'), 'alumni-relations-'))
    app.setPath('userData', temporaryProfile)
    if (settings !== undefined) saveFile('settings.json', JSON.stringify(settings))
    app.on('quit', () => rmSync(temporaryProfile, { recursive: true, force: true }))
    return true
  }
}

export function getSavedFilePath(name: string): string {
  return join(app.getPath('userData'), name)
}

function warn({ code, message }: NodeJS.ErrnoException): void {
  console.error(message)
  if (isWarned || !findFrontWindow()) return
  isWarned = true
  warnAboutProfile(code === 'ENOSPC' || code === 'EDQUOT')
}

export function warnAboutProfile(isFull: boolean): void {
  sendToWindows('notice', {
    tone: 'warn',
    title: isFull ? 'The disk is full' : 'The app’s own folder cannot be written to',
    message: `The app keeps working, but remembers nothing after you close it. ${isFull ? 'Free some space on the disk.' : 'Ask your IT support.'}`,
  })
}

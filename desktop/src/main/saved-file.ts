import { accessSync, constants, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { app } from 'electron'
import { frontWindow, sendToWindows } from './window/every-window.ts'

/** Whether the person has been warned since a file was last saved. */
let isWarned = false

export function readSaved(name: string): unknown {
  try {
    return JSON.parse(readFileSync(savedFile(name), 'utf8'))
  } catch {
    return undefined
  }
}

/** Writes a file atomically. If the disk is full or the profile is read-only, it warns the user and returns false. */
export function saveFile(name: string, content: string | Buffer): boolean {
  const file = savedFile(name)
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

/** Uses a temporary profile if this one is read-only: Chromium then shows no pages. Call before the app is ready. */
export function leaveReadOnlyProfile(): boolean {
  const profile = app.getPath('userData')
  try {
    mkdirSync(profile, { recursive: true })
    accessSync(profile, constants.W_OK)
    return false
  } catch {
    const settings = readSaved('settings.json')
    const temporaryProfile = mkdtempSync(join(app.getPath('temp'), 'alumni-relations-'))
    app.setPath('userData', temporaryProfile)
    if (settings !== undefined) saveFile('settings.json', JSON.stringify(settings))
    app.on('quit', () => rmSync(temporaryProfile, { recursive: true, force: true }))
    return true
  }
}

export function savedFile(name: string): string {
  return join(app.getPath('userData'), name)
}

function warn({ code, message }: NodeJS.ErrnoException): void {
  console.error(message)
  if (isWarned || !frontWindow()) return
  isWarned = true
  warnOfProfile(code === 'ENOSPC' || code === 'EDQUOT')
}

export function warnOfProfile(isFull: boolean): void {
  sendToWindows('notice', {
    tone: 'warn',
    title: isFull ? 'The disk is full' : 'The app’s own folder cannot be written to',
    message: `The app keeps working, but remembers nothing after you close it. ${isFull ? 'Free some space on the disk.' : 'Ask your IT support.'}`,
  })
}

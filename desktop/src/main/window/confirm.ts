import { BrowserWindow, dialog } from 'electron'
import type { Page } from '../../ipc.ts'
import { findContents, createPageState } from '../pages.ts'

type Question = { message: string; detail: string; confirm: string }

const dialogStateOf = createPageState(() => ({ isAsking: false }))

/**
 * Asks the user in a native dialog, which pages can neither answer nor cover. Returns false if the page already has a
 * dialog open, or if the page ends before the user answers.
 */
export async function confirmInWindow(page: Page, { message, detail, confirm }: Question): Promise<boolean> {
  const contents = findContents(page)
  const window = contents && BrowserWindow.fromWebContents(contents)
  const state = dialogStateOf(page)
  if (!window || state.isAsking) return false
  state.isAsking = true
  try {
    const { response } = await dialog.showMessageBox(window, {
      type: 'question',
      message,
      detail,
      buttons: ['Cancel', confirm],
      defaultId: 0,
      cancelId: 0,
      signal: page.ended,
    })
    return response === 1 && !page.ended.aborted
  } finally {
    state.isAsking = false
  }
}

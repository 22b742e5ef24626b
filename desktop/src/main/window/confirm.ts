import { BrowserWindow, dialog } from 'electron'
import type { Page } from '../../ipc.ts'
import { contentsOf, ofPage } from '../pages.ts'

type Question = { message: string; detail: string; confirm: string }

const stateOf = ofPage(() => ({ isAsking: false }))

/** Pages can neither answer nor cover it. Returns false while the page has another one open, and when it ends. */
export async function confirmInWindow(page: Page, { message, detail, confirm }: Question): Promise<boolean> {
  const contents = contentsOf(page)
  const window = contents && BrowserWindow.fromWebContents(contents)
  const state = stateOf(page)
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

import { rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { dialog, type BrowserWindow } from 'electron'
import { saveFolder, tellSaved } from './downloads.ts'
import { tellWindow } from '../pages.ts'

export function printPage({ webContents }: BrowserWindow): void {
  // A person who cancels has been told by what they did.
  webContents.print({ printBackground: false }, () => undefined)
}

/** The page as it is shown, on paper's width, where the person says. */
export async function savePageAsPdf(window: BrowserWindow): Promise<void> {
  const { canceled, filePath } = await dialog.showSaveDialog(window, {
    defaultPath: join(saveFolder(), `${fileNameOf(window.getTitle())}.pdf`),
    filters: [{ name: 'PDF', extensions: ['pdf'] }],
  })
  if (canceled || !filePath) return
  const half = `${filePath}.part`
  try {
    await writeFile(half, await window.webContents.printToPDF({ printBackground: true }))
    await rename(half, filePath)
    tellSaved(window, filePath)
  } catch (error) {
    await rm(half, { force: true })
    const isFull = (error as { code?: string }).code === 'ENOSPC'
    const message = isFull ? 'The disk is full.' : 'The folder may be read-only. Choose another one.'
    tellWindow(window, 'notice', { tone: 'bad', title: 'The page was not saved', message })
  }
}

function fileNameOf(title: string): string {
  return (
    title
      .replace(/[^\p{L}\p{N} ._-]+/gu, ' ')
      .trim()
      .slice(0, 80) || 'Page'
  )
}

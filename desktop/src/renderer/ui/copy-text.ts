import { programName } from './desktop.ts'
import { notifySuccess, showToast } from './notify.tsx'

/** Puts a text on the clipboard, and says so. */
export function copyText(text: string): Promise<void> {
  return copy(text, `${text} is copied.`)
}

/** Puts several on the clipboard, one a line, and says `done`. */
export function copyLines(lines: readonly string[], done: string): Promise<void> {
  return copy(lines.join('\n'), done)
}

const topic = 'the clipboard'

async function copy(text: string, message: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text)
    notifySuccess({ message, topic })
  } catch {
    showToast(
      {
        color: 'red',
        title: 'Nothing was copied',
        message: `The ${programName()} does not allow it here. Select the text and copy it, or save it as a file.`,
        role: 'alert',
      },
      topic,
    )
  }
}

import { programName } from './desktop.ts'
import { notifySuccess, showToast } from './notify.tsx'

export function copyText(text: string): Promise<void> {
  return copy(text, `${text} is copied.`)
}

export function copyLines(lines: readonly string[], message: string): Promise<void> {
  return copy(lines.join('\n'), message)
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

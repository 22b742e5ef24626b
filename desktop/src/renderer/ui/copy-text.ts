import { notifications } from '@mantine/notifications'

/** Puts a text on the clipboard, and says so. */
export async function copyText(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text)
    notifications.show({ message: `${text} is copied.`, autoClose: 2000 })
  } catch {
    notifications.show({
      color: 'red',
      title: 'Nothing was copied',
      message: 'The browser does not allow it here. Select the text and copy it.',
    })
  }
}

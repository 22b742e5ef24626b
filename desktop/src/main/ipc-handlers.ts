import { ipcMain, type IpcMainInvokeEvent } from 'electron'
import { channels, type Channel, type HandlerReply, type Handlers, type Page } from '../ipc.ts'
import { isFromOwnWindow, getPage } from './pages.ts'
import { Refusal } from './refusal.ts'
import { takeFile } from './taken-files.ts'

/** Registers the handlers of all IPC channels. Validates requests and accepts only those from the app's windows. */
export function handleWindowRequests(handlers: Handlers): void {
  for (const channel of Object.keys(channels) as Channel[]) {
    ipcMain.handle(`call:${channel}`, (event, request: unknown) =>
      answer(event, async (page) => {
        const { data, success } = channels[channel].request.safeParse(request)
        if (!success) throw new Refusal('The window asked for something that this app does not know.')
        return handlers[channel](data as never, page)
      }),
    )
  }
  ipcMain.handle('take', (event, path: unknown) => answer(event, (page) => takeFile(page, path)))
}

async function answer(event: IpcMainInvokeEvent, work: (page: Page) => Promise<unknown>): Promise<HandlerReply> {
  if (!isFromOwnWindow(event)) return { error: 'Only the windows of this app are answered.' }
  try {
    return { reply: await work(getPage(event.sender)) }
  } catch (error) {
    if (error instanceof Refusal) return { error: error.message }
    console.error(error instanceof Error ? error.stack : 'A handler failed.')
    return { error: 'Something went wrong in the app. Try again; if it happens again, contact support.' }
  }
}

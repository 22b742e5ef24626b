import { ipcMain, type IpcMainInvokeEvent } from 'electron'
import { channels, events, type Channel, type Crossing, type Handlers, type Tell } from '../ipc.ts'
import { appOrigin } from './app-protocol/app-address.ts'
import { Refusal } from './refusal.ts'
import { takeFile } from './taken-files.ts'

/** Answers the windows of the app, and nobody else. */
export function answerWindows(handlers: Handlers): void {
  for (const channel of Object.keys(channels) as Channel[]) {
    ipcMain.handle(`call:${channel}`, (event, request: unknown) =>
      answer(event, async () => {
        const { data, success } = channels[channel].request.safeParse(request)
        if (!success) throw new Refusal('The window asked for something that this app does not know.')
        return handlers[channel](data as never, tellerOf(event))
      }),
    )
  }
  ipcMain.handle('take', (event, path: unknown) => answer(event, () => takeFile(path)))
}

async function answer(event: IpcMainInvokeEvent, work: () => Promise<unknown>): Promise<Crossing> {
  if (!isOurs(event)) return { error: 'Only the windows of this app are answered.' }
  try {
    return { reply: await work() }
  } catch (error) {
    if (error instanceof Refusal) return { error: error.message }
    console.error(error instanceof Error ? error.stack : 'A handler failed.')
    return { error: 'Something went wrong in the app. Try again; if it stays, tell support.' }
  }
}

/** The frame that asked is a window's own, and shows this app. */
function isOurs({ senderFrame, sender }: IpcMainInvokeEvent): boolean {
  return senderFrame !== null && senderFrame === sender.mainFrame && senderFrame.origin === appOrigin
}

function tellerOf({ sender }: IpcMainInvokeEvent): Tell {
  return (name, event) => {
    if (!sender.isDestroyed()) sender.send(`event:${name}`, events[name].parse(event))
  }
}

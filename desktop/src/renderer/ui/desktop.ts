import {
  channels,
  events,
  takenFile,
  type Bridge,
  type Channel,
  type Crossing,
  type EventName,
  type EventOf,
  type ReplyOf,
  type RequestOf,
  type TakenFile,
} from '../../ipc.ts'

declare global {
  interface Window {
    readonly desktop?: Bridge
  }
}

/** Whether this window is the desktop app's; in a browser on the internal host it is not. */
export const isDesktop = () => window.desktop !== undefined

/** The words for the program that shows these pages, and for where it opens another. */
export const programName = () => (isDesktop() ? 'app' : 'browser')
export const newPageName = () => (isDesktop() ? 'window' : 'tab')

/** Asks the main process. Throws an Error whose message is a sentence for the person. */
export async function callDesktop<Name extends Channel>(
  channel: Name,
  request: RequestOf<Name>,
): Promise<ReplyOf<Name>> {
  return channels[channel].reply.parse(unwrap(await bridge().call(channel, request))) as ReplyOf<Name>
}

/** Hears what main says unasked, until the function that it returns is called. Nothing comes in a browser. */
export function subscribeToDesktop<Name extends EventName>(
  name: Name,
  listener: (event: EventOf<Name>) => void,
): () => void {
  if (!isDesktop()) return () => undefined
  return bridge().on(name, (event) => listener(events[name].parse(event) as EventOf<Name>))
}

/** Hands a file to main, which reads it from disk. Throws with a sentence where it is no file on this computer. */
export async function takeFile(file: File): Promise<TakenFile> {
  return takenFile.parse(unwrap(await bridge().take(file)))
}

function bridge(): Bridge {
  if (!window.desktop) throw new Error('This needs the desktop app.')
  return window.desktop
}

function unwrap(crossing: Crossing): unknown {
  if ('error' in crossing) throw new Error(crossing.error)
  return crossing.reply
}

import { channels, events, takenFile } from '../../ipc.ts'
import type { Bridge, Channel, HandlerReply, EventName, EventOf, ReplyOf, RequestOf, TakenFile } from '../../ipc.ts'

declare global {
  interface Window {
    readonly desktop?: Bridge
  }
}

export const isDesktop = () => window.desktop !== undefined

export const programName = () => (isDesktop() ? 'app' : 'browser')
export const newPageName = () => (isDesktop() ? 'window' : 'tab')

/** Sends a request to the main process and returns the reply. Throws an error with a message for the user. */
export async function callDesktop<Name extends Channel>(
  channel: Name,
  request: RequestOf<Name>,
): Promise<ReplyOf<Name>> {
  return channels[channel].reply.parse(unwrap(await bridge().call(channel, request))) as ReplyOf<Name>
}

/** Calls `listener` on events of the desktop app; returns a function that stops this. Does nothing in a browser. */
export function subscribeToDesktop<Name extends EventName>(
  name: Name,
  listener: (event: EventOf<Name>) => void,
): () => void {
  if (!isDesktop()) return () => undefined
  return bridge().on(name, (event) => listener(events[name].parse(event) as EventOf<Name>))
}

/** Throws an error with a message for the user if the main process cannot read the file from disk. */
export async function takeFile(file: File): Promise<TakenFile> {
  return takenFile.parse(unwrap(await bridge().take(file)))
}

function bridge(): Bridge {
  if (!window.desktop) throw new Error('This needs the desktop app.')
  return window.desktop
}

function unwrap(result: HandlerReply): unknown {
  if ('error' in result) throw new Error(result.error)
  return result.reply
}

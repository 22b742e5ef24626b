import { lazyRouteComponent } from '@tanstack/react-router'
import { NetworkError } from '../http.ts'

/** A page whose script is loaded when it is visited or its link is pointed at, or a part of one when it is opened. */
export const lazyComponent: typeof lazyRouteComponent = (load, name) =>
  lazyRouteComponent(() => load().catch(lostScript), name)

/**
 * Where the server answers, a newer release has taken the script away, and the router loads the document anew, once;
 * where it does not, nothing would come, and the page says so.
 */
async function lostScript(error: unknown): Promise<never> {
  const isUp = await fetch('/up', { cache: 'no-store' }).then(
    ({ ok }) => ok,
    () => false,
  )
  throw isUp ? error : new NetworkError(error)
}

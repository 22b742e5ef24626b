import { lazyRouteComponent } from '@tanstack/react-router'
import { NetworkError } from '../http.ts'

/** A component that loads its script when it is rendered or its link is hovered. */
export const lazyComponent: typeof lazyRouteComponent = (load, name) =>
  lazyRouteComponent(() => load().catch(rethrowLoadError), name)

/**
 * Rethrows the error if the server is up, because a newer release has removed the script; the router then reloads the
 * document once. Otherwise throws a NetworkError, which the page shows.
 */
async function rethrowLoadError(error: unknown): Promise<never> {
  const isUp = await fetch('/up', { cache: 'no-store' }).then(
    ({ ok }) => ok,
    () => false,
  )
  throw isUp ? error : new NetworkError(error)
}

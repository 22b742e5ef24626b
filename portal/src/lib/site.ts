import type { PortalSite } from '@alumni/shared/portal'
import { createContext } from 'svelte'

/** `getSite()` returns the institution and the path of the page in any component. */
export const [getSite, setSite] = createContext<PortalSite>()

import type { PortalSite } from '@alumni/shared/portal'
import { createContext } from 'svelte'

/** `getSite()` in any component: the institution, and the path of the page. */
export const [getSite, setSite] = createContext<PortalSite>()

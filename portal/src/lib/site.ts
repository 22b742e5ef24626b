import type { PortalSite } from '@alumni/shared/portal'
import { createContext } from 'svelte'

/** `getSite()` returns the institution, the visitor and the path of the page. */
export const [getSite, setSite] = createContext<PortalSite>()

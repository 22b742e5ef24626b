import type { PortalSite } from '@alumni/shared/portal'
import { createContext } from 'svelte'

export const [getSite, setSite] = createContext<PortalSite>()

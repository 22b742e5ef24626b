import type { PortalView } from '@alumni/shared/portal'
import { hydrate, type Component } from 'svelte'
import Root from './Root.svelte'

// The server places this script only where the page asks for it; the other pages are whole without.
const pages = import.meta.glob<{ default: Component<object> }>('./routes/**/*.svelte')
const { site, page, props } = JSON.parse(document.getElementById('portal-view')!.textContent) as PortalView
const { default: Page } = await pages[`./routes/${page}.svelte`]!()
hydrate(Root, { target: document.getElementById('portal')!, props: { site, Page, props } })

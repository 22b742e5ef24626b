import type { PortalView } from '@alumni/shared/portal'
import { hydrate, type Component } from 'svelte'
import Root from './Root.svelte'

const pages = import.meta.glob<{ default: Component<object> }>('./routes/**/[a-z]*.svelte')

/** Hydrates the page from `view`, the JSON that the server rendered it from. */
export async function hydratePage(view: string): Promise<void> {
  const { site, page, props } = JSON.parse(view) as PortalView
  const { default: Page } = await pages[`./routes/${page}.svelte`]!()
  hydrate(Root, { target: document.getElementById('portal')!, props: { site, Page, props } })
}

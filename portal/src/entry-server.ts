import type { RenderPortal } from '@alumni/shared/portal'
import type { Component } from 'svelte'
import { render as renderComponent } from 'svelte/server'
import Root from './Root.svelte'

/** A page is its file: `<script module>` exports `hydrates = true` where the page does more with script than without. */
type Page = { default: Component<object>; hydrates?: boolean }
const pages = import.meta.glob<Page>('./routes/**/*.svelte', { eager: true })

export const render: RenderPortal = async ({ site, page, props }) => {
  const found = pages[`./routes/${page}.svelte`]
  if (!found) throw new Error(`The portal has no page ${page}.`)
  const { head, body } = await renderComponent(Root, { props: { site, Page: found.default, props } })
  return { head, body, hydrates: found.hydrates ?? false }
}

import type { RenderPortal } from '@alumni/shared/portal'
import type { Component } from 'svelte'
import { render as renderComponent } from 'svelte/server'
import Root from './Root.svelte'

/** A page that `hydrates` runs in the browser; an `enhanced` page runs only the scripts in `data-enhance`. */
type Page = { default: Component<object>; hydrates?: boolean; enhanced?: boolean }
const pages = import.meta.glob<Page>('./routes/**/[a-z]*.svelte', { eager: true })

export const render: RenderPortal = async ({ site, page, props }) => {
  const found = pages[`./routes/${page}.svelte`]
  if (!found) throw new Error(`The portal has no page ${page}.`)
  const { head, body } = await renderComponent(Root, { props: { site, Page: found.default, props } })
  return {
    head,
    body,
    hydrates: found.hydrates ?? false,
    enhanced: found.enhanced ?? false,
  }
}

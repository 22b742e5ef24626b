import type { RenderPortal } from '@alumni/shared/portal'
import type { Component } from 'svelte'
import { render as renderComponent } from 'svelte/server'
import Root from './Root.svelte'

/** A page is its file. Its elements may name a script of `enhancements` in `data-enhance`. */
const pages = import.meta.glob<{ default: Component<object> }>('./routes/**/[a-z]*.svelte', { eager: true })

export const render: RenderPortal = async ({ site, page, props }) => {
  const found = pages[`./routes/${page}.svelte`]
  if (!found) throw new Error(`The portal has no page ${page}.`)
  return renderComponent(Root, { props: { site, Page: found.default, props } })
}

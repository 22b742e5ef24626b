import type { RenderPortal } from '@alumni/shared/portal'
import { render as renderComponent } from 'svelte/server'
import { pageFor } from './pages.ts'

export const render: RenderPortal = async (props) => {
  const { default: Page } = await pageFor(props).load()
  const { head, body } = await renderComponent(Page, { props })
  return { head, body }
}

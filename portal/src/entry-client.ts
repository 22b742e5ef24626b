import type { PortalProps } from '@alumni/shared/portal'
import './portal.css'
import { pageFor } from './pages.ts'

const props = JSON.parse(document.getElementById('portal-props')!.textContent) as PortalProps
const page = pageFor(props)

if (page.hydrates) {
  const [{ hydrate }, { default: Page }] = await Promise.all([import('svelte'), page.load()])
  hydrate(Page, { target: document.getElementById('portal')!, props })
}

import type { PortalPage, PortalProps } from '@alumni/shared/portal'
import type { Component } from 'svelte'
import type { PageProps } from './lib/page-props.ts'

type Page<Name extends PortalPage['name']> = {
  load: () => Promise<{ default: Component<PageProps<Name>> }>
  /** Whether the page does more with script than without: only then does the browser fetch Svelte and the page's code. */
  hydrates: boolean
}

const pages: { [Name in PortalPage['name']]: Page<Name> } = {
  welcome: { load: () => import('./routes/Welcome.svelte'), hydrates: false },
  error: { load: () => import('./routes/ErrorPage.svelte'), hydrates: false },
}

/** The page that these props are for. The cast holds because props and component are found by the same name. */
export function pageFor(props: PortalProps) {
  return pages[props.page.name] as { load: () => Promise<{ default: Component<PortalProps> }>; hydrates: boolean }
}

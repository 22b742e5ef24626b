import type { PortalPage, PortalProps } from '@alumni/shared/portal'

/** What the page of that name receives: the portal's props, with `page` narrowed to it. */
export type PageProps<Name extends PortalPage['name']> = PortalProps & { page: Extract<PortalPage, { name: Name }> }

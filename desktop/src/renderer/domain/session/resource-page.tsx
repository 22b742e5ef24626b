import type { ComponentProps, ReactNode } from 'react'
import { BlockSkeletons } from '../../ui/page/page-skeleton.tsx'
import { Page } from '../../ui/page/page.tsx'
import { FailedPage, FailedSection, isAccessError } from './failed-page.tsx'

type QueryContentProps<Data> = {
  query: { data: Data | undefined; error: Error | null; refetch: () => unknown }
  blocks?: number
  height?: number
  children: (data: Data) => ReactNode
}

/** Renders a page with `children` for the query's data, or skeletons or the error. Access errors replace the page. */
export function ResourcePage<Data>(props: Omit<ComponentProps<typeof Page>, 'children'> & QueryContentProps<Data>) {
  const { query, blocks, height, children, ...page } = props
  if (query.data === undefined && isAccessError(query.error)) return <FailedPage error={query.error} />
  return (
    <Page {...page}>
      <QueryContent query={query} {...(blocks && { blocks })} {...(height && { height })}>
        {children}
      </QueryContent>
    </Page>
  )
}

export function QueryContent<Data>({ query, blocks = 3, height = 96, children }: QueryContentProps<Data>) {
  if (query.data !== undefined) return children(query.data)
  if (query.error) return <FailedSection error={query.error} onRetry={query.refetch} />
  return <BlockSkeletons blocks={blocks} height={height} />
}

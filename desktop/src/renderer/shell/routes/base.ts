import { importRowsQuery } from '@alumni/shared/exchange/imports'
import type { QueryClient } from '@tanstack/react-query'
import { createRootRouteWithContext, createRoute, notFound } from '@tanstack/react-router'
import { z } from 'zod'
import { sessionQuery } from '../../domain/session/session.ts'
import { Shell } from '../shell.tsx'

export const root = createRootRouteWithContext<{ queryClient: QueryClient }>()({})

export const shell = createRoute({
  getParentRoute: () => root,
  id: 'shell',
  // Begins with the code of the page, not after it.
  loader: ({ context }) => void context.queryClient.prefetchQuery(sessionQuery),
  component: Shell,
})

/** Address parameters of a list; invalid ones are left out. */
export const listSearch = {
  q: importRowsQuery.shape.q.catch(undefined).transform((q) => q || undefined),
  page: importRowsQuery.shape.page.catch(1),
}

export function knownId({ id }: { id: string }) {
  if (!/^\d{1,10}$/.test(id)) throw notFound()
}

/** A new record may begin as a copy of another. */
export const newSearch = z.object({ copy: z.coerce.number().int().min(1).optional().catch(undefined) })

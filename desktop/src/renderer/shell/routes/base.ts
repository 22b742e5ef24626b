import { importRowsQuery } from '@alumni/shared/exchange/imports'
import type { QueryClient } from '@tanstack/react-query'
import { createRootRouteWithContext, createRoute, notFound, type AnyValidator } from '@tanstack/react-router'
import { z } from 'zod'
import { sessionQuery } from '../../domain/session/session.ts'
import { lazyComponent } from '../../ui/lazy-component.ts'
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

/** A page of the shell: its address, the file that has it, and what its address may say. An `$id` is a number. */
export function page<
  const Path extends string,
  Load extends () => Promise<Record<string, any>>,
  const Search extends AnyValidator = undefined,
>(path: Path, load: Load, name: keyof Awaited<ReturnType<Load>> & string, validateSearch?: Search) {
  return createRoute({
    getParentRoute: () => shell,
    path,
    beforeLoad({ params }) {
      if ('id' in params && path !== '/alumni/$id') knownId(params as { id: string })
    },
    component: lazyComponent(load, name),
    validateSearch: validateSearch as Search,
  })
}

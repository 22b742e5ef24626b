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
  // Loads the session in parallel with the page's code.
  loader: ({ context }) => void context.queryClient.prefetchQuery(sessionQuery),
  component: Shell,
})

export const listSearch = {
  q: importRowsQuery.shape.q.catch(undefined).transform((q) => q || undefined),
  page: importRowsQuery.shape.page.catch(1),
}

export function checkId({ id }: { id: string }) {
  if (!/^\d{1,10}$/.test(id)) throw notFound()
}

/** `copy` is the id of the record to copy. */
export const newSearch = z.object({ copy: z.coerce.number().int().min(1).optional().catch(undefined) })

/** Creates the shell route for the component `name` of the module that `load` imports. An `$id` must be a number. */
export function page<
  const Path extends string,
  Load extends () => Promise<Record<string, any>>,
  const Search extends AnyValidator = undefined,
>(path: Path, load: Load, name: keyof Awaited<ReturnType<Load>> & string, validateSearch?: Search) {
  return createRoute({
    getParentRoute: () => shell,
    path,
    beforeLoad({ params }) {
      if ('id' in params && path !== '/alumni/$id') checkId(params as { id: string })
    },
    component: lazyComponent(load, name),
    validateSearch: validateSearch as Search,
  })
}

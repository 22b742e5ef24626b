import { linkSuggestions, signupPage, timelinePage, type SignupPage } from '@alumni/shared/champions/staff-page'
import { infiniteQueryOptions, useQueryClient, type QueryClient } from '@tanstack/react-query'
import { request } from '../../http.ts'
import { useAction } from '../../ui/use-action.ts'
import { readQuery } from '../../ui/read-query.ts'

export function signupUrl(id: number | string): string {
  return `/champion_signups/${id}`
}

export const signupQuery = (id: string) => readQuery(['champion_signups', 'signup', id], signupUrl(id), signupPage)

export const suggestionsQuery = (id: number) =>
  readQuery(['champion_signups', 'signup', String(id), 'suggestions'], `${signupUrl(id)}/suggestions`, linkSuggestions)

/** Starts with the first page, which the record includes, and starts over when the record has a new event. */
export function timelineQuery({ signup, timeline }: SignupPage) {
  return infiniteQueryOptions({
    queryKey: ['champion_signups', 'signup', String(signup.id), 'timeline', timeline.events[0]?.id ?? 0],
    queryFn: ({ signal, pageParam }) =>
      request(`${signupUrl(signup.id)}/timeline?page=${pageParam}`, timelinePage, { signal }),
    initialPageParam: 1,
    getNextPageParam: ({ page, pages }) => (page < pages ? page + 1 : undefined),
    staleTime: Infinity,
    initialData: { pages: [timeline], pageParams: [1] },
  })
}

export type SignupAction = { path?: string; method?: 'POST' | 'PATCH' | 'DELETE'; body?: unknown }

/** Sends an action and caches the record in the reply. Reloads the record if the action is refused. */
export function useSignupAction(id: number, onDone: (page: SignupPage) => unknown = () => undefined) {
  const queryClient = useQueryClient()
  const { queryKey } = signupQuery(String(id))
  return useAction(
    ({ path = '', method = 'POST', body }: SignupAction) =>
      request(`${signupUrl(id)}${path}`, signupPage, { method, body }),
    {
      isErrorInline: true,
      onDone(page) {
        queryClient.setQueryData(queryKey, page)
        void invalidateOthers(queryClient, queryKey)
        onDone(page)
      },
      onError: () => queryClient.invalidateQueries({ queryKey, exact: true }),
    },
  )
}

function invalidateOthers(queryClient: QueryClient, ownKey: readonly unknown[]): Promise<unknown> {
  const isOther = ({ queryKey }: { queryKey: readonly unknown[] }) => queryKey.join() !== ownKey.join()
  return Promise.all(
    ['champion_signups', 'alumni', 'alumni_search'].map((key) =>
      queryClient.invalidateQueries({ queryKey: [key], predicate: isOther }),
    ),
  )
}

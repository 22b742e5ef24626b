import {
  linkingPage,
  linksReply,
  type LinkingPage,
  type LinkOutcome,
  type SignupLink,
} from '@alumni/shared/champions/linking'
import type { ListedSignup } from '@alumni/shared/champions/staff-list'
import { useQueryClient, type Query } from '@tanstack/react-query'
import { post } from '../../http.ts'
import { useAction } from '../../ui/use-action.ts'
import { read } from '../../ui/read.ts'

const linkingUrl = '/champion_signups/linking'
const queueKey = ['champion_signups', 'linking']

/** A signup in the queue, with the reason where it was just refused. */
export type Waiting = { signup: ListedSignup; refusal: LinkOutcome | null }

/** The queue from behind a signup on; it stays as it is while a person goes through it. */
export const linkingQuery = (after: number) =>
  read([...queueKey, after], `${linkingUrl}?after=${after}`, linkingPage, { staleTime: Infinity, gcTime: 0 })

const isOfOthers = ({ queryKey }: Query) => queryKey[1] !== queueKey[1]
const invalidates = [{ queryKey: ['champion_signups'], predicate: isOfOthers }, 'alumni', 'alumni_search', 'morning']

/** Links signups, or takes links back; each has its own outcome. Sent again it changes nothing. */
export function useLinks(way: '' | '/undo') {
  const queryClient = useQueryClient()
  return useAction((links: SignupLink[]) => post(`${linkingUrl}${way}`, linksReply, { links }), {
    isErrorInline: way === '',
    invalidates,
    onDone({ outcomes }) {
      const changed = outcomes.filter(({ error }) => error === null).length
      for (const query of queryClient.getQueryCache().findAll({ queryKey: queueKey }))
        queryClient.setQueryData<LinkingPage>(
          query.queryKey,
          (page) => page && { ...page, waiting: page.waiting + (way === '' ? -changed : changed) },
          // The same time leaves the person's place in the queue.
          { updatedAt: query.state.dataUpdatedAt },
        )
    },
  })
}

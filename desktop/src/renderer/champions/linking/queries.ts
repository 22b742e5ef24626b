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

/** A signup in the queue, with the refusal of its last link, if any. */
export type QueueItem = { signup: ListedSignup; refusal: LinkOutcome | null }

/** Reads the queue after a signup; it is not refreshed while a person works through it. */
export const linkingQuery = (after: number) =>
  read([...queueKey, after], `${linkingUrl}?after=${after}`, linkingPage, { staleTime: Infinity, gcTime: 0 })

const isOtherQuery = ({ queryKey }: Query) => queryKey[1] !== queueKey[1]
const invalidates = [{ queryKey: ['champion_signups'], predicate: isOtherQuery }, 'alumni', 'alumni_search', 'morning']

/** Links or unlinks signups, each with its own outcome. Repeating a request is safe. */
export function useLinks(suffix: '' | '/undo') {
  const queryClient = useQueryClient()
  return useAction((links: SignupLink[]) => post(`${linkingUrl}${suffix}`, linksReply, { links }), {
    isErrorInline: suffix === '',
    invalidates,
    onDone({ outcomes }) {
      const changedCount = outcomes.filter(({ error }) => error === null).length
      for (const query of queryClient.getQueryCache().findAll({ queryKey: queueKey }))
        queryClient.setQueryData<LinkingPage>(
          query.queryKey,
          (page) => page && { ...page, waiting: page.waiting + (suffix === '' ? -changedCount : changedCount) },
          // Keeping the time keeps the person's position in the queue.
          { updatedAt: query.state.dataUpdatedAt },
        )
    },
  })
}

import { linkingPage, linksReply } from '@alumni/shared/champions/linking'
import type { LinkingPage, LinkOutcome, SignupLink } from '@alumni/shared/champions/linking'
import type { ListedSignup } from '@alumni/shared/champions/staff-list'
import { useQueryClient, type Query } from '@tanstack/react-query'
import { post } from '../../http.ts'
import { useAction } from '../../ui/use-action.ts'
import { readQuery } from '../../ui/read-query.ts'

const linkingUrl = '/champion_signups/linking'
const queueKey = ['champion_signups', 'linking']

/** A signup in the queue; `refusal` is the outcome of its last linking attempt if the server refused it. */
export type QueueItem = { signup: ListedSignup; refusal: LinkOutcome | null }

/** Reads waiting signups with ids above `after`. Does not refresh them while the user works through them. */
export const linkingQuery = (after: number) =>
  readQuery([...queueKey, after], `${linkingUrl}?after=${after}`, linkingPage, { staleTime: Infinity, gcTime: 0 })

const isOtherQuery = ({ queryKey }: Query) => queryKey[1] !== queueKey[1]
const invalidates = [{ queryKey: ['champion_signups'], predicate: isOtherQuery }, 'alumni', 'alumni_search', 'morning']

/** Links signups or undoes their links. Each signup has its own outcome, and requests can be repeated safely. */
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
          // A new update time would restart the queue.
          { updatedAt: query.state.dataUpdatedAt },
        )
    },
  })
}

import type { LinkingPage as Data, LinkOutcome, SignupLink } from '@alumni/shared/champions/linking'
import { IconCircleCheck } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { RoleGuard } from '../../domain/session/role-guard.tsx'
import { ResourcePage } from '../../domain/session/resource-page.tsx'
import { notifySuccess, notifyError } from '../../ui/notify.tsx'
import { EmptyState } from '../../ui/page/empty-state.tsx'
import { formatCount } from '../../ui/format/numbers.ts'
import { CertainLinks } from './certain-links.tsx'
import { linkingQuery, useLinks, type QueueItem } from './queries.ts'
import { LinkingQueue } from './queue.tsx'
import { LinkButton } from '../../ui/button.tsx'

export const LinkingPage = () => (
  <RoleGuard role="staff">
    <LinkingSteps />
  </RoleGuard>
)

/** Links signups to alumni: first all certain matches at once, then the other signups one by one. */
function LinkingSteps() {
  const [after, setAfter] = useState(0)
  const query = useQuery(linkingQuery(after))
  const waiting = query.data?.waiting
  return (
    <ResourcePage
      title="Link signups"
      about={
        waiting === undefined
          ? 'Loading…'
          : `${formatCount(waiting, ['signup is', 'signups are'])} waiting to be linked to alumni.`
      }
      query={query}
      height={180}
    >
      {(data) =>
        query.isFetching ? null : (
          <CurrentStep
            key={query.dataUpdatedAt}
            data={data}
            onNext={() => setAfter(data.signups.at(-1)?.id ?? 0)}
            onRestart={() => (after === 0 ? void query.refetch() : setAfter(0))}
          />
        )
      }
    </ResourcePage>
  )
}

function CurrentStep({ data, onNext, onRestart }: { data: Data; onNext: () => void; onRestart: () => void }) {
  const [queueItems, setQueueItems] = useState<readonly QueueItem[] | null>(data.certain.length > 0 ? null : [])
  const link = useLinks('')
  const undo = useLinks('/undo')
  const { certain } = data

  function linkTogether(links: SignupLink[]) {
    link.mutate(links, {
      onSuccess({ outcomes }) {
        const refused = new Map(outcomes.filter(({ error }) => error !== null).map((outcome) => [outcome.id, outcome]))
        const linked = links.filter(({ id }) => !refused.has(id))
        const linkedIds = new Set(linked.map(({ id }) => id))
        setQueueItems(
          certain.flatMap(({ signup }) =>
            linkedIds.has(signup.id) ? [] : { signup, refusal: refused.get(signup.id) ?? null },
          ),
        )
        if (linked.length > 0)
          notifySuccess({
            title: 'Linked',
            message: `${formatCount(linked.length, ['signup is', 'signups are'])} linked.`,
            topic: 'signup links',
            onUndo: () =>
              undo.mutate(linked, {
                onSuccess: (reply) => {
                  notifyNotUndone(reply.outcomes)
                  onRestart()
                },
              }),
          })
      },
    })
  }

  if (data.waiting === 0 || (queueItems !== null && queueItems.length + data.signups.length === 0))
    return <EmptyQueue />
  if (queueItems === null)
    return (
      <CertainLinks
        certain={certain}
        furtherCount={data.further_certain}
        link={link}
        onLink={linkTogether}
        onSkip={() => setQueueItems(certain.map(({ signup }) => ({ signup, refusal: null })))}
      />
    )
  return (
    <LinkingQueue
      items={[...queueItems, ...data.signups.map((signup) => ({ signup, refusal: null }))]}
      furtherCount={data.further + data.further_certain}
      onNext={onNext}
      onRestart={onRestart}
    />
  )
}

function notifyNotUndone(outcomes: readonly LinkOutcome[]) {
  const refused = outcomes.filter(({ error }) => error !== null)
  if (refused.length > 0)
    notifyError(
      `${formatCount(refused.length, ['link', 'links'])} left as they were`,
      new Error(refused[0]!.error!),
      'signup links',
    )
}

function EmptyQueue() {
  return (
    <EmptyState
      icon={IconCircleCheck}
      tone="good"
      title="Every signup is linked"
      actions={
        <LinkButton variant="default" to="/champion_signups">
          Champions
        </LinkButton>
      }
    >
      Completed signups appear here until they are linked.
    </EmptyState>
  )
}

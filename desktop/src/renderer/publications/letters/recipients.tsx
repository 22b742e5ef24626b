import {
  leftOutReasons,
  recipientsPage,
  recipientStates,
  type LeftOutReason,
  type ListLetterPage,
  type RecipientState,
  type RecipientsPage,
  type RecipientsQuery,
} from '@alumni/shared/publications/list-letters'
import { IconUsers } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { AskedCounts } from '../../domain/publications/asked-people.tsx'
import { QueryContent } from '../../domain/session/resource-page.tsx'
import { writePlainSearch } from '../../plain-search.ts'
import { Card } from '../../ui/page/card.tsx'
import { Section } from '../../ui/page/section.tsx'
import { ProgressBar } from '../../ui/progress-bar.tsx'
import { ResourceList } from '../../ui/table/resource-list.tsx'
import { column, dateColumn, type Column } from '../../ui/table/table-columns.tsx'
import { useAddress } from '../../ui/use-address.ts'
import { formatNumber } from '../../ui/format/numbers.ts'
import { isPartlySent, letters } from './kind.ts'
import { personColumn, LetterGroupCounts } from './reach.tsx'
import { countOutcomesByGroup, describeGroup, countRecipients } from './group-counts.ts'
import { readPageQuery } from '../../ui/read-query.ts'

export function Recipients({ letter }: { letter: ListLetterPage }) {
  const { id, state, recipients } = letter
  const { search, go } = useAddress<RecipientsQuery>()
  const group = search.reason ?? search.state
  const subject = subjectOf(letter)
  const { sent = 0, waiting = 0, handed = 0 } = recipients
  const writtenToCount = countRecipients(letter)
  return (
    <>
      <Card title={state === 'leaving' ? 'Who gets it' : 'Who got it'}>
        {isPartlySent(state) && (
          <>
            <p role="status">
              {formatNumber(sent)} of {formatNumber(writtenToCount)} sent
            </p>
            <ProgressBar
              label="Progress"
              percent={((writtenToCount - waiting - handed) / Math.max(1, writtenToCount)) * 100}
            />
          </>
        )}
        <LetterGroupCounts
          counts={countOutcomesByGroup(letter)}
          openGroup={group ?? ''}
          onOpen={({ group: to }) => {
            const opened = to === group ? undefined : to
            go(
              {
                state: recipientStates.find((state) => state === opened),
                reason: leftOutReasons.find((reason) => reason === opened),
              },
              'as step',
            )
          }}
        />
        {subject && <AskedCounts {...subject} />}
      </Card>
      {group && <RecipientList id={id} group={group} counted={JSON.stringify(recipients)} />}
    </>
  )
}

function subjectOf({ event_id, opportunity_id }: ListLetterPage) {
  if (event_id !== null) return { kind: 'event', id: event_id } as const
  return opportunity_id === null ? null : ({ kind: 'opportunity', id: opportunity_id } as const)
}

/** Lists the people in a group. Reloads them when `counted` changes. */
function RecipientList({ id, group, counted }: { id: number; group: RecipientState | LeftOutReason; counted: string }) {
  const address = useAddress<RecipientsQuery>()
  const title = `People: ${describeGroup(group)}`
  const query = useQuery(
    readPageQuery(
      [letters.queryKey, String(id), 'recipients', address.search, counted],
      `/letters/${id}/recipients${writePlainSearch(address.search)}`,
      recipientsPage,
    ),
  )
  return (
    <Section title={title}>
      <QueryContent query={query} blocks={6} height={36}>
        {(page) => (
          <ResourceList
            address={address}
            page={page}
            noun={['person', 'people']}
            caption={title}
            columns={columns}
            rows={page.recipients}
            rowKey={({ id }) => String(id)}
            isStale={query.isPlaceholderData}
            empty={{ icon: IconUsers, title: 'No one' }}
          />
        )}
      </QueryContent>
    </Section>
  )
}

const columns: Column<RecipientsPage['recipients'][number]>[] = [
  personColumn(),
  column('answer', 'Answer', { width: 160 }, ({ declined_at }) => declined_at && 'No (not confirmed)'),
  dateColumn('changed', 'When', ({ changed_at }) => changed_at),
]

import {
  recipientsPage,
  type ListLetterPage,
  type RecipientState,
  type RecipientsPage,
  type RecipientsQuery,
} from '@alumni/shared/publications/list-letters'
import {
  IconAlertTriangle,
  IconCircleCheck,
  IconCircleMinus,
  IconClock,
  IconMailOff,
  IconSend,
  IconUsers,
} from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Button } from '@mantine/core'
import { Loaded } from '../../domain/session/resource-page.tsx'
import type { StateWords } from '../../domain/publications/kind.ts'
import { request } from '../../http.ts'
import { writePlainSearch } from '../../plain-search.ts'
import { Card } from '../../ui/page/card.tsx'
import { ProgressBar } from '../../ui/progress-bar.tsx'
import { StateWord } from '../../ui/state-word.tsx'
import { ResourceList } from '../../ui/table/resource-list.tsx'
import { column, type Column } from '../../ui/table/table-columns.tsx'
import { useAddress } from '../../ui/use-address.ts'
import { count } from '../../ui/words/numbers.ts'
import { When } from '../../ui/words/when.tsx'
import { letters } from './kind.ts'
import { personColumn, Sums } from './reach.tsx'
import { chosenOf, isReason, outcomeSums, wordsOf } from './sums.ts'

const states: Record<RecipientState, StateWords> = {
  waiting: { word: 'Waiting', icon: IconClock, tone: 'plain' },
  handed: { word: 'Being sent', icon: IconSend, tone: 'accent' },
  sent: { word: 'Sent', icon: IconCircleCheck, tone: 'good' },
  refused: { word: 'Bounced', icon: IconMailOff, tone: 'bad' },
  in_doubt: { word: 'In doubt', icon: IconAlertTriangle, tone: 'warn' },
  left_out: { word: 'Left out', icon: IconCircleMinus, tone: 'plain' },
}

/** What became of a letter: its progress, the sums, and the people behind each of them. */
export function Recipients({ letter }: { letter: ListLetterPage }) {
  const { id, state, recipients } = letter
  const address = useAddress<RecipientsQuery>()
  const { search, go } = address
  const query = useQuery({
    queryKey: [letters.queryKey, String(id), 'recipients', search, recipients],
    queryFn: ({ signal }) =>
      request(`/letters/${id}/recipients${writePlainSearch(search)}`, recipientsPage, { signal }),
    placeholderData: keepPreviousData,
  })
  const chosen = chosenOf(letter)
  const written = chosen - (recipients.left_out ?? 0)
  const { sent = 0, waiting = 0, handed = 0 } = recipients
  return (
    <>
      <Card title="Who got it">
        {(state === 'sending' || state === 'stopped' || state === 'failed') && (
          <>
            <p role="status">{`${count(written - waiting - handed)} of ${count(written)} done, ${count(sent)} sent`}</p>
            <ProgressBar label="Progress" percent={((written - waiting - handed) / Math.max(1, written)) * 100} />
          </>
        )}
        <Sums
          chosen={chosen}
          sums={outcomeSums(letter)}
          opened={search.reason ?? search.state ?? ''}
          onOpen={({ group }) => {
            const isOpen = group === (search.reason ?? search.state)
            const filter = isReason(group)
              ? { reason: group, state: undefined }
              : { state: group as RecipientState, reason: undefined }
            go(isOpen ? { state: undefined, reason: undefined } : filter, 'as step')
          }}
        />
      </Card>
      <Loaded query={query} blocks={6} height={36}>
        {(page) => <People page={page} address={address} isStale={query.isPlaceholderData} />}
      </Loaded>
    </>
  )
}

type PeopleProps = { page: RecipientsPage; address: ReturnType<typeof useAddress<RecipientsQuery>>; isStale: boolean }

function People({ page, address, isStale }: PeopleProps) {
  const { search, go } = address
  const group = search.reason ?? search.state
  return (
    <ResourceList
      address={address}
      page={page}
      noun={['person', 'people']}
      filters={
        <>
          <h2>{group ? `People: ${wordsOf(group)}` : 'People'}</h2>
          {group && (
            <Button
              variant="default"
              size="compact-sm"
              onClick={() => go({ state: undefined, reason: undefined }, 'as step')}
            >
              Show everyone
            </Button>
          )}
        </>
      }
      caption="People of the letter"
      columns={columns}
      rows={page.recipients}
      rowKey={({ id }) => String(id)}
      isStale={isStale}
      empty={{ icon: IconUsers, title: 'No one' }}
    />
  )
}

type Recipient = RecipientsPage['recipients'][number]
const columns: Column<Recipient>[] = [
  personColumn(),
  column(
    'state',
    'State',
    ({ state, reason }) => (
      <span className="lines">
        <StateWord {...states[state]} />
        {reason && <span className="fact">{wordsOf(reason)}</span>}
      </span>
    ),
    { width: 220 },
  ),
  column('changed', 'Since', ({ changed_at }) => <When at={changed_at} />, { width: 160 }),
]

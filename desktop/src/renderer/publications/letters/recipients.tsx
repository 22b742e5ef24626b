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
import { Loaded } from '../../domain/session/resource-page.tsx'
import { writePlainSearch } from '../../plain-search.ts'
import { Card } from '../../ui/page/card.tsx'
import { Section } from '../../ui/page/section.tsx'
import { ProgressBar } from '../../ui/progress-bar.tsx'
import { ResourceList } from '../../ui/table/resource-list.tsx'
import { column, type Column } from '../../ui/table/table-columns.tsx'
import { useAddress } from '../../ui/use-address.ts'
import { count } from '../../ui/words/numbers.ts'
import { When } from '../../ui/words/when.tsx'
import { isUnderWay, letters } from './kind.ts'
import { personColumn, Sums } from './reach.tsx'
import { chosenOf, outcomeSums, wordsOf } from './sums.ts'
import { readPage } from '../../ui/read.ts'

/** Shows the progress and the results of a letter; each number opens its people. */
export function Recipients({ letter }: { letter: ListLetterPage }) {
  const { id, state, recipients } = letter
  const { search, go } = useAddress<RecipientsQuery>()
  const group = search.reason ?? search.state
  const chosen = chosenOf(letter)
  const { sent = 0, waiting = 0, handed = 0, left_out = 0 } = recipients
  const writtenTo = chosen - left_out
  const done = writtenTo - waiting - handed
  return (
    <>
      <Card title={state === 'leaving' ? 'Who gets it' : 'Who got it'}>
        {isUnderWay(state) && (
          <>
            <p role="status">
              {count(sent)} of {count(writtenTo)} sent
            </p>
            <ProgressBar label="Progress" percent={(done / Math.max(1, writtenTo)) * 100} />
          </>
        )}
        <Sums
          chosen={chosen}
          sums={outcomeSums(letter)}
          opened={group ?? ''}
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
      </Card>
      {group && <People id={id} group={group} counted={JSON.stringify(recipients)} />}
    </>
  )
}

/** The people of one of the sums; `counted` changes with what becomes of them. */
function People({ id, group, counted }: { id: number; group: RecipientState | LeftOutReason; counted: string }) {
  const address = useAddress<RecipientsQuery>()
  const title = `People: ${wordsOf(group)}`
  const query = useQuery(
    readPage(
      [letters.queryKey, String(id), 'recipients', address.search, counted],
      `/letters/${id}/recipients${writePlainSearch(address.search)}`,
      recipientsPage,
    ),
  )
  return (
    <Section title={title}>
      <Loaded query={query} blocks={6} height={36}>
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
      </Loaded>
    </Section>
  )
}

const columns: Column<RecipientsPage['recipients'][number]>[] = [
  personColumn(),
  column('answer', 'Answer', ({ declined_at }) => declined_at && 'No (not confirmed)', { width: 160 }),
  column('changed', 'When', ({ changed_at }) => <When at={changed_at} />, { width: 160 }),
]

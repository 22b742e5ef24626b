import { askWays, type AskOfPerson } from '@alumni/shared/publications/asks'
import { Group } from '@mantine/core'
import { z } from 'zod'
import { describeAskAnswer, formatAskTitle, type useAsks } from '../../domain/asks/last-ask.tsx'
import { NoteAskButton } from '../../domain/asks/note-ask.tsx'
import { FailedSection } from '../../domain/session/failed-page.tsx'
import { remove } from '../../http.ts'
import { ActionButton } from '../../ui/action-button.tsx'
import { Card, Entries } from '../../ui/page/card.tsx'
import { PathLink } from '../../ui/page/path-link.tsx'
import { formatDay } from '../../ui/format/days.ts'
import { formatCount } from '../../ui/format/numbers.ts'

export function AsksCard({ buid, query }: { buid: string; query: ReturnType<typeof useAsks> }) {
  const { asks, total } = query.data ?? { asks: [], total: 0 }
  if (total === 0 && !query.error) return null
  return (
    <Card title="Asks and letters" count={total}>
      {query.error && !query.data && <FailedSection error={query.error} onRetry={query.refetch} />}
      <Entries
        key={asks.length > 6 ? 'many' : 'few'}
        count={asks.length}
        of={formatCount(asks.length, ['ask or letter', 'asks and letters'])}
      >
        {asks.map((ask) => (
          <AskEntry key={ask.key} ask={ask} buid={buid} />
        ))}
      </Entries>
      {total > asks.length && (
        <p className="note">
          The latest {asks.length} of {formatCount(total, ['entry', 'entries'])}.
        </p>
      )}
    </Card>
  )
}

function AskEntry({ ask, buid }: { ask: AskOfPerson; buid: string }) {
  const { letter, noted, asked_on, asked_by } = ask
  const title = formatAskTitle(ask)
  const path = pathOf(ask)
  const answer = describeAskAnswer(ask)
  return (
    <Group component="li" justify="space-between" align="flex-start" gap="4px 16px">
      <span className="lines">
        <span>
          {path ? <PathLink path={path}>{title}</PathLink> : <strong>{title}</strong>}{' '}
          <span className="note">{answer}</span>
        </span>
        <span className="fact">
          {answer ? 'Asked' : 'Letter'} on {formatDay(asked_on)}
          {asked_by && ` by ${asked_by}`}
          {letter && answer && (
            <>
              {', '}
              <PathLink path={`/letters/${letter.id}`}>by letter</PathLink>
            </>
          )}
          {noted && `, ${askWays[noted.how].toLowerCase()}`}
        </span>
      </span>
      {noted && (
        <Group gap={8}>
          <NoteAskButton buids={[buid]} edited={{ noted, title }} isSmall />
          <ActionButton
            run={() => remove(`/asks/${noted.id}`, z.null())}
            invalidates={['asks', 'alumni_search', 'events', 'opportunities', 'classes']}
            successNotice={() => 'The ask is removed.'}
            size="compact-sm"
            label={`Remove the ask “${title}”`}
            confirmation={{
              title: 'Remove this ask?',
              body: 'It is taken off this page and out of searches. The audit log still has it.',
              confirm: 'Remove it',
              isDangerous: true,
            }}
          >
            Remove
          </ActionButton>
        </Group>
      )}
    </Group>
  )
}

function pathOf({ subject, letter }: AskOfPerson): string | null {
  if (!subject) return letter && `/letters/${letter.id}`
  return `/champion_signups/${subject.kind === 'event' ? 'events' : 'opportunities'}/${subject.id}`
}

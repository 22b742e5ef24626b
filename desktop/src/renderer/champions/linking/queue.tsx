import { helpLabels } from '@alumni/shared/champions/list-labels'
import type { ListedSignup } from '@alumni/shared/champions/staff-list'
import { placeName } from '@alumni/shared/countries'
import { Group, Text } from '@mantine/core'
import { IconArrowBackUp, IconChevronLeft, IconChevronRight, IconCircleCheck } from '@tabler/icons-react'
import { nameWithClasses } from '@alumni/shared/alumni/class-names'
import { NameLink } from '../../domain/people/person-link.tsx'
import { Alert } from '../../ui/alert.tsx'
import { Card, Facts } from '../../ui/page/card.tsx'
import { EmptyState } from '../../ui/page/empty-state.tsx'
import { useLetterKey } from '../../ui/use-letter-key.ts'
import { Breakable } from '../../ui/format/breakable.tsx'
import { formatNumber, formatCount } from '../../ui/format/numbers.ts'
import { RelativeTime } from '../../ui/format/times.tsx'
import { CompareLink } from '../record/signup-action-button.tsx'
import { CandidatesCard } from './candidates-card.tsx'
import type { QueueItem } from './queries.ts'
import { useLinkingQueue } from './use-queue.ts'
import classes from './queue.module.css'
import { Button, LinkButton } from '../../ui/button.tsx'

type LinkingQueueProps = {
  items: readonly QueueItem[]
  /** The number of waiting signups that are not among `items`. */
  furtherCount: number
  onNext: () => void
  onRestart: () => void
}

export function LinkingQueue({ items, furtherCount, onNext, onRestart }: LinkingQueueProps) {
  const queue = useLinkingQueue(items)
  const { index, current, linked, skipped } = queue
  useLetterKey('j', () => queue.go(Math.min(index + 1, items.length - 1)))
  useLetterKey('k', () => queue.go(index - 1))
  useLetterKey('u', queue.undoLast, linked.size > 0)
  if (!current)
    return (
      <QueueEnd
        linked={linked.size}
        skipped={skipped.size}
        furtherCount={furtherCount}
        onReviewSkipped={queue.reviewSkipped}
        onNext={onNext}
        onRestart={onRestart}
      />
    )
  return (
    <section aria-label={`Signup ${index + 1} of ${items.length + furtherCount}`}>
      <QueueBar queue={queue} items={items.length} furtherCount={furtherCount} />
      {queue.error && (
        <Alert tone="bad" isAlert title="The server did not answer">
          {queue.error.message} A signup already linked stays linked.
        </Alert>
      )}
      {queue.refusal && (
        <Alert tone="warn" isAlert title="Not linked">
          <p>{queue.refusal.error}</p>
          {queue.refusal.merge && <CompareLink merge={queue.refusal.merge} />}
        </Alert>
      )}
      <div className={classes.columns}>
        <SignupCard signup={current} />
        {queue.linkedPerson ? (
          <Card title="Linked">
            <p>
              <NameLink
                buid={queue.linkedPerson.buid}
                name={nameWithClasses(queue.linkedPerson.name, queue.linkedPerson.class_years)}
              />
            </p>
            <Group gap={8}>
              <Button
                variant="default"
                icon={IconArrowBackUp}
                onClick={() => queue.undoLink(index, queue.linkedPerson!.buid)}
              >
                Undo this link
              </Button>
            </Group>
          </Card>
        ) : (
          <CandidatesCard
            key={current.id}
            signup={current}
            nextSignups={items.slice(index + 1, index + 3).map(({ signup }) => signup.id)}
            isPending={queue.isPending}
            onLink={queue.linkCurrent}
            onSkip={queue.skip}
          />
        )}
      </div>
    </section>
  )
}

type QueueBarProps = { queue: ReturnType<typeof useLinkingQueue>; items: number; furtherCount: number }

function QueueBar({ queue: { index, linked, skipped, go }, items, furtherCount }: QueueBarProps) {
  return (
    <Group mb={16} gap={8}>
      <Text component="h2" fz={16} fw={600}>
        <span role="status">
          {formatNumber(index + 1)} of {formatNumber(items + furtherCount)}
        </span>
      </Text>
      <span className="muted">
        {[
          linked.size > 0 && `${formatNumber(linked.size)} linked`,
          skipped.size > 0 && `${formatNumber(skipped.size)} skipped`,
        ]
          .filter(Boolean)
          .join(' · ')}
      </span>
      <Group gap={8} ml="auto">
        <Button
          variant="default"
          icon={IconChevronLeft}
          aria-keyshortcuts="k"
          disabled={index === 0}
          onClick={() => go(index - 1)}
        >
          Previous
        </Button>
        <Button
          variant="default"
          rightSection={<IconChevronRight size={16} stroke={1.6} aria-hidden />}
          aria-keyshortcuts="j"
          disabled={index === items - 1}
          onClick={() => go(index + 1)}
        >
          Next
        </Button>
      </Group>
    </Group>
  )
}

function SignupCard({ signup }: { signup: ListedSignup }) {
  const { college, degree_year, former_last_name, zip_code, postal_code, help_roles } = signup
  return (
    <Card title="The signup">
      <NameLink name={signup.name || signup.email} signup={signup.id} />
      <Facts
        facts={[
          ['E-mail', <Breakable key="email" text={signup.email} />],
          ['Phone', signup.phone],
          ['Former name', former_last_name],
          ['Class of', degree_year === null ? null : String(degree_year)],
          ['College', college?.name ?? null],
          ['Lives in', placeName(signup, zip_code ?? postal_code)],
          ['Helps with', help_roles.map((role) => (helpLabels as Record<string, string>)[role] ?? role).join(', ')],
          ['Signed up', <RelativeTime key="at" time={signup.signed_up_at} />],
        ]}
      />
    </Card>
  )
}

type QueueEndProps = {
  linked: number
  skipped: number
  furtherCount: number
  onReviewSkipped: () => void
  onNext: () => void
  onRestart: () => void
}

function QueueEnd({ linked, skipped, furtherCount, onReviewSkipped, onNext, onRestart }: QueueEndProps) {
  return (
    <EmptyState
      icon={IconCircleCheck}
      tone="good"
      title={furtherCount > 0 ? 'This part of the queue is done' : 'You have reached the end of the queue'}
      actions={
        <>
          {furtherCount > 0 && <Button onClick={onNext}>Next {formatNumber(Math.min(furtherCount, 100))}</Button>}
          {skipped > 0 && (
            <Button variant="default" onClick={onReviewSkipped}>
              Review {formatCount(skipped, ['skipped signup', 'skipped signups'])} again
            </Button>
          )}
          {skipped === 0 && furtherCount === 0 && (
            <Button variant="default" onClick={onRestart}>
              Check for new signups
            </Button>
          )}
          <LinkButton variant="default" to="/champion_signups">
            Champions
          </LinkButton>
        </>
      }
    >
      {formatCount(linked, ['signup', 'signups'])} linked, {formatNumber(skipped)} skipped.
    </EmptyState>
  )
}

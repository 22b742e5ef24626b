import { letterTestReply, topicLabels, plainMoves, type ListLetterPage } from '@alumni/shared/publications/list-letters'
import { IconUsers } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { formatClock } from '../../domain/publications/clock.ts'
import { PublicationActions, type Actions } from '../../domain/publications/publication-actions.tsx'
import { LastChange } from '../../domain/publications/publication-page.tsx'
import { FailedPage } from '../../domain/session/failed-page.tsx'
import { post } from '../../http.ts'
import { ActionButton } from '../../ui/action-button.tsx'
import { Alert } from '../../ui/alert.tsx'
import { Card, Facts } from '../../ui/page/card.tsx'
import { EmptyState } from '../../ui/page/empty-state.tsx'
import { PageSkeleton } from '../../ui/page/page-skeleton.tsx'
import { Page } from '../../ui/page/page.tsx'
import { WithAside } from '../../ui/page/with-aside.tsx'
import { StateWord } from '../../ui/state-word.tsx'
import { askedOf, letterQuery, letters, reachQuery, whyNoOneOf } from './kind.ts'
import { PeopleFrom } from './people-from.tsx'
import { Preview } from './preview.tsx'
import { WhoGetsIt } from './reach.tsx'
import { Recipients } from './recipients.tsx'
import { SendDialog } from './send-dialog.tsx'
import { Button, LinkButton } from '../../ui/button.tsx'

type Moved = Omit<ListLetterPage, 'moves'> & { moves: (typeof plainMoves)[number][] }

const actions: Actions<Moved> = {
  own: {
    take_back: {
      button: 'Take back…',
      title: 'Take this letter back?',
      action: 'Take it back',
      done: 'It is a draft again. No one got it.',
      consequences: () => 'No one gets it. It is a draft again, and its people are chosen again when it is sent.',
    },
    stop: {
      button: 'Stop…',
      title: 'Stop this letter?',
      action: 'Stop it',
      done: 'It is stopped.',
      isDangerous: true,
      consequences: () => 'Those who wait for it get nothing until you resume. Letters that have left stay sent.',
    },
    resume: {
      button: 'Resume…',
      title: 'Resume this letter?',
      action: 'Resume it',
      done: 'It goes on where it stopped.',
      consequences: () => 'It goes to those who wait for it. No one gets it twice.',
    },
  },
  consequences: {
    publish: () => null,
    unpublish: () => null,
    delete: () => 'It is deleted for good. No one has got it.',
  },
  canEdit: ({ state }) => state === 'draft',
  canDelete: ({ state }) => state === 'draft',
}
const kind = { ...letters, ...actions }

/** A letter: before it is sent as its people will get it, afterwards what became of it for each of them. */
export function LetterPage() {
  const { id } = useParams({ from: '/shell/letters/$id' })
  const query = useQuery(letterQuery(id))
  if (query.data) return <Letter key={id} letter={query.data} />
  return query.error ? <FailedPage error={query.error} onRetry={query.refetch} /> : <PageSkeleton />
}

function Letter({ letter }: { letter: ListLetterPage }) {
  const [position, setPosition] = useState(1)
  const [isSending, setSending] = useState(false)
  const isDraft = letter.state === 'draft'
  const reach = useQuery({ ...reachQuery(askedOf(letter)), enabled: isDraft })
  const whyNoOne = isDraft ? whyNoOneOf(reach) : null
  const record = { ...letter, moves: plainMoves.filter((move) => letter.moves.includes(move)) }
  return (
    <Page
      title={letter.title}
      isRecord
      mark={<StateWord {...letters.states[letter.state]} />}
      about={letter.summary}
      actions={
        <>
          {isDraft && whyNoOne === null && (
            <Sending letter={letter} position={position} onSend={() => setSending(true)} />
          )}
          <PublicationActions kind={kind} record={record} />
        </>
      }
    >
      <WithAside
        aside={
          <>
            {isDraft && <WhoGetsIt asked={askedOf(letter)} />}
            <About letter={letter} />
          </>
        }
      >
        {whyNoOne === null ? <Notice letter={letter} /> : <NoOne>{whyNoOne}</NoOne>}
        {!isDraft && <Recipients letter={letter} />}
        {whyNoOne === null && (
          <Preview
            letter={letter}
            title={isDraft ? 'As it arrives' : letter.state === 'sent' ? 'The letter as it was sent' : 'The letter'}
            position={position}
            onPosition={setPosition}
          />
        )}
      </WithAside>
      {/* It stays open with what the service said, whatever became of the letter meanwhile. */}
      {isSending && <SendDialog letter={letter} onClose={() => setSending(false)} />}
    </Page>
  )
}

function NoOne({ children }: { children: string }) {
  return (
    <EmptyState
      icon={IconUsers}
      title="No one gets it"
      actions={<LinkButton to="/letters/new">Choose other people</LinkButton>}
    >
      {children} To use this letter for other people, press “Write to these” where you find them, and choose it as the
      text to begin with.
    </EmptyState>
  )
}

type SendingProps = { letter: ListLetterPage; position: number; onSend: () => void }

/** A test comes first, as the person whose letter is shown; the letter is sent only after one of this version. */
function Sending({ letter: { id, is_tested }, position, onSend }: SendingProps) {
  return (
    <>
      <ActionButton
        variant={is_tested ? 'default' : 'filled'}
        run={() => post(`/letters/${id}/tests`, letterTestReply, { position })}
        invalidates={[letters.queryKey]}
        done={({ sent_to, as }) => `A test is on its way to ${sent_to}, written as for ${as}.`}
        refusal="No test was sent"
      >
        Send me a test
      </ActionButton>
      <Button
        variant={is_tested ? 'filled' : 'default'}
        disabled={!is_tested}
        title={is_tested ? undefined : 'Send yourself a test of this version first.'}
        onClick={onSend}
      >
        Send…
      </Button>
    </>
  )
}

/** The most important fact about the state of the letter. */
function Notice({ letter: { state, is_tested, published_at, clock_zone, stop_reason } }: { letter: ListLetterPage }) {
  if (state === 'draft')
    return is_tested ? (
      <Alert tone="good" title="A test of this version was sent">
        Read it as it arrived before you send the letter.
      </Alert>
    ) : (
      <Alert tone="info" title="Send yourself a test first">
        It is written with the data of the person shown below. You can send the letter once a test of this version is on
        its way.
      </Alert>
    )
  if (state === 'leaving' && published_at)
    return (
      <Alert tone="info" title={`It leaves ${formatClock(published_at, clock_zone)}`}>
        Until then it can be taken back, and no one gets it.
      </Alert>
    )
  if (state === 'stopped')
    return (
      <Alert tone="warn" title="It is stopped">
        {stop_reason ?? 'Those who wait for it get nothing until it is resumed.'}
      </Alert>
    )
  if (state === 'failed')
    return (
      <Alert tone="bad" title="The service stopped it">
        {stop_reason}
      </Alert>
    )
  return null
}

function About({ letter }: { letter: ListLetterPage }) {
  const { state, about, topic, replies_to, skips_answered, sender, updated_by, list } = letter
  return (
    <Card title="About this letter">
      <Facts
        facts={[
          ['About', about && <AboutLink key="about" about={about} />],
          ['Topic', topicLabels[topic]],
          ['Replies go to', replies_to === 'writer' ? (updated_by ?? 'Whoever wrote it') : 'The office'],
          [
            'People who have answered',
            letter.event_id || letter.opportunity_id ? (skips_answered ? 'Left out' : 'Written to') : null,
          ],
          ['People from', state === 'draft' ? null : <PeopleFrom key="from" list={list} />],
          ['Sent by', sender],
          state === 'draft'
            ? ['Last changed', <LastChange key="change" at={letter.updated_at} by={letter.updated_by} />]
            : ['Written by', letter.updated_by],
        ]}
      />
    </Card>
  )
}

function AboutLink({ about: { title, url } }: { about: NonNullable<ListLetterPage['about']> }) {
  return (
    <a href={url} target="_blank" rel="noreferrer">
      {title}
    </a>
  )
}

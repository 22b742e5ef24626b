import {
  isDraft,
  letterTestReply,
  listLetterContract,
  plainMoves,
  topicLabels,
  type ListLetterPage,
} from '@alumni/shared/publications/list-letters'
import { hasRole } from '@alumni/shared/staff/accounts'
import { IconUsers } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { useInvitation } from '../../domain/letters/invitation.ts'
import { PublicationActions, useDeletion, type Actions } from '../../domain/publications/publication-actions.tsx'
import { LastChange } from '../../domain/publications/publication-page.tsx'
import { FailedPage } from '../../domain/session/failed-page.tsx'
import { useSession } from '../../domain/session/session.ts'
import { post, remove } from '../../http.ts'
import { ActionButton } from '../../ui/action-button.tsx'
import { Alert } from '../../ui/alert.tsx'
import { Card, Facts } from '../../ui/page/card.tsx'
import { EmptyState } from '../../ui/page/empty-state.tsx'
import { PageSkeleton } from '../../ui/page/page-skeleton.tsx'
import { Page } from '../../ui/page/page.tsx'
import { WithAside } from '../../ui/page/with-aside.tsx'
import { StateBadge } from '../../ui/state-badge.tsx'
import { formatCount } from '../../ui/format/numbers.ts'
import { LetterNotice } from './notice.tsx'
import { GiveBackButton } from './give-back.tsx'
import { toReachRequest, letterQuery, letters, reachQuery, useSenderProblem, describeReachProblem } from './kind.ts'
import { ListLink } from './people-from.tsx'
import { Preview } from './preview.tsx'
import { RecipientsCard } from './reach.tsx'
import { Recipients } from './recipients.tsx'
import { SendDialog } from './send-dialog.tsx'
import { WrittenDates } from './written-dates.tsx'
import { Button, LinkButton } from '../../ui/button.tsx'

type LetterRecord = Omit<ListLetterPage, 'moves'> & { moves: (typeof plainMoves)[number][] }

const actions: Actions<LetterRecord> = {
  ownMoves: {
    take_back: {
      button: 'Take back…',
      title: 'Take this letter back?',
      action: 'Take it back',
      successMessage: 'It is a draft again. No one got it.',
      consequences: () => 'No one gets it. It is a draft again, and its people are chosen again when it is sent.',
    },
    stop: {
      button: 'Stop…',
      title: 'Stop this letter?',
      action: 'Stop it',
      successMessage: 'It is stopped.',
      isDangerous: true,
      consequences: () => 'Those who wait for it get nothing until you resume. Letters that have left stay sent.',
    },
    resume: {
      button: 'Resume…',
      title: 'Resume this letter?',
      action: 'Resume it',
      successMessage: 'It goes on where it stopped.',
      consequences: () => 'It goes to those who wait for it. No one gets it twice.',
    },
  },
  consequences: {
    publish: () => null,
    unpublish: () => null,
    delete: () => 'It is deleted for good. No one has got it.',
  },
  canEdit: ({ state }) => isDraft(state),
  canDelete: ({ state }) => isDraft(state),
}
const kind = { ...letters, ...actions }

export function LetterPage() {
  const { id } = useParams({ from: '/shell/letters/$id' })
  const query = useQuery(letterQuery(id))
  if (query.data) return <Letter key={id} letter={query.data} />
  return query.error ? <FailedPage error={query.error} onRetry={query.refetch} /> : <PageSkeleton />
}

function Letter({ letter }: { letter: ListLetterPage }) {
  const [position, setPosition] = useState(1)
  const [isSending, setSending] = useState(false)
  const isUnsent = isDraft(letter.state)
  const reach = useQuery({ ...reachQuery(toReachRequest(letter)), enabled: isUnsent })
  const listProblem = isUnsent ? describeReachProblem(reach) : null
  const senderProblem = useSenderProblem(reach.data?.written_to, letter.choices, letter.author_id)
  const [, setInvitation] = useInvitation()
  // Clears the pending invitation, because its letter exists now.
  useEffect(() => setInvitation(null), [setInvitation])
  const blocker = letter.subject_blocker
  const record = {
    ...letter,
    moves: plainMoves.filter((move) => letter.moves.includes(move) && !(blocker && move === 'resume')),
  }
  return (
    <Page
      title={letter.title}
      isRecord
      badge={<StateBadge {...letters.states[letter.state]} />}
      about={letter.summary}
      actions={
        <>
          {isUnsent && !blocker?.is_over && listProblem === null && reach.data && (
            <SendButtons
              letter={letter}
              people={reach.data.written_to}
              senderProblem={senderProblem}
              position={position}
              onSend={() => setSending(true)}
            />
          )}
          {letter.state === 'requested' && <TakeBackButton letter={letter} />}
          <PublicationActions kind={kind} record={record} />
        </>
      }
    >
      <WithAside
        aside={
          <>
            {isUnsent && <RecipientsCard request={toReachRequest(letter)} />}
            <LetterFacts letter={letter} />
          </>
        }
      >
        <FirstNotice record={record} listProblem={listProblem} senderProblem={senderProblem} />
        {!isUnsent && <Recipients letter={letter} />}
        {listProblem === null && (
          <Preview letter={letter} title={titlePreview(letter)} position={position} onPosition={setPosition} />
        )}
      </WithAside>
      {/* Stays open with an error even if the letter's state changes. */}
      {isSending && <SendDialog letter={letter} onClose={() => setSending(false)} />}
    </Page>
  )
}

function titlePreview({ state }: ListLetterPage): string {
  if (isDraft(state)) return 'As it arrives'
  return state === 'sent' ? 'The letter as it was sent' : 'The letter'
}

type FirstNoticeProps = { record: LetterRecord; listProblem: string | null; senderProblem: string | null }

function FirstNotice({ record, listProblem, senderProblem }: FirstNoticeProps) {
  const { state, subject_blocker: blocker } = record
  if (isDraft(state) && blocker?.is_over) return <UnsendableNotice record={record}>{blocker.message}</UnsendableNotice>
  if (listProblem !== null) return <NoRecipients>{listProblem}</NoRecipients>
  return <LetterNotice letter={record} senderProblem={senderProblem} />
}

/** Explains why a letter can never be sent and offers what is left to do with it. */
function UnsendableNotice({ record, children }: { record: LetterRecord; children: string }) {
  const deletion = useDeletion({ kind, record })
  return (
    <Alert
      tone="warn"
      title="This letter cannot be sent"
      actions={
        <>
          <LinkButton to="/letters/new" search={{ copy: record.id }}>
            Copy
          </LinkButton>
          <Button variant="default" onClick={deletion.ask}>
            {deletion.label}
          </Button>
        </>
      }
    >
      {children} Copy it to use its text for something else, or delete it.
    </Alert>
  )
}

function NoRecipients({ children }: { children: string }) {
  return (
    <EmptyState
      icon={IconUsers}
      title="No one gets it"
      actions={<LinkButton to="/letters/new">Choose other people</LinkButton>}
    >
      {children} To use this letter for other people, choose them, and then this letter as the text to begin with.
    </EmptyState>
  )
}

type SendButtonsProps = {
  letter: ListLetterPage
  people: number
  senderProblem: string | null
  position: number
  onSend: () => void
}

/** Sending requires a test e-mail of this version of the letter. */
function SendButtons({ letter, people, senderProblem, position, onSend }: SendButtonsProps) {
  const { id, version, is_tested, state, subject_blocker: blocker } = letter
  const isReady = is_tested && blocker === null
  const nextButtonProps = {
    variant: isReady ? 'filled' : 'default',
    disabled: !isReady,
    title: blocker?.message ?? (is_tested ? undefined : 'Send yourself a test of this version first.'),
  } as const
  return (
    <>
      <ActionButton
        variant={is_tested ? 'default' : 'filled'}
        run={() => post(`/letters/${id}/tests`, letterTestReply, { position })}
        invalidates={[letters.queryKey]}
        successNotice={({ sent_to, as }) => ({
          message: `A test is on its way to ${sent_to}, written as for ${as}.`,
          topic: letters.queryKey,
        })}
        errorTitle="No test was sent"
      >
        Send me a test
      </ActionButton>
      {senderProblem === null && (
        <Button {...nextButtonProps} onClick={onSend}>
          Send…
        </Button>
      )}
      {senderProblem !== null && state !== 'requested' && (
        <ActionButton
          variant={nextButtonProps.variant}
          disabled={nextButtonProps.disabled}
          run={() => post(`/letters/${id}/requests`, listLetterContract.record, { version })}
          invalidates={[letters.queryKey, 'morning']}
          successNotice={() => ({ message: 'It waits for an administrator now.', topic: letters.queryKey })}
          errorTitle="It was not handed over"
          confirmation={{
            title: `Ask an administrator to send it to ${formatCount(people, ['person', 'people'])}?`,
            body: (
              <>
                <p>{senderProblem} They find it on their start page. Replies for its author go to you.</p>
                <WrittenDates letter={letter} />
              </>
            ),
            confirm: 'Ask an administrator',
          }}
        >
          Ask an administrator to send it…
        </ActionButton>
      )}
    </>
  )
}

/** Takes a requested letter back for its author, or gives it back as an administrator. */
function TakeBackButton({ letter }: { letter: ListLetterPage }) {
  const { user } = useSession()
  const { id, author_id } = letter
  if (author_id !== user.id) return hasRole(user.role, 'admin') && <GiveBackButton letter={letter} />
  return (
    <ActionButton
      run={() => remove(`/letters/${id}/requests`, listLetterContract.record, {})}
      invalidates={[letters.queryKey, 'morning']}
      successNotice={() => 'It is your draft again.'}
    >
      Take it back
    </ActionButton>
  )
}

function LetterFacts({ letter }: { letter: ListLetterPage }) {
  const { state, about, topic, replies_to, skips_answered, sender, author, requested_at, list } = letter
  return (
    <Card title="About this letter">
      <Facts
        facts={[
          ['About', about && <AboutLink key="about" about={about} />],
          ['Topic', topicLabels[topic]],
          ['Replies go to', replies_to === 'writer' ? (author ?? 'The author') : 'The office'],
          [
            'People who have answered',
            letter.event_id || letter.opportunity_id ? (skips_answered ? 'Left out' : 'Written to') : null,
          ],
          ['People', isDraft(state) ? null : <ListLink key="from" list={list} />],
          ['Asked by', requested_at && author],
          ['Sent by', sender],
          isDraft(state)
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

import { letterStates } from '@alumni/shared/letters'
import { sendAgainReply } from '@alumni/shared/operations/letters'
import type { LettersPage as PageData, LettersQuery, SentLetter } from '@alumni/shared/operations/letters'
import { IconMail, IconSend } from '@tabler/icons-react'
import { NameLink } from '../../domain/people/person-link.tsx'
import { letterStateLabels } from '../../domain/letters/letter-state-labels.ts'
import { ListPage } from '../../domain/session/list-page.tsx'
import { Alert } from '../../ui/alert.tsx'
import { post } from '../../http.ts'
import { ActionButton } from '../../ui/action-button.tsx'
import { useAction } from '../../ui/use-action.ts'
import { buildCountedOptions } from '../../ui/format/counted-options.ts'
import { StateBadge } from '../../ui/state-badge.tsx'
import { emptyCell } from '../../ui/format/empty-cell.tsx'
import { formatCount } from '../../ui/format/numbers.ts'
import { lettersQuery, lettersUrl, sendAgainAction } from './queries.ts'
import { column, type Column, dateColumn } from '../../ui/table/table-columns.tsx'

export function LettersPage() {
  const sendAgain = useAction(sendAgainAction.run, sendAgainAction)
  return (
    <ListPage<PageData, SentLetter, LettersQuery>
      title="Outbox"
      about="Letters of the last 30 days: to whom, and which could not be sent. Addresses are not stored; they are looked up when a letter is sent."
      buttons={(page) => page && page.can_send_again > 0 && <SendAllAgain letters={page.can_send_again} />}
      query={lettersQuery}
      rowsOf={({ letters }) => letters}
      noun={['letter', 'letters']}
      searchedFields="name, e-mail or BUID"
      filters={({ counts, kinds }) => [
        {
          name: 'state',
          label: 'Which letters',
          anyLabel: 'All',
          options: buildCountedOptions(letterStates, (state) => letterStateLabels[state].label, counts),
        },
        {
          name: 'kind',
          label: 'What letters are about',
          anyLabel: 'About anything',
          options: kinds,
          isSearchable: true,
        },
      ]}
      columns={columns}
      rowKey={({ id }) => String(id)}
      actions={[
        {
          key: 's',
          label: () => 'Send again',
          icon: IconSend,
          isPossible: ({ state, kind }) => state === 'given_up' && kind !== 'list-letter',
          run: ({ id }) => sendAgain.mutate(id),
        },
      ]}
      empty={{
        icon: IconMail,
        title: 'No letters yet',
        children: 'Letters appear here when the service sends one, such as a sign-in link or an answer to an event.',
      }}
    >
      {({ retained, is_copy }) => retained > 0 && <RetainedLetters letters={retained} isCopy={is_copy} />}
    </ListPage>
  )
}

function SendAllAgain({ letters }: { letters: number }) {
  return (
    <ActionButton variant="filled" icon={IconSend} {...sendAgainAction}>
      Send {formatCount(letters, ['letter', 'letters'])} again
    </ActionButton>
  )
}

/** Asks whether to send or drop letters from before a restore, which may already have been sent. */
function RetainedLetters({ letters, isCopy }: { letters: number; isCopy: boolean }) {
  const lettersText = formatCount(letters, ['letter', 'letters'])
  const decide = (decision: 'send' | 'drop') => ({
    run: () => post(`${lettersUrl}/retained`, sendAgainReply, { decision }),
    invalidates: ['settings'],
    successNotice: (reply: { letters: number }) =>
      `${formatCount(reply.letters, ['letter', 'letters'])} ${decision === 'send' ? 'on the way' : 'dropped'}.`,
  })
  return (
    <Alert
      tone="warn"
      title={isCopy ? 'This is a copy: it sends no letter' : `${lettersText} were waiting when the backup was made`}
      actions={
        <>
          {!isCopy && (
            <ActionButton variant="filled" size="compact-sm" {...decide('send')}>
              Send them
            </ActionButton>
          )}
          <ActionButton
            size="compact-sm"
            {...decide('drop')}
            confirmation={{
              title: `Drop ${lettersText}?`,
              body: 'They will not be sent. You can send each one again for 30 days.',
              confirm: 'Drop them',
            }}
          >
            Drop them
          </ActionButton>
        </>
      }
    >
      {isCopy
        ? `${lettersText} would have been sent.`
        : 'They may have been sent before the service was restored. Sign-in links and reminders among them are too old to send.'}
    </Alert>
  )
}

const columns: Column<SentLetter>[] = [
  column('to', 'To', { width: 200 }, (row) => <RecipientCell {...row} />),
  column('about', 'About', (row) => row.about),
  column('state', 'State', { width: 130 }, (letter) => <StateBadge {...letterStateLabels[letter.state]} />),
  dateColumn('asked', 'Requested', (row) => row.created_at),
  dateColumn('ended', 'Sent', (row) => row.sent_at),
  column('attempts', 'Attempts', { isNumber: true, width: 70 }, (row) => row.attempts),
  column('failure', 'What went wrong', (row) => row.failure ?? emptyCell),
]

function RecipientCell({ person, alumnus }: SentLetter) {
  if (alumnus) return <NameLink {...alumnus} />
  if (!person) return emptyCell
  if (person.kind === 'staff') return <strong>{person.name || 'No name'}</strong>
  return <NameLink name={person.name} signup={person.id} />
}

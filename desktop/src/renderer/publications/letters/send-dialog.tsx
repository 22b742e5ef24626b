import { isDraft, listLetterContract } from '@alumni/shared/publications/list-letters'
import type { LetterReach, ListLetterPage } from '@alumni/shared/publications/list-letters'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { missingTimeError, SendTimeField } from '../../domain/publications/publish-dialog.tsx'
import { NetworkError, post } from '../../http.ts'
import { Alert } from '../../ui/alert.tsx'
import { Dialog } from '../../ui/form/dialog.tsx'
import { readFieldErrors } from '../../ui/form/form.tsx'
import { matchesNumber, NumberConfirmation } from '../../ui/form/number-confirmation.tsx'
import { useAction } from '../../ui/use-action.ts'
import { formatNumber, formatCount } from '../../ui/format/numbers.ts'
import { toReachRequest, letters, reachQuery, useSenderProblem } from './kind.ts'
import { WrittenDates } from './written-dates.tsx'
import { countReachByGroup, describeCounts } from './group-counts.ts'

const noun = ['person', 'people'] as const

/** Sends a letter in five minutes, or at a time in the institution's time zone. */
export function SendDialog({ letter, onClose }: { letter: ListLetterPage; onClose: () => void }) {
  const { clock_zone, choices } = letter
  const { data: reach, isPlaceholderData } = useQuery(reachQuery(toReachRequest(letter)))
  const [sendAt, setSendAt] = useState<string | null>(null)
  const [typedNumber, setTypedNumber] = useState('')
  const [isSubmitted, setSubmitted] = useState(false)
  const people = reach?.written_to ?? 0
  const isUnusual = people > choices.staff_max
  // Keeps the version that the user has read, even if a colleague changes the letter.
  const [version] = useState(letter.version)
  const refusal = useRefusal(letter, version, reach)
  const { send, error } = useSend({ ...letter, version }, people, sendAt, onClose)
  function submit() {
    setSubmitted(true)
    if (sendAt !== '' && (!isUnusual || matchesNumber(typedNumber, people))) send.mutate()
  }
  return (
    <Dialog
      title={`Send this letter to ${formatCount(people, noun)}?`}
      onClose={onClose}
      error={error}
      submit={isDraft(letter.state) ? submitLabel(sendAt, people) : undefined}
      onSubmit={submit}
      isPending={send.isPending}
      isDisabled={people === 0 || isPlaceholderData || refusal !== null}
      focus={isUnusual ? undefined : 'submit'}
    >
      {reach && <p>{describeCounts(countReachByGroup(reach))}</p>}
      {refusal === null ? (
        <>
          <WrittenDates letter={letter} />
          <SendTimeField
            time={sendAt}
            label="Send at"
            zone={clock_zone}
            hint="The people are fixed now."
            error={readFieldErrors(send.error)?.at ?? (isSubmitted && sendAt === '' && missingTimeError)}
            onChoose={(to) => {
              setSendAt(to)
              setSubmitted(false)
              send.reset()
            }}
          >
            It leaves in five minutes, and can be taken back until then. The people are fixed now.
          </SendTimeField>
          {isUnusual && (
            <NumberConfirmation
              label={`Type ${formatNumber(people)} to send it to that many people`}
              number={people}
              value={typedNumber}
              isSubmitted={isSubmitted}
              onChange={setTypedNumber}
              data-autofocus
            />
          )}
        </>
      ) : (
        !error && <Alert tone="warn">{refusal}</Alert>
      )}
    </Dialog>
  )
}

const submitLabel = (sendAt: string | null, people: number) =>
  sendAt === null ? `Send to ${formatNumber(people)}` : `Schedule for ${formatNumber(people)}`

function useSend(
  { id, version, state, choices }: ListLetterPage,
  people: number,
  sendAt: string | null,
  onDone: () => void,
) {
  const send = useAction(
    () =>
      post(
        `/letters/${id}/send`,
        listLetterContract.record,
        {
          version,
          written_to: people,
          ...(people > choices.staff_max && { typed_count: people }),
          ...(sendAt !== null && { at: sendAt }),
        },
        // Allows time to find many recipients.
        60_000,
      ),
    {
      invalidates: [letters.queryKey, 'morning'],
      isErrorInline: true,
      successNotice: () =>
        sendAt === null ? 'It leaves in five minutes. Until then you can take it back.' : 'It will leave at that time.',
      onDone,
    },
  )
  // Ignores a network error if the letter's state shows that it was sent.
  return { send, error: !isDraft(state) && send.error instanceof NetworkError ? null : send.error }
}

/** Returns why this user cannot send the letter now, or null if they can. */
function useRefusal(
  { choices, state, is_tested, version, updated_by, author_id, subject_blocker }: ListLetterPage,
  readVersion: number,
  reach: LetterReach | undefined,
): string | null {
  const senderProblem = useSenderProblem(reach?.written_to, choices, author_id)
  if (state === 'leaving') return 'This letter has been sent. Until it leaves, you can take it back on its page.'
  if (!isDraft(state)) return 'This letter has been sent and is no longer a draft.'
  if (version !== readVersion)
    return `${updated_by ?? 'Someone else'} has changed this letter. Read it again before you send it.`
  if (subject_blocker) return subject_blocker.message
  if (!is_tested) return 'Send yourself a test of this version first.'
  return senderProblem
}

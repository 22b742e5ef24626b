import {
  isDraft,
  listLetterContract,
  type LetterReach,
  type ListLetterPage,
} from '@alumni/shared/publications/list-letters'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { missingTimeError, SendTimeField } from '../../domain/publications/publish-dialog.tsx'
import { NetworkError, post } from '../../http.ts'
import { Alert } from '../../ui/alert.tsx'
import { Dialog } from '../../ui/form/dialog.tsx'
import { refusedFields } from '../../ui/form/form.tsx'
import { matchesNumber, NumberConfirmation } from '../../ui/form/number-confirmation.tsx'
import { useAction } from '../../ui/use-action.ts'
import { count, countOf } from '../../ui/words/numbers.ts'
import { askedOf, letters, reachQuery, useWhyNotSender } from './kind.ts'
import { reachSums, sentenceOf } from './sums.ts'

const noun = ['person', 'people'] as const

/** Sends a letter in five minutes, or at a day and time by the institution's clocks. */
export function SendDialog({ letter, onClose }: { letter: ListLetterPage; onClose: () => void }) {
  const { clock_zone, choices } = letter
  const { data: reach, isPlaceholderData } = useQuery(reachQuery(askedOf(letter)))
  const [at, setAt] = useState<string | null>(null)
  const [typed, setTyped] = useState('')
  const [isTried, setTried] = useState(false)
  const people = reach?.written_to ?? 0
  const isUnusual = people > choices.staff_max
  // A colleague's change is read into the page behind the dialog: what the person has read is what they send.
  const [version] = useState(letter.version)
  const refusal = useRefusal(letter, version, reach)
  const { send, error } = useSend({ ...letter, version }, people, at, onClose)
  function submit() {
    setTried(true)
    if (at !== '' && (!isUnusual || matchesNumber(typed, people))) send.mutate()
  }
  return (
    <Dialog
      title={`Send this letter to ${countOf(people, noun)}?`}
      onClose={onClose}
      error={error}
      submit={isDraft(letter.state) ? submitWords(at, people) : undefined}
      onSubmit={submit}
      isPending={send.isPending}
      isDisabled={people === 0 || isPlaceholderData || refusal !== null}
      focus={isUnusual ? undefined : 'submit'}
    >
      {reach && <p>{sentenceOf(reachSums(reach))}</p>}
      {refusal === null ? (
        <>
          <SendTimeField
            time={at}
            label="Send at"
            zone={clock_zone}
            hint="The people are fixed now."
            error={refusedFields(send.error)?.at ?? (isTried && at === '' && missingTimeError)}
            onChoose={(to) => {
              setAt(to)
              setTried(false)
              send.reset()
            }}
          >
            It leaves in five minutes, and can be taken back until then. The people are fixed now.
          </SendTimeField>
          {isUnusual && (
            <NumberConfirmation
              label={`Type ${count(people)} to send it to that many people`}
              number={people}
              value={typed}
              isSubmitted={isTried}
              onChange={setTyped}
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

const submitWords = (at: string | null, people: number) =>
  at === null ? `Send to ${count(people)}` : `Schedule for ${count(people)}`

function useSend(
  { id, version, state, choices }: ListLetterPage,
  people: number,
  at: string | null,
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
          ...(at !== null && { at }),
        },
        // Many people are chosen in one go.
        60_000,
      ),
    {
      invalidates: [letters.queryKey, 'morning'],
      isErrorInline: true,
      successNotice: () =>
        at === null ? 'It leaves in five minutes. Until then you can take it back.' : 'It will leave at that time.',
      onDone,
    },
  )
  // The reply to the press that sent it may be lost: then the letter says what became of it.
  return { send, error: !isDraft(state) && send.error instanceof NetworkError ? null : send.error }
}

/** Explains why this person may not send it, in the words of the server. */
function useRefusal(
  { choices, state, is_tested, version, updated_by, author_id }: ListLetterPage,
  read: number,
  reach: LetterReach | undefined,
): string | null {
  const whyNot = useWhyNotSender(reach?.written_to, choices, author_id)
  if (state === 'leaving') return 'This letter has been sent. Until it leaves, you can take it back on its page.'
  if (!isDraft(state)) return 'This letter has been sent and is no longer a draft.'
  if (version !== read)
    return `${updated_by ?? 'Someone else'} has changed this letter. Read it again before you send it.`
  if (!is_tested) return 'Send yourself a test of this version first.'
  return whyNot
}

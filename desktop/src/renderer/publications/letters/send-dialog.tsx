import { listLetterContract, type LetterReach, type ListLetterPage } from '@alumni/shared/publications/list-letters'
import { hasRole } from '@alumni/shared/staff/accounts'
import { SegmentedControl, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { formatZone } from '../../domain/publications/clock.ts'
import { useSession } from '../../domain/session/session.ts'
import { request } from '../../http.ts'
import { Alert } from '../../ui/alert.tsx'
import { Dialog } from '../../ui/form/dialog.tsx'
import { refusedFields } from '../../ui/form/form.tsx'
import { isTyped, NumberToRepeat } from '../../ui/form/number-to-repeat.tsx'
import { useAction } from '../../ui/use-action.ts'
import { count, countOf } from '../../ui/words/numbers.ts'
import { askedOf, letters, reachQuery } from './kind.ts'
import { equation, reachSums } from './sums.ts'

const noun = ['person', 'people'] as const

type SendDialogProps = { letter: ListLetterPage; onClose: () => void }

/** Sends a letter in five minutes, or at a day and time by the institution's clocks. */
export function SendDialog({ letter, onClose }: SendDialogProps) {
  const { id, version, clock_zone, choices } = letter
  const { data: reach, isPlaceholderData } = useQuery(reachQuery(askedOf(letter)))
  const [at, setAt] = useState<string | null>(null)
  const [typed, setTyped] = useState('')
  const [isTried, setTried] = useState(false)
  const isNow = at === null
  const people = reach?.written_to ?? 0
  const isUnusual = people > choices.staff_max
  const refusal = useRefusal(letter, reach)
  const send = useAction(
    () =>
      request(`/letters/${id}/send`, listLetterContract.record, {
        method: 'POST',
        body: { version, written_to: people, ...(isUnusual && { typed_count: people }), ...(at !== null && { at }) },
        // Many people are chosen in one go.
        patienceInMs: 60_000,
      }),
    {
      invalidates: [letters.queryKey],
      isErrorInline: true,
      done: () =>
        isNow ? 'It leaves in five minutes. Until then you can take it back.' : 'It will leave at that time.',
      onDone: onClose,
    },
  )
  function submit() {
    setTried(true)
    if (at !== '' && (!isUnusual || isTyped(typed, people))) send.mutate()
  }
  return (
    <Dialog
      title={`Send this letter to ${countOf(people, noun)}?`}
      onClose={onClose}
      error={send.error}
      cancel="Not yet"
      submit={isNow ? `Send to ${count(people)}` : `Schedule for ${count(people)}`}
      onSubmit={submit}
      isPending={send.isPending}
      isDisabled={people === 0 || isPlaceholderData || refusal !== null}
      focus={isUnusual ? undefined : 'submit'}
    >
      {reach && <p>{equation(reach.chosen, reachSums(reach))}.</p>}
      {refusal && <Alert tone="warn">{refusal}</Alert>}
      <When
        at={at}
        zone={clock_zone}
        error={refusedFields(send.error)?.at ?? (isTried && at === '' && 'Choose a day and time.')}
        onChoose={(to) => {
          setAt(to)
          setTried(false)
          send.reset()
        }}
      />
      {isUnusual && refusal === null && (
        <NumberToRepeat
          label={`Type ${count(people)} to send it to that many people`}
          number={people}
          typed={typed}
          isTried={isTried}
          onType={setTyped}
          data-autofocus
        />
      )}
    </Dialog>
  )
}

type WhenProps = { at: string | null; zone: string; error: ReactNode; onChoose: (at: string | null) => void }

/** Now, which is null, or a day and time. */
function When({ at, zone, error, onChoose }: WhenProps) {
  return (
    <>
      <SegmentedControl
        aria-label="When"
        data={[
          { value: 'now', label: 'Now' },
          { value: 'later', label: 'At a day and time' },
        ]}
        value={at === null ? 'now' : 'later'}
        onChange={(to) => onChoose(to === 'now' ? null : '')}
      />
      {at === null ? (
        <p>It leaves in five minutes, and can be taken back until then. The people are fixed now.</p>
      ) : (
        <TextInput
          type="datetime-local"
          label="Send at"
          description={`In the institution’s time zone: ${formatZone(zone)}. The people are fixed now.`}
          error={error}
          value={at}
          onChange={(event) => onChoose(event.currentTarget.value)}
        />
      )}
    </>
  )
}

/** Why this person may not send it, as the service would say it. */
function useRefusal({ choices, updated_by }: ListLetterPage, reach: LetterReach | undefined): string | null {
  const { user } = useSession()
  const { staff_max, second_person_above } = choices
  const people = reach?.written_to ?? 0
  if (reach && people === 0) return 'No one of this list can be written to.'
  if (people > staff_max && !hasRole(user.role, 'admin'))
    return `You can send letters to up to ${countOf(staff_max, noun)}. Ask an administrator to send this one.`
  if (second_person_above !== null && people > second_person_above && updated_by === user.name)
    return `Letters to more than ${countOf(second_person_above, noun)} are sent by a second person. Ask a colleague to read and send it.`
  return null
}

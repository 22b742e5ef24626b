import { waitingAges, type Waiting, type WaitingAge } from '@alumni/shared/exchange/crm'
import { NativeSelect } from '@mantine/core'
import { count } from '../../ui/words/numbers.ts'

const ageWords: Record<WaitingAge, string> = {
  week: 'Up to a week',
  month: 'A week to 30 days',
  older: 'More than 30 days',
}

/** Narrows a list to those that have waited so long; `waiting` tells how many have. */
export function AgeFilter({
  age,
  waiting,
  onChoose,
}: {
  age: WaitingAge | undefined
  waiting: Waiting | null
  onChoose: (age: WaitingAge | undefined) => void
}) {
  return (
    <NativeSelect
      size="sm"
      aria-label="How long they have waited"
      value={age ?? ''}
      onChange={(event) => onChoose((event.currentTarget.value || undefined) as WaitingAge | undefined)}
      data={[
        { value: '', label: 'Waiting for any time' },
        ...waitingAges.map((value) => ({
          value,
          label: waiting ? `${ageWords[value]}: ${count(waiting[value])}` : ageWords[value],
        })),
      ]}
    />
  )
}

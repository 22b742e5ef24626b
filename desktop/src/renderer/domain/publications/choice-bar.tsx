import { NativeSelect, SegmentedControl } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { count } from '../../ui/words/numbers.ts'

export type Choice<Value extends string> = readonly [value: Value, word: string, number: number]

type ChoiceBarProps<Value extends string> = {
  label: string
  choices: readonly Choice<Value>[]
  value: Value
  onChoose: (value: Value) => void
}

/** One of several states to look at, each with how many are in it; on a narrow window it folds. */
export function ChoiceBar<Value extends string>({ label, choices, value, onChoose }: ChoiceBarProps<Value>) {
  const isNarrow = useMediaQuery('(max-width: 1000px)', false, { getInitialValueInEffect: false })
  const data = choices.map(([value, word, number]) => ({ value, label: `${word} ${count(number)}` }))
  const choose = (to: string) => onChoose(to as Value)
  return isNarrow ? (
    <NativeSelect
      size="sm"
      aria-label={label}
      data={data}
      value={value}
      onChange={(event) => choose(event.currentTarget.value)}
    />
  ) : (
    <SegmentedControl aria-label={label} data={data} value={value} onChange={choose} />
  )
}

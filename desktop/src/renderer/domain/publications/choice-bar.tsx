import { NativeSelect, SegmentedControl } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'

type ChoiceBarProps<Value extends string> = {
  label: string
  choices: readonly { value: Value; label: string }[]
  value: Value
  onChoose: (value: Value) => void
}

/** One of several states to look at; on a narrow window it folds. */
export function ChoiceBar<Value extends string>({ label, choices, value, onChoose }: ChoiceBarProps<Value>) {
  const isNarrow = useMediaQuery('(max-width: 1000px)', false, { getInitialValueInEffect: false })
  const choose = (to: string) => onChoose(to as Value)
  return isNarrow ? (
    <NativeSelect
      size="sm"
      aria-label={label}
      data={[...choices]}
      value={value}
      onChange={(event) => choose(event.currentTarget.value)}
    />
  ) : (
    <SegmentedControl aria-label={label} data={[...choices]} value={value} onChange={choose} />
  )
}

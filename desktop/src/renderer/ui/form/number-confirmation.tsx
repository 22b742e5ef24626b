import { TextInput, type TextInputProps } from '@mantine/core'
import { count } from '../words/numbers.ts'

type NumberConfirmationProps = Pick<TextInputProps, 'label' | 'description' | 'maw'> & {
  'data-autofocus'?: true | undefined
  number: number
  value: string | undefined
  /** The form was sent with another number. */
  isSubmitted: boolean
  onChange: (typed: string) => void
}

/** Irreversible actions are confirmed by typing their count. */
export function NumberConfirmation({
  number,
  value: value = '',
  isSubmitted,
  onChange,
  ...field
}: NumberConfirmationProps) {
  return (
    <TextInput
      {...field}
      inputMode="numeric"
      autoComplete="off"
      value={value}
      error={isSubmitted && !matchesNumber(value, number) && `Type ${count(number)} to confirm.`}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}

/** Whether that is the number, with or without its separators. */
export function matchesNumber(typed: string | undefined, number: number): boolean {
  return Number((typed || 'nothing').replace(/[\s,.]/g, '')) === number
}

import { TextInput, type TextInputProps } from '@mantine/core'
import { count } from '../words/numbers.ts'

type NumberToRepeatProps = Pick<TextInputProps, 'label' | 'description' | 'maw'> & {
  'data-autofocus'?: true | undefined
  number: number
  typed: string | undefined
  /** The form was sent with another number. */
  isTried: boolean
  onType: (typed: string) => void
}

/** Irreversible actions are confirmed by typing their count. */
export function NumberToRepeat({ number, typed = '', isTried, onType, ...field }: NumberToRepeatProps) {
  return (
    <TextInput
      {...field}
      inputMode="numeric"
      autoComplete="off"
      value={typed}
      error={isTried && !isTyped(typed, number) && `Type ${count(number)} to confirm.`}
      onChange={(event) => onType(event.currentTarget.value)}
    />
  )
}

/** Whether that is the number, with or without its separators. */
export function isTyped(typed: string | undefined, number: number): boolean {
  return Number((typed || 'nothing').replace(/[\s,.]/g, '')) === number
}

import { TextInput, type TextInputProps } from '@mantine/core'
import { formatNumber } from '../format/numbers.ts'

type NumberConfirmationProps = Pick<TextInputProps, 'label' | 'description' | 'maw'> & {
  'data-autofocus'?: true | undefined
  number: number
  value: string | undefined
  isSubmitted: boolean
  onChange: (value: string) => void
}

export function NumberConfirmation({ number, value = '', isSubmitted, onChange, ...field }: NumberConfirmationProps) {
  return (
    <TextInput
      {...field}
      inputMode="numeric"
      autoComplete="off"
      value={value}
      error={isSubmitted && !matchesNumber(value, number) && `Type ${formatNumber(number)} to confirm.`}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}

export function matchesNumber(value: string | undefined, number: number): boolean {
  return Number((value || 'nothing').replace(/[\s,.]/g, '')) === number
}

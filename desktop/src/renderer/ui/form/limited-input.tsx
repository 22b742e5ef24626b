import { Textarea, TextInput, type TextareaProps, type TextInputProps } from '@mantine/core'
import type { ReactNode } from 'react'
import { count, countOf } from '../words/numbers.ts'

type Limited = { value?: string; limit?: number | undefined }

/**
 * A field that may have a maximum: says how many characters are left before that, and how many are too many; it cuts
 * nothing.
 */
export function LimitedInput({ limit, ...field }: Omit<TextInputProps, 'value'> & Limited) {
  return <TextInput {...field} {...limitedProps(limit, field)} />
}

export function LimitedArea({ limit, ...field }: Omit<TextareaProps, 'value'> & Limited) {
  return <Textarea {...field} {...limitedProps(limit, field)} />
}

/** Returns the error, and a container that shows the characters left under the input. */
export function limitedProps(
  limit: number | undefined,
  {
    value = '',
    error,
    inputContainer = (input) => input,
  }: { value?: string } & Pick<TextInputProps, 'error' | 'inputContainer'>,
): { error: ReactNode; inputContainer: (input: ReactNode) => ReactNode } {
  if (limit === undefined) return { error, inputContainer }
  const left = limit - value.length
  const isNear = left >= 0 && left <= Math.max(10, limit / 10)
  return {
    error: describeExcess(value, limit) ?? error,
    inputContainer: (input) => (
      <>
        {inputContainer(input)}
        {isNear && (
          <p className="note" role="status">
            {left > 0 ? `${countOf(left, characters)} left` : `Maximum length reached: ${countOf(limit, characters)}`}
          </p>
        )}
      </>
    ),
  }
}

const characters = ['character', 'characters'] as const

/** Returns the error of a text longer than its maximum; undefined where it is not. */
export function describeExcess(text: string, limit: number): string | undefined {
  const over = text.length - limit
  return over > 0 ? `${countOf(over, characters)} too many. The maximum is ${count(limit)}.` : undefined
}

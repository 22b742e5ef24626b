import { Textarea, TextInput, type TextareaProps, type TextInputProps } from '@mantine/core'
import type { ReactNode } from 'react'
import { formatNumber, formatCount } from '../format/numbers.ts'

type LimitProps = { value?: string; limit?: number | undefined }

/** Shows the remaining characters near the limit and an error beyond it, but accepts longer text. */
export function LimitedInput({ limit, ...field }: Omit<TextInputProps, 'value'> & LimitProps) {
  return <TextInput {...field} {...buildLimitProps(limit, field)} />
}

export function LimitedArea({ limit, ...field }: Omit<TextareaProps, 'value'> & LimitProps) {
  return <Textarea {...field} {...buildLimitProps(limit, field)} />
}

export function buildLimitProps(
  limit: number | undefined,
  {
    value = '',
    error,
    inputContainer = (input) => input,
  }: { value?: string } & Pick<TextInputProps, 'error' | 'inputContainer'>,
): { error: ReactNode; inputContainer: (input: ReactNode) => ReactNode } {
  if (limit === undefined) return { error, inputContainer }
  const remaining = limit - value.length
  const isNear = remaining >= 0 && remaining <= Math.max(10, limit / 10)
  return {
    error: describeExcess(value, limit) ?? error,
    inputContainer: (input) => (
      <>
        {inputContainer(input)}
        {isNear && (
          <p className="note" role="status">
            {remaining > 0
              ? `${formatCount(remaining, characters)} left`
              : `Maximum length reached: ${formatCount(limit, characters)}`}
          </p>
        )}
      </>
    ),
  }
}

const characters = ['character', 'characters'] as const

/** Returns an error such as "3 characters too many. The maximum is 100.", or undefined within the limit. */
export function describeExcess(text: string, limit: number): string | undefined {
  const over = text.length - limit
  return over > 0 ? `${formatCount(over, characters)} too many. The maximum is ${formatNumber(limit)}.` : undefined
}

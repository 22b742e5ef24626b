import { TextInput } from '@mantine/core'

type EmailFieldProps = { value: string; error: string | undefined; onChange: (value: string) => void }

/** Who signs in, in a form that browsers know how to fill. */
export function EmailField({ value, error, onChange }: EmailFieldProps) {
  return (
    <TextInput
      label="E-mail"
      name="email"
      type="email"
      autoComplete="username"
      autoCapitalize="none"
      spellCheck={false}
      autoFocus
      value={value}
      error={error}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}

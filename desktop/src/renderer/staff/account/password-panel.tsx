import { passwordLength } from '@alumni/shared/staff/accounts'
import { Button, PasswordInput, Stack } from '@mantine/core'
import { z } from 'zod'
import { describePasswordProblem } from '../../domain/session/password-length.ts'
import { Card } from '../../ui/page/card.tsx'
import { RefusalAlert, useContractForm } from '../../ui/form/form.tsx'
import { useChangePassword } from './queries.ts'

export function PasswordPanel({ hasPassword, email }: { hasPassword: boolean; email: string }) {
  return (
    <Card title="Password">
      {hasPassword ? (
        <PasswordForm email={email} />
      ) : (
        <p>
          You sign in with Google and have no password. To choose one, sign out and use “Forgot your password?” on the
          sign-in page.
        </p>
      )}
    </Card>
  )
}

const passwordForm = z.object({
  current_password: z.string().min(1, 'Enter your current password.'),
  password: z.string().check(({ value, issues }) => {
    const message = describePasswordProblem(value)
    if (message) issues.push({ code: 'custom', message, input: value })
  }),
})

function PasswordForm({ email }: { email: string }) {
  const change = useChangePassword()
  const form = useContractForm({
    schema: passwordForm,
    initialValues: { current_password: '', password: '' },
    error: change.error,
    asksBeforeLeaving: true,
  })
  return (
    <form onSubmit={form.onSubmit((values) => change.mutate(values, { onSuccess: form.reset }))} noValidate>
      <Stack gap={12} maw={420} align="stretch">
        <RefusalAlert error={change.error} />
        <input type="email" autoComplete="username" value={email} readOnly hidden />
        <PasswordInput
          label="Current password"
          autoComplete="current-password"
          {...form.getInputProps('current_password')}
        />
        <PasswordInput
          label="New password"
          description={`${passwordLength.min} to ${passwordLength.max} characters of any kind. Do not use your name or a common phrase.`}
          autoComplete="new-password"
          {...form.getInputProps('password')}
        />
        <p className="muted">All your other sessions end, and you get a letter.</p>
        <Button type="submit" variant="default" loading={change.isPending} style={{ alignSelf: 'flex-start' }}>
          Change the password
        </Button>
      </Stack>
    </form>
  )
}

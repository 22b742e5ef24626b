import type { StaffUser } from '@alumni/shared/staff/accounts'
import type { AccountPage as PageData } from '@alumni/shared/staff/second-factor'
import { changeAccountRequest, signOutReply } from '@alumni/shared/staff/users'
import { Button, Group, Stack } from '@mantine/core'
import { z } from 'zod'
import { remove } from '../../http.ts'
import { ActionButton } from '../../ui/action-button.tsx'
import { formatCount } from '../../ui/format/numbers.ts'
import { IconDeviceDesktop } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Card } from '../../ui/page/card.tsx'
import { programName } from '../../ui/desktop.ts'
import { LimitedInput } from '../../ui/form/limited-input.tsx'
import { ResourcePage } from '../../domain/session/resource-page.tsx'
import { roleNames } from '../../domain/session/role-names.ts'
import { useSession } from '../../domain/session/session.ts'
import { readFieldErrors, useContractForm } from '../../ui/form/form.tsx'
import { RelativeTime } from '../../ui/format/times.tsx'
import { PasswordPanel } from './password-panel.tsx'
import { accountQuery, accountUrl, toSuccessNotice, invalidates, useRename } from './queries.ts'
import { SecondFactorPanel, SecondFactorRequired } from './second-factor-panel.tsx'
import { SettingRow } from './setting-row.tsx'

export function AccountPage() {
  const { must_set_up_second_factor } = useSession()
  return (
    <ResourcePage
      title="Your account"
      about="Who you are here, how you sign in, and where you are signed in."
      query={useQuery(accountQuery)}
      blocks={4}
      height={140}
    >
      {(page) => (
        <Stack maw={760}>
          {must_set_up_second_factor && <SecondFactorRequired />}
          <NameForm key={`${page.user.name} ${page.job_title}`} user={page.user} jobTitle={page.job_title} />
          <SecondFactorPanel state={page.second_factor} />
          <PasswordPanel hasPassword={page.has_password} email={page.user.email} />
          <SessionsPanel sessions={page.sessions} />
        </Stack>
      )}
    </ResourcePage>
  )
}

function NameForm({ user, jobTitle }: { user: StaffUser; jobTitle: string }) {
  const rename = useRename()
  const form = useContractForm({
    schema: changeAccountRequest,
    initialValues: { name: user.name, job_title: jobTitle },
    error: rename.error,
    asksBeforeLeaving: true,
  })
  const [name, job_title] = [form.values.name.trim(), form.values.job_title.trim()]
  const isChanged = name !== user.name || job_title !== jobTitle
  const refusal = rename.error && !readFieldErrors(rename.error) ? rename.error.message : undefined
  return (
    <Card title="Who you are">
      <form onSubmit={form.onSubmit(() => void (isChanged && rename.mutate({ name, job_title })))} noValidate>
        <Group align="flex-end" gap={12}>
          <LimitedInput
            label="Name"
            description="Shown beside what you do here and in letters."
            {...form.getInputProps('name')}
            error={form.errors.name ?? refusal}
            limit={100}
            autoComplete="name"
            flex="1 1 260px"
          />
          <LimitedInput
            label="Title"
            description="Ends your letters, under your name. Optional."
            {...form.getInputProps('job_title')}
            limit={100}
            autoComplete="organization-title"
            flex="1 1 260px"
          />
          <Button type="submit" variant="default" disabled={!isChanged} loading={rename.isPending}>
            Save
          </Button>
        </Group>
      </form>
      <p>
        You sign in with <strong>{user.email}</strong>, and your role is <strong>{roleNames[user.role]}</strong>.{' '}
        <span className="muted">Administrators change roles.</span>
      </p>
    </Card>
  )
}

function SessionsPanel({ sessions }: { sessions: PageData['sessions'] }) {
  const others = sessions.filter(({ is_this }) => !is_this)
  const sorted = [...sessions.filter(({ is_this }) => is_this), ...others]
  return (
    <Card title="Where you are signed in">
      <ul className="rows">
        {sorted.map(({ id, browser, created_at, used_at, is_this }) => (
          <SettingRow
            key={id}
            icon={IconDeviceDesktop}
            title={browser}
            actions={
              !is_this && (
                <ActionButton
                  size="xs"
                  label={`End the session of ${browser}`}
                  run={() => remove(`${accountUrl}/sessions/${id}`, z.null())}
                  invalidates={invalidates}
                  successNotice={() => toSuccessNotice('The session has ended.')}
                >
                  End
                </ActionButton>
              )
            }
          >
            {is_this ? (
              `This ${programName()}`
            ) : (
              <>
                Last used <RelativeTime time={used_at} />
              </>
            )}
            , signed in <RelativeTime time={created_at} />
          </SettingRow>
        ))}
      </ul>
      {others.length > 1 && (
        <Group>
          <ActionButton
            run={() => remove(`${accountUrl}/sessions`, signOutReply)}
            invalidates={invalidates}
            successNotice={(reply) =>
              toSuccessNotice(`${formatCount(reply.sessions, ['session has', 'sessions have'])} ended.`)
            }
          >
            End all others
          </ActionButton>
        </Group>
      )}
      <p className="muted">A session ends after 12 hours without use, and after 30 days.</p>
    </Card>
  )
}

import { roles, type Role } from '@alumni/shared/staff/accounts'
import { inviteRequest } from '@alumni/shared/staff/users'
import { Radio, Stack } from '@mantine/core'
import { LimitedInput } from '../../ui/form/limited-input.tsx'
import { roleNames, roleDescriptions } from '../../domain/session/role-names.ts'
import { Dialog } from '../../ui/form/dialog.tsx'
import { useContractForm } from '../../ui/form/form.tsx'
import { useInvite } from './queries.ts'

export function InviteModal({ onClose }: { onClose: () => void }) {
  const invite = useInvite(onClose)
  const form = useContractForm({
    schema: inviteRequest,
    initialValues: { name: '', email: '', role: 'staff' as Role },
    error: invite.error,
  })
  return (
    <Dialog
      title="New user"
      onClose={onClose}
      closeOnClickOutside={!form.isDirty()}
      error={invite.error}
      submit="Send the invitation"
      isPending={invite.isPending}
      onSubmit={form.onSubmit((values) => invite.mutate(values))}
    >
      <LimitedInput label="Name" {...form.getInputProps('name')} limit={100} autoComplete="off" data-autofocus />
      <LimitedInput
        label="E-mail"
        type="email"
        description="The invitation goes there. They will sign in with this address."
        {...form.getInputProps('email')}
        limit={320}
        autoComplete="off"
      />
      <RoleChoice value={form.values.role} onChange={(role) => form.setFieldValue('role', role)} />
      <p className="muted">The link works once, within seven days. You can send another one or withdraw it.</p>
    </Dialog>
  )
}

export function RoleChoice({ value, onChange }: { value: Role; onChange: (role: Role) => void }) {
  return (
    <Radio.Group label="Role" value={value} onChange={(role) => onChange(role as Role)}>
      <Stack gap={10} mt={8}>
        {roles.map((role) => (
          <Radio key={role} value={role} label={roleNames[role]} description={roleDescriptions[role]} />
        ))}
      </Stack>
    </Radio.Group>
  )
}

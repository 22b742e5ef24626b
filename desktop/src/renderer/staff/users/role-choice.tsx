import { roles, type Role } from '@alumni/shared/staff/accounts'
import { Radio, Stack } from '@mantine/core'
import { roleNames, roleWords } from '../../domain/session/role-names.ts'

export function RoleChoice({ value, onChange }: { value: Role; onChange: (role: Role) => void }) {
  return (
    <Radio.Group label="Role" value={value} onChange={(role) => onChange(role as Role)}>
      <Stack gap={10} mt={8}>
        {roles.map((role) => (
          <Radio key={role} value={role} label={roleNames[role]} description={roleWords[role]} />
        ))}
      </Stack>
    </Radio.Group>
  )
}

import { Group } from '@mantine/core'
import { useLocation } from '@tanstack/react-router'
import { Button } from '../../ui/button.tsx'
import { useInvitation } from './invitation.ts'

export function InvitationBar() {
  const [invitation, setInvitation] = useInvitation()
  const isInLetters = useLocation().pathname.startsWith('/letters')
  if (!invitation || isInLetters) return null
  return (
    <Group
      role="status"
      justify="space-between"
      gap={8}
      px={12}
      py={6}
      mb={12}
      bdrs={8}
      bg="var(--sunken)"
      wrap="nowrap"
    >
      <span>
        Find people to invite to <strong>{invitation.title}</strong>, then press “Write to them”.
      </span>
      <Button variant="default" size="compact-sm" flex="none" onClick={() => setInvitation(null)}>
        Cancel
      </Button>
    </Group>
  )
}

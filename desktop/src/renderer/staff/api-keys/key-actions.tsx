import type { ApiKey } from '@alumni/shared/staff/api-keys'
import { Button } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { RevokeModal } from './revoke-modal.tsx'
import { RotateModal } from './rotate-modal.tsx'
import classes from './api-keys.module.css'

export function KeyActions({ apiKey }: { apiKey: ApiKey }) {
  const [isRotating, rotate] = useDisclosure()
  const [isRevoking, revoke] = useDisclosure()
  if (apiKey.revoked_at) return <span className="muted">–</span>
  return (
    <span className={classes.actions}>
      <Button variant="default" size="xs" onClick={rotate.open} aria-label={`Rotate ${apiKey.name}`}>
        Rotate
      </Button>
      <Button variant="default" size="xs" onClick={revoke.open} aria-label={`Revoke ${apiKey.name}`}>
        Revoke
      </Button>
      <RotateModal apiKey={apiKey} isOpen={isRotating} onClose={rotate.close} />
      <RevokeModal apiKey={apiKey} isOpen={isRevoking} onClose={revoke.close} />
    </span>
  )
}

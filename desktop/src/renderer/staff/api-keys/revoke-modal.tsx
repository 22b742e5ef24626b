import type { ApiKey } from '@alumni/shared/staff/api-keys'
import { Dialog } from '../../ui/dialog.tsx'
import { When } from '../../ui/words/when.tsx'
import { useRevoke } from './queries.ts'

/** Asks once more: a revoked key does not come back. */
export function RevokeModal({ apiKey, isOpen, onClose }: { apiKey: ApiKey; isOpen: boolean; onClose: () => void }) {
  const revoke = useRevoke(apiKey.id, onClose)
  return (
    <Dialog
      title={`Revoke ${apiKey.name}?`}
      isOpen={isOpen}
      onClose={onClose}
      error={revoke.error}
      cancel="Keep it"
      submit="Revoke the key"
      isDangerous
      isPending={revoke.isPending}
      onSubmit={() => revoke.mutate()}
    >
      <p>
        Whoever uses this key is refused from now on, within five seconds everywhere. It cannot be taken back; a new key
        can be issued.
      </p>
      <p className="muted">
        {apiKey.last_used_at ? (
          <>
            It was last used <When at={apiKey.last_used_at} />.
          </>
        ) : (
          'It was never used.'
        )}
      </p>
    </Dialog>
  )
}

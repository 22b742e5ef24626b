import type { ApiKey } from '@alumni/shared/staff/api-keys'
import { Button, Modal } from '@mantine/core'
import { Sentence } from '../../ui/sentence.tsx'
import { When } from '../../ui/words/when.tsx'
import { useRevoke } from './queries.ts'
import classes from '../../ui/modal.module.css'

/** Asks once more: a revoked key does not come back. */
export function RevokeModal({ apiKey, isOpen, onClose }: { apiKey: ApiKey; isOpen: boolean; onClose: () => void }) {
  const revoke = useRevoke(apiKey.id, onClose)
  return (
    <Modal opened={isOpen} onClose={onClose} title={`Revoke ${apiKey.name}?`} centered>
      <div className={classes.form}>
        {revoke.error && <Sentence tone="bad" isAlert title={revoke.error.message} />}
        <p>
          Whoever uses this key is refused from now on, within five seconds everywhere. It cannot be taken back; a new
          key can be issued.
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
        <div className={classes.buttons}>
          <Button variant="default" onClick={onClose} data-autofocus>
            Keep it
          </Button>
          <Button color="red" loading={revoke.isPending} onClick={() => revoke.mutate()}>
            Revoke the key
          </Button>
        </div>
      </div>
    </Modal>
  )
}

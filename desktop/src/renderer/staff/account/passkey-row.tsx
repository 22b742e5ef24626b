import type { Passkey } from '@alumni/shared/staff/second-factor'
import { Button, Modal, TextInput } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconFingerprint } from '@tabler/icons-react'
import { useState, type FormEvent } from 'react'
import { When } from '../../ui/words/when.tsx'
import { useRemovePasskey, useRenamePasskey } from './queries.ts'
import { RemoveModal } from './remove-modal.tsx'
import modal from '../../ui/modal.module.css'
import classes from './account.module.css'

export function PasskeyRow({ passkey }: { passkey: Passkey }) {
  const [isRenaming, renaming] = useDisclosure()
  const [isRemoving, removing] = useDisclosure()
  const remove = useRemovePasskey(passkey.id, removing.close)
  return (
    <li>
      <IconFingerprint size={20} stroke={1.5} aria-hidden />
      <div className={classes.what}>
        <strong>{passkey.name}</strong>
        <span>
          Passkey, added <When at={passkey.created_at} />
          {passkey.used_at && (
            <>
              , last used <When at={passkey.used_at} />
            </>
          )}
        </span>
      </div>
      <div className={classes.actions}>
        <Button variant="default" size="xs" onClick={renaming.open} aria-label={`Rename ${passkey.name}`}>
          Rename
        </Button>
        <Button variant="default" size="xs" onClick={removing.open} aria-label={`Remove ${passkey.name}`}>
          Remove
        </Button>
      </div>
      {isRenaming && <RenameModal passkey={passkey} onClose={renaming.close} />}
      <RemoveModal
        what={`the passkey “${passkey.name}”`}
        isOpen={isRemoving}
        error={remove.error}
        isPending={remove.isPending}
        onClose={removing.close}
        onRemove={() => remove.mutate()}
      />
    </li>
  )
}

function RenameModal({ passkey, onClose }: { passkey: Passkey; onClose: () => void }) {
  const [name, setName] = useState(passkey.name)
  const rename = useRenamePasskey(passkey.id, onClose)
  function submit(event: FormEvent) {
    event.preventDefault()
    rename.mutate(name)
  }
  return (
    <Modal opened onClose={onClose} title="Rename the passkey" centered>
      <form onSubmit={submit} className={modal.form}>
        <TextInput
          label="Name"
          description="So that you know which one it is."
          value={name}
          error={rename.error?.message}
          maxLength={60}
          data-autofocus
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <div className={modal.buttons}>
          <Button variant="default" onClick={onClose}>
            Leave it
          </Button>
          <Button type="submit" loading={rename.isPending}>
            Save the name
          </Button>
        </div>
      </form>
    </Modal>
  )
}

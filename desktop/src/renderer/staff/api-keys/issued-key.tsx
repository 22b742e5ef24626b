import type { IssuedApiKey } from '@alumni/shared/staff/api-keys'
import { Button, CopyButton } from '@mantine/core'
import { IconCheck, IconCopy } from '@tabler/icons-react'
import { useState } from 'react'
import { Sentence } from '../../ui/sentence.tsx'
import modal from '../../ui/modal.module.css'
import classes from './api-keys.module.css'

/** The only sight of a key. */
export function IssuedKey({ issued, onClose }: { issued: IssuedApiKey; onClose: () => void }) {
  const [wasCopied, setCopied] = useState(false)
  return (
    <div className={modal.form}>
      <Sentence tone="warn" title="This is the only time that the key is shown">
        Copy it now and hand it over by a safe way. If it is lost, rotate it.
      </Sentence>
      <output className={classes.secret} aria-label="The new key">
        {issued.key}
      </output>
      <div className={modal.buttons}>
        <CopyButton value={issued.key} timeout={60_000}>
          {({ copied, copy }) => (
            <Button
              variant={wasCopied ? 'default' : 'filled'}
              onClick={() => {
                copy()
                setCopied(true)
              }}
              leftSection={
                copied ? (
                  <IconCheck size={16} stroke={1.8} aria-hidden />
                ) : (
                  <IconCopy size={16} stroke={1.8} aria-hidden />
                )
              }
              data-autofocus
            >
              {copied ? 'Copied' : 'Copy the key'}
            </Button>
          )}
        </CopyButton>
        <Button variant={wasCopied ? 'filled' : 'default'} onClick={onClose}>
          I have kept it
        </Button>
      </div>
    </div>
  )
}

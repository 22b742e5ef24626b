import type { TotpSecret } from '@alumni/shared/staff/second-factor'
import { Button, Modal, Skeleton, TextInput } from '@mantine/core'
import { useEffect, useState, type FormEvent } from 'react'
import { encode } from 'uqr'
import { Sentence } from '../../ui/sentence.tsx'
import { useConfirmTotp, useOfferTotp } from './queries.ts'
import modal from '../../ui/modal.module.css'
import classes from './account.module.css'

/** Shows the secret as a picture for the phone; the first code puts it in force. */
export function TotpModal({ onClose, onCodes }: { onClose: () => void; onCodes: (codes: string[]) => void }) {
  const { mutate: offer, data: offered, error } = useOfferTotp()
  useEffect(() => offer(), [offer])
  return (
    <Modal opened onClose={onClose} title="Add an authenticator app" centered closeOnClickOutside={false}>
      <div className={modal.form}>
        {error && <Sentence tone="bad" isAlert title={error.message} />}
        {!offered && !error && <Skeleton height={320} />}
        {offered && (
          <Confirm
            offered={offered}
            onClose={onClose}
            onConfirmed={(codes) => {
              onClose()
              onCodes(codes)
            }}
          />
        )}
      </div>
    </Modal>
  )
}

type ConfirmProps = { offered: TotpSecret; onClose: () => void; onConfirmed: (codes: string[]) => void }

function Confirm({ offered, onClose, onConfirmed }: ConfirmProps) {
  const [code, setCode] = useState('')
  const confirm = useConfirmTotp(onConfirmed)
  function submit(event: FormEvent) {
    event.preventDefault()
    if (code.trim()) confirm.mutate(code)
  }
  return (
    <form onSubmit={submit} className={modal.form} noValidate>
      <p>Scan this picture with the app, then type the code that it shows.</p>
      <QrCode text={offered.uri} />
      <details>
        <summary>No camera? Type this key instead</summary>
        <code className={classes.secret}>{offered.secret.match(/.{1,4}/g)?.join(' ')}</code>
      </details>
      <TextInput
        label="Code"
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={20}
        data-autofocus
        value={code}
        error={confirm.error?.message}
        onChange={(event) => setCode(event.currentTarget.value)}
      />
      <div className={modal.buttons}>
        <Button variant="default" onClick={onClose}>
          Not yet
        </Button>
        <Button type="submit" loading={confirm.isPending}>
          Turn it on
        </Button>
      </div>
    </form>
  )
}

/** Dark on light in the dark theme too: cameras need it. */
function QrCode({ text }: { text: string }) {
  const { data, size } = encode(text, { ecc: 'M', border: 3 })
  const path = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : []))).join('')
  return (
    <svg className={classes.qr} viewBox={`0 0 ${size} ${size}`} role="img" aria-label="QR code of the secret key">
      <path d={path} fill="#000" shapeRendering="crispEdges" />
    </svg>
  )
}

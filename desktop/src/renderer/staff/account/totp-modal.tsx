import type { TotpSecret } from '@alumni/shared/staff/second-factor'
import { Box, Code, SimpleGrid, Skeleton, Stack, TextInput } from '@mantine/core'
import { Modal } from '../../ui/form/modal.tsx'
import { IconDownload } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { encodeQR } from 'qr'
import { Alert } from '../../ui/alert.tsx'
import { CopyTextButton } from '../../ui/copy-button.tsx'
import { Dialog, DialogButtons } from '../../ui/form/dialog.tsx'
import { RefusalAlert } from '../../ui/form/form.tsx'
import { formatCount } from '../../ui/format/numbers.ts'
import { useStartTotp, useConfirmTotp } from './queries.ts'
import { Button } from '../../ui/button.tsx'

/** Shows the secret as a QR code. The first correct one-time code activates the secret. */
export function TotpModal({ onClose, onCodes }: { onClose: () => void; onCodes: (codes: string[]) => void }) {
  const { mutate: start, data: secret, error } = useStartTotp()
  const [code, setCode] = useState('')
  const confirm = useConfirmTotp((codes) => {
    onClose()
    onCodes(codes)
  })
  useEffect(() => start(), [start])
  const title = 'Add an authenticator app'
  if (!secret)
    return (
      <Modal onClose={onClose} title={title} closeOnClickOutside={false}>
        {error ? <RefusalAlert error={error} /> : <Skeleton height={320} />}
      </Modal>
    )
  return (
    <Dialog
      title={title}
      onClose={onClose}
      closeOnClickOutside={false}
      submit="Turn it on"
      isPending={confirm.isPending}
      onSubmit={() => code.trim() && confirm.mutate(code)}
    >
      <Secret secret={secret} />
      <TextInput
        label="Code"
        inputMode="numeric"
        autoComplete="one-time-code"
        data-autofocus
        value={code}
        error={confirm.error?.message}
        onChange={(event) => setCode(event.currentTarget.value)}
      />
    </Dialog>
  )
}

function Secret({ secret: { uri, secret } }: { secret: TotpSecret }) {
  return (
    <>
      <p>Scan this code with the app, then enter the six digits that it shows.</p>
      <QrCode text={uri} />
      <details>
        <summary>No camera? Enter this key instead</summary>
        <Code component="code" block className="secret">
          {secret.match(/.{1,4}/g)?.join(' ')}
        </Code>
      </details>
    </>
  )
}

/** Draws dark on light in every theme, because cameras need that contrast. */
function QrCode({ text }: { text: string }) {
  const rows = encodeQR(text, 'raw', { border: 3 })
  const path = rows.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : []))).join('')
  return (
    <Box
      component="svg"
      w={200}
      h={200}
      bg="#fff"
      bdrs={8}
      mx="auto"
      viewBox={`0 0 ${rows.length} ${rows.length}`}
      role="img"
      aria-label="QR code of the secret key"
    >
      <path d={path} fill="#000" shapeRendering="crispEdges" />
    </Box>
  )
}

export function BackupCodesModal({ codes, onClose }: { codes: string[]; onClose: () => void }) {
  const text = codes.join('\n')
  return (
    <Modal onClose={onClose} title="Keep your backup codes" closeOnClickOutside={false} closeOnEscape={false}>
      <Stack>
        <Alert tone="warn" title="These codes are shown only once">
          If you lose your phone or passkey, use one of them to sign in. Each works once. Keep them with important
          papers or in your password manager.
        </Alert>
        <SimpleGrid
          component="ol"
          className="list"
          cols={2}
          spacing={24}
          verticalSpacing={4}
          ff="monospace"
          fz={16}
          aria-label="Backup codes"
        >
          {codes.map((code) => (
            <li key={code}>{code}</li>
          ))}
        </SimpleGrid>
        <DialogButtons>
          <CopyTextButton text={text} label="Copy" variant="default" />
          <Button
            variant="default"
            component="a"
            href={`data:text/plain;charset=utf-8,${encodeURIComponent(`${text}\n`)}`}
            download="backup-codes.txt"
            icon={IconDownload}
          >
            Export {formatCount(codes.length, ['code', 'codes'])}
          </Button>
          <Button onClick={onClose} data-autofocus>
            I have saved them
          </Button>
        </DialogButtons>
      </Stack>
    </Modal>
  )
}

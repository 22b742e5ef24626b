import { Button, CopyButton, Modal } from '@mantine/core'
import { IconCheck, IconCopy, IconDownload } from '@tabler/icons-react'
import { Sentence } from '../../ui/sentence.tsx'
import modal from '../../ui/modal.module.css'
import classes from './account.module.css'

/** The only sight of the codes. A click beside the dialog does not close it. */
export function BackupCodesModal({ codes, onClose }: { codes: string[]; onClose: () => void }) {
  return (
    <Modal
      opened
      onClose={onClose}
      title="Keep your backup codes"
      centered
      closeOnClickOutside={false}
      closeOnEscape={false}
    >
      <div className={modal.form}>
        <Sentence tone="warn" title="This is the only time that they are shown">
          If your phone or passkey is lost, one of them lets you in. Each works once. Keep them where you keep important
          papers, or in your password manager.
        </Sentence>
        <ol className={classes.codes} aria-label="Backup codes">
          {codes.map((code) => (
            <li key={code}>{code}</li>
          ))}
        </ol>
        <div className={modal.buttons}>
          <CopyButton value={codes.join('\n')} timeout={60_000}>
            {({ copied, copy }) => (
              <Button
                variant="default"
                onClick={copy}
                leftSection={
                  copied ? (
                    <IconCheck size={16} stroke={1.8} aria-hidden />
                  ) : (
                    <IconCopy size={16} stroke={1.8} aria-hidden />
                  )
                }
              >
                {copied ? 'Copied' : 'Copy'}
              </Button>
            )}
          </CopyButton>
          <Button
            variant="default"
            component="a"
            href={`data:text/plain;charset=utf-8,${encodeURIComponent(`${codes.join('\n')}\n`)}`}
            download="backup-codes.txt"
            leftSection={<IconDownload size={16} stroke={1.8} aria-hidden />}
          >
            Download
          </Button>
          <Button onClick={onClose} data-autofocus>
            I have kept them
          </Button>
        </div>
      </div>
    </Modal>
  )
}

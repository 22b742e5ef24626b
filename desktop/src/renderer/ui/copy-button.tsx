import { ActionIcon, type ButtonProps, Group, Tooltip } from '@mantine/core'
import { useClipboard } from '@mantine/hooks'
import { IconCheck, IconCopy } from '@tabler/icons-react'
import { useEffect } from 'react'
import { programName } from './desktop.ts'
import { showToast } from './notify.tsx'
import { Button } from './button.tsx'

type CopyableProps = { label: string; value: string; children?: React.ReactNode }

export function Copyable({ label, value, children = value }: CopyableProps) {
  return (
    <Group component="span" display="inline-flex" align="flex-start" gap={4} wrap="nowrap" maw="100%">
      <span className="lines">{children}</span>
      <CopyButton label={label} value={value} />
    </Group>
  )
}

function CopyButton({ label, value }: { label: string; value: string }) {
  const { copy, copied, error } = useClipboard({ timeout: 2000 })
  useEffect(() => {
    if (error)
      showToast(
        {
          color: 'red',
          message: `The ${programName()} does not allow this page to use the clipboard. Select the text and copy it.`,
          role: 'alert',
        },
        'clipboard',
      )
  }, [error])
  const action = copied ? 'Copied' : `Copy ${label}`
  return (
    <Tooltip label={action} events={{ hover: true, focus: true, touch: false }}>
      <ActionIcon
        variant="subtle"
        color="gray"
        size={24}
        flex="none"
        my={-1}
        c={copied ? 'var(--good)' : 'var(--ink-soft)'}
        onClick={() => copy(value)}
        aria-label={action}
      >
        {copied ? <IconCheck size={15} stroke={2} aria-hidden /> : <IconCopy size={15} stroke={1.6} aria-hidden />}
      </ActionIcon>
    </Tooltip>
  )
}

type CopyTextButtonProps = { text: string; label: string; onCopied?: () => void } & Pick<ButtonProps, 'variant'>

/** In a dialog, the button gets the focus if `onCopied` is given. */
export function CopyTextButton({ text, label, onCopied, variant = 'default' }: CopyTextButtonProps) {
  const { copy, copied } = useClipboard({ timeout: 60_000 })
  const Picture = copied ? IconCheck : IconCopy
  return (
    <Button
      variant={variant}
      icon={Picture}
      data-autofocus={onCopied && true}
      onClick={() => {
        copy(text)
        onCopied?.()
      }}
    >
      {copied ? 'Copied' : label}
    </Button>
  )
}

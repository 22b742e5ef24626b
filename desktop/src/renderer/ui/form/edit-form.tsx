import { Button, Group, Stack } from '@mantine/core'
import { useEffect, useRef, type FormEvent, type ReactNode } from 'react'
import { Alert } from '../alert.tsx'
import { DialogButtons, leaveForm } from './dialog.tsx'
import { useUnsaved } from './unsaved.ts'
import { useEscape } from '../use-escape.ts'

type EditFormProps = {
  label: string
  isDirty: boolean
  isPending: boolean
  error: Error | null
  hasConflict: boolean
  noun: string
  errorMessage: ReactNode
  onSave: () => void
  onDone: () => void
  children: ReactNode
}

/** Enter saves; Escape leaves, after asking about unsaved changes. */
export function EditForm(props: EditFormProps) {
  const { label, isDirty, isPending, error, hasConflict, noun, errorMessage, onSave, onDone, children } = props
  const element = useRef<HTMLFormElement>(null)
  useUnsaved(isDirty)
  useEffect(() => element.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus(), [error])
  const leave = () => leaveForm(onDone, isDirty)
  useEscape(leave)
  function submit(event: FormEvent) {
    event.preventDefault()
    if (!isPending) onSave()
  }
  return (
    <form ref={element} onSubmit={submit} noValidate aria-label={label}>
      <Stack gap={20}>
        {children}
        <Stack
          className="sticky-foot"
          pos="sticky"
          bg="var(--raised)"
          m="0 -18px -18px"
          p="12px 18px"
          bdrs="0 0 8px 8px"
          gap={12}
        >
          {error && hasConflict ? (
            <Alert tone="warn" title="Someone else saved first" isAlert>
              What you typed is still here, with their {noun} under it. Use theirs where it is better, then save.
            </Alert>
          ) : (
            error && errorMessage
          )}
          <DialogButtons>
            <Button variant="default" onClick={leave}>
              Cancel
            </Button>
            <Button type="submit" loading={isPending}>
              {hasConflict ? 'Save mine' : 'Save'}
            </Button>
          </DialogButtons>
        </Stack>
      </Stack>
    </form>
  )
}

export function ConflictingValue({ field, value, onUse }: { field: string; value: string | null; onUse: () => void }) {
  return (
    <Group bg="var(--warn-soft)" bdrs={8} gap="2px 10px" mt={6} px={10} py={6} fz={13}>
      <span className="quote">
        Theirs: <strong>{value ?? 'empty'}</strong>
      </span>
      <Button variant="default" size="compact-xs" onClick={onUse} aria-label={`Use theirs for ${field}`}>
        Use theirs
      </Button>
    </Group>
  )
}

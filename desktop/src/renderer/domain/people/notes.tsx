import { noteRequest, type Note } from '@alumni/shared/alumni/notes'
import { Group, Text, Textarea } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconNotes } from '@tabler/icons-react'
import { z } from 'zod'
import { patch, post, remove } from '../../http.ts'
import { ActionButton } from '../../ui/action-button.tsx'
import { Button, type ButtonProps } from '../../ui/button.tsx'
import { Dialog, leaveForm } from '../../ui/form/dialog.tsx'
import { useContractForm } from '../../ui/form/form.tsx'
import { Card, Entries } from '../../ui/page/card.tsx'
import { useAction } from '../../ui/use-action.ts'
import { RelativeTime } from '../../ui/format/times.tsx'
import { formatCount } from '../../ui/format/numbers.ts'

type NotesUrl = { url: string }

const invalidates = ['alumni', ['champion_signups', 'signup']]

export function NotesCard({ url, notes }: NotesUrl & { notes: readonly Note[] }) {
  if (notes.length === 0) return null
  return (
    <Card title="Notes" count={notes.length}>
      <Entries
        key={notes.length > 6 ? 'many' : 'few'}
        count={notes.length}
        of={formatCount(notes.length, ['note', 'notes'])}
      >
        {notes.map((note) => (
          <Group component="li" key={note.id} justify="space-between" align="flex-start" gap="4px 16px">
            <span className="lines">
              <span className="quote">{note.text}</span>
              <NoteDetails note={note} />
            </span>
            {note.is_mine && (
              <Group gap={8}>
                <WriteNoteButton url={url} note={note} size="compact-sm" />
                <ActionButton
                  run={() => remove(`${url}/notes/${note.id}`, z.null())}
                  invalidates={invalidates}
                  successNotice={() => 'The note is deleted.'}
                  size="compact-sm"
                  confirmation={{
                    title: 'Delete this note?',
                    body: <p className="quote">{note.text}</p>,
                    confirm: 'Delete the note',
                    isDangerous: true,
                  }}
                >
                  Delete
                </ActionButton>
              </Group>
            )}
          </Group>
        ))}
      </Entries>
    </Card>
  )
}

export function LastNote({ note }: { note: Note }) {
  return (
    <span className="lines">
      <Text component="span" inherit lineClamp={2} title={note.text}>
        {note.text}
      </Text>
      <NoteDetails note={note} />
    </span>
  )
}

function NoteDetails({ note: { by, created_at, updated_at } }: { note: Note }) {
  return (
    <span className="fact">
      {by} · <RelativeTime time={created_at} />
      {updated_at !== created_at && ' · edited'}
    </span>
  )
}

export function WriteNoteButton(props: NotesUrl & { note?: Note } & Pick<ButtonProps, 'size' | 'variant'>) {
  const { note, url, variant = 'default', ...button } = props
  const [isOpen, { open, close }] = useDisclosure()
  return (
    <>
      <Button {...button} variant={variant} icon={note ? undefined : IconNotes} onClick={open}>
        {note ? 'Edit' : 'Add a note'}
      </Button>
      {isOpen && <NoteDialog url={url} note={note} onClose={close} />}
    </>
  )
}

function NoteDialog({ url, note, onClose }: NotesUrl & { note: Note | undefined; onClose: () => void }) {
  const save = useAction(
    (body: { text: string }) =>
      note ? patch(`${url}/notes/${note.id}`, z.null(), body) : post(`${url}/notes`, z.null(), body),
    {
      invalidates,
      isErrorInline: true,
      successNotice: () => (note ? 'Saved.' : 'The note is added.'),
      onDone: onClose,
    },
  )
  const form = useContractForm({
    schema: noteRequest,
    initialValues: { text: note?.text ?? '' },
    error: save.error,
    asksBeforeLeaving: true,
  })
  return (
    <Dialog
      title={note ? 'Edit the note' : 'Add a note'}
      onClose={() => leaveForm(onClose)}
      error={save.error}
      submit="Save"
      isPending={save.isPending}
      onSubmit={form.onSubmit((body) => save.mutate(body))}
    >
      <Textarea
        {...form.getInputProps('text')}
        label="A note for colleagues"
        description="The person can ask the office for a copy."
        autosize
        minRows={3}
        maxRows={12}
        data-autofocus
      />
    </Dialog>
  )
}

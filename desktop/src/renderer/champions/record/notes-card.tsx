import { noteRequest, type SignupNote, type SignupPage } from '@alumni/shared/champions/staff-page'
import { Button, Group, Stack, Textarea } from '@mantine/core'
import { useState, type FormEvent } from 'react'
import { Card } from '../../ui/page/card.tsx'
import { Alert } from '../../ui/alert.tsx'
import { useEditing } from '../../ui/form/use-editing.ts'
import { useUnsaved } from '../../ui/form/unsaved.ts'
import { fieldErrors } from '../../ui/words/field-errors.ts'
import { When } from '../../ui/words/when.tsx'
import { SignupActionButton } from './signup-action-button.tsx'
import { useSignupAction } from './queries.ts'

/** Notes for colleagues. The champion never reads them here. */
export function NotesCard({ page: { signup, notes } }: { page: SignupPage }) {
  const { isEditing: isWriting, begin, end, button } = useEditing()
  const mayWrite = signup.standing !== 'erased' && !isWriting
  return (
    <Card
      title="Notes"
      count={notes.length}
      actions={
        mayWrite && (
          <Button variant="default" size="compact-sm" ref={button} onClick={begin}>
            Add a note
          </Button>
        )
      }
    >
      {isWriting && <NoteForm signup={signup.id} onDone={end} />}
      {notes.length === 0 && !isWriting && <p className="muted">No note yet. Notes are for colleagues only.</p>}
      {notes.length > 0 && (
        <ul className="rows">
          {notes.map((note) => (
            <li key={note.id}>
              <Note signup={signup.id} note={note} />
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
}

function Note({ signup, note }: { signup: number; note: SignupNote }) {
  const { isEditing, begin, end, button } = useEditing()
  if (isEditing) return <NoteForm signup={signup} note={note} onDone={end} />
  return (
    <>
      <span className="quote">{note.text}</span>
      <span className="split">
        <span className="fact">
          {note.by} · <When at={note.created_at} />
          {note.updated_at !== note.created_at && ' · edited'}
        </span>
        {note.is_mine && (
          <Group component="span" gap="4px 8px">
            <Button variant="default" size="compact-xs" ref={button} onClick={begin}>
              Edit
            </Button>
            <SignupActionButton
              size="compact-xs"
              signup={signup}
              action={{ path: `/notes/${note.id}`, method: 'DELETE' }}
              asks={{
                title: 'Delete this note?',
                confirm: 'Delete the note',
                isDangerous: true,
                body: <p className="quote">{note.text}</p>,
              }}
            >
              Delete
            </SignupActionButton>
          </Group>
        )}
      </span>
    </>
  )
}

type NoteFormProps = { signup: number; note?: SignupNote; onDone: () => void }

function NoteForm({ signup, note, onDone }: NoteFormProps) {
  const [text, setText] = useState(note?.text ?? '')
  const [wrong, setWrong] = useState<string>()
  const save = useSignupAction(signup, onDone)
  useUnsaved(text !== (note?.text ?? '') && !save.isSuccess)

  function submit(event: FormEvent) {
    event.preventDefault()
    const { text: sentence } = fieldErrors(noteRequest.safeParse({ text }))
    setWrong(sentence)
    if (sentence === undefined && !save.isPending)
      save.mutate({ path: note ? `/notes/${note.id}` : '/notes', method: note ? 'PATCH' : 'POST', body: { text } })
  }

  return (
    <form onSubmit={submit} noValidate>
      <Stack gap={6}>
        {save.error && <Alert tone="bad" isAlert title={save.error.message} />}
        <Textarea
          label={note ? 'Your note' : 'A note for colleagues'}
          description="The champion can ask the office for a copy."
          value={text}
          error={wrong}
          autosize
          minRows={3}
          maxRows={12}
          autoFocus
          onChange={(event) => setText(event.currentTarget.value)}
        />
        <Group gap="4px 8px">
          <Button type="submit" size="compact-sm" loading={save.isPending}>
            {note ? 'Save' : 'Add the note'}
          </Button>
          <Button variant="default" size="compact-sm" onClick={onDone}>
            Cancel
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

import { notifyDone } from '../../ui/notify.tsx'
import {
  letterDraft,
  letterPlaceholders,
  letterPreview,
  letterTemplates,
  type LetterPreview,
  type LetterTemplate,
} from '@alumni/shared/champions/letters'
import type { SignupPage, ContactRefusal } from '@alumni/shared/champions/staff-page'
import { Button, Checkbox, Modal, Select, Stack, Textarea, TextInput } from '@mantine/core'
import { useAction } from '../../ui/use-action.ts'
import { useState, type FormEvent } from 'react'
import { HttpError, request } from '../../http.ts'
import { Alert } from '../../ui/alert.tsx'
import { askToDiscard, leaveForm, useUnsaved } from '../../ui/form/unsaved.ts'
import { fieldErrors } from '../../ui/words/field-errors.ts'
import { LetterAsItArrives } from '../../domain/letters/letter-as-it-arrives.tsx'
import { signupUrl, useSignupAction } from './queries.ts'
import { DialogButtons } from '../../ui/form/dialog.tsx'

type LetterModalProps = { page: SignupPage; isOpen: boolean; onClose: () => void }

/** One letter to a champion: written from a template, previewed, then sent. */
export function LetterModal({ page, isOpen, onClose }: LetterModalProps) {
  const leave = () => leaveForm(onClose)
  const { signup, silence: refusal } = page
  const isForbidden = refusal === 'deceased' || refusal === 'do_not_contact'
  return (
    <Modal opened={isOpen} onClose={leave} title={`A letter to ${signup.name || signup.email}`} size="lg" centered>
      {isForbidden ? (
        <Alert tone="bad" title={wishWords[refusal]}>
          No letter can be sent from here.
        </Alert>
      ) : (
        <Letter page={page} onLeave={leave} onSent={onClose} />
      )}
    </Modal>
  )
}

const wishWords: Record<ContactRefusal, string> = {
  deceased: 'This alumnus has died',
  do_not_contact: 'This alumnus does not want to be contacted',
  do_not_email: 'This alumnus does not want e-mail',
}

type Draft = { template: LetterTemplate; subject: string; body: string; has_button: boolean }

function draftOf(template: LetterTemplate): Draft {
  const { subject, body, hasButton } = letterTemplates[template]
  return { template, subject, body, has_button: hasButton }
}

type LetterProps = { page: SignupPage; onLeave: () => void; onSent: () => void }

function Letter({ page: { signup, silence: refusal }, onLeave, onSent }: LetterProps) {
  const [key] = useState(() => crypto.randomUUID())
  const [draft, setDraft] = useState(() => draftOf(signup.status === 'started' ? 'complete' : 'welcome'))
  const [wrong, setWrong] = useState<Record<string, string>>({})
  const [isConfirmed, setConfirmed] = useState(false)
  const preview = usePreview(signup.id)
  const send = useSignupAction(signup.id, () => {
    notifyDone({ title: 'The letter is on its way', message: `To ${signup.email}.` })
    onSent()
  })
  const isDirty = JSON.stringify(draft) !== JSON.stringify(draftOf(draft.template))
  useUnsaved(isDirty && !send.isSuccess)

  function change(part: Partial<Draft>) {
    setDraft({ ...draft, ...part })
    setWrong({})
  }
  function choose(template: LetterTemplate) {
    const begin = () => {
      change(draftOf(template))
      preview.reset()
    }
    if (isDirty) askToDiscard(begin)
    else begin()
  }
  function showPreview(event: FormEvent) {
    event.preventDefault()
    const found = fieldErrors(letterDraft.safeParse(draft))
    setWrong(found)
    if (Object.keys(found).length === 0 && !preview.isPending) preview.mutate(draft)
  }

  if (preview.data)
    return (
      <Previewed
        letter={preview.data}
        warning={refusal}
        isConfirmed={isConfirmed}
        onConfirm={setConfirmed}
        isPending={send.isPending}
        error={send.error}
        onBack={() => {
          preview.reset()
          send.reset()
        }}
        onSend={() => send.mutate({ path: '/letters', body: { ...draft, key, despite_wish: isConfirmed } })}
      />
    )
  const refused = preview.error instanceof HttpError ? (preview.error.body.fields ?? {}) : {}
  const errors = { ...refused, ...wrong }
  return (
    <form onSubmit={showPreview} noValidate>
      <Stack>
        {preview.error && Object.keys(refused).length === 0 && (
          <Alert tone="bad" isAlert title={preview.error.message} />
        )}
        {refusal && <Alert tone="warn" title={wishWords[refusal]} />}
        <Select
          label="Begin with"
          description={letterTemplates[draft.template].about}
          data={Object.entries(letterTemplates).map(([value, { title }]) => ({ value, label: title }))}
          value={draft.template}
          allowDeselect={false}
          onChange={(template) => template && choose(template as LetterTemplate)}
        />
        <LetterFields draft={draft} errors={errors} onChange={change} />
        <DialogButtons>
          <Button variant="default" onClick={onLeave}>
            Cancel
          </Button>
          <Button type="submit" loading={preview.isPending}>
            Preview
          </Button>
        </DialogButtons>
      </Stack>
    </form>
  )
}

type LetterFieldsProps = { draft: Draft; errors: Record<string, string>; onChange: (part: Partial<Draft>) => void }

function LetterFields({ draft, errors, onChange }: LetterFieldsProps) {
  return (
    <>
      <TextInput
        label="Subject"
        value={draft.subject}
        error={errors.subject}
        autoComplete="off"
        data-autofocus
        onChange={(event) => onChange({ subject: event.currentTarget.value })}
      />
      <Textarea
        label="Letter"
        description={`A blank line starts a new paragraph. ${placeholderWords}`}
        value={draft.body}
        error={errors.body}
        autosize
        minRows={8}
        maxRows={18}
        onChange={(event) => onChange({ body: event.currentTarget.value })}
      />
      <Checkbox
        label="With a button that opens their profile"
        checked={draft.has_button}
        onChange={(event) => onChange({ has_button: event.currentTarget.checked })}
      />
    </>
  )
}

const placeholderWords = `${Object.entries(letterPlaceholders)
  .map(([name, words]) => `{${name}} is ${words}`)
  .join(', ')}.`

function usePreview(id: number) {
  return useAction(
    ({ subject, body, has_button }: Draft) =>
      request(`${signupUrl(id)}/letters/preview`, letterPreview, {
        method: 'POST',
        body: { subject, body, has_button },
      }),
    { isErrorInline: true },
  )
}

type PreviewedProps = {
  letter: LetterPreview
  /** They want no e-mail: the sender confirms to know that. */
  warning: ContactRefusal | null
  isConfirmed: boolean
  onConfirm: (isConfirmed: boolean) => void
  isPending: boolean
  error: Error | null
  onBack: () => void
  onSend: () => void
}

function Previewed({ letter, warning, isConfirmed, onConfirm, isPending, error, onBack, onSend }: PreviewedProps) {
  return (
    <Stack>
      {error && <Alert tone="bad" isAlert title={error.message} />}
      <LetterAsItArrives letter={letter} />
      {warning && (
        <Checkbox
          label="They do not want e-mail. Send this letter anyway."
          description="The timeline shows this with your name."
          checked={isConfirmed}
          onChange={(event) => onConfirm(event.currentTarget.checked)}
        />
      )}
      <DialogButtons>
        <Button variant="default" onClick={onBack}>
          Back to writing
        </Button>
        <Button loading={isPending} disabled={warning !== null && !isConfirmed} onClick={onSend} data-autofocus>
          Send the letter
        </Button>
      </DialogButtons>
    </Stack>
  )
}

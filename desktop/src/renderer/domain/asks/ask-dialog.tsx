import { answerToAskCodes, askAnswerChoices } from '@alumni/shared/alumni/ask-filters'
import { askChoices, askFields, askTopics, askWays, noteAsksReply } from '@alumni/shared/publications/asks'
import type { AskFields, AskOfPerson } from '@alumni/shared/publications/asks'
import { Group, Select, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { z } from 'zod'
import { HttpError, patch, post } from '../../http.ts'
import { Dialog, leaveForm } from '../../ui/form/dialog.tsx'
import { useContractForm } from '../../ui/form/form.tsx'
import { notifyError } from '../../ui/notify.tsx'
import { useAction } from '../../ui/use-action.ts'
import { toOptions } from '../../ui/format/counted-options.ts'
import { formatCount } from '../../ui/format/numbers.ts'
import { useSession } from '../session/session.ts'
import { readQuery } from '../../ui/read-query.ts'

export type AskTarget = { buids: readonly string[]; edited?: { noted: AskOfPerson['noted'] & object; title: string } }

const ownWordsOption = 'own words'
const ownWordsLabel = 'Something else…'
const answers = askAnswerChoices
  .filter(({ code }) => answerToAskCodes.some((each) => each === code))
  .map(({ code, name }) => ({ value: code, label: name }))

export function AskDialog({ buids, edited, onClose }: AskTarget & { onClose: () => void }) {
  const { name } = useSession().user
  // Keeps the values from when the dialog opened, because the page may refetch the ask.
  const [{ id, ...savedAsk }] = useState(() => edited?.noted ?? { id: null, ...buildEmptyAsk(name) })
  const save = useAction(
    (ask: AskFields): Promise<unknown> =>
      id === null
        ? post('/asks', noteAsksReply, { ...ask, buids })
        : patch(`/asks/${id}`, z.null(), { from: savedAsk, to: ask }),
    {
      invalidates: ['asks', 'alumni_search', 'events', 'opportunities', 'classes'],
      isErrorInline: true,
      successNotice: () =>
        id === null ? `The ask is noted for ${formatCount(buids.length, ['person', 'people'])}.` : 'Saved.',
      onDone: onClose,
      // After a 404, a refetch removes the ask and this dialog from the page, so the error appears as a toast.
      onError: (error) => error instanceof HttpError && error.status === 404 && notifyError('Nothing was saved', error),
    },
  )
  const form = useContractForm<AskFields>({
    schema: askFields,
    initialValues: savedAsk,
    error: save.error,
    asksBeforeLeaving: true,
  })
  const isOwnWords = form.values.words !== null
  return (
    <Dialog
      title={
        id !== null
          ? 'Edit this ask'
          : buids.length === 1
            ? 'Note an ask'
            : `Note an ask of ${formatCount(buids.length, ['person', 'people'])}`
      }
      onClose={() => leaveForm(onClose)}
      error={save.error}
      submit="Save"
      isPending={save.isPending}
      onSubmit={form.onSubmit((ask) => save.mutate(ask))}
    >
      {id === null && (
        <p className="muted">For an ask in person or by phone. Letters sent from here are noted automatically.</p>
      )}
      <SubjectField form={form} title={edited?.title} />
      {isOwnWords && (
        <>
          <TextInput
            {...form.getInputProps('words')}
            label="What were they asked for?"
            placeholder="To join the advisory board"
            autoComplete="off"
          />
          <Select
            {...form.getInputProps('topic')}
            label="Kind of ask"
            data={toOptions(askTopics)}
            allowDeselect={false}
          />
        </>
      )}
      <Group grow align="flex-start">
        <Select {...form.getInputProps('how')} label="How" data={toOptions(askWays)} allowDeselect={false} />
        <TextInput {...form.getInputProps('asked_on')} label="Date" type="date" />
      </Group>
      <TextInput {...form.getInputProps('asked_by')} label="Asked by" autoComplete="off" />
      <Select
        {...form.getInputProps('answer')}
        label="Answer"
        placeholder="No answer yet"
        data={answers}
        clearable
        clearButtonProps={{ 'aria-label': 'No answer yet' }}
      />
    </Dialog>
  )
}

type SubjectFieldProps = { form: ReturnType<typeof useContractForm<AskFields>>; title: string | undefined }

function SubjectField({ form: { values, errors, setValues, clearErrors }, title }: SubjectFieldProps) {
  const { data } = useQuery(readQuery(['asks', 'choices'], '/asks/choices', askChoices))
  const { event_id, opportunity_id, words } = values
  const [kind, subject] = event_id !== null ? ['event', event_id] : ['opportunity', opportunity_id]
  const value = words !== null ? ownWordsOption : subject === null ? null : `${kind}-${subject}`
  const subjects = data?.subjects.map(({ code, name }) => ({ value: code, label: name })) ?? []
  const isMissing = subject !== null && subjects.every((each) => each.value !== value)
  const [searchText, setSearchText] = useState('')
  const isKnown = (text: string) =>
    text.trim() === '' || [...subjects.map(({ label }) => label), title ?? '', ownWordsLabel].some(containsText(text))
  const groups = { opportunity: 'Opportunities', event: 'Events' }
  return (
    <Select
      label="Asked for"
      placeholder="Choose an event or opportunity"
      data={[
        { value: ownWordsOption, label: ownWordsLabel },
        ...(isMissing && value ? [{ value, label: title ?? 'Loading…' }] : []),
        ...Object.entries(groups).map(([prefix, group]) => ({
          group,
          items: subjects.filter(({ value }) => value.startsWith(prefix)),
        })),
      ]}
      limit={200}
      value={value}
      // Errors about `words` appear here until the `words` field is shown.
      error={errors.event_id ?? errors.opportunity_id ?? (words === null ? errors.words : undefined)}
      onChange={(option) => {
        const [kind, id] = (option ?? '').split('-')
        clearErrors()
        setValues({
          event_id: kind === 'event' ? Number(id) : null,
          opportunity_id: kind === 'opportunity' ? Number(id) : null,
          words: option === ownWordsOption ? (words ?? '') : null,
        })
      }}
      searchable
      onSearchChange={setSearchText}
      // Stores text that matches no option as `words`.
      onDropdownClose={() => {
        if (!isKnown(searchText)) setValues({ event_id: null, opportunity_id: null, words: searchText.trim() })
      }}
      openOnFocus={false}
      nothingFoundMessage="No event or opportunity matches. Leave the field to use your own words."
      allowDeselect={false}
      data-autofocus
    />
  )
}

const containsText = (searchText: string) => (label: string) =>
  label.toLowerCase().includes(searchText.trim().toLowerCase())

function buildEmptyAsk(asked_by: string): AskFields {
  return {
    event_id: null,
    opportunity_id: null,
    words: null,
    topic: 'volunteering',
    how: 'call',
    asked_by,
    asked_on: new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short' }).format(new Date()),
    answer: null,
  }
}

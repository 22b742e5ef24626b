import {
  letterChoices,
  letterTopics,
  listLetterContract,
  listLetterPage,
  peopleList,
  topicLabels,
  type LetterChoices,
  type LetterReach,
  type LetterTopic,
  type ListLetterRecord,
  type PeopleList,
} from '@alumni/shared/publications/list-letters'
import { Select } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { useLetterStart } from '../../domain/letters/start-letter.tsx'
import { ChoiceField, FormGroup, SwitchField, TextField } from '../../domain/publications/fields.tsx'
import { EditPublicationPage, NewPublicationPage } from '../../domain/publications/form-page.tsx'
import type { FormParts, FormPageConfig } from '../../domain/publications/form-page.tsx'
import { MarkdownField } from '../../domain/publications/markdown-field.tsx'
import { useSession } from '../../domain/session/session.ts'
import type { PublicationForm, FieldValues } from '../../domain/publications/use-publication-form.ts'
import { useInstitution } from '../../ui/institution/institution.ts'
import { Alert } from '../../ui/alert.tsx'
import { useAction } from '../../ui/use-action.ts'
import { formatCount, formatNumber } from '../../ui/format/numbers.ts'
import { ChoosePeople } from './choose-people.tsx'
import { toReachRequest, letterQuery, letters, reachQuery, useSenderProblem } from './kind.ts'
import { RecipientsCard } from './reach.tsx'
import classes from '../../domain/publications/form.module.css'
import { readQuery } from '../../ui/read-query.ts'
import { WrittenDates } from './written-dates.tsx'

const formConfig: FormPageConfig<ListLetterRecord, LetterChoices> = {
  ...letters,
  titleOfNew: 'New letter',
  contract: listLetterContract,
  newPage: letterChoices,
  editPage: listLetterPage.transform(({ choices, ...record }) => ({ record, choices })),
  defaults: {
    picture: 'letter',
    topic: 'news',
    salutation: 'Dear {name},',
    replies_to: 'writer',
    about: '',
    skips_answered: true,
  },
  emptyInCopy: ['about'],
  savedDraft: 'Saved as a draft. Send yourself a test next.',
  toValues: ({ event_id, opportunity_id, news_item_id, list }) => ({
    about: event_id
      ? `event:${event_id}`
      : opportunity_id
        ? `opportunity:${opportunity_id}`
        : news_item_id
          ? `news_item:${news_item_id}`
          : '',
    list: JSON.stringify(list),
  }),
  toFields,
  renderFields: (parts) => <Fields {...parts} />,
  renderAside: (parts) => <RecipientsAside {...parts} />,
}

function toFields({ about, list, ...values }: FieldValues) {
  const idOf = (kind: string) => (String(about).startsWith(`${kind}:`) ? Number(String(about).split(':')[1]) : null)
  return {
    ...values,
    event_id: idOf('event'),
    opportunity_id: idOf('opportunity'),
    news_item_id: idOf('news_item'),
    list: peopleList.parse(JSON.parse(String(list))),
  }
}

const toFormRequest = (values: FieldValues) =>
  toReachRequest({
    ...toFields(values),
    topic: values.topic as LetterTopic,
    skips_answered: values.skips_answered === true,
  })

function RecipientsAside({ form: { values }, choices, record }: FormParts<ListLetterRecord, LetterChoices>) {
  const request = toFormRequest(values)
  const { user } = useSession()
  const { data: reach } = useQuery(reachQuery(request))
  const author = record?.requested_at ? record.author_id : user.id
  const senderProblem = useSenderProblem(reach?.written_to, choices, author)
  return (
    <>
      <RecipientsCard request={request} />
      {senderProblem && <Alert tone="info">{senderProblem} Save it, send yourself a test, and hand it over.</Alert>}
    </>
  )
}

export const EditLetterPage = () => <EditPublicationPage config={formConfig} />

/** Starts a letter to a list or a copy of a sent letter. Asks who should get it if there is no list. */
export function NewLetterPage() {
  const { copy } = useSearch({ strict: false })
  const { list, about } = useLetterStart() ?? {}
  if (copy !== undefined) return <NewPublicationPage config={formConfig} />
  if (!list) return <ChoosePeople about={about} />
  return <NewLetter key={JSON.stringify(list)} list={list} about={about ?? ''} />
}

function NewLetter({ list, about }: { list: PeopleList; about: string }) {
  const topic = topicOf(about)
  const buildInitialValues = (choices: LetterChoices) => ({
    list: JSON.stringify(list),
    // Drops a past event as the subject, because a letter to its people is not an invitation.
    about: choices.about.some(({ value }) => value === about) ? about : '',
    ...(topic && { topic }),
    // A letter to people who answered must not skip them.
    skips_answered: list.from !== 'answers',
  })
  return <NewPublicationPage config={{ ...formConfig, buildInitialValues }} />
}

const topics = { event: 'events', opportunity: 'volunteering', news_item: 'news' } as const

function topicOf(subject: unknown): LetterTopic | undefined {
  return topics[String(subject).split(':')[0] as keyof typeof topics]
}

function Fields({ form, choices, record }: FormParts<ListLetterRecord, LetterChoices>) {
  const { support_email } = useInstitution()
  const { copy } = useSearch({ strict: false })
  const subject = String(form.values.about)
  const { data: reach } = useQuery(reachQuery(toFormRequest(form.values)))
  const isPastSubject = record?.about && subject !== '' && choices.about.every(({ value }) => value !== subject)
  function chooseTopic(subject: string) {
    const topic = topicOf(subject)
    if (topic) form.set('topic', topic)
  }
  return (
    <>
      {record && <WrittenDates letter={{ ...record, ...form.values }} />}
      {isPastSubject && record.subject_blocker && <Alert tone="warn">{record.subject_blocker.message}</Alert>}
      <FormGroup name={buildHeading(reach, choices.about.find(({ value }) => value === subject)?.title)}>
        {!record && copy === undefined && <EarlierText form={form} />}
        <TextField name="title" label="Subject" max={120} isFirst isWide />
        <TextField
          name="summary"
          label="Preview line"
          hint="Mail programs show it beside the subject. Optional."
          max={300}
          isWide
        />
        <TextField
          name="salutation"
          label="Salutation"
          hint="{name} becomes the preferred name, or “friend” if none is on file."
          max={80}
        />
        <MarkdownField />
      </FormGroup>
      <FormGroup name="What it is about">
        <ChoiceField
          name="about"
          onChoose={chooseTopic}
          label="Event, opportunity or news item"
          hint="Adds a button to its page and, for an event, the time and place. Optional."
          placeholder="None"
          isSearchable
          canBeNone
          isWide
          choices={[...choices.about, ...(isPastSubject ? [{ value: subject, label: record.about!.title }] : [])]}
        />
        {/^(event|opportunity):/.test(subject) && (
          <SwitchField name="skips_answered" label="Leave out people who have answered" />
        )}
        <ChoiceField
          name="topic"
          label="Topic"
          hint="People can opt out of letters on this topic."
          choices={letterTopics.map((value) => ({ value, label: topicLabels[value] }))}
        />
        <ChoiceField
          name="replies_to"
          label="Replies go to"
          hint="The name and title of this person end the letter."
          choices={[
            { value: 'writer', label: 'The author' },
            { value: 'office', label: `The office, ${support_email}` },
          ]}
        />
      </FormGroup>
    </>
  )
}

/** Returns text such as "Write to 281 of 312 people about Dinner at one long table". */
function buildHeading(reach: LetterReach | undefined, subject: string | undefined): string {
  if (!reach?.chosen) return 'The letter'
  const { chosen, written_to } = reach
  const all = written_to === chosen ? '' : `${formatNumber(written_to)} of `
  return `Write to ${all}${formatCount(chosen, ['person', 'people'])}${subject ? ` about ${subject}` : ''}`
}

const copiedFields = ['title', 'summary', 'salutation', 'body', 'replies_to'] as const

/** Copies the text of an earlier letter; disabled once something is typed. */
function EarlierText({ form }: { form: PublicationForm }) {
  const queryClient = useQueryClient()
  const { data } = useQuery(readQuery([letters.queryKey, 'earlier'], letters.home, listLetterContract.page))
  const copy = useAction((id: string) => queryClient.fetchQuery(letterQuery(id)), {
    onDone: (letter) => copiedFields.forEach((name) => form.set(name, letter[name])),
    errorTitle: 'The text was not copied',
  })
  return (
    <Select
      className={classes.wide ?? ''}
      label="Begin with"
      description="The text of an earlier letter. Optional."
      placeholder="An empty letter"
      searchable
      nothingFoundMessage="Nothing matches"
      disabled={copy.isPending || form.values.title !== '' || form.values.body !== ''}
      data={data?.letters.map(({ id, title }) => ({ value: String(id), label: title })) ?? []}
      onChange={(id) => id && copy.mutate(id)}
    />
  )
}

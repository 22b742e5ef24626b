import { Button, Group, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useParams, useSearch } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { z } from 'zod'
import { Alert } from '../../ui/alert.tsx'
import { PageSkeleton } from '../../ui/page/page-skeleton.tsx'
import { Page } from '../../ui/page/page.tsx'
import { WithAside } from '../../ui/page/with-aside.tsx'
import { FailedPage } from '../session/failed-page.tsx'
import {
  blankOf,
  typedOf,
  usePublicationForm,
  type PublicationForm,
  type Saving,
  type Typed,
  type Written,
} from './use-publication-form.ts'
import { read } from '../../ui/read.ts'
import { FormProvider } from './fields.tsx'

/** How one kind of publication is written: its addresses, its contract and its fields. */
export type Writing<Item extends Written, Choices extends object> = Saving<Item> & {
  titleOfNew: string
  newPage: z.ZodType<Choices>
  editPage: z.ZodType<{ record: Item; choices: Choices }>
  /** The initial values of a new one that the service supplies. */
  begin?: (choices: Choices) => Typed
  /** The fields that a copy empties, beside `slug`. */
  emptyInCopy?: readonly string[]
  renderFields: (shown: Shown<Item, Choices>) => ReactNode
  /** Beside the fields. */
  renderAside?: (shown: Shown<Item, Choices>) => ReactNode
  /** Warns of saving's side effects. */
  renderWarning?: (record: Item, begin: Typed, typed: Typed) => ReactNode
}
type WritingProps<Item extends Written, Choices extends object> = { writing: Writing<Item, Choices> }

export type Shown<Item, Choices> = {
  form: PublicationForm
  choices: Choices
  /** Null for a new one. */
  record: Item | null
  /** The address that people may know; null while it is a draft. */
  published: string | null
}

/** Writes a new one; `?copy=` is the one that it is to be like. */
export function NewPublicationPage<Item extends Written, Choices extends object>({
  writing,
}: WritingProps<Item, Choices>) {
  const { copy } = useSearch({ strict: false })
  const model = useQuery({ ...editQuery(writing, String(copy)), enabled: copy !== undefined })
  const fresh = useQuery(read(['new', writing.queryKey], `${writing.home}/new`, writing.newPage))
  const failed = [model, fresh].find(({ error }) => error)
  if (failed?.error) return <FailedPage error={failed.error} onRetry={() => void failed.refetch()} />
  if (!fresh.data || (copy !== undefined && !model.data)) return <PageSkeleton />
  const empty = Object.fromEntries(['slug', ...(writing.emptyInCopy ?? [])].map((name) => [name, '']))
  const begin = model.data
    ? { ...typedOf(writing, model.data.record), ...empty }
    : { ...blankOf(writing), ...writing.begin?.(fresh.data) }
  return <Form writing={writing} begin={begin} record={null} choices={fresh.data} />
}

export function EditPublicationPage<Item extends Written, Choices extends object>({
  writing,
}: WritingProps<Item, Choices>) {
  const { id } = useParams({ strict: false }) as { id: string }
  const query = useQuery(editQuery(writing, id))
  if (query.error) return <FailedPage error={query.error} onRetry={query.refetch} />
  if (!query.data) return <PageSkeleton />
  const { record, choices } = query.data
  return <Form writing={writing} begin={typedOf(writing, record)} record={record} choices={choices} />
}

/** A record to be edited, as it is at this moment: saving, which invalidates the others of its kind, leaves it. */
function editQuery<Item extends Written, Choices extends object>(writing: Writing<Item, Choices>, id: string) {
  const { home, queryKey, editPage } = writing
  return read(['edit', queryKey, id], `${home}/${id}/edit`, editPage, { gcTime: 0, staleTime: Infinity })
}

type FormProps<Item extends Written, Choices extends object> = WritingProps<Item, Choices> & {
  begin: Typed
  record: Item | null
  choices: Choices
}

function Form<Item extends Written, Choices extends object>(props: FormProps<Item, Choices>) {
  const { writing, begin, record, choices } = props
  const navigate = useNavigate()
  const form = usePublicationForm(writing, begin, record)
  const published = record && record.state !== 'draft' ? record.slug : null
  const back = record ? `${writing.home}/${record.id}` : writing.home
  const submit = published === null ? 'Save draft' : 'Save'
  const shown = { form, choices, record, published }
  const aside = writing.renderAside?.(shown)
  const fields = (
    <>
      <Refusal form={form} />
      {writing.renderFields(shown)}
      {record && writing.renderWarning?.(record, begin, form.typed)}
    </>
  )
  return (
    <FormProvider value={form}>
      <Page
        title={record ? `Edit “${record.title}”` : writing.titleOfNew}
        crumbs={record ? [{ title: record.title, path: back }] : []}
        hasOwnFocus
      >
        <form
          noValidate
          onSubmit={(event) => {
            event.preventDefault()
            form.submit()
          }}
        >
          <Stack gap={20} maw={aside ? undefined : 860}>
            {aside ? <WithAside aside={aside}>{fields}</WithAside> : fields}
            <Group
              className="sticky-foot"
              pos={{ base: 'static', sm: 'sticky' }}
              bg="var(--surface)"
              py={12}
              justify="flex-end"
              gap={8}
            >
              <Button variant="default" onClick={() => void navigate({ href: back })}>
                Cancel
              </Button>
              <Button type="submit" loading={form.isPending}>
                {form.isOvertaken ? 'Save mine' : submit}
              </Button>
            </Group>
          </Stack>
        </form>
      </Page>
    </FormProvider>
  )
}

function Refusal({ form: { refusal, isOvertaken } }: { form: PublicationForm }) {
  if (!refusal) return null
  return isOvertaken ? (
    <Alert tone="warn" title="Someone else saved first" isAlert>
      {refusal} Their version is below each field that differs. Saving again replaces it.
    </Alert>
  ) : (
    <Alert tone="bad" title="Nothing has been saved" isAlert>
      {refusal}
    </Alert>
  )
}

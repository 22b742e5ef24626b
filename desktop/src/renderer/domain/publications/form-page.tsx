import { Button, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useParams, useSearch } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { z } from 'zod'
import { Alert } from '../../ui/alert.tsx'
import { DialogButtons } from '../../ui/form/dialog.tsx'
import { PageSkeleton } from '../../ui/page/page-skeleton.tsx'
import { Page } from '../../ui/page/page.tsx'
import { WithAside } from '../../ui/page/with-aside.tsx'
import { FailedPage } from '../session/failed-page.tsx'
import {
  buildBlankValues,
  toFormValues,
  usePublicationForm,
  type PublicationForm,
  type FormConfig,
  type FieldValues,
  type EditableRecord,
} from './use-publication-form.ts'
import { readQuery } from '../../ui/read-query.ts'
import { FormProvider } from './fields.tsx'

export type FormPageConfig<Item extends EditableRecord, Choices extends object> = FormConfig<Item> & {
  titleOfNew: string
  newPage: z.ZodType<Choices>
  editPage: z.ZodType<{ record: Item; choices: Choices }>
  buildInitialValues?: (choices: Choices) => FieldValues
  /** Fields that are empty in a copy, besides `slug`. */
  emptyInCopy?: readonly string[]
  renderFields: (parts: FormParts<Item, Choices>) => ReactNode
  renderAside?: (parts: FormParts<Item, Choices>) => ReactNode
  renderWarning?: (record: Item, initialValues: FieldValues, values: FieldValues) => ReactNode
}
type FormPageProps<Item extends EditableRecord, Choices extends object> = { config: FormPageConfig<Item, Choices> }

export type FormParts<Item, Choices> = {
  form: PublicationForm
  choices: Choices
  record: Item | null
  publishedSlug: string | null
}

export function NewPublicationPage<Item extends EditableRecord, Choices extends object>({
  config,
}: FormPageProps<Item, Choices>) {
  const { copy } = useSearch({ strict: false })
  const original = useQuery({ ...editQuery(config, String(copy)), enabled: copy !== undefined })
  const newPage = useQuery(readQuery(['new', config.queryKey], `${config.home}/new`, config.newPage))
  const failed = [original, newPage].find(({ error }) => error)
  if (failed?.error) return <FailedPage error={failed.error} onRetry={() => void failed.refetch()} />
  if (!newPage.data || (copy !== undefined && !original.data)) return <PageSkeleton />
  const empty = Object.fromEntries(['slug', ...(config.emptyInCopy ?? [])].map((name) => [name, '']))
  const initialValues = original.data
    ? { ...toFormValues(config, original.data.record), ...empty }
    : { ...buildBlankValues(config), ...config.buildInitialValues?.(newPage.data) }
  return <Form config={config} initialValues={initialValues} record={null} choices={newPage.data} />
}

export function EditPublicationPage<Item extends EditableRecord, Choices extends object>({
  config,
}: FormPageProps<Item, Choices>) {
  const { id } = useParams({ strict: false }) as { id: string }
  const query = useQuery(editQuery(config, id))
  if (query.error) return <FailedPage error={query.error} onRetry={query.refetch} />
  if (!query.data) return <PageSkeleton />
  const { record, choices } = query.data
  return <Form config={config} initialValues={toFormValues(config, record)} record={record} choices={choices} />
}

/** Loads the record once. The key starts with `edit`, so that invalidating `queryKey` does not refetch the record. */
function editQuery<Item extends EditableRecord, Choices extends object>(
  config: FormPageConfig<Item, Choices>,
  id: string,
) {
  const { home, queryKey, editPage } = config
  return readQuery(['edit', queryKey, id], `${home}/${id}/edit`, editPage, { gcTime: 0, staleTime: Infinity })
}

type FormProps<Item extends EditableRecord, Choices extends object> = FormPageProps<Item, Choices> & {
  initialValues: FieldValues
  record: Item | null
  choices: Choices
}

function Form<Item extends EditableRecord, Choices extends object>(props: FormProps<Item, Choices>) {
  const { config, initialValues, record, choices } = props
  const navigate = useNavigate()
  const form = usePublicationForm(config, initialValues, record)
  const publishedSlug = record && record.state !== 'draft' ? record.slug : null
  const back = record ? `${config.home}/${record.id}` : config.home
  const submit = publishedSlug === null ? 'Save draft' : 'Save'
  const parts = { form, choices, record, publishedSlug }
  const aside = config.renderAside?.(parts)
  const fields = (
    <>
      {config.renderFields(parts)}
      {record && config.renderWarning?.(record, initialValues, form.values)}
    </>
  )
  return (
    <FormProvider value={form}>
      <Page
        title={record ? `Edit “${record.title}”` : config.titleOfNew}
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
            <WithAside aside={aside}>{fields}</WithAside>
            <Stack className="sticky-foot" pos={{ base: 'static', sm: 'sticky' }} bg="var(--surface)" py={12} gap={12}>
              <Refusal form={form} />
              <DialogButtons>
                <Button variant="default" onClick={() => void navigate({ href: back })}>
                  Cancel
                </Button>
                <Button type="submit" loading={form.isPending}>
                  {form.hasConflict ? 'Save mine' : submit}
                </Button>
              </DialogButtons>
            </Stack>
          </Stack>
        </form>
      </Page>
    </FormProvider>
  )
}

function Refusal({ form: { refusal, hasConflict: isOvertaken } }: { form: PublicationForm }) {
  if (!refusal) return null
  return isOvertaken ? (
    <Alert tone="warn" title="Someone else saved first" isAlert>
      {refusal} Their version is below each field that differs. Saving again replaces it.
    </Alert>
  ) : (
    <Alert tone="bad" title={refusal} isAlert />
  )
}

import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate, useParams, useSearch } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { z } from 'zod'
import { request } from '../../http.ts'
import { PageSkeleton } from '../../ui/page-skeleton.tsx'
import { Page } from '../../ui/page.tsx'
import { FailedPage } from '../session/failed-page.tsx'
import { notifyDone } from '../../ui/notify.tsx'
import { PublicationFormFrame } from './publication-form.tsx'
import { typedFrom, usePublicationForm, type PublicationForm, type Typed } from './use-publication-form.ts'

type Written = { id: number; version: number; state: string; title: string; slug: string }

/** How one kind of publication is written: its addresses, its contract and its fields. */
export type Writing<Record extends Written, Choices extends object> = {
  home: string
  /** The key of its queries. */
  queryKey: string
  titleOfNew: string
  contract: { create: z.ZodType; change: z.ZodType; record: z.ZodType<Record> }
  newPage: z.ZodType<Choices>
  editPage: z.ZodType
  /** What `editPage` says: the record, and what the form offers to choose from. */
  parts: (page: never) => { record: Record; choices: Choices }
  blank: () => Typed
  /** What a copy does not take over beside the address. */
  emptyInCopy?: readonly string[]
  /** What is typed, with null and numbers where the contract has them. */
  fieldsOf: (typed: Typed) => object
  renderFields: (shown: Shown<Record, Choices>) => ReactNode
  /** What saving does beside saving. */
  renderWarning?: (seen: Record, begin: Typed, typed: Typed) => ReactNode
}

export type Shown<Record, Choices> = {
  form: PublicationForm
  choices: Choices
  /** Null for a new one. */
  seen: Record | null
  /** The address that people may know; null while it is a draft. */
  published: string | null
}

/** Writes a new one; `?copy=` is the one that it is to be like. */
export function NewPublicationPage<Record extends Written, Choices extends object>({
  writing,
}: {
  writing: Writing<Record, Choices>
}) {
  const { copy } = useSearch({ strict: false }) as { copy?: number }
  const model = useQuery({ ...editQuery(writing, String(copy)), enabled: copy !== undefined })
  const fresh = useQuery({
    queryKey: [writing.queryKey, 'new'],
    queryFn: ({ signal }) => request(`${writing.home}/new`, writing.newPage, { signal }),
  })
  const failed = [model, fresh].find(({ error }) => error)
  if (failed?.error) return <FailedPage error={failed.error} onRetry={() => void failed.refetch()} />
  if (!fresh.data || (copy !== undefined && !model.data)) return <PageSkeleton />
  const empty = Object.fromEntries(['slug', ...(writing.emptyInCopy ?? [])].map((name) => [name, '']))
  const begin = model.data ? { ...typedOf(writing, model.data.record), ...empty } : writing.blank()
  return <Form writing={writing} begin={begin} seen={null} choices={fresh.data} />
}

export function EditPublicationPage<Record extends Written, Choices extends object>({
  writing,
}: {
  writing: Writing<Record, Choices>
}) {
  const { id } = useParams({ strict: false }) as { id: string }
  const query = useQuery(editQuery(writing, id))
  if (query.error) return <FailedPage error={query.error} onRetry={query.refetch} />
  if (!query.data) return <PageSkeleton />
  const { record, choices } = query.data
  return <Form writing={writing} begin={typedOf(writing, record)} seen={record} choices={choices} />
}

/** A record to be edited, as it is at this moment. */
function editQuery<Record extends Written, Choices extends object>(writing: Writing<Record, Choices>, id: string) {
  const { home, queryKey, editPage, parts } = writing
  return {
    queryKey: [queryKey, id, 'edit'],
    queryFn: async ({ signal }: { signal: AbortSignal }) =>
      parts((await request(`${home}/${id}/edit`, editPage, { signal })) as never),
    gcTime: 0,
    staleTime: Infinity,
  }
}

function typedOf<Record extends Written, Choices extends object>(
  { blank }: Writing<Record, Choices>,
  record: Record,
): Typed {
  const typed = typedFrom(record, blank())
  return 'community_id' in typed ? { ...typed, community_id: String(typed.community_id) } : typed
}

type FormProps<Record extends Written, Choices extends object> = {
  writing: Writing<Record, Choices>
  begin: Typed
  seen: Record | null
  choices: Choices
}

function Form<Record extends Written, Choices extends object>({
  writing,
  begin,
  seen,
  choices,
}: FormProps<Record, Choices>) {
  const { home, queryKey, contract, titleOfNew, fieldsOf, renderFields, renderWarning } = writing
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const form = usePublicationForm<unknown, Record>({
    begin,
    read: (typed) =>
      seen
        ? contract.change.safeParse({ ...fieldsOf(typed), version: seen.version })
        : contract.create.safeParse(fieldsOf(typed)),
    version: seen?.version ?? null,
    save: (fields, version) =>
      seen
        ? request(`${home}/${seen.id}`, contract.record, { method: 'PATCH', body: { ...(fields as object), version } })
        : request(home, contract.record, { method: 'POST', body: fields }),
    readTheirs(body) {
      const found = z.object({ current: contract.record }).safeParse(body)
      if (!found.success) return null
      const current = found.data.current as Record
      return { typed: typedOf(writing, current), version: current.version }
    },
    onSaved({ id }) {
      notifyDone(seen ? 'Saved.' : 'It is kept as a draft. Publish it when it is ready.')
      void queryClient.invalidateQueries({ queryKey: [queryKey] })
      void navigate({ href: `${home}/${id}`, replace: seen === null } as never)
    },
  })
  const published = seen && seen.state !== 'draft' ? seen.slug : null
  return (
    <Page
      title={seen ? `Edit “${seen.title}”` : titleOfNew}
      crumbs={seen ? [{ title: seen.title, path: `${home}/${seen.id}` }] : []}
    >
      <PublicationFormFrame
        form={form}
        submit={published === null ? 'Save draft' : 'Save'}
        onCancel={() => void navigate({ href: seen ? `${home}/${seen.id}` : home } as never)}
        warning={seen && renderWarning?.(seen, begin, form.typed)}
      >
        {renderFields({ form, choices, seen, published })}
      </PublicationFormFrame>
    </Page>
  )
}

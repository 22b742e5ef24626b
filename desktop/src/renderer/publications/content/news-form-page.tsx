import {
  newsContract,
  type ContentChoices,
  type NewsFields,
  type NewsRecord,
} from '@alumni/shared/publications/staff-content'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { FailedPage } from '../../domain/session/failed-page.tsx'
import { sayZone } from '../../domain/publications/clock.ts'
import { ChoiceField, TextField } from '../../domain/publications/fields.tsx'
import { MarkdownField } from '../../domain/publications/markdown-field.tsx'
import { AddressField, TitleFields } from '../../domain/publications/offer-fields.tsx'
import { Group, OfferFormFrame } from '../../domain/publications/offer-form.tsx'
import { PictureFields } from '../../domain/publications/photo-field.tsx'
import { orNone, typedFrom, type Typed } from '../../domain/publications/use-offer-form.ts'
import { PageSkeleton } from '../../ui/page-skeleton.tsx'
import { Page } from '../../ui/page.tsx'
import { choicesQuery, fresh, newsQuery } from './queries.ts'
import { useContentForm } from './use-content-form.ts'

/** Writes news; `copy` are those that they are to be like. */
export function NewNewsPage() {
  const { copy } = useSearch({ from: '/shell/settings/content/news/new' })
  const model = useQuery({ ...newsQuery(String(copy)), ...fresh, enabled: copy !== undefined })
  const choices = useQuery(choicesQuery('news'))
  const failed = [model, choices].find(({ error }) => error)
  if (failed?.error) return <FailedPage error={failed.error} onRetry={() => void failed.refetch()} />
  if (!choices.data || (copy !== undefined && !model.data)) return <PageSkeleton />
  const begin = model.data ? { ...typedOf(model.data.record), slug: '', ends: '' } : blank
  return <NewsForm title="Write news" begin={begin} seen={null} choices={choices.data} />
}

export function EditNewsPage() {
  const { id } = useParams({ from: '/shell/settings/content/news/$id/edit' })
  const query = useQuery({ ...newsQuery(id), ...fresh, queryKey: ['news', id, 'edit'] })
  if (query.error) return <FailedPage error={query.error} onRetry={query.refetch} />
  if (!query.data) return <PageSkeleton />
  const { record, choices } = query.data
  return <NewsForm title={`Edit “${record.title}”`} begin={typedOf(record)} seen={record} choices={choices} />
}

type NewsFormProps = { title: string; begin: Typed; seen: NewsRecord | null; choices: ContentChoices }

function NewsForm({ title, begin, seen, choices }: NewsFormProps) {
  const navigate = useNavigate()
  const form = useContentForm<NewsFields, NewsRecord>({
    kind: 'news',
    begin,
    seen,
    record: newsContract.record,
    read(typed) {
      const fields = {
        ...typed,
        photo: orNone(typed.photo),
        ends: orNone(typed.ends),
        community_id: typed.community_id === '' ? null : Number(typed.community_id),
      }
      return seen
        ? newsContract.change.safeParse({ ...fields, version: seen.version })
        : newsContract.create.safeParse(fields)
    },
    typedOf,
    onSaved: ({ id }) =>
      void navigate({ to: '/settings/content/news/$id', params: { id: String(id) }, replace: seen === null }),
  })
  const leave = () =>
    void (seen
      ? navigate({ to: '/settings/content/news/$id', params: { id: String(seen.id) } })
      : navigate({ to: '/settings/content/news' }))
  const published = seen && seen.state !== 'draft' ? seen.slug : null
  return (
    <Page title={title} crumbs={seen ? [{ title: seen.title, path: `/settings/content/news/${seen.id}` }] : []}>
      <OfferFormFrame form={form} submit={published === null ? 'Save draft' : 'Save'} onCancel={leave}>
        <Group name="What it says">
          <TitleFields form={form} />
          <ChoiceField
            form={form}
            name="community_id"
            label="Community"
            hint="Empty: for everybody."
            placeholder="Everybody"
            canBeNone
            isSearchable
            choices={choices.communities.map(({ id, name }) => ({ value: String(id), label: name }))}
          />
          <TextField form={form} name="author" label="Author" hint="Stands beside the date; may be empty." max={120} />
          <PictureFields form={form} />
          <MarkdownField form={form} name="body" label="Text" />
        </Group>
        <Group name="Where and how long">
          <AddressField form={form} prefix="/news/" published={published} />
          <TextField
            form={form}
            name="ends"
            type="datetime-local"
            label="Leaves the site at"
            hint={`Empty: it stays. By the clocks of the institution: ${sayZone(choices.clock_zone)}.`}
          />
        </Group>
      </OfferFormFrame>
    </Page>
  )
}

const blank: Typed = {
  title: '',
  slug: '',
  summary: '',
  body: '',
  author: '',
  picture: 'letter',
  photo: '',
  photo_alt: '',
  community_id: '',
  ends: '',
}

function typedOf(record: NewsRecord): Typed {
  const typed = typedFrom(record, blank)
  return { ...typed, community_id: String(typed.community_id) }
}

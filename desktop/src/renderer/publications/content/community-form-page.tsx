import { communityKindNames, communityKinds } from '@alumni/shared/publications/content'
import {
  communityContract,
  type CommunityFields,
  type CommunityRecord,
} from '@alumni/shared/publications/staff-content'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { FailedPage } from '../../domain/session/failed-page.tsx'
import { ChoiceField } from '../../domain/publications/fields.tsx'
import { MarkdownField } from '../../domain/publications/markdown-field.tsx'
import { AddressField, TitleFields } from '../../domain/publications/offer-fields.tsx'
import { Group, OfferFormFrame } from '../../domain/publications/offer-form.tsx'
import { PictureFields } from '../../domain/publications/photo-field.tsx'
import { orNone, typedFrom, type Typed } from '../../domain/publications/use-offer-form.ts'
import { PageSkeleton } from '../../ui/page-skeleton.tsx'
import { Page } from '../../ui/page.tsx'
import { choicesQuery, communityQuery, fresh } from './queries.ts'
import { useContentForm } from './use-content-form.ts'

/** Writes a community; `copy` is the one that it is to be like. */
export function NewCommunityPage() {
  const { copy } = useSearch({ from: '/shell/settings/content/communities/new' })
  const model = useQuery({ ...communityQuery(String(copy)), ...fresh, enabled: copy !== undefined })
  const choices = useQuery(choicesQuery('communities'))
  const failed = [model, choices].find(({ error }) => error)
  if (failed?.error) return <FailedPage error={failed.error} onRetry={() => void failed.refetch()} />
  if (!choices.data || (copy !== undefined && !model.data)) return <PageSkeleton />
  const begin = model.data ? { ...typedFrom(model.data.record, blank), slug: '' } : blank
  return <CommunityForm title="New community" begin={begin} seen={null} />
}

export function EditCommunityPage() {
  const { id } = useParams({ from: '/shell/settings/content/communities/$id/edit' })
  const query = useQuery({ ...communityQuery(id), ...fresh, queryKey: ['communities', id, 'edit'] })
  if (query.error) return <FailedPage error={query.error} onRetry={query.refetch} />
  if (!query.data) return <PageSkeleton />
  const { record } = query.data
  return <CommunityForm title={`Edit “${record.title}”`} begin={typedFrom(record, blank)} seen={record} />
}

type CommunityFormProps = { title: string; begin: Typed; seen: CommunityRecord | null }

function CommunityForm({ title, begin, seen }: CommunityFormProps) {
  const navigate = useNavigate()
  const form = useContentForm<CommunityFields, CommunityRecord>({
    kind: 'communities',
    begin,
    seen,
    record: communityContract.record,
    read(typed) {
      const fields = { ...typed, photo: orNone(typed.photo), kind: orNone(typed.kind) }
      return seen
        ? communityContract.change.safeParse({ ...fields, version: seen.version })
        : communityContract.create.safeParse(fields)
    },
    typedOf: (record) => typedFrom(record, blank),
    onSaved: ({ id }) =>
      void navigate({ to: '/settings/content/communities/$id', params: { id: String(id) }, replace: seen === null }),
  })
  const leave = () =>
    void (seen
      ? navigate({ to: '/settings/content/communities/$id', params: { id: String(seen.id) } })
      : navigate({ to: '/settings/content/communities' }))
  const published = seen && seen.state !== 'draft' ? seen.slug : null
  return (
    <Page title={title} crumbs={seen ? [{ title: seen.title, path: `/settings/content/communities/${seen.id}` }] : []}>
      <OfferFormFrame form={form} submit={published === null ? 'Save draft' : 'Save'} onCancel={leave}>
        <Group name="What it is">
          <TitleFields form={form} label="Name" />
          <ChoiceField
            form={form}
            name="kind"
            label="What its members share"
            placeholder="Choose one"
            choices={communityKinds.map((value) => ({ value, label: communityKindNames[value] }))}
          />
          <PictureFields form={form} />
          <MarkdownField form={form} name="body" label="Text" />
        </Group>
        <Group name="Where it is">
          <AddressField form={form} prefix="/communities/" published={published} />
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
  kind: '',
  picture: 'people',
  photo: '',
  photo_alt: '',
}

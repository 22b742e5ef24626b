import { opportunityKindNames, opportunityKinds } from '@alumni/shared/publications/opportunities'
import {
  opportunityContract,
  type OpportunityFields,
  type OpportunityRecord,
} from '@alumni/shared/publications/staff-opportunities'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { z } from 'zod'
import { FailedPage } from '../../domain/session/failed-page.tsx'
import { AreaField, ChoiceField, NumberField, SwitchField, TextField } from '../../domain/publications/fields.tsx'
import formClasses from '../../domain/publications/form.module.css'
import { MarkdownField } from '../../domain/publications/markdown-field.tsx'
import { AddressField, TitleFields } from '../../domain/publications/offer-fields.tsx'
import { Group, OfferFormFrame } from '../../domain/publications/offer-form.tsx'
import { PictureFields } from '../../domain/publications/photo-field.tsx'
import { sayDone } from '../../domain/publications/say.ts'
import { orNone, typedFrom, useOfferForm, type Typed } from '../../domain/publications/use-offer-form.ts'
import { PageSkeleton } from '../../ui/page-skeleton.tsx'
import { Page } from '../../ui/page.tsx'
import { RequireRole } from '../../domain/session/require-role.tsx'
import { recordQuery, saveOpportunity, useLookAgain } from './queries.ts'

/** Writes an opportunity; `copy` is the one that it is to be like. */
export function NewOpportunityPage() {
  const { copy } = useSearch({ from: '/shell/champion_signups/opportunities/new' })
  const model = useQuery({ ...recordQuery(String(copy)), enabled: copy !== undefined })
  if (model.error) return <FailedPage error={model.error} onRetry={model.refetch} />
  if (copy !== undefined && !model.data) return <PageSkeleton />
  return (
    <RequireRole role="staff">
      <OpportunityForm
        title="New opportunity"
        begin={model.data ? { ...typedOf(model.data), slug: '', closes_on: '' } : blank}
        seen={null}
      />
    </RequireRole>
  )
}

export function EditOpportunityPage() {
  const { id } = useParams({ from: '/shell/champion_signups/opportunities/$id/edit' })
  const query = useQuery(recordQuery(id))
  if (query.error) return <FailedPage error={query.error} onRetry={query.refetch} />
  if (!query.data) return <PageSkeleton />
  return <OpportunityForm title={`Edit “${query.data.title}”`} begin={typedOf(query.data)} seen={query.data} />
}

type OpportunityFormProps = { title: string; begin: Typed; seen: OpportunityRecord | null }

function OpportunityForm({ title, begin, seen }: OpportunityFormProps) {
  const navigate = useNavigate()
  const lookAgain = useLookAgain()
  const isPublished = seen !== null && seen.state !== 'draft'
  const form = useOfferForm<OpportunityFields, OpportunityRecord>({
    begin,
    read(typed) {
      const fields = {
        ...typed,
        photo: orNone(typed.photo),
        places: orNone(typed.places),
        closes_on: orNone(typed.closes_on),
        kind: orNone(typed.kind),
      }
      return seen
        ? opportunityContract.change.safeParse({ ...fields, version: seen.version })
        : opportunityContract.create.safeParse(fields)
    },
    version: seen?.version ?? null,
    save: (fields, version) => saveOpportunity(seen ? String(seen.id) : null, fields, version),
    readTheirs(body) {
      const found = z.object({ current: opportunityContract.record }).safeParse(body)
      return found.success ? { typed: typedOf(found.data.current), version: found.data.current.version } : null
    },
    onSaved({ id, state }) {
      sayDone(seen ? 'Saved.' : 'It is kept as a draft. Publish it when it is ready.')
      void lookAgain()
      void navigate({
        to: '/champion_signups/opportunities/$id',
        params: { id: String(id) },
        replace: state === 'draft' && seen === null,
      })
    },
  })
  const leave = () =>
    void (seen
      ? navigate({ to: '/champion_signups/opportunities/$id', params: { id: String(seen.id) } })
      : navigate({ to: '/champion_signups/opportunities' }))
  return (
    <Page
      title={title}
      crumbs={seen ? [{ title: seen.title, path: `/champion_signups/opportunities/${seen.id}` }] : []}
    >
      <OfferFormFrame form={form} submit={isPublished ? 'Save' : 'Save draft'} onCancel={leave}>
        <Group name="What it is">
          <TitleFields form={form} />
          <ChoiceField
            form={form}
            name="kind"
            label="Kind of help"
            placeholder="Choose one"
            choices={opportunityKinds.map((value) => ({ value, label: opportunityKindNames[value] }))}
          />
          <PictureFields form={form} />
          <MarkdownField form={form} name="body" label="Text" />
        </Group>
        <Group name="Where and how much">
          <TextField form={form} name="place" label="Place" hint="A city; empty if it does not matter." max={100} />
          <TextField form={form} name="effort" label="Effort" hint="Such as “An hour a month”." max={100} />
          <div className={formClasses.wide}>
            <SwitchField form={form} name="is_remote" label="It can be done from anywhere" />
          </div>
        </Group>
        <Group name="Answers">
          <NumberField
            form={form}
            name="places"
            label="Places"
            hint="Empty: no limit. Once they are taken, there is a waiting list."
          />
          <TextField
            form={form}
            name="closes_on"
            label="Last day to answer"
            type="date"
            hint="Empty: until you close it."
          />
          <div className={formClasses.wide}>
            <AreaField
              form={form}
              name="question"
              label="A question of your own"
              hint="Everybody who answers has to answer it. Empty: they may write a message."
              max={300}
            />
          </div>
          <AddressField form={form} prefix="/opportunities/" published={isPublished ? seen.slug : null} />
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
  picture: 'campus',
  photo: '',
  photo_alt: '',
  place: '',
  is_remote: false,
  effort: '',
  question: '',
  places: '',
  closes_on: '',
}

function typedOf(record: OpportunityRecord): Typed {
  return typedFrom(record, blank)
}

import { eventContract, type EventFields, type EventRecord } from '@alumni/shared/publications/staff-events'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { useMemo } from 'react'
import { z } from 'zod'
import { FailedPage } from '../../domain/session/failed-page.tsx'
import { ChoiceField, NumberField, SwitchField, TextField } from '../../domain/publications/fields.tsx'
import formClasses from '../../domain/publications/form.module.css'
import { MarkdownField } from '../../domain/publications/markdown-field.tsx'
import { AddressField, TitleFields } from '../../domain/publications/offer-fields.tsx'
import { Group, OfferFormFrame } from '../../domain/publications/offer-form.tsx'
import { PictureFields } from '../../domain/publications/photo-field.tsx'
import { sayDone } from '../../domain/publications/say.ts'
import { orNone, typedFrom, useOfferForm, type Typed } from '../../domain/publications/use-offer-form.ts'
import { PageSkeleton } from '../../ui/page-skeleton.tsx'
import { Page } from '../../ui/page.tsx'
import { Sentence } from '../../ui/sentence.tsx'
import { countOf } from '../../ui/words/numbers.ts'
import { editQuery, newQuery, saveEvent, useLookAgain } from './queries.ts'

type Community = { id: number; name: string }

/** Writes an event; `copy` is the one that it is to be like. */
export function NewEventPage() {
  const { copy } = useSearch({ from: '/shell/champion_signups/events/new' })
  const model = useQuery({ ...editQuery(String(copy)), enabled: copy !== undefined })
  const fresh = useQuery(newQuery)
  const error = model.error ?? fresh.error
  if (error) return <FailedPage error={error} onRetry={() => void (model.error ? model.refetch() : fresh.refetch())} />
  if (!fresh.data || (copy !== undefined && !model.data)) return <PageSkeleton />
  const begin = model.data ? { ...typedOf(model.data.event), slug: '', starts: '', ends: '' } : blank()
  return <EventForm title="New event" begin={begin} seen={null} communities={fresh.data.communities} />
}

export function EditEventPage() {
  const { id } = useParams({ from: '/shell/champion_signups/events/$id/edit' })
  const query = useQuery(editQuery(id))
  if (query.error) return <FailedPage error={query.error} onRetry={query.refetch} />
  if (!query.data) return <PageSkeleton />
  const { event, communities } = query.data
  return <EventForm title={`Edit “${event.title}”`} begin={typedOf(event)} seen={event} communities={communities} />
}

type EventFormProps = { title: string; begin: Typed; seen: EventRecord | null; communities: readonly Community[] }

function EventForm({ title, begin, seen, communities }: EventFormProps) {
  const navigate = useNavigate()
  const lookAgain = useLookAgain()
  const zones = useMemo(() => timeZones(String(begin.time_zone)), [begin.time_zone])
  const isPublished = seen !== null && seen.state !== 'draft'
  const form = useOfferForm<EventFields, EventRecord>({
    begin,
    read(typed) {
      const fields = {
        ...typed,
        photo: orNone(typed.photo),
        places: orNone(typed.places),
        max_guests: typed.max_guests === '' ? 0 : typed.max_guests,
        community_id: typed.community_id === '' ? null : Number(typed.community_id),
      }
      return seen
        ? eventContract.change.safeParse({ ...fields, version: seen.version })
        : eventContract.create.safeParse(fields)
    },
    version: seen?.version ?? null,
    save: (fields, version) => saveEvent(seen ? String(seen.id) : null, fields, version),
    readTheirs(body) {
      const found = z.object({ current: eventContract.record }).safeParse(body)
      return found.success ? { typed: typedOf(found.data.current), version: found.data.current.version } : null
    },
    onSaved({ id }) {
      sayDone(seen ? 'Saved.' : 'It is kept as a draft. Publish it when it is ready.')
      void lookAgain()
      void navigate({ to: '/champion_signups/events/$id', params: { id: String(id) }, replace: seen === null })
    },
  })
  const leave = () =>
    void (seen
      ? navigate({ to: '/champion_signups/events/$id', params: { id: String(seen.id) } })
      : navigate({ to: '/champion_signups/events' }))
  const isOnline = form.typed.is_online === true
  return (
    <Page title={title} crumbs={seen ? [{ title: seen.title, path: `/champion_signups/events/${seen.id}` }] : []}>
      <OfferFormFrame
        form={form}
        submit={isPublished ? 'Save' : 'Save draft'}
        onCancel={leave}
        warning={seen && <Letters seen={seen} begin={begin} typed={form.typed} />}
      >
        <Group name="What it is">
          <TitleFields form={form} />
          <ChoiceField
            form={form}
            name="community_id"
            label="Community"
            hint="Empty: for everybody."
            placeholder="Everybody"
            canBeNone
            isSearchable
            choices={communities.map(({ id, name }) => ({ value: String(id), label: name }))}
          />
          <PictureFields form={form} />
          <MarkdownField form={form} name="body" label="Text" />
        </Group>
        <Group name="When" about="As the clocks show it where the event is.">
          <TextField form={form} name="starts" label="Begins" type="datetime-local" />
          <TextField form={form} name="ends" label="Ends" type="datetime-local" />
          <ChoiceField form={form} name="time_zone" label="Time zone" isSearchable choices={zones} />
        </Group>
        <Group name="Where">
          <div className={formClasses.wide}>
            <SwitchField form={form} name="is_online" label="It is online" />
          </div>
          <TextField
            form={form}
            name="venue"
            label={isOnline ? 'By way of' : 'Venue'}
            hint={isOnline ? 'Such as “Zoom”.' : 'Such as “Alumni Hall”.'}
            max={120}
          />
          <TextField
            form={form}
            name="address"
            label={isOnline ? 'Link' : 'Address'}
            hint={isOnline ? 'Only those who go see it.' : 'Street and city.'}
            max={300}
          />
        </Group>
        <Group name="Answers">
          <NumberField
            form={form}
            name="places"
            label="Places"
            hint={
              seen && seen.taken > 0
                ? `${seen.taken} are taken; nobody loses theirs. More places go to those who wait.`
                : 'Guests take places too. Empty: no limit. Once they are taken, there is a waiting list.'
            }
          />
          <NumberField form={form} name="max_guests" label="Guests each may bring" hint="0: champions alone." />
          <AddressField form={form} prefix="/events/" published={isPublished ? seen.slug : null} />
        </Group>
      </OfferFormFrame>
    </Page>
  )
}

/** A new time or place is told to everybody who said yes. */
function Letters({ seen, begin, typed }: { seen: EventRecord; begin: Typed; typed: Typed }) {
  const differs = (...names: string[]) => names.some((name) => typed[name] !== begin[name])
  const time = differs('starts', 'ends', 'time_zone')
  const place = differs('venue', 'address', 'is_online')
  const told = seen.counts.going + seen.counts.waiting
  if (told === 0 || seen.state !== 'upcoming' || !(time || place)) return null
  const what = time && place ? 'time and place' : time ? 'time' : 'place'
  return (
    <Sentence tone="warn" title={`Saving writes to ${countOf(told, ['person', 'people'])}`}>
      Everybody who goes or waits gets a letter with the new {what}.
    </Sentence>
  )
}

/** The zones to choose from, with the one that is set already, whatever its name. */
function timeZones(set: string): { value: string; label: string }[] {
  const names = new Set([set, 'UTC', ...Intl.supportedValuesOf('timeZone')])
  return [...names].filter(Boolean).map((value) => ({ value, label: value.replaceAll('_', ' ') }))
}

const blank = (): Typed => ({
  title: '',
  slug: '',
  summary: '',
  body: '',
  picture: 'campus',
  photo: '',
  photo_alt: '',
  community_id: '',
  starts: '',
  ends: '',
  time_zone: Intl.DateTimeFormat().resolvedOptions().timeZone,
  venue: '',
  address: '',
  is_online: false,
  places: '',
  max_guests: 0,
})

function typedOf(record: EventRecord): Typed {
  const typed = typedFrom(record, blank())
  return { ...typed, community_id: String(typed.community_id) }
}

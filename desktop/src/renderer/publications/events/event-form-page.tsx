import { editEventPage, eventContract, newEventPage, type EventRecord } from '@alumni/shared/publications/staff-events'
import type { z } from 'zod'
import {
  AddressField,
  ChoiceField,
  CommunityField,
  FormGroup,
  LocationFields,
  NumberField,
  SwitchField,
  TextField,
  TitleFields,
} from '../../domain/publications/fields.tsx'
import { EditPublicationPage, NewPublicationPage } from '../../domain/publications/form-page.tsx'
import type { FormParts, FormPageConfig } from '../../domain/publications/form-page.tsx'
import { MarkdownField } from '../../domain/publications/markdown-field.tsx'
import { PictureFields } from '../../domain/publications/photo-field.tsx'
import type { FieldValues } from '../../domain/publications/use-publication-form.ts'
import { Alert } from '../../ui/alert.tsx'
import { formatCount } from '../../ui/format/numbers.ts'
import { events } from './kind.ts'

export const NewEventPage = () => <NewPublicationPage config={formConfig} />
export const EditEventPage = () => <EditPublicationPage config={formConfig} />

type Choices = z.infer<typeof newEventPage>

const formConfig: FormPageConfig<EventRecord, Choices> = {
  ...events,
  titleOfNew: 'New event',
  contract: eventContract,
  newPage: newEventPage,
  editPage: editEventPage.transform(({ event, ...choices }) => ({
    record: event,
    choices: { ...choices, clock_zone: event.clock_zone },
  })),
  defaults: { picture: 'campus', is_online: false, max_guests: 0 },
  buildInitialValues: ({ clock_zone }) => ({ time_zone: clock_zone }),
  emptyInCopy: ['starts', 'ends'],
  toFields: (values) => ({ ...values, max_guests: values.max_guests || 0 }),
  renderFields: (parts) => <Fields {...parts} />,
  renderWarning: (record, initialValues, values) => (
    <LettersWarning record={record} initialValues={initialValues} values={values} />
  ),
}

function Fields({ form, choices, record, publishedSlug }: FormParts<EventRecord, Choices>) {
  const isOnline = form.values.is_online === true
  const zone = String(form.values.time_zone)
  // Proposes an end two hours after the start until the user changes it.
  function proposeEnd(starts: string) {
    if (['', twoHoursAfter(String(form.values.starts))].includes(String(form.values.ends)))
      form.set('ends', twoHoursAfter(starts))
  }
  return (
    <>
      <FormGroup name="What it is">
        <TitleFields />
        <CommunityField communities={choices.communities} />
        <PictureFields />
        <MarkdownField />
      </FormGroup>
      <FormGroup name="When">
        <TextField name="starts" label="Begins" type="datetime-local" onType={proposeEnd} />
        <TextField name="ends" label="Ends" type="datetime-local" />
        <ChoiceField name="time_zone" label="Time zone" isSearchable choices={timeZones(zone)} />
      </FormGroup>
      <FormGroup name="Where">
        <SwitchField name="is_online" label="It is online" />
        <TextField
          name="venue"
          label={isOnline ? 'Platform' : 'Venue'}
          hint={isOnline ? 'Such as “Zoom”.' : 'Such as “Alumni Hall”.'}
          max={120}
        />
        <TextField
          name="address"
          label={isOnline ? 'Link' : 'Address'}
          hint={isOnline ? 'Only people who are going see it.' : 'Such as “60 Long Wharf”.'}
          max={300}
        />
        {!isOnline && <LocationFields used={choices.locations} />}
      </FormGroup>
      <FormGroup name="Answers">
        <NumberField
          name="places"
          label="Places"
          hint={
            record && record.taken > 0
              ? `Taken so far: ${record.taken}. No one loses a place. More places go to the waiting list.`
              : 'Guests take places too. Leave empty for no limit. When all are taken, there is a waiting list.'
          }
        />
        <NumberField name="max_guests" label="Guests per person" hint="Enter 0 if champions may not bring guests." />
        <AddressField prefix="/events/" publishedSlug={publishedSlug} />
      </FormGroup>
    </>
  )
}

/** Returns the local time two hours later, such as `2026-12-01T20:30`; empty without a start. */
function twoHoursAfter(starts: string): string {
  return starts && new Date(Date.parse(`${starts}Z`) + 7_200_000).toISOString().slice(0, 16)
}

type LettersWarningProps = { record: EventRecord; initialValues: FieldValues; values: FieldValues }

function LettersWarning({ record, initialValues, values }: LettersWarningProps) {
  const hasChanged = (...names: string[]) => names.some((name) => values[name] !== initialValues[name])
  const isTimeChanged = hasChanged('starts', 'ends', 'time_zone')
  const isPlaceChanged = hasChanged('venue', 'address', 'is_online', 'city', 'region', 'country')
  const recipients = record.counts.going + record.counts.waiting
  if (recipients === 0 || record.state !== 'upcoming' || !(isTimeChanged || isPlaceChanged)) return null
  const changes = isTimeChanged && isPlaceChanged ? 'time and place' : isTimeChanged ? 'time' : 'place'
  return (
    <Alert tone="warn" title={`Saving writes to ${formatCount(recipients, ['person', 'people'])}`}>
      Everyone who is going or waiting gets a letter with the new {changes}.
    </Alert>
  )
}

function timeZones(currentZone: string): { value: string; label: string }[] {
  const names = new Set([currentZone, 'UTC', ...Intl.supportedValuesOf('timeZone')])
  return [...names].filter(Boolean).map((value) => ({ value, label: value.replaceAll('_', ' ') }))
}

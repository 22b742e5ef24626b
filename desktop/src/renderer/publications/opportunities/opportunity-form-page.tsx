import { opportunityKindNames, opportunityKinds } from '@alumni/shared/publications/opportunities'
import { opportunityChoices, opportunityContract } from '@alumni/shared/publications/staff-opportunities'
import type { OpportunityRecord } from '@alumni/shared/publications/staff-opportunities'
import type { z } from 'zod'
import {
  AddressField,
  AreaField,
  ChoiceField,
  FormGroup,
  LocationFields,
  NumberField,
  SwitchField,
  TextField,
  TitleFields,
} from '../../domain/publications/fields.tsx'
import { EditPublicationPage, NewPublicationPage, type FormPageConfig } from '../../domain/publications/form-page.tsx'
import { MarkdownField } from '../../domain/publications/markdown-field.tsx'
import { PictureFields } from '../../domain/publications/photo-field.tsx'
import { opportunities } from './kind.ts'

export const NewOpportunityPage = () => <NewPublicationPage config={formConfig} />
export const EditOpportunityPage = () => <EditPublicationPage config={formConfig} />

const formConfig: FormPageConfig<OpportunityRecord, z.infer<typeof opportunityChoices>> = {
  ...opportunities,
  titleOfNew: 'New opportunity',
  contract: opportunityContract,
  newPage: opportunityChoices,
  editPage: opportunityContract.record
    .extend(opportunityChoices.shape)
    .transform(({ locations, ...record }) => ({ record, choices: { locations } })),
  defaults: { picture: 'campus', is_remote: false },
  emptyInCopy: ['closes_on'],
  renderFields: ({ choices, publishedSlug }) => (
    <>
      <FormGroup name="What it is">
        <TitleFields />
        <ChoiceField
          name="kind"
          label="Kind of help"
          placeholder="Choose one"
          choices={opportunityKinds.map((value) => ({ value, label: opportunityKindNames[value] }))}
        />
        <PictureFields />
        <MarkdownField />
      </FormGroup>
      <FormGroup name="Place and time">
        <SwitchField name="is_remote" label="It can be done from anywhere" />
        <LocationFields used={choices.locations} hint="Leave it empty if the place does not matter." />
        <TextField name="place" label="Venue" hint="Such as “Innovation Hall”." max={100} />
        <TextField name="effort" label="Time needed" hint="Such as “An hour a month”." max={100} />
      </FormGroup>
      <FormGroup name="Answers">
        <NumberField
          name="places"
          label="Places"
          hint="Leave empty for no limit. When all are taken, there is a waiting list."
        />
        <TextField
          name="closes_on"
          label="Last day to answer"
          type="date"
          hint="Leave empty to keep it open until you close it."
        />
        <AreaField
          name="question"
          label="Your question"
          hint="Everyone who answers must answer this question. Leave empty to let them write a message."
          max={300}
          isWide
        />
        <AddressField prefix="/opportunities/" publishedSlug={publishedSlug} />
      </FormGroup>
    </>
  ),
}

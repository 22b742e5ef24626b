import { communityKindNames, communityKinds } from '@alumni/shared/publications/content'
import {
  communityContract,
  contentChoices,
  editCommunityPage,
  type CommunityRecord,
  type ContentChoices,
  type ContentPage,
  type ContentQuery,
  type ContentRow,
} from '@alumni/shared/publications/staff-content'
import { IconUsersGroup } from '@tabler/icons-react'
import type { z } from 'zod'
import { AddressField, ChoiceField, FormGroup, TitleFields } from '../../domain/publications/fields.tsx'
import { EditPublicationPage, NewPublicationPage, type FormPageConfig } from '../../domain/publications/form-page.tsx'
import { MarkdownField } from '../../domain/publications/markdown-field.tsx'
import { PictureFields } from '../../domain/publications/photo-field.tsx'
import { numberColumn, PublicationsPage, type ListConfig } from '../../domain/publications/publication-list.tsx'
import { PublicationPage, type PageConfig } from '../../domain/publications/publication-page.tsx'
import { formatNumber } from '../../ui/format/numbers.ts'
import { communities, contentColumns, contentPageConfig } from './content.tsx'

export const CommunitiesPage = () => <PublicationsPage config={listConfig} />
export const CommunityPage = () => <PublicationPage showing={pageConfig} />
export const NewCommunityPage = () => <NewPublicationPage config={formConfig} />
export const EditCommunityPage = () => <EditPublicationPage config={formConfig} />

const { ended: _ended, ...states } = communities.states
const listConfig: ListConfig<ContentPage, ContentRow, ContentQuery> = {
  ...communities,
  states,
  page: communityContract.page,
  rowsOf: ({ rows }) => rows,
  title: 'Communities',
  icon: IconUsersGroup,
  columns: contentColumns(communities).toSpliced(
    2,
    0,
    numberColumn('members', 'Members', ({ members }) => members),
  ),
  searchedFields: 'name or summary',
  newLabel: 'New community',
  invitation: 'Write what its members share. It stays a draft until you publish it.',
}

const pageConfig: PageConfig<z.infer<typeof editCommunityPage>, CommunityRecord> = {
  ...communities,
  ...contentPageConfig,
  page: editCommunityPage,
  facts: ({ kind, members }) => [
    { name: 'What its members share', value: communityKindNames[kind] },
    { name: 'Members', value: members === 0 ? 'No one yet' : formatNumber(members) },
  ],
}

const formConfig: FormPageConfig<CommunityRecord, ContentChoices> = {
  ...communities,
  titleOfNew: 'New community',
  contract: communityContract,
  newPage: contentChoices,
  editPage: editCommunityPage,
  defaults: { picture: 'people' },
  renderFields: ({ publishedSlug }) => (
    <>
      <FormGroup name="What it is">
        <TitleFields label="Name" />
        <ChoiceField
          name="kind"
          label="What its members share"
          placeholder="Choose one"
          choices={communityKinds.map((value) => ({ value, label: communityKindNames[value] }))}
        />
        <PictureFields />
        <MarkdownField />
      </FormGroup>
      <FormGroup name="Where it is">
        <AddressField prefix="/communities/" publishedSlug={publishedSlug} />
      </FormGroup>
    </>
  ),
}

import { communityKindNames, communityKinds } from '@alumni/shared/publications/content'
import {
  communityContract,
  contentChoices,
  editCommunityPage,
  type CommunityRecord,
  type ContentChoices,
} from '@alumni/shared/publications/staff-content'
import { AddressField, ChoiceField, Group, TitleFields } from '../../domain/publications/fields.tsx'
import { EditPublicationPage, NewPublicationPage, type Writing } from '../../domain/publications/form-page.tsx'
import { MarkdownField } from '../../domain/publications/markdown-field.tsx'
import { PictureFields } from '../../domain/publications/photo-field.tsx'
import { communities } from './content.tsx'

export const NewCommunityPage = () => <NewPublicationPage writing={writing} />
export const EditCommunityPage = () => <EditPublicationPage writing={writing} />

const writing: Writing<CommunityRecord, ContentChoices> = {
  ...communities,
  titleOfNew: 'New community',
  contract: communityContract,
  newPage: contentChoices,
  editPage: editCommunityPage,
  blank: () => ({
    kind: '',
    picture: 'people',
  }),
  renderFields: ({ form, published }) => (
    <>
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
    </>
  ),
}

import { communityKindNames, communityKinds } from '@alumni/shared/publications/content'
import {
  communityContract,
  contentChoices,
  editCommunityPage,
  type CommunityRecord,
  type ContentChoices,
} from '@alumni/shared/publications/staff-content'
import { ChoiceField } from '../../domain/publications/fields.tsx'
import { EditPublicationPage, NewPublicationPage, type Writing } from '../../domain/publications/form-page.tsx'
import { MarkdownField } from '../../domain/publications/markdown-field.tsx'
import { PictureFields } from '../../domain/publications/photo-field.tsx'
import { AddressField, TitleFields } from '../../domain/publications/publication-fields.tsx'
import { Group } from '../../domain/publications/publication-form.tsx'
import { orNone } from '../../domain/publications/use-publication-form.ts'

export const NewCommunityPage = () => <NewPublicationPage writing={community} />
export const EditCommunityPage = () => <EditPublicationPage writing={community} />

const community: Writing<CommunityRecord, ContentChoices> = {
  home: '/settings/content/communities',
  queryKey: 'communities',
  titleOfNew: 'New community',
  contract: communityContract,
  newPage: contentChoices,
  editPage: editCommunityPage,
  parts: (page) => page,
  blank: () => ({
    title: '',
    slug: '',
    summary: '',
    body: '',
    kind: '',
    picture: 'people',
    photo: '',
    photo_alt: '',
  }),
  fieldsOf: (typed) => ({ ...typed, photo: orNone(typed.photo), kind: orNone(typed.kind) }),
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

import {
  contentChoices,
  editNewsPage,
  newsContract,
  type ContentChoices,
  type NewsRecord,
} from '@alumni/shared/publications/staff-content'
import { formatZone } from '../../domain/publications/clock.ts'
import { AddressField, CommunityField, Group, TextField, TitleFields } from '../../domain/publications/fields.tsx'
import { EditPublicationPage, NewPublicationPage, type Writing } from '../../domain/publications/form-page.tsx'
import { MarkdownField } from '../../domain/publications/markdown-field.tsx'
import { PictureFields } from '../../domain/publications/photo-field.tsx'
import { news } from './content.tsx'

export const NewNewsPage = () => <NewPublicationPage writing={writing} />
export const EditNewsPage = () => <EditPublicationPage writing={writing} />

const writing: Writing<NewsRecord, ContentChoices> = {
  ...news,
  titleOfNew: 'Write news',
  contract: newsContract,
  newPage: contentChoices,
  editPage: editNewsPage,
  blank: () => ({
    author: '',
    picture: 'letter',
    community_id: '',
    ends: '',
  }),
  emptyInCopy: ['ends'],
  empty: { ends: null },
  renderFields: ({ form, choices, published }) => (
    <>
      <Group name="What it says">
        <TitleFields form={form} />
        <CommunityField form={form} communities={choices.communities} />
        <TextField form={form} name="author" label="Author" hint="Shown beside the date. Optional." max={120} />
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
          hint={`Leave empty to keep it. In the institution’s time zone: ${formatZone(choices.clock_zone)}.`}
        />
      </Group>
    </>
  ),
}

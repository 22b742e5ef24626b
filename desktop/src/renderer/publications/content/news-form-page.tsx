import {
  contentChoices,
  editNewsPage,
  newsContract,
  type ContentChoices,
  type NewsRecord,
} from '@alumni/shared/publications/staff-content'
import { formatZone } from '../../domain/publications/clock.ts'
import { CommunityField, TextField } from '../../domain/publications/fields.tsx'
import { EditPublicationPage, NewPublicationPage, type Writing } from '../../domain/publications/form-page.tsx'
import { MarkdownField } from '../../domain/publications/markdown-field.tsx'
import { PictureFields } from '../../domain/publications/photo-field.tsx'
import { AddressField, TitleFields } from '../../domain/publications/publication-fields.tsx'
import { Group } from '../../domain/publications/publication-form.tsx'
import { orNone } from '../../domain/publications/use-publication-form.ts'

export const NewNewsPage = () => <NewPublicationPage writing={news} />
export const EditNewsPage = () => <EditPublicationPage writing={news} />

const news: Writing<NewsRecord, ContentChoices> = {
  home: '/settings/content/news',
  queryKey: 'news',
  titleOfNew: 'Write news',
  contract: newsContract,
  newPage: contentChoices,
  editPage: editNewsPage,
  parts: (page) => page,
  blank: () => ({
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
  }),
  emptyInCopy: ['ends'],
  fieldsOf: (typed) => ({
    ...typed,
    photo: orNone(typed.photo),
    ends: orNone(typed.ends),
    community_id: typed.community_id === '' ? null : Number(typed.community_id),
  }),
  renderFields: ({ form, choices, published }) => (
    <>
      <Group name="What it says">
        <TitleFields form={form} />
        <CommunityField form={form} communities={choices.communities} />
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
          hint={`Empty: it stays. By the clocks of the institution: ${formatZone(choices.clock_zone)}.`}
        />
      </Group>
    </>
  ),
}
